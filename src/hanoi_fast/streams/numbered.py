"""Moves with the number of each step: all but these numbers repeats, so it is copied, and they are written over it.

In a text a step has as many digits as it needs. Steps of d digits, 10**(d-1) to 10**d - 1, are a rendering with d zero
bytes in place of each number. It has d bytes for every move from step 0 on, where the text has fewer for the first
ones: for each number in a row (10**d - 10) / 9 less.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache

from ..kernels.steps import fill_decimals, fill_steps
from ..puzzle.routes import Route
from .layouts import MOST_DIGITS, Layout
from .rendering import Rendering
from .templates import with_step

CACHED = 1 << 18  # bytes that are numbered while they are in the cache
MOST_PADDED = 32  # renderings kept, one for each number of digits


def rendering_of(route: Route, layout: Layout) -> Rendering:
    """Return the rendering of a route in a layout."""
    if not layout.steps:
        return Rendering(route, layout)
    return (NumberedRows if layout.binary else NumberedText)(route, layout)


class Numbered(Rendering):
    """What rows and texts with steps have in common: nothing of them repeats."""

    @property
    def repeats(self) -> bool:
        """Return False."""
        return False

    def read(self, offset: int, size: int) -> bytes:
        """Read bytes from `offset` on: at least one, at most `size`."""
        out = bytearray(min(size, CACHED))
        self.copy_piece(memoryview(out), offset, False)
        return bytes(out)


class NumberedRows(Numbered):
    """Rows of a binary layout: each begins with its number, of eight bytes."""

    def copy_piece(self, out: memoryview, offset: int, streaming: bool) -> None:
        """Fill `out` with the bytes from `offset` on."""
        width = self.layout.width
        for low in range(0, len(out), CACHED):
            piece = out[low : low + CACHED]
            super().copy_piece(piece, offset + low, False)
            step, within = divmod(offset + low, width)
            fill_steps(piece, step, -within, width)


class NumberedText(Numbered):
    """A text; by its own rendering every step would have one digit."""

    def __init__(self, route: Route, layout: Layout) -> None:
        super().__init__(route, layout)
        self.padded = lru_cache(MOST_PADDED)(self.new_padded)
        # Larger steps are refused when a document is made.
        self.longest = len(str(min(max(1, route.count), 10**MOST_DIGITS) - 1))

    def new_padded(self, digits: int) -> Rendering:
        """Return the rendering with so many zero bytes for each number; use `padded`, which keeps some."""
        template = with_step(self.layout.template, "\0" * digits)
        return Rendering(self.route, self.layout._replace(template=template))

    def skipped(self, digits: int) -> int:
        """Return how many bytes more stand before a step of so many digits if all numbers are as long."""
        return self.layout.steps * (10**digits - 10) // 9

    @property
    def nbytes(self) -> int:
        """How many bytes there are."""
        return self.offset(self.route.count)

    def offset(self, step: int) -> int:
        """Return where the bytes of the move at `step` begin."""
        return super().offset(step) + self.layout.steps * (digits_before(step) - step)

    def digits_at(self, offset: int) -> int:
        """Return how many digits the step has whose move holds `offset`."""
        powers = range(self.longest)
        return bisect_right(powers, offset, key=lambda power: self.offset(10**power) if power else 0)

    def step_at(self, offset: int) -> int:
        """Return the step of the move whose bytes hold `offset`."""
        digits = self.digits_at(offset)
        return self.padded(digits).step_at(offset + self.skipped(digits))

    def copy_piece(self, out: memoryview, offset: int, streaming: bool) -> None:
        """Fill `out` with the bytes from `offset` on."""
        at = 0
        while at < len(out):
            digits = self.digits_at(offset + at)
            end = self.offset(min(10**digits, self.route.count)) - offset
            self.copy_digits(out[at:end], offset + at + self.skipped(digits), digits)
            at = end

    def copy_digits(self, out: memoryview, place: int, digits: int) -> None:
        """Fill `out` with moves whose steps have so many digits, from `place` on in the rendering that leaves room."""
        padded, times = self.padded(digits), self.layout.steps
        step = padded.step_at(place)
        before = bytearray(place - padded.offset(step))  # of a move that begins before `out`
        padded.copy_piece(memoryview(before), place - len(before), False)
        number, done = bytearray(str(step), "ascii"), before.count(0)
        for low in range(0, len(out), CACHED):
            piece = out[low : low + CACHED]
            padded.copy_piece(piece, place + low, False)
            done = fill_decimals(piece, number, times, done)


def digits_before(step: int) -> int:
    """Return how many digits the numbers below `step` have together.

    >>> digits_before(0), digits_before(10), digits_before(12)
    (0, 10, 14)
    """
    if not step:
        return 0
    digits = len(str(step - 1))
    return digits * step - (10**digits - 10) // 9
