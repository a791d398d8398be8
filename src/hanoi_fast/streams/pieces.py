"""A document as pieces of equal length, of which very few differ.

On three pegs, cut a tower into pieces of 2**k moves, wherever the first begins. The k smallest discs go round the pegs
as one, always the same way, so their turns come in three forms, one after the other. Between two turns one larger
disc moves, in one of two directions. A piece is the end of a turn, one larger move, and the beginning of the next
turn: six kinds, times the discs where the layout shows them. Where a piece begins within the bytes of a larger move,
it ends within the next one, and both count. docs/mathematics.md has the proof for readers.

A piece has w * 2**k bytes, and begins on a page of the document, whatever its header. What lies between the pieces
of two towers, and at the ends, is made as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..puzzle.towers import Tower
from .documents import Document

# Fewer pieces of a tower than twice its kinds are not worth the trouble.
FEWEST = 16

# A move has w bytes and a piece 2**k moves: k = 12 makes any w a whole number of pages of 4 KiB.
LEAST_EXPONENT = 12

NO_KINDS = np.empty(0, np.int64)


class Stretch(NamedTuple):
    """Bytes `low` to `high` of a document: pieces of `size` bytes, each with the number of its kind; or size 0.

    Pieces of one stretch that have the same kind have the same bytes. A stretch of size 0 is not made of pieces.
    """

    low: int
    high: int
    size: int = 0
    kinds: NDArray[np.int64] = NO_KINDS


def stretches(document: Document, page: int, exponent: Callable[[int], int]) -> Iterator[Stretch]:
    """Yield a document as stretches, in order; all but the first begin on a page.

    `exponent` says for the bytes of a tower which k its pieces of 2**k moves should have.
    """
    done = 0
    if document.rendering.repeats:
        for tower, begin in towers_of(document):
            found = pieces_of(document, tower, begin, page, exponent)
            if found is not None:
                if found.low > done:
                    yield Stretch(done, found.low)
                yield found
                done = found.high
    if done < document.nbytes:
        yield Stretch(done, document.nbytes)


def towers_of(document: Document) -> Iterator[tuple[Tower, int]]:
    """Yield the towers of a document, each with the byte of the document at which it begins, which may be negative."""
    rendering = document.rendering
    before = len(document.header) - document.low
    for begin, tower in rendering.offsets.between(document.low, document.high):
        yield tower, begin + before


def pieces_of(
    document: Document, tower: Tower, begin: int, page: int, exponent: Callable[[int], int]
) -> Stretch | None:
    """Return the pieces of a tower that begins at the byte `begin` of a document, or None if it has too few."""
    layout = document.rendering.layout
    body, tail = len(document.header), document.nbytes - len(document.footer)
    low, high = max(begin, body), min(begin + document.rendering.length(tower), tail)
    k = max(LEAST_EXPONENT, exponent(high - low))
    size = layout.width << k
    low += -low % page
    count = (high - low) // size
    if count < FEWEST or size % page:
        return None
    step, within = divmod(low - begin, layout.width)
    kinds = tower.rule.kinds(tower, step, k, count, layout.shows_disc, bool(within))
    return None if kinds is None else Stretch(low, low + count * size, size, kinds)
