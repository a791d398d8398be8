"""Distances, next moves and shortest ways where no formula gives them: on other than three pegs, and along arcs.

One state is searched for, unless a rule is proved to give a shortest way. For many states with one target there is a
table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..checks import checked_int
from .arcs import MOST_PEGS, Arc, checked_arcs
from .counts import enough_pegs
from .distance_tables import Table, table_from
from .graphs import Graph, planned_graph
from .moves import Move
from .regrouping import one_way
from .routes import differing, find_towers, is_tower
from .search import Puzzle, checked_memory, fewest_moves, shortest_moves
from .states import State, as_state, rank, unrank
from .targets import target_state
from .totals import moves_of
from .towers import Tower
from .walks import move_in

Arcs: TypeAlias = "frozenset[Arc] | None"  # None stands for all

AT_ONCE = 1 << 24  # states of a puzzle that is searched where nobody asked for it: 0.1 s


def distance_of_one(state: bytes, goal: bytes, pegs: int, arcs: Arcs, memory: int | None) -> int:
    """Return the least number of moves between two states."""
    enough_pegs(len(state), pegs)
    towers = proved_towers(state, goal, pegs, arcs)
    if towers is not None:
        return moves_of(towers)
    return fewest_moves(state, goal, Puzzle.along(arcs, pegs), memory)


def next_of_one(state: bytes, goal: bytes, pegs: int, arcs: Arcs, memory: int | None) -> Move | None:
    """Return the first move of a shortest way."""
    enough_pegs(len(state), pegs)
    towers = proved_towers(state, goal, pegs, arcs)
    if towers is not None:
        return move_in(towers[0], 0) if towers else None
    return next(iter(shortest_moves(state, goal, Puzzle.along(arcs, pegs), memory)), None)


def proved_towers(state: bytes, goal: bytes, pegs: int, arcs: Arcs) -> Sequence[Tower] | None:
    """Return the towers of a way that is proved to be a shortest one, or None where only a search knows.

    On three pegs that is any way, along any arcs; on four that of a whole tower between all pegs (T. Bousch, 2014).
    """
    discs = differing(state, goal)
    state, goal = state[:discs], goal[:discs]
    if pegs == 3:
        return find_towers(state, goal, pegs, None if arcs is None else planned_graph(arcs, pegs, discs))
    if pegs == 4 and arcs is None and is_tower(state) and is_tower(goal):
        return find_towers(state, goal, pegs)
    return None


def least_searched(start: bytes, goal: bytes, pegs: int, graph: Graph | None) -> int | None:
    """Return the least number of moves where a search finds it at once, else None."""
    if not 3 <= pegs <= MOST_PEGS or pegs ** differing(start, goal) > AT_ONCE:
        return None
    return fewest_moves(start, goal, Puzzle.along(None if graph is None else graph.arcs, pegs))


def distances_of_many(
    states: State, targets: State, pegs: int, arcs: Arcs, memory: int | None
) -> NDArray[np.uint64]:
    """Return the least number of moves from each row to its target."""
    enough_pegs(states.shape[1], pegs)
    if in_a_table(targets, pegs):
        states, table = looked_up(states, targets[0], pegs, arcs, memory)
        return table[ranks_of(states, pegs)].astype(np.uint64)
    pairs = ((row.tobytes(), goal.tobytes()) for row, goal in rows_and_goals(states, targets))
    return np.array([distance_of_one(row, goal, pegs, arcs, memory) for row, goal in pairs], np.uint64)


def next_of_many(
    states: State, targets: State, pegs: int, arcs: Arcs, memory: int | None, dtype: type
) -> NDArray[Any]:
    """Return the first move of a shortest way from each row to its target, zeros where there is none."""
    enough_pegs(states.shape[1], pegs)
    out: NDArray[Any] = np.zeros((len(states), 3), dtype)
    if not in_a_table(targets, pegs):
        for (row, goal), move in zip(rows_and_goals(states, targets), out, strict=True):
            move[:] = next_of_one(row.tobytes(), goal.tobytes(), pegs, arcs, memory) or 0
        return out
    states, table = looked_up(states, targets[0], pegs, arcs, memory)
    ranks = ranks_of(states, pegs)
    here = table[ranks]
    for discs, source, target, ways, after in steps(states, ranks, pegs, arcs):
        nearer = ways[table[after] < here[ways]]
        out[nearer] = np.column_stack([discs[nearer] + 1, np.full((len(nearer), 2), (source, target))])
    return out


def in_a_table(targets: State, pegs: int) -> bool:
    """Return whether a table answers: one target for all, and on three pegs, where a rule answers too, a small one."""
    return len(targets) == 1 and (pegs != 3 or pegs ** targets.shape[1] <= AT_ONCE)


def rows_and_goals(states: State, targets: State) -> Iterator[tuple[State, State]]:
    """Yield each row with its target."""
    return zip(states, np.broadcast_to(targets, states.shape), strict=True)


def looked_up(states: State, target: State, pegs: int, arcs: Arcs, memory: int | None) -> tuple[State, Table]:
    """Return the discs that have to move in some state, and the distances to the target of all their states."""
    apart = np.flatnonzero((states != target).any(axis=0))
    discs = int(apart[-1]) + 1 if apart.size else 0
    table = table_from(target[:discs].tobytes(), Puzzle.along(arcs, pegs).back, checked_memory(memory))
    return np.ascontiguousarray(states[:, :discs]), table


def ranks_of(states: State, pegs: int) -> NDArray[np.uint64]:
    """Return the ranks of the rows."""
    return np.asarray(rank(states, pegs), np.uint64)


def steps(
    states: State, ranks: NDArray[np.uint64], pegs: int, arcs: Arcs
) -> Iterator[tuple[NDArray[np.int64], int, int, NDArray[np.int64], NDArray[np.uint64]]]:
    """Yield for each arc the top disc of its source, in each row, which rows may move it, and their ranks then."""
    rows, count = states.shape
    tops = np.full((pegs, rows), count)
    every = np.arange(rows)
    for disc in range(count - 1, -1, -1):
        tops[states[:, disc], every] = disc
    powers = np.array([pegs**disc for disc in range(count + 1)], np.uint64)
    for source, target in sorted(Puzzle.along(arcs, pegs).arcs):
        ways = np.flatnonzero(tops[source] < tops[target])
        # Unsigned numbers wrap: a step to a lower peg subtracts.
        yield (
            tops[source],
            source,
            target,
            ways,
            ranks[ways] + powers[tops[source][ways]] * np.uint64((target - source) % 2**64),
        )


def shortest_paths(
    state: ArrayLike,
    target: ArrayLike,
    *,
    pegs: int = 3,
    arcs: str | Iterable[Arc] = "complete",
    memory: int | None = None,
) -> int:
    """Return how many shortest ways lead from `state` to `target`, exactly.

    In the classic puzzle on three pegs there are one or two, at any n. Elsewhere they are counted by a table of the
    distances of all states to the target. The table must fit the memory. The largest discs do not count if they already
    stand on their target pegs.

    Args:
        state: the peg of each disc, smallest disc first.
        target: a peg or a state.
        pegs: how many pegs, 2 to 16.
        arcs: between which pegs discs may move, as in `solve`.
        memory: how many bytes that may take, by default half of the free memory.

    Raises:
        TypeError: `state` or `target` is not an array of ints.
        ValueError: there is no such peg; the states have different discs; the arcs do not join all pegs.
        MemoryError: the table and its search take more than `memory`; the message says how much.

    >>> [shortest_paths([0] * n, 3, pegs=4) for n in range(1, 7)]
    [1, 2, 2, 22, 40, 18]
    >>> shortest_paths([0, 0], 2, pegs=4, arcs="star")
    2
    """
    pegs = checked_int(pegs, "pegs", 2, MOST_PEGS)
    joined = checked_arcs(arcs, pegs)
    start = as_state(state, pegs)
    goal = target_state(target, start.size, pegs)
    enough_pegs(len(start), pegs)
    if pegs == 3 and joined is None:
        return 1 if one_way(start.tolist(), goal.tolist()) else 2
    rows, table = looked_up(start[None], goal, pegs, joined, memory)
    return counted(rows, table, pegs, joined)


def counted(states: State, table: Table, pegs: int, arcs: Arcs) -> int:
    """Return the number of shortest ways of a state: a level after the other, each with the ways that lead to it."""
    discs = states.shape[1]
    ranks: NDArray[np.uint64] = np.array([rank(states[0], pegs)], np.uint64)
    numbers = np.ones(1, object)
    for left in range(int(table[ranks[0]]) - 1, -1, -1):
        reached, ways_to = [], []
        for _, _, _, ways, after in steps(unrank(ranks, discs, pegs), ranks, pegs, arcs):
            nearer = table[after] == left
            reached.append(after[nearer])
            ways_to.append(numbers[ways[nearer]])
        ranks, where = np.unique(np.concatenate(reached), return_inverse=True)
        numbers = np.zeros(len(ranks), object)
        np.add.at(numbers, where, np.concatenate(ways_to))
    return int(numbers[0])
