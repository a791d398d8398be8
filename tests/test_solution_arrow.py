"""Other libraries take a solution as a table, lazily, and get the moves."""

import gc
import weakref

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from solutions import puzzles

import hanoi_fast as hf
from hanoi_fast.face.arrow import arrow_stream
from hanoi_fast.face.solution import span_of
from hanoi_fast.streams import columns as module

pa = pytest.importorskip("pyarrow", reason="the stream is read by pyarrow")


def read(solution, schema=None):
    """Return the table that Arrow makes of a solution."""
    return pa.RecordBatchReader.from_stream(solution, schema=schema).read_all()


def rows(table):
    return np.stack([table[name].to_numpy() for name in ("disc", "source", "target")], axis=1)


@pytest.fixture
def short_batches(monkeypatch):
    """Let batches be short, so that small puzzles have many."""
    monkeypatch.setattr(module, "ROWS", 1 << 6)


@given(puzzles(), st.integers(0, 300), st.integers(0, 300))
def test_a_table_has_the_moves(puzzle, first, count):
    part = puzzle[0][first : first + count]
    assert np.array_equal(rows(read(part)), part.array("moves"))


@settings(max_examples=50)
@given(discs=st.integers(7, 13), ends=st.tuples(st.integers(0, 9000), st.integers(0, 9000)), data=st.data())
def test_batches_that_share_columns_are_right_wherever_they_begin(discs, ends, data):
    pegs = st.lists(st.integers(0, 2), min_size=discs, max_size=discs)
    solution = hf.solve(data.draw(st.one_of(st.just(discs), pegs)), data.draw(st.one_of(st.integers(0, 2), pegs)))
    part = solution[min(ends) : max(ends)]
    schema = pa.schema([("step", pa.uint64()), ("disc", pa.uint8()), ("source", pa.uint8()), ("target", pa.uint8())])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "ROWS", 1 << data.draw(st.integers(2, 6)))
        table = read(part, schema)
    assert np.array_equal(rows(table), part.array("moves"))
    first = min(min(ends), solution.count)
    assert np.array_equal(table["step"].to_numpy(), np.arange(first, first + part.count))


@pytest.mark.parametrize(
    "solution",
    [hf.solve(24), hf.solve(100)[3 * 2**64 - 2**22 :][: 2**23], hf.solve(150, pegs=4), hf.solve(300, pegs=5)[:99_999]],
)
def test_long_and_late_stretches_are_right(solution):
    assert np.array_equal(rows(read(solution)), solution.array("moves"))


def test_a_trillion_moves_are_a_stream_that_begins_at_once():
    reader = pa.RecordBatchReader.from_stream(hf.solve(40))
    batches = [reader.read_next_batch() for _ in range(50)]
    assert {batch.num_rows for batch in batches} == {1 << 20}
    # The same memory again: six kinds of two columns, and a disc's.
    assert len({batch["source"].buffers()[1].address for batch in batches}) <= 6
    for place in (0, 7, 49):
        part = hf.solve(40)[place << 20 : (place + 1) << 20]
        assert np.array_equal(rows(pa.table(batches[place])), part.array("moves"))


@pytest.mark.parametrize(("discs", "kind"), [(255, "uint8"), (256, "uint16"), (65536, "uint32")])
def test_discs_are_as_wide_as_in_arrays(discs, kind):
    table = read(hf.solve(discs)[:5])
    assert {str(field.type) for field in table.schema} == {kind}


@pytest.mark.parametrize(
    "fields",
    [
        [("target", pa.uint8())],
        [("source", pa.int8()), ("target", pa.uint64())],
        [("step", pa.uint8()), ("disc", pa.int32()), ("source", pa.uint16())],
    ],
)
def test_a_schema_that_is_requested_is_given(fields):
    schema = pa.schema([pa.field(name, kind, nullable=False) for name, kind in fields])
    table = read(hf.solve(5), schema)
    assert table.schema == schema
    moves = hf.solve(5).array("moves").astype(int)
    known = dict(zip(("disc", "source", "target"), moves.T, strict=True), step=np.arange(31))
    for name, _ in fields:
        assert table[name].to_pylist() == known[name].tolist()


@pytest.mark.parametrize(
    ("discs", "field"),
    [(5, ("peg", pa.uint8())), (300, ("disc", pa.uint8())), (11, ("step", pa.uint8())), (5, ("disc", pa.utf8()))],
)
def test_what_cannot_be_given_is_answered_with_the_default(discs, field):
    class Answer:
        def __arrow_c_stream__(self, requested_schema=None):
            return arrow_stream(span_of(hf.solve(discs)[-4:]), pa.schema([field]).__arrow_c_schema__())

    assert pa.table(Answer()).column_names == ["disc", "source", "target"]


def test_polars_takes_it_as_it_is():
    polars = pytest.importorskip("polars")
    solution = hf.solve(12)
    assert polars.DataFrame(solution)["disc"].to_list() == solution.array("discs").tolist()


def test_duckdb_takes_it_as_it_is():
    duckdb = pytest.importorskip("duckdb")
    solution = hf.solve(12)
    expected = solution.count, int(solution.array("discs").sum())
    assert duckdb.sql("select count(*), sum(disc) from solution").fetchall() == [expected]


def test_pandas_takes_it_as_it_is():
    pandas = pytest.importorskip("pandas", "3")
    assert pandas.DataFrame.from_arrow(hf.solve(12))["disc"].tolist() == hf.solve(12).array("discs").tolist()


def test_what_a_batch_holds_lives_as_long_as_the_batch():
    reader = pa.RecordBatchReader.from_stream(hf.solve(22))
    batch = reader.read_next_batch()
    watch = weakref.ref(reader)
    del reader
    gc.collect()
    assert watch() is None
    assert np.array_equal(rows(pa.table(batch)), hf.solve(22)[: 1 << 20].array("moves"))
