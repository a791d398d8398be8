"""The states a solution leads through, and the step of each."""

import re

import numpy as np
import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st
from solutions import puzzles

import hanoi_fast as hf


@given(puzzles(), st.integers(0, 300), st.integers(0, 300))
def test_states_are_those_of_the_replay_and_step_of_is_their_inverse(puzzle, first, count):
    solution, moves = puzzle
    state = oracles.replay(moves[:first], solution.start.tolist(), solution.pegs)
    part = solution[first : first + count]
    assert part.start.tolist() == list(state)
    for step, move in enumerate([*moves[first : first + count], None]):
        found = part.state(step)
        assert (found.dtype, found.tolist()) == (np.uint8, list(state))
        assert part.step_of(found) == part.step_of(list(state)) == step
        state = oracles.after(state, move) if move else state
    assert part.target.tolist() == list(state)


@given(st.data())
def test_any_state_of_a_huge_solution_is_found_and_found_again(data):
    discs = data.draw(st.sampled_from([64, 65, 1000]))
    step = data.draw(oracles.steps(2**discs))
    state = hf.solve(discs).state(step)
    assert tuple(state) == oracles.tower_state(step, discs)
    assert hf.solve(discs).step_of(state) == step


@given(st.integers(5, 60), st.integers(4, 8), st.data())
def test_any_step_on_many_pegs_leads_from_its_state_to_the_next(discs, pegs, data):
    solution = hf.solve(discs, pegs=pegs)
    step = data.draw(oracles.steps(solution.count))
    assert oracles.replay([solution[step]], solution.state(step), pegs) == tuple(solution.state(step + 1))
    assert solution.step_of(solution.state(step)) == step


@pytest.mark.parametrize(("step", "limit"), [(-1, 7), (8, 7)])
def test_a_state_before_the_start_or_past_the_end_is_refused(step, limit):
    with pytest.raises(ValueError, match=rf"^step must be between 0 and {limit}, not {step}$"):
        hf.solve(3).state(step)


@pytest.mark.parametrize("step", [1.0, True, "1", None])
def test_a_step_that_is_not_an_int_is_refused_by_its_type(step):
    text = re.escape(f"step must be an int, not {step!r} ({type(step).__name__})")
    for call in (hf.solve(3).state, lambda step: hf.solve(3).take([step])):
        with pytest.raises(TypeError, match=f"^{text}$"):
            call(step)


@pytest.mark.parametrize(
    ("state", "error", "text"),
    [
        ([2, 2, 0], ValueError, "state [2, 2, 0] is not on the path from <Solution: 3 discs, 3 pegs, 5 moves from "),
        ([0, 0, 0], ValueError, "state peg 0 is not on the path from <Solution: 3 discs, 3 pegs, 5 moves from "),
        ([2, 2, 2], ValueError, "state peg 2 is not on the path from <Solution: 3 discs, 3 pegs, 5 moves from "),
        ([0, 0], ValueError, "state must have 3 discs, not 2"),
        ([0, 3, 0], ValueError, "the peg of disc 2 in state must be between 0 and 2, not 3"),
        (np.zeros(3), TypeError, "state must be an array of ints, not of float64"),
        (3, TypeError, "state must be a sequence or an array of ints, not 3 (int)"),
    ],
)
def test_a_state_that_has_no_step_is_refused(state, error, text):
    with pytest.raises(error, match=f"^{re.escape(text)}"):
        hf.solve(3)[1:-1].step_of(state)
