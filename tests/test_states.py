"""States: what is taken for one and what is refused; stacks, legal moves and numbers."""

import re

import numpy as np
import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanoi_fast.puzzle.moves import Move
from hanoi_fast.puzzle.states import as_state, as_states, legal_moves, rank, stacks_of, state_from_stacks, unrank

# ---- what is taken ----


@pytest.mark.parametrize(
    "state",
    [
        [0, 2, 1],
        (0, 2, 1),
        b"\0\2\1",
        [np.uint8(0), np.int64(2), 1],
        np.array([0, 2, 1], np.int8),
        np.array([0, 2, 1], np.uint64),
        np.array([0, 9, 2, 9, 1], ">i4")[::2],
    ],
)
def test_a_sequence_or_array_of_ints_becomes_an_array_of_its_own(state):
    result = as_state(state)
    assert result.tolist() == [0, 2, 1]
    assert result.dtype == np.uint8
    assert result.flags.c_contiguous
    assert result.flags.writeable


def test_a_state_is_always_a_copy():
    state = np.array([0, 1], np.uint8)
    as_state(state)[0] = 2
    assert state.tolist() == [0, 1]


def test_an_empty_state_is_a_state():
    assert as_state([]).shape == as_state(np.empty(0, int)).shape == (0,)
    assert as_states([]).shape == (0, 0)
    assert as_states(np.empty((0, 5), np.int64)).shape == (0, 5)


def test_states_in_order_are_not_copied():
    states = np.zeros((4, 3), np.uint8)
    states.flags.writeable = False
    assert as_states(states) is states


@pytest.mark.parametrize(
    "states",
    [
        [[0, 2], (1, 1)],
        ([0, 2], np.array([1, 1])),
        np.array([[0, 2], [1, 1]]),
        np.array([[0, 2], [1, 1]], np.uint8, order="F"),
    ],
)
def test_rows_become_an_array_in_order(states):
    result = as_states(states)
    assert result.tolist() == [[0, 2], [1, 1]]
    assert result.dtype == np.uint8
    assert result.flags.c_contiguous


def test_256_pegs_are_the_most():
    assert as_state([255], 256).tolist() == [255]
    with pytest.raises(ValueError, match="pegs must be between 1 and 256, not 257"):
        as_state([0], 257)


# ---- what is refused ----

WRONG_STATES = [
    ([0, 3], 3, ValueError, "the peg of disc 2 in state must be between 0 and 2, not 3"),
    ([0, 3, 4], 4, ValueError, "the peg of disc 3 in state must be between 0 and 3, not 4"),
    ([-1], 3, ValueError, "the peg of disc 1 in state must be between 0 and 2, not -1"),
    (np.array([0, 300]), 256, ValueError, "the peg of disc 2 in state must be between 0 and 255, not 300"),
    (np.array([0, 1, -1]), 3, ValueError, "the peg of disc 3 in state must be between 0 and 2, not -1"),
    (np.array([0, 1, 2, 3], np.uint8), 3, ValueError, "disc 4 in state must be between 0 and 2, not 3"),
    ([True, 0], 3, TypeError, "the peg of disc 1 in state must be an int, not True (bool)"),
    ([0, 1.0], 3, TypeError, "the peg of disc 2 in state must be an int, not 1.0 (float)"),
    ([0, [1]], 3, TypeError, "the peg of disc 2 in state must be an int, not [1] (list)"),
    ("012", 3, TypeError, "the peg of disc 1 in state must be an int, not '0' (str)"),
    (np.array([0.0, 1.0]), 3, TypeError, "state must be an array of ints, not of float64"),
    (np.array([True]), 3, TypeError, "state must be an array of ints, not of bool"),
    (np.array([0, 1], object), 3, TypeError, "state must be an array of ints, not of object"),
    (np.zeros((2, 2), int), 3, ValueError, "state must have the shape (n,), a peg for each disc, not (2, 2)"),
    (np.array(0), 3, ValueError, "state must have the shape (n,), a peg for each disc, not ()"),
    ({0, 1}, 3, TypeError, "state must be a sequence or an array of ints, not {0, 1} (set)"),
    (None, 3, TypeError, "state must be a sequence or an array of ints, not None (NoneType)"),
]


@pytest.mark.parametrize(("state", "pegs", "error", "text"), WRONG_STATES)
def test_a_wrong_state_is_refused(state, pegs, error, text):
    with pytest.raises(error, match=re.escape(text)):
        as_state(state, pegs)


