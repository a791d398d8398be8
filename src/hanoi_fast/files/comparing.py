"""A file against what it should hold: where they first differ, and what of the file was compared."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, NamedTuple

from ..kernels.agreement import agree
from .sinks import Progress

PLACED_READS = hasattr(os, "preadv")  # Windows has none: there one thread reads a file
AHEAD = 1 << 19  # bytes read at a time: of 128 KiB to 1 MiB the fastest for comparing 1 GiB


class Comparison(NamedTuple):
    """What came of comparing a file with a document.

    `place` is the first byte of the document at which the file has another one, or ends; None if it has them all.
    The end of the document means that the file holds more, or is damaged there. `every_byte` says whether the bytes of
    the file were compared, or only what they hold. `reason` says what differs, where it is not just a byte.
    """

    place: int | None
    every_byte: bool = False
    reason: str = ""


class Compared:
    """A binary file that is compared with what it should hold; it is read in larger pieces than it is compared in."""

    def __init__(self, file: Any) -> None:
        self.file = file
        self.buffer = memoryview(bytearray(AHEAD))
        self.ahead = self.buffer[:0]

    def held(self, chunk: memoryview) -> int:
        """Return how many bytes of the chunk come next in the file, up to the first that differs."""
        left = chunk
        while len(left):
            if not len(self.ahead):
                self.ahead = self.buffer[: self.file.readinto(self.buffer)]
            same = agree(self.ahead, left)
            self.ahead, left = self.ahead[same:], left[same:]
            if not same or (len(self.ahead) and len(left)):
                break
        return len(chunk) - len(left)

    def more(self) -> bool:
        """Return whether the file goes on."""
        return bool(len(self.ahead) or self.file.read(1))


class Stretch:
    """Some bytes of a file, read without its own place, where the system has PLACED_READS: by any number of threads."""

    def __init__(self, file: int, begin: int, end: int) -> None:
        self.file, self.place, self.end = file, begin, end

    def readinto(self, buffer: memoryview) -> int:
        """Read bytes into a buffer; return how many, 0 at the end."""
        size = min(len(buffer), self.end - self.place)
        read = os.preadv(self.file, [buffer[:size]], self.place) if size > 0 else 0
        self.place += read
        return read


def first_difference(file: Any, chunks: Iterable[memoryview], progress: Progress | None = None) -> int | None:
    """Return where a binary file first differs from the chunks, or None if it is all of them and no more."""
    compared, position = Compared(file), 0
    for chunk in chunks:
        held = compared.held(chunk)
        position += held
        if held < len(chunk):
            return position
        if progress is not None:
            progress(held)
    return position if compared.more() else None
