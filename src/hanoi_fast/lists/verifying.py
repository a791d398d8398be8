"""verify(): is a list of moves legal, does it end in the target, and is it as short as possible?"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..checks import MOST_DISCS, MOST_PEGS, checked_int, enough_memory
from ..face.loading import described
from ..face.solution import Solution
from ..face.solving import is_state
from ..files.contents import difference
from ..files.stores import place_of
from ..kernels.replay import Stacks
from ..puzzle.arcs import Arc, checked_arcs
from ..puzzle.counts import count
from ..puzzle.distances import distance
from ..puzzle.graphs import Graph, graph_of
from ..puzzle.moves import Move
from ..puzzle.optimality import least_moves
from ..puzzle.routes import is_tower
from ..puzzle.searched_distances import least_searched
from ..puzzle.states import State, as_state
from ..streams.layouts import peg_labels
from ..streams.threads import Threads, threads_meant
from .columns import source_of_objects
from .files import source_of_file
from .parsing import MoveList
from .parts import made_in_parts
from .reports import FirstError, Report, completed, describe_error, in_words, incomplete
from .sources import BEYOND, Source, Stored, source_of_array, source_of_items, source_of_solution

FEW = 64  # discs: the answer to a question that is asked again is kept


def verify(
    moves: NDArray[Any] | Iterable[Any] | str | os.PathLike[str],
    start: int | ArrayLike,
    target: int | ArrayLike | None = None,
    *,
    pegs: int = 3,
    first_peg: int | None = None,
    labels: Sequence[str] | None = None,
    arcs: str | Iterable[Arc] = "complete",
    threads: Threads = None,
) -> Report:
    """Make the moves from `start` and report whether they are legal, end in `target` and are as few as possible.

    Moves are read block by block, so a list may be larger than the memory. A file that `save()` wrote is compared with
    what it would write now, which is faster. If it differs, its moves are made like those of any other file.

    Args:
        moves: an array of ints, (N, 2) of source and target, (N, 3) of disc, source and target, or uint8 (N,) of
            layout "packed"; an iterable of such moves; a Solution; or the path of a file. Files may be .bin,
            .npy, .arrow, .parquet, or text as people write it (docs/any_position.md), and each may be followed by .gz
            or .zst. A binary file object is read as text.
        start: the number of discs of a tower on peg 0; or a state, the peg of each disc, smallest disc first.
        target: the peg where all discs are to end, by default the last; or a state.
        pegs: how many pegs, 2 to 256.
        first_peg: for text, the number of the first peg, 0 or 1. If it is not given, it is found from the moves and
            reported in the notes. If it cannot be found with certainty, that is an error.
        labels: for text whose pegs have names, the name of each peg, by default A, B, C, ...
        arcs: the pegs between which discs may move, as in `solve`. Any other move is not legal.
        threads: how many threads check a file that `save()` wrote, or a long array or binary file; "all" for one per
            processor. The default is HANOI_FAST_THREADS, or 1. The report does not depend on it.

    Raises:
        TypeError: `moves` is none of these, or a number is not an int.
        ValueError: a text cannot be read (the message names the line), a file is cut off, the layout of an array is
            unclear, or start and target have different numbers of discs.
        OSError: the file cannot be read.

    >>> print(hf.verify([(0, 2), (0, 1), (2, 1), (0, 2), (1, 0), (1, 2), (0, 2)], 3))
    Legal, complete and optimal: 7 moves.
    >>> print(hf.verify([(0, 2), (0, 2)], 3))
    Not legal: the 2nd move takes disc 2 from peg 0 to peg 2, but disc 2 would lie on disc 1, which is smaller.
    """
    meant = threads_meant(threads)
    pegs = checked_int(pegs, "pegs", 2, MOST_PEGS)
    state = state_meant(start, 0, pegs, "start")
    goal = state_meant(pegs - 1 if target is None else target, None, pegs, "target", state.size)
    graph = graph_meant(arcs, pegs)
    if isinstance(moves, str | os.PathLike) and first_peg is None and labels is None:
        report = as_described(moves, state, goal, pegs, graph, meant)
        if report is not None:
            return report
    with source_of(moves, pegs, first_peg, labels, state, goal) as source:
        if source.width == 3 and state.size >= BEYOND:
            raise ValueError(f"moves with their discs can be checked for less than {BEYOND} discs, not {state.size}")
        return judge(source, state, goal, pegs, graph, meant)


def graph_meant(arcs: str | Iterable[Arc], pegs: int) -> Graph | None:
    """Return the graph that is meant by arcs, or None if they join all pegs."""
    joined = checked_arcs(arcs, pegs)
    return None if joined is None else graph_of(joined, pegs)


def state_meant(given: Any, peg: int | None, pegs: int, name: str, discs: int | None = None) -> State:
    """Return the state that is meant by a state, by a number of discs on `peg`, or by a peg for all `discs`."""
    if is_state(given):
        state = as_state(given, pegs, name)
    elif peg is None:
        state = np.full(discs or 0, checked_int(given, name, 0, pegs - 1), np.uint8)
    else:
        number = checked_int(given, name, 0)
        enough_memory(12 * number, "a state", "take fewer discs")
        number = checked_int(number, name, 0, MOST_DISCS)
        state = np.full(number, peg, np.uint8)
    if discs not in (None, state.size):
        raise ValueError(f"{name} must have as many discs as the start, {discs}, not {state.size}")
    return state


@contextmanager
def source_of(
    moves: Any,
    pegs: int,
    first_peg: int | None = None,
    labels: Sequence[str] | None = None,
    start: State | None = None,
    goal: State | None = None,
) -> Iterator[Source]:
    """Return whatever moves come in as a source."""
    if labels is not None:
        labels = peg_labels(pegs, labels, first_peg)
    if isinstance(moves, str | os.PathLike):
        with source_of_file(moves, pegs, first_peg, labels, start, goal) as source:
            yield source
        return
    if hasattr(moves, "read"):
        yield MoveList(moves, pegs, first_peg, labels, start, goal)
        return
    if isinstance(moves, np.ndarray) and moves.dtype.kind in "OUT":
        yield source_of_objects(moves, pegs, first_peg, labels, start, goal)
        return
    if first_peg is not None or labels is not None:
        raise ValueError("first_peg and labels are for lists in text")
    if isinstance(moves, Solution):
        if moves.pegs != pegs:
            raise ValueError(f"the solution is for {moves.pegs} pegs, not {pegs}")
        yield source_of_solution(moves)
    else:
        yield source_of_array(moves) if isinstance(moves, np.ndarray) else source_of_items(moves)


# ---- the judgement ----


def judge(source: Source, start: State, goal: State, pegs: int, graph: Graph | None = None, threads: int = 1) -> Report:
    """Make the moves of a source and report."""
    joined = None if graph is None else graph.table()
    state, made = start.copy(), 0
    if isinstance(source, MoveList) and (found := source.agreed(graph)):
        state, made = found.solution.state(found.step), found.step
    if threads > 1 and isinstance(source, Stored):
        made, state = made_in_parts(source, start, goal, pegs, graph, joined, threads)
        source.skip(made)
    stacks = Stacks(state, np.empty(start.size + 1, np.intp))
    for block in source:
        done, why = stacks.make(block, pegs, joined)
        made += done
        if why:
            source.confirm(done, why)
            stacks.fill_state(state)
            error = first_error(source, made, done, why, state, pegs)
            verdict = describe_error(error, source.name)
            return Report(False, False, False, made, error, state, None, tuple(source.notes), source.read_as, verdict)
    stacks.fill_state(state)
    return ended(made, state, start, goal, pegs, graph, source)


def ended(
    made: int,
    state: State,
    start: State,
    goal: State,
    pegs: int,
    graph: Graph | None = None,
    source: Source | None = None,
) -> Report:
    """Report on legal moves that have led to `state`."""
    notes, read_as, name = ((), "", str) if source is None else (tuple(source.notes), source.read_as, source.name)
    if (state != goal).any():
        verdict = incomplete(made, state, goal, name)
        return Report(True, False, False, made, None, state, None, notes, read_as, verdict)
    fewest = minimum(start, goal, pegs, graph)
    optimal = None if fewest is None or made < fewest else made == fewest
    verdict = completed(made, fewest, pegs)
    return Report(True, True, optimal, made, None, state, fewest, notes, read_as, verdict)


def as_described(
    path: str | os.PathLike[str], start: State, goal: State, pegs: int, graph: Graph | None = None, threads: int = 1
) -> Report | None:
    """Report on a file that is, byte for byte, what the package writes; return None if it is not, or not from `start`.

    Comparing is many times faster than making the moves.
    """
    try:
        place = place_of(path)
        solution, document, form, complete = described(place)
    except (FileNotFoundError, ValueError):
        return None
    allowed = graph is None or graph_meant(solution.arcs, pegs) is graph
    same = allowed and solution.pegs == pegs and np.array_equal(solution.start, start)
    if not (same and complete) or difference(place, document, form, threads) is not None:
        return None
    return ended(solution.count, solution.target, start, goal, pegs, graph)


def minimum(start: State, goal: State, pegs: int, graph: Graph | None = None) -> int | None:
    """Return the least number of moves from `start` to `goal`, presumed on five pegs and more; None if not known."""
    ends = start.tobytes(), goal.tobytes()
    if graph is not None:
        known = least_moves(*ends, graph)
        return least_searched(*ends, pegs, graph) if known is None else known
    moving = np.flatnonzero(start != goal)
    if moving.size <= 1 and not moving.any():  # the smallest disc, which is never covered, or none
        return int(moving.size)
    if pegs == 3:
        return int(distance(start, goal)) if start.size > FEW else fewest_of_few(*ends)
    return count(start.size, pegs) if pegs > 3 and all(map(is_tower, ends)) else least_searched(*ends, pegs, graph)


@lru_cache(maxsize=64)  # many answers are to the same question
def fewest_of_few(start: bytes, goal: bytes) -> int:
    """Return the least number of moves between two positions of few discs on three pegs."""
    return int(distance(*(np.frombuffer(ends, np.uint8) for ends in (start, goal))))


def first_error(source: Source, made: int, row: int, why: int, state: State, pegs: int) -> FirstError:
    """Return what is wrong with a row of the latest block of a source, in a state."""
    given = source.move(row)
    *named, leaves, reaches = (given[0] >> 4, given[0] & 15) if len(given) == 1 else given
    tops = [int(np.argmax(held)) + 1 if (held := state == peg).any() else 0 for peg in (leaves, reaches)]
    move = Move(named[0] if named else tops[0], leaves, reaches)
    return FirstError(made, move, in_words(why, move, tops, state.size, pegs, source.name), source.line(row))
