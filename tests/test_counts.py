"""Counts and splits are exact at any size, agree with the recurrence and with search, and refuse nonsense."""

import os
import re
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanoi_fast.checks import enough_memory, machine_memory
from hanoi_fast.puzzle.count_tables import FrameStewart, frame_stewart
from hanoi_fast.puzzle.counts import count, split


@st.composite
def towers(draw):
    """Discs and pegs such that the count has a few thousand bits at most."""
    pegs = draw(st.integers(4, 256))
    return draw(st.one_of(st.integers(2, 3000), st.integers(2, 10 ** min(3 * (pegs - 2), 60)))), pegs


@pytest.mark.parametrize(
    ("discs", "pegs", "moves"),
    [
        (0, 2, 0),
        (1, 2, 1),
        (0, 3, 0),
        (64, 3, 18446744073709551615),
        (28, 4, 769),
        (50, 4, 6657),
        (64, 4, 18433),
        (65, 4, 19457),
        (100, 4, 172033),
        (190, 4, 9437185),
        (64, 5, 1535),
        (50, 51, 99),
        (1, 256, 1),
        (255, 256, 509),
        (256, 256, 513),
    ],
)
def test_known_counts(discs, pegs, moves):
    assert count(discs, pegs) == moves
    assert count(np.int64(discs), pegs=np.uint16(pegs)) == moves


def test_three_pegs_are_the_default():
    assert count(20) == 2**20 - 1
    assert count(2**20).bit_count() == count(2**20).bit_length() == 2**20


COUNTS_4 = [0, 1, 3, 5, 9, 13, 17, 25, 33, 41, 49, 65, 81, 97, 113, 129, 161, 193, 225, 257, 289]
COUNTS_5 = [0, 1, 3, 5, 7, 11, 15, 19, 23, 27, 31, 39, 47, 55, 63, 71, 79, 87, 95, 103, 111]
SPLITS_4 = [0, 0, 1, 1, 2, 3, 3, 4, 5, 6, 6, 7, 8, 9, 10, 10, 11, 12, 13, 14, 15]
SPLITS_5 = [0, 0, 1, 1, 1, 2, 3, 4, 4, 4, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 10]


@pytest.mark.parametrize(("pegs", "counts", "splits"), [(4, COUNTS_4, SPLITS_4), (5, COUNTS_5, SPLITS_5)])
def test_known_rows(pegs, counts, splits):
    assert [count(n, pegs) for n in range(21)] == counts
    assert [split(n, pegs) for n in range(21)] == splits
    table = frame_stewart(20, pegs)
    assert table.counts[pegs].tolist() == counts
    assert table.splits[pegs].tolist() == splits


@given(discs=st.integers(2, 10**30))
def test_three_pegs_park_all_but_the_largest(discs):
    assert split(discs, 3) == discs - 1


@given(tower=towers())
def test_the_split_is_optimal_and_the_one_above_is_worse(tower):
    discs, pegs = tower

    def moves(k):
        return 2 * count(k, pegs) + count(discs - k, pegs - 1)

    k = split(discs, pegs)
    assert 0 <= k < discs
    assert count(discs, pegs) == moves(k)
    if k > 0:
        assert moves(k - 1) >= moves(k)
    if k + 1 < discs:
        assert moves(k + 1) > moves(k)


@given(tower=towers())
def test_increments_are_powers_of_two_that_never_fall(tower):
    discs, pegs = tower
    before, last, after = (count(n + 1, pegs) - count(n, pegs) for n in (discs - 2, discs - 1, discs))
    assert last.bit_count() == 1
    assert before <= last <= after <= 2 * last


@pytest.mark.parametrize(("pegs", "most"), [(3, 8), (4, 7), (5, 6), (6, 5)])
def test_breadth_first_search_finds_no_shorter_way(pegs, most):
    for discs in range(1, most + 1):
        assert shortest(discs, pegs) == count(discs, pegs)


def test_breadth_first_search_finds_no_shorter_way_for_eight_discs_on_four_pegs():
    assert shortest(8, 4) == count(8, 4) == 33


def shortest(discs, pegs):
    """Moves from peg 0 to the last peg, by breadth-first search; a state is a number in base `pegs`."""
    goal, weights = pegs**discs - 1, [pegs**d for d in range(discs)]
    seen, frontier, moves = bytearray(goal + 1), [0], 0
    seen[0] = 1
    while not seen[goal]:
        frontier, moves = list(one_move_further(frontier, seen, pegs, weights)), moves + 1
    return moves


def one_move_further(frontier, seen, pegs, weights):
    for state in frontier:
        covered = set()
        for weight in weights:
            peg = state // weight % pegs
            if peg not in covered:
                covered.add(peg)
                for other in set(range(pegs)) - covered:
                    further = state + (other - peg) * weight
                    if not seen[further]:
                        seen[further] = 1
                        yield further


REFUSED = [
    (-1, 3, ValueError, "discs must be at least 0, not -1"),
    (5, 1, ValueError, "pegs must be between 2 and 256, not 1"),
    (5, -3, ValueError, "pegs must be between 2 and 256, not -3"),
    (5, 257, ValueError, "pegs must be between 2 and 256, not 257"),
    (True, 3, TypeError, "discs must be an int, not True (bool)"),
    (2.0, 3, TypeError, "discs must be an int, not 2.0 (float)"),
    ("5", 3, TypeError, "discs must be an int, not '5' (str)"),
    (5, None, TypeError, "pegs must be an int, not None (NoneType)"),
]


