"""The limits of what is not copied: mapped arrays, shared files, batches that share columns, moves as one object."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

import numpy as np
from measuring import MIB, Limit, Sides, Unavailable, constant, folder, peak, rate, run, seconds

import hanoi_fast as hf

Prepare = Callable[[bool], Sides]


def mapped_within(discs: int, most: float) -> Prepare:
    """An array of all the moves, within so many seconds; it is freed untimed."""

    def prepare(quick: bool) -> Sides:
        solution = hf.solve(discs)
        if solution.mapped()[2 ** (discs - 1) - 1].tolist() != [0, 2]:
            raise ValueError("the move in the middle is wrong")

        def side() -> float:
            start = perf_counter()
            array = solution.mapped()
            took = perf_counter() - start
            del array
            return took

        yield side, constant(most)

    return prepare


def mapped_memory(discs: int, most: int) -> Prepare:
    """The peak of a process that makes such an array, above that of one that makes a small one."""

    def prepare(quick: bool) -> Sides:
        program = "import hanoi_fast as hf; a = hf.solve({}).mapped(); a[::1 << 34].sum()"
        small = peak(sys.executable, "-c", program.format(4))()
        large = peak(sys.executable, "-c", program.format(discs))
        yield lambda: large() - small, constant(most)

    return prepare


def mapped_pass(quick: bool) -> Sides:
    """A pass of numpy over a mapped array, against one over an ordinary array of the same moves."""
    solution = hf.solve(24 if quick else 29)
    mapped, ordinary = solution.mapped(), solution.array()
    if not np.array_equal(mapped[-(1 << 20) :], ordinary[-(1 << 20) :]):
        raise ValueError("the arrays differ")
    yield (
        rate(ordinary.nbytes, lambda: np.count_nonzero(mapped)),
        rate(ordinary.nbytes, lambda: np.count_nonzero(ordinary)),
    )


@contextmanager
def xfs() -> Iterator[Path]:
    """Lend a folder on an XFS of 2 GiB, in a file."""
    with folder() as here:
        image, place = here / "image", here / "disk"
        place.mkdir()
        with image.open("wb") as file:
            file.truncate(2 << 30)
        for words in (["mkfs.xfs", "-q", image], ["mount", "-o", "loop", image, place]):
            run(list(map(str, words)))
        try:
            yield place
        finally:
            run(["umount", str(place)])


def saved_on_xfs(quick: bool) -> Sides:
    """Seconds until 64 GiB have their name; what was there before is removed untimed."""
    solution = hf.solve(30 if quick else 35)
    with xfs() as disk:
        path = disk / "moves.bin"

        def took() -> float:
            path.unlink(missing_ok=True)
            os.sync()
            return seconds(lambda: solution.save(path))()

        yield took, constant(0.5)


def disk_on_xfs(quick: bool) -> Sides:
    """The disk that 64 GiB take."""
    from hanoi_fast.files.extents import disk_use

    solution = hf.solve(30 if quick else 35)
    with xfs() as disk:
        path = disk / "moves.bin"
        solution.save(path, fsync=True)
        yield lambda: disk_use(path), constant(128 * MIB)


def arrow_batches(quick: bool) -> Sides:
    """Rows a second of a stream of batches, into a sink that only counts them."""
    try:
        import pyarrow
    except ImportError:
        raise Unavailable("pyarrow is not installed") from None
    solution = hf.solve(30 if quick else 36)

    def count() -> None:
        rows = sum(batch.num_rows for batch in pyarrow.RecordBatchReader.from_stream(solution))
        if rows != solution.count:
            raise ValueError("rows are missing")

    yield rate(solution.count, count), constant(50e9)


def loop(quick: bool) -> Sides:
    """Moves a second in a for loop."""
    solution = hf.solve(18 if quick else 22)

    def run() -> None:
        for _ in solution:
            pass

    yield rate(solution.count, run), constant(25e6)


def into_list(quick: bool) -> Sides:
    """Moves a second into a list."""
    solution = hf.solve(18 if quick else 20)
    yield rate(solution.count, lambda: list(solution)), constant(60e6)


def all_states(quick: bool) -> Sides:
    """Discs a second of all the states in blocks."""
    solution = hf.solve(18 if quick else 22)
    discs = (solution.count + 1) * solution.discs
    yield rate(discs, lambda: sum(map(len, solution.states()))), constant(50e6)


def many_states(quick: bool) -> Sides:
    """Discs a second of states at random steps."""
    solution = hf.solve(60)
    steps = np.random.default_rng(1).integers(0, solution.count, 1 << (16 if quick else 20))
    yield rate(len(steps) * solution.discs, lambda: solution.state(steps)), constant(50e6)


def many_steps(quick: bool) -> Sides:
    """Discs a second of the steps of random states."""
    solution = hf.solve(60)
    states = solution.state(np.random.default_rng(1).integers(0, solution.count, 1 << (16 if quick else 20)))
    yield rate(states.size, lambda: solution.step_of(states)), constant(50e6)


LIMITS = [
    Limit("mapped 30", "an array of 2^30 moves: 2 ms", "s", mapped_within(30, 0.002), at_most=1),
    Limit("mapped 40", "an array of 2^40 moves: 100 ms", "s", mapped_within(40, 0.100), at_most=1),
    Limit("mapped 30 memory", "an array of 2^30 moves: 16 MiB", "B", mapped_memory(30, 16 * MIB), at_most=1),
    Limit("mapped 40 memory", "an array of 2^40 moves: 500 MiB", "B", mapped_memory(40, 500 * MIB), at_most=1),
    Limit("mapped pass", "count_nonzero, against an ordinary array", "B/s", mapped_pass, 1),
    Limit("shared time", "save 64 GiB on XFS: 0.5 s", "s", saved_on_xfs, at_most=1),
    Limit("shared disk", "save 64 GiB on XFS: 128 MiB of disk", "B", disk_on_xfs, at_most=1),
    Limit("arrow stream", "batches of 2^36 moves, counted: 50 G rows/s", "rows/s", arrow_batches, 1),
    Limit("iterate loop", "a for loop over the moves: 25 M/s", "moves/s", loop, 1),
    Limit("iterate list", "the moves into a list: 60 M/s", "moves/s", into_list, 1),
    Limit("states all", "all states in blocks: 50 M discs/s", "discs/s", all_states, 1),
    Limit("states many", "states at random steps: 50 M discs/s", "discs/s", many_states, 1),
    Limit("states steps", "the steps of random states: 50 M discs/s", "discs/s", many_steps, 1),
]
