"""Routes: from any state to a peg or to any state in the fewest moves, judged by breadth-first search."""

import itertools
import random

import numpy as np
import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st

import hanoi_fast as hf
from hanoi_fast import reference
from hanoi_fast.puzzle.regrouping import third
from hanoi_fast.puzzle.routes import is_tower, standing


def check(start, goal, distance, ways):
    """The route is legal, ends on the goal, is as short as can be, and knows whether it is the only one."""
    solution = hf.solve(start, goal)
    moves = [tuple(move) for move in solution]
    assert oracles.replay(moves, start) == tuple(goal)
    assert len(moves) == solution.count == distance
    assert solution.unique is (ways == 1)
    return solution


@pytest.mark.parametrize("discs", range(1, 6))
@pytest.mark.parametrize("peg", range(3))
def test_from_every_state_to_a_peg_it_takes_as_few_moves_as_the_search(discs, peg):
    found = oracles.search((peg,) * discs)
    for start in oracles.all_states(discs):
        solution = hf.solve(start, peg)
        assert oracles.replay(solution, start) == (peg,) * discs
        assert (solution.count, solution.unique) == (found[start][0], True)


@pytest.mark.parametrize("discs", range(1, 4))
def test_between_all_pairs_of_states_it_takes_as_few_moves_as_the_search(discs):
    for start in oracles.all_states(discs):
        for goal, (distance, ways) in oracles.search(start).items():
            check(start, goal, distance, ways)


def test_between_all_pairs_of_four_discs_it_takes_as_few_moves_as_the_search():
    for start in oracles.all_states(4):
        for goal, (distance, ways) in oracles.search(start).items():
            solution = hf.solve(start, goal)
            assert (solution.count, solution.unique) == (distance, ways == 1)
            assert oracles.replay(solution.array().tolist(), start) == goal


@pytest.mark.parametrize("discs", [5, 6])
def test_between_sampled_pairs_of_states_it_takes_as_few_moves_as_the_search(discs):
    rng = random.Random(discs)
    for start in rng.sample(oracles.all_states(discs), 12):
        found = oracles.search(start)
        for goal in rng.sample(sorted(found), 40):
            check(start, goal, *found[goal])


@pytest.mark.parametrize(("discs", "total"), [(1, 3), (2, 72), (3, 1419), (4, 26580)])
def test_the_distances_between_all_pairs_have_the_known_sum(discs, total):
    pairs = itertools.combinations(oracles.all_states(discs), 2)
    assert sum(hf.solve(start, goal).count for start, goal in pairs) == total


def test_the_largest_disc_moves_twice_where_that_is_shorter():
    solution = hf.solve([1, 1, 0], [0, 0, 1])
    assert solution.count == 5
    assert [move.disc for move in solution].count(3) == 2
    assert solution.unique


def test_of_two_ways_as_short_the_one_in_which_the_largest_disc_moves_once_is_taken():
    solution = hf.solve([0, 1], [1, 0])
    assert solution.count == 3
    assert [move.disc for move in solution].count(2) == 1
    assert not solution.unique


@given(oracles.states(max_discs=9), st.integers(0, 2))
def test_regrouping_is_that_of_the_recursive_procedure(start, peg):
    assert list(hf.solve(start, peg)) == list(reference.regroup(start, peg))


@given(oracles.state_pairs(max_discs=8))
def test_the_way_back_is_the_reversed_sequence_with_source_and_target_exchanged(pair):
    start, goal = pair
    solution = hf.solve(start, goal)
    back = solution.inverse()
    assert list(back) == [(disc, target, source) for disc, source, target in reversed(list(solution))]
    assert back.start.tolist() == list(goal)
    assert back.target.tolist() == list(start)
    assert back.inverse() == solution


@given(oracles.state_pairs(max_discs=7))
def test_each_state_on_the_way_is_that_of_the_replay_and_has_its_step(pair):
    solution = hf.solve(*pair)
    state = pair[0]
    for step, move in enumerate([*solution, None]):
        assert solution.state(step).tolist() == list(state)
        assert solution.step_of(state) == step
        state = oracles.after(state, move) if move else state


@given(oracles.state_pairs(max_discs=4))
def test_a_state_off_the_way_has_no_step(pair):
    solution = hf.solve(*pair)
    passed = {tuple(solution.state(step).tolist()) for step in range(solution.count + 1)}
    for state in oracles.all_states(len(pair[0])):
        if state not in passed:
            with pytest.raises(ValueError, match="is not on the path from <Solution: "):
                solution.step_of(state)


@pytest.mark.parametrize("to_peg", [True, False])
def test_a_thousand_discs_are_brought_home(to_peg):
    rng = np.random.default_rng(3)
    start = rng.integers(0, 3, 1000, dtype=np.uint8)
    goal = np.full(1000, 2, np.uint8) if to_peg else rng.integers(0, 3, 1000, dtype=np.uint8)
    solution = hf.solve(start, 2 if to_peg else goal)
    if to_peg:
        assert solution.count == reference.regroup_count(start.tolist(), 2)
    assert solution.start.tolist() == start.tolist()
    assert solution.target.tolist() == goal.tolist()
    for step in (0, solution.count // 3, solution.count - 20):
        window = solution[step : step + 20]
        assert oracles.replay(window, window.start.tolist()) == tuple(window.target.tolist())
        assert solution.step_of(window.start) == step
        assert window[7] == solution[step + 7]


def test_a_whole_tower_given_as_a_state_is_the_puzzle_of_that_many_discs():
    assert hf.solve([1] * 6, [0] * 6) == hf.solve(6, 0, source=1)
    assert hf.solve([1] * 6, 0, pegs=4) == hf.solve(6, 0, source=1, pegs=4)


def test_the_position_left_in_a_game_takes_the_known_moves():
    assert hf.solve([1, 1, 0], 2).count == 4
    assert hf.solve([0, 0], 2)[0] == (1, 0, 1)
    with pytest.raises(ValueError, match=r"state \[2, 2, 0\] is not on the path from <Solution: 3 discs"):
        hf.solve(3).step_of([2, 2, 0])


@given(oracles.states())
def test_a_tower_is_a_state_on_one_peg(state):
    assert is_tower(bytes(state)) is (len(set(state)) <= 1)


@pytest.mark.parametrize(("peg", "other"), list(itertools.permutations(range(3), 2)))
def test_the_third_peg_is_neither(peg, other):
    assert {peg, other, third(peg, other)} == {0, 1, 2}


@pytest.mark.parametrize(
    ("state", "text"),
    [
        ([], "[]"),
        ([1], "peg 1"),
        ([2] * 100, "peg 2"),
        ([0, 1, 2], "[0, 1, 2]"),
        ([0, 1] * 7, "[0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, ...]"),
    ],
)
def test_a_state_is_said_in_few_words(state, text):
    assert standing(bytes(state)) == text
