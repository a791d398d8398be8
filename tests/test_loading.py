"""What was saved is loaded again: the array, and the solution that it belongs to."""

import re

import numpy as np
import pytest

import hanoi_fast as hf
from hanoi_fast.files.sidecars import sidecar_of

SOLUTIONS = [
    hf.solve(8),
    hf.solve(300)[2**299 : 2**299 + 500],
    hf.solve([0, 2, 1, 0], [1, 1, 0, 2]),
    hf.solve([0, 2, 1, 0], 1).inverse(),
    hf.solve(9, pegs=4).shard(1, 3),
    hf.solve(6)[7:7],
    hf.solve(0),
]
FORMATS = [
    ("a.bin", None, "pairs"),
    ("a.bin", "discs", "discs"),
    ("a.npy", None, "pairs"),
    ("a.npy", "moves", "moves"),
    ("a.txt", None, "pairs"),
    ("a.txt", "english", "moves"),
    ("a.txt", "{target}<{source};", "pairs"),
    ("a.csv", None, "moves"),
    ("a.json", None, "moves"),
    ("a.jsonl.gz", None, "moves"),
    ("a.npy.gz", None, "pairs"),
    ("a.bin.zst", "packed", "packed"),
    ("a.txt.zst", None, "pairs"),
    ("a.arrow", None, "moves"),
    ("a.arrow", "packed", "packed"),
    ("a.parquet", None, "moves"),
]
NEEDS = {"zst": "backports.zstd", "arrow": "pyarrow", "parquet": "pyarrow"}
FLIPPED = {"a.bin", "a.npy"}  # mapped: only their length is looked at


def need(name):
    """Skip where the package for a suffix is not installed."""
    suffix = name.rpartition(".")[2]
    if suffix in NEEDS:
        pytest.importorskip(NEEDS[suffix], reason=f".{suffix} needs {NEEDS[suffix]}")


@pytest.mark.parametrize(("name", "form", "layout"), FORMATS)
@pytest.mark.parametrize("solution", SOLUTIONS, ids=repr)
def test_what_is_loaded_is_what_was_saved(solution, name, form, layout, tmp_path):
    need(name)
    solution.save(tmp_path / name, form)
    array, loaded = hf.load(tmp_path / name)
    expected = solution.array(layout)
    assert (loaded, array.dtype, array.shape) == (solution, expected.dtype, expected.shape)
    assert np.array_equal(array, expected)


@pytest.mark.parametrize("name", ["a.bin", "a.npy"])
def test_plain_files_are_mapped_and_cannot_be_written_to(name, tmp_path):
    hf.solve(10).save(tmp_path / name)
    array, _ = hf.load(str(tmp_path / name))
    assert isinstance(array, np.memmap)
    with pytest.raises(ValueError, match="read-only"):
        array[0] = 1


@pytest.mark.parametrize("change", ["cut", "longer", "empty"])
@pytest.mark.parametrize(("name", "form", "layout"), FORMATS)
def test_a_file_that_is_not_as_long_as_it_says_is_refused(name, form, layout, change, tmp_path):
    need(name)
    path = tmp_path / name
    hf.solve(8).save(path, form)
    data = path.read_bytes()
    path.write_bytes({"cut": data[:-1], "longer": data + data[-300:], "empty": b""}[change])
    with pytest.raises(ValueError, match=r"its description says"):
        hf.load(path)


@pytest.mark.parametrize(("name", "form", "layout"), [row for row in FORMATS if row[0] not in FLIPPED])
def test_a_file_with_another_move_is_refused(name, form, layout, tmp_path):
    need(name)
    path, other = tmp_path / name, tmp_path / "other"
    hf.solve(8).save(path, form)
    other.mkdir()
    hf.solve(8, 1).save(other / name, form)
    (other / name).replace(path)
    with pytest.raises(ValueError, match="is not what its description says from byte"):
        hf.load(path)


def test_a_file_that_is_not_complete_is_refused(tmp_path):
    path = tmp_path / "a.txt"
    hf.solve(8).save(path)
    text = sidecar_of(path).read_text()
    sidecar_of(path).write_text(text.replace('"complete": true', '"complete": false'))
    with pytest.raises(ValueError, match="is not complete: save it again with resume"):
        hf.load(path)


def test_a_description_without_its_file_is_an_error(tmp_path):
    hf.solve(8).save(tmp_path / "a.npy")
    (tmp_path / "a.npy").unlink()
    with pytest.raises(FileNotFoundError):
        hf.load(tmp_path / "a.npy")


def test_the_same_contents_compressed_otherwise_are_the_same(tmp_path):
    import gzip

    path = tmp_path / "a.txt.gz"
    hf.solve(12).save(path)
    path.write_bytes(gzip.compress(hf.solve(12).open().read(), 1))
    assert hf.load(path)[1] == hf.solve(12)


def test_an_array_larger_than_the_memory_is_refused(tmp_path, monkeypatch):
    hf.solve(12).save(tmp_path / "a.txt")
    monkeypatch.setattr("hanoi_fast.checks.machine_memory", lambda: 1000)
    with pytest.raises(MemoryError, match="the array needs 16380 bytes"):
        hf.load(tmp_path / "a.txt")


@pytest.mark.parametrize("name", ["", ".", "..", "folder"])
def test_a_folder_is_no_file_of_moves(name, tmp_path, monkeypatch):
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(IsADirectoryError, match=re.escape(f"Is a directory: '{name or '.'}'")):
        hf.load(name)
