"""States along a solution, many at once, are those that are found one by one."""

import numpy as np
import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st

import hanoi_fast as hf
from hanoi_fast.kernels.path import fill_states_at, fill_steps_of, follow


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16, np.uint32, np.uint64])
@pytest.mark.parametrize("discs", [1, 2, 7])
def test_each_row_is_the_row_before_after_one_move(discs, dtype):
    moves = oracles.tower_moves(discs)
    states = np.zeros((len(moves) + 1, discs), np.uint8)
    follow(np.array(moves, dtype), states)
    state = [0] * discs
    for row, (disc, _, target) in zip(states[1:], moves, strict=True):
        state[disc - 1] = target
        assert row.tolist() == state


def test_no_moves_leave_the_first_row_as_it_is():
    states = np.array([[2, 1]], np.uint8)
    follow(np.empty((0, 3), np.uint8), states)
    assert states.tolist() == [[2, 1]]


@given(st.sampled_from([1, 2, 8, 31, 32, 33, 62, 63, 64]), st.permutations([0, 1, 2]), st.data())
def test_states_at_any_steps_are_those_of_the_tower_and_lead_back_to_the_steps(discs, pegs, data):
    steps = data.draw(st.lists(oracles.steps(2**discs), max_size=20))
    out = np.full((len(steps), discs), 9, np.uint8)
    fill_states_at(out, np.array(steps, np.uint64), bytes(pegs))
    source, _, target = pegs
    solution = hf.solve(discs, target, source=source)
    assert out.tolist() == [solution.state(step).tolist() for step in steps]
    back = np.full(len(steps), 7, np.uint64)
    assert fill_steps_of(out, back, bytes(pegs)) == -1
    assert back.tolist() == steps


def test_the_first_state_that_is_not_on_the_way_is_told():
    states = np.array([[0, 0], [1, 0], [0, 1], [2, 2]], np.uint8)
    out = np.zeros(4, np.uint64)
    assert fill_steps_of(states, out, bytes((0, 1, 2))) == 2
    assert out[:2].tolist() == [0, 1]


def test_no_discs_are_at_step_zero():
    out = np.full(3, 7, np.uint64)
    fill_states_at(np.empty((3, 0), np.uint8), out, bytes((0, 1, 2)))
    assert fill_steps_of(np.empty((3, 0), np.uint8), out, bytes((0, 1, 2))) == -1
    assert out.tolist() == [0, 0, 0]
