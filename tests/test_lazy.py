"""Lazy arrays of dask are the arrays that they would be."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import hanoi_fast as hf
from hanoi_fast.face.lazy import LazyMoves
from hanoi_fast.streams.layouts import BINARY

da = pytest.importorskip("dask.array", reason="lazy arrays need dask")

WHOLE = hf.solve(10).array()


@pytest.mark.parametrize("layout", BINARY)
def test_a_lazy_array_is_the_array(layout):
    solution = hf.solve(9)[3:]
    lazy = solution.to_dask(layout, 100)
    expected = solution.array(layout)
    assert (lazy.shape, lazy.dtype) == (expected.shape, expected.dtype)
    assert lazy.chunks[0] == (100, 100, 100, 100, 100, 8)
    assert np.array_equal(lazy.compute(scheduler="sync"), expected)


ends = st.none() | st.integers(-1100, 1100)


@given(ends, ends, st.integers(-9, 9).filter(bool), st.sampled_from([1, 7, 400, 5000]))
def test_any_slice_is_that_of_the_array(start, stop, step, chunks):
    chunks = chunks if chunks > 1 else 50
    lazy, ordinary = hf.solve(10).to_dask(chunks=chunks), da.from_array(WHOLE, chunks=(chunks, 2))
    rows = slice(start, stop, step)
    # Not against numpy: of 1023 rows dask takes [-1024::-1] for all of them backwards.
    for key in (rows, (rows, 1)):
        assert np.array_equal(lazy[key].compute(scheduler="sync"), ordinary[key].compute(scheduler="sync"))


@given(ends, ends, st.integers(-9, 9).filter(bool))
def test_what_dask_asks_for_is_sliced_as_an_array(start, stop, step):
    solution = hf.solve(10)
    lazy = LazyMoves(solution, solution._binary("pairs"))
    rows = slice(start, stop, step)
    assert np.array_equal(lazy[rows], WHOLE[rows])
    assert np.array_equal(lazy[rows, 0], WHOLE[rows, 0])
    assert np.array_equal(lazy[rows, ::-1], WHOLE[rows, ::-1])


@pytest.mark.parametrize("rows", [[5, 3, 1000], [], [7, 7], WHOLE[:, 0] == 1])
def test_chosen_rows_are_those_of_the_array(rows):
    solution = hf.solve(10)
    rows = np.asarray(rows, bool if len(rows) > 5 else int)
    assert np.array_equal(LazyMoves(solution, solution._binary("pairs"))[rows], WHOLE[rows])
    assert np.array_equal(solution.to_dask(chunks=300)[rows].compute(scheduler="sync"), WHOLE[rows])


def test_sums_and_stores(tmp_path):
    lazy = hf.solve(10).to_dask(chunks=200)
    assert lazy.sum().compute(scheduler="sync") == WHOLE.sum()
    out = np.zeros_like(WHOLE)
    lazy.store(out, scheduler="sync")
    assert np.array_equal(out, WHOLE)


def test_no_moves_are_an_array_too():
    assert hf.solve(0).to_dask().compute(scheduler="sync").shape == (0, 2)


def test_a_chunk_of_many_moves_travels_as_the_puzzle():
    solution = hf.solve(40)
    lazy = LazyMoves(solution, solution._binary("pairs"))
    assert len(pickle.dumps(lazy)) < 2000
    assert np.array_equal(pickle.loads(pickle.dumps(lazy))[1 << 39 : (1 << 39) + 5], lazy[1 << 39 : (1 << 39) + 5])


def test_five_of_a_trillion_rows_make_five_rows(monkeypatch):
    made = []
    original = LazyMoves.made
    monkeypatch.setattr(
        LazyMoves, "made", lambda lazy, first, stop: made.append(stop - first) or original(lazy, first, stop)
    )
    rows = hf.solve(40).to_dask()[1 << 39 : (1 << 39) + 5].compute(scheduler="sync")
    assert np.array_equal(rows, hf.solve(40)[1 << 39 : (1 << 39) + 5].array())
    assert made == [5]


@pytest.mark.parametrize(
    ("given", "error", "text"),
    [
        ({"chunks": 0}, ValueError, "chunks must be at least 1, not 0"),
        ({"chunks": 1.5}, TypeError, "chunks must be an int, not 1.5"),
        ({"layout": "text"}, ValueError, "layout 'text' is text, no array"),
    ],
)
def test_what_cannot_be_is_refused(given, error, text):
    with pytest.raises(error, match=text):
        hf.solve(3).to_dask(**given)


def test_without_dask_it_is_said_how_to_get_it(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "dask.array", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'hanoi_fast\[dask\]'"):
        hf.solve(3).to_dask()
