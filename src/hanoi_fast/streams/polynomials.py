"""The CRC-32 of some bytes, and what it is multiplied with where others follow: polynomials modulo that of CRC-32."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias
from zlib import crc32

from ..kernels.checksum import multiply

# The CRC-32 of a run of bytes, and what that of the bytes before it is multiplied with: x**(8 * length).
Checksum: TypeAlias = tuple[int, int]

ONE = 0x80000000  # the polynomial 1
ONE_BYTE = 0x00800000  # x**8


def shift_of(length: int) -> int:
    """Return x**(8 * length) by squaring."""
    return kept_shift(length) if length < 1 << 64 else shift_by_squaring(length)


def shift_by_squaring(length: int) -> int:
    """Return x**(8 * length); use `shift_of`, which keeps that of the last small lengths."""
    shift = ONE
    for bit in f"{length:b}":
        shift = multiply(shift, shift)
        if bit == "1":
            shift = multiply(shift, ONE_BYTE)
    return shift


kept_shift = lru_cache(maxsize=256)(shift_by_squaring)


def checksum(run: bytes | memoryview) -> Checksum:
    """Return the checksum of some bytes."""
    return crc32(run), shift_of(len(run))


def added(run: bytes) -> int:
    """Return by what the CRC-32 differs from that of as many zero bytes: what is linear in the bits.

    >>> added(b"ab") == added(b"a\\0") ^ added(b"\\0b")
    True
    """
    return crc32(run) ^ crc32(bytes(len(run)))
