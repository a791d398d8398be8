"""Distances, next moves and numbers of shortest ways on other than three pegs, against a slow search."""

import re

import numpy as np
import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st

import hanoi_fast as hf

PUZZLES = [(3, 3), (4, 1), (4, 3), (4, 4), (5, 3), (6, 3), (16, 1)]


def table(discs, pegs):
    states = oracles.all_states(discs, pegs)
    return states, np.array(states, np.uint8)


def is_next(state, move, found, pegs):
    """Whether a move is the first of a shortest way: of distances from the goal, one less."""
    if found[state] == 0:
        return tuple(move) == (0, 0, 0)
    return tuple(move) in oracles.legal_moves(state, pegs) and found[oracles.after(state, move)] == found[state] - 1


@pytest.mark.parametrize(("pegs", "discs"), PUZZLES)
def test_many_states_are_looked_up(pegs, discs):
    states, array = table(discs, pegs)
    for goal in states[::17]:
        found = oracles.distances(goal, pegs)
        distances = hf.distance(array, goal, pegs=pegs)
        assert distances.dtype == np.uint64
        assert distances.tolist() == [found[state] for state in states]
        moves = hf.next_move(array, np.array(goal), pegs=pegs)
        assert (moves.dtype, moves.shape) == (np.uint8, (len(states), 3))
        assert all(is_next(state, move, found, pegs) for state, move in zip(states, moves.tolist(), strict=True))


@pytest.mark.parametrize(("pegs", "discs"), PUZZLES)
def test_one_state_is_searched(pegs, discs):
    states, _ = table(discs, pegs)
    goal = states[len(states) // 3]
    found = oracles.distances(goal, pegs)
    for state in states[::7]:
        assert hf.distance(state, goal, pegs=pegs) == found[state]
        assert is_next(state, hf.next_move(state, goal, pegs=pegs) or (0, 0, 0), found, pegs)


@given(st.integers(4, 6).flatmap(lambda pegs: st.tuples(st.just(pegs), st.lists(oracles.state_pairs(3, pegs)))))
def test_rows_may_have_targets_of_their_own(drawn):
    pegs, pairs = drawn
    pairs = [pair for pair in pairs if len(pair[0]) == 3]
    starts, goals = (np.array([pair[side] for pair in pairs], np.uint8).reshape(-1, 3) for side in (0, 1))
    expected = [oracles.distances(goal, pegs)[start] for start, goal in pairs]
    assert hf.distance(starts, goals, pegs=pegs).tolist() == expected
    for (start, goal), move in zip(pairs, hf.next_move(starts, goals, pegs=pegs).tolist(), strict=True):
        assert is_next(start, move, oracles.distances(goal, pegs), pegs)


def test_a_target_may_be_a_peg():
    assert hf.distance([0, 3, 1], 2, pegs=4) == 3
    assert hf.distance([[0, 3, 1], [2, 2, 2]], 2, pegs=4).tolist() == [3, 0]
    assert hf.next_move([2, 2, 2], 2, pegs=4) is None
    assert hf.distance([0], 1, pegs=2) == 1


@pytest.mark.parametrize("shape", [(0, 3), (3, 0), (0, 0)])
def test_nothing_has_no_distance(shape):
    empty = np.empty(shape, np.uint8)
    assert hf.distance(empty, 1, pegs=4).tolist() == [0] * shape[0]
    assert hf.next_move(empty, 1, pegs=4).tolist() == [[0, 0, 0]] * shape[0]


def test_a_tower_of_any_size_on_four_pegs_needs_no_search():
    assert hf.distance([0] * 300, 2, pegs=4) == hf.count(300, 4)
    assert hf.distance([0] * 300 + [1], [2] * 300 + [1], pegs=4) == hf.count(300, 4)


def test_larger_discs_in_place_leave_a_small_table():
    states = np.zeros((2, 60), np.uint8)
    states[1, :3] = [0, 3, 1]
    assert hf.distance(states, [2, 2, 2] + [0] * 57, pegs=4).tolist() == [5, 3]
    assert hf.next_move(states, [2, 2, 2] + [0] * 57, pegs=4)[1, 0] in (1, 3)


def test_more_discs_than_a_byte_holds_are_moved_as_two_bytes():
    states = np.zeros((1, 300), np.uint8)
    states[0, 0] = 1
    moves = hf.next_move(states, 0, pegs=4)
    assert (moves.dtype, moves.tolist()) == (np.uint16, [[1, 1, 0]])


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        (([0, 4], 1, 4), ValueError, "the peg of disc 2 in state must be between 0 and 3, not 4"),
        (([0, 1], 4, 4), ValueError, "target must be between 0 and 3, not 4"),
        (([0, 1], [1], 4), ValueError, "target must have as many discs as the state, 2, not 1"),
        (([[0, 1]], [[1, 1], [0, 0]], 4), ValueError, "target must have the shape of the states, (1, 2), not (2, 2)"),
        (([0, 1], 1, 2), ValueError, "2 discs need at least 3 pegs, not 2"),
        (([[0, 1]], 1, 2), ValueError, "2 discs need at least 3 pegs, not 2"),
        (([0, 1], 1, 1), ValueError, "pegs must be between 2 and 256, not 1"),
        (([0, 1], 1, 257), ValueError, "pegs must be between 2 and 256, not 257"),
        (([0, 1], 1, 17), ValueError, "a search takes at most 16 pegs, not 17"),
        (([0, 1], 1, 4.0), TypeError, "pegs must be an int, not 4.0 (float)"),
    ],
)
@pytest.mark.parametrize("ask", [hf.distance, hf.next_move])
def test_what_cannot_be_asked_is_refused(ask, arguments, error, text):
    states, target, pegs = arguments
    with pytest.raises(error, match=f"^{re.escape(text)}"):
        ask(states, target, pegs=pegs)


