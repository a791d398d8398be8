"""The replay of a long list in parts, all at once: the solution that it should be says in which state each begins.

A part is right if its moves are legal from the state that the solution has there, and lead to the one that it has at
the part's end. If the first is right, the second begins in the state that was supposed, and so on: the parts that are
right, up to the first that is not, are what a replay from the start would find. All after them is replayed from there.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..kernels.replay import Stacks
from ..puzzle.graphs import Graph
from ..puzzle.states import State
from ..streams.threads import mapped_ahead, stop_if_told
from .expected import supposed
from .sources import Stored, replayable

# Moves of a part, and as many of them as are taken at a time: a thread takes the interpreter's lock between two, and
# may wait for it.
PART = 1 << 23
TAKEN = 1 << 20


def made_in_parts(
    source: Stored,
    start: State,
    goal: State,
    pegs: int,
    graph: Graph | None,
    joined: NDArray[np.uint8] | None,
    threads: int,
) -> tuple[int, State]:
    """Return how many moves at the beginning of a source were made, all of them legal, and the state after them."""
    solution = supposed(start, goal, pegs, graph) if source.count >= 2 * PART else None
    if solution is None or source.count > solution.count:
        return 0, start.copy()

    def right(first: int) -> bool:
        stop = min(first + PART, source.count)
        state = solution.state(first)
        stacks = Stacks(state, np.empty(state.size + 1, np.intp))
        for low in range(first, stop, TAKEN):
            _, why = stacks.make(replayable(source.rows(low, min(low + TAKEN, stop))), pegs, joined)
            if why:
                return False
            stop_if_told()
        stacks.fill_state(state)
        return np.array_equal(state, solution.state(stop))

    made = 0
    for fits in mapped_ahead(right, range(0, source.count, PART), threads):
        if not fits:
            break
        made = min(made + PART, source.count)
    return made, solution.state(made)
