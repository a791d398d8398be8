"""The distances of all states: sums that others have published, and breadth-first search one state at a time."""

import re

import numpy as np
import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st

import hanoi_fast as hf
from hanoi_fast.puzzle import distance_tables
from hanoi_fast.puzzle.distance_tables import search_bytes, table_from
from hanoi_fast.puzzle.search import Puzzle, ball

SUMS = [3, 33, 231, 1515, 8949, 50355, 279363, 1490481, 7704255, 39137085]


@pytest.mark.parametrize(("discs", "total"), list(enumerate(SUMS, 1)))
def test_distances_from_a_tower_on_four_pegs_add_up(discs, total):
    table = hf.distances_from([0] * discs, pegs=4)
    assert (table.dtype, table.shape) == (np.uint8, (4**discs,))
    assert int(table.sum(dtype=np.int64)) == total
    assert table.max() == table[-1] == hf.count(discs, 4)


@pytest.mark.parametrize(("pegs", "discs"), [(2, 1), (3, 1), (3, 5), (3, 7), (4, 5), (5, 4), (6, 3), (8, 3), (16, 2)])
def test_every_entry_is_that_of_a_slow_search_in_the_order_of_rank(pegs, discs):
    start = [disc * 7 % pegs for disc in range(discs)]
    table = hf.distances_from(start, pegs=pegs)
    states = np.array(oracles.all_states(discs, pegs), np.uint8)
    expected = oracles.distances(start, pegs)
    assert table[hf.rank(states, pegs)].tolist() == [expected[tuple(state)] for state in states.tolist()]


@given(oracles.states(9, 3))
def test_on_three_pegs_it_says_what_the_formulas_say(state):
    states = hf.unrank(np.arange(3 ** len(state)), len(state))
    assert (hf.distances_from(state) == hf.distance(states, np.array(state, np.uint8))).all()


@pytest.mark.parametrize(("discs", "dtype"), [(7, np.uint8), (8, np.uint8), (9, np.uint16), (12, np.uint16)])
def test_a_table_is_as_wide_as_its_largest_distance_needs(discs, dtype):
    table = hf.distances_from([0] * discs)
    assert table.dtype == dtype
    assert table.max() == 2**discs - 1


def test_a_table_grows_wider_where_that_was_not_known_before(monkeypatch):
    monkeypatch.setattr(distance_tables, "first_width", lambda discs, puzzle: np.uint8)
    wider = hf.distances_from([0, 1, 2, 0, 1, 2, 0, 1, 2])
    monkeypatch.undo()
    assert wider.dtype == np.uint16
    assert (wider == hf.distances_from([0, 1, 2, 0, 1, 2, 0, 1, 2])).all()


def test_no_disc_has_one_state():
    assert hf.distances_from([], pegs=4).tolist() == [0]


@pytest.mark.parametrize(("pegs", "discs"), [(3, 1), (3, 9), (4, 2), (4, 6), (4, 9), (5, 6), (8, 4), (16, 3)])
def test_the_memory_said_before_is_enough(pegs, discs):
    grown = ball(bytes(discs), Puzzle.along(None, pegs))
    while grown.pages:
        assert grown.grow(search_bytes(discs, pegs))
    assert grown.states == pegs**discs
    assert grown.nbytes <= search_bytes(discs, pegs)


def test_a_table_that_does_not_fit_is_refused_before_it_is_made():
    needed = 4**12 + search_bytes(12, 4)
    text = (
        f"the distances of all 4**12 states of 12 discs on 4 pegs, and their search, take {needed} bytes, "
        "more than the 1000000 they may (memory=); one state's distance, or way, takes less"
    )
    with pytest.raises(MemoryError, match=f"^{re.escape(text)}$"):
        hf.distances_from([0] * 12, pegs=4, memory=1_000_000)
    with pytest.raises(MemoryError, match=r"^the distances of all 4\*\*500 states"):
        hf.distances_from([0] * 500, pegs=4)


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        ({"state": [0, 4], "pegs": 4}, ValueError, "the peg of disc 2 in state must be between 0 and 3, not 4"),
        ({"state": 3, "pegs": 4}, TypeError, "state must be a sequence or an array of ints, not 3 (int)"),
        ({"state": [0], "pegs": 17}, ValueError, "pegs must be between 2 and 16, not 17"),
        ({"state": [0], "pegs": 1}, ValueError, "pegs must be between 2 and 16, not 1"),
        ({"state": [0, 1], "pegs": 2}, ValueError, "2 discs need at least 3 pegs, not 2"),
        (
            {"state": [0], "arcs": "round"},
            ValueError,
            "arcs must be one of complete, linear, cyclic, ring, star, or pairs of pegs, not 'round'",
        ),
        ({"state": [0], "memory": 0}, ValueError, "memory must be at least 1, not 0"),
        ({"state": [0], "memory": 1e9}, TypeError, "memory must be an int, not 1000000000.0 (float)"),
    ],
)
def test_what_is_no_question_is_refused(arguments, error, text):
    with pytest.raises(error, match=f"^{re.escape(text)}"):
        hf.distances_from(**arguments)


def test_states_that_are_not_reached_are_refused():
    with pytest.raises(ValueError, match=r"^4 of 9 states are not reached from \[0, 0\]$"):
        table_from(bytes(2), Puzzle(3, frozenset({(0, 1), (1, 2), (2, 1)})), 1 << 30)


@given(st.integers(0, 3))
def test_a_directed_cycle_has_the_distances_of_its_arcs(start):
    table = table_from(bytes([start % 3]), Puzzle(3, frozenset({(0, 1), (1, 2), (2, 0)})), 1 << 30)
    assert table.tolist() == [(peg - start) % 3 for peg in range(3)]


def test_progress_counts_states_up_to_all_of_them():
    seen = []
    hf.distances_from([0] * 6, pegs=4, progress=seen.append)
    assert seen == sorted(seen)
    assert (seen[0], seen[-1], len(seen)) == (1, 4**6, 18)