@pytest.mark.parametrize("ask", [count, split, frame_stewart])
@pytest.mark.parametrize(("discs", "pegs", "error", "text"), REFUSED)
def test_nonsense_is_refused_by_name_value_and_limit(ask, discs, pegs, error, text):
    with pytest.raises(error, match=f"^{re.escape(text)}$"):
        ask(discs, pegs)


@pytest.mark.parametrize("ask", [count, split])
@pytest.mark.parametrize("discs", [2, 64])
def test_two_pegs_refuse_more_than_one_disc(ask, discs):
    with pytest.raises(ValueError, match=f"^{discs} discs need at least 3 pegs, not 2$"):
        ask(discs, 2)


def test_a_count_larger_than_the_memory_is_refused_at_once():
    text = "the count needs 147573952589676412927 bytes, this machine has .*; ask for fewer discs or more pegs"
    with pytest.raises(MemoryError, match=f"^{text}$"):
        count(2**70)


def test_a_table_larger_than_the_memory_is_refused_at_once():
    text = r"the table needs 3084000000003084 bytes, this machine has .*; count\(\) and split\(\) need no table"
    with pytest.raises(MemoryError, match=f"^{text}$"):
        frame_stewart(10**12, 256)


def test_a_table_past_the_range_of_its_splits_is_refused_whatever_the_memory(monkeypatch):
    monkeypatch.setattr("hanoi_fast.puzzle.count_tables.enough_memory", lambda *_: None)
    with pytest.raises(ValueError, match=r"^discs must be between 0 and 4294967295, not 4294967296$"):
        frame_stewart(2**32, 2)


def test_memory_is_enough_up_to_the_last_byte():
    enough_memory(machine_memory(), "it", "nothing")
    with pytest.raises(MemoryError, match=f"^it needs {machine_memory() + 1} bytes, .*; nothing$"):
        enough_memory(machine_memory() + 1, "it", "nothing")


def test_memory_has_no_limit_where_the_system_does_not_tell(monkeypatch):
    monkeypatch.delattr(os, "sysconf", raising=False)
    assert machine_memory() == sys.maxsize


def test_a_table_is_two_read_only_arrays_and_compares_by_its_size():
    table = frame_stewart(10, 4)
    assert isinstance(table, FrameStewart)
    assert repr(table) == "FrameStewart(discs=10, pegs=4)"
    assert table == frame_stewart(10, 4) != frame_stewart(10, 5)
    for array, dtype in [(table.counts, np.uint64), (table.splits, np.uint32), (table.fits, np.bool_)]:
        assert array.shape == (5, 11)
        assert array.dtype == dtype
    for array in (table.counts, table.splits):
        with pytest.raises(ValueError, match="read-only"):
            array[4, 4] = 1
    with pytest.raises(AttributeError):
        table.discs = 11


@pytest.mark.parametrize("pegs", [2, 3, 256])
def test_the_smallest_tables(pegs):
    assert frame_stewart(0, pegs).counts.tolist() == [[0]] * (pegs + 1)
    assert frame_stewart(1, pegs).counts.tolist() == [[0, 1]] * (pegs + 1)
    assert frame_stewart(1, pegs).fits.all()


def test_the_impossible_is_marked_and_refused():
    table = frame_stewart(3, 3)
    assert (table.counts[:3, 2:] == 2**64 - 1).all()
    assert not table.fits[:3, 2:].any()
    assert not table.splits[:3].any()
    for entry in (table.count, table.split):
        with pytest.raises(ValueError, match=r"^2 discs need at least 3 pegs, not 1$"):
            entry(2, 1)


@pytest.mark.parametrize(
    ("discs", "pegs", "error", "text"),
    [
        (21, 4, ValueError, "discs must be between 0 and 20, not 21"),
        (-1, 4, ValueError, "discs must be between 0 and 20, not -1"),
        (4, 5, ValueError, "pegs must be between 0 and 4, not 5"),
        (4, 4.0, TypeError, "pegs must be an int, not 4.0 (float)"),
    ],
)
def test_an_entry_outside_the_table_is_refused(discs, pegs, error, text):
    table = frame_stewart(20, 4)
    for entry in (table.count, table.split):
        with pytest.raises(error, match=f"^{re.escape(text)}$"):
            entry(discs, pegs)


# On an odd number of pegs the last count that fits is 2**64 - 1 itself, which also marks what does not fit.
@pytest.mark.parametrize(("pegs", "last", "moves"), [(3, 64, 2**64 - 1), (4, 1717, None), (5, 26904, 2**64 - 1)])
def test_fits_ends_where_64_bits_end(pegs, last, moves):
    table = frame_stewart(last + 2, pegs)
    assert table.fits[pegs].tolist() == [True] * (last + 1) + [False] * 2
    assert table.count(last, pegs) < 2**64 <= table.count(last + 1, pegs)
    assert table.counts[pegs, last] == table.count(last, pegs) == (moves or table.count(last, pegs))
    assert (table.counts[pegs, last + 1 :] == 2**64 - 1).all()


def test_a_table_that_ends_below_its_first_mark_fits_whole():
    assert frame_stewart(63, 3).fits[3].all()


def test_every_entry_of_a_table_is_exact_on_request():
    table = frame_stewart(90, 12)
    for pegs in range(3, 13):
        for discs in range(91):
            assert table.count(discs, pegs) == count(discs, pegs)
            assert table.split(discs, pegs) == split(discs, pegs) == table.splits[pegs, discs]
            assert table.counts[pegs, discs] == min(count(discs, pegs), 2**64 - 1)
            assert table.fits[pegs, discs] == (count(discs, pegs) < 2**64)


def test_counting_needs_no_numpy():
    program = "import sys; from hanoi_fast.puzzle.counts import count; count(50, 4); sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
