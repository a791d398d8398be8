"""Files that the first version wrote are read, compared and resumed by every later version."""

import shutil
from pathlib import Path
from subprocess import run

import numpy as np
import pytest

import hanoi_fast as hf

FROZEN = Path(__file__).parent / "data" / "first"
ANY = hf.solve([0, 2, 1, 0, 1], [1, 1, 0, 2, 2])
BACK = hf.solve([0, 2, 1, 0, 1], 1).inverse()

# What each file holds, and the layout of the array that is loaded.
FILES = {
    "tower.bin": (hf.solve(8), "pairs"),
    "tower.npy": (hf.solve(8), "pairs"),
    "tower.txt": (hf.solve(8), "pairs"),
    "tower.csv": (hf.solve(8), "moves"),
    "tower.json": (hf.solve(8), "moves"),
    "tower.jsonl": (hf.solve(8), "moves"),
    "tower.arrow": (hf.solve(8), "moves"),
    "tower.parquet": (hf.solve(8), "moves"),
    "tower.txt.gz": (hf.solve(10), "pairs"),
    "tower.txt.zst": (hf.solve(10), "pairs"),
    "tower.npy.gz": (hf.solve(8), "moves"),
    "tower.bin.zst": (hf.solve(8), "packed"),
    "english.txt": (hf.solve(6, 1), "moves"),
    "template.txt": (hf.solve(5), "moves"),
    "pegs.bin": (hf.solve(12, pegs=5), "moves"),
    "discs.npy": (hf.solve(300, pegs=4)[1000:1100], "discs"),
    "sums.bin": (hf.solve(7), "sums"),
    "positions.txt": (ANY, "pairs"),
    "gather.npy": (BACK, "pairs"),
    "far.csv": (hf.solve(64)[2**63 - 5 : 2**63 + 5], "moves"),
    "huge.txt": (hf.solve(15_000)[2**14_999 : 2**14_999 + 5], "moves"),
    "shard.txt": (hf.solve(9).shard(1, 3), "pairs"),
    "nothing.json": (hf.solve(0), "moves"),
    "nothing.npy": (hf.solve(6)[5:5], "pairs"),
    "columns.parquet": (hf.solve(6), "packed"),
    "columns.arrow": (hf.solve(300)[2**299 - 3 : 2**299 + 3], "moves"),
}
NEEDS = {".zst": "backports.zstd", ".arrow": "pyarrow", ".parquet": "pyarrow"}


@pytest.fixture(params=FILES)
def frozen(request):
    """Return the path of a frozen file, what it should hold, and as which layout."""
    path = FROZEN / request.param
    if path.suffix in NEEDS:
        pytest.importorskip(NEEDS[path.suffix], reason=f"{path.suffix} needs it")
    return path, *FILES[request.param]


def test_every_frozen_file_is_looked_at():
    there = {path.name for path in FROZEN.iterdir()}
    assert there == {*FILES, *(f"{name}.json" for name in FILES), ".broken.txt.part", ".broken.txt.part.json"}
    assert sum(path.stat().st_size for path in FROZEN.iterdir()) < 64 << 10


def test_a_frozen_file_is_loaded(frozen):
    path, solution, layout = frozen
    array, loaded = hf.load(path)
    assert loaded == solution
    assert array.dtype == solution.array(layout).dtype
    assert np.array_equal(array, solution.array(layout))


def test_a_frozen_file_is_compared(frozen, called):
    path, solution, _ = frozen
    status, out, err = called("verify", str(path))
    assert (status, err) == (0, "")
    assert f" as it should be: {solution.count:,} moves" in out or f" as they should be: {solution.count:,} mov" in out


def test_a_frozen_file_is_described(frozen, called):
    path, solution, _ = frozen
    status, out, err = called("info", str(path))
    assert (status, err) == (0, "")
    assert out.startswith(f"file     {path}, complete\n")
    assert f"\nmoves    {solution.count:,}, " in out


@pytest.mark.skipif(shutil.which("zcat") is None, reason="zcat is not installed")
def test_a_frozen_compressed_file_is_unpacked_by_others():
    done = run(["zcat", FROZEN / "tower.txt.gz"], capture_output=True, check=True)
    assert done.stdout == hf.solve(10).open().read()


def test_a_frozen_export_is_resumed(tmp_path):
    for name in (".broken.txt.part", ".broken.txt.part.json"):
        shutil.copy(FROZEN / name, tmp_path)
    hf.solve(12).save(tmp_path / "broken.txt", resume=True)
    assert (tmp_path / "broken.txt").read_bytes() == hf.solve(12).open().read()
    assert not [path for path in tmp_path.iterdir() if ".part" in path.name]


def test_a_frozen_export_of_other_moves_is_not_resumed(tmp_path):
    for name in (".broken.txt.part", ".broken.txt.part.json"):
        shutil.copy(FROZEN / name, tmp_path)
    with pytest.raises(ValueError, match="left by another export, with discs 12, not 13"):
        hf.solve(13).save(tmp_path / "broken.txt", resume=True)