@pytest.mark.parametrize("ask", [hf.distance, hf.next_move])
def test_what_does_not_fit_the_memory_is_refused_with_the_numbers(ask):
    states = np.zeros((2, 14), np.uint8)
    states[0, -1] = 3
    with pytest.raises(
        MemoryError, match=r"^the distances of all 4\*\*14 states of 14 discs .* more than the 1000000 "
    ):
        ask(states, 1, pegs=4, memory=1_000_000)
    with pytest.raises(MemoryError, match=r"^the search among the 5\*\*12 states of 12 discs on 5 pegs has filled"):
        ask([0] * 12, 1, pegs=5, memory=1_000_000)


# ---- how many shortest ways ----


def test_ways_from_tower_to_tower_are_as_many_as_known():
    assert [hf.shortest_paths([0] * n, 3, pegs=4) for n in range(1, 7)] == [1, 2, 2, 22, 40, 18]


@pytest.mark.parametrize(("pegs", "discs"), [(3, 4), (4, 3), (4, 4), (5, 3), (6, 2)])
def test_ways_are_counted_as_a_slow_search_counts_them(pegs, discs):
    states = oracles.all_states(discs, pegs)
    for start in states[:: len(states) // 9]:
        for goal, (_, ways) in list(oracles.search(start, pegs).items())[::5]:
            assert hf.shortest_paths(start, goal, pegs=pegs) == ways


def test_ways_on_three_pegs_are_one_or_two_at_any_size():
    assert hf.shortest_paths([0, 1] + [2] * 500, [1, 0] + [2] * 500) == 2
    assert hf.shortest_paths([0] * 500, 2) == 1
    assert hf.shortest_paths([0] * 500, 0) == hf.shortest_paths([1, 2], [1, 2], pegs=5) == 1


def test_ways_are_refused_like_distances():
    with pytest.raises(MemoryError, match=r"^the distances of all 4\*\*20 states of 20 discs on 4 pegs"):
        hf.shortest_paths([0] * 20, 3, pegs=4, memory=1 << 20)
    with pytest.raises(ValueError, match=r"^target must have as many discs as the state, 2, not 3$"):
        hf.shortest_paths([0, 1], [1, 1, 1], pegs=4)
    with pytest.raises(ValueError, match=r"^2 discs need at least 3 pegs, not 2$"):
        hf.shortest_paths([0, 1], 1, pegs=2)
    with pytest.raises(ValueError, match=r"^pegs must be between 2 and 16, not 17$"):
        hf.shortest_paths([0, 1], 1, pegs=17)
