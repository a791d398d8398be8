"""A text that is read in pieces and matched by regular expressions, however long it is."""

from __future__ import annotations

import re
from typing import Protocol

import numpy as np

CHUNK = 1 << 18  # bytes read at a time: the fastest of 64 KiB to 1 MiB, for they stay in the second cache
LONGEST = 1 << 12  # bytes held ahead for a match: what a move may take, with the white space around it

LINE_FEED = np.uint8(10)
WHITE = re.compile(rb"\s*")


class Pieces(Protocol):
    """What gives bytes."""

    def read(self, size: int) -> bytes:
        """Return at least a byte, b"" at the end."""


def lines_in(data: bytes, size: int) -> int:
    """Return how many line feeds there are in the first bytes: with numpy, for count() stops at each."""
    return int(np.count_nonzero(np.frombuffer(data, np.uint8, size) == LINE_FEED)) if size else 0


class Text:
    """A file read in pieces: what is held of it, and where the reading is.

    At the end of the file stands a line feed, whether the file has one or not.
    """

    def __init__(self, file: Pieces, data: bytes = b"", ended: bool = False) -> None:
        self.file = file
        self.data = data
        self.at = 0
        self.line = 1  # of the first byte held
        self.ended = ended
        self.size = len(data)
        self.cut = False  # whether the last line has no end

    def sample(self) -> Text:
        """Return what is held from here on as a text of its own."""
        return Text(self.file, self.data[self.at :], True)

    def hold(self, size: int) -> None:
        """Hold so many bytes from here on, or all there are."""
        while not self.ended and len(self.data) - self.at < size:
            chunk = self.file.read(CHUNK)
            self.ended = not chunk
            self.cut = self.cut if self.ended else not chunk.endswith(b"\n")
            self.size += len(chunk)
            self.line += lines_in(self.data, self.at)
            self.data = self.data[self.at :] + (chunk or b"\n")
            self.at = 0

    def skip_white(self) -> bool:
        """Go to what is not white space; return whether there is anything."""
        while True:
            self.hold(LONGEST)
            self.at = WHITE.match(self.data, self.at).end()  # type: ignore[union-attr]
            if self.at < len(self.data):
                return True
            if self.ended:
                return False

    def line_at(self, place: int) -> int:
        """Return the line of a place in what is held, counted from 1."""
        return self.line + self.data.count(b"\n", 0, place)

    def line_from(self, place: int) -> str:
        """Return the text from a place to the end of its line, without white space behind."""
        line = self.data[place : place + LONGEST].split(b"\n", 1)[0]
        return line.rstrip().decode(errors="replace")
