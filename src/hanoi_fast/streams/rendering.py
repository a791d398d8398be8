"""A route as bytes in one layout: how long it is, where a move's bytes stand, any stretch of them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from itertools import accumulate
from threading import Lock
from typing import Generic, TypeVar

from ..checks import cache_size
from ..kernels.blocks import Block
from ..puzzle.routes import Route
from ..puzzle.towers import Tower, locate, parts_of, tower_at
from .layouts import Layout

Summary = TypeVar("Summary")

# A block takes 64-bit lengths, and a little room keeps every sum below 2**63.
LONGEST_BLOCK = 1 << 62

# Where discs are shown, towers of equal pegs but other discs are different bytes; on many pegs there
# are so many of them (1800 discs, 5 pegs: 50,781) that they are made as they are needed.
LONGEST_VARIED_BLOCK = 1 << 22

# That many towers hold some 100 MB of blocks.
MOST_REMEMBERED = 1 << 17


class Fold(Generic[Summary]):
    """A summary of towers that follows from those of their parts, worked out once for each different tower."""

    def __init__(
        self,
        move: Callable[[Tower], Summary],
        join: Callable[[tuple[Summary, ...]], Summary],
        alike: Callable[[Tower], Tower],
    ) -> None:
        self.move = move
        self.join = join
        self.alike = alike
        self.known: dict[Tower, Summary] = {}
        self.lock = Lock()

    def __call__(self, whole: Tower) -> Summary:
        """Return the summary of a tower."""
        whole = self.alike(whole)
        known = self.known.get(whole)
        return self.work_out(whole) if known is None else known

    def work_out(self, whole: Tower) -> Summary:
        """Return the summary, from the bottom up: towers nest too deep for recursion."""
        with self.lock:
            if len(self.known) > MOST_REMEMBERED:
                self.known.clear()
            waiting = [whole]
            while waiting:
                top = waiting[-1]
                if top.discs == 1:
                    self.known[top] = self.move(top)
                    waiting.pop()
                    continue
                parts = [self.alike(part) for part in parts_of(top)]
                missing = [part for part in parts if part not in self.known]
                if missing:
                    waiting += missing
                else:
                    self.known[top] = self.join(tuple(self.known[part] for part in parts))
                    waiting.pop()
            return self.known[whole]


class Rendering:
    """The bytes of a route's moves in a layout, without anything before or after."""

    def __init__(self, route: Route, layout: Layout) -> None:
        self.route = route
        self.layout = layout
        self.longest = LONGEST_VARIED_BLOCK if layout.shows_disc and route.pegs > 3 else LONGEST_BLOCK
        self.block = self.fold(lambda move: Block.of_bytes(self.encode(move)), Block.of_parts)
        self.varied_length: Fold[int] = Fold(lambda move: len(self.encode(move)), sum, self.equally_long)
        self.ends = list(accumulate(map(self.length, route.towers), initial=0))
        self.near = (0, 0, Block.of_bytes(b""))

    def fold(self, move: Callable[[Tower], Summary], join: Callable[[tuple[Summary, ...]], Summary]) -> Fold[Summary]:
        """Return the fold of a summary of bytes."""
        return Fold(move, join, self.same_bytes)

    def encode(self, move: Tower) -> bytes:
        """Return the bytes of a tower of one disc."""
        return self.layout.encode(move.smaller + 1, move.pegs[0], move.pegs[-1])

    def same_bytes(self, whole: Tower) -> Tower:
        """Return the one tower that stands for all with the same bytes."""
        return whole if self.layout.shows_disc or not whole.smaller else Tower(whole.discs, whole.pegs)

    def equally_long(self, whole: Tower) -> Tower:
        """Return the one tower that stands for all with as many bytes."""
        if not self.layout.even:
            return self.same_bytes(whole)
        return Tower(whole.discs, tuple(range(len(whole.pegs))), whole.smaller if self.layout.shows_disc else 0)

    def length(self, whole: Tower) -> int:
        """Return how many bytes a tower is."""
        width = self.layout.width
        return whole.moves * width if width else self.varied_length(whole)

    @property
    def nbytes(self) -> int:
        """How many bytes there are."""
        return self.ends[-1]

    def offset(self, step: int) -> int:
        """Return where the bytes of the move at `step` begin."""
        if self.layout.width:
            return step * self.layout.width
        if step == self.route.count:
            return self.nbytes
        return locate(self.route.towers, step, lambda whole: whole.moves, self.length)[0]

    def step_at(self, offset: int) -> int:
        """Return the step of the move whose bytes hold `offset`."""
        if self.layout.width:
            return offset // self.layout.width
        return locate(self.route.towers, offset, self.length, lambda whole: whole.moves)[0]

    def copy_into(self, out: memoryview, offset: int, untouched: bool = False) -> None:
        """Fill `out` with the bytes from `offset` on; there must be as many. `untouched`: no page of it exists yet."""
        # A page that is touched for the first time was zeroed a moment ago, in the cache: passing the cache by then
        # took 1.2 to 3 times as long.
        streaming = len(out) > cache_size() and not untouched
        done = 0
        while done < len(out):
            low, high, block = self.near
            if not low <= offset + done < high:
                low, high, block = self.near = self.find(offset + done)
            done += block.copy_into(out[done:] if done else out, offset + done - low, streaming)

    def read(self, offset: int, size: int) -> bytes:
        """Return bytes from `offset` on: at least one, at most `size`, so many as stand in one block."""
        low, high, block = self.near
        if not low <= offset < high:
            low, high, block = self.near = self.find(offset)
        return block.read(offset - low, min(size, high - offset))

    def fills(self, view: memoryview, step: int, stop: int) -> Iterator[int]:
        """Fill `view` with the moves from `step` on, again and again up to `stop`; yield how many each time."""
        width = self.layout.width
        while step < stop:
            moves = min(len(view) // width, stop - step)
            self.copy_into(view[: moves * width], step * width)
            yield moves
            step += moves

    def cut(self, low: int, high: int, most: int) -> Iterator[tuple[int, int, Tower]]:
        """Yield the towers of at most `most` bytes that hold the stretch from `low` to `high`, in order.

        Each is (where it begins, its length, the tower); the first and the last may overlap the ends.
        """
        which = max(0, bisect_right(self.ends, low) - 1)
        waiting = list(reversed(self.route.towers[which:]))
        at = self.ends[which]
        while waiting and at < high:
            whole = waiting.pop()
            length = self.length(whole)
            if at + length <= low:
                at += length
            elif length > most and whole.discs > 1:
                waiting.extend(reversed(parts_of(whole)))
            else:
                yield at, length, whole
                at += length

    def find(self, offset: int) -> tuple[int, int, Block]:
        """Return a block that holds `offset`, and from where to where it stands."""
        which = bisect_right(self.ends, offset) - 1
        low, whole = self.ends[which], self.route.towers[which]
        width = self.layout.width
        while (length := self.length(whole)) > self.longest and whole.discs > 1:
            if width and len(whole.pegs) == 3:
                step, whole = tower_at(whole, (offset - low) // width, (self.longest // width).bit_length() - 1)
                low += step * width
            else:
                low, whole = self.part_at(low, whole, offset)
        return low, low + length, self.block(whole)

    def part_at(self, low: int, whole: Tower, offset: int) -> tuple[int, Tower]:
        """Return the part that holds `offset` of a tower that begins at `low`, and where the part begins."""
        for part in parts_of(whole):
            if offset < (high := low + self.length(part)):
                break
            low = high
        return low, part
