"""How does the time grow with the moves, from 2^10 to 2^32, on how many pegs? Writes JSON for bench/report.py.

python bench/growth.py FILE [--quick]
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter

from hanoi_fast import reference, solve
from hanoi_fast.benchmarks.machine import machine, now
from hanoi_fast.benchmarks.paired import spread
from hanoi_fast.benchmarks.tasks import BUFFER, PAIR, drain, one_by_one
from hanoi_fast.kernels.bitwise import fill_pairs
from hanoi_fast.puzzle.closed_forms import exact_count

FEWEST, MOST, FEW = 1 << 10, 1 << 32, 1 << 24
LONGEST = 4.0  # seconds a single point may take: where one method ends, the next has long begun
TRIES = 5


def in_python(discs: int, pegs: int) -> None:
    """One move after the other, from a generator."""
    drain(reference.bitwise(discs))


def in_cython(discs: int, pegs: int) -> None:
    """One move after the other, compiled."""
    drain(one_by_one(fill_pairs, solve(discs, pegs=pegs)))


def by_blocks(discs: int, pegs: int) -> None:
    """A new solution through one buffer: the blocks are made too."""
    deque(solve(discs, pegs=pegs).blocks(BUFFER // PAIR), maxlen=0)


Method = Callable[[int, int], None]
METHODS: dict[str, tuple[Method, int]] = {
    "Python, one move at a time": (in_python, 3),
    "Cython, one move at a time": (in_cython, 3),
    "blocks, 3 pegs": (by_blocks, 3),
    "blocks, 4 pegs": (by_blocks, 4),
    "blocks, 5 pegs": (by_blocks, 5),
    "blocks, 8 pegs": (by_blocks, 8),
}


def sizes(pegs: int, most: int) -> Iterator[int]:
    """Yield numbers of discs, each with about twice the moves of the one before."""
    discs, wanted = 1, FEWEST
    while wanted <= most:
        while exact_count(discs, pegs) < wanted * 0.7:
            discs += 1
        yield discs
        wanted *= 2


def points(method: Method, pegs: int, most: int) -> Iterator[dict[str, float]]:
    """Yield the time for each size, until one would take too long."""
    for discs in sizes(pegs, most):
        method(discs, pegs)
        times = []
        for _ in range(TRIES):
            start = perf_counter()
            method(discs, pegs)
            times.append(perf_counter() - start)
        yield {"discs": discs, "moves": exact_count(discs, pegs), **seconds_of(times)}
        if 2 * times[-1] > LONGEST / TRIES:
            return


def seconds_of(times: list[float]) -> dict[str, float]:
    """Return the median of the seconds and their extremes."""
    found = spread(times)
    return {"seconds": found.middle, "low": found.low, "high": found.high}


def main() -> None:
    """Measure all methods and write what was found."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("file", help="where the JSON is written")
    parser.add_argument("--quick", action="store_true", help="only up to 2^24 moves")
    args = parser.parse_args()
    most = FEW if args.quick else MOST
    series = {}
    for name, (method, pegs) in METHODS.items():
        series[name] = list(points(method, pegs, most))
        print(f"{name}: {len(series[name])} sizes", file=sys.stderr)
    found = {"when": now(), "machine": machine(), "quick": args.quick, "series": series}
    Path(args.file).write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
