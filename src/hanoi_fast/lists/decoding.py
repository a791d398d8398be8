"""The bytes of a text as UTF-8 with line feeds, however it was saved."""

from __future__ import annotations

import codecs
from typing import Any, BinaryIO

MARKS = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


class Decoded:
    """A binary file that is read as UTF-8: without the mark at its beginning, and with line feeds for lone returns.

    UTF-16 is known by its mark. A file of text that gives str is taken as well.
    """

    def __init__(self, file: Any) -> None:
        self.file: BinaryIO = file
        self.head: bytes | None = None
        self.decoder: codecs.IncrementalDecoder | None = None
        self.returns = False  # whether lines end in a return alone

    def read(self, size: int) -> bytes:
        """Return at least a byte, b"" at the end; about so many at most."""
        if self.head is None:
            self.head = self._begin(size)
            if self.head:
                return self.head
        return self._next(size)

    def _raw(self, size: int) -> bytes:
        piece: Any = self.file.read(size)
        if piece is None:
            raise BlockingIOError("the input has nothing to read yet: give one that waits")
        if isinstance(piece, str):
            return piece.encode("utf-8", "surrogatepass")
        return bytes(piece) if not isinstance(piece, bytes) else piece

    def _begin(self, size: int) -> bytes:
        """Read the first piece and find out what it is."""
        piece = more = self._raw(size)
        while more and len(piece) < size:
            piece += (more := self._raw(size))
        for mark, name in MARKS.items():
            if piece.startswith(mark):
                self.decoder = codecs.getincrementaldecoder(name)()
                piece = self._decoded(piece[len(mark) :])
        piece = piece.removeprefix(codecs.BOM_UTF8)
        self.returns = b"\r" in piece and b"\n" not in piece
        return self._lines(piece)

    def _next(self, size: int) -> bytes:
        while True:
            raw = self._raw(size)
            piece = self._decoded(raw) if self.decoder else raw
            if self.returns:
                piece = self._lines(piece)
            if piece or not raw:
                return piece

    def _decoded(self, raw: bytes) -> bytes:
        """Return UTF-16 as UTF-8."""
        assert self.decoder is not None
        try:
            return self.decoder.decode(raw, final=not raw).encode()
        except UnicodeError:
            raise ValueError("the list is UTF-16 text that is damaged or cut") from None

    def _lines(self, piece: bytes) -> bytes:
        return piece.replace(b"\r", b"\n") if self.returns else piece
