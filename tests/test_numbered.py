"""Moves with the numbers of their steps, against plain Python: bytes, lengths, any cut, and checksums."""

import sys
from zlib import crc32

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import hanoi_fast as hf
from hanoi_fast.kernels.checksum import join
from hanoi_fast.kernels.steps import fill_decimals, fill_steps
from hanoi_fast.streams import checksums
from hanoi_fast.streams.polynomials import shift_of
from hanoi_fast.streams.templates import HEADERS, TEMPLATES

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


def moves_of(solution):
    first = solution._first
    return [(first + place, *move) for place, move in enumerate(solution)]


def written(solution, form, labels=None):
    """Return a text as Python formats it, move by move."""
    labels = labels or [str(peg) for peg in range(solution.pegs)]
    quoted = [f'"{label}"' for label in labels] if form == "steps-jsonl" and labels[0] == "A" else labels
    template = TEMPLATES.get(form, form)
    rows = [
        template.format(step=step, disc=disc, source=quoted[source], target=quoted[target])
        for step, disc, source, target in moves_of(solution)
    ]
    return HEADERS.get(form, b"") + "".join(rows).encode()


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


def assert_steps(array, solution):
    assert array.dtype.names == ("step", "disc", "source", "target")
    assert array["step"].dtype == np.uint64
    assert np.array_equal(array["step"], np.arange(solution._first, solution._stop, dtype=np.uint64))
    moves = solution.array("moves")
    for column, name in enumerate(("disc", "source", "target")):
        assert array[name].dtype == moves.dtype
        assert np.array_equal(array[name], moves[:, column])


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
    with pytest.raises(ValueError, match=r"^layout '\{step\}' holds steps below 10\*\*300, and these end at"):
        hf.solve(1000).open("{step}")
    assert len(hf.solve(1000)[: 10**300][-3:].open("{step}").read()) == 900


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


# ---- the kernels ----


@given(st.integers(0, 2**64 - 100), st.integers(8, 20), st.integers(-19, 30), st.integers(1, 90))
def test_steps_are_cut_at_both_ends(step, width, at, size):
    out = bytearray(size)
    fill_steps(memoryview(out), step, at, width)
    right = bytearray(300)
    for row in range(12):
        begin = 100 + at + row * width
        right[begin : begin + 8] = (step + row).to_bytes(8, sys.byteorder)
    assert out == right[100 : 100 + size]


@given(st.integers(0, 10**12), st.integers(1, 3), st.lists(st.integers(1, 40), max_size=8))
def test_numbers_are_gone_on_with_over_any_cut(first, times, cuts):
    rows = 20
    digits = len(str(first + rows))
    numbers = [str(first + row).zfill(digits) for row in range(rows)]
    right = "".join(f"a{(number + '-') * times}b" for number in numbers).encode()
    out = memoryview(bytearray("".join(f"a{(chr(0) * digits + '-') * times}b" for _ in numbers), "ascii"))
    number, done, at = bytearray(numbers[0], "ascii"), 0, 0
    for size in [*cuts, len(out)]:
        piece = out[at : at + size]
        if piece:
            done = fill_decimals(piece, number, times, done)
        at += size
    assert out == right


# ---- files ----


@pytest.mark.parametrize("name", ["a.bin", "a.npy", "a.bin.gz", "a.arrow", "a.arrows", "a.parquet"])
def test_files_of_steps_are_read_back(tmp_path, name, called):
    if name.endswith(("arrow", "arrows", "parquet")):
        pytest.importorskip("pyarrow")
    solution = hf.solve(14)[3:]
    solution.save(tmp_path / name, columns=("step", "disc", "source", "target"))
    array, found = hf.load(tmp_path / name)
    assert found == solution
    assert_steps(array, solution)
    status, out, err = called("verify", str(tmp_path / name))
    assert (status, err) == (0, "")
    assert "as it should be" in out or "as they should be" in out


@pytest.mark.parametrize("name", ["a.csv", "a.tsv", "a.jsonl", "a.csv.gz"])
def test_texts_of_steps_are_read_back(tmp_path, name, called):
    solution = hf.solve(14)[3:]
    solution.save(tmp_path / name, columns=["step", "disc", "source", "target"])
    array, found = hf.load(tmp_path / name)
    assert found == solution
    assert np.array_equal(array, solution.array("moves"))
    status, _, err = called("verify", str(tmp_path / name))
    assert (status, err) == (0, "")
    if name == "a.csv":
        assert (tmp_path / name).read_bytes() == written(solution, "steps-csv")


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"columns": ("step",)}, "columns of 'a.parquet' must be source, target; disc, source, target; packed; disc"),
        ({"columns": ("step", "disc"), "format": "moves"}, "give a format or columns, not both"),
    ],
)
def test_other_columns_are_refused(tmp_path, given, text):
    with pytest.raises(ValueError, match=text):
        hf.solve(3).save(tmp_path / "a.parquet", **given)


def test_large_parquet_files_carry_the_step(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    solution = hf.solve(23)[5:]
    solution.save(tmp_path / "a.parquet", "steps")
    table = parquet.read_table(tmp_path / "a.parquet")
    assert np.array_equal(table["step"].to_numpy(), np.arange(5, 2**23 - 1, dtype=np.uint64))
    discs = solution.array("discs")
    assert np.array_equal(table["disc"].to_numpy(), discs)
    assert (tmp_path / "a.parquet").stat().st_size < 2 << 20


def test_steps_are_written_to_a_pipe_and_by_the_command_line(called):
    status, out, err = called("moves", "3", "--format", "steps-csv")
    assert (status, err) == (0, "")
    assert out.encode() == written(hf.solve(3), "steps-csv")
    status, out, err = called("moves", "3", "--start", "2", "--template", r"{step}: {source}\n")
    assert (status, err) == (0, "")
    assert out == "".join(f"{step}: {move.source}\n" for step, move in enumerate(hf.solve(3)) if step >= 2)
