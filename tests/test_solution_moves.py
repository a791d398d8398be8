"""A solution is to moves what range is to integers, on three pegs and on many, from any state."""

import itertools
import random
import re
import weakref
from collections.abc import Sequence

import numpy as np
import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st
from solutions import puzzles

import hanoi_fast as hf

# One move, a slice, all moves.


@given(puzzles())
def test_each_step_and_each_step_from_the_end_is_a_move(puzzle):
    solution, moves = puzzle
    assert solution.count == len(moves)
    assert [solution[step] for step in range(len(moves))] == moves
    assert [solution[step - len(moves)] for step in range(len(moves))] == moves
    for step in (len(moves), -len(moves) - 1, 10**100):
        with pytest.raises(IndexError, match=rf"^step .* is out of range for {len(moves)} moves$"):
            solution[step]


def test_a_move_is_a_named_tuple_of_plain_ints():
    for move in (hf.solve(3)[-1], next(iter(hf.solve(3))), next(reversed(hf.solve(3)))):
        assert repr(move) == "Move(disc=1, source=0, target=2)"
        assert {type(part) for part in move} == {int}


@pytest.mark.parametrize("key", [1.0, "1", None, (0, 1), True, np.True_])
def test_what_is_no_step_is_refused_by_its_type(key):
    with pytest.raises(TypeError, match=type(key).__name__):
        hf.solve(3)[key]


@given(st.data())
def test_any_step_of_a_huge_solution_is_found(data):
    discs = data.draw(st.sampled_from([64, 65, 128, 1000]))
    step = data.draw(oracles.steps(2**discs - 1))
    assert hf.solve(discs)[step] == oracles.tower_move(step, discs)
    assert hf.solve(discs, 0, source=2)[step] == oracles.tower_move(step, discs, 0, 2)


ENDS = st.one_of(st.none(), st.integers(-300, 300), st.just(10**30), st.just(-(10**30)))


@given(puzzles(), ENDS, ENDS, ENDS, ENDS)
def test_slices_and_slices_of_slices_are_those_of_the_list(puzzle, start, stop, inner_start, inner_stop):
    solution, moves = puzzle
    part, expected = solution[start:stop], moves[start:stop]
    assert isinstance(part, hf.Solution)
    assert part.count == len(expected)
    assert list(part) == expected
    assert list(part[inner_start:inner_stop]) == expected[inner_start:inner_stop]
    if expected:
        assert (part[0], part[-1]) == (expected[0], expected[-1])


STEPS = st.one_of(st.integers(-9, 9), st.just(10**30), st.just(-(10**30))).filter(bool)


@given(puzzles(), ENDS, ENDS, STEPS, ENDS, ENDS, STEPS)
def test_slices_with_a_step_are_those_of_the_list(puzzle, start, stop, step, inner_start, inner_stop, inner_step):
    solution, moves = puzzle
    part, expected = solution[start:stop:step], moves[start:stop:step]
    assert list(part) == expected
    assert (len(part), bool(part)) == (len(expected), bool(expected))
    assert list(part[inner_start:inner_stop:inner_step]) == expected[inner_start:inner_stop:inner_step]
    assert list(reversed(part)) == expected[::-1]
    assert [part[i] for i in range(-len(part), len(part))] == expected * 2
    with pytest.raises(IndexError, match=rf"^step {len(part)} is out of range for {len(part)} moves$"):
        part[len(part)]


def test_every_other_move_of_any_number_is_the_smallest_disc():
    part = hf.solve(100)[::2]
    assert part[2**98] == (1, *oracles.tower_move(2**99, 100)[1:])
    assert {move.disc for move in itertools.islice(part, 10_000)} == {1}
    assert repr(part[:3]) == f"<Selection: steps range(0, 6, 2) of {hf.solve(100)!r}>"
    with pytest.raises(OverflowError):
        len(part)


def test_a_slice_with_step_zero_is_refused():
    with pytest.raises(ValueError, match=r"^slice step cannot be zero$"):
        hf.solve(3)[::0]


def test_a_solution_is_a_sequence():
    solution = hf.solve(10)
    assert isinstance(solution, Sequence)
    assert set(random.sample(solution, 5)) <= set(solution)
    assert random.choice(solution) in solution
    assert weakref.ref(solution)() is solution


def test_equal_moves_are_one_object():
    moves = list(hf.solve(12))
    assert len({id(move) for move in moves}) == len(set(moves)) == 33
    assert {type(move) for move in moves} == {hf.Move}


@given(puzzles())
def test_iteration_is_each_move_in_order_forward_and_back(puzzle):
    solution, moves = puzzle
    assert list(solution) == moves
    assert list(reversed(solution)) == moves[::-1]
    assert list(reversed(solution[1:-1])) == moves[1:-1][::-1]


def test_iteration_goes_on_past_its_buffer():
    assert list(hf.solve(14)) == oracles.tower_moves(14)


def test_iteration_begins_at_once_however_many_moves_there_are():
    assert next(iter(hf.solve(1000))) == (1, 0, 1)
    assert list(itertools.islice(reversed(hf.solve(1000)), 2)) == [(1, 1, 2), (2, 0, 2)]
    assert list(hf.solve(1000)[2**999 - 1 :][:1]) == [(1000, 0, 2)]


