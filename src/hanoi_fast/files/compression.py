"""Compressed chunks: every chunk that repeats is compressed once.

A file of several gzip members, or of several zstd frames, one after the other, is a file of what they hold.
"""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Callable
from importlib import import_module
from typing import Any

from ..streams.threads import stop_if_told

Compress = Callable[[memoryview], bytes]

# Measured on chunks of 4 MiB (bench/bench_export.py::test_compression): zstd 12 makes text of three pegs
# 5,600 times smaller, where levels 3, 6 and 19 reach 4,800, 52 and 530; for other layouts the
# order differs, but 12 is never far behind. gzip 9 reaches 180, 6 reaches 100.
ZSTD_LEVEL = 12
GZIP_LEVEL = 9
FRAME = 1 << 22
STEP = 1 << 18  # bytes that gzip takes at a time: 4 to 20 ms, too short to feel on Ctrl-C

DAMAGED = "what is compressed in it is cut or damaged"
TOO_WIDE = "what is compressed in it needs more memory to unpack than zstd grants: recompress it with a smaller window"


class Compression:
    """A way to compress a file, named as the suffix behind its name is."""

    name = ""

    def load(self) -> None:
        """Refuse, before any work, a compression whose package is not installed."""

    def compressor(self) -> Compress:
        """Return the function that compresses a chunk; equal chunks become equal bytes."""
        raise NotImplementedError

    def unpacked(self, file: Any) -> Decompressed:
        """Return what an open file holds, as a file."""
        raise NotImplementedError


class Gzip(Compression):
    """gzip members, one after the other."""

    name = "gz"

    def compressor(self) -> Compress:
        """Return the function that makes a member of a chunk."""
        return gzip_member

    def unpacked(self, file: Any) -> Decompressed:
        """Return what the members hold."""
        return Decompressed(gzip.GzipFile(fileobj=file), file, (EOFError, gzip.BadGzipFile, zlib.error))


class Zstandard(Compression):
    """zstd frames, one after the other, each with the checksum of its contents."""

    name = "zst"

    def load(self) -> None:
        """Refuse a Python without zstd."""
        load_zstd()

    def compressor(self) -> Compress:
        """Return the function that makes a frame of a chunk."""
        zstd = load_zstd()
        parameter = zstd.CompressionParameter
        options = {parameter.compression_level: ZSTD_LEVEL, parameter.checksum_flag: 1}
        return lambda chunk: zstd.compress(chunk, options=options)

    def unpacked(self, file: Any) -> Decompressed:
        """Return what the frames hold."""
        zstd = load_zstd()
        return Decompressed(zstd.ZstdFile(file), file, (EOFError, zstd.ZstdError))


COMPRESSIONS = {f".{compression.name}": compression for compression in (Gzip(), Zstandard())}


def gzip_member(chunk: memoryview) -> bytes:
    """Return a chunk as a gzip member; it names no time and no file, so equal chunks are equal members."""
    compressor = zlib.compressobj(GZIP_LEVEL, zlib.DEFLATED, 16 + zlib.MAX_WBITS)
    packed = []
    for start in range(0, len(chunk), STEP):
        packed.append(compressor.compress(chunk[start : start + STEP]))
        stop_if_told()
    return b"".join([*packed, compressor.flush()])


def load_zstd() -> Any:
    """Return the module for zstd, or say how to get it."""
    for name in ("compression.zstd", "backports.zstd"):
        try:
            return import_module(name)
        except ImportError:
            continue
    raise ModuleNotFoundError("zstd needs Python 3.14 or backports.zstd: pip install 'hanoi_fast[zstd]'")


class Decompressed(io.RawIOBase):
    """What a compressed file holds. Where it is cut or damaged it ends, and `damage` says how."""

    def __init__(self, file: Any, packed: Any, errors: tuple[type[Exception], ...]) -> None:
        super().__init__()
        self.file = file
        self.packed = packed
        self.errors = errors
        self.damage = ""

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read bytes into a buffer; return how many, 0 at the end."""
        if self.damage:
            return 0
        try:
            # One step of unpacking at a time: what comes before the damage is not lost with it.
            content = self.file.read1(len(buffer))
        except self.errors as error:
            self.damage = TOO_WIDE if "too much memory" in str(error) else DAMAGED
            return 0
        buffer[: len(content)] = content
        return len(content)

    def close(self) -> None:
        """Close both files."""
        self.file.close()
        self.packed.close()
        super().close()
