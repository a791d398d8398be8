"""Moves with the numbers of their steps, against plain Python: bytes, lengths, any cut, and checksums."""

from zlib import crc32

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numbered import assert_steps, moves_of, written

import hanoi_fast as hf
from hanoi_fast.kernels.checksum import join
from hanoi_fast.streams import checksums
from hanoi_fast.streams.polynomials import shift_of
from hanoi_fast.streams.templates import HEADERS

SOLUTIONS = [
    hf.solve(0),
    hf.solve(1),
    hf.solve(4),
    hf.solve(12),
    hf.solve(12)[937:3501],
    hf.solve(9, pegs=5),
    hf.solve(7, arcs="linear"),
    hf.solve([0, 2, 1, 0, 2, 2, 1, 0, 0, 2, 1], [1, 1, 0, 2, 2, 0, 1, 0, 1, 2, 0]),
    hf.solve(120)[10**20 - 700 : 10**20 + 700],
    hf.solve(110)[2**99 - 50 : 2**99 + 50],
]
TEXTS = [
    "steps-csv",
    "steps-tsv",
    "steps-jsonl",
    "{step}",
    "{step}\n",
    "{disc:>3} {step}:{source}{step}>{target};",
    "{target}{step}{step}",
    "{{{step}}} {disc:x}\n",
]
LABELS = [None, "ABCDEFG", ["a", "bcd", "ä", "b", "c", "d", "e"]]


# ---- texts ----


@pytest.mark.parametrize("form", TEXTS)
@pytest.mark.parametrize("solution", SOLUTIONS, ids=repr)
def test_a_text_is_what_python_writes(solution, form):
    right = written(solution, form)
    assert solution.open(form).read() == right
    assert solution.nbytes(form) == len(right)
    assert solution.crc32(form) == crc32(right)


@pytest.mark.parametrize("labels", LABELS[1:])
@pytest.mark.parametrize("form", ["steps-csv", "{step} {source}-{target}\n"])
@pytest.mark.parametrize("solution", SOLUTIONS, ids=repr)
def test_pegs_have_labels(solution, form, labels):
    labels = list(labels)[: solution.pegs]
    right = written(solution, form, labels)
    assert solution.open(form, labels=labels).read() == right
    assert solution.nbytes(form, labels=labels) == len(right)
    assert solution.crc32(form, labels=labels) == crc32(right)


@given(st.sampled_from(SOLUTIONS[3:]), st.sampled_from(TEXTS), st.data())
def test_any_cut_of_a_text_is_what_stands_there(solution, form, data):
    file = solution.open(form)
    whole = file.read()
    low = data.draw(st.integers(0, len(whole)))
    size = data.draw(st.integers(0, 200))
    file.seek(low)
    assert file.read(size) == whole[low : low + size]
    document = file.document
    step = document.step_at(low)
    body = document.nbytes - len(document.header)
    if low < len(document.header) or low >= len(document.header) + body:
        assert step is None
    else:
        part = solution[: step + 1].open(form).read()
        assert len(solution[:step].open(form).read()) <= low < len(part)


@given(st.integers(0, 2**12 - 1), st.integers(0, 2**12 - 1), st.sampled_from(TEXTS))
def test_any_slice_has_the_checksum_and_the_length_of_its_bytes(a, b, form):
    part = hf.solve(12)[min(a, b) : max(a, b)]
    right = part.open(form).read()
    assert part.nbytes(form) == len(right)
    assert part.crc32(form) == crc32(right)


@pytest.mark.parametrize("form", ["steps-csv", "{step}{step}\n", "steps"])
def test_long_pieces_are_numbered_without_a_gap(form):
    solution = hf.solve(17) if form != "steps" else hf.solve(18)
    file = solution.open(form)
    if form == "steps":
        right = np.array(moves_of(solution), solution[:0].array("steps").dtype).tobytes()
    else:
        right = written(solution, form)
    assert file.read() == right
    pieces = []
    file.seek(0)
    while piece := file.read(999_983):
        pieces.append(piece)
    assert b"".join(pieces) == right


# ---- at any size ----


