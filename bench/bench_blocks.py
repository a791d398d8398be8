"""Blocks: how large the stored ones should be, when streaming pays, and what copying is worth against counting.

``python -m pytest bench/bench_blocks.py``; every group moves the same number of bytes.
"""

import numpy as np
import pytest

from hanoi_fast.kernels import blocks as kernel
from hanoi_fast.kernels.bitwise import fill_pairs
from hanoi_fast.kernels.blocks import Block

KIB, MIB, GIB = 1 << 10, 1 << 20, 1 << 30


def tower(discs):
    """The block of the pairs of a tower on three pegs."""
    known = {}

    def block(size, source, spare, target):
        key = size, source, target
        if key not in known and size == 1:
            known[key] = Block.of_bytes(bytes((source, target)))
        elif key not in known:
            first, last = block(size - 1, source, target, spare), block(size - 1, spare, source, target)
            known[key] = Block.of_parts((first, block(1, source, spare, target), last))
        return known[key]

    return block(discs, 0, 1, 2)


def touched(size):
    """A buffer whose pages the system has already given."""
    return np.ones(size, np.uint8)


def stream(block, out, streaming=False):
    """Produce 16 MiB in a buffer that is used again."""
    for skip in range(0, 16 * MIB, len(out)):
        block.copy_into(out, skip, streaming)


@pytest.mark.benchmark(group="how large should a stored block be? (16 MiB through a buffer of 256 KiB)")
@pytest.mark.parametrize("stored", [4 * KIB, 8 * KIB, 16 * KIB, 32 * KIB, 64 * KIB])
def test_stored_size(benchmark, monkeypatch, stored):
    monkeypatch.setattr(kernel, "STORED", stored)
    benchmark(stream, tower(24), touched(256 * KIB))


@pytest.mark.benchmark(group="does streaming pay within the caches? (16 MiB through a buffer of 256 KiB)")
@pytest.mark.parametrize("streaming", [False, True], ids=["plain", "streaming"])
def test_streaming_within_the_caches(benchmark, streaming):
    benchmark(stream, tower(24), touched(256 * KIB), streaming)


@pytest.mark.benchmark(group="does streaming pay beyond the caches? (1 GiB, once)")
@pytest.mark.parametrize("streaming", [False, True], ids=["plain", "streaming"])
def test_streaming_beyond_the_caches(benchmark, streaming):
    benchmark.pedantic(tower(30).copy_into, (touched(GIB), 0, streaming), rounds=5)


@pytest.mark.benchmark(group="what is copying worth against one move at a time? (16 MiB through a buffer of 256 KiB)")
@pytest.mark.parametrize("way", ["one move at a time", "blocks"])
def test_copying_against_counting(benchmark, way):
    out = touched(256 * KIB)
    rows, label = out.reshape(-1, 2), bytes((0, 2, 1))
    if way == "blocks":
        benchmark(stream, tower(24), out)
    else:
        benchmark(lambda: [fill_pairs(rows, step, label) for step in range(0, 8 * MIB, len(rows))])
