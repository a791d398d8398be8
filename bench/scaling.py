"""How much faster are 2, 4, 8, … threads than one, up to as many as this process may use? JSON for bench/report.py.

python bench/scaling.py FILE [--quick]
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from growth import TRIES
from limits_threads import Work, compressed, fill, new_memory, replay, verify_described
from measuring import rate

from hanoi_fast.benchmarks.machine import machine, now
from hanoi_fast.streams.threads import processors

WORKS: dict[str, Work] = {
    "fill of used memory": fill,
    "array() of new memory": new_memory,
    "replay of an array": replay,
    "verify of a described file": verify_described,
    "zst of four pegs": compressed("zst"),
    "gz of four pegs": compressed("gz"),
}


def counts(most: int) -> list[int]:
    """Return the numbers of threads: powers of two, and the most.

    >>> counts(1), counts(8), counts(12)
    ([1], [1, 2, 4, 8], [1, 2, 4, 8, 12])
    """
    return sorted({most, *(1 << power for power in range(most.bit_length()))})


def points(work: Work, most: int, quick: bool) -> Iterator[dict[str, float]]:
    """Yield the bytes a second for each number of threads: the best of some tries, in turn."""
    for size, task in work(quick):
        sides = {threads: rate(size, partial(task, threads)) for threads in counts(most)}
        found = [{threads: side() for threads, side in sides.items()} for _ in range(TRIES + 1)][1:]
        for threads in sides:
            yield {"threads": threads, "rate": max(those[threads] for those in found)}


def main() -> None:
    """Measure everything that takes threads and write what was found."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("file", help="where the JSON is written")
    parser.add_argument("--quick", action="store_true", help="small sizes")
    args = parser.parse_args()
    series = {}
    for name, work in WORKS.items():
        series[name] = list(points(work, processors(), args.quick))
        print(f"{name}: {len(series[name])} numbers of threads", file=sys.stderr)
    found = {"when": now(), "machine": machine(), "quick": args.quick, "series": series}
    Path(args.file).write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
