"""The checksum of a document is that of its bytes, which nobody makes."""

import sys
from array import array
from itertools import chain
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hanoi_fast as hf
from hanoi_fast.kernels.checksum import fill_numbered, join, join_roles, multiply
from hanoi_fast.puzzle.rules import free_tower
from hanoi_fast.streams.layouts import layout_for
from hanoi_fast.streams.polynomials import ONE, ONE_BYTE, checksum, shift_of
from hanoi_fast.streams.role_checksums import RoleChecksums, has_roles

FORMATS = ["text", "csv", "json", "jsonl", "english", "arrows", "pairs", "moves", "packed", "npy", "{disc:>4}|{target}"]


@given(st.lists(st.binary(max_size=40), max_size=6))
def test_joined_checksums_are_those_of_the_joined_bytes(runs):
    assert join(map(checksum, runs)) == checksum(b"".join(runs))


@given(st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1))
def test_polynomials_multiply_as_such(a, b, c):
    assert multiply(a, ONE) == a
    assert multiply(a, b) == multiply(b, a)
    assert multiply(multiply(a, b), c) == multiply(a, multiply(b, c))
    assert multiply(a, b ^ c) == multiply(a, b) ^ multiply(a, c)


def test_the_modulus_is_that_of_crc_32():
    x, x31 = 0x40000000, 0x00000001
    assert multiply(x, x) == 0x20000000
    assert multiply(x, x31) == 0xEDB88320


@pytest.mark.parametrize("length", [0, 1, 2, 3, 255, 256, 1000])
def test_the_shift_of_a_length_is_that_many_bytes(length):
    shift = ONE
    for _ in range(length):
        shift = multiply(shift, ONE_BYTE)
    assert shift_of(length) == shift


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(
    "solution",
    [hf.solve(0), hf.solve(1), hf.solve(11), hf.solve(9, pegs=5), hf.solve([0, 2, 1, 0, 2], [1, 1, 0, 2, 2])],
    ids=repr,
)
def test_the_checksum_is_that_of_the_bytes(solution, form):
    count = solution.count
    for part in (solution, solution[count // 3 :], solution[count // 5 : count // 2], solution[1:1]):
        assert part.crc32(form) == crc32(part.open(form).read())


@given(st.integers(0, 2**10 - 1), st.integers(0, 2**10 - 1))
def test_any_cut_has_the_checksum_of_its_bytes(a, b):
    part = hf.solve(10)[min(a, b) : max(a, b)]
    assert part.crc32("full") == crc32(part.open("full").read())


@pytest.mark.parametrize(("discs", "pegs"), [(1000, 3), (300, 4), (62, 3)])
def test_the_checksums_of_the_parts_make_that_of_the_whole_at_any_size(discs, pegs):
    whole = hf.solve(discs, pegs=pegs)
    parts = [whole.shard(which, 7) for which in range(7)]
    for form in ("text", "full"):
        runs = [(part.crc32(form), shift_of(part.nbytes(form))) for part in parts]
        assert join(runs) == (whole.crc32(form), shift_of(whole.nbytes(form)))


def test_a_checksum_of_62_discs_is_the_known_one():
    assert hf.solve(62).crc32("text") == 3908755400


@pytest.mark.parametrize("smaller", [0, 1, 89, 10**6 - 3])
@pytest.mark.parametrize(
    ("width", "texts"),
    [(0, [b"", b",0,2\n"]), (0, [b"Move ", b" (", b")"]), (0, [b"<" * 300, b""]), (1, [b"", b"\0\2"]),
     (2, [b"\1", b""]), (4, [b"", b"", b"\2"]), (8, [b"", b"|"])],
)  # fmt: skip
def test_the_moves_of_numbered_discs_are_checked_as_their_bytes(smaller, width, texts):
    moves = memoryview(bytearray(24 * 31)).cast("I")
    around = array("I", chain.from_iterable(map(checksum, texts)))
    for form in range(3):
        fill_numbered(moves, form, 1 + form % 2, smaller, around, width)
    for disc in range(1, 32):
        number = smaller + disc
        text = (number % (1 << 8 * width)).to_bytes(width, sys.byteorder) if width else str(number).encode()
        for form in range(3):
            found = moves[6 * (disc - 1) + form], moves[6 * (disc - 1) + 3 + form]
            assert found == ((0, 0) if (disc - 1 - form) % 2 else checksum(text.join(texts)))


# ---- towers by the roles of their pegs ----

SHOWN = ["moves", "discs", "csv", "jsonl", "english", "{disc:>3}{source}-{target}{source}", "{disc} {disc}\n"]
HIDDEN = ["pairs", "{source}{disc}", "{source}{target}{disc}"]


@pytest.mark.parametrize("form", SHOWN)
@pytest.mark.parametrize("pegs", [3, 4, 5, 10, 12])
@given(st.integers(2, 12), st.integers(0, 95), st.randoms(use_true_random=False))
def test_a_tower_has_the_checksum_of_its_moves_by_roles(form, pegs, discs, smaller, chance):
    chance.shuffle(on := list(range(pegs)))
    labels = None if form in ("moves", "discs") else [chance.choice("abc") * chance.randint(1, 3) for _ in on]
    layout = layout_for(form, smaller + discs, pegs, labels and [f"{label}{peg}" for peg, label in enumerate(labels)])
    assert pegs > 10 or has_roles(layout)
    moves = hf.solve(discs, pegs=pegs)
    bytes_of = b"".join(layout.encode(smaller + disc, on[source], on[target]) for disc, source, target in moves)
    assert RoleChecksums(layout, pegs)(free_tower(discs, tuple(on), smaller)) == checksum(bytes_of)


@pytest.mark.parametrize("form", HIDDEN)
def test_what_has_no_disc_or_has_it_behind_a_peg_has_no_roles(form):
    assert not has_roles(layout_for(form, 12, 5))


def test_labels_of_a_few_lengths_have_roles():
    assert has_roles(layout_for("csv", 12, 256))
    assert not has_roles(layout_for("csv", 12, 4, ["A", "BB", "CCC", "DDDD"]))


@pytest.mark.parametrize("form", [*SHOWN, *HIDDEN])
@given(st.integers(31, 60), st.integers(4, 11), st.integers(0), st.integers(0))
def test_any_cut_on_many_pegs_has_the_checksum_of_its_bytes(form, discs, pegs, a, b):
    whole = hf.solve(discs, pegs=pegs)
    low, high = sorted((a % (whole.count + 1), b % (whole.count + 1)))
    for part in (whole[low:high], whole[: min(high, 2000)]):
        if part.count <= 20_000:
            assert part.crc32(form) == crc32(part.open(form).read())


def test_parts_that_do_not_go_together_are_refused():
    for pegs in (-1, 0, 2, 3, 4, 100):
        with pytest.raises(ValueError, match=rf"^8, 8, 8 and 8 numbers do not go together with {pegs} pegs$"):
            join_roles(*(array("I", bytes(32)) for _ in range(4)), pegs)
