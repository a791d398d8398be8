"""The CRC-32 of a document without its bytes: that of a tower follows from those of its parts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias
from zlib import crc32

from ..kernels.checksum import join, multiply
from ..puzzle.walks import pieces
from .documents import Document

# The CRC-32 of a run of bytes, and what that of the bytes before it is multiplied with: x**(8 * length).
Checksum: TypeAlias = tuple[int, int]

ONE = 0x80000000  # the polynomial 1
ONE_BYTE = 0x00800000  # x**8


@lru_cache(maxsize=256)
def shift_of(length: int) -> int:
    """Return x**(8 * length) by squaring."""
    shift = ONE
    for bit in f"{length:b}":
        shift = multiply(shift, shift)
        if bit == "1":
            shift = multiply(shift, ONE_BYTE)
    return shift


def checksum(run: bytes) -> Checksum:
    """Return the checksum of some bytes."""
    return crc32(run), shift_of(len(run))


def document_crc32(document: Document) -> int:
    """Return the CRC-32 of a document of any size.

    >>> from zlib import crc32
    >>> file = hf.solve(10).open("csv")
    >>> document_crc32(file.document) == crc32(file.read())
    True
    """
    return join(runs(document))[0]


def runs(document: Document) -> Iterator[Checksum]:
    """Yield the checksums of a document's header, of the largest towers in it, and of its footer."""
    rendering = document.rendering
    of_tower = rendering.fold(lambda move: checksum(rendering.encode(move)), join)
    yield checksum(document.header)
    for tower, skip, take in pieces(rendering.route.towers, document.low, document.high, rendering.length):
        if tower.single:
            yield checksum(rendering.encode(tower)[skip : skip + take])
        else:
            yield of_tower(tower)
    yield checksum(document.footer)
