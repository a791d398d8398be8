"""The closed forms agree with plain Python, at every width where the C of them could go wrong."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from oracles import tower_move, tower_state

from hanoi_fast.kernels.bitwise import fill_moves_at, fill_pairs, fill_state, fill_step

PEGS = list(permutations(range(3)))

# `(m | (m-1)) + 1` overflows at the top move of each width of an int, and `%` of a negative number is negative in C.
TOP_MOVES = [1 << bit for bit in (8, 16, 30, 31, 32, 33, 53, 62, 63)]
LAST = 2**64 - 2


def closed_form(step, label):
    """The move at a step, from 0, in Python's exact ints."""
    m = step + 1
    return (m & -m).bit_length(), label[(m & (m - 1)) % 3], label[((m | (m - 1)) + 1) % 3]


def labels_of(discs, source, target):
    """What the closed form's pegs 0, 1 and 2 are called, so that the tower goes from source to target."""
    spare = 3 - source - target
    return (source, spare, target) if discs % 2 else (source, target, spare)


def pairs(step, count, label):
    out = np.full((count, 2), 99, np.uint8)
    fill_pairs(out, step, bytes(label))
    return [tuple(row) for row in out.tolist()]


def moves_at(steps, label):
    out = np.full((len(steps), 3), 99, np.uint8)
    fill_moves_at(out, np.array(steps, np.uint64), bytes(label))
    return [tuple(row) for row in out.tolist()]


def state(step, discs, pegs):
    out = np.full(discs, 99, np.uint8)
    fill_state(out, step.to_bytes((discs + 7) // 8, "little"), bytes(pegs))
    return tuple(out.tolist())


def step_of(given_state, pegs):
    bits = np.zeros((len(given_state) + 7) // 8, np.uint8)
    found = fill_step(np.array(given_state, np.uint8), bits, bytes(pegs))
    return int.from_bytes(bits.tobytes(), "little") if found else None


@pytest.mark.parametrize("label", PEGS)
@pytest.mark.parametrize("top", TOP_MOVES)
def test_runs_across_the_top_move_of_each_width_are_exact(top, label):
    expected = [closed_form(step, label)[1:] for step in range(top - 9, top + 7)]
    assert pairs(top - 9, 16, label) == expected


@pytest.mark.parametrize("label", PEGS)
def test_the_last_moves_that_have_a_64_bit_number_are_exact(label):
    steps = range(LAST - 15, LAST + 1)
    assert pairs(steps[0], 16, label) == [closed_form(step, label)[1:] for step in steps]
    assert moves_at(list(steps), label) == [closed_form(step, label) for step in steps]


@pytest.mark.parametrize("discs", [1, 2, 3, 8, 9])
@pytest.mark.parametrize(("source", "target"), list(permutations(range(3), 2)))
def test_a_whole_tower_goes_from_any_peg_to_any_other(discs, source, target):
    label, steps = labels_of(discs, source, target), range(2**discs - 1)
    expected = [tower_move(step, discs, target, source) for step in steps]
    assert moves_at(list(steps), label) == expected
    assert pairs(0, len(steps), label) == [move[1:] for move in expected]


@pytest.mark.parametrize("count", [2**16 - 1, 2**16, 2**16 + 1, 2**17 + 3])
def test_runs_longer_than_the_poll_join_without_a_seam(count):
    step = 2**32 - 2**16
    out, label = np.full((count, 2), 99, np.uint8), (2, 0, 1)
    fill_pairs(out, step, bytes(label))
    for start in (0, 2**16 - 5, 2**17 - 5, count - 5):
        for i in range(start, min(start + 10, count)):
            assert tuple(out[i]) == closed_form(step + i, label)[1:]
    assert 99 not in out


def test_random_access_past_the_poll_keeps_every_row_in_its_place():
    steps = np.random.default_rng(1).integers(0, LAST, 2**16 + 7, np.uint64, endpoint=True)
    out = np.full((len(steps), 3), 99, np.uint8)
    fill_moves_at(out, steps, bytes((0, 1, 2)))
    for i in [*range(50), *range(2**16 - 5, len(steps))]:
        assert tuple(out[i]) == closed_form(int(steps[i]), (0, 1, 2))
    assert 99 not in out


@given(st.lists(st.integers(0, LAST), max_size=30), st.sampled_from(PEGS))
@example([LAST, 0, 2**63 - 1, 2**63, 2**62 - 1, 2**31 - 1, 2**30 - 1], (0, 1, 2))
def test_moves_at_any_steps_in_any_order_are_exact(steps, label):
    assert moves_at(steps, label) == [closed_form(step, label) for step in steps]


@given(st.integers(0, LAST), st.integers(0, 100), st.sampled_from(PEGS))
def test_a_run_is_the_moves_at_its_steps(step, count, label):
    count = min(count, LAST + 1 - step)
    assert pairs(step, count, label) == [move[1:] for move in moves_at(list(range(step, step + count)), label)]


def test_nothing_to_fill_is_left_alone():
    fill_pairs(np.empty((0, 2), np.uint8), 5, bytes(3))
    fill_moves_at(np.empty((0, 3), np.uint8), np.empty(0, np.uint64), bytes(3))


SIZES = [0, 1, 2, 7, 8, 9, 31, 32, 62, 63, 64, 65, 255, 256, 257, 1000]


def telling_steps(discs):
    """The ends, the steps beside the middle and beside each eighth of the way."""
    last = (1 << discs) - 1
    near = {k * last // 8 + d for k in range(9) for d in (-1, 0, 1)}
    return sorted(step for step in near if 0 <= step <= last)


@pytest.mark.parametrize("discs", SIZES)
@pytest.mark.parametrize("pegs", PEGS)
def test_the_state_after_any_step_is_exact_and_gives_the_step_again(discs, pegs):
    source, _, target = pegs
    for step in telling_steps(discs):
        expected = tower_state(step, discs, target, source)
        assert state(step, discs, pegs) == expected
        assert step_of(expected, pegs) == step


def test_a_tower_of_ten_thousand_discs_has_states_and_steps():
    discs = 10_000
    for step in (0, 1, 3**6000, 2**9999, 2**discs - 1):
        reached = state(step, discs, (0, 1, 2))
        assert step_of(reached, (0, 1, 2)) == step
        assert reached == tower_state(step, discs)


@given(st.integers(0, 70).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, 2**n - 1))), st.sampled_from(PEGS))
def test_each_step_changes_the_state_by_its_move(discs_and_step, pegs):
    discs, step = discs_and_step
    if step == 2**discs - 1:
        assert state(step, discs, pegs) == (pegs[-1],) * discs
        return
    disc, source, target = tower_move(step, discs, pegs[-1], pegs[0])
    before, after = list(state(step, discs, pegs)), list(state(step + 1, discs, pegs))
    assert (before[disc - 1], after[disc - 1]) == (source, target)
    before[disc - 1] = target
    assert before == after


@pytest.mark.parametrize("discs", [1, 2, 3, 4, 5])
def test_states_off_the_path_have_no_step(discs):
    on_the_path = {tower_state(step, discs): step for step in range(2**discs)}
    for number in range(3**discs):
        any_state = tuple(number // 3**i % 3 for i in range(discs))
        assert step_of(any_state, (0, 1, 2)) == on_the_path.get(any_state)


@pytest.mark.parametrize("peg", [3, 127, 255])
@pytest.mark.parametrize("disc", [1, 20, 40])
def test_a_disc_on_no_peg_is_off_the_path(disc, peg):
    lost = list(tower_state(12345, 40))
    lost[disc - 1] = peg
    assert step_of(lost, (0, 1, 2)) is None
