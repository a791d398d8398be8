"""The limits of two threads: against one that does the same, where memory and disk let both work."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
from measuring import MIB, Limit, Sides, Unavailable, constant, folder, rate, run, seconds

import hanoi_fast as hf

Prepare = Callable[[bool], Sides]
Work = Callable[[bool], Iterator[tuple[float, Callable[[int], object]]]]  # bytes, and what threads do with them
THREADS = 2


def enough_processors() -> None:
    from hanoi_fast.streams.threads import processors

    if processors() < THREADS:
        raise Unavailable(f"this process may use {processors()} processor")


def by_two(work: Work) -> Prepare:
    """Something done by two threads, and by one."""

    def prepare(quick: bool) -> Sides:
        enough_processors()
        for size, task in work(quick):
            yield rate(size, partial(task, THREADS)), rate(size, partial(task, 1))

    return prepare


def fill(quick: bool) -> Iterator[tuple[float, Callable[[int], object]]]:
    solution = hf.solve(25 if quick else 29)
    out = solution.array()
    yield out.nbytes, lambda threads: solution.fill(out, threads=threads)


def new_memory(quick: bool) -> Iterator[tuple[float, Callable[[int], object]]]:
    solution = hf.solve(25 if quick else 29)
    yield solution.nbytes("pairs"), lambda threads: solution.array(threads=threads)


def new_memory_against_memset(quick: bool) -> Sides:
    """New memory with moves in it, by any number of threads, against setting new memory by one."""
    solution = hf.solve(25 if quick else 29)
    size = solution.nbytes("pairs")
    yield (
        rate(size, lambda: solution.array(threads=THREADS)),
        rate(size, lambda: np.empty(size, np.uint8).fill(7)),
    )


def replay(quick: bool) -> Iterator[tuple[float, Callable[[int], object]]]:
    discs = 25 if quick else 29
    moves = hf.solve(discs).array()
    yield moves.nbytes, lambda threads: hf.verify(moves, discs, threads=threads)


def compressed(suffix: str) -> Work:
    """Moves on four pegs, of which most chunks differ, to a compressed file."""

    def work(quick: bool) -> Iterator[tuple[float, Callable[[int], object]]]:
        solution = hf.solve(400, pegs=4)[: (1 << 22) if quick else (1 << 25)]
        with folder() as here:
            path = here / f"moves.txt.{suffix}"
            yield solution.nbytes("text"), lambda threads: solution.save(path, threads=threads)

    return work


def verify_described(quick: bool) -> Iterator[tuple[float, Callable[[int], object]]]:
    discs = 25 if quick else 29
    with folder() as here:
        path = here / "moves.bin"
        hf.solve(discs).save(path)
        yield path.stat().st_size, lambda threads: hf.verify(path, discs, threads=threads)


def resume(quick: bool) -> Iterator[tuple[float, Callable[[int], object]]]:
    from hanoi_fast.files.saving import part_of

    solution = hf.solve(25 if quick else 29)
    with folder() as here:
        path = here / "moves.bin"
        solution.save(path)

        def check(threads: int) -> None:
            path.rename(part_of(path))
            solution.save(path, resume=True, threads=threads)

        yield solution.nbytes("pairs"), check


def small_fill(size: int) -> Prepare:
    """Memory of some MiB, filled again and again, against the faster way to copy to it: past the caches or not."""

    def prepare(quick: bool) -> Sides:
        from hanoi_fast.face.solution import span_of
        from hanoi_fast.streams.layouts import layout_for

        out, solution, times = np.ones((size // 2, 2), np.uint8), hf.solve(40), max(1, (1 << 28) // size)
        _, _, block = span_of(solution).rendering(layout_for("pairs", 40, 3)).find(1 << 31, size)

        def copies(past: bool) -> float:
            return rate(size * times, lambda: [block.copy_into(out.reshape(-1), 0, past) for _ in range(times)])()

        fills = rate(size * times, lambda: [solution.fill(out, 1 << 30) for _ in range(times)])
        yield fills, lambda: max(copies(False), copies(True))

    return prepare


# Prints the seconds from an interrupt in the middle of endless work to the end of all its threads.
INTERRUPTED = """
import signal, time
import hanoi_fast as hf
s = hf.solve(27)
out = s.array()
def interrupt(number, frame):
    global at
    at = time.perf_counter()
    raise KeyboardInterrupt
signal.signal(signal.SIGALRM, interrupt)
signal.setitimer(signal.ITIMER_REAL, 0.3)
try:
    while True:
        s.fill(out, threads=2)
except KeyboardInterrupt:
    print(time.perf_counter() - at)
