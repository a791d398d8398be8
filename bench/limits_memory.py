"""The limits of moves in memory: against setting it, against copying in the caches, against one move at a time."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from measuring import MIB, Limit, Sides, constant, peak, rate, seconds
from proofs import checksum, same

import hanoi_fast as hf

BLOCK = 1 << 18  # bytes of a reused buffer: source and destination share the second-level cache

# A thread takes the interpreter's lock between two buffers, and waits long where the other has it. Measured against
# one thread: 1.0 to 1.7 with buffers of 1 MiB, 1.8 with 2 and 4 MiB, which cost one thread nothing.
THREAD_BLOCK = 1 << 21

Prepare = Callable[[bool], Sides]


def drain(items: object) -> None:
    """Take all there is and keep nothing."""
    deque(items, maxlen=0)


def width(layout: str) -> int:
    return {"pairs": 2, "packed": 1}[layout]


def fill(discs: int, few: int, layout: str = "pairs", pegs: int = 3) -> Prepare:
    """All moves into memory that has been touched, against setting that memory."""

    def prepare(quick: bool) -> Sides:
        solution = hf.solve(few if quick else discs, pegs=pegs)
        out = np.ones((solution.count, width(layout))[: width(layout)], np.uint8)
        solution.fill(out, 0, layout)
        same(checksum([out]), solution.crc32(layout), "the array")
        yield rate(out.nbytes, lambda: solution.fill(out, 0, layout)), rate(out.nbytes, lambda: out.fill(7))

    return prepare


def blocks(discs: int, few: int, layout: str = "pairs", pegs: int = 3) -> Prepare:
    """All moves through a reused buffer of 256 KiB, against copying from one such buffer to another."""

    def prepare(quick: bool) -> Sides:
        solution = hf.solve(few if quick else discs, pegs=pegs)
        moves, start = BLOCK // width(layout), solution[: min(solution.count, 1 << 24)]
        same(checksum(start.blocks(moves, layout)), start.crc32(layout), "the buffer")
        one, other = np.ones(BLOCK, np.uint8), np.zeros(BLOCK, np.uint8)
        times = solution.count // moves
        yield (
            rate(solution.count * width(layout), lambda: drain(solution.blocks(moves, layout))),
            rate(times * BLOCK, lambda: [np.copyto(other, one) for _ in range(times)] and None),
        )

    return prepare


def blocks_along(arcs: str, pegs: int = 3) -> Prepare:
    """Moves from the middle of a tower of 40 discs along arcs through a reused buffer, against copying."""

    def prepare(quick: bool) -> Sides:
        whole, count = hf.solve(40, pegs=pegs, arcs=arcs), 1 << 24 if quick else 1 << 30
        solution = whole[whole.count // 3 : whole.count // 3 + count]
        start = solution[: 1 << 24]
        same(checksum(start.blocks(BLOCK // 2)), start.crc32("pairs"), "the buffer")
        one, other = np.ones(BLOCK, np.uint8), np.zeros(BLOCK, np.uint8)
        times = 2 * solution.count // BLOCK
        yield (
            rate(2 * solution.count, lambda: drain(solution.blocks(BLOCK // 2))),
            rate(times * BLOCK, lambda: [np.copyto(other, one) for _ in range(times)] and None),
        )

    return prepare


def blocks_against_the_kernel(quick: bool) -> Sides:
    """Moves a second through a reused buffer: copied, and made one at a time."""
    from hanoi_fast.kernels.bitwise import fill_pairs

    solution, moves = hf.solve(26 if quick else 31), BLOCK // 2
    out, label, times = np.zeros((moves, 2), np.uint8), np.arange(3, dtype=np.uint8), 40 if quick else 400

    def one_at_a_time() -> None:
        for turn in range(times):
            fill_pairs(out, turn * moves, label)

    yield rate(solution.count, lambda: drain(solution.blocks(moves))), rate(times * moves, one_at_a_time)


def blocks_against(name: str, discs: int, few: int) -> Prepare:
    """Moves a second: copied through a reused buffer, and by a contender of the benchmark, proved first."""

    def prepare(quick: bool) -> Sides:
        from hanoi_fast.benchmarks.contenders import CONTENDERS
        from hanoi_fast.benchmarks.timing import prove

        (rival,) = (each for each in CONTENDERS if each.name == name)
        prove(rival)
        ours, theirs = hf.solve(26 if quick else 31), hf.solve(few if quick else discs)
        with rival.task(theirs) as run:
            yield rate(ours.count, lambda: drain(ours.blocks(BLOCK // 2))), rate(theirs.count, run.timed)

    return prepare


def threads(quick: bool) -> Sides:
    """Moves a second from two threads, each with its half and a buffer of its own; and from one."""
    solution, moves = hf.solve(27 if quick else 33), THREAD_BLOCK // 2
    half = solution.count // 2
    halves = solution[:half], solution[half:]
    with ThreadPoolExecutor(2) as pool:
        yield (
            rate(solution.count, lambda: drain(pool.map(lambda part: drain(part.blocks(moves)), halves))),
            rate(solution.count, lambda: drain(solution.blocks(moves))),
        )


def regroup(quick: bool) -> Sides:
    """From a random state into touched memory, against a tower as long."""
    discs = 26 if quick else 30
    start = np.random.default_rng(1).integers(0, 3, discs, np.uint8)
    start[-1] = 0
    solution, tower = hf.solve(start, 2), hf.solve(discs)
    out = solution.array()
    yield rate(out.nbytes, lambda: solution.fill(out)), rate(out.nbytes, lambda: tower.fill(out))


def anywhere(ask: Callable[[hf.Solution], object]) -> Prepare:
    """One answer about a puzzle of 1000 discs, in a millisecond."""

    def prepare(quick: bool) -> Sides:
        solution = hf.solve(1000)
        yield seconds(lambda: ask(solution), 1000), constant(1e-3)

    return prepare


def stream_memory(discs: int, few: int, pegs: int) -> Prepare:
    """The peak of a process that takes all moves block by block."""

    def prepare(quick: bool) -> Sides:
        size = few if quick else discs
        program = f"import hanoi_fast as hf\nfor _ in hf.solve({size}, pegs={pegs}).blocks({BLOCK // 2}): pass"
        yield peak(sys.executable, "-c", program), constant(150 * MIB)

    return prepare


FAR = 10**300
BITWISE, DOUBLED = "Python: bitwise generator", "Python: doubling in pieces"
COPIED, VECTORS = "Python: copying towers", "Cython: one move at a time, vectorised"
COPY = "against np.copyto between two such buffers"

LIMITS = [
    Limit("fill pairs", "2^29 moves into 1 GiB, against ndarray.fill", "B/s", fill(29, 25), 0.85),
    Limit("fill packed", "2^30 moves into 1 GiB, against ndarray.fill", "B/s", fill(30, 26, "packed"), 0.85),
    Limit("fill 4 pegs", "300 discs into memory, against ndarray.fill", "B/s", fill(300, 250, pegs=4), 0.70),
    Limit("fill regroup", "30 discs from a random state, against a tower as long", "B/s", regroup, 0.90),
    Limit("blocks pairs", f"a reused 256 KiB buffer, {COPY}", "B/s", blocks(31, 26), 0.40),
    Limit("blocks packed", f"a reused 256 KiB buffer, {COPY}", "B/s", blocks(32, 27, "packed"), 0.40),
    Limit("blocks 4 pegs", f"350 discs, {COPY}", "B/s", blocks(350, 250, pegs=4), 0.33),
    Limit("blocks 5 pegs", f"1800 discs, {COPY}", "B/s", blocks(1800, 1000, pegs=5), 0.33),
    Limit("blocks linear", f"40 discs between neighbours, {COPY}", "B/s", blocks_along("linear"), 0.40),
    Limit("blocks cyclic", f"40 discs one way round, {COPY}", "B/s", blocks_along("cyclic"), 0.40),
    Limit("blocks kernel", "against one move at a time, compiled", "moves/s", blocks_against_the_kernel, 15),
    Limit("blocks vectorised", f"against {VECTORS}", "moves/s", blocks_against(VECTORS, 29, 25), 4),
    Limit("blocks python", f"against {BITWISE}", "moves/s", blocks_against(BITWISE, 20, 15), 1500),
    Limit("blocks doubling", f"against {DOUBLED}", "moves/s", blocks_against(DOUBLED, 27, 22), 15),
    Limit("blocks copying", f"against {COPIED}", "moves/s", blocks_against(COPIED, 30, 25), 1.3),
    Limit("threads", "two threads, each its half, against one", "moves/s", threads, 1.7),
    Limit("anywhere move", "solve(1000)[10**300]", "s", anywhere(lambda s: s[FAR]), at_most=1),
    Limit("anywhere state", "solve(1000).state(10**300)", "s", anywhere(lambda s: s.state(FAR)), at_most=1),
    Limit(
        "anywhere step", "solve(1000).step_of(its state)", "s", anywhere(lambda s: s.step_of(s.state(FAR))), at_most=1
    ),
    Limit("memory 4 pegs", "peak of all blocks, 350 discs", "B", stream_memory(350, 250, 4), at_most=1),
    Limit("memory 5 pegs", "peak of all blocks, 1800 discs", "B", stream_memory(1800, 1000, 5), at_most=1),
]
