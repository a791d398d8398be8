"""The packages on PyPI that make the moves, as contenders: each one's own code, called as its authors meant."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable
from contextlib import redirect_stdout
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..face.solution import Solution
from .contenders import LIST, MOVE, TUPLE, TUPLES, Contender, generator
from .tasks import drained, listed_by, simply

PRINTED = "with output, printed line by line and dropped"
SENTENCE = len("Move disk 1 from Peg 0 to Peg 2") + 49  # bytes of such a str
NUMBER = re.compile(r"(?:from|to) (?:Peg )?(\d)")


class Nowhere(io.TextIOBase):
    """A text file that forgets."""

    def write(self, text: str) -> int:
        """Take the text."""
        return len(text)


def module(name: str, package: str) -> Any:
    """Return a module of a package.

    Raises:
        ModuleNotFoundError: the package is not installed.
    """
    try:
        return import_module(name)
    except ModuleNotFoundError:
        raise ModuleNotFoundError(f"{package} is not installed: pip install {package}") from None


def k_peg_hanoi(discs: int) -> Iterable[tuple[int, int]]:
    """A generator of pairs."""
    return module("k_peg_hanoi", "k-peg-hanoi").hanoi(discs, [0, 1, 2])


def hanoi_viz(discs: int) -> Iterable[tuple[int, int, int]]:
    """A generator of discs and pairs, with pegs from 1."""
    return module("hanoi", "hanoi-viz").hanoi(discs)


def reasoning_gym(discs: int) -> list[str]:
    """A list of sentences."""
    games = module("reasoning_gym.games.tower_of_hanoi", "reasoning-gym")
    return games.MoveGenerator(discs, [0, 1, 2], 0, 2).generate_moves()


def hanoitoys(discs: int, out: io.TextIOBase) -> None:
    """Sentences, printed."""
    toys = module("hanoitoys.HanoiNR", "hanoitoys")
    with redirect_stdout(out):
        toys.DoHanoi(discs, 0, 1, 2)


def read(text: str) -> NDArray:
    """Return the moves that sentences tell."""
    return np.array(NUMBER.findall(text), np.uint8).reshape(-1, 2)


def printed(discs: int) -> str:
    """Return what is printed."""
    out = io.StringIO()
    hanoitoys(discs, out)
    return out.getvalue()


def proof(pairs: Callable[[int], Any]) -> Callable[[Solution], NDArray]:
    """Return what makes an array of a solution's moves, by its number of discs."""
    return lambda solution: pairs(solution.discs)


PUBLISHED = [
    generator("k-peg-hanoi", k_peg_hanoi, TUPLE, needs="k_peg_hanoi"),
    Contender(
        "hanoi-viz",
        TUPLES,
        drained(hanoi_viz),
        proof(lambda n: np.array([*hanoi_viz(n)], np.uint8)[:, 1:] - 1),
        width=MOVE,
        needs="hanoi",
    ),
    Contender(
        "reasoning-gym",
        LIST,
        listed_by(reasoning_gym),
        proof(lambda discs: read("\n".join(reasoning_gym(discs)))),
        width=SENTENCE,
        held=SENTENCE + 8,
        needs="reasoning_gym",
    ),
    Contender(
        "hanoitoys",
        PRINTED,
        lambda solution: simply(partial(hanoitoys, solution.discs, Nowhere())),
        proof(lambda discs: read(printed(discs))),
        needs="hanoitoys",
    ),
]