WRONG_ROWS = [
    ([[0, 0], [0, 3]], ValueError, "the peg of disc 2 in row 1 of states must be between 0 and 2, not 3"),
    (np.array([[0, 0], [0, 3], [3, 3]], np.uint8), ValueError, "disc 2 in row 1 of states must be between"),
    (
        np.array([[0, 0], [0, 0], [-4, 0]]),
        ValueError,
        "disc 1 in row 2 of states must be between 0 and 2, not -4",
    ),
    ([[0, 0], [0]], ValueError, "states must have equally many discs in each row"),
    (
        [[0, 0], [0, False]],
        TypeError,
        "the peg of disc 2 in row 1 of states must be an int, not False (bool)",
    ),
    (np.zeros((2, 2)), TypeError, "states must be an array of ints, not of float64"),
    (np.zeros((2, 2), bool), TypeError, "states must be an array of ints, not of bool"),
    (np.zeros(2, int), ValueError, "states must have the shape (M, n), a row for each state, not (2,)"),
    (np.zeros((1, 1, 1), int), ValueError, "states must have the shape (M, n), a row for each state"),
    (7, TypeError, "states must be a sequence or an array of ints, not 7 (int)"),
]


@pytest.mark.parametrize(("states", "error", "text"), WRONG_ROWS)
def test_wrong_rows_are_refused_by_the_first_of_them(states, error, text):
    with pytest.raises(error, match=re.escape(text)):
        as_states(states)


def test_the_caller_may_name_what_is_refused():
    with pytest.raises(ValueError, match="the peg of disc 1 in start must be"):
        as_state([9], name="start")
    with pytest.raises(ValueError, match="the peg of disc 1 in row 0 of ends must be"):
        as_states([[9]], name="ends")


# ---- stacks ----


@given(st.integers(1, 6).flatmap(lambda pegs: st.tuples(oracles.states(8, pegs), st.just(pegs))))
def test_stacks_and_states_say_the_same(case):
    state, pegs = case
    stacks = oracles.stacks_of(state, pegs)
    assert stacks_of(state, pegs) == stacks
    assert state_from_stacks(stacks).tolist() == state_from_stacks(stacks, pegs).tolist() == list(state)


WRONG_STACKS = [
    ([[3, 2], [2], [1]], None, ValueError, "disc 2 stands twice: on peg 0 and on peg 1"),
    ([[1, 1], [], []], None, ValueError, "disc 1 stands twice: on peg 0 and on peg 0"),
    ([[4, 1], [2], []], None, ValueError, "disc 3 is missing: the 3 discs go up to 4"),
    ([[10**60], [], []], None, ValueError, "disc 1 is missing: the 1 discs go up to an int of 200 bits"),
    ([[1, 2], [], []], None, ValueError, "disc 2 lies on the smaller disc 1 on peg 0"),
    ([[0], [], []], None, ValueError, "a disc on peg 0 must be at least 1, not 0"),
    ([[], ["A"], []], None, TypeError, "a disc on peg 1 must be an int, not 'A' (str)"),
    ([[True], [], []], None, TypeError, "a disc on peg 0 must be an int, not True (bool)"),
    ([1, 2], None, TypeError, "stack 0 must be a sequence or an array of ints, not 1 (int)"),
    (None, None, TypeError, "stacks must be a sequence or an array of ints, not None"),
    ([[1], []], 3, ValueError, "there must be a stack for each of the 3 pegs, not 2 stacks"),
    ([], None, ValueError, "pegs must be between 1 and 256, not 0"),
]


@pytest.mark.parametrize(("stacks", "pegs", "error", "text"), WRONG_STACKS)
def test_contradictory_stacks_are_refused(stacks, pegs, error, text):
    with pytest.raises(error, match=re.escape(text)):
        state_from_stacks(stacks, pegs)


# ---- legal moves ----


@given(st.integers(1, 6).flatmap(lambda pegs: st.tuples(oracles.states(8, pegs), st.just(pegs))))
def test_legal_moves_are_those_of_the_rules_by_disc_and_target(case):
    state, pegs = case
    moves = legal_moves(state, pegs)
    assert moves == sorted(oracles.legal_moves(state, pegs))
    assert all(type(move) is Move and all(type(part) is int for part in move) for move in moves)


