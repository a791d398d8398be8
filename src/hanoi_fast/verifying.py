"""Is a list of moves legal, does it end where it should, is it as short as can be: verify(), and its report."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._replay import replay
from .checks import MOST_PEGS, enough_memory, whole
from .counts import count
from .distances import distance
from .layouts import Move
from .movefiles import source_of_file
from .movelists import MoveList
from .movesources import BEYOND, Source, source_of_array, source_of_items, source_of_solution
from .puzzle import is_state
from .routes import is_tower, tower_on
from .solution import Solution
from .states import State, as_state

NO_SUCH_PEG, SAME_PEG, EMPTY_PEG, WRONG_DISC, LARGER_ON_SMALLER = range(1, 6)  # what the kernel answers


@dataclass(frozen=True)
class FirstError:
    """The first move that the rules forbid.

    Attributes:
        index: which move it is, counted from 0.
        move: its disc, source and target, pegs from 0. Where the list names no disc, the one on top of the source; 0 if
            there is none.
        reason: why not, in words, with pegs called as the list calls them.
        line: the line of the text where it stands, from 1; None if it does not stand in a text.
    """

    index: int
    move: Move
    reason: str
    line: int | None = None


@dataclass(frozen=True, eq=False)
class Report:
    """What there is to say of a list of moves; as a str, in sentences.

    Attributes:
        legal: whether the rules allow every move.
        complete: whether it is legal and ends in the target.
        optimal: whether it is complete and no shorter list is; judged by its length. None where the least number
            of moves is not known; on five pegs and more it is the presumed one.
        moves: how many moves were made: all, or those before the first error.
        first_error: the first illegal move, or None.
        state: where the discs are after these moves: uint8[discs].
        minimum: the least number of moves from start to target, if the list is complete and it is known.
        notes: what else there is to say, such as how the list was read.
    """

    legal: bool
    complete: bool
    optimal: bool | None
    moves: int
    first_error: FirstError | None
    state: NDArray[np.uint8]
    minimum: int | None = None
    notes: tuple[str, ...] = ()
    verdict: str = field(default="", repr=False)

    def __str__(self) -> str:
        return " ".join((self.verdict, *self.notes))


def verify(
    moves: NDArray[Any] | Iterable[Any] | str | os.PathLike[str],
    start: int | ArrayLike,
    target: int | ArrayLike | None = None,
    *,
    pegs: int = 3,
    first_peg: int | None = None,
    labels: Sequence[str] | None = None,
) -> Report:
    """Make the moves from `start` and report whether they are legal, end in `target` and are as few as can be.

    Moves are read block by block: a list may be larger than the memory.

    Args:
        moves: an array of ints, (N, 2) of source and target, (N, 3) of disc, source and target, or uint8 (N,) of
            layout "packed"; an iterable of such moves; a Solution; or the path of a file. Files may be .bin,
            .npy, .arrow, .parquet, or text as people write it (docs/any_position.md), also with .gz or .zst.
            A binary file object is read as text.
        start: how many discs stand as a tower on peg 0; or a state, the peg of each disc, smallest disc first.
        target: the peg where all discs are to be, the last one if not given; or a state.
        pegs: how many pegs, 2 to 256.
        first_peg: for text, the number of the first peg, 0 or 1. If it is not given it is found out, and said in
            the notes; where it is not certain, that is an error.
        labels: for text whose pegs are letters, the letter of each peg; A, B, C, ... if not given.

    Raises:
        TypeError: `moves` is none of these, or a number is not an int.
        ValueError: a text cannot be read (names the line), a file is cut, the layout of an array is unclear,
            or start and target do not fit each other.
        OSError: the file cannot be read.

    >>> print(hf.verify([(0, 2), (0, 1), (2, 1), (0, 2), (1, 0), (1, 2), (0, 2)], 3))
    Legal, complete and optimal: 7 moves.
    >>> print(hf.verify([(0, 2), (0, 2)], 3))
    Not legal: the 2nd move takes disc 2 from peg 0 to peg 2, but disc 2 would lie on disc 1, which is smaller.
    """
    pegs = whole(pegs, "pegs", 2, MOST_PEGS)
    state = position(start, 0, pegs, "start")
    goal = position(pegs - 1 if target is None else target, None, pegs, "target", state.size)
    with source_of(moves, pegs, first_peg, labels) as source:
        if source.width == 3 and state.size >= BEYOND:
            raise ValueError(f"moves with their discs can be checked for less than {BEYOND} discs, not {state.size}")
        return judge(source, state, goal, pegs)


def position(given: Any, peg: int | None, pegs: int, name: str, discs: int | None = None) -> State:
    """Return the state that is meant by a state, by a number of discs on `peg`, or by a peg for all `discs`."""
    if is_state(given):
        state = as_state(given, pegs, name)
    elif peg is None:
        state = tower_on(whole(given, name, 0, pegs - 1), discs or 0)
    else:
        number = whole(given, name, 0)
        enough_memory(9 * number, "a state", "take fewer discs")
        state = tower_on(peg, number)
    if discs not in (None, state.size):
        raise ValueError(f"{name} must have as many discs as the start, {discs}, not {state.size}")
    return state


@contextmanager
def source_of(
    moves: Any, pegs: int, first_peg: int | None = None, labels: Sequence[str] | None = None
) -> Iterator[Source]:
    """Return whatever moves come in as a source."""
    if isinstance(moves, str | os.PathLike):
        with source_of_file(moves, pegs, first_peg, labels) as source:
            yield source
        return
    if hasattr(moves, "read"):
        yield MoveList(moves, pegs, first_peg, labels)
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


def judge(source: Source, start: State, goal: State, pegs: int) -> Report:
    """Make the moves of a source and report."""
    state, below = start.copy(), np.empty(start.size + 1, np.intp)
    made = 0
    for block in source:
        done, why = replay(block, state, below, pegs)
        made += done
        if why:
            error = first_error(source, made, done, why, state, pegs)
            verdict = f"Not legal: the {ordinal(made + 1)} move{told(source, error)}."
            return Report(False, False, False, made, error, state, None, tuple(source.notes), verdict)
    notes = tuple(source.notes)
    if (state != goal).any():
        verdict = f"Legal, but not complete: after {several(made, 'move')} {astray(source, state, goal)}."
        return Report(True, False, False, made, None, state, None, notes, verdict)
    fewest = minimum(start, goal, pegs)
    optimal = None if fewest is None or made < fewest else made == fewest
    return Report(True, True, optimal, made, None, state, fewest, notes, completed(made, fewest, pegs))


def minimum(start: State, goal: State, pegs: int) -> int | None:
    """Return the least number of moves from `start` to `goal`, presumed on five pegs and more; None if not known."""
    moving = np.flatnonzero(start != goal)
    if moving.size <= 1 and not moving.any():
        return int(moving.size)
    if pegs == 3:
        return int(distance(start, goal))
    return count(start.size, pegs) if pegs > 3 and is_tower(start) and is_tower(goal) else None


def first_error(source: Source, made: int, row: int, why: int, state: State, pegs: int) -> FirstError:
    """Return what is wrong with a row of the latest block of a source, in a state."""
    *named, source_peg, target_peg = unpacked(source.move(row))
    tops = [int(np.argmax(held)) + 1 if (held := state == peg).any() else 0 for peg in (source_peg, target_peg)]
    disc = named[0] if named else tops[0]
    reason = in_words(source, why, disc, (source_peg, target_peg), tops, state.size, pegs)
    return FirstError(made, Move(disc, source_peg, target_peg), reason, source.line(row))


def unpacked(move: tuple[int, ...]) -> tuple[int, ...]:
    """Return a move of any layout as its pegs, after the disc if it is named."""
    return (move[0] >> 4, move[0] & 15) if len(move) == 1 else move


# ---- words ----


def in_words(source: Source, why: int, disc: int, ends: tuple[int, int], tops: list[int], discs: int, pegs: int) -> str:
    """Return why a move is not legal."""
    leaves, reaches = map(source.name, ends)
    if why == NO_SUCH_PEG:
        missing = leaves if not 0 <= ends[0] < pegs else reaches
        return f"there is no peg {missing}, only {source.name(0)} to {source.name(pegs - 1)}"
    if why == SAME_PEG:
        return "that is the same peg"
    if why == EMPTY_PEG:
        return f"peg {leaves} is empty"
    if why == WRONG_DISC:
        if not 0 < disc <= discs:
            return f"there is no disc {disc}, only 1 to {discs}"
        return f"the disc on top of peg {leaves} is {tops[0]}"
    return f"disc {disc} would lie on disc {tops[1]}, which is smaller"


def told(source: Source, error: FirstError) -> str:
    """Return what the move is and why it is wrong, as the end of a sentence."""
    disc, leaves, reaches = error.move
    line = "" if error.line is None else f" (line {error.line:,})"
    what = f"takes disc {disc}" if disc else "goes"
    return f"{line} {what} from peg {source.name(leaves)} to peg {source.name(reaches)}, but {error.reason}"


def astray(source: Source, state: State, goal: State) -> str:
    """Return which discs are not where they should be."""
    wrong = np.flatnonzero(state != goal)
    largest = int(wrong[-1])
    where = f"is on peg {source.name(int(state[largest]))}, not on peg {source.name(int(goal[largest]))}"
    if wrong.size == 1:
        return f"disc {largest + 1} {where}"
    some = f"{wrong.size:,} of the {state.size:,} discs are not where they should be"
    return f"{some}; the largest of them, disc {largest + 1}, {where}"


def completed(made: int, fewest: int | None, pegs: int) -> str:
    """Return what is to be said of a list that is legal and complete."""
    moves = several(made, "move")
    if fewest is None:
        return f"Legal and complete in {moves}; the least number of moves is not known."
    if made < fewest:
        return f"Legal and complete in {moves}, which is less than the least number known, {fewest:,}!"
    if made > fewest:
        return f"Legal and complete, but not optimal: {moves} where {fewest:,} {'is' if fewest == 1 else 'are'} enough."
    if pegs > 4:
        return f"Legal, complete and presumed optimal: {moves}, and no shorter way is known."
    return f"Legal, complete and optimal: {moves}."


def several(number: int, noun: str) -> str:
    """Return a number and its noun.

    >>> several(1, "move"), several(1000, "move")
    ('1 move', '1,000 moves')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def ordinal(number: int) -> str:
    """Return a number as one that counts off.

    >>> [ordinal(n) for n in (1, 2, 3, 4, 11, 112, 1023)]
    ['1st', '2nd', '3rd', '4th', '11th', '112th', '1,023rd']
    """
    suffix = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number:,}{suffix}"
