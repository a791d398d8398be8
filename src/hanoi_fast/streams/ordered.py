"""Pages in the order of the document: a file that is written so is right up to where it ends, at any moment.

A copy is of bytes that come earlier; what would be a copy of later bytes is made. The three turns that are made stand
among the first eight of a tower, so that is at most eight turns more.

    | made ... made | copy of three turns, then the heads in it that differ | the next copy | ... | made |
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from .pages import Copies, Pages, Run

MADE = -1


class Piece(NamedTuple):
    """Bytes `low` to `high` of a document: as those from `like` on, or MADE."""

    low: int
    high: int
    like: int = MADE


class Ordered(NamedTuple):
    """Pieces that follow each other, and what covers a few bytes in those of them that are copies, in order."""

    pieces: list[Piece]
    covers: list[Piece]

    @property
    def made(self) -> int:
        """How many bytes are made."""
        return self.made_from(0)

    def made_from(self, start: int) -> int:
        """Return how many bytes from `start` on are made."""
        every = (piece for several in self for piece in several)
        return sum(max(0, high - max(low, start)) for low, high, like in every if like == MADE)

    @property
    def runs(self) -> int:
        """How many runs there are at the end, at most: one within another makes it two."""
        return len(self.pieces) + 2 * len(self.covers)

    def groups(self) -> Iterator[tuple[Piece, list[Piece]]]:
        """Yield each piece with what covers bytes in it."""
        at = 0
        for piece in self.pieces:
            end = at
            while end < len(self.covers) and self.covers[end].low < piece.high:
                end += 1
            yield piece, self.covers[at:end]
            at = end


def ordered(size: int, pages: Pages) -> Ordered:
    """Return a document of `size` bytes, given as pages, in its order."""
    pieces: list[Piece] = []
    for piece in placed(pages.long):
        before = pieces[-1].high if pieces else 0
        like = piece.like if piece.like + (piece.high - piece.low) <= piece.low else MADE
        pieces.extend(Piece(*gap) for gap in [(before, piece.low)] if gap[0] < gap[1])
        pieces.append(piece._replace(like=like))
    end = pieces[-1].high if pieces else 0
    if end < size:
        pieces.append(Piece(end, size))
    pieces = joined(pieces)
    copies = [piece for piece in pieces if piece.like != MADE]
    covers = [Piece(low, high) for run in pages.made for low, high in within(run, copies)]
    starts = np.array([piece.low for piece in copies], np.int64)
    ends = np.array([piece.high for piece in copies], np.int64)
    for heads in pages.heads:
        which = np.searchsorted(starts, heads.at, side="right") - 1
        inside = (which >= 0) & (heads.at < np.append(ends, 0)[which])
        covers.extend(placed([Copies(heads.length, heads.at[inside], heads.like[inside])]))
    return Ordered(pieces, sorted(covers))


def placed(copies: list[Copies]) -> list[Piece]:
    """Return copies as pieces in order."""
    pieces = (
        Piece(at, at + several.length, like)
        for several in copies
        for at, like in zip(several.at.tolist(), several.like.tolist(), strict=True)
    )
    return sorted(pieces)


def joined(pieces: list[Piece]) -> list[Piece]:
    """Return pieces with what is made, one after the other, as one."""
    done: list[Piece] = []
    for piece in pieces:
        if done and piece.like == done[-1].like == MADE:
            piece = Piece(done.pop().low, piece.high)
        done.append(piece)
    return done


def within(run: Run, copies: list[Piece]) -> Iterator[Run]:
    """Yield the parts of a run that lie in copies, one after the other."""
    low, high = run
    at = bisect_left(copies, low, key=lambda piece: piece.high - 1)
    for piece in copies[at:]:
        if piece.low >= high:
            return
        yield max(low, piece.low), min(high, piece.high)