@pytest.mark.parametrize("form", ["steps-csv", "{step}\n", "{disc:>2}{step} {step}\n"])
@pytest.mark.parametrize("discs", [40, 64, 99])
def test_the_parts_make_the_whole_at_any_size(discs, form):
    whole = hf.solve(discs)
    parts = [whole.shard(which, 7) for which in range(7)]
    assert sum(part.nbytes(form) for part in parts[1:]) + parts[0].nbytes(form) == whole.nbytes(form) + 6 * len(
        HEADERS.get(form, b"")
    )
    if form in HEADERS:
        return
    runs = [(part.crc32(form), shift_of(part.nbytes(form))) for part in parts]
    assert join(runs) == (whole.crc32(form), shift_of(whole.nbytes(form)))


def test_the_parts_make_the_whole_of_binary_steps():
    whole = hf.solve(64)
    runs = [(part.crc32("steps"), shift_of(part.nbytes("steps"))) for part in (whole.shard(at, 9) for at in range(9))]
    assert join(runs) == (whole.crc32("steps"), shift_of(whole.nbytes("steps")))


def test_a_far_slice_is_read_at_once():
    step = 10**40
    (disc, source, target) = hf.solve(200)[step]
    assert hf.solve(200)[step : step + 1].open("{step} {disc} {source} {target}").read() == (
        f"{step} {disc} {source} {target}".encode()
    )


def test_the_checksum_of_a_text_that_only_its_bytes_tell_is_bounded(monkeypatch):
    solution = hf.solve(300, pegs=4)[: 1 << 20]
    file = solution.open("steps-csv")
    assert solution.crc32("steps-csv") == crc32(file.read())
    monkeypatch.setattr(checksums, "MOST_MADE", 1 << 20)
    with pytest.raises(ValueError, match=r"takes all its bytes, .*: use a layout without it, or binary 'steps'$"):
        solution.crc32("steps-csv")


# ---- arrays ----


@pytest.mark.parametrize("solution", [*SOLUTIONS[:-2], hf.solve(64)[2**64 - 1000 :], hf.solve(300, pegs=4)], ids=repr)
def test_an_array_has_the_steps_beside_the_moves(solution):
    solution = solution[:5000]
    assert_steps(solution.array("steps"), solution)
    assert solution.crc32("steps") == crc32(solution.array("steps").tobytes())


@pytest.mark.parametrize("threads", [1, 2])
def test_large_arrays_are_numbered_by_any_number_of_threads(threads):
    assert_steps(hf.solve(22).array("steps", threads=threads), hf.solve(22))


def test_fill_and_blocks_go_on_with_the_numbers():
    solution = hf.solve(10)[5:]
    out = np.zeros(7, solution[:0].array("steps").dtype)
    assert solution.fill(out, 3, "steps") == 7
    assert out["step"].tolist() == list(range(8, 15))
    assert [block["step"][0] for block in solution.blocks(100, "steps")] == list(range(5, 1023, 100))


@given(st.integers(0, 400), st.integers(0, 60))
def test_any_cut_of_rows_is_what_stands_there(low, size):
    file = hf.solve(6).open("steps")
    whole = hf.solve(6).array("steps").tobytes()
    file.seek(low)
    assert file.read(size) == whole[low : low + size]


def test_steps_that_do_not_fit_are_refused():
    for ask in (
        lambda: hf.solve(65).array("steps"),
        lambda: hf.solve(65).open("steps"),
        lambda: hf.solve(65).nbytes("steps"),
        lambda: next(hf.solve(65).blocks(10, "steps")),
    ):
        with pytest.raises(ValueError, match=r"^layout 'steps' holds steps below 2\*\*64, and these end at 3"):
            ask()
    with pytest.raises(ValueError, match=r"^layout '\{step\}' holds steps below 10\*\*200, and these end at"):
        hf.solve(1000).open("{step}")
    assert len(hf.solve(1000)[: 10**200][-3:].open("{step}").read()) == 600


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("{step:>5}", "a step has no format"),
        ("{step!r}", "a step has no format"),
        ("{step}\0", "there can be no zero bytes"),
    ],
)
def test_templates_whose_steps_cannot_be_written_are_refused(form, text):
    with pytest.raises(ValueError, match=text):
        hf.solve(3).open(form)


def test_labels_without_room_for_steps_are_refused():
    with pytest.raises(ValueError, match="there can be no zero bytes"):
        hf.solve(3).open("{step} {source}", labels=["a", "\0", "c"])
