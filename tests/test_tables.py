"""Tables in Arrow and Parquet: every row, column and type is compared, and the description inside is used."""

import subprocess
import sys

import numpy as np
import pytest
from commands import ENVIRONMENT
from comparing import compared, verdict

import hanoi_fast as hf
from hanoi_fast.files.sidecars import sidecar_of

FIVE = hf.solve(5)
CONTENTS = "The contents are as they should be: "


@pytest.fixture(params=["arrow", "parquet"])
def table(request, tmp_path):
    """A file of five discs, and how to write another table in its place."""
    pa = pytest.importorskip("pyarrow", reason="Arrow needs it")

    path = tmp_path / f"m.{request.param}"
    FIVE.save(path)

    def write(change):
        old = pa.ipc.open_file(path).read_all() if request.param == "arrow" else pa.parquet.read_table(path)
        new = change(pa, old.combine_chunks())
        if request.param == "arrow":
            with pa.ipc.new_file(path, new.schema) as out:
                out.write_table(new)
        else:
            pa.parquet.write_table(new, path)

    return path, write


def more_rows(pa, table):
    return pa.concat_tables([table, table.slice(0, 3)])


def joined_rows(pa, table):
    return more_rows(pa, table).combine_chunks()


def fewer_rows(pa, table):
    return table.slice(0, 30)


def no_rows(pa, table):
    return table.slice(0, 0)


def other_order(pa, table):
    return table.select(["target", "disc", "source"])


def renamed(pa, table):
    return table.rename_columns(["eisc", "source", "target"])


def retyped(pa, table):
    return table.cast(pa.schema([(name, pa.int32()) for name in table.column_names]))


def one_column_more(pa, table):
    return table.append_column("more", table.column(0))


def one_column_twice(pa, table):
    return table.append_column("disc", table.column(0))


def another_move(pa, table):
    array = table.column(1).to_numpy().copy()
    array[17] ^= 1
    return table.set_column(1, "source", pa.array(array))


def a_null(pa, table):
    values = table.column(2).to_pylist()
    values[20] = None
    return table.set_column(2, "target", pa.array(values, pa.uint8()))


CHANGES = [
    (more_rows, "Not as it should be: it has 34 rows, not 31.", 93),
    (joined_rows, "Not as it should be: it has 34 rows, not 31.", 93),
    (fewer_rows, "Not as it should be: it has 30 rows, not 31.", 90),
    (no_rows, "Not as it should be: it has 0 rows, not 31.", 0),
    (other_order, "Not as it should be: its columns are target, disc, source, not disc, source, target.", 0),
    (renamed, "Not as it should be: its columns are eisc, source, target, not disc, source, target.", 0),
    (retyped, "Not as it should be: its column disc is of type int32, not uint8.", 0),
    (one_column_more, "Not as it should be: its columns are disc, source, target, more, not disc, source, target.", 0),
    (one_column_twice, "Not as it should be: its columns are disc, source, target, disc, not disc, source, target.", 0),
    (another_move, "Not as it should be from byte 51 on, in the 18th move, which should take disc 2 from peg 1 to", 51),
    (a_null, "Not as it should be from byte 60 on, in the 21st move, which should", 60),
]


@pytest.mark.parametrize(("change", "said", "place"), CHANGES)
def test_rows_columns_and_types_of_a_table_are_compared(table, called, change, said, place):
    path, write = table
    if change is one_column_twice and path.suffix == ".parquet":
        pytest.skip("pyarrow reads no such file back")
    write(change)
    status, out = verdict(called, path)
    assert status == 1
    assert out.startswith(said)
    assert compared(path).place == place
    with pytest.raises(ValueError, match="is not what its description says"):
        hf.load(path)


def test_the_same_rows_in_other_batches_are_the_same(table, called):
    path, write = table
    write(lambda pa, whole: pa.concat_tables([whole.slice(0, 7), whole.slice(7, 0), whole.slice(7)]))
    assert verdict(called, path)[0] == 0
    assert hf.load(path)[1] == FIVE


def test_the_description_inside_is_used_where_the_other_is_lost(table, called):
    path, _ = table
    sidecar_of(path).unlink()
    assert verdict(called, path) == (0, f"{CONTENTS}31 moves of 5 discs from peg 0 to peg 2.\n")
    status, out, _ = called("info", str(path))
    assert (status, out.splitlines()[0]) == (0, f"file     {path}, complete")
    array, solution = hf.load(path)
    assert solution == FIVE
    assert np.array_equal(array, FIVE.array("moves"))


def test_a_table_without_any_description_has_none(table, called):
    path, write = table
    sidecar_of(path).unlink()
    write(lambda pa, whole: whole.replace_schema_metadata(None))
    with pytest.raises(FileNotFoundError, match="there is no description of the file"):
        hf.load(path)
    assert called("verify", str(path)) == (
        2,
        "",
        "hanoi-fast verify: error: say where the discs are: --discs N, --state or --stacks\n",
    )


@pytest.mark.parametrize("place", [0, 3, 60, 0.3, 0.5, 0.8, -1, -5, -9, -20])
def test_a_damaged_table_is_not_as_it_should_be_or_holds_the_same(table, called, place):
    path, _ = table
    data = bytearray(path.read_bytes())
    data[int(place * len(data)) if isinstance(place, float) else place] ^= 0xFF
    path.write_bytes(data)
    status, out = verdict(called, path)
    assert status in (0, 1)
    assert out.count("\n") == 1
    assert out.startswith(CONTENTS if status == 0 else ("Not as it should be", "The file ends"))


WITHOUT = """
import sys
from hanoi_fast.cli import main
sys.exit(main(["verify", sys.argv[1], "--discs", "5"]))
"""


def test_a_table_is_read_in_a_fresh_process_without_a_description(table):
    path, _ = table
    sidecar_of(path).unlink()
    done = subprocess.run([sys.executable, "-c", WITHOUT, path], capture_output=True, text=True, env=ENVIRONMENT)
    assert (done.returncode, done.stdout) == (0, "Legal, complete and optimal: 31 moves.\n"), done.stderr


# ---- folders of parts ----


def test_readers_of_whole_folders_skip_the_descriptions(tmp_path):
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    polars = pytest.importorskip("polars", reason="polars is not installed")
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    for which in range(3):
        hf.solve(9).shard(which, 3).save(tmp_path / f"part{which}.parquet")
    assert len(list(tmp_path.iterdir())) == 6
    assert parquet.read_table(tmp_path).num_rows == 511
    assert len(pandas.read_parquet(tmp_path)) == 511
    assert len(polars.read_parquet(tmp_path / "*.parquet")) == 511
    assert duckdb.sql(f"SELECT count(*) FROM '{tmp_path}/*.parquet'").fetchall() == [(511,)]


def test_readers_of_folders_of_json_skip_the_descriptions(tmp_path):
    dataset = pytest.importorskip("pyarrow.dataset", reason="pyarrow is not installed")
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
    for which in range(3):
        hf.solve(9).shard(which, 3).save(tmp_path / f"part{which}.json", '{{"disc": {disc}}}\n')
    assert dataset.dataset(tmp_path, format="json").count_rows() == 511
    assert duckdb.sql(f"SELECT count(*) FROM '{tmp_path}/*.json'").fetchall() == [(511,)]
