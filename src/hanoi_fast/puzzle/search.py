"""Shortest ways between any two states on many pegs, found by search from both ends.

A ball grows around the start and another, backwards, around the target: one level at a time, always the ball with
fewer pages. While they have no state in common, the distance is more than the sum of their levels. When the next level
of one meets the other, it is the sum. The state where they meet splits the way in two, and each half is searched again.
The balls of a half have half the radius, so all halves together take little time compared with the first search.

The largest discs are left out while they already stand on their target pegs. Take the moves of such a disc out of a
way: the rest is still a way, since a disc never blocks smaller ones.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from ..checks import checked_int, free_memory, shown_bytes
from ..kernels.search import Ball
from .arcs import MOST_PEGS, named_arcs
from .moves import Move
from .neighbours import Arcs, Tables, reverse, tables
from .routes import differing

Progress: TypeAlias = Callable[[int], object]

KEY_BITS = 64
INSTEAD = "solve(exact=False), on the command line --short, finds a short way at any size"


class Puzzle(NamedTuple):
    """What a search is about: pegs, and between which of them discs may go."""

    pegs: int
    arcs: Arcs

    @staticmethod
    def along(arcs: Arcs | None, pegs: int) -> Puzzle:
        """Return the puzzle along some arcs, between all pegs for None."""
        return Puzzle(pegs, named_arcs("complete", pegs) if arcs is None else arcs)

    def tables(self, discs: int) -> Tables:
        """Return the tables for so many discs."""
        return tables(self.pegs, discs, self.arcs)

    @property
    def back(self) -> Puzzle:
        """The puzzle in which all moves are made backwards."""
        return Puzzle(self.pegs, reverse(self.arcs))


def shortest_moves(
    start: bytes, goal: bytes, puzzle: Puzzle, memory: int | None = None, progress: Progress | None = None
) -> list[Move]:
    """Return the moves of a shortest way from `start` to `goal`; of several always the same.

    Raises:
        ValueError: there are too many pegs or discs for a search, or there is no way.
        MemoryError: the search took all it may; the message says how far it came.

    >>> shortest_moves(bytes([0, 3, 1]), bytes([2, 2, 2]), Puzzle.along(None, 4))[0]
    Move(disc=3, source=1, target=2)
    """
    discs = differing(start, goal)
    refuse_large(discs, puzzle.pegs)
    start, goal = start[:discs], goal[:discs]
    if not discs:
        return []
    memory = checked_memory(memory)
    middle, before, after = meeting(start, goal, puzzle, memory, progress)
    if before + after == 1:
        return [Move(discs, start[-1], goal[-1])]
    return [
        *shortest_moves(start, middle, puzzle, memory, progress),
        *shortest_moves(middle, goal, puzzle, memory, progress),
    ]


def fewest_moves(start: bytes, goal: bytes, puzzle: Puzzle, memory: int | None = None) -> int:
    """Return how many moves a shortest way takes; for the rest, as `shortest_moves`."""
    discs = differing(start, goal)
    refuse_large(discs, puzzle.pegs)
    if not discs:
        return 0
    _, before, after = meeting(start[:discs], goal[:discs], puzzle, checked_memory(memory))
    return before + after


def refuse_large(discs: int, pegs: int) -> None:
    """Refuse what the kernel has no room for: a page of a search is known by a key of 64 bits."""
    if pegs > MOST_PEGS:
        raise ValueError(f"a search takes at most {MOST_PEGS} pegs, not {pegs}; {INSTEAD}")
    if discs > (most := most_discs(pegs)):
        raise ValueError(
            f"a search on {pegs} pegs takes at most {most} discs, not {discs}, not counting the largest ones "
            f"that already stand on their target pegs; {INSTEAD}"
        )


def most_discs(pegs: int) -> int:
    """Return how many discs a search can tell apart.

    >>> [most_discs(pegs) for pegs in (3, 4, 5, 8, 9, 16)]
    [37, 36, 25, 24, 17, 17]
    """
    bits = (pegs - 1).bit_length()
    small, middle, *_ = tables(pegs, KEY_BITS, frozenset())
    # Pages are counted in 64 bits, so they are 2**63 at most.
    return small + middle + (KEY_BITS - 1) // bits


def checked_memory(memory: int | None) -> int:
    """Return how many bytes a search may take: half of what is free, where nothing is said."""
    return free_memory() // 2 if memory is None else checked_int(memory, "memory", 1)


def meeting(
    start: bytes, goal: bytes, puzzle: Puzzle, memory: int, progress: Progress | None = None
) -> tuple[bytes, int, int]:
    """Return a state in the middle of a shortest way, and how many moves it is from the start and to the goal.

    Neither number is the whole distance unless that is 1, so that both halves are shorter.
    """
    here, there = ball(start, puzzle), ball(goal, puzzle.back)
    while True:
        # Each grows once before one grows twice; after that the one with less to do.
        one, other = (here, there) if (here.level > 0, here.pages) <= (there.level > 0, there.pages) else (there, here)
        if not one.pages:
            raise ValueError(f"no way leads from {list(start)} to {list(goal)}")
        grow(one, memory, other, len(start), puzzle.pegs)
        if progress is not None:
            progress(here.states + there.states)
        if (found := one.meets(other)) is not None:
            return state_at(found, len(start), puzzle), here.level, there.level


def grow(ball: Ball, memory: int, other: Ball | None, discs: int, pegs: int) -> None:
    """Find the next level of a ball; both balls together may take so many bytes.

    Raises:
        MemoryError: they would take more, or the system gives no more.
    """
    known = 0 if other is None else other.nbytes
    try:
        if known < memory and ball.grow(min(memory - known, 2**63)):
            return
        reason = f"of at most {shown_bytes(memory)} (memory=)"
    except MemoryError:
        reason = "that the system gives"
    states = ball.states + (0 if other is None else other.states)
    levels = ball.level + (0 if other is None else other.level)
    raise MemoryError(
        f"the search among the {pegs}**{discs} states of {discs} discs on {pegs} pegs has filled the memory {reason} "
        f"with {states} states, and knows of no way of {levels} moves; {INSTEAD}"
    )


def ball(start: bytes, puzzle: Puzzle) -> Ball:
    """Return the ball that is one state."""
    found = puzzle.tables(len(start))
    small, page = found.small, found.small + found.middle
    high, bits = start[page:], (puzzle.pegs - 1).bit_length()
    return Ball(
        puzzle.pegs,
        len(high),
        puzzle.pegs ** len(high),
        found.near,
        found.clear,
        found.step,
        found.pair,
        sum(peg << bits * disc for disc, peg in enumerate(high)),
        rank_of(start[small:page], puzzle.pegs),
        rank_of(start[:small], puzzle.pegs),
    )


def rank_of(state: bytes, pegs: int) -> int:
    """Return the number of a state in base `pegs`, the largest disc most significant."""
    rank = 0
    for peg in reversed(state):
        rank = rank * pegs + peg
    return rank


def state_at(place: tuple[int, int, int], discs: int, puzzle: Puzzle) -> bytes:
    """Return the state at a key, a word and a bit."""
    key, word, bit = place
    found, pegs, bits = puzzle.tables(discs), puzzle.pegs, (puzzle.pegs - 1).bit_length()
    high = range(discs - found.small - found.middle)
    return bytes(
        [bit // pegs**disc % pegs for disc in range(found.small)]
        + [word // pegs**disc % pegs for disc in range(found.middle)]
        + [key >> bits * disc & (1 << bits) - 1 for disc in high]
    )
