"""Every line of docs/formats.md reads its file back as it was saved."""

import json
import re
import shutil
import subprocess
from importlib import import_module
from pathlib import Path
from zlib import crc32

import numpy as np
import pytest

import hanoi_fast as hf

DOCS = Path(__file__).parents[1] / "docs" / "formats.md"
ROW = re.compile(r"^\| ((?:numpy|pandas|polars|duckdb)[^|]*) \| `(.+)` \|$", re.MULTILINE)
LINES = ROW.findall(DOCS.read_text(encoding="utf-8"))
NAMES = {"np": "numpy", "pd": "pandas", "pl": "polars", "duckdb": "duckdb", "pa": "pyarrow"}

# Compressed files of more than one frame, as a reader that stops at the first would not notice otherwise.
DISCS = {"moves.txt.gz": 20, "moves.txt.zst": 20, "moves.csv.gz": 20}


def test_the_table_is_read():
    assert len(LINES) == 35
    assert {library.split(",")[0] for library, _ in LINES} == {"numpy", "pandas", "polars", "duckdb"}


@pytest.fixture
def saved(tmp_path, monkeypatch):
    """Save a file and return its moves, in the folder where the lines look for it."""
    monkeypatch.chdir(tmp_path)

    def save(name):
        if name.endswith("zst"):
            pytest.importorskip("backports.zstd", reason="zstd needs it")
        solution = hf.solve(DISCS.get(name, 12))
        solution.save(name)
        textual = name.startswith(("moves.txt", "moves.bin", "moves.npy"))
        return solution.array("pairs" if textual else "moves")

    return save


def as_array(found):
    """Return what a library gives as an array."""
    if hasattr(found, "fetchnumpy"):
        return np.column_stack([np.asarray(column) for column in found.fetchnumpy().values()])
    return found.to_numpy() if hasattr(found, "to_numpy") else np.asarray(found)


@pytest.mark.parametrize(("libraries", "line"), LINES, ids=[line for _, line in LINES])
def test_a_line_reads_its_file_back(libraries, line, saved):
    for library in libraries.split(", "):
        pytest.importorskip(library, reason=f"{library} is not installed")
    known = {"json": json, "Path": Path}
    for short, module in NAMES.items():
        if re.search(rf"\b{short}\.", line):
            known[short] = pytest.importorskip(module, reason=f"{module} is not installed")
    if "pa" in known:
        import_module("pyarrow.parquet")
    (name,) = re.findall(r"moves(?:\.[a-z]+)+", line)
    expected = saved(name)
    found = as_array(eval(line, known))
    assert found.shape == expected.shape
    assert np.array_equal(found, expected)


@pytest.mark.parametrize(
    ("name", "command"),
    [("a.txt.gz", "zcat"), ("a.txt.gz", "gzip -dc"), ("a.json.zst", "zstd -dcq"), ("a.npy.zst", "zstd -dcq")],
)
def test_the_usual_tools_unpack_compressed_files(tmp_path, name, command):
    if shutil.which(command.split()[0]) is None:
        pytest.skip(f"{command.split()[0]} is not installed")
    if name.endswith("zst"):
        pytest.importorskip("backports.zstd", reason="zstd needs it")
    form = {"a.txt.gz": "text", "a.json.zst": "json", "a.npy.zst": "npy"}[name]
    solution = hf.solve(21)
    solution.save(tmp_path / name)
    done = subprocess.run([*command.split(), tmp_path / name], capture_output=True, timeout=60, check=True)
    assert done.stderr == b""
    assert (len(done.stdout), crc32(done.stdout)) == (solution.nbytes(form), solution.crc32(form))
