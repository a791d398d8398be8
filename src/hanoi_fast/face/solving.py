"""solve(): from the description of a puzzle to its solution."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeGuard

from ..checks import MOST_DISCS, MOST_PEGS, checked_int, enough_memory
from ..puzzle.arcs import Arc, checked_arcs
from ..puzzle.counts import enough_pegs
from ..puzzle.graphs import planned_graph
from ..puzzle.towers import tower_on
from ..puzzle.ways import route_between
from .solution import Solution

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


def solve(
    discs: int | ArrayLike,
    target: int | ArrayLike | None = None,
    *,
    pegs: int = 3,
    source: int = 0,
    arcs: str | Iterable[Arc] = "complete",
    exact: bool = True,
    memory: int | None = None,
) -> Solution:
    """Return the solution of a puzzle. It is lazy: no move is made before it is needed, unless it must be searched.

    Args:
        discs: how many discs stand as a tower on `source`; or a state, the peg of each disc,
            smallest disc first.
        target: the peg where the tower ends, by default the last; or a state.
        pegs: how many pegs, 2 to 256. On more than three, a tower moves by the method of Frame and Stewart: its
            moves are the fewest on four pegs, and presumed to be the fewest on five and more. If the start or the
            target is a state that is not a tower, on up to 16 pegs, this call searches for a shortest way.
            docs/searching.md says how much time and memory that takes.
        source: the peg where a tower starts.
        arcs: the pegs between which discs may move: "complete", "linear" (neighbours), "cyclic" (0 to 1 to ... to 0),
            "ring" (both ways round), "star" (peg 0 in the middle), or pairs (source, target) on up to 16 pegs
            (docs/peg_graphs.md). On three pegs the moves are the fewest for all of them.
        exact: False for a short way without a search, perhaps not the shortest. It works for any number of discs and
            pegs; from or to a state that is not a tower, more than three pegs need the arcs "complete".
        memory: how many bytes a search may use, by default half of the free memory.

    Raises:
        TypeError: a number is not an int, or a state not an array of ints.
        ValueError: there is no such peg, or there are more than 10,000,000 discs; two pegs have more than one disc; the
            two states have different discs; there are too many pegs or discs for a search; or the arcs do not lead from
            every peg to every other.
        MemoryError: the states do not fit in memory, or a search used all the memory it may; the message
            says how far it got.

    >>> hf.solve(3, 1).array().tolist()
    [[0, 1], [0, 2], [1, 2], [0, 1], [2, 0], [2, 1], [0, 1]]
    >>> hf.solve([0, 2, 1, 0], 2).count
    10
    >>> hf.solve(50, pegs=4).count
    6657
    >>> hf.solve([0, 3, 1], 2, pegs=4).array("moves").tolist()
    [[3, 1, 2], [2, 3, 2], [1, 0, 2]]
    >>> hf.solve(2, arcs="linear").array().tolist()
    [[0, 1], [1, 2], [0, 1], [2, 1], [1, 0], [1, 2], [0, 1], [1, 2]]
    """
    pegs = checked_int(pegs, "pegs", 2, MOST_PEGS)
    source = checked_int(source, "source", 0, pegs - 1)
    joined = checked_arcs(arcs, pegs)
    if is_state(discs):
        if source:
            raise ValueError(f"source goes with a number of discs; a state says where they are, so not {source}")
        start = state_given(discs, pegs, "start")
    else:
        discs = checked_int(discs, "discs", 0)
        enough_memory(4 * discs, "a state", "ask for fewer discs")
        discs = checked_int(discs, "discs", 0, MOST_DISCS)
        start = tower_on(source, discs)
    enough_pegs(len(start), pegs)
    if is_state(target):
        goal = state_given(target, pegs, "target")
    else:
        peg = pegs - 1 if target is None else checked_int(target, "target", 0, pegs - 1)
        goal = tower_on(peg, len(start))
    if len(goal) != len(start):
        raise ValueError(f"target must have as many discs as the start, {len(start)}, not {len(goal)}")
    graph = None if joined is None else planned_graph(joined, pegs, len(start))
    return Solution(route_between(start, goal, pegs, graph, exact, memory))


def state_given(state: ArrayLike, pegs: int, name: str) -> bytes:
    """Return a caller's state as bytes, the internal form; only this needs numpy."""
    from ..puzzle.states import as_state

    return as_state(state, pegs, name).tobytes()


def is_state(value: object) -> TypeGuard[ArrayLike]:
    """Return whether an argument is meant as a state, not as a number."""
    # An array without a dimension is a number, and has no len() for all its __len__.
    return hasattr(value, "__len__") and not isinstance(value, str) and getattr(value, "ndim", 1) > 0
