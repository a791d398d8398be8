"""The states along a solution, many at once: at any steps, the steps of any states, and all of them in blocks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..checks import checked_int, enough_memory
from ..kernels.path import follow
from ..puzzle.routes import Route, standing
from ..puzzle.states import as_states


def states_at(route: Route, first: int, stop: int, steps: ArrayLike) -> NDArray[np.uint8]:
    """Return the states at many steps, counted from step `first`, as rows."""
    count = stop - first
    if isinstance(steps, np.ndarray) and steps.dtype.kind in "iu" and steps.ndim == 1 and stop < 1 << 64:
        for extreme in (steps.min(), steps.max()) if steps.size else ():
            checked_int(extreme, "step", 0, count)
        places: Any = steps.astype(np.uint64) + np.uint64(first)
    else:
        each = steps.tolist() if isinstance(steps, np.ndarray) else steps
        places = [first + checked_int(step, "step", 0, count) for step in each]  # type: ignore[union-attr]
    enough_memory(len(places) * max(1, route.discs), "an array of the states", "ask for fewer at a time")
    return route.states_at(places)


def steps_of(route: Route, first: int, stop: int, states: ArrayLike) -> NDArray[Any]:
    """Return the step of each of many states, counted from step `first`.

    Raises:
        ValueError: a state is not on the path, or has another number of discs.
    """
    rows = as_states(states, route.pegs)
    if len(rows) and rows.shape[1] != route.discs:
        raise ValueError(f"states must have {route.discs} discs, not {rows.shape[1]}")
    found = route.steps_of(rows)
    if isinstance(found, np.ndarray):
        outside = np.flatnonzero((found < first) | (found > stop)) if len(found) else found
        if not len(outside):
            return found - np.uint64(first)
        found = [*found[: outside[0]].tolist(), None]
    inside = [step - first if step is not None and first <= step <= stop else None for step in found]
    if None in inside:
        row = inside.index(None)
        raise ValueError(f"row {row} of states, {standing(rows[row].tobytes())}, is not on the path")
    return np.array(inside, np.uint64 if stop < 1 << 64 else object)


def state_blocks(start: NDArray[np.uint8], most: int, moves: Iterator[NDArray[Any]]) -> Iterator[NDArray[np.uint8]]:
    """Yield the start, then the states after each of `moves`, blocks of up to `most` rows: views of one buffer."""
    buffer = np.empty((most + 1, start.size), np.uint8)
    buffer[0] = start
    yield buffer[:1]
    for block in moves:
        follow(block, buffer)
        yield buffer[1 : len(block) + 1]
        buffer[0] = buffer[len(block)]
