"""The files the command line writes."""

import numpy as np
import pytest
from commands import ENVIRONMENT, run, shell

import hanoi_fast as hf
from hanoi_fast.files.cloning import can_share


def test_a_file_has_the_format_of_its_suffix(called, tmp_path):
    for suffix in ("txt", "csv", "jsonl", "npy", "bin"):
        assert called("moves", "5", "-o", str(tmp_path / f"moves.{suffix}")) == (0, "", "")
    assert (tmp_path / "moves.txt").read_text() == called("moves", "5")[1]
    assert (tmp_path / "moves.csv").read_text() == called("moves", "5", "--format", "csv")[1]
    assert (tmp_path / "moves.jsonl").read_text() == called("moves", "5", "--format", "jsonl")[1]
    assert (tmp_path / "moves.bin").read_bytes() == hf.solve(5).array().tobytes()
    assert (np.load(tmp_path / "moves.npy") == hf.solve(5).array()).all()


def test_a_format_that_is_given_counts_more_than_the_suffix(called, tmp_path):
    path = tmp_path / "moves.txt"
    assert called("moves", "2", "--format", "italian", "-o", str(path))[0] == 0
    assert path.read_text() == "Sposto da 0 a 1\nSposto da 0 a 2\nSposto da 1 a 2\n"
    assert called("solve", "--state", "0", "--template", "{disc}", "--output", str(path))[0] == 0
    assert path.read_text() == "1"


def test_a_suffix_that_says_nothing_is_a_mistake(called, tmp_path):
    status, _, err = called("moves", "3", "-o", str(tmp_path / "moves.xyz"))
    assert (status, err.count("\n")) == (2, 1)
    assert ".xyz" in err
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_not_there_is_named(called, tmp_path):
    status, _, err = called("moves", "3", "-o", str(tmp_path / "nowhere" / "moves.txt"))
    assert (status, err.count("\n")) == (1, 1)
    assert str(tmp_path / "nowhere") in err
    assert err.endswith("No such file or directory\n")


def test_a_file_that_grows_too_large_is_an_error_and_leaves_what_can_be_resumed(tmp_path):
    done = shell(f"ulimit -f 64; hanoi-fast moves 20 -o {tmp_path / 'moves.txt'}")
    assert done.returncode == 1
    assert done.stderr == f"hanoi-fast moves: error: {tmp_path / 'moves.txt'}: File too large\n"
    assert not (tmp_path / "moves.txt").exists()
    assert (tmp_path / ".moves.txt.part").stat().st_size == 64 * 1024


def test_a_file_larger_than_the_disk_is_refused_at_once(called, tmp_path):
    status, _, err = called("moves", "64", "-o", str(tmp_path / "moves.npy"))
    assert (status, err.count("\n")) == (1, 1)
    assert "moves.npy" in err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "line",
    ["25 --format bin", "3 --format text", "5 -o m.csv.gz", "25 --start 7 -o m.txt", "9 --pegs 4 -o m.bin"],
)
def test_moves_are_written_without_numpy(tmp_path, line):
    words = line.split()
    if "-o" not in words:
        words += ["-o", "m.out"]
    if can_share(tmp_path):
        words.append("--no-share")  # what repeats is looked up with arrays
    done = run("moves", *words, cwd=tmp_path, env={**ENVIRONMENT, "PYTHONPROFILEIMPORTTIME": "1"})
    loaded = {row.rpartition("|")[2].strip() for row in done.stderr.splitlines()}
    assert "hanoi_fast.files.export" in loaded
    assert not loaded & {"numpy", "pyarrow", "fsspec", "dask"}
