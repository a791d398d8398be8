"""A document as pages of which most are copies of a few: what memory and file systems can share.

On three pegs the k smallest discs go round the pegs as one, in turns of three forms; between two turns one larger disc
moves (`rules`). In bytes, a tower is heads and bodies: a head is the page, or the pages, that hold a larger move; a
body is the pages up to the next head, and nothing but its turn is in it. So three turns are like the three after them
but for their heads, and these are few: two thirds of them are alike in each form, and the others are of one kind
more, or where discs are shown of one kind for each disc.

    | head body 0 | head body 1 | head body 2 |   made, and copied three turns at a time
                  | head |                        put over the copies where a head is of another kind
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..puzzle.towers import Tower
from .documents import Document
from .pieces import LEAST_EXPONENT, towers_of

Places = NDArray[np.int64]  # bytes of a document
Run = tuple[int, int]  # from where to where

# A tower of fewer turns is made as it is.
FEWEST = 16


class Copies(NamedTuple):
    """Runs of `length` bytes: the one at at[i] has the bytes of the one at like[i], which is made."""

    length: int
    at: Places
    like: Places


class Pages(NamedTuple):
    """A document on whole pages, in the order in which it is put together; what comes later covers what was there.

    `long` copies, `made` runs, `heads` that are copies. What a copy is like is always made.
    """

    long: list[Copies]
    made: list[Run]
    heads: list[Copies]

    @property
    def size(self) -> int:
        """How many bytes are made."""
        return sum(high - low for low, high in self.made)

    @property
    def runs(self) -> int:
        """How many runs there are at the end, at most: one within another makes it two."""
        return sum(len(copies.at) for copies in self.long) + 2 * self.covers

    @property
    def covers(self) -> int:
        """How many runs are made or put over others."""
        return len(self.made) + sum(len(copies.at) for copies in self.heads)


def pages_of(document: Document, page: int, exponent: Callable[[int], int]) -> Pages:
    """Return a document as pages; `exponent` says for the bytes of a tower which k its turns should have."""
    pages = Pages([], [], [])
    if document.rendering.repeats:
        for tower, begin in towers_of(document):
            add_turns(pages, document, tower, begin, page, exponent)
    pages.made[:] = merged([*pages.made, *gaps(document.nbytes, pages.long)])
    return pages


def merged(runs: list[Run]) -> list[Run]:
    """Return runs in order, with those that touch or overlap as one."""
    done: list[Run] = []
    for low, high in sorted(runs):
        if done and low <= done[-1][1]:
            low, high = done[-1][0], max(done.pop()[1], high)
        done.append((low, high))
    return done


def gaps(size: int, copies: list[Copies]) -> Iterator[Run]:
    """Yield the runs between the copies, in order."""
    low = np.concatenate([np.zeros(0, np.int64), *(each.at for each in copies)])
    high = np.concatenate([np.zeros(0, np.int64), *(each.at + each.length for each in copies)])
    order = np.argsort(low)
    begins, ends = np.append(0, high[order]), np.append(low[order], size)
    there = begins < ends
    yield from zip(begins[there].tolist(), ends[there].tolist(), strict=True)


def add_turns(
    pages: Pages, document: Document, tower: Tower, begin: int, page: int, exponent: Callable[[int], int]
) -> None:
    """Add what repeats in a tower that begins at the byte `begin` of a document."""
    layout = document.rendering.layout
    body, tail = len(document.header), document.nbytes - len(document.footer)
    low, high = max(begin, body), min(begin + document.rendering.length(tower), tail)
    k = max(LEAST_EXPONENT, exponent(high - low))
    turn = layout.width << k  # bytes from a head to the next
    low, high = low + -low % page, high - high % page

    # Larger move M begins at the byte begin + M * turn - w. Its head begins on the page of that.
    within = (begin - layout.width) % page
    head = -(-(within + layout.width) // page) * page
    before_all = begin - layout.width - within
    first = -((before_all - low) // turn)  # the first larger move whose head begins at `low` or later
    start = before_all + first * turn
    count = (high - start) // turn
    if count < FEWEST or turn % page or turn <= head:
        return
    kinds = tower.rule.kinds(tower, (first << k) - 1, k, count, layout.shows_disc, False)
    if kinds is None:
        return

    # Of a disc the heads are of one kind in each form, and of its next but one too, unless discs are shown. With
    # disc k + 1 moving at 3 and 5 modulo 8 and disc k + 3 between, the three that are made are the commonest.
    base = (3 - first) % 8
    made = start + base * turn
    front, back = base // 3, (count - base) // 3  # threes before the one that is made, and from it on
    threes = made + 3 * turn * np.delete(np.arange(-front, back), front)
    pages.long.append(Copies(3 * turn, threes, np.full_like(threes, made)))
    if low + head < (edge := made - 3 * turn * front):
        pages.long.append(one_copy(low + head, edge, made + 3 * turn - edge))
    if (edge := made + 3 * turn * back) < high:
        pages.long.append(one_copy(edge, high, made - edge))
    add_heads(pages, start + turn * np.arange(count, dtype=np.int64), head, kinds, base)
    # The head after the last turn may be cut.
    if (edge := start + count * turn) < high:
        pages.made.append((edge, min(edge + head, high)))


def one_copy(low: int, high: int, offset: int) -> Copies:
    """Return a single run as copies of the one `offset` bytes behind it."""
    return Copies(high - low, np.array([low]), np.array([low + offset]))


def add_heads(pages: Pages, heads: Places, head: int, kinds: NDArray[np.int64], base: int) -> None:
    """Add the heads that are of another kind than in the copies: each kind made once, then copied."""
    usual = np.resize(np.roll(kinds[base : base + 3], base % 3), len(kinds))
    other = np.flatnonzero(kinds != usual)
    _, earliest, which = np.unique(kinds[other], return_index=True, return_inverse=True)
    pages.made.extend((at, at + head) for at in heads[other[earliest]].tolist())
    again = earliest[which] != np.arange(len(other))
    pages.heads.append(Copies(head, heads[other[again]], heads[other[earliest[which[again]]]]))
