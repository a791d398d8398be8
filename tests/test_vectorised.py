"""The loop for vector instructions makes the moves of the closed form in exact ints, in both of its builds."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hanoi_fast import reference
from hanoi_fast.kernels import vectorised

BUILDS = [False, True] if vectorised.AVX2 else [False]
LAST = 2**32 - 2  # steps


def closed_form(step, even):
    m = step + 1
    source, target = (m & (m - 1)) % 3, ((m | (m - 1)) + 1) % 3
    return (source * 2 % 3, target * 2 % 3) if even else (source, target)


def filled(count, step, even, wide):
    out = np.full((count + 2, 2), 99, np.uint8)
    vectorised.fill_pairs(out[1:-1], step, even, wide)
    assert (out[[0, -1]] == 99).all()
    return list(map(tuple, out[1:-1].tolist()))


@pytest.mark.parametrize("wide", BUILDS)
@pytest.mark.parametrize("discs", [1, 2, 3, 8, 9, 12])
def test_whole_towers_are_those_of_the_textbook(discs, wide):
    assert filled(2**discs - 1, 0, discs % 2 == 0, wide) == [move[1:] for move in reference.bitwise(discs)]


@pytest.mark.parametrize("wide", BUILDS)
@pytest.mark.parametrize("even", [False, True])
@pytest.mark.parametrize("top", [8, 16, 30, 31, 32])
def test_moves_across_the_top_move_of_each_width_are_exact(top, even, wide):
    steps = range(2**top - 41, min(2**top + 7, LAST + 1))
    assert filled(len(steps), steps[0], even, wide) == [closed_form(step, even) for step in steps]


@given(st.integers(0, LAST), st.integers(0, 200), st.booleans(), st.sampled_from(BUILDS))
@example(LAST, 1, True, BUILDS[-1])
@example(0, 0, False, False)
def test_any_run_is_exact(step, count, even, wide):
    count = min(count, LAST + 1 - step)
    assert filled(count, step, even, wide) == [closed_form(each, even) for each in range(step, step + count)]


@pytest.mark.parametrize("wide", BUILDS)
def test_runs_longer_than_the_poll_join_without_a_seam(wide):
    found = filled(2**18 + 9, 2**31 - 2**18, True, wide)
    for place in (0, 2**18 - 5, 2**18, len(found) - 1):
        assert found[place] == closed_form(2**31 - 2**18 + place, True)
    assert (99, 99) not in found


def test_what_the_processor_has_is_taken():
    out, same = np.empty((1000, 2), np.uint8), np.empty((1000, 2), np.uint8)
    vectorised.fill_pairs(out, 5, True)
    vectorised.fill_pairs(same, 5, True, vectorised.AVX2)
    assert np.array_equal(out, same)
