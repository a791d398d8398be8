"""From any state to any other on any pegs: by a rule where there is one, else by search, else by gathering."""

from __future__ import annotations

from collections.abc import Iterable

from ..checks import shown
from .graphs import Graph
from .moves import Move
from .routes import GATHERED, LISTED, SEARCHED, Route, differing, find_towers, is_tower
from .towers import Tower, single


def route_between(
    start: bytes, goal: bytes, pegs: int, graph: Graph | None = None, exact: bool = True, memory: int | None = None
) -> Route:
    """Return the route between two states of as many discs, along the arcs of a graph or between all pegs.

    Raises:
        ValueError: it needs a search, and there are too many pegs or discs for one.
        MemoryError: the search took all it may.
    """
    if (towers := find_towers(start, goal, pegs, graph)) is not None:
        return Route(start, pegs, towers, graph)
    discs = differing(start, goal)
    if pegs == 4 and graph is None and is_tower(start[:discs]) and is_tower(goal[:discs]):
        return Route(start, pegs, find_towers(start[:discs], goal[:discs], pegs) or ())
    if not exact:
        return gathered_route(start, goal, pegs, graph)
    from .search import Puzzle, shortest_moves

    puzzle = Puzzle.along(None if graph is None else graph.arcs, pegs)
    return Route(start, pegs, singles(shortest_moves(start, goal, puzzle, memory)), graph, SEARCHED)


def gathered_route(start: bytes, goal: bytes, pegs: int, graph: Graph | None) -> Route:
    """Return the route of a way that is only short.

    Raises:
        ValueError: there is no rule for it, since not all pegs are joined.
    """
    from .scattered import gathering_way

    if graph is not None:
        raise ValueError(f"a way that is not searched needs all {pegs} pegs joined: arcs='complete'")
    return Route(start, pegs, gathering_way(start, goal, pegs), None, GATHERED)


def singles(moves: Iterable[Move]) -> list[Tower]:
    """Return the towers of one disc that make some moves."""
    return [single(source, target, disc - 1) for disc, source, target in moves]


def route_of(start: bytes, goal: bytes, pegs: int, moves: Iterable[Iterable[int]], graph: Graph | None = None) -> Route:
    """Return the route that makes these moves, read from elsewhere: legal, and from the start to the goal.

    Raises:
        ValueError: they are not.

    >>> route_of(bytes([0, 1]), bytes([2, 2]), 4, [[1, 0, 2], [2, 1, 2]])
    Traceback (most recent call last):
    ValueError: move 1, [2, 1, 2], is not legal
    """
    state, made = bytearray(start), []
    for step, move in enumerate(moves):
        values = list(move)
        if not is_legal(state, values, pegs) or (graph is not None and (values[1], values[2]) not in graph.arcs):
            raise ValueError(f"move {step}, {shown(values)}, is not legal")
        made.append(Move(*values))
        state[values[0] - 1] = values[2]
    if state != goal:
        raise ValueError(f"the {len(made)} moves lead to {shown(list(state))}, not to {shown(list(goal))}")
    return Route(start, pegs, singles(made), graph, LISTED)


def is_legal(state: bytearray, move: list[int], pegs: int) -> bool:
    """Return whether a state allows a move, whatever its numbers are."""
    if len(move) != 3 or not all(type(value) is int for value in move):
        return False
    disc, source, target = move
    if not (0 < disc <= len(state) and 0 <= target < pegs and source != target and state[disc - 1] == source):
        return False
    return source not in state[: disc - 1] and target not in state[: disc - 1]
