"""Every line of docs/formats.md reads its file back as it was saved."""

import gzip
import re
import shutil
import subprocess
import sys
import zlib
from pathlib import Path
from zlib import crc32

import numpy as np
import pytest

import hanoi_fast as hf

DOCS = Path(__file__).parents[1] / "docs" / "formats.md"
TEXT = DOCS.read_text(encoding="utf-8")
ROW = re.compile(r"^\| ((?:numpy|pandas|polars|duckdb)[^|]*) \| `(.+)` \|$", re.MULTILINE)
LINES = ROW.findall(TEXT)
IMPORTS = re.search(r"They need these imports.*?```python\n(.*?)```", TEXT, re.DOTALL)[1].split("\n")
NAMES = {line.split()[-1]: line for line in IMPORTS if line}
MODULES = {"pa": "pyarrow", "pq": "pyarrow.parquet"}

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


# What is run of a line, in a process of its own: only the imports that the page names, and the array that comes of it.
ALONE = """
{imports}
found = {line}
import sys
import numpy
if hasattr(found, "fetchnumpy"):
    found = numpy.column_stack([numpy.asarray(column) for column in found.fetchnumpy().values()])
found = found.to_numpy() if hasattr(found, "to_numpy") else numpy.asarray(found)
numpy.save("found.npy", found)
"""


def read_alone(line, folder):
    """Return what a line reads in a fresh process."""
    imports = "\n".join(found for name, found in NAMES.items() if re.search(rf"\b{name}\b[.(]", line))
    code = ALONE.format(imports=imports, line=line)
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return np.load(folder / "found.npy")


@pytest.mark.parametrize(("libraries", "line"), LINES, ids=[line for _, line in LINES])
def test_a_line_reads_its_file_back(libraries, line, saved, tmp_path):
    for library in libraries.split(", "):
        pytest.importorskip(library, reason=f"{library} is not installed")
    for short, module in MODULES.items():
        if re.search(rf"\b{short}\.", line):
            pytest.importorskip(module, reason=f"{module} is not installed")
    (name,) = re.findall(r"moves(?:\.[a-z]+)+", line)
    expected = saved(name)
    found = read_alone(line, tmp_path)
    assert found.shape == expected.shape
    assert np.array_equal(found, expected)


@pytest.mark.parametrize("line", [line for library, line in LINES if library == "duckdb" and "json" in line])
@pytest.mark.parametrize("discs", [1, 300])
def test_duckdb_reads_json_of_any_discs(line, discs, tmp_path):
    pytest.importorskip("duckdb", reason="duckdb is not installed")
    (name,) = re.findall(r"moves(?:\.[a-z]+)+", line)
    part = hf.solve(discs)[-1:]
    part.save(tmp_path / name)
    assert np.array_equal(read_alone(line, tmp_path), part.array("moves"))


def test_the_calls_that_stop_after_the_first_member_are_the_ones_named(tmp_path):
    solution = hf.solve(21)
    solution.save(tmp_path / "a.gz", "text")
    data, content = (tmp_path / "a.gz").read_bytes(), solution.open().read()
    assert len(zlib.decompress(data, 31)) <= 1 << 22
    assert len(zlib.decompressobj(31).decompress(data)) <= 1 << 22
    assert gzip.decompress(data) == content
    with gzip.open(tmp_path / "a.gz") as file:
        assert file.read() == content


def test_the_calls_that_stop_after_the_first_frame_are_the_ones_named(tmp_path):
    pytest.importorskip("backports.zstd", reason="zstd needs it")
    zstandard = pytest.importorskip("zstandard", reason="zstandard is not installed")
    solution = hf.solve(21)
    solution.save(tmp_path / "a.zst", "text")
    path, content = tmp_path / "a.zst", solution.open().read()
    assert len(zstandard.ZstdDecompressor().decompress(path.read_bytes())) <= 1 << 22
    with zstandard.open(path, "rb") as file:
        assert file.read() == content
    with path.open("rb") as file:
        reader = zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True)
        assert reader.read() == content


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
