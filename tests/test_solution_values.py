"""Equality of solutions, and what else Python asks of a value."""

import copy
import itertools
import pickle

import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st
from solutions import puzzles

import hanoi_fast as hf


@given(puzzles(), st.integers(0, 40), st.integers(0, 40))
def test_equal_puzzles_are_equal_and_hash_alike_however_they_are_had(puzzle, first, count):
    solution, _ = puzzle
    part = solution[first : first + count]
    for other in (
        solution[first:][:count],
        pickle.loads(pickle.dumps(part)),
        copy.copy(part),
        copy.deepcopy(part),
        part.inverse().inverse(),
    ):
        assert part == other
        assert hash(part) == hash(other)
        assert list(part) == list(other)


@given(oracles.towers(max_discs=6), st.data())
def test_a_slice_equals_the_puzzle_with_the_same_moves(puzzle, data):
    discs, _, source, target = puzzle
    whole = hf.solve(discs, target, source=source)
    start, stop = sorted(data.draw(st.integers(0, whole.count)) for _ in range(2))
    part = whole[start:stop]
    again = hf.solve(part.start, part.target)
    # The shortest way from one state of a shortest way to another is a part of it, unless there are two.
    same = list(part) == list(again)
    assert same or not again.unique
    assert (part == again) is same
    assert hash(part) == hash(again)


@pytest.mark.parametrize(("pegs", "discs"), [(4, 2), (4, 7), (5, 4), (5, 11), (6, 5)])
def test_slices_of_solutions_to_different_pegs_are_equal_if_they_make_the_same_moves(pegs, discs):
    solutions = [hf.solve(discs, target, pegs=pegs) for target in range(1, pegs)]
    # Some of them begin alike, or nothing would be asked here.
    assert len({solution[0] for solution in solutions}) < len(solutions)
    for one, other in itertools.combinations(solutions, 2):
        for stop in range(6):
            same = list(one[:stop]) == list(other[:stop])
            assert (one[:stop] == other[:stop]) is same
            assert not same or hash(one[:stop]) == hash(other[:stop])


@pytest.mark.parametrize(
    "other", [hf.solve(4), hf.solve(3, 1), hf.solve(3, 1, source=2), hf.solve(3, pegs=4), hf.solve(3)[:-1], [], None]
)
def test_other_puzzles_and_other_things_are_not_equal(other):
    assert hf.solve(3) != other
    assert (hf.solve(3) == other) is False


def test_of_two_shortest_ways_between_the_same_states_each_is_its_own():
    once = hf.solve([0, 1], [1, 0])
    twice = hf.solve([1, 0], [0, 1]).inverse()
    assert (once.start == twice.start).all()
    assert (once.target == twice.target).all()
    assert (once == twice) is (list(once) == list(twice))


@pytest.mark.parametrize(
    ("solution", "text"),
    [
        (hf.solve(20), "<Solution: 20 discs, 3 pegs, 1,048,575 moves from peg 0 to peg 2>"),
        (hf.solve(20)[1:3], "<Solution: 20 discs, 3 pegs, 2 moves from [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ...] to "),
        (hf.solve(3, pegs=4)[1:3], "<Solution: 3 discs, 4 pegs, 2 moves from [2, 0, 0] to [2, 1, 3]>"),
        (hf.solve(0), "<Solution: 0 discs, 3 pegs, 0 moves from [] to []>"),
        (hf.solve(64), "<Solution: 64 discs, 3 pegs, 18,446,744,073,709,551,615 moves from peg 0 to peg 2>"),
        (hf.solve(1000), "<Solution: 1000 discs, 3 pegs, about 2**1000 moves from peg 0 to peg 2>"),
        (hf.solve(20000), "<Solution: 20000 discs, 3 pegs, about 2**20000 moves from peg 0 to peg 2>"),
    ],
)
def test_a_solution_is_said_in_one_line(solution, text):
    assert repr(solution).startswith(text)


def test_a_pickle_holds_the_puzzle_and_no_moves():
    solution = hf.solve(1000)
    solution[:1000].array()
    assert len(pickle.dumps(solution)) < 2000
    assert pickle.loads(pickle.dumps(solution))[10**300] == solution[10**300]
