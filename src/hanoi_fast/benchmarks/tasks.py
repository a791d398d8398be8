"""What a benchmark runs: a task for every way to make the moves.

Beside each task stands its proof: the moves that the same code makes, as an array.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import reference
from ..face.solution import Solution
from ..kernels import bitwise, vectorised
from .loops import chunks, compiled_loop, vectorised_loop, whole_arrays
from .pure import copied_towers

BUFFER = 1 << 18  # bytes: source and destination of a copy share the second-level cache
PAIR = 2

READER = """
buffer = bytearray(1 << 20)
with open(0, "rb", buffering=0) as pipe:
    while pipe.readinto(buffer):
        pass
"""


class Run(NamedTuple):
    """What is timed, and, untimed, what clears away after it and what makes ready before it."""

    timed: Callable[[], object]
    after: Callable[[], object] = lambda: None
    before: Callable[[], object] = lambda: None


Task = Callable[[Solution], AbstractContextManager[Run]]
Method = Callable[[int], Iterable[object]]
Bytes = bytes | memoryview


def drain(items: Iterable[object]) -> None:
    """Take all there is and keep nothing."""
    deque(items, maxlen=0)


# ---- in Python ----


def drained(method: Method) -> Task:
    """A generator, taken to its end."""
    return lambda solution: simply(lambda: drain(method(solution.discs)))


def made(method: Method) -> Callable[[Solution], NDArray]:
    """The moves of a method, as an array."""
    return lambda solution: np.array([*method(solution.discs)], np.uint8)[:, -2:]


def listed_by(method: Callable[[int], object]) -> Task:
    """All the moves at once, in one object."""
    return lambda solution: simply(lambda: method(solution.discs))


def joined_bytes(pieces: Callable[[int], Iterable[Bytes]]) -> Callable[[Solution], NDArray]:
    """The moves of pieces of bytes, as an array."""
    return lambda solution: np.frombuffer(b"".join(map(bytes, pieces(solution.discs))), np.uint8).reshape(-1, 2)


def copied(discs: int) -> Iterator[memoryview]:
    """Copied by Python into one buffer again and again."""
    return copied_towers(discs, BUFFER)


@contextmanager
def simply(timed: Callable[[], object]) -> Iterator[Run]:
    """Run something that needs nothing prepared or cleared away."""
    yield Run(timed)


def four_pegs(discs: int) -> Iterator[tuple[int, int, int]]:
    """The moves of Frame and Stewart in Python."""
    return reference.frame_stewart(discs, 4)


# ---- into arrays ----


def whole(solution: Solution) -> AbstractContextManager[Run]:
    """Arrays as long as the moves, one operation after the other."""
    return simply(lambda: whole_arrays(solution.discs))


def one_by_one(fill: Callable[..., object], solution: Solution) -> Iterator[NDArray]:
    """Fill one buffer again and again by making each move from its number."""
    out = np.empty((BUFFER // PAIR, 2), np.uint8)
    label = np.array([0, 1, 2] if solution.discs % 2 else [0, 2, 1], np.uint8)
    for first in range(0, solution.count, len(out)):
        block = out[: solution.count - first]
        fill(block, first, label)
        yield block


def by_kernel(solution: Solution) -> Iterator[NDArray]:
    """One move at a time through one buffer, compiled by Cython."""
    return one_by_one(bitwise.fill_pairs, solution)


def by_numba(solution: Solution) -> Iterator[NDArray]:
    """One move at a time through one buffer, compiled by numba."""
    return one_by_one(compiled_loop(), solution)


def in_vectors(solution: Solution) -> Iterator[NDArray]:
    """One move at a time through one buffer, by the vector instructions of a C compiler."""
    out = np.empty((BUFFER // PAIR, 2), np.uint8)
    for first in range(0, solution.count, len(out)):
        block = out[: solution.count - first]
        vectorised.fill_pairs(block, first, solution.discs % 2 == 0)
        yield block


def in_vectors_by_numba(solution: Solution) -> Iterator[NDArray]:
    """One move at a time through one buffer, by the vector instructions of numba."""
    fill, out = vectorised_loop(), np.empty((BUFFER // PAIR, 2), np.uint8)
    both, factor = out.reshape(-1).view(np.uint16), np.uint32(2 - solution.discs % 2)
    for first in range(0, solution.count, len(out)):
        fill(both[: solution.count - first], np.uint32(first), factor)
        yield out[: solution.count - first]


def in_chunks(solution: Solution) -> Iterator[NDArray]:
    """Operations on arrays of 64 Ki moves."""
    return chunks(solution.discs)


def passed(blocks: Callable[[Solution], Iterable[object]]) -> Task:
    """Blocks, each dropped when the next comes."""
    return lambda solution: simply(lambda: drain(blocks(solution)))


def joined(blocks: Callable[[Solution], Iterable[NDArray]]) -> Callable[[Solution], NDArray]:
    """All that stood in a buffer, one after the other."""
    return lambda solution: np.concatenate([block.copy() for block in blocks(solution)])


def reused(solution: Solution) -> Iterator[NDArray]:
    """The moves through one buffer."""
    return solution.blocks(BUFFER // PAIR)


@contextmanager
def into_touched(solution: Solution) -> Iterator[Run]:
    """Copied into memory that has been used before."""
    out = np.ones((solution.count, 2), np.uint8)
    yield Run(lambda: solution.fill(out))


@contextmanager
def into_fresh(solution: Solution) -> Iterator[Run]:
    """Copied into memory that the system has to find first."""
    yield Run(solution.array, before=partial(touch, solution))


def touch(solution: Solution) -> None:
    """Use as much memory as the moves take, and give it back: the host of a virtual machine has to find it first."""
    np.empty((solution.count, PAIR), np.uint8).fill(1)


# ---- with output ----


@contextmanager
def emptied() -> Iterator[tuple[Path, Callable[[], None]]]:
    """Lend a path in a folder of its own, and what empties the folder."""
    with tempfile.TemporaryDirectory(prefix="hanoi_fast_") as name:
        folder = Path(name)

        def empty() -> None:
            for file in folder.iterdir():
                file.unlink()

        yield folder / "moves.bin", empty


@contextmanager
def into_file(solution: Solution) -> Iterator[Run]:
    """To a file, with its description."""
    with emptied() as (path, empty):
        yield Run(lambda: solution.save(path), empty)


def from_file(solution: Solution) -> NDArray:
    """The moves as they stand in a file."""
    with emptied() as (path, _):
        solution.save(path)
        return np.fromfile(path, np.uint8).reshape(-1, 2)


@contextmanager
def reader() -> Iterator[int]:
    """Lend the end of a pipe whose other end a process reads."""
    with subprocess.Popen([sys.executable, "-S", "-c", READER], stdin=subprocess.PIPE, bufsize=0) as process:
        if process.stdin is not None:
            yield process.stdin.fileno()


@contextmanager
def into_pipe(solution: Solution) -> Iterator[Run]:
    """To a process that reads and forgets."""
    with reader() as pipe:
        yield Run(lambda: solution.write(pipe, "pairs"))


def from_pipe(solution: Solution) -> NDArray:
    """The moves as they come out of a pipe, which must hold them all."""
    end, pipe = os.pipe()
    try:
        solution.write(pipe, "pairs")
        return np.frombuffer(os.read(end, solution.count * PAIR), np.uint8).reshape(-1, 2)
    finally:
        os.close(end)
        os.close(pipe)
