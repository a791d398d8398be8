"""The report on a list of moves, as values and in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..checks import shown
from ..puzzle.moves import Move
from ..puzzle.states import State

NO_SUCH_PEG, SAME_PEG, EMPTY_PEG, WRONG_DISC, LARGER_ON_SMALLER, NO_ARC = range(1, 7)  # what the replay kernel answers

Name: TypeAlias = Callable[[int], str]  # what a list calls a peg


@dataclass(frozen=True)
class FirstError:
    """The first move that the rules forbid.

    Attributes:
        index: the number of the move, counted from 0.
        move: its disc, source and target, with pegs from 0. If the list names no disc, it is the top disc of the
            source, or 0 if the source is empty.
        reason: why it is forbidden, in words, with the names that the list uses for pegs.
        line: its line in the text, counted from 1; None if the moves are not text.
    """

    index: int
    move: Move
    reason: str
    line: int | None = None


@dataclass(frozen=True, eq=False)
class Report:
    """The report on a list of moves. `str()` gives it in sentences.

    Attributes:
        legal: whether every move is allowed by the rules.
        complete: whether it is legal and ends in the target.
        optimal: whether it is complete and has the least number of moves. None if that number is not known; on five
            and more pegs the presumed number is used.
        moves: how many moves were made: all, or all before the first error.
        first_error: the first illegal move, or None.
        state: where the discs are after these moves: uint8[discs].
        minimum: the least number of moves from start to target, if it is known and the list is complete; else None.
        notes: further remarks, such as how the list was read.
        read_as: how a text was read: the meaning of each place in a line, how pegs are numbered or named, and which
            lines are moves; empty if the moves are not text.
        verdict: the result in one sentence.
        unreadable: why an answer could not be read, else None. If it is set, `legal`, `complete` and `optimal` are
            None.
    """

    legal: bool | None
    complete: bool | None
    optimal: bool | None
    moves: int
    first_error: FirstError | None
    state: NDArray[np.uint8]
    minimum: int | None = None
    notes: tuple[str, ...] = ()
    read_as: str = ""
    verdict: str = field(default="", repr=False)
    unreadable: str | None = None

    def __str__(self) -> str:
        return " ".join((self.verdict, *self.notes))


# ---- words ----


def in_words(why: int, move: Move, tops: Sequence[int], discs: int, pegs: int, name: Name) -> str:
    """Return why a move is not legal; `tops` are the discs on top of its pegs."""
    if why == NO_SUCH_PEG:
        missing = move.target if 0 <= move.source < pegs else move.source
        return f"there is no peg {name(missing)}, only {name(0)} to {name(pegs - 1)}"
    if why == SAME_PEG:
        return "that is the same peg"
    if why == NO_ARC:
        return f"no arc leads from peg {name(move.source)} to peg {name(move.target)}"
    if why == EMPTY_PEG:
        return f"peg {name(move.source)} is empty"
    if why == WRONG_DISC:
        if not 0 < move.disc <= discs:
            return f"there is no disc {shown(move.disc)}, only 1 to {discs}"
        return f"the disc on top of peg {name(move.source)} is {tops[0]}"
    return f"disc {move.disc} would lie on disc {tops[1]}, which is smaller"


def describe_error(error: FirstError, name: Name) -> str:
    """Return the verdict on moves of which one is not legal."""
    disc, source, target = error.move
    line = "" if error.line is None else f" (line {error.line:,})"
    what = f"takes disc {shown(disc)}" if disc else "goes"
    which = f"the {ordinal(error.index + 1)} move{line} {what} from peg {name(source)} to peg {name(target)}"
    return f"Not legal: {which}, but {error.reason}."


def incomplete(made: int, state: State, goal: State, name: Name) -> str:
    """Return the verdict on legal moves that end elsewhere: which discs are not where they should be."""
    wrong = np.flatnonzero(state != goal)
    largest = int(wrong[-1])
    where = f"is on peg {name(int(state[largest]))}, not on peg {name(int(goal[largest]))}"
    after = f"Legal, but not complete: after {several(made, 'move')}"
    if wrong.size == 1:
        return f"{after} disc {largest + 1} {where}."
    some = f"{wrong.size:,} of the {state.size:,} discs are not where they should be"
    return f"{after} {some}; the largest of them, disc {largest + 1}, {where}."


def completed(made: int, fewest: int | None, pegs: int) -> str:
    """Return the verdict on moves that are legal and complete."""
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
