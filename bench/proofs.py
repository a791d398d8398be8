"""Proofs: what is in a file, comes out of a pipe or lies in memory has the checksum that it should have, by zlib."""

from __future__ import annotations

import sys
import tempfile
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path

MIB = 1 << 20

# A reader that says the checksum of what it has read.
SUMMED = """
import sys, zlib
crc = 0
while piece := sys.stdin.buffer.raw.read(1 << 20):
    crc = zlib.crc32(piece, crc)
print(crc)
"""


def same(found: int, wanted: int, what: str) -> None:
    """Refuse contents whose checksum is not the one wanted."""
    if found != wanted:
        raise ValueError(f"{what} holds something else: its CRC-32 is {found:#x}, not {wanted:#x}")


def checksum(pieces: Iterable[object]) -> int:
    """Return the CRC-32 of pieces, one after the other, by zlib."""
    crc = 0
    for piece in pieces:
        crc = zlib.crc32(piece, crc)
    return crc


def checksum_of_file(path: Path) -> int:
    """Return the CRC-32 of a file."""
    with path.open("rb", buffering=0) as file:
        return checksum(iter(lambda: file.read(MIB), b""))


def checksum_through_pipe(pour: Callable[[int], object]) -> int:
    """Return the CRC-32 of what another process reads from a pipe that `pour` writes to."""
    from measuring import into

    with tempfile.TemporaryFile() as said:
        into([sys.executable, "-S", "-c", SUMMED], pour, said)
        said.seek(0)
        return int(said.read())
