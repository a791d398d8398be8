"""A route as bytes in one layout: how long it is, where a move's bytes stand, any stretch of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import TypeVar

from ..checks import cache_share
from ..kernels.blocks import Block
from ..puzzle.routes import Route
from ..puzzle.rules import FRAME_STEWART, THREE_PEGS
from ..puzzle.totals import FEW, Totals, moves_of
from ..puzzle.towers import Tower, parts_of
from ..puzzle.walks import Fold, cover, locate, moves_in, tower_at
from .layouts import Layout
from .lengths import ExtraLengths
from .offsets import Offsets
from .threads import each

Summary = TypeVar("Summary")

# A block takes 64-bit lengths, and a little room keeps every sum below 2**63.
LONGEST_BLOCK = 1 << 62

# Where discs are shown, towers of equal pegs but other discs are different bytes. There may be so many of them
# (1800 discs, 5 pegs: 50,781) that they are made as they are needed.
LONGEST_VARIED_BLOCK = 1 << 22

# A block of a whole tower on many pegs may be made of 100,000 others (100,000 discs, 60 pegs): too many for few moves.
FEW_BYTES = 1 << 14

# Up to so many discs a fold over a tower's parts, kept for all towers, is as fast as the closed form.
FEW_DISCS = 30

# Bytes that a thread makes at a time: a millisecond, too short to feel on Ctrl-C, long enough to hide who is next.
PIECE = 1 << 24


class Rendering:
    """The bytes of a route's moves in a layout, without anything before or after."""

    def __init__(self, route: Route, layout: Layout) -> None:
        self.route = route
        self.layout = layout
        varied = layout.shows_disc and not all(tower.rule.aligned for tower in route.towers)
        self.longest = LONGEST_VARIED_BLOCK if varied else LONGEST_BLOCK
        self.block = self.fold(lambda move: Block.of_bytes(self.encode(move)), Block.of_parts)
        self.varied_length: Fold[int] = Fold(lambda move: len(self.encode(move)), sum, self.equally_long)
        self.offsets = Totals(route.towers, self.length, self.length_of_all)
        self.last_block = (0, 0, Block.of_bytes(b""))

    def fold(self, move: Callable[[Tower], Summary], join: Callable[[tuple[Summary, ...]], Summary]) -> Fold[Summary]:
        """Return the fold of a summary of bytes."""
        return Fold(move, join, self.same_bytes)

    def encode(self, move: Tower) -> bytes:
        """Return the bytes of a single move."""
        return self.layout.encode(move.smaller + 1, move.pegs[0], move.pegs[-1])

    def same_bytes(self, tower: Tower) -> Tower:
        """Return the one tower that stands for all with the same bytes."""
        return tower if self.layout.shows_disc or not tower.smaller else tower._replace(smaller=0)

    def equally_long(self, tower: Tower) -> Tower:
        """Return the one tower that stands for all with as many bytes."""
        return self.same_bytes(tower.rule.canonical(tower) if self.layout.even else tower)

    def length(self, tower: Tower) -> int:
        """Return how many bytes a tower is."""
        if width := self.layout.width:
            return tower.moves * width
        if tower.rule is THREE_PEGS and tower.discs > FEW_DISCS:
            return self.closed.length(tower)
        if tower.rule is FRAME_STEWART and self.layout.shows_disc:
            return self.length_without_discs(tower) + self.extra_length(tower)
        return self.varied_length(tower)

    def length_of_all(self, towers: Sequence[Tower]) -> int:
        """Return how many bytes some towers are, in linear time where their moves are equally long or on three pegs."""
        if width := self.layout.width:
            return width * moves_of(towers)
        in_closed_form = [tower for tower in towers if tower.single or tower.rule is THREE_PEGS]
        if len(in_closed_form) <= FEW:
            return sum(map(self.length, towers))
        others = (tower for tower in towers if not tower.single and tower.rule is not THREE_PEGS)
        return self.closed.length_of_all(in_closed_form) + sum(map(self.length, others))

    @cached_property
    def length_without_discs(self) -> Fold[int]:
        """How long a tower from disc 1 on is, if the number of each disc were as long as that of disc 1."""
        return Fold(lambda move: len(self.layout.encode(1, move.pegs[0], move.pegs[-1])), sum, self.without_discs)

    def without_discs(self, tower: Tower) -> Tower:
        """Return the one tower that stands for all that are equally long but for the numbers of their discs."""
        return (tower.rule.canonical(tower) if self.layout.even else tower)._replace(smaller=0)

    @cached_property
    def extra_length(self) -> ExtraLengths:
        """What the numbers of discs add to the lengths of towers on four or more free pegs."""
        return ExtraLengths(self.layout, self.route.discs)

    @cached_property
    def closed(self) -> Offsets:
        """Lengths and offsets in closed form, for towers on three free pegs."""
        return Offsets(self.layout, self.route.discs)

    @property
    def repeats(self) -> bool:
        """Whether equal moves are equal bytes, and equally many of them."""
        return bool(self.layout.width)

    @property
    def nbytes(self) -> int:
        """How many bytes there are."""
        return self.offsets.whole

    def offset(self, step: int) -> int:
        """Return where the bytes of the move at `step` begin."""
        if self.layout.width:
            return step * self.layout.width
        if step == self.route.count:
            return self.offsets.whole
        which, begin = self.route.offsets.holding(step)
        step -= begin
        tower = self.route.towers[which]
        if tower.rule is THREE_PEGS:
            return self.offsets[which] + self.closed.before(tower, step)
        return self.offsets[which] + locate((tower,), step, moves_in, self.length)[0]

    def step_at(self, offset: int) -> int:
        """Return the step of the move whose bytes hold `offset`."""
        if self.layout.width:
            return offset // self.layout.width
        which, begin = self.offsets.holding(offset)
        offset -= begin
        tower = self.route.towers[which]
        if tower.rule is THREE_PEGS:
            return self.route.offsets[which] + self.closed.step_at(tower, offset)
        return self.route.offsets[which] + locate((tower,), offset, self.length, moves_in)[0]

    def copy_into(self, out: memoryview, offset: int, untouched: bool = False, threads: int = 1) -> None:
        """Fill `out` with the bytes from `offset` on; there must be as many. `untouched`: it is freshly allocated."""
        # The pages of fresh memory are zeroed in the cache when they are first touched: bypassing the cache then
        # took 1.2 to 3 times as long. What counts is the size of the whole, not that of a thread's piece.
        streaming = len(out) > cache_share() and not untouched
        if threads == 1 or len(out) < 2 * PIECE:
            self.copy_piece(out, offset, streaming)
            return
        each(
            lambda low: self.copy_piece(out[low : low + PIECE], offset + low, streaming),
            range(0, len(out), PIECE),
            threads,
        )

    def copy_piece(self, out: memoryview, offset: int, streaming: bool) -> None:
        """Fill `out` with the bytes from `offset` on, past the caches or not."""
        done = 0
        while done < len(out):
            low, high, block = self.last_block
            if not low <= offset + done < high:
                low, high, block = self.last_block = self.find(offset + done, len(out) - done)
            done += block.copy_into(out[done:] if done else out, offset + done - low, streaming)

    def read(self, offset: int, size: int) -> bytes:
        """Return bytes from `offset` on: at least one, at most `size`, so many as stand in one block."""
        low, high, block = self.last_block
        if not low <= offset < high:
            low, high, block = self.last_block = self.find(offset, size)
        return block.read(offset - low, min(size, high - offset))

    def fills(self, view: memoryview, step: int, stop: int, threads: int = 1) -> Iterator[int]:
        """Fill `view` with the moves from `step` on, again and again up to `stop`; yield how many each time."""
        width = self.layout.width
        while step < stop:
            moves = min(len(view) // width, stop - step)
            self.copy_into(view[: moves * width], step * width, threads=threads)
            yield moves
            step += moves

    def cover(self, low: int, high: int, most: int) -> Iterator[tuple[int, int, Tower]]:
        """Yield the towers of at most `most` bytes that hold the stretch from `low` to `high`, in order.

        Each is (where it begins, its length, the tower); the first and the last may reach beyond the stretch.
        """
        for begin, tower in self.offsets.between(low, high):
            within = max(0, low - begin), min(high - begin, self.length(tower))
            covering = self.cover_turns if tower.rule is THREE_PEGS else self.cover_parts
            for at, length, part in covering(tower, *within, most):
                yield begin + at, length, part

    def cover_parts(self, tower: Tower, low: int, high: int, most: int) -> Iterator[tuple[int, int, Tower]]:
        """Cover a stretch of one tower, as `cover` does, by its parts."""
        return cover((tower,), low, high, most, self.length)

    def cover_turns(self, tower: Tower, low: int, high: int, most: int) -> Iterator[tuple[int, int, Tower]]:
        """Cover a stretch of a tower on three free pegs, as `cover` does, without a walk down from its top."""
        at, step, most_moves = low, 0, self.most_moves(most)
        if low:
            step, _ = tower_at(tower, self.move_at(tower, low), most_moves)
            at = self.before(tower, step)
        while at < high:
            step, part = tower_at(tower, step, most_moves)
            length = self.length(part)
            yield at, length, part
            step, at = step + part.moves, at + length

    def most_moves(self, size: int) -> int:
        """Return how many moves have certainly no more bytes than `size`, at least one."""
        return max(1, size // max(1, self.layout.width or self.closed.longest_move))

    def before(self, tower: Tower, step: int) -> int:
        """Return how many bytes the first moves of a tower on three free pegs are."""
        return step * self.layout.width if self.layout.width else self.closed.before(tower, step)

    def move_at(self, tower: Tower, offset: int) -> int:
        """Return the step of the move that holds `offset` in a tower on three free pegs."""
        return offset // self.layout.width if self.layout.width else self.closed.step_at(tower, offset)

    def find(self, offset: int, wanted: int) -> tuple[int, int, Block]:
        """Return from where to where a block stands that holds `offset`, and the block; so many bytes are `wanted`."""
        which, low = self.offsets.holding(offset)
        tower = self.route.towers[which]
        longest = self.longest
        if wanted < FEW_BYTES and tower.rule is not THREE_PEGS:
            longest = min(longest, FEW_BYTES)
        if tower.rule is THREE_PEGS:
            step, part = tower_at(tower, self.move_at(tower, offset - low), self.most_moves(self.longest))
            low, tower = low + self.before(tower, step), part
        elif width := self.layout.width:
            step, tower = tower_at(tower, (offset - low) // width, longest // width)
            low += step * width
        while (length := self.length(tower)) > longest and not tower.single:
            low, tower = self.part_at(low, tower, offset)
        return low, low + length, self.block(tower)

    def part_at(self, low: int, tower: Tower, offset: int) -> tuple[int, Tower]:
        """Return the part that holds `offset` of a tower that begins at `low`, and where the part begins."""
        for part in parts_of(tower):
            if offset < (high := low + self.length(part)):
                break
            low = high
        return low, part
