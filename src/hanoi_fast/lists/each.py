"""Many answers, each a list of moves of its own: verify_each(), and what came of all of them together."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..checks import MOST_PEGS, checked_int, shown
from ..puzzle.states import State
from .reports import Report
from .verifying import judge, source_of, state_meant

OWN = ("discs", "state", "target", "pegs", "first_peg", "labels")  # what an answer may say of itself


class Task(NamedTuple):
    """What an answer was asked for."""

    discs: int | None = None
    state: Any = None
    target: Any = None
    pegs: int = 3
    first_peg: int | None = None
    labels: Any = None


class Puzzle(NamedTuple):
    """The same in numbers."""

    pegs: int
    start: State
    goal: State


def verify_each(
    answers: Iterable[Any],
    start: int | ArrayLike | None = None,
    target: int | ArrayLike | None = None,
    *,
    key: str = "answer",
    pegs: int = 3,
    first_peg: int | None = None,
    labels: Any = None,
) -> Iterator[Report]:
    """Yield a report on each of many answers, in order; nothing but the one answer is held.

    Args:
        answers: texts (str or bytes), or mappings with the text under `key` and, if they differ, "discs" or "state",
            "target", "pegs", "first_peg" and "labels" of their own. What stands under `key` may also be moves.
        start, target, pegs, first_peg, labels: as in `verify`, for answers that do not say their own.

    An answer that cannot be read has a report whose `unreadable` says why, and whose `legal` is None: no answer stops
    the others.

    Raises:
        TypeError: an answer is no text and no mapping.
        ValueError: a mapping has no `key`; no start is known; or start and target make no sense. Names the answer,
            counted from 0.

    >>> for report in hf.verify_each(["A C", "B C", "I cannot do this."], 1):
    ...     print(report)
    Legal, complete and optimal: 1 move.
    Not legal: the 1st move (line 1) goes from peg B to peg C, but peg B is empty.
    Cannot be read: line 1 cannot be read as a move: 'I cannot do this.', where the file ends.
    """
    task, common = Task(None, start, target, pegs, first_peg, labels), None
    if isinstance(answers, str | bytes | Mapping):
        raise TypeError(f"answers must be an iterable of texts or mappings, not one {type(answers).__name__}")
    for which, answer in enumerate(answers):
        try:
            text, own = own_task(answer, key, task)
            if own is task:
                puzzle = common = common or puzzle_of(task)  # most answers are to the same question
            else:
                puzzle = puzzle_of(own)
            yield verdict_on(text, own, puzzle)
        except (ValueError, TypeError, OverflowError) as error:
            raise type(error)(f"answer {which}: {error}") from None


def own_task(answer: Any, key: str, task: Task) -> tuple[Any, Task]:
    """Return the text of an answer, and what was asked for."""
    if isinstance(answer, Mapping):
        if key not in answer:
            raise ValueError(f"it has no {key!r}, only {shown(', '.join(map(str, answer)))}")
        own = {name: answer[name] for name in OWN if answer.get(name) is not None}
        if "discs" in own and "state" not in own:
            own["state"] = checked_int(own["discs"], "discs", 0)
        return answer[key], task._replace(**own) if own else task
    if not isinstance(answer, str | bytes):
        raise TypeError(f"an answer must be a text or a mapping, not {shown(answer)} ({type(answer).__name__})")
    return answer, task


def puzzle_of(task: Task) -> Puzzle:
    """Return what is asked for in numbers."""
    if task.state is None:
        raise ValueError("say where the discs are: start, or discs or state in each answer")
    pegs = checked_int(task.pegs, "pegs", 2, MOST_PEGS)
    start = state_meant(task.state, 0, pegs, "start")
    goal = state_meant(pegs - 1 if task.target is None else task.target, None, pegs, "target", start.size)
    return Puzzle(pegs, start, goal)


def verdict_on(answer: Any, task: Task, puzzle: Puzzle) -> Report:
    """Return the report on one answer."""
    pegs, start, goal = puzzle
    if isinstance(answer, str):
        answer = answer.encode("utf-8", "surrogatepass")
    moves = BytesIO(answer) if isinstance(answer, bytes) else answer
    try:
        with source_of(moves, pegs, task.first_peg, task.labels, start, goal) as source:
            return judge(source, start, goal, pegs)
    except (ValueError, TypeError) as error:
        return unreadable(str(error), start)


def unreadable(why: str, state: Any) -> Report:
    """Return the report on an answer that cannot be read."""
    return Report(None, None, None, 0, None, np.array(state), verdict=f"Cannot be read: {why}.", unreadable=why)


class Summary:
    """How many answers are legal, complete, optimal and unreadable, and where the others go wrong first."""

    def __init__(self) -> None:
        self.answers = self.legal = self.complete = self.optimal = self.unreadable = 0
        self.first_wrong: Counter[int] = Counter()

    def add(self, report: Report) -> None:
        """Count one more."""
        self.answers += 1
        self.legal += report.legal is True
        self.complete += report.complete is True
        self.optimal += report.optimal is True
        self.unreadable += report.unreadable is not None
        if report.first_error is not None:
            self.first_wrong[report.first_error.index] += 1

    def facts(self) -> dict[str, Any]:
        """Return all of it for machines; the histogram has the index of a first wrong move, from 0, and how often."""
        counts = {name: getattr(self, name) for name in ("answers", "legal", "complete", "optimal", "unreadable")}
        return {**counts, "first_wrong": {str(index): number for index, number in sorted(self.first_wrong.items())}}


def answers_of(lines: Iterable[bytes]) -> Iterator[Any]:
    """Yield the answers in JSON lines.

    Raises:
        ValueError: a line is no JSON; names it.
    """
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise ValueError(f"line {number} is no JSON: {error}") from None
        if not isinstance(answer, str | dict):
            raise ValueError(f"line {number} must be an object or a text, not {shown(answer)}")
        yield answer
