"""Compressed chunks: every chunk that repeats is compressed once.

A file of several gzip members, or of several zstd frames, one after the other, is a file of what they hold.
"""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

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


def load_zstd() -> Any:
    """Return the module for zstd, or say how to get it."""
    for name in ("compression.zstd", "backports.zstd"):
        try:
            return import_module(name)
        except ImportError:
            continue
    raise ModuleNotFoundError("zstd needs Python 3.14 or backports.zstd: pip install 'hanoi_fast[zstd]'")


def compressor(name: str) -> Compress:
    """Return the function that compresses a chunk, for "gz" or "zst"."""
    if name == "gz":
        return gzip_member
    zstd = load_zstd()
    return lambda chunk: zstd.compress(chunk, ZSTD_LEVEL)


class Decompressed(io.RawIOBase):
    """What a compressed file holds. Where it is cut or damaged it ends, and says so."""

    def __init__(self, file: Any, errors: tuple[type[Exception], ...]) -> None:
        super().__init__()
        self.file = file
        self.errors = errors
        self.damaged = False

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read bytes into a buffer; return how many, 0 at the end."""
        try:
            return self.file.readinto(buffer)
        except self.errors:
            self.damaged = True
            return 0

    def close(self) -> None:
        """Close the file."""
        self.file.close()
        super().close()


def decompressed(path: Path, name: str) -> Decompressed:
    """Open a compressed file to read what it holds."""
    if name == "gz":
        return Decompressed(gzip.open(path), (EOFError, gzip.BadGzipFile, zlib.error))
    zstd = load_zstd()
    return Decompressed(zstd.open(path), (EOFError, zstd.ZstdError))
