"""The table kernels agree with the recurrence in Python ints, with each other, and with their own blocks."""

import signal
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hanoi_fast.kernels.frame_stewart import fill_table, fill_table_textbook
from hanoi_fast.puzzle.counts import count, split

MOST = 2**64 - 1


def tables(fill, pegs, discs):
    counts = np.full((pegs + 1, discs + 1), 7, np.uint64)
    splits = np.full((pegs + 1, discs + 1), 7, np.uint32)
    fill(counts, splits)
    return counts, splits


@cache
def recurrence(pegs, discs):
    """Counts and largest splits for 0 to `discs` discs, every split tried, in ints that cannot overflow."""
    if pegs == 3:
        return [2**n - 1 for n in range(discs + 1)], [max(n - 1, 0) for n in range(discs + 1)]
    fewer, _ = recurrence(pegs - 1, discs)
    counts, splits = [0], [0]
    for n in range(1, discs + 1):
        moves = [2 * mine + others for mine, others in zip(counts, fewer[n:0:-1], strict=True)]
        counts.append(min(moves))
        splits.append(n - 1 - moves[::-1].index(counts[n]))
    return counts, splits


@pytest.mark.parametrize(("pegs", "discs"), [(3, 130), (4, 1800), (5, 500), (6, 300), (9, 150), (40, 100)])
def test_the_fast_table_is_the_recurrence(pegs, discs):
    counts, splits = tables(fill_table, pegs, discs)
    for p in range(3, pegs + 1):
        exact, largest = recurrence(p, discs)
        assert counts[p].tolist() == [min(moves, MOST) for moves in exact]
        assert splits[p].tolist() == largest


def test_four_pegs_pass_64_bits_after_1717_discs_and_the_splits_go_on():
    counts, splits = tables(fill_table, 4, 1800)
    exact, largest = recurrence(4, 1800)
    assert counts[4, 1717] == exact[1717] < MOST
    assert (counts[4, 1718:] == MOST).all()
    assert splits[4, 1718:].tolist() == largest[1718:]


@pytest.mark.parametrize("fill", [fill_table, fill_table_textbook])
def test_the_three_peg_term_does_not_overflow_at_64_discs(fill):
    counts, _ = tables(fill, 4, 65)
    assert counts[3, 62:].tolist() == [2**62 - 1, 2**63 - 1, MOST, MOST]
    assert counts[4, 64:].tolist() == [18433, 19457]


@settings(deadline=None)
@given(pegs=st.integers(0, 30), discs=st.integers(0, 400))
def test_the_fast_table_is_the_textbook_table_wherever_counts_fit(pegs, discs):
    counts, splits = tables(fill_table, pegs, discs)
    slow_counts, slow_splits = tables(fill_table_textbook, pegs, discs)
    assert (counts == slow_counts).all()
    fits = counts != MOST
    assert (splits[fits] == slow_splits[fits]).all()


def test_the_textbook_table_is_the_recurrence_up_to_the_last_count_that_fits():
    counts, splits = tables(fill_table_textbook, 4, 1720)
    exact, largest = recurrence(4, 1720)
    assert counts[4].tolist() == [min(moves, MOST) for moves in exact]
    assert splits[4, :1718].tolist() == largest[:1718]


@pytest.mark.parametrize("fill", [fill_table, fill_table_textbook])
@pytest.mark.parametrize("pegs", [0, 1, 2])
def test_fewer_than_three_pegs_move_one_disc_at_most(fill, pegs):
    counts, splits = tables(fill, pegs, 4)
    assert counts.tolist() == [[0, 1, MOST, MOST, MOST]] * (pegs + 1)
    assert not splits.any()


# A row is filled 2**18 columns at a time. Whatever the place, neighbours differ by one power of two.
@pytest.mark.parametrize("pegs", [3, 4, 7, 20])
def test_blocks_of_columns_join_without_a_seam(pegs):
    counts, splits = tables(fill_table, pegs, 600_000)
    for row, parked in zip(counts[3:], splits[3:], strict=True):
        steps = np.diff(row[row != MOST])
        assert (steps > 0).all()
        assert (steps & (steps - 1) == 0).all()
        assert (steps[:-1] <= steps[1:]).all()
        assert set(np.diff(parked[1:])) <= {0, 1}


@pytest.mark.parametrize("pegs", [3, 4, 5, 6, 16])
@pytest.mark.parametrize("discs", [2**18 - 1, 2**18, 2**18 + 1, 2**19, 2**19 + 1, 600_000])
def test_entries_about_the_edges_of_blocks_are_exact(pegs, discs):
    counts, splits = tables(fill_table, pegs, discs)
    assert counts[pegs, discs] == min(count(discs, pegs), MOST)
    assert splits[pegs, discs] == split(discs, pegs)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no interval timer on this system")
@pytest.mark.parametrize(
    ("fill", "shape"),
    [(fill_table, (257, 2**15)), (fill_table_textbook, (5, 40_000))],
    ids=["fast", "textbook"],
)
def test_a_signal_stops_the_work_half_way(fill, shape):
    def stop(*_):
        raise InterruptedError("half way")

    counts, splits = np.zeros(shape, np.uint64), np.zeros(shape, np.uint32)
    previous = signal.signal(signal.SIGALRM, stop)

    def stopped():
        signal.setitimer(signal.ITIMER_REAL, 0.002)
        fill(counts, splits)

    try:
        with pytest.raises(InterruptedError, match="half way"):
            stopped()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
    assert counts[-1, -1] == 0
