"""The limits of the machine: as many bytes, put where the moves are put by the best way known, with none to make."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import numpy as np

from ..face.solution import Solution
from ..files.sinks import pipe_writer
from .cached import PIPE_PIECE, pages, write_again, write_cached
from .tasks import BUFFER, PAIR, Run, emptied, reader, touch


@contextmanager
def copy_in_cache(solution: Solution) -> Iterator[Run]:
    """From one buffer to another."""
    one, other = np.ones(BUFFER, np.uint8), np.ones(BUFFER, np.uint8)

    def copy() -> None:
        for _ in range(solution.count * PAIR // BUFFER):
            np.copyto(other, one)

    yield Run(copy)


@contextmanager
def set_touched(solution: Solution) -> Iterator[Run]:
    """Memory that has been used before, set."""
    out = np.ones((solution.count, 2), np.uint8)
    yield Run(partial(out.fill, 7))


@contextmanager
def set_fresh(solution: Solution) -> Iterator[Run]:
    """Memory that the system has to find first, set."""
    yield Run(lambda: np.empty((solution.count, PAIR), np.uint8).fill(7), before=partial(touch, solution))


@contextmanager
def write_file(solution: Solution) -> Iterator[Run]:
    """A file, from one buffer."""
    with emptied() as (path, empty):
        yield Run(lambda: write_cached(path, solution.count * PAIR), empty)


@contextmanager
def write_pipe(solution: Solution) -> Iterator[Run]:
    """A pipe, by the fastest way there is, from one buffer."""
    with reader() as pipe:
        write, buffer = pipe_writer(pipe), pages(PIPE_PIECE)
        yield Run(lambda: write_again(write, pipe, buffer, solution.count * PAIR))
