"""Compressed chunks: every chunk that repeats is compressed once.

A file of several gzip members, or of several zstd frames, one after the other, is a file of what they hold.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from importlib import import_module

Compress = Callable[[memoryview], bytes]

# Measured on chunks of 4 MiB (bench/bench_export.py::test_compression): zstd 12 makes text of three pegs
# 5,600 times smaller, where levels 3, 6 and 19 reach 4,800, 52 and 530; for other layouts the
# order differs, but 12 is never far behind. gzip 9 reaches 180, 6 reaches 100.
ZSTD_LEVEL = 12
GZIP_LEVEL = 9
FRAME = 1 << 22


def gzip_member(chunk: memoryview) -> bytes:
    """Return a chunk as a gzip member; it names no time and no file, so equal chunks are equal members."""
    compressor = zlib.compressobj(GZIP_LEVEL, zlib.DEFLATED, 16 + zlib.MAX_WBITS)
    return compressor.compress(chunk) + compressor.flush()


def zstd_frame() -> Compress:
    """Return what makes a zstd frame of a chunk."""
    for name in ("compression.zstd", "backports.zstd"):
        try:
            zstd = import_module(name)
        except ImportError:
            continue
        return lambda chunk: zstd.compress(chunk, ZSTD_LEVEL)
    raise ModuleNotFoundError("zstd needs Python 3.14 or backports.zstd: pip install 'hanoi_fast[zstd]'")


def compressor(name: str) -> Compress:
    """Return the function that compresses a chunk, for "gz" or "zst"."""
    return gzip_member if name == "gz" else zstd_frame()
