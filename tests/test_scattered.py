"""Short ways on many pegs: legal, the same both ways, made at once for hundreds of discs, and how short they are."""

import numpy as np
import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st

import hanoi_fast as hf
from hanoi_fast.puzzle.scattered import gathering_way, parking

puzzles = st.integers(3, 8).flatmap(lambda pegs: st.tuples(st.just(pegs), oracles.state_pairs(8, pegs)))


def gathered(start, goal, pegs):
    return hf.solve(list(start), list(goal), pegs=pegs, exact=False)


@given(puzzles)
def test_the_moves_are_legal_and_lead_there(drawn):
    pegs, (start, goal) = drawn
    assert oracles.replay(gathered(start, goal, pegs), start, pegs) == goal


@given(puzzles)
def test_the_way_back_is_the_same_way(drawn):
    pegs, (start, goal) = drawn
    assert gathered(start, goal, pegs).inverse() == gathered(goal, start, pegs)


@given(puzzles)
def test_it_is_never_shorter_than_a_shortest_way(drawn):
    pegs, (start, goal) = drawn
    if len(start) <= 5:
        assert gathered(start, goal, pegs).count >= hf.distance(list(start), list(goal), pegs=pegs)


@pytest.mark.parametrize("pegs", [4, 5, 7])
@pytest.mark.parametrize("discs", [1, 2, 8, 31, 64, 65])
def test_a_tower_goes_as_by_frame_and_stewart(discs, pegs):
    (only,) = gathering_way(bytes(discs), bytes([1]) * discs, pegs)
    assert only.moves == hf.count(discs, pegs)


@given(oracles.state_pairs(7, 3))
def test_on_three_pegs_it_is_the_shortest_way(pair):
    start, goal = pair
    moves = sum(whole.moves for whole in gathering_way(bytes(start), bytes(goal), 3))
    assert moves == hf.distance(list(start), list(goal))


# docs/searching.md says how far off it is on average; these are bounds for the states drawn here.
@pytest.mark.parametrize(
    ("pegs", "discs", "mean"),
    [(4, 3, 1.1), (4, 4, 1.25), (4, 5, 1.4), (4, 6, 1.4), (5, 4, 1.15), (5, 5, 1.35), (6, 5, 1.2)],
)
def test_it_is_not_much_longer_than_a_shortest_way(pegs, discs, mean):
    rng = np.random.default_rng(discs)
    ratios = []
    for goal in rng.integers(0, pegs, (4, discs)):
        states = rng.integers(0, pegs, (50, discs))
        shortest = hf.distance(states, goal, pegs=pegs)
        ratios += [
            gathered(state, goal, pegs).count / int(least)
            for state, least in zip(states, shortest, strict=True)
            if least
        ]
    assert 1 <= np.mean(ratios) <= mean


@pytest.mark.parametrize(("pegs", "discs"), [(4, 300), (5, 300), (16, 300), (17, 40), (256, 300), (4, 5000)])
def test_hundreds_of_discs_take_a_few_towers_each(pegs, discs):
    rng = np.random.default_rng(pegs)
    start, goal = rng.integers(0, pegs, (2, discs), np.uint8)
    solution = gathered(start, goal, pegs)
    assert len(solution._route.towers) < 6 * discs
    assert solution.state(solution.count).tolist() == goal.tolist()
    step = solution.count // 3
    assert solution.step_of(solution.state(step)) == step
    stop = min(step + 1000, solution.count)
    assert hf.verify(solution[step:stop], solution.state(step), solution.state(stop), pegs=pegs).complete


def test_pegs_that_are_not_all_joined_have_no_such_rule():
    with pytest.raises(ValueError, match=r"^a way that is not searched needs all 4 pegs joined: arcs='complete'$"):
        hf.solve([0, 1], 2, pegs=4, arcs="linear", exact=False)


def test_the_parking_peg_leaves_most_discs_and_then_has_most_of_the_small_ones():
    assert parking(bytes([0, 1, 2, 0]), bytes([3] * 4), (0, 1, 2, 3)) == (2, 1)
    assert parking(bytes([1, 1, 2, 2, 0]), bytes([3] * 5), (0, 1, 2, 3)) == (3, 1)
