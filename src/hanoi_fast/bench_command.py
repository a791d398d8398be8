"""The command ``bench``: a comparison on this machine as a table, CSV, JSON or a picture."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from .output import say, say_lines


def add_bench(parser: ArgumentParser) -> None:
    """Add the arguments of ``bench``."""
    parser.add_argument("--quick", action="store_true", help="smaller and fewer runs: under a minute")
    written = parser.add_mutually_exclusive_group()
    written.add_argument("--json", action="store_true", help="write it for machines, with all about this one")
    written.add_argument("--csv", action="store_true", help="write it for machines, a line for each contender")
    parser.add_argument("--plot", metavar="FILE", help="also draw it, as .svg or .png; needs matplotlib")


def run_bench(args: Namespace) -> None:
    """Time every way to make the moves, beside the limits of the machine."""
    from .plots import check_picture, plot_speeds
    from .standings import csv_text, json_text, table_lines
    from .timing import Benchmark

    if args.plot:
        check_picture(args.plot)
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
        try:
            plot_speeds(rows, args.plot)
        except ModuleNotFoundError as error:
            raise OSError(str(error)) from None


def tell(said: str) -> None:
    """Say on a terminal what is being done, in place of what was said before."""
    if sys.stderr is not None and sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{said}")
        sys.stderr.flush()
