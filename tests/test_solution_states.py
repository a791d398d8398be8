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


# Many at once.


@given(puzzles(), st.integers(0, 300), st.integers(0, 300), st.data())
def test_many_states_are_those_that_are_found_one_by_one(puzzle, first, count, data):
    part = puzzle[0][first : first + count]
    steps = data.draw(st.lists(st.integers(0, part.count), max_size=9))
    expected = [part.state(step).tolist() for step in steps]
    for given_as in (steps, tuple(steps), np.array(steps, np.int64), np.array(steps, object)):
        found = part.state(given_as)
        assert (found.dtype, found.shape) == (np.uint8, (len(steps), part.discs))
        assert found.tolist() == expected
    if steps:
        back = part.step_of(found)
        assert (back.dtype, back.tolist()) == (np.uint64, steps)


@pytest.mark.parametrize("discs", [63, 64, 65, 300])
def test_many_states_past_64_bits_are_found_and_found_again(discs):
    solution = hf.solve(discs)
    steps = [0, 2**31, 2**63 - 1, solution.count // 3, solution.count]
    states = solution.state(steps)
    assert [tuple(state) for state in states.tolist()] == [oracles.tower_state(step, discs) for step in steps]
    assert solution.step_of(states).tolist() == steps
    assert solution[7:].step_of(states[1:]).tolist() == [step - 7 for step in steps[1:]]
    assert solution.step_of(states).dtype == (np.uint64 if discs <= 64 else object)


@given(puzzles(), st.integers(1, 50))
def test_all_the_states_come_in_blocks(puzzle, most):
    solution, moves = puzzle
    blocks = [block.copy() for block in solution.states(most)]
    assert [len(block) for block in blocks[:1]] == [1]
    assert all(len(block) <= most for block in blocks)
    together = np.concatenate(blocks)
    assert together.shape == (len(moves) + 1, solution.discs)
    assert np.array_equal(together, solution.state(range(len(moves) + 1)))


@pytest.mark.parametrize(
    ("steps", "error", "text"),
    [
        ([0, 6], ValueError, "step must be between 0 and 5, not 6"),
        (np.array([0, 6]), ValueError, "step must be between 0 and 5, not 6"),
        (np.array([-1]), ValueError, "step must be between 0 and 5, not -1"),
        ([0, 1.0], TypeError, "step must be an int, not 1.0 (float)"),
        (np.array([True]), TypeError, "step must be an int, not True (bool)"),
        (np.array([[0]]), TypeError, "step must be an int, not [0] (list)"),
    ],
)
def test_many_steps_of_which_one_is_none_are_refused(steps, error, text):
    with pytest.raises(error, match=f"^{re.escape(text)}$"):
        hf.solve(3)[1:-1].state(steps)


@pytest.mark.parametrize(
    ("states", "text"),
    [
        ([[2, 0, 0], [2, 2, 0]], "row 1 of states, [2, 2, 0], is not on the path"),
        ([[2, 0, 0], [0, 0, 0]], "row 1 of states, peg 0, is not on the path"),
        ([[2, 0, 0], [2, 2, 2]], "row 1 of states, peg 2, is not on the path"),
        ([[0, 1]], "states must have 3 discs, not 2"),
    ],
)
def test_a_row_that_has_no_step_is_named(states, text):
    with pytest.raises(ValueError, match=f"^{re.escape(text)}$"):
        hf.solve(3)[1:-1].step_of(states)


def test_no_block_of_no_size_and_none_larger_than_memory():
    with pytest.raises(ValueError, match=r"^states must be at least 1, not 0$"):
        hf.solve(3).states(0)
    with pytest.raises(MemoryError, match=r"^a block needs .* ask for fewer states at a time$"):
        hf.solve(64).states(2**60)
