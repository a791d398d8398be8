"""Plans of planners: `(move d1 d2 p3)` moves disc 1, which lies on disc 2, onto peg 3; disc 1 is the smallest."""

from __future__ import annotations

import re

from ..checks import shown
from ..puzzle.states import State

THING = r"(d|dis[ck]|p|peg|rod|tower)_?([0-9]{1,5})"
STEP = re.compile(
    rf"\s*(?:[0-9.]+\s*:)?\s*\(\s*move[\w-]*\s+(?:d|dis[ck])_?([0-9]{{1,5}})\s+{THING}\s+{THING}\s*\)\s*(?:\[[0-9.]+\])?\s*",
    re.IGNORECASE,
)
NO_STEP = re.compile(r"\s*(?:;.*)?")


def is_plan(text: bytes) -> bool:
    """Return whether the first line that is no comment is a step of a plan."""
    if b"(" not in text:
        return False
    lines = (line for line in text.decode(errors="replace").split("\n") if not NO_STEP.fullmatch(line))
    return STEP.fullmatch(next(lines, "")) is not None


class Plan:
    """Turns the steps of a plan into sentences; it knows where each disc lies. `first` is the number of the first peg.

    Raises:
        ValueError: the first lines do not say from where its pegs count.
    """

    def __init__(self, text: bytes, start: State, pegs: int, first: int | None) -> None:
        self.where: list[int] = start.tolist()
        self.first = first_of(text, pegs) if first is None else first

    def sentence(self, line: str, number: int) -> str:
        """Return what a line says, nothing for a comment.

        Raises:
            ValueError: it is no step, or names a disc or peg that is not there; the message names the line.
        """
        step = STEP.fullmatch(line)
        if step is None:
            if not NO_STEP.fullmatch(line):
                raise ValueError(f"line {number} cannot be read as a step of a plan: {shown(line.strip())}")
            return ""
        disc, where = int(step[1]), self.where
        if not 1 <= disc <= len(where):
            raise ValueError(f"line {number} has disc {disc}, only 1 to {len(where)} are there")
        source = where[disc - 1]
        below = next((d + 1 for d in range(disc, len(where)) if where[d] == source), None)
        _check(step[2], int(step[3]), below, source + self.first, f"line {number}: disc {disc} does not lie on")
        target = self._peg_of(step[4], int(step[5]))
        top = next((d + 1 for d in range(len(where)) if where[d] == target and d != disc - 1), None)
        _check(step[4], int(step[5]), top, target + self.first, f"line {number}: free to lie on is not")
        where[disc - 1] = target
        return f"disc {disc} from {source + self.first} to {target + self.first}"

    def _peg_of(self, kind: str, number: int) -> int:
        """Return the peg of a thing, a disc or a peg."""
        if not _is_disc(kind):
            return number - self.first
        return self.where[number - 1] if 1 <= number <= len(self.where) else -1


def first_of(text: bytes, pegs: int) -> int:
    """Return the number of the first peg in a plan."""
    steps = filter(None, map(STEP.fullmatch, text.decode(errors="replace").split("\n")))
    numbers = {int(step[i + 1]) for step in steps for i in (2, 4) if not _is_disc(step[i])}
    if (0 in numbers) == (pegs in numbers):
        raise ValueError("cannot tell whether the pegs of the plan count from 0 or from 1: say first_peg (--first-peg)")
    return int(0 not in numbers)


def _is_disc(kind: str) -> bool:
    return kind[0] in "dD"


def _check(kind: str, number: int, disc: int | None, peg: int, what: str) -> None:
    """Refuse a thing that is not the disc that is there, or not the peg where no disc is."""
    right = disc == number if _is_disc(kind) else disc is None and peg == number
    if not right:
        raise ValueError(f"{what} {kind}{number}")
