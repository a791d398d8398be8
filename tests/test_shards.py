"""A folder of shards: its names, its manifest, what is refused, and how far it is."""

import json
import re
from zlib import crc32

import numpy as np
import pytest

import hanoi_fast as hf
from hanoi_fast.files.shards import MANIFEST, found_in, read_manifest, shard_name, usual_shards

NAMES = ["part-00000-of-00003", "part-00001-of-00003", "part-00002-of-00003"]


def files_in(folder):
    return sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))


@pytest.mark.parametrize("suffix", [".bin", ".txt", ".npy", ".csv.gz", ".json", ".jsonl"])
@pytest.mark.parametrize("pegs", [3, 4])
def test_each_shard_is_the_file_that_save_writes(tmp_path, suffix, pegs):
    solution = hf.solve(9 if pegs == 3 else 30, pegs=pegs)[2:]
    solution.save_shards(tmp_path / "out", 3, suffix)
    assert files_in(tmp_path / "out") == [MANIFEST, *(name + suffix for name in NAMES)]
    for which, name in enumerate(NAMES):
        solution.shard(which, 3).save(tmp_path / f"one{suffix}")
        assert (tmp_path / "out" / (name + suffix)).read_bytes() == (tmp_path / f"one{suffix}").read_bytes()


@pytest.mark.parametrize(("suffix", "format"), [(".bin", "pairs"), (".txt", "text"), (".bin", "moves")])
def test_the_manifest_says_the_checksum_of_the_whole(tmp_path, suffix, format):
    solution = hf.solve(11)
    solution.save_shards(tmp_path, 7, suffix, format)
    manifest = json.loads((tmp_path / MANIFEST).read_text())
    assert int(manifest["crc32"], 16) == solution.crc32(format)
    joined = b"".join((tmp_path / shard["name"]).read_bytes() for shard in manifest["shards"])
    assert joined == solution.open(format).read()
    assert [shard["bytes"] for shard in manifest["shards"]] == [
        (tmp_path / shard["name"]).stat().st_size for shard in manifest["shards"]
    ]
    assert sum(shard["count"] for shard in manifest["shards"]) == manifest["count"] == solution.count


@pytest.mark.parametrize(("size", "shards"), [(0, 1), (1 << 27, 1), (1 << 28, 2), (1 << 36, 512), (1 << 60, 10_000)])
def test_a_shard_has_128_mib_at_least_where_nobody_says_otherwise(size, shards):
    assert usual_shards(size) == shards


def test_few_moves_are_one_shard(tmp_path):
    hf.solve(8).save_shards(tmp_path)
    assert files_in(tmp_path) == [MANIFEST, "part-00000-of-00001.bin"]


@pytest.mark.parametrize(
    ("given", "error", "text"),
    [
        ({"shards": 0}, ValueError, "shards must be between 1 and 127, not 0"),
        ({"shards": 128}, ValueError, "shards must be between 1 and 127, not 128"),
        ({"shards": 1.5}, TypeError, "shards must be an int, not 1.5"),
        ({"suffix": "bin"}, ValueError, "suffix must be one of a file, as '.bin', not 'bin'"),
        ({"suffix": "./../x.bin"}, ValueError, "suffix must be one of a file"),
        ({"suffix": ".what"}, ValueError, "cannot tell the format"),
        ({"suffix": ".txt", "format": "pairs"}, ValueError, "is named as text"),
        ({"client": 5}, TypeError, "client must be a dask.distributed.Client, not 5 (int)"),
        ({"progress": 5}, TypeError, "progress must be callable"),
        ({"threads": 0}, ValueError, "threads must be between 1 and 1024, not 0"),
    ],
)
def test_what_cannot_be_is_refused_before_there_is_a_folder(tmp_path, given, error, text):
    with pytest.raises(error, match=re.escape(text)):
        hf.solve(7).save_shards(tmp_path / "out", **given)
    assert not (tmp_path / "out").exists()


def test_most_shards_have_names_of_five_digits(tmp_path):
    with pytest.raises(ValueError, match="shards must be between 1 and 99999, not 100000"):
        hf.solve(30).save_shards(tmp_path / "out", 100_000)
    assert shard_name(99_998, 99_999, ".bin") == "part-99998-of-99999.bin"


def test_the_same_again_keeps_what_is_whole_and_makes_what_is_not(tmp_path):
    solution = hf.solve(12)
    solution.save_shards(tmp_path, 3)
    content = (tmp_path / f"{NAMES[1]}.bin").read_bytes()
    kept = {name: (tmp_path / f"{name}.bin").stat().st_mtime_ns for name in NAMES}
    (tmp_path / MANIFEST).unlink()
    (tmp_path / f"{NAMES[1]}.bin").rename(tmp_path / f".{NAMES[1]}.bin.part")
    with (tmp_path / f".{NAMES[1]}.bin.part").open("r+b") as part:
        part.truncate(1000)
    found = found_in(tmp_path)
    assert found.whole == {(3, ".bin"): {0, 2}}
    assert found.unfinished == 1000
    done = []
    solution.save_shards(tmp_path, 3, progress=done.append)
    assert sum(done) >= len(content)
    assert (tmp_path / f"{NAMES[1]}.bin").read_bytes() == content
    assert all((tmp_path / f"{name}.bin").stat().st_mtime_ns == kept[name] for name in (NAMES[0], NAMES[2]))
    assert read_manifest(tmp_path)[1][0].name == f"{NAMES[0]}.bin"


