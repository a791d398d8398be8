"""Do two threads write one file faster than one?

``python -m pytest bench/bench_threads.py``; ``TMPDIR`` says which disk is written to.
"""

import os
from concurrent.futures import ThreadPoolExecutor

import pytest

import hanoi_fast as hf
from hanoi_fast.kernels.system import reserve_space

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
