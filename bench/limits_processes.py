"""The limits of two threads where memory and disk let two processes do no more either."""

from __future__ import annotations

import mmap
import os
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from multiprocessing import Pipe
from multiprocessing.connection import Connection

import numpy as np
from limits_threads import THREADS, Prepare, enough_processors
from measuring import Limit, Sides, Unavailable, folder, rate

import hanoi_fast as hf

BY_HALVES = "by two threads, against two processes with a half each"


class Processes:
    """Processes that do a part each when they are told: what this machine can do at a time, without a lock."""

    def __init__(self, work: Callable[[int], object]) -> None:
        self.pipes = [self.started(work, part) for part in range(THREADS)]

    @staticmethod
    def started(work: Callable[[int], object], part: int) -> Connection:
        ours, theirs = Pipe()
        if not os.fork():
            ours.close()
            with suppress(EOFError):
                while True:
                    theirs.recv()
                    work(part)
                    theirs.send(None)
            os._exit(0)
        theirs.close()
        return ours

    def __call__(self) -> None:
        for pipe in self.pipes:
            pipe.send(None)
        for pipe in self.pipes:
            pipe.recv()


def against_processes(size: float, task: Callable[[], object], part: Callable[[int], object]) -> Sides:
    """Something done by two threads, and by two processes that do half of it each."""
    enough_processors()
    if not hasattr(os, "fork"):
        raise Unavailable("this system has no fork")
    yield rate(size, task), rate(size, Processes(part))


def fill_against_processes(quick: bool) -> Sides:
    solution = hf.solve(25 if quick else 29)
    shared = np.frombuffer(mmap.mmap(-1, solution.nbytes("pairs")), np.uint8).reshape(-1, 2)
    halves = [(solution.shard(part, THREADS), rows) for part, rows in enumerate(np.array_split(shared, THREADS))]
    shared.fill(0)
    task = partial(solution.fill, shared, threads=THREADS)
    yield from against_processes(shared.nbytes, task, lambda part: halves[part][0].fill(halves[part][1]))


def compressed_against_processes(suffix: str) -> Prepare:
    """Moves on four pegs to a compressed file, and halves of them to two."""

    def prepare(quick: bool) -> Sides:
        solution = hf.solve(400, pegs=4)[: (1 << 22) if quick else (1 << 25)]
        with folder() as here:
            yield from against_processes(
                solution.nbytes("text"),
                lambda: solution.save(here / f"moves.txt.{suffix}", threads=THREADS),
                lambda part: solution.shard(part, THREADS).save(here / f"{part}.txt.{suffix}"),
            )

    return prepare


def verify_against_processes(quick: bool) -> Sides:
    discs = 25 if quick else 29
    solution = hf.solve(discs)
    with folder() as here:
        solution.save(here / "moves.bin")
        halves = [solution.shard(part, THREADS) for part in range(THREADS)]
        for part, half in enumerate(halves):
            half.save(here / f"{part}.bin")
        yield from against_processes(
            solution.nbytes("pairs"),
            lambda: hf.verify(here / "moves.bin", discs, threads=THREADS),
            lambda part: hf.verify(here / f"{part}.bin", halves[part].start, halves[part].target),
        )


LIMITS = [
    Limit("processes fill", f"1 GiB of memory {BY_HALVES}", "B/s", fill_against_processes, 0.9),
    Limit("processes zst", f"four pegs to .txt.zst {BY_HALVES}", "B/s", compressed_against_processes("zst"), 0.9),
    Limit("processes gz", f"four pegs to .txt.gz {BY_HALVES}", "B/s", compressed_against_processes("gz"), 0.9),
    Limit("processes verify", f"a described file of 1 GiB {BY_HALVES}", "B/s", verify_against_processes, 0.9),
]
