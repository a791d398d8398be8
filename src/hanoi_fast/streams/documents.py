"""The moves of a solution as the bytes of one file: a header, the moves, a footer; and a virtual file of them."""

from __future__ import annotations

import io
import os
from operator import index

from ..checks import enough_memory, shown
from ..puzzle.routes import Route
from .layouts import Layout
from .rendering import Rendering

SMALL = 1 << 20  # bytes that every machine has: smaller reads do not ask how much memory there is


class Span:
    """The moves of a route from step `first` to `stop`: what documents are made of.

    `renderings` keeps the renderings that were made, for all spans of one route.
    """

    __slots__ = ("first", "renderings", "route", "stop")

    def __init__(
        self,
        route: Route,
        first: int = 0,
        stop: int | None = None,
        renderings: dict[Layout, Rendering] | None = None,
    ) -> None:
        self.route = route
        self.first = first
        self.stop = route.count if stop is None else stop
        self.renderings = {} if renderings is None else renderings

    @property
    def count(self) -> int:
        """How many moves there are."""
        return self.stop - self.first

    def part(self, first: int, stop: int) -> Span:
        """Return the moves from one step to another, counted from the first of these."""
        return Span(self.route, self.first + first, self.first + stop, self.renderings)

    def rendering(self, layout: Layout) -> Rendering:
        """Return the rendering of the whole route in a layout."""
        known = self.renderings.get(layout)
        return known or self.renderings.setdefault(layout, Rendering(self.route, layout))


class Document:
    """What a file of the moves from step `first` to `stop` holds."""

    def __init__(self, rendering: Rendering, first: int, stop: int, header: bytes | None = None) -> None:
        layout = rendering.layout
        self.rendering = rendering
        self.first, self.stop = first, stop
        self.header = layout.header if header is None else header
        self.footer = layout.footer
        self.low = rendering.offset(first) + (len(layout.separator) if first < stop else 0)
        self.high = rendering.offset(stop)
        self.nbytes = len(self.header) + (self.high - self.low) + len(self.footer)

    def read_into(self, out: memoryview, offset: int) -> int:
        """Fill `out` with the bytes from `offset` on; return how many there were."""
        size = max(0, min(len(out), self.nbytes - offset))
        out = out[:size]
        body, tail = len(self.header), self.nbytes - len(self.footer)
        if offset < body:
            head = self.header[offset : offset + size]
            out[: len(head)] = head
            out, offset = out[len(head) :], offset + len(head)
        moves = out[: max(0, tail - offset)]
        if len(moves):
            self.rendering.copy_into(moves, self.low + offset - body)
            out, offset = out[len(moves) :], offset + len(moves)
        if len(out):
            out[:] = self.footer[offset - tail :][: len(out)]
        return size

    def read(self, offset: int, size: int) -> bytes:
        """Return `size` bytes from `offset` on; the document must have as many."""
        at = self.low + offset - len(self.header)
        if self.low <= at < self.high:
            found = self.rendering.read(at, min(size, self.high - at))
            if len(found) == size:  # nearly always: blocks are large
                return found
        out = bytearray(size)
        self.read_into(memoryview(out), offset)
        return bytes(out)

    def step_at(self, offset: int) -> int | None:
        """Return the step of the move whose bytes hold `offset`, counted from the document's first, or None."""
        at = self.low + offset - len(self.header)
        if not self.low <= at < self.high:
            return None
        return self.rendering.step_at(at) - self.first


class DocumentFile(io.RawIOBase):
    """A read-only, seekable file of a document's bytes, made as they are read.

    Positions are Python ints: a file of 10**20 bytes can be opened, and read near its end.
    """

    def __init__(self, document: Document) -> None:
        super().__init__()
        self.document = document
        self._position = 0

    @property
    def size(self) -> int:
        """How many bytes the file has."""
        return self.document.nbytes

    def readable(self) -> bool:
        """Return True."""
        return True

    def seekable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        """Read bytes into a buffer; return how many, 0 at the end."""
        self._check_open()
        view = memoryview(buffer)
        if view.readonly:
            raise TypeError(f"readinto() needs a writable buffer, not {type(buffer).__name__}")
        # A view of no bytes but several dimensions cannot be cast.
        count = self.document.read_into(view.cast("B"), self._position) if view.nbytes else 0
        self._position += count
        return count

    def read(self, size: int | None = -1) -> bytes:
        """Read `size` bytes, fewer at the end; all that is left if `size` is negative or None."""
        self._check_open()
        wanted = left = max(0, self.document.nbytes - self._position)
        if size is not None and 0 <= index(size) < left:
            wanted = index(size)
        if wanted > SMALL:
            enough_memory(wanted, "such a read", "read in pieces with readinto()")
        found = self.document.read(self._position, wanted)
        self._position += wanted
        return found

    def readall(self) -> bytes:
        """Read all that is left."""
        return self.read()

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """Go to a position, as in any file; return it."""
        self._check_open()
        if index(whence) not in (os.SEEK_SET, os.SEEK_CUR, os.SEEK_END):
            raise ValueError(f"whence must be 0, 1 or 2, not {whence!r}")
        position = index(offset) + (0, self._position, self.size)[whence]
        if position < 0:
            # An OSError, as of a real file, which zipfile expects; and a ValueError, as of io.BytesIO.
            raise io.UnsupportedOperation(f"cannot seek to {shown(position)}: before the start of the file")
        self._position = position
        return position

    def write(self, data: object) -> int:
        """Refuse: the file is read-only."""
        raise io.UnsupportedOperation("not writable")

    def tell(self) -> int:
        """Return the position."""
        self._check_open()
        return self._position

    def _check_open(self) -> None:
        if self.closed:
            raise ValueError("I/O operation on closed file")