def test_discs_beyond_two_bytes_are_shown():
    solution = hf.solve(66000)
    step = solution.index((66000, 0, 2))
    assert step == 2**65999 - 1
    assert list(solution[step : step + 1]) == [(66000, 0, 2)]
    assert solution[step : step + 1].array("discs").tolist() == solution.take([step])[:, 0].tolist() == [66000]


# Which moves there are.


@given(puzzles(), st.tuples(*[st.integers(-1, 8)] * 3), st.integers(0, 40), st.integers(0, 40))
def test_a_move_is_in_a_solution_and_has_its_index_if_the_list_has_it(puzzle, other, first, last):
    solution, moves = puzzle
    solution, moves = solution[first : first + last], moves[first : first + last]
    for move in {other, *moves}:
        assert (move in solution) is (move in moves)
        if move in moves:
            assert solution.index(move) == moves.index(move)
        else:
            with pytest.raises(ValueError, match=rf"^move {re.escape(str(move))} is not made in <Solution: "):
                solution.index(move)


@pytest.mark.parametrize("other", [None, 1, "102", (1, 0), [1, 0, 2], (1, 0, 2, 0), (1.5, 0, 2), ("1", 0, 2)])
def test_what_is_no_move_is_not_in_a_solution(other):
    assert other not in hf.solve(3)
    with pytest.raises(ValueError, match=r"is not made in <Solution: 3 discs, 3 pegs, 7 moves from peg 0 to peg 2>$"):
        hf.solve(3).index(other)


def test_a_move_is_looked_up_among_any_number():
    solution = hf.solve(1000)
    assert solution.index((1000, 0, 2)) == 2**999 - 1
    assert (1000, 2, 0) not in solution
    assert (999, 2, 1) not in solution[2**999 :]
    assert hf.solve(3).index((1, 0, 2), 1, 7) == hf.solve(3).index((1, 0, 2), -1) == 6
    with pytest.raises(ValueError, match=r"^move \(1, 0, 2\) is not made in "):
        hf.solve(3).index((1, 0, 2), 1, 6)
    assert hf.solve(1800, pegs=5).index((1800, 0, 4)) == hf.solve(1800, pegs=5).count // 2


# Many steps at once.


@given(puzzles(), st.data())
def test_moves_taken_at_many_steps_are_those_of_the_list(puzzle, data):
    solution, moves = puzzle
    first = data.draw(st.integers(0, len(moves)))
    part, moves = solution[first:], moves[first:]
    steps = data.draw(st.lists(st.integers(-len(moves), len(moves) - 1), max_size=20)) if moves else []
    expected = [list(moves[step]) for step in steps]
    for given_as in (steps, iter(steps), np.array(steps, np.int64), np.array(steps, object)):
        taken = part.take(given_as)
        assert (taken.dtype, taken.shape) == (np.uint8, (len(steps), 3))
        assert taken.tolist() == expected


@pytest.mark.parametrize("discs", [64, 65, 300])
def test_moves_are_taken_at_steps_past_64_bits(discs):
    solution = hf.solve(discs)
    steps = [0, 2**30 - 1, 2**31 - 1, 2**62 - 1, 2**63 - 1, 2**63, 2**64 - 2, 2 ** (discs - 1) - 1, solution.count - 1]
    expected = [list(oracles.tower_move(step, discs)) for step in steps]
    assert solution.take(steps).tolist() == expected
    assert solution.take(np.array(steps[:7], np.uint64)).tolist() == expected[:7]
    assert solution[steps[4] :].take(np.array([0, 1])).tolist() == expected[4:6]
    assert solution.take(steps).dtype == (np.uint8 if discs < 256 else np.uint16)


@pytest.mark.parametrize("moving", [1, 2, 3, 4])
@pytest.mark.parametrize("resting", [0, 1, 2, 300])
def test_moves_are_taken_where_only_some_of_the_discs_move(moving, resting):
    solution = hf.solve([0] * moving + [1] * resting, [2] * moving + [1] * resting)
    steps = list(range(solution.count))
    expected = [list(move) for move in oracles.tower_moves(moving)]
    assert solution.take(steps).tolist() == solution.take(np.array(steps)).tolist() == expected
    assert solution.take(steps).dtype == solution.array("moves").dtype


@pytest.mark.parametrize("steps", [[7], [-8], np.array([3, 7]), np.array([-8, 3]), np.array([7], object)])
def test_a_step_outside_is_not_taken(steps):
    with pytest.raises(ValueError, match=r"^step must be between -7 and 6, not (7|-8)$"):
        hf.solve(3).take(steps)


@pytest.mark.parametrize(
    ("steps", "text"),
    [
        (np.array([0.5]), "step must be an int, not 0.5 (float)"),
        (np.array([True]), "step must be an int, not True (bool)"),
        (np.array([[0, 1]]), "step must be an int, not [0, 1] (list)"),
        (["0"], "step must be an int, not '0' (str)"),
        (5, "'int' object is not iterable"),
        (np.array(5), "'int' object is not iterable"),
    ],
)
def test_steps_that_are_not_ints_are_not_taken(steps, text):
    with pytest.raises(TypeError, match=f"^{re.escape(text)}$"):
        hf.solve(3).take(steps)
