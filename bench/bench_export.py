"""Exports: do two threads write one file faster than one, and how hard should chunks be compressed?

``python -m pytest bench/bench_export.py``; ``TMPDIR`` says which disk is written to.
"""

import os
import zlib
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module

import pytest

import hanoi_fast as hf
from hanoi_fast._system import reserve_space
from hanoi_fast.chunks import Chunks
from hanoi_fast.compression import FRAME

KIB, GIB = 1 << 10, 1 << 30


def write_part(descriptor, chunk, low, high):
    for at in range(low, high, len(chunk)):
        os.pwrite(descriptor, chunk, at)


def write_file(path, threads, size):
    """Write 1 GiB of one chunk, half of it by each of two threads."""
    descriptor = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_TRUNC)
    chunk = memoryview(hf.solve(30).open("pairs").read(size))
    try:
        reserve_space(descriptor, GIB)
        ends = [GIB * part // threads for part in range(threads + 1)]
        with ThreadPoolExecutor(threads) as pool:
            tasks = [pool.submit(write_part, descriptor, chunk, *ends[part : part + 2]) for part in range(threads)]
        for task in tasks:
            task.result()
    finally:
        os.close(descriptor)
        path.unlink()


@pytest.mark.benchmark(group="do two threads write one file faster? (1 GiB)")
@pytest.mark.parametrize("size", [256 * KIB, 1024 * KIB], ids=["256K", "1M"])
@pytest.mark.parametrize("threads", [1, 2])
def test_threads(benchmark, tmp_path, threads, size):
    benchmark.pedantic(write_file, (tmp_path / "file", threads, size), rounds=5)


@pytest.mark.benchmark(group="how hard should chunks be compressed? (the different ones of 2^30 moves)")
@pytest.mark.parametrize("level", ["gz 6", "gz 9", "zst 3", "zst 6", "zst 12", "zst 19"])
@pytest.mark.parametrize(("pegs", "form"), [(3, "text"), (3, "pairs"), (3, "full"), (4, "text")])
def test_compression(benchmark, level, pegs, form):
    kind, number = level.split()
    compress = zlib.compress if kind == "gz" else import_module("backports.zstd").compress
    chunks = Chunks(hf.solve(30 if pegs == 3 else 300, pegs=pegs)[: 1 << 30].open(form).document, FRAME)
    groups = {id(chunk): chunk for chunk in chunks}
    sizes = benchmark.pedantic(lambda: [len(compress(chunk, int(number))) for chunk in groups.values()], rounds=1)
    benchmark.extra_info["ratio"] = round(sum(map(len, groups.values())) / sum(sizes))
