"""The moves of a solution as the bytes of one file: a header, the moves, a footer."""

from __future__ import annotations

from ..puzzle.routes import Route
from .layouts import Layout, check_steps
from .numbered import rendering_of
from .rendering import Rendering

# Renderings kept for a solution, one for each layout or template that was used last.
MOST_RENDERINGS = 8


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
        if known is None:
            known = self.renderings.setdefault(layout, rendering_of(self.route, layout))
            for old in list(self.renderings)[:-MOST_RENDERINGS]:
                self.renderings.pop(old, None)
        return known


class Document:
    """What a file of the moves from step `first` to `stop` holds."""

    def __init__(self, rendering: Rendering, first: int, stop: int, header: bytes | None = None) -> None:
        layout = rendering.layout
        check_steps(layout, stop)
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
