"""Distances, next moves and shortest ways on other than three pegs: of one state by search, of many by a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..checks import checked_int
from .arcs import MOST_PEGS
from .counts import enough_pegs, exact_count
from .distance_tables import Table, table_from
from .graphs import Graph
from .moves import Move
from .regrouping import one_way
from .routes import differing, is_tower
from .search import Puzzle, checked_memory, fewest_moves, shortest_moves
from .states import State, as_state, rank, unrank
from .targets import target_state

AT_ONCE = 1 << 24  # states of a puzzle that is searched where nobody asked for it: 0.1 s


def distance_of_one(state: bytes, goal: bytes, pegs: int, memory: int | None) -> int:
    """Return the least number of moves between two states."""
    enough_pegs(len(state), pegs)
    discs = differing(state, goal)
    # Proved for four pegs (T. Bousch, 2014); on more, only a search knows.
    if pegs <= 4 and is_tower(state[:discs]) and is_tower(goal[:discs]):
        return exact_count(discs, pegs)
    return fewest_moves(state, goal, Puzzle.along(None, pegs), memory)


def least_searched(start: bytes, goal: bytes, pegs: int, graph: Graph | None) -> int | None:
    """Return the least number of moves where a search finds it at once, else None."""
    if not 3 <= pegs <= MOST_PEGS or pegs ** differing(start, goal) > AT_ONCE:
        return None
    return fewest_moves(start, goal, Puzzle.along(None if graph is None else graph.arcs, pegs))


def distances_of_many(states: State, targets: State, pegs: int, memory: int | None) -> NDArray[np.uint64]:
    """Return the least number of moves from each row to its target: by a table where that is one for all."""
    enough_pegs(states.shape[1], pegs)
    if len(targets) == 1:
        states, table = looked_up(states, targets[0], pegs, memory)
        return table[ranks_of(states, pegs)].astype(np.uint64)
    pairs = zip(states, targets, strict=True)
    return np.array([distance_of_one(row.tobytes(), goal.tobytes(), pegs, memory) for row, goal in pairs], np.uint64)


def looked_up(states: State, target: State, pegs: int, memory: int | None) -> tuple[State, Table]:
    """Return the discs that have to move in some state, and the distances to the target of all their states."""
    apart = np.flatnonzero((states != target).any(axis=0))
    discs = int(apart[-1]) + 1 if apart.size else 0
    table = table_from(target[:discs].tobytes(), Puzzle.along(None, pegs), checked_memory(memory))
    return np.ascontiguousarray(states[:, :discs]), table


def next_of_one(state: bytes, goal: bytes, pegs: int, memory: int | None) -> Move | None:
    """Return the first move of a shortest way."""
    enough_pegs(len(state), pegs)
    return next(iter(shortest_moves(state, goal, Puzzle.along(None, pegs), memory)), None)


def next_of_many(states: State, targets: State, pegs: int, memory: int | None, dtype: type) -> NDArray[Any]:
    """Return the first move of a shortest way from each row to its target, zeros where there is none."""
    enough_pegs(states.shape[1], pegs)
    out: NDArray[Any] = np.zeros((len(states), 3), dtype)
    if len(targets) != 1:
        for row, goal, move in zip(states, targets, out, strict=True):
            move[:] = next_of_one(row.tobytes(), goal.tobytes(), pegs, memory) or 0
        return out
    states, table = looked_up(states, targets[0], pegs, memory)
    ranks = ranks_of(states, pegs)
    here = table[ranks]
    for discs, source, target, ways, after in steps(states, ranks, pegs):
        nearer = ways[table[after] < here[ways]]
        out[nearer] = np.column_stack([discs[nearer] + 1, np.full((len(nearer), 2), (source, target))])
    return out


def ranks_of(states: State, pegs: int) -> NDArray[np.uint64]:
    """Return the ranks of the rows."""
    return np.asarray(rank(states, pegs), np.uint64)


def steps(
    states: State, ranks: NDArray[np.uint64], pegs: int
) -> Iterator[tuple[NDArray[np.int64], int, int, NDArray[np.int64], NDArray[np.uint64]]]:
    """Yield for each two pegs the top disc of the first, in each row, which rows may move it, and their ranks then."""
    rows, count = states.shape
    tops = np.full((pegs, rows), count)
    every = np.arange(rows)
    for disc in range(count - 1, -1, -1):
        tops[states[:, disc], every] = disc
    powers = np.array([pegs**disc for disc in range(count + 1)], np.uint64)
    for source in range(pegs):
        for target in range(pegs):
            ways = np.flatnonzero(tops[source] < tops[target])
            # Unsigned numbers wrap: a step to a lower peg subtracts.
            yield (
                tops[source],
                source,
                target,
                ways,
                ranks[ways] + powers[tops[source][ways]] * np.uint64((target - source) % 2**64),
            )


def shortest_paths(state: ArrayLike, target: ArrayLike, *, pegs: int = 3, memory: int | None = None) -> int:
    """Return how many shortest ways lead from `state` to `target`, exactly.

    On three pegs there are one or two, at any n. On more they are counted along the distances of all states from the
    target, in a table that must fit the memory; the largest discs that stand where they shall do not count.

    Args:
        state: the peg of each disc, smallest disc first.
        target: a peg or a state.
        pegs: how many pegs, 2 to 16.
        memory: how many bytes that may take, half of what is free if not said.

    Raises:
        TypeError: `state` or `target` is not an array of ints.
        ValueError: there is no such peg; the states have different discs.
        MemoryError: the table and its search take more than `memory`; the message says how much.

    >>> [shortest_paths([0] * n, 3, pegs=4) for n in range(1, 7)]
    [1, 2, 2, 22, 40, 18]
    """
    pegs = checked_int(pegs, "pegs", 2, MOST_PEGS)
    start = as_state(state, pegs)
    goal = target_state(target, start.size, pegs)
    enough_pegs(len(start), pegs)
    if pegs == 3:
        return 1 if one_way(start.tolist(), goal.tolist()) else 2
    rows, table = looked_up(start[None], goal, pegs, memory)
    return counted(rows, table, pegs)


def counted(states: State, table: Table, pegs: int) -> int:
    """Return the number of shortest ways of a state: a level after the other, each with the ways that lead to it."""
    discs = states.shape[1]
    ranks: NDArray[np.uint64] = np.array([rank(states[0], pegs)], np.uint64)
    numbers = np.ones(1, object)
    for left in range(int(table[ranks[0]]) - 1, -1, -1):
        reached, ways_to = [], []
        for _, _, _, ways, after in steps(unrank(ranks, discs, pegs), ranks, pegs):
            nearer = table[after] == left
            reached.append(after[nearer])
            ways_to.append(numbers[ways[nearer]])
        ranks, where = np.unique(np.concatenate(reached), return_inverse=True)
        numbers = np.zeros(len(ranks), object)
        np.add.at(numbers, where, np.concatenate(ways_to))
    return int(numbers[0])