@pytest.mark.parametrize(("pegs", "edges"), [(3, [3, 12, 39, 120, 363]), (4, [6, 36, 168, 720])])
def test_the_legal_moves_are_the_edges_of_the_hanoi_graph(pegs, edges):
    for discs, expected in enumerate(edges, 1):
        states = oracles.all_states(discs, pegs)
        assert sum(len(legal_moves(state, pegs)) for state in states) == 2 * expected


def test_a_large_number_of_pegs_or_discs_is_no_matter():
    assert len(legal_moves([0] * 1000)) == 2
    assert len(legal_moves([255], 256)) == 255


# ---- numbers ----


@pytest.mark.parametrize(("largest_first", "number"), [((1, 2, 0, 1, 1), 139), ((2, 0, 0), 18), ((), 0)])
def test_states_are_numbered_as_in_the_literature(largest_first, number):
    state = largest_first[::-1]
    assert rank(state) == number
    assert type(rank(state)) is int
    assert unrank(number, len(state)).tolist() == list(state)


@pytest.mark.parametrize(("discs", "pegs"), [(0, 3), (1, 1), (5, 3), (4, 4), (3, 7), (7, 2)])
def test_numbers_count_the_states_in_order(discs, pegs):
    states = [state[::-1] for state in oracles.all_states(discs, pegs)]
    numbers = np.arange(pegs**discs)
    assert unrank(numbers, discs, pegs).tolist() == list(map(list, states))
    assert rank(unrank(numbers, discs, pegs), pegs).tolist() == numbers.tolist()


@pytest.mark.parametrize(("discs", "pegs"), [(40, 3), (31, 4), (63, 2), (7, 256), (27, 5)])
def test_the_last_number_fits_and_the_one_past_it_is_refused(discs, pegs):
    last = pegs**discs - 1
    top = np.full((2, discs), pegs - 1)
    assert rank(top, pegs).tolist() == [last, last]
    assert rank(top[0], pegs) == last
    assert unrank(last, discs, pegs).tolist() == top[0].tolist()
    assert unrank(np.array([last, 0], np.uint64), discs, pegs)[0].tolist() == top[0].tolist()
    with pytest.raises(ValueError, match=f"a rank must be between 0 and {last}, not {last + 1}"):
        unrank(last + 1, discs, pegs)


@pytest.mark.parametrize(("discs", "pegs"), [(41, 3), (32, 4), (64, 2), (8, 256), (10**6, 3)])
def test_more_states_than_64_bits_number_are_refused(discs, pegs):
    text = re.escape(f"pegs**discs must be less than 2**64 for numbers, not {pegs}**{discs}")
    with pytest.raises(ValueError, match=text):
        unrank(0, discs, pegs)
    with pytest.raises(ValueError, match=text):
        rank(np.zeros((1, discs), np.uint8), pegs)


WRONG_NUMBERS = [
    (-1, ValueError, "a rank must be between 0 and 26, not -1"),
    (27, ValueError, "a rank must be between 0 and 26, not 27"),
    (True, TypeError, "a rank must be an int, not True (bool)"),
    (1.0, TypeError, "a rank must be an int, not 1.0 (float)"),
    ([0, 1.5], TypeError, "a rank must be an int, not 1.5 (float)"),
    (np.array([0, 27]), ValueError, "a rank must be between 0 and 26, not"),
    (np.array([0, -1]), ValueError, "a rank must be between 0 and 26, not"),
    (np.array([0.0]), TypeError, "ranks must be an array of ints, not of float64"),
    (np.array([True]), TypeError, "ranks must be an array of ints, not of bool"),
    (np.zeros((1, 1), int), ValueError, "ranks must have the shape (M,), not (1, 1)"),
]


@pytest.mark.parametrize(("numbers", "error", "text"), WRONG_NUMBERS)
def test_wrong_numbers_are_refused(numbers, error, text):
    with pytest.raises(error, match=re.escape(text)):
        unrank(numbers, 3)


def test_many_numbers_give_rows_and_one_gives_one():
    assert unrank([0, 18], 3).tolist() == [[0, 0, 0], [0, 0, 2]]
    assert unrank([], 3).shape == (0, 3)
    assert unrank(np.uint8(18), 3).tolist() == unrank(np.array(18), 3).tolist() == [0, 0, 2]
    assert rank([[0, 0, 2]]).tolist() == [18]
    assert rank(np.zeros((0, 4), int)).shape == (0,)
