"""One state of any number of discs: where it differs, how often its largest disc moves, its distance, its next move."""

import numpy as np
import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st

import hanoi_fast as hf
from hanoi_fast.kernels.one_state import detour, fill_distance, largest_differing, step_toward
from hanoi_fast.puzzle.regrouping import lengths

WORK = 1 << 20  # discs between two polls in the kernel


def as_array(state):
    return np.array(state, np.uint8)


@given(oracles.state_pairs())
def test_the_largest_disc_that_differs_is_found(pair):
    start, goal = map(as_array, pair)
    differing = [disc for disc, (a, b) in enumerate(zip(*pair, strict=True), 1) if a != b]
    assert largest_differing(start, goal) == max(differing, default=0)


@given(oracles.states(6, min_discs=1), st.integers(0, 2))
def test_the_bits_of_a_distance_are_its_number(state, peg):
    bits = np.zeros(len(state) // 8 + 1, np.uint8)
    fill_distance(as_array(state), peg, bits)
    assert int.from_bytes(bits.tobytes(), "little") == oracles.distances(state)[(peg,) * len(state)]


@given(oracles.states(6, min_discs=1), st.integers(0, 2))
def test_a_step_brings_a_state_nearer(state, peg):
    goal, move = (peg,) * len(state), step_toward(as_array(state), len(state), peg)
    if state == goal:
        assert move is None
    else:
        assert move in oracles.legal_moves(state)
        assert oracles.distances(oracles.after(state, move))[goal] == oracles.distances(state)[goal] - 1


@pytest.mark.parametrize("discs", [WORK - 1, WORK, WORK + 1, WORK + 2, 2 * WORK + 1])
def test_nothing_is_lost_between_two_polls(discs):
    rng = np.random.default_rng(discs)
    state = rng.integers(0, 3, discs, np.uint8)
    for largest in (0, 1, discs - WORK + 1, WORK, discs):
        other = state.copy()
        if 0 < largest <= discs:
            other[largest - 1] = (state[largest - 1] + 1) % 3
            assert largest_differing(state, other) == largest
        else:
            assert largest_differing(state, other) == 0
    # A tower is as far as its largest disc says, with one disc out of its place as much less.
    tower = np.zeros(discs, np.uint8)
    assert hf.distance(tower, 2) == 2**discs - 1
    assert hf.next_move(tower, 2) == (1, 0, 2 if discs % 2 else 1)
    assert hf.distance(state, 2) == hf.solve(state, 2).count
    assert hf.next_move(state, 2) == hf.solve(state, 2)[0]


def undecided(discs):
    """Two states between which once and twice are equally long as far as the largest discs tell."""
    start, goal, gain = [0] * discs, [1] * discs, -1
    wanted = [2, 1, 2, 0]  # of the start, once and twice; of the goal
    for disc in range(discs - 2, -1, -1):
        for here, there in ((2, 0), (1, 2), (0, 0), (2, 2), (1, 1), (0, 2), (2, 1), (0, 1), (1, 0)):
            on = (here, here, there, there)
            once, twice, back_once, back_twice = (peg != place for peg, place in zip(wanted, on, strict=True))
            if abs(more := 2 * gain + once - twice + back_once - back_twice) < 2:
                break
        start[disc], goal[disc], gain = here, there, more
        wanted = [peg if peg == place else 3 - peg - place for peg, place in zip(wanted, on, strict=True)]
    return start, goal


@pytest.mark.parametrize("discs", [2, 3, 9, 1000, WORK + 2])
def test_a_choice_that_stays_open_for_long_is_made_at_its_end(discs):
    start, goal = undecided(discs)
    once, twice = lengths(start, goal, discs - 1)
    assert detour(as_array(start), as_array(goal), discs) == (once > twice) - (once < twice)
    assert abs(once - twice).bit_length() < 3  # it was open to the end
