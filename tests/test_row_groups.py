"""Parquet of row groups that are encoded once: every reader finds the moves, and the footer says what is there."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hanoi_fast as hf
from hanoi_fast.face.loading import described
from hanoi_fast.files.contents import compare
from hanoi_fast.files.saving import part_of

pa = pytest.importorskip("pyarrow", reason="Parquet needs it")
pytest.importorskip("thrift", reason="copies of row groups need it")
pq = pytest.importorskip("pyarrow.parquet")

from hanoi_fast.files.containers import footers, row_groups  # noqa: E402

# A part of a tower, of which most groups are whole and some are not.
SOLUTION = hf.solve(24)[123_456:-78]
LAYOUTS = ["moves", "pairs", "packed", "discs", "sums"]


@pytest.fixture
def short_groups(monkeypatch):
    """Let groups be short, so that small puzzles have many."""
    monkeypatch.setattr(row_groups, "LEAST_EXPONENT", 6)
    monkeypatch.setattr(row_groups, "FEWEST", 1 << 9)
    monkeypatch.setattr(row_groups, "MOST_KEPT", 5)


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    path = tmp_path_factory.mktemp("groups") / "moves.parquet"
    SOLUTION.save(path)
    return path


def rows_of(table):
    columns = [column.to_numpy() for column in table.columns]
    return columns[0] if len(columns) == 1 else np.column_stack(columns)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(data=st.data())
def test_pyarrow_reads_the_moves(short_groups, tmp_path, data):
    discs = data.draw(st.integers(10, 14))
    pegs = st.lists(st.integers(0, 2), min_size=discs, max_size=discs)
    solution = hf.solve(data.draw(st.one_of(st.just(discs), pegs)), data.draw(pegs))
    first = data.draw(st.integers(0, solution.count))
    part = solution[first : first + data.draw(st.integers(0, solution.count))]
    layout = data.draw(st.sampled_from(LAYOUTS))
    part.save(tmp_path / "a.parquet", layout)
    assert np.array_equal(rows_of(pq.read_table(tmp_path / "a.parquet")), part.array(layout))
    check_footer(tmp_path / "a.parquet")


def check_footer(path):
    """Compare what the footer says with what is there, without the code that wrote it."""
    found = pq.ParquetFile(path)
    end = 4
    for i in range(found.num_row_groups):
        group, rows = found.metadata.row_group(i), found.read_row_group(i)
        assert group.num_rows == len(rows) > 0
        chunks = [group.column(j) for j in range(group.num_columns)]
        assert group.total_byte_size == sum(chunk.total_uncompressed_size for chunk in chunks)
        for chunk, name, values in zip(chunks, rows.column_names, rows.columns, strict=True):
            assert chunk.path_in_schema == name
            assert min(chunk.dictionary_page_offset, chunk.data_page_offset) == end
            end += chunk.total_compressed_size
            statistics = chunk.statistics
            values = values.to_numpy()
            assert (statistics.min, statistics.max) == (values.min(), values.max())
            assert (statistics.null_count, statistics.num_values) == (0, len(values))
    assert found.metadata.num_rows == sum(found.metadata.row_group(i).num_rows for i in range(found.num_row_groups))
    assert end == path.stat().st_size - 8 - found.metadata.serialized_size


def read_pandas(path):
    return pytest.importorskip("pandas").read_parquet(path).to_numpy()


def read_fastparquet(path):
    # It leaves files open that it has opened.
    with path.open("rb") as file:
        return pytest.importorskip("fastparquet").ParquetFile(file).to_pandas().to_numpy()


def read_polars(path):
    return pytest.importorskip("polars").read_parquet(path).to_numpy()


def read_duckdb(path):
    found = pytest.importorskip("duckdb").sql(f"FROM '{path}'").fetchnumpy()
    return np.column_stack(list(found.values()))


@pytest.mark.parametrize("read", [read_pandas, read_fastparquet, read_polars, read_duckdb])
def test_other_readers_read_the_moves(saved, read):
    assert np.array_equal(read(saved), SOLUTION.array("moves"))


def test_the_footer_is_right(saved):
    check_footer(saved)
    assert pq.read_metadata(saved).row_group(3).num_rows == 1 << 20


def test_filters_use_the_statistics(saved):
    found = pq.read_table(saved, filters=[("disc", "==", 24)])
    assert [row.tolist() for row in rows_of(found)] == [[24, 0, 2]]


def test_the_file_is_what_its_description_says(saved):
    assert hf.load(saved)[1] == SOLUTION
    found = described(saved)
    assert compare(saved, found.document, found.form).place is None
    inside = pq.read_schema(saved).metadata
    assert b'"count": 16653681' in inside[b"hanoi_fast"]


def test_a_column_is_encoded_once(tmp_path, monkeypatch, short_groups):
    encoded = []
    kept = row_groups.Encoder.encode

    def counted(self, field, digest, memory):
        encoded.append(len(memory))
        return kept(self, field, digest, memory)

    monkeypatch.setattr(row_groups.Encoder, "encode", counted)
    monkeypatch.setattr(row_groups, "MOST_KEPT", 100)
    hf.solve(16).save(tmp_path / "a.parquet")
    # Of discs one for each larger disc, of pegs six, and the ends.
    assert len(encoded) < 10 + 2 * 6 + 3 * 3
    assert pq.read_metadata(tmp_path / "a.parquet").num_row_groups == 1 << 10


@pytest.mark.parametrize("solution", [hf.solve(40, pegs=4), hf.solve(6, arcs="linear"), hf.solve(8), hf.solve(0)])
def test_what_does_not_repeat_is_written_by_pyarrow(tmp_path, monkeypatch, short_groups, solution):
    monkeypatch.setattr(row_groups, "write_groups", None)
    solution.save(tmp_path / "a.parquet")
    assert np.array_equal(rows_of(pq.read_table(tmp_path / "a.parquet")), solution.array("moves"))


def test_without_thrift_pyarrow_writes_it(tmp_path, monkeypatch, short_groups):
    monkeypatch.setattr(row_groups, "available", lambda: False)
    monkeypatch.setattr(row_groups, "write_groups", None)
    hf.solve(12).save(tmp_path / "a.parquet")
    assert np.array_equal(rows_of(pq.read_table(tmp_path / "a.parquet")), hf.solve(12).array("moves"))


@pytest.mark.parametrize("kept", [0, 1, 0.5, 0.99, 1.0])
def test_an_unfinished_file_is_gone_on_with(saved, tmp_path, kept):
    content = saved.read_bytes()
    path = tmp_path / "moves.parquet"
    part_of(path).write_bytes(content[: kept if isinstance(kept, int) else int(kept * len(content))])
    SOLUTION.save(path, resume=True)
    assert path.read_bytes() == content


def test_progress_counts_the_bytes_of_every_row(tmp_path):
    seen = []
    SOLUTION.save(tmp_path / "a.parquet", progress=seen.append)
    assert sum(seen) == SOLUTION.nbytes("moves")


@pytest.mark.parametrize(("count", "rows"), [(1 << 22, 20), (1 << 34, 20), (1 << 36, 22), (1 << 38, 24), (1 << 60, 24)])
def test_groups_are_long_where_there_would_be_many(count, rows):
    assert row_groups.rows_of_group(count - 1) == 1 << rows


def test_any_footer_is_written_as_it_was_read(tmp_path):
    table = pa.table({"text": ["a", None], "number": [0.5, 2.0], "flag": [True, False], "list": [[1, 2], []]})
    pq.write_table(table.replace_schema_metadata({"key": "x" * 300}), tmp_path / "a.parquet", write_page_index=True)
    whole = memoryview(Path(tmp_path / "a.parquet").read_bytes())
    (written,) = footers.pieces_of(footers.read_footer(whole))
    assert written == whole[footers.footer_start(whole) : -8]


def test_shifts_are_places_between_the_bytes():
    pieces = footers.pieces_of({1: (10, footers.Shift(5)), 2: (10, 7), 40: (10, footers.Shift(0))})
    assert pieces == [b"\x16", footers.Shift(5), b"\x16\x0e\x06\x50", footers.Shift(0), b"\0"]
    right = footers.pieces_of({1: (10, 1005), 2: (10, 7), 40: (10, 1000)})
    assert [row_groups.placed(pieces, 1000)] == right
