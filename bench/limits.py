"""How near is each thing to what bounds it? One line a limit: name, ours, limit, ratio, target, ok.

    python bench/limits.py                       all of them
    python bench/limits.py fill pipe --tries 9   those with such a word in their name
    python bench/limits.py --quick --json FILE   small sizes; also for a program

Both sides of a limit are measured in turn, after one round to warm up. The ratio is the median of the pairs' ratios,
what stands before it are the two sides of that pair, and what stands behind it the smallest and the largest ratio. A
limit with a * is a number that was chosen. The status is 1 if a limit is missed; what this machine cannot measure is
skipped, and said.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from dataclasses import asdict
from pathlib import Path

import limits_answers
import limits_exports
import limits_memory
import limits_pipes
import limits_processes
import limits_search
import limits_sharing
import limits_threads
from measuring import Limit, Row, measure

from hanoi_fast.benchmarks.amounts import shown
from hanoi_fast.benchmarks.machine import machine, now
from hanoi_fast.quantities import three

SUITES = (
    limits_memory,
    limits_sharing,
    limits_answers,
    limits_exports,
    limits_pipes,
    limits_search,
    limits_threads,
    limits_processes,
)
LIMITS = [limit for suite in SUITES for limit in suite.LIMITS]

TRIES = 5
LINE = "{:<18} {:>14} {:>14} {:>7} {:>13} {:>9}  {:<4} {}"


def line(row: Row) -> str:
    """Return the line of a row."""
    ratio = spread = "-"
    if row.ratio is not None:
        ratio, spread = three(row.ratio), f"{three(row.low)}–{three(row.high)}"
    ok = {True: "ok", False: "MISS", None: "skip"}[row.ok]
    limit = f"{shown(row.limit, row.unit)}{'*' * row.chosen}"
    return LINE.format(row.name, shown(row.ours, row.unit), limit, ratio, spread, row.target, ok, row.note or row.says)


def chosen(words: list[str]) -> list[Limit]:
    """Return the limits that have one of these words in their name, all if there are none."""
    unknown = [word for word in words if not any(word in limit.name.split() for limit in LIMITS)]
    if unknown:
        raise SystemExit(f"no limit has {unknown[0]!r} in its name; --list shows them")
    return [limit for limit in LIMITS if not words or set(words) & set(limit.name.split())]


def parse(arguments: list[str] | None) -> Namespace:
    """Return what the command line asks for."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", help="words of names; none for all limits")
    parser.add_argument("--name", action="append", help="the whole name of one limit")
    parser.add_argument("--tries", type=int, default=TRIES, help=f"pairs measured for each limit (default: {TRIES})")
    parser.add_argument("--quick", action="store_true", help="small sizes: seconds, but further from the truth")
    parser.add_argument("--json", metavar="FILE", help="also write everything for machines")
    parser.add_argument("--list", action="store_true", help="only show the names")
    return parser.parse_intermixed_args(arguments)


def write(path: str, rows: list[Row], args: Namespace) -> None:
    """Write all that was measured, with the machine it was measured on."""
    found = {"when": now(), "machine": machine(), "tries": args.tries, "quick": args.quick}
    found["rows"] = [asdict(row) for row in rows]
    Path(path).write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def main(arguments: list[str] | None = None) -> int:
    """Measure the limits that are asked for and print them."""
    args = parse(arguments)
    limits = chosen(args.words)
    if args.name:
        limits = [limit for limit in limits if limit.name in args.name]
    if args.list:
        print(*(limit.name for limit in limits), sep="\n")
        return 0
    print(LINE.format("name", "ours", "limit", "ratio", "spread", "target", "ok", "what"))
    rows = []
    for limit in limits:
        rows.append(measure(limit, args.tries, args.quick))
        print(line(rows[-1]), flush=True)
    kept, missed, skipped = ([row for row in rows if row.ok is ok] for ok in (True, False, None))
    print(f"{len(kept)} kept, {len(missed)} missed, {len(skipped)} skipped; tries {args.tries}", end="")
    print("; small sizes" if args.quick else "")
    if args.json:
        write(args.json, rows, args)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
