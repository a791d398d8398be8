"""A folder of shards: its names, its manifest, what is refused, and how far it is."""

import json
import re

import numpy as np
import pytest

import hanoi_fast as hf
from hanoi_fast.cli import main
from hanoi_fast.files.shards import MANIFEST, found_in, read_manifest, shard_name, usual_shards

NAMES = ["part-00000-of-00003", "part-00001-of-00003", "part-00002-of-00003"]


def said(capfd, *words):
    """Return the status of a command, and what it prints."""
    try:
        status = main([*map(str, words)])
    except SystemExit as end:
        status = end.code
    out, error = capfd.readouterr()
    return status or 0, out, error


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


def edited(folder, change):
    manifest = json.loads((folder / MANIFEST).read_text())
    change(manifest)
    (folder / MANIFEST).write_text(json.dumps(manifest))


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda m: m.pop("shards"), "does not say its 'shards'"),
        (lambda m: m.update(shards=[]), "shards must be 1 to 99999 rows"),
        (lambda m: m.update(shards=5), "shards must be 1 to 99999 rows"),
        (lambda m: m["shards"].pop(), "shards cannot have 'part-00000-of-00003.bin' as number 0 of 2"),
        (lambda m: m["shards"].reverse(), "shards cannot have 'part-00002-of-00003.bin' as number 0 of 3"),
        (lambda m: m["shards"][0].update(name="../evil.bin"), "shards cannot have '../evil.bin' as number 0"),
        (lambda m: m["shards"][1].update(crc32="00000000"), "contradicts itself: its shard 1 should be"),
        (lambda m: m["shards"][1].update(count=5), "contradicts itself: its shard 1 should be"),
        (lambda m: m["shards"][1].update(bytes=-1), "bytes of shards must be at least 0, not -1"),
        (lambda m: m["shards"][1].update(more=1), "shards must be 1 to 99999 rows"),
        (lambda m: m.update(crc32="00000000"), "contradicts itself: crc32 is '00000000'"),
        (lambda m: m.update(complete=False), "contradicts itself: complete is False"),
        (lambda m: m.update(container="npy"), "contradicts itself"),
        (lambda m: m.update(what=1), "it has a field 'what', which this version does not know"),
    ],
)
def test_a_manifest_that_cannot_be_is_refused(tmp_path, capfd, change, text):
    hf.solve(9).save_shards(tmp_path, 3)
    edited(tmp_path, change)
    for command in ("verify", "info"):
        status, out, error = said(capfd, command, tmp_path)
        assert (status, out) == (2, "")
        assert text in error
        assert "Traceback" not in error


def test_the_command_line_writes_checks_and_describes_a_folder(tmp_path, capfd):
    out = tmp_path / "out"
    assert said(capfd, "moves", 12, "-o", f"{out}/", "--shards", 3, "--suffix", ".txt.gz", "--labels", "ABC")[0] == 0
    status, text, _ = said(capfd, "verify", out)
    assert (status, text) == (0, "The 3 shards are as they should be, and follow each other: 4,095 moves.\n")
    assert json.loads(said(capfd, "verify", out, "--json")[1]) == {
        "same": True,
        "moves": 4095,
        "shards": 3,
        "wrong": {},
    }
    text = said(capfd, "info", out)[1]
    assert text.startswith(f"folder   {out}, 3 shards, part-00000-of-00003.txt.gz and so on\npuzzle   12 discs")
    assert "pegs     A B C" in text
    assert json.loads(said(capfd, "info", out, "--json")[1]) == json.loads((out / MANIFEST).read_text())


def test_what_is_wrong_in_a_folder_is_named(tmp_path, capfd):
    hf.solve(12).save_shards(tmp_path, 3)
    (tmp_path / f"{NAMES[0]}.bin").unlink()
    with (tmp_path / f"{NAMES[1]}.bin").open("r+b") as file:
        file.seek(100)
        file.write(b"?")
    (tmp_path / "part-00000-of-00002.bin").touch()
    status, text, _ = said(capfd, "verify", tmp_path)
    assert status == 1
    assert text.splitlines() == [
        "part-*-of-00002.bin: shards of something else, which readers of the folder would take",
        "part-00000-of-00003.bin: not there",
        "part-00001-of-00003.bin: not as it should be from byte 100 on",
        "Not right: 3 of these.",
    ]


def test_a_folder_without_a_manifest_is_said_to_be_unfinished(tmp_path, capfd):
    hf.solve(12).save_shards(tmp_path, 3)
    (tmp_path / MANIFEST).unlink()
    (tmp_path / f"{NAMES[0]}.bin").rename(tmp_path / f".{NAMES[0]}.bin.part")
    lines = said(capfd, "info", tmp_path)[1].splitlines()
    assert lines[0].endswith("not complete: it has no manifest; the same command again goes on")
    assert lines[1:] == [
        "begun    2,730 bytes (2.6 KiB) of shards that are not whole",
        "shards   2 of 3 are whole, .bin",
    ]
    assert json.loads(said(capfd, "info", tmp_path, "--json")[1]) == {
        "complete": False,
        "found": [{"suffix": ".bin", "shards": 3, "whole": 2}],
        "begun": 2730,
    }
    status, _, error = said(capfd, "verify", tmp_path)
    assert status == 2
    assert "is not complete: shards 2 of 3 are whole, .bin" in error


def test_a_folder_without_shards_is_refused(tmp_path, capfd):
    for command in ("info", "verify"):
        status, _, error = said(capfd, command, tmp_path)
        assert status == 2
        assert "is a folder without a manifest and without shards" in error


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["--shards", "2"], "--shards needs -o FOLDER"),
        (["-o", "x.bin", "--suffix", ".bin"], "--suffix needs --shards N"),
        (["-o", "x.bin", "--workers", "2"], "--workers needs --shards N"),
        (["-o", "x.bin", "--scheduler", "tcp://a:1"], "--scheduler needs --shards N"),
        (["-o", "x", "--shards", "2", "--direct"], "--direct goes with one file, not with --shards"),
        (["-o", "x", "--shards", "2", "--dry-run"], "--dry-run goes with one file, not with --shards"),
        (["-o", "x", "--shards", "2", "--no-overwrite"], "--no-overwrite goes with one file, not with --shards"),
        (["-o", "x", "--shards", "2", "--workers", "1", "--scheduler", "a"], "not allowed with argument"),
        (["-o", "x", "--shards", "0"], "shards must be between 1 and 4095, not 0"),
    ],
)
def test_options_that_do_not_go_together_are_refused(tmp_path, monkeypatch, capfd, words, text):
    monkeypatch.chdir(tmp_path)
    status, _, error = said(capfd, "moves", 12, *words)
    assert status == 2
    assert text in error
    assert list(tmp_path.iterdir()) == []


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


@pytest.mark.parametrize("read", [read_by_pyarrow, read_by_pandas, read_by_polars, read_by_duckdb])
def test_readers_of_folders_read_the_folder_as_it_is(dataset, read):
    found = read(dataset)
    assert sorted(found) == ["disc", "source", "target"]
    rows = np.array([found[name] for name in ("disc", "source", "target")]).T
    assert np.array_equal(rows, hf.solve(12).array("moves"))
