"""Which of several readings of a list is meant, by the rules: the one that is legal where the others are not.

A list is legal for some moves by chance, so one reading must go far beyond the others, or all must come to the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from ..kernels.movelists import fill_sources
from ..kernels.replay import replay
from .detecting import Found, is_array
from .pegs import Pegs
from .roles import COUNTER, SOURCE, Reading
from .ways import Way
from .words import DISC


class Tried(Protocol):
    """The list whose readings are tried."""

    start: NDArray[np.uint8] | None
    pegs: Pegs
    error: ValueError | None


BEYOND = 4  # legal moves more than under any other reading: three are made by chance


class Trial(NamedTuple):
    """How far a reading goes."""

    moves: int
    why: int  # not further, 0 for the end, -1 for what cannot be read
    last: tuple[int, ...]  # the move that is not legal
    state: tuple[int, ...]


def chosen(ways: list[Way], samples: list[Iterator[NDArray[np.uint16]]], moves: Tried) -> Way:
    """Return the reading that is meant.

    Raises:
        ValueError: two are left; names both.
    """
    if moves.start is None:
        raise ValueError(two_left(ways))
    trials = [trial(sample, way, moves) for way, sample in zip(ways, samples, strict=True)]
    if len(set(trials)) == 1 and trials[0].why >= 0:
        return ways[0]
    best = max(range(len(ways)), key=lambda i: trials[i].moves)
    others = [told.moves for i, told in enumerate(trials) if i != best]
    if max(others) + BEYOND <= trials[best].moves and max(others) <= 2:
        return ways[best]
    raise ValueError(two_left(ways))


def trial(sample: Iterable[NDArray[np.uint16]], way: Way, moves: Tried) -> Trial:
    """Make the moves of a sample under a reading."""
    start: Any = moves.start
    state, below, where = start.copy(), np.empty(start.size + 1, np.intp), start.astype(np.uint16)
    made, moves.error = 0, None
    for rows in sample:
        rows = np.ascontiguousarray(rows)
        if moves.pegs.numbered:
            rows[:, -2:] -= np.uint16(first_peg(moves, rows, way))
        if SOURCE not in way.reading:
            fill_sources(rows, where)
        done, why = replay(rows, state, below, moves.pegs.count)
        made += done
        if why:
            return Trial(made, why, tuple(rows[done, -2:].tolist()), tuple(state.tolist()))
    ending = 0 if moves.error is None else -1
    return Trial(made, ending, (), tuple(state.tolist()))


def first_peg(moves: Tried, rows: NDArray[np.uint16], way: Way) -> int:
    """Return the number of the first peg, as far as these rows say."""
    pegs = rows[:, -2:] if SOURCE in way.reading else rows[:, -1:]
    return int(not (pegs == 0).any()) if moves.pegs.first is None else moves.pegs.first


def two_left(ways: list[Way]) -> str:
    """Return the question that two readings leave."""
    said = " or ".join(", ".join(way.reading) for way in ways[:2])
    return f"the list can be read in two ways, as {said}: {ways[0].first_alike!r}; write disc or peg before its numbers"


def may_count(found: Found, reading: Reading) -> bool:
    """Return whether the discs of a reading may count up but for one mistake, and no word says that they are discs.

    The mistake may be in one of the numbers, or in lines that cannot be read, so that their numbers are missing.
    """
    column = reading.index(DISC) if DISC in reading else None
    if column is None or is_array(found) or all(other[column] != COUNTER for other in found.shape.readings):
        return False
    values = [int(tokens[found.shape.places[column]].text[:18]) for tokens in found.tokens]
    rising = len(values) > 2 and all(after > before for before, after in pairwise(values))
    return rising or min(sum(value != first + i for i, value in enumerate(values)) for first in (0, 1)) <= 1
