"""The command ``bench``: a comparison on this machine as a table, CSV, JSON or a picture; or two results compared."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from .command import Command
from .output import say, say_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..benchmarks.comparing import Result
    from ..benchmarks.rows import Row

PICTURES = (".svg", ".png", ".pdf")


def add_bench(parser: ArgumentParser) -> None:
    """Add the arguments of ``bench``."""
    parser.add_argument("--quick", action="store_true", help="fewer and smaller runs, in about a minute")
    parser.add_argument(
        "--published", action="store_true", help="also measure other packages from PyPI: k-peg-hanoi, hanoi-viz, ..."
    )
    written = parser.add_mutually_exclusive_group()
    written.add_argument("--json", action="store_true", help="write JSON, with a description of this machine")
    written.add_argument("--csv", action="store_true", help="write CSV, a line for each contender")
    written.add_argument(
        "--compare",
        nargs="+",
        metavar="FILE",
        help="compare with a file that --json wrote; two files are compared without a run",
    )
    parser.add_argument("--plot", metavar="FILE", help="also draw a picture, as .svg, .png or .pdf; needs matplotlib")


def run_bench(args: Namespace) -> None:
    """Time every way to make the moves, beside the limits of the machine."""
    from ..benchmarks import comparing

    others = check(args)
    if len(others) == 2:
        say_lines(comparing.side_by_side(*others))
        return
    rows = measure(args, others)
    if args.plot:
        draw(rows, args.plot)


def check(args: Namespace) -> list[Result]:
    """Refuse what could not be done after the runs; return the results to compare with.

    Raises:
        ValueError: the picture has another suffix, or a file is no result.
        ModuleNotFoundError: matplotlib is not installed.
        FileNotFoundError: there is no folder for the picture.
    """
    from ..benchmarks import comparing

    if args.plot:
        if PurePath(args.plot).suffix.lower() not in PICTURES:
            raise ValueError(f"--plot must end in {', '.join(PICTURES)}, not {args.plot!r}")
        if not Path(args.plot).parent.is_dir():
            raise FileNotFoundError(f"--plot: there is no folder {str(Path(args.plot).parent)!r}")
        from ..pictures import figures

        figures.new_axes((1, 1))
    others = args.compare or []
    if len(others) > 2:
        raise ValueError(f"--compare takes one or two files, not {len(others)}")
    if len(others) == 2 and (args.plot or args.quick or args.published):
        raise ValueError("--compare with two files makes no run: no --plot, --quick or --published")
    return [comparing.read(path) for path in others]


def measure(args: Namespace, others: list[Result]) -> list[Row]:
    """Run the benchmark and write what was found, even if it is interrupted; return its rows."""
    from ..benchmarks.comparing import side_by_side, this_run
    from ..benchmarks.standings import csv_text, json_text, table_lines
    from ..benchmarks.timing import Benchmark, contenders

    whole = Benchmark(contenders(args.published), quick=args.quick)
    try:
        whole.run(tell)
    finally:
        tell("")
        rows = whole.rows()
        if args.json:
            say(json_text(rows, args.quick))
        elif args.csv:
            say(csv_text(rows))
        elif others:
            say_lines(side_by_side(others[0], this_run(rows)))
        else:
            say_lines(table_lines(rows))
    return rows


def draw(rows: Sequence[Row], path: str) -> None:
    """Draw the rows into a file.

    Raises:
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
  hanoi-fast bench --quick                         a table, in about a minute
  hanoi-fast bench --plot speeds.svg               the same as bars, with longer runs
  hanoi-fast bench --json > speeds.json            as JSON
  hanoi-fast bench --compare speeds.json           compare with an earlier run, or with another machine""",
        add_bench,
        run_bench,
    ),
}
