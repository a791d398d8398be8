"""Any state to any state on three pegs along any arcs, judged by a search."""

import itertools
import random

import pytest
from graph_oracles import all_graphs, replay_along, ways_along
from hypothesis import given
from hypothesis import strategies as st

import hanoi_fast as hf

GRAPHS = list(all_graphs(3))
IDS = ["".join(f"{a}{b}," for a, b in sorted(arcs)) for arcs in GRAPHS]


def states_of(discs):
    return list(itertools.product(range(3), repeat=discs))


def test_there_are_seventeen_graphs_besides_the_complete_one():
    assert len(GRAPHS) == 17


@pytest.mark.parametrize("arcs", GRAPHS, ids=IDS)
def test_between_all_pairs_of_states_the_moves_are_legal_and_as_few_as_the_search_finds(arcs):
    for start in states_of(3):
        for goal, (moves, ways) in ways_along(arcs, start).items():
            solution = hf.solve(start, goal, arcs=arcs)
            assert replay_along(arcs, solution, start) == goal
            assert (solution.count, solution.unique, solution.optimal) == (moves, ways == 1, True)


@pytest.mark.parametrize("discs", [4, 5, 6])
@pytest.mark.parametrize("arcs", GRAPHS, ids=IDS)
def test_between_sampled_pairs_of_more_discs_they_are_as_few(arcs, discs):
    rng = random.Random(discs)
    for start in rng.sample(states_of(discs), 3):
        found = ways_along(arcs, start)
        for goal in rng.sample(sorted(found), 40):
            solution = hf.solve(start, goal, arcs=arcs)
            assert (solution.count, solution.unique) == (found[goal][0], found[goal][1] == 1)
            assert tuple(solution.target.tolist()) == goal


@given(st.sampled_from(GRAPHS), st.integers(1, 5), st.data())
def test_each_state_on_the_way_is_that_of_the_replay_and_the_way_back_is_one(arcs, discs, data):
    start, goal = (data.draw(st.tuples(*[st.integers(0, 2)] * discs)) for _ in range(2))
    solution = hf.solve(start, goal, arcs=arcs)
    state = list(start)
    for step, move in enumerate([*solution, None]):
        assert solution.state(step).tolist() == state
        assert solution.step_of(state) == step
        if move:
            state[move.disc - 1] = move.target
    back = solution.inverse()
    reversed_arcs = {(b, a) for a, b in arcs}
    assert replay_along(reversed_arcs, back, goal) == start
    # From goal to start along the other arcs there may be several ways as short.
    assert hf.solve(goal, start, arcs=reversed_arcs).count == back.count


def test_hundreds_of_discs_are_gathered():
    rng = random.Random(1)
    start = [rng.randrange(3) for _ in range(400)]
    solution = hf.solve(start, 2, arcs="cyclic")
    arcs = {(0, 1), (1, 2), (2, 0)}
    for step in (0, solution.count // 2, solution.count - 30):
        window = solution[step : step + 30]
        assert replay_along(arcs, window, window.start.tolist()) == tuple(window.target.tolist())
    assert solution.target.tolist() == [2] * 400


def test_a_disc_that_is_home_may_still_have_to_leave():
    assert [tuple(move) for move in hf.solve([2, 0], 2, arcs="linear")][:1] == [(2, 0, 1)]
    assert hf.solve([2, 0], [2, 1], arcs="linear").count == 1
    assert hf.solve([1, 0], [1, 1], arcs="linear").count == 3
