"""How long do exports take, by format, by compression, by what reads them?

``pytest bench/bench_export.py``; generation is part of every figure, as no export is without it.
"""

import os
import shutil
import zlib
from pathlib import Path

import pytest

from hanoi_fast import solve
from hanoi_fast.files.compression import FRAME
from hanoi_fast.streams.chunks import Chunks

MIB = 1 << 20
SUFFIXES = ["bin", "npy", "txt", "csv", "jsonl", "json", "txt.gz", "txt.zst", "csv.gz", "csv.zst", "arrow", "parquet"]


def written(benchmark, task, **amounts):
    benchmark.pedantic(task, rounds=5, warmup_rounds=1)
    for name, amount in amounts.items():
        benchmark.extra_info[f"{name}_per_second"] = amount / benchmark.stats.stats.median


@pytest.mark.benchmark(group="how long do 4 million moves take to a file?")
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_format(benchmark, tmp_path, suffix):
    if suffix in ("arrow", "parquet"):
        pytest.importorskip("pyarrow", reason="Arrow and Parquet are written with pyarrow")
    if suffix.endswith("zst"):
        pytest.importorskip("backports.zstd", reason="zstd needs Python 3.14 or backports.zstd")
    path = tmp_path / f"moves.{suffix}"
    solution = solve(22)
    written(benchmark, lambda: solution.save(path), moves=solution.count)
    benchmark.extra_info["bytes"] = path.stat().st_size


@pytest.mark.benchmark(group="what do many pegs cost an export of 4 million moves, where discs are shown?")
@pytest.mark.parametrize(("discs", "pegs"), [(22, 3), (250, 4), (1000, 5), (4000, 8)], ids=str)
def test_pegs(benchmark, tmp_path, discs, pegs):
    solution = solve(discs, pegs=pegs)[: 1 << 22]
    path = tmp_path / "moves.csv"
    written(benchmark, lambda: solution.save(path), bytes=solution.nbytes("csv"))


def gzip(level):
    def compress(chunk):
        compressor = zlib.compressobj(level, zlib.DEFLATED, 16 + zlib.MAX_WBITS)
        return compressor.compress(chunk) + compressor.flush()

    return compress


def zstd(level):
    module = pytest.importorskip("backports.zstd", reason="zstd needs Python 3.14 or backports.zstd")
    return lambda chunk: module.compress(chunk, level)


@pytest.mark.benchmark(group="which level for a chunk of 4 MiB? (see times_smaller)")
@pytest.mark.parametrize("pegs", [3, 4])
@pytest.mark.parametrize(
    ("make", "level"), [(gzip, 1), (gzip, 6), (gzip, 9), (zstd, 3), (zstd, 6), (zstd, 12), (zstd, 19)]
)
def test_compression(benchmark, make, level, pegs):
    solution = solve({3: 24, 4: 350}[pegs], pegs=pegs)
    chunk = solution.open("text").read(FRAME)
    packed = benchmark.pedantic(make(level), (chunk,), rounds=3)
    benchmark.extra_info["times_smaller"] = len(chunk) / len(packed)


@pytest.mark.benchmark(group="how large should a chunk be? (64 MiB written to a file)")
@pytest.mark.parametrize("size", [1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 22])
def test_chunk_size(benchmark, tmp_path, size):
    document = solve(25).open("pairs").document

    def write():
        with (tmp_path / "moves.bin").open("wb", buffering=0) as file:
            for chunk in Chunks(document, size):
                file.write(chunk)

    written(benchmark, write, bytes=document.nbytes)


class Memory:
    """As many bytes from one buffer as a solution has: each read is a plain copy."""

    def __init__(self, size):
        self.left = size
        self.buffer = memoryview(b"1" * MIB)

    def read(self, size):
        size = min(size, self.left, MIB)
        self.left -= size
        return bytes(self.buffer[:size])


@pytest.mark.benchmark(group="what does the virtual file cost shutil.copyfileobj? (64 MiB of text)")
@pytest.mark.parametrize("source", ["open", "memory"])
def test_any_file_object(benchmark, source):
    solution = solve(24)
    size = solution.nbytes("text")

    def copy():
        file = solution.open("text") if source == "open" else Memory(size)
        with Path(os.devnull).open("wb", buffering=0) as sink:
            shutil.copyfileobj(file, sink, 1 << 18)

    written(benchmark, copy, bytes=size)