@pytest.mark.parametrize(
    ("other", "text"),
    [
        (lambda folder: hf.solve(12).save_shards(folder, 4), "the folder holds other shards than part-*-of-00004.bin"),
        (lambda folder: hf.solve(12).save_shards(folder, 3, ".txt"), "the folder holds other shards than"),
        (
            lambda folder: hf.solve(13).save_shards(folder, 3),
            "the folder holds shards of other moves or another format",
        ),
        (lambda folder: hf.solve(12).save_shards(folder, 3, format="packed"), "of other moves or another format"),
    ],
)
def test_a_folder_of_something_else_is_left_alone(tmp_path, other, text):
    hf.solve(12).save_shards(tmp_path, 3)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(FileExistsError, match=re.escape(text)):
        other(tmp_path)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_manifest_of_somebody_else_is_left_alone(tmp_path):
    (tmp_path / MANIFEST).write_text('{"theirs": 1}')
    with pytest.raises(FileExistsError, match="the manifest would go here, but this file is none of ours"):
        hf.solve(5).save_shards(tmp_path, 2)
    assert files_in(tmp_path) == [MANIFEST]


def test_a_shard_that_workers_wrote_elsewhere_is_missed(tmp_path, monkeypatch):
    class Elsewhere:
        """Pretends that a worker wrote a shard."""

        def submit(self): ...

    monkeypatch.setattr(
        "hanoi_fast.face.sharding.on_cluster", lambda plan, client, progress: map(plan.shard, range(plan.shards))
    )
    with pytest.raises(FileNotFoundError, match="workers and client must see the same folder"):
        hf.solve(9).save_shards(tmp_path, 2, client=Elsewhere())
    assert not (tmp_path / MANIFEST).exists()


# ---- readers of whole folders ----


@pytest.fixture
def dataset(tmp_path):
    pytest.importorskip("pyarrow", reason="Parquet needs pyarrow")
    hf.solve(12).save_shards(tmp_path, 3, ".parquet")
    return tmp_path


def read_by_pyarrow(folder):
    dataset = pytest.importorskip("pyarrow.dataset")
    return dataset.dataset(folder).to_table().to_pydict()


def read_by_pandas(folder):
    return pytest.importorskip("pandas").read_parquet(folder).to_dict("list")


def read_by_polars(folder):
    return pytest.importorskip("polars").scan_parquet(f"{folder}/*.parquet").collect().to_dict(as_series=False)


def read_by_duckdb(folder):
    duckdb = pytest.importorskip("duckdb")
    return {
        name: column.tolist()
        for name, column in duckdb.sql(f"select * from '{folder}/*.parquet' order by filename").fetchnumpy().items()
        if name != "filename"
    }


def read_by_dask(folder):
    dataframe = pytest.importorskip("dask.dataframe")
    return dataframe.read_parquet(folder).compute().to_dict("list")


def read_by_spark(folder):
    sql = pytest.importorskip("pyspark.sql", reason="Spark needs pyspark, and Java")
    spark = sql.SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
    try:
        rows = spark.read.parquet(str(folder)).collect()
    finally:
        spark.stop()
    return {name: [row[name] for row in rows] for name in rows[0].asDict()}


READERS = [
    read_by_pyarrow,
    read_by_pandas,
    read_by_polars,
    read_by_duckdb,
    read_by_dask,
    read_by_spark,
]  # the last in any order


@pytest.mark.filterwarnings("ignore")  # of libraries that read
@pytest.mark.parametrize("read", READERS[:-1])
def test_readers_of_folders_read_the_folder_as_it_is(dataset, read):
    found = read(dataset)
    assert sorted(found) == ["disc", "source", "target"]
    rows = np.array([found[name] for name in ("disc", "source", "target")]).T
    assert np.array_equal(rows, hf.solve(12).array("moves"))


@pytest.mark.filterwarnings("ignore")  # of libraries that read
@pytest.mark.parametrize("read", READERS)
def test_with_the_step_rows_need_no_order(tmp_path, read):
    pytest.importorskip("pyarrow", reason="Parquet needs pyarrow")
    hf.solve(12)[7:].save_shards(tmp_path, 3, ".parquet", columns=("step", "disc", "source", "target"))
    found = read(tmp_path)
    rows = sorted(zip(*(found[name] for name in ("step", "disc", "source", "target")), strict=True))
    assert rows == [(step, *move) for step, move in enumerate(hf.solve(12)) if step >= 7]


@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".bin"])
def test_shards_of_any_format_go_on_with_the_steps(tmp_path, suffix):
    hf.solve(10).save_shards(tmp_path, 3, suffix, columns=("step", "disc", "source", "target"))
    manifest, shards = read_manifest(tmp_path)
    for which, shard in enumerate(shards):
        hf.solve(10).shard(which, 3).save(tmp_path / f"one{suffix}", columns=("step", "disc", "source", "target"))
        assert (tmp_path / shard.name).read_bytes() == (tmp_path / f"one{suffix}").read_bytes()
    if suffix != ".csv":
        joined = b"".join((tmp_path / shard.name).read_bytes() for shard in shards)
        assert manifest["crc32"] == f"{crc32(joined):08x}"
