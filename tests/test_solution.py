"""A solution has the moves that are known, and as many."""

import itertools
import sys
from hashlib import sha256

import numpy as np
import pytest

import hanoi_fast as hf


@pytest.mark.parametrize(
    ("discs", "target", "moves"),
    [
        (3, 1, "0-1 0-2 1-2 0-1 2-0 2-1 0-1"),
        (2, 2, "0-1 0-2 1-2"),
        (3, 2, "0-2 0-1 2-1 0-2 1-0 1-2 0-2"),
    ],
)
def test_the_first_puzzles_have_the_known_moves(discs, target, moves):
    assert " ".join(f"{source}-{target}" for _, source, target in hf.solve(discs, target)) == moves


def test_three_discs_move_in_the_known_order():
    moves = "1:0-2 2:0-1 1:2-1 3:0-2 1:1-0 2:1-2 1:0-2"
    assert " ".join(f"{move.disc}:{move.source}-{move.target}" for move in hf.solve(3)) == moves


def test_three_discs_on_four_pegs_read_as_in_the_classic_program():
    assert hf.solve(3, pegs=4).open("arrows", first_peg=1).read() == b"1 --> 3; 1 --> 2; 1 --> 4; 2 --> 4; 3 --> 4; "


def test_the_texts_begin_as_known():
    assert hf.solve(1).open("text").read() == b"0 2\n"
    italian = b"Sposto da 0 a 1\nSposto da 0 a 2\nSposto da 1 a 2\n"
    assert hf.solve(3, 1).open("italian").read().startswith(italian)


@pytest.mark.parametrize(
    ("discs", "pegs", "digest"),
    [
        (16, 3, "a57a32d6070f85da5cefa75917484d83c8aabeaac172316b04674f6b69e04c89"),
        (40, 4, "3c9c86115812a925173d481ee7de79087433671e5fb941fa8d6d2955ebea072a"),
    ],
)
def test_the_bytes_are_those_they_have_always_been(discs, pegs, digest):
    assert sha256(hf.solve(discs, pegs=pegs).array()).hexdigest() == digest


@pytest.mark.parametrize("discs", range(12))
def test_the_sums_repeat_three_four_five_or_four_three_five(discs):
    word = [3, 4, 5] if discs % 2 == 0 else [4, 3, 5]
    assert hf.solve(discs).array("sums").tolist() == list(itertools.islice(itertools.cycle(word), 2**discs - 1))


@pytest.mark.parametrize(
    ("discs", "step", "on_pegs"),
    [
        (3, 5, [1, 1, 1]),
        (64, 2, [62, 1, 1]),
        (8, 45, [4, 2, 2]),
        (100, 2**100 - 1, [0, 0, 100]),
        (100, 1, [99, 1, 0]),
    ],
)
def test_after_some_moves_the_pegs_hold_the_known_numbers_of_discs(discs, step, on_pegs):
    assert np.bincount(hf.solve(discs).state(step), minlength=3).tolist() == on_pegs


@pytest.mark.parametrize(
    ("discs", "pegs", "count"),
    [
        (0, 3, 0),
        (31, 3, 2147483647),
        (32, 3, 4294967295),
        (63, 3, 9223372036854775807),
        (64, 3, 18446744073709551615),
        (1000, 3, 2**1000 - 1),
        (50, 4, 6657),
        (50, 51, 99),
        (64, 4, 18433),
        (64, 5, 1535),
    ],
)
def test_the_count_is_exact_at_any_size(discs, pegs, count):
    assert hf.solve(discs, pegs=pegs).count == count


def test_len_is_the_count_as_far_as_python_allows():
    assert len(hf.solve(sys.maxsize.bit_length())) == sys.maxsize
    too_long = hf.solve(sys.maxsize.bit_length() + 1)
    with pytest.raises(OverflowError, match="cannot fit 'int' into an index-sized integer"):
        len(too_long)
    assert len(too_long[5:12]) == 7


def test_a_solution_without_moves_is_false_and_any_other_is_true():
    assert hf.solve(1000)
    assert hf.solve(3)[2:3]
    assert not hf.solve(0)
    assert not hf.solve(3, 0)
    assert not hf.solve(3)[5:5]


def test_discs_and_pegs_are_those_of_the_puzzle():
    solution = hf.solve(7, pegs=5)[3:5]
    assert (solution.discs, solution.pegs) == (7, 5)
