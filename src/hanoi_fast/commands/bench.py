"""The command ``bench``: a comparison on this machine as a table, CSV, JSON or a picture."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING

from .command import Command
from .output import say, say_lines

if TYPE_CHECKING:
    from ..benchmarks.timing import Row

PICTURES = (".svg", ".png", ".pdf")


def add_bench(parser: ArgumentParser) -> None:
    """Add the arguments of ``bench``."""
    parser.add_argument("--quick", action="store_true", help="smaller and fewer runs: under a minute")
    written = parser.add_mutually_exclusive_group()
    written.add_argument("--json", action="store_true", help="write it for machines, with all about this one")
    written.add_argument("--csv", action="store_true", help="write it for machines, a line for each contender")
    parser.add_argument("--plot", metavar="FILE", help="also draw it, as .svg, .png or .pdf; needs matplotlib")


def run_bench(args: Namespace) -> None:
    """Time every way to make the moves, beside the limits of the machine."""
    from ..benchmarks.standings import csv_text, json_text, table_lines
    from ..benchmarks.timing import Benchmark

    if args.plot and PurePath(args.plot).suffix.lower() not in PICTURES:
        raise ValueError(f"--plot must end in {', '.join(PICTURES)}, not {args.plot!r}")
    whole = Benchmark(quick=args.quick)
    try:
        whole.run(tell)
    finally:
        tell("")
        rows = whole.rows()
        if args.json:
            say(json_text(rows, args.quick))
        elif args.csv:
            say(csv_text(rows))
        else:
            say_lines(table_lines(rows))
    if args.plot:
        draw(rows, args.plot)


def draw(rows: Sequence[Row], path: str) -> None:
    """Draw the rows into a file.

    Raises:
        ModuleNotFoundError: matplotlib is not installed.
        OSError: the file cannot be written.
    """
    from .. import plot
    from ..pictures import figures

    figures.save(plot.benchmark(rows, figures.new_axes(plot.bars_size(len(rows)))), path)


def tell(said: str) -> None:
    """Say on a terminal what is being done, in place of what was said before."""
    if sys.stderr is not None and sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{said}")
        sys.stderr.flush()


COMMANDS = {
    "bench": Command(
        "compare pure Python with compiled code and with the limits of this machine",
        """
  hanoi-fast bench --quick                         a table, within a minute
  hanoi-fast bench --plot speeds.svg               the same as bars, with longer runs
  hanoi-fast bench --json > speeds.json            for machines""",
        add_bench,
        run_bench,
    ),
}
