"""Measured amounts as people read them, where the lines of tables stand, and what several runs say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanoi_fast.benchmarks import amounts, paired, tables
from hanoi_fast.benchmarks.paired import Spread


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (12.34e9, "B/s", "12.3 GB/s"),
        (450e6, "moves/s", "450 Mmoves/s"),
        (999, "moves/s", "999 moves/s"),
        (3 << 20, "B", "3 MiB"),
        (700, "B", "700 B"),
        (1023, "B", "1,023 B"),
        (1 << 40, "B", "1 TiB"),
        (0.05, "s", "50 ms"),
        (4.36e-6, "s", "4.36 µs"),
        (4e-12, "s", "0.004 ns"),
        (0, "s", "0 ns"),
        (5660, "", "5.66 k"),
        (500, "", "500"),
        (0.5, "", "0.5"),
        (None, "s", "-"),
    ],
)
def test_amounts_are_printed_with_their_unit(value, unit, text):
    assert amounts.shown(value, unit) == text


@pytest.mark.parametrize(("found", "off"), [((10, 9, 12), "±20%"), ((10, 5, 12), "±50%"), ((3, 3, 3), "±0%")])
def test_the_spread_is_the_value_farthest_off_either_way(found, off):
    assert amounts.off(Spread(*found)) == off


TIMES = st.lists(st.tuples(st.floats(1e-3, 1e3), st.floats(1e-3, 1e3)), min_size=1, max_size=9)


@given(TIMES)
def test_the_middle_pair_is_one_of_the_pairs_and_has_the_median_ratio_of_an_odd_number(pairs):
    ours, theirs = paired.middle_pair(pairs)
    assert (ours, theirs) in pairs
    found = paired.ratios(*zip(*pairs, strict=True))
    assert found.low <= found.middle <= found.high
    assert sum(a / b < ours / theirs for a, b in pairs) <= (len(pairs) - 1) // 2
    if len(pairs) % 2:
        assert ours / theirs == found.middle


@given(TIMES, st.floats(0.1, 10))
def test_ratios_are_of_pairs_in_their_order(pairs, work):
    ours, theirs = zip(*pairs, strict=True)
    found = sorted(work * a / b for a, b in pairs)
    assert (found[0], found[-1]) == (paired.ratios(ours, theirs, work).low, paired.ratios(ours, theirs, work).high)
    assert paired.ratios([*ours, 1.0], theirs, work) == paired.ratios(ours, theirs, work)


def test_lines_of_one_cell_take_no_part_in_the_widths():
    lines = [("a", "b"), ("a very long line",), ("1", "22")]
    assert list(tables.aligned(lines, "lr")) == ["a   b", "a very long line", "1  22"]
    assert list(tables.aligned(lines, "rl")) == ["a  b", "a very long line", "1  22"]
    assert list(tables.markdown(lines, "lr"))[1:3] == ["| --- | ---: |", "| *a very long line* |  |"]
