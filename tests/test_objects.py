"""Rows become tuples: the right ones, and equal rows one object as long as they are kept."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanoi_fast import Move
from hanoi_fast.kernels.objects import MoveTable

TYPES = [np.uint8, np.uint16, np.uint32, np.uint64]


@pytest.mark.parametrize("dtype", TYPES)
@given(rows=st.lists(st.tuples(st.integers(1, 255), st.integers(0, 255), st.integers(0, 255)), max_size=50))
def test_rows_become_the_moves_that_they_say(dtype, rows):
    table = MoveTable(Move)
    array = np.array(rows, dtype).reshape(-1, 3)
    for _ in range(2):
        made = table.moves(array)
        assert made == [Move(*row) for row in rows]
        assert {type(move) for move in made} <= {Move}


@pytest.mark.parametrize("dtype", TYPES)
def test_the_largest_disc_of_each_type_is_kept_apart_from_all_others(dtype):
    largest = min(np.iinfo(dtype).max, 2**47)
    rows = np.array([[largest, 255, 254], [1, 255, 254], [largest, 254, 255], [largest, 255, 254]], dtype)
    first, *others, last = MoveTable(Move).moves(rows)
    assert first == (largest, 255, 254)
    assert first is last
    assert others == [(1, 255, 254), (largest, 254, 255)]


def test_more_moves_than_slots_are_still_right():
    rows = np.array([(disc, source, 9) for disc in range(1, 256) for source in range(200)], np.uint8)
    table = MoveTable(Move)
    for _ in range(2):
        assert np.array_equal(np.array(table.moves(rows)), rows)


def test_an_error_in_making_a_move_is_raised_and_nothing_wrong_is_kept():
    def make(disc, source, target):
        if disc == 2:
            raise RuntimeError("no")
        return disc, source, target

    table = MoveTable(make)
    for _ in range(2):
        with pytest.raises(RuntimeError, match=r"^no$"):
            table.moves(np.array([[1, 0, 1], [2, 0, 1]], np.uint8))
    assert table.moves(np.array([[1, 0, 1]], np.uint8)) == [(1, 0, 1)]