"""


def interrupted(quick: bool) -> Sides:
    yield lambda: float(run([sys.executable, "-c", INTERRUPTED])), constant(0.05)


# Writes a solution as so many shards on a cluster of two processes, then half of it in each of two processes
# without one; prints the seconds of both.
CLUSTER = """
import shutil, subprocess, sys, tempfile, time
import hanoi_fast as hf
HERE = '''import sys, hanoi_fast as hf
s = hf.solve(int(sys.argv[1])).shard(int(sys.argv[2]), 2)
print(flush=True)
sys.stdin.readline()
s.save_shards(sys.argv[3], int(sys.argv[4]))
'''
if __name__ == "__main__":
    from distributed import Client
    discs, shards = int(sys.argv[1]), int(sys.argv[2])
    with Client(n_workers=2, threads_per_worker=1, dashboard_address=None) as client:
        with tempfile.TemporaryDirectory(prefix="hanoi_fast_bench_") as folder:
            client.run(lambda: __import__("hanoi_fast").Solution)
            began = time.perf_counter()
            hf.solve(discs).save_shards(folder, shards, client=client)
            print(time.perf_counter() - began)
    with tempfile.TemporaryDirectory(prefix="hanoi_fast_bench_") as folder:
        words = [sys.executable, "-c", HERE, str(discs)]
        both = [
            subprocess.Popen([*words, str(half), f"{folder}/{half}", str(shards // 2)], stdin=-1, stdout=-1)
            for half in range(2)
        ]
        for one in both:
            one.stdout.readline()
        began = time.perf_counter()
        for one in both:
            one.stdin.write(b"\\n")
            one.stdin.flush()
        for one in both:
            one.wait()
        print(time.perf_counter() - began)
"""


def cluster(quick: bool) -> Sides:
    """Shards of 128 MiB on a cluster of two processes, against two processes that write as many on their own."""
    try:
        import distributed  # noqa: F401
    except ImportError as error:
        raise Unavailable(str(error)) from None
    discs, shards = (26, 2) if quick else (30, 16)
    took: list[float] = []

    def on_cluster() -> float:
        if not took:
            words = [sys.executable, "-W", "ignore", "-c", CLUSTER, str(discs), str(shards)]
            done = subprocess.run(words, capture_output=True, text=True, check=False)
            if done.returncode:
                raise Unavailable(done.stderr[-200:])
            took.extend(map(float, done.stdout.split()))
        return took.pop(0)

    yield on_cluster, on_cluster


# Writes so many shards of a few bytes on a cluster of two processes; prints the processor time that each costs the
# client and the scheduler, which share a process.
TASKS = """
import sys, tempfile, time
import hanoi_fast as hf
if __name__ == "__main__":
    from distributed import Client
    shards = int(sys.argv[1])
    with Client(n_workers=2, threads_per_worker=1, dashboard_address=None) as client:
        with tempfile.TemporaryDirectory(prefix="hanoi_fast_bench_") as folder:
            began = time.process_time()
            hf.solve(20).save_shards(folder, shards, client=client)
            print((time.process_time() - began) / shards)
"""


def tasks(quick: bool) -> Sides:
    """Ten thousand shards, of which the scheduler has a few hundred at a time."""
    try:
        import distributed  # noqa: F401
    except ImportError as error:
        raise Unavailable(str(error)) from None
    shards = "200" if quick else "10000"
    found: list[float] = []

    def each() -> float:
        if not found:  # once: it takes a minute
            found.append(float(run([sys.executable, "-W", "ignore", "-c", TASKS, shards])))
        return found[0]

    yield each, constant(0.005)


def lazy(quick: bool) -> Sides:
    """Five rows in the middle of 2^40 lazy moves of dask, in a tenth of a second."""
    try:
        import dask.array  # noqa: F401
    except ImportError as error:
        raise Unavailable(str(error)) from None
    yield seconds(lambda: hf.solve(40).to_dask()[1 << 39 : (1 << 39) + 5].compute()), constant(0.1)


LIMITS = [
    Limit("threads fill", "1 GiB of used memory by two threads, against one", "B/s", by_two(fill), 1.8),
    Limit("threads array", "1 GiB of new memory by two threads, against one", "B/s", by_two(new_memory), 1.8),
    Limit("threads memset", "1 GiB of new memory by two, against ndarray.fill", "B/s", new_memory_against_memset, 0.9),
    Limit("threads replay", "2^29 moves of an array, judged by two, against one", "B/s", by_two(replay), 1.8),
    Limit("threads zst", "four pegs to .txt.zst by two threads, against one", "B/s", by_two(compressed("zst")), 1.8),
    Limit("threads gz", "four pegs to .txt.gz by two threads, against one", "B/s", by_two(compressed("gz")), 1.8),
    Limit("threads verify", "a described file of 1 GiB by two, against one", "B/s", by_two(verify_described), 1.8),
    Limit("threads resume", "the check of an unfinished 1 GiB by two, against one", "B/s", by_two(resume), 1.8),
    Limit("threads interrupt", "from an interrupt to the end of two threads", "s", interrupted, at_most=1),
    *(
        Limit(
            f"fill {size} MiB",
            f"{size} MiB again and again, against the faster of two ways",
            "B/s",
            small_fill(size * MIB),
            0.85,
        )
        for size in (4, 16, 64)
    ),
    Limit("cluster", "16 shards by two workers of Dask, against two processes", "s", cluster, at_most=1.1),
    Limit("cluster tasks", "10,000 small shards: client and scheduler, for each", "s", tasks, at_most=1),
    Limit("dask rows", "5 rows of 2^40 lazy ones", "s", lazy, at_most=1),
]
