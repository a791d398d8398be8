"""The packages on PyPI that make the moves, as contenders: each one's own code, called as its authors meant."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from contextlib import redirect_stdout
from functools import partial
from importlib import import_module

import numpy as np

from hanoi_fast.benchmarks.contenders import OBJECT, TUPLES, Contender
from hanoi_fast.benchmarks.tasks import drain, simply
from hanoi_fast.face.solution import Solution

PRINTED = "with output, printed line by line and dropped"


class Nowhere(io.TextIOBase):
    """A text file that forgets."""

    def write(self, text: str) -> int:
        return len(text)


def k_peg_hanoi(discs: int) -> Iterable[tuple[int, int]]:
    return import_module("k_peg_hanoi").hanoi(discs, [0, 1, 2])


def hanoi_viz(discs: int) -> Iterable[tuple[int, int, int]]:
    return import_module("hanoi").hanoi(discs)


def hanoitoys(discs: int, out: io.TextIOBase) -> None:
    with redirect_stdout(out):
        import_module("hanoitoys.HanoiNR").DoHanoi(discs, 0, 1, 2)


def dropped(method, solution: Solution):
    return simply(lambda: drain(method(solution.discs)))


def printed(solution: Solution):
    return simply(partial(hanoitoys, solution.discs, Nowhere()))


def pairs_of_k_peg_hanoi(solution: Solution) -> np.ndarray:
    return np.array([*k_peg_hanoi(solution.discs)], np.uint8)


def pairs_of_hanoi_viz(solution: Solution) -> np.ndarray:
    # It counts its pegs from 1.
    return np.array([*hanoi_viz(solution.discs)], np.uint8)[:, 1:] - np.uint8(1)


def pairs_of_hanoitoys(solution: Solution) -> np.ndarray:
    out = io.StringIO()
    hanoitoys(solution.discs, out)
    return np.array(re.findall(r"from (\d) to (\d)", out.getvalue()), np.uint8)


PUBLISHED = [
    Contender(
        "k-peg-hanoi", TUPLES, partial(dropped, k_peg_hanoi), pairs_of_k_peg_hanoi, width=OBJECT, needs="k_peg_hanoi"
    ),
    Contender("hanoi-viz", TUPLES, partial(dropped, hanoi_viz), pairs_of_hanoi_viz, width=OBJECT, needs="hanoi"),
    Contender("hanoitoys", PRINTED, printed, pairs_of_hanoitoys, needs="hanoitoys"),
]
