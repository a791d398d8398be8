"""Plans of planners: `(move d1 d2 p3)` moves disc 1, which lies on disc 2, onto peg 3; disc 1 is the smallest."""

from __future__ import annotations

import re

import numpy as np

from ..checks import shown
from ..puzzle.states import State

THING = r"(d|dis[ck]|p|peg|rod|tower)_?([0-9]{1,5})"
STEP = re.compile(
    rf"\s*(?:[0-9.]+\s*:)?\s*\(\s*move[\w-]*\s+(?:d|dis[ck])_?([0-9]{{1,5}})\s+{THING}\s+{THING}\s*\)\s*(?:\[[0-9.]+\])?\s*",
    re.IGNORECASE,
)


def is_plan(text: bytes) -> bool:
    """Return whether the first line that is no comment is a step of a plan."""
    lines = (line for line in text.decode(errors="replace").splitlines() if line.strip() and line.lstrip()[0] != ";")
    return STEP.fullmatch(next(lines, "")) is not None


def moves_of_plan(text: bytes, start: State, pegs: int) -> tuple[bytes, int]:
    """Return a plan as sentences, a line for each of its own, and the number of its first peg.

    Raises:
        ValueError: a line is no step, or names a disc or peg that is not there; the message names the line.
    """
    lines = text.decode(errors="replace").splitlines()
    steps = [STEP.fullmatch(line) for line in lines]
    numbers = {int(step[i + 1]) for step in steps if step for i in (2, 4) if step[i][0] not in "dD"}
    if (0 in numbers) == (pegs in numbers):
        raise ValueError("cannot tell whether the pegs of the plan count from 0 or from 1")
    first, where = int(0 not in numbers), start.astype(np.int64)
    written = []
    for number, (line, step) in enumerate(zip(lines, steps, strict=True), 1):
        if step is None:
            if line.strip() and line.lstrip()[0] != ";":
                raise ValueError(f"line {number} cannot be read as a step of a plan: {shown(line.strip())}")
            written.append("")
            continue
        disc = int(step[1])
        if not 1 <= disc <= where.size:
            raise ValueError(f"line {number} has disc {disc}, only 1 to {where.size} are there")
        source = int(where[disc - 1])
        below = next((d + 1 for d in range(disc, where.size) if where[d] == source), None)
        _check(step[2], int(step[3]), below, source + first, f"line {number}: disc {disc} does not lie on")
        target = peg_of(step[4], int(step[5]), where, first)
        top = next((d + 1 for d in range(where.size) if where[d] == target and d != disc - 1), None)
        _check(step[4], int(step[5]), top, target + first, f"line {number}: free to lie on is not")
        where[disc - 1] = target
        written.append(f"disc {disc} from {source + first} to {target + first}")
    return "\n".join(written).encode(), first


def peg_of(kind: str, number: int, where: np.ndarray, first: int) -> int:
    """Return the peg of a thing, a disc or a peg."""
    if kind[0] not in "dD":
        return number - first
    return int(where[number - 1]) if 1 <= number <= where.size else -1


def _check(kind: str, number: int, disc: int | None, peg: int, what: str) -> None:
    """Refuse a thing that is not the disc that is there, or not the peg where no disc is."""
    right = disc == number if kind[0] in "dD" else disc is None and peg == number
    if not right:
        raise ValueError(f"{what} {kind}{number}")
