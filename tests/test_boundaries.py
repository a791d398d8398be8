"""What stands at the edge of a type or of a block, and one past it, wherever no other test goes that far."""

import numpy as np
import oracles
import pytest

import hanoi_fast as hf
from hanoi_fast.checks import an_int
from hanoi_fast.commands.numbers import parse
from hanoi_fast.quantities import digits


@pytest.mark.parametrize("rows", [65_535, 65_536, 65_537, 131_073])
def test_next_moves_to_a_target_a_row_are_right_past_every_block(rows):
    rng = np.random.default_rng(rows)
    states, targets = rng.integers(0, 3, (2, rows, 5), np.uint8)
    found = hf.next_move(states, targets)
    for row in (0, rows // 2, 65_534, rows - 2, rows - 1):
        one = hf.next_move(states[row], targets[row])
        assert tuple(found[row].tolist()) == (one or (0, 0, 0))
        assert hf.distance(states, targets)[row] == hf.distance(states[row], targets[row])


@pytest.mark.parametrize("near", [-1, 0, 1])
@pytest.mark.parametrize("edge", ["2**65", "10**4300"])
def test_any_width_of_a_step_is_the_same_to_moves_states_and_slices(edge, near):
    step = parse(edge) + near
    discs = step.bit_length() + 1
    solution = hf.solve(discs)
    assert solution[step] == oracles.tower_move(step, discs)
    state = solution.state(step)
    assert state.tolist() == list(oracles.tower_state(step, discs))
    assert solution.step_of(state) == step
    assert solution[step : step + 3].array("pairs").tolist() == [
        list(oracles.tower_move(at, discs)[1:]) for at in range(step, step + 3)
    ]
    assert parse(digits(step)) == step


@pytest.mark.parametrize("discs", [65_534, 65_535, 65_536])
def test_the_largest_disc_of_two_bytes_is_shown_and_verified(discs):
    solution = hf.solve(discs)[2 ** (discs - 1) - 2 :][:3]
    assert [move.disc for move in solution] == [1, discs, 1]
    assert solution.array("moves").dtype == (np.uint16 if discs < 65_536 else np.uint32)
    report = hf.verify(solution, solution.start, solution.target)
    assert report.complete


def test_the_numbers_65535_and_65536_in_a_list_are_no_pegs():
    for number in (65_535, 65_536, 10**12):
        report = hf.verify([(0, number)], 1)
        assert (report.legal, report.first_error.index) == (False, 0)
        assert report.first_error.reason == f"there is no peg {number}, only 0 to 2"


@pytest.mark.parametrize("shape", [(0, 2), (0, 3), (5, 0)])
def test_an_array_of_no_bytes_is_filled_with_no_moves_or_refused(shape):
    out = np.empty(shape, np.uint8)
    if shape == (0, 2):
        assert hf.solve(3).fill(out) == 0
        assert hf.solve(3).fill(memoryview(out)) == 0
    else:
        with pytest.raises(ValueError, match=r"^out must have shape \(N, 2\) for layout 'pairs', not "):
            hf.solve(3).fill(out)


def test_puzzles_that_differ_in_their_pegs_alone_differ():
    assert hf.solve([0, 1], [0, 1], pegs=3) != hf.solve([0, 1], [0, 1], pegs=4)
    assert hf.solve(1, 1, pegs=3) != hf.solve(1, 1, pegs=4)
    assert len({hf.solve(1, 1, pegs=pegs) for pegs in (2, 3, 4, 5)}) == 4


class bool_:
    """numpy's bool as numpy 1 has it: with an index."""

    def __index__(self):
        return 1

    def __repr__(self):
        return "True"


@pytest.mark.parametrize("value", [True, np.True_, bool_()])
def test_no_bool_is_an_int_on_any_numpy(value):
    with pytest.raises(TypeError, match=r"^discs must be an int, not (np\.)?True_? \(bool_?\)$"):
        an_int(value, "discs")
