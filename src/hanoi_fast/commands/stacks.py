"""The discs on each peg as text, for people or as JSON; no line is ever kept whole."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from ..checks import printable

PIECE = 1 << 14  # discs at a time


def table_pieces(state: NDArray[np.uint8], names: Sequence[str]) -> Iterator[str]:
    """Yield a line for each peg: its name, how many discs it has, and which, from bottom to top."""
    shown = [printable(name) for name in names]
    wide = max(3, *map(len, shown))
    yield f"{'peg':>{wide}}  discs  from bottom to top\n"
    for name, stack in zip(shown, stacks(state, len(names)), strict=True):
        yield f"{name:>{wide}}  {len(stack):>5}"
        yield from listed(stack, "  ", " ")
        yield "\n"


def json_pieces(state: NDArray[np.uint8], names: Sequence[str]) -> Iterator[str]:
    """Yield an object with the names of the pegs, how many discs each has, the discs of each, and the state."""
    counts = np.bincount(state, minlength=len(names)).tolist()
    yield f'{{"pegs": {json.dumps(names, ensure_ascii=False)}, "counts": {counts}, "stacks": ['
    for peg, stack in enumerate(stacks(state, len(names))):
        yield ", [" if peg else "["
        yield from listed(stack, "", ", ")
        yield "]"
    yield '], "state": ['
    yield from listed(state, "", ", ")
    yield "]}\n"


def stacks(state: NDArray[np.uint8], pegs: int) -> Iterator[NDArray[np.integer]]:
    """Yield the discs on each peg, from bottom to top."""
    return (np.flatnonzero(state == peg)[::-1] + 1 for peg in range(pegs))


def listed(numbers: NDArray[np.integer], before: str, between: str) -> Iterator[str]:
    """Yield numbers as text, with `before` in front of the first."""
    for place in range(0, len(numbers), PIECE):
        yield between if place else before
        yield between.join(map(str, numbers[place : place + PIECE].tolist()))
