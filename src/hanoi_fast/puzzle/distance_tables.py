"""The distance of every state from one: a table in the order of `rank`, and what can be looked up in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..checks import checked_int, shown_bytes
from .arcs import MOST_PEGS, Arc, checked_arcs
from .counts import enough_pegs
from .neighbours import PLACES, WORDS
from .search import KEY_BITS, Progress, Puzzle, ball, checked_memory, grow, refuse_large
from .states import as_state

Table = NDArray[Any]

WIDTHS = (np.uint8, np.uint16, np.uint32)


def distances_from(
    state: ArrayLike,
    *,
    pegs: int = 3,
    arcs: str | Iterable[Arc] = "complete",
    memory: int | None = None,
    progress: Progress | None = None,
) -> Table:
    """Return how many moves every state is away from one, in the order of `rank`: an array of ``pegs**discs`` ints.

    It is of uint8, of uint16 where the farthest state is more than 255 moves away, of uint32 where it is more than
    65535. (On three pegs that is known before: of the three towers, whose distances from any state add up to
    2 * (2**n - 1), one is 2/3 of 2**n - 1 away at least, and no state is more than 2**n - 1 away. Elsewhere the table
    begins as uint8, and is copied when a distance needs more.)

    Args:
        state: the peg of each disc, smallest disc first.
        pegs: how many pegs, 2 to 16.
        arcs: between which pegs discs may go, as in `solve`. Distances are those from the state, not to it.
        memory: how many bytes the table and the search may take together, half of what is free if not said.
        progress: is called with the number of states found, after each level.

    Raises:
        TypeError: `state` is not a sequence or array of ints.
        ValueError: there is no such peg; two pegs have more than one disc; the arcs do not join all pegs.
        MemoryError: the table and its search take more than `memory`; the message says how much.

    >>> distances_from([0, 0], pegs=4)
    array([0, 1, 1, 1, 3, 3, 2, 2, 3, 2, 3, 2, 3, 2, 2, 3], dtype=uint8)
    >>> int(distances_from([0] * 8, pegs=4).sum())
    1490481
    """
    pegs = checked_int(pegs, "pegs", 2, MOST_PEGS)
    start = as_state(state, pegs).tobytes()
    enough_pegs(len(start), pegs)
    return table_from(start, Puzzle.along(checked_arcs(arcs, pegs), pegs), checked_memory(memory), progress)


def table_from(start: bytes, puzzle: Puzzle, memory: int, progress: Progress | None = None) -> Table:
    """Return the distances from `start`; unvalidated but for their size, see `distances_from`."""
    discs, pegs = len(start), puzzle.pegs
    if not discs:
        return np.zeros(1, np.uint8)
    width = first_width(discs, puzzle)
    refuse_larger(discs, pegs, np.dtype(width).itemsize, memory)
    refuse_large(discs, pegs)
    out: Table = np.zeros(pegs**discs, width)
    growing, places = ball(start, puzzle), pegs ** puzzle.tables(discs).small
    while growing.pages:
        if growing.level > np.iinfo(out.dtype).max:
            width = WIDTHS[WIDTHS.index(out.dtype.type) + 1]
            refuse_larger(discs, pegs, out.itemsize + np.dtype(width).itemsize, memory)
            out = out.astype(width)
        growing.write(out, places)
        grow(growing, memory, None, discs, pegs)
        if progress is not None:
            progress(growing.states)
    if growing.states != len(out):
        raise ValueError(f"{len(out) - growing.states} of {len(out)} states are not reached from {list(start)}")
    return out


def first_width(discs: int, puzzle: Puzzle) -> type[np.unsignedinteger]:
    """Return the narrowest type that may do: on three pegs it does, since both bounds need the same."""
    if puzzle != Puzzle.along(None, 3):
        return WIDTHS[0]
    farthest = (2 ** (discs + 1) - 2 + 2) // 3
    return next((width for width in WIDTHS if farthest <= np.iinfo(width).max), WIDTHS[-1])


def refuse_larger(discs: int, pegs: int, width: int, memory: int) -> None:
    """Refuse a table that takes more than so many bytes, `width` for each state, and with them what finds them."""
    needed = pegs**discs * width + search_bytes(discs, pegs)
    if needed > memory:
        raise MemoryError(
            f"the distances of all {pegs}**{discs} states of {discs} discs on {pegs} pegs, and their search, take "
            f"{shown_bytes(needed)}, more than the {memory} they may (memory=); "
            "one state's distance, or way, takes less"
        )


def search_bytes(discs: int, pegs: int) -> int:
    """Return how many bytes a ball of all states takes: pages of three bits a place, and how they are found."""
    small = largest_discs(pegs, PLACES, discs)
    middle = largest_discs(pegs, WORDS, discs - small)
    pages = pegs ** (discs - small - middle)
    slots = 1 << (2 * pages - 1).bit_length()
    # The table of slots is copied from one half as large.
    return pages * 8 * (2 + 3 * pegs**middle) + slots * 16 * 3 // 2 + 2 * pages * 8


def largest_discs(pegs: int, most: int, discs: int) -> int:
    """Return how many of `discs` have at most so many places."""
    return max(some for some in range(min(discs, KEY_BITS) + 1) if pegs**some <= most)
