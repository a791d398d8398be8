"""The commands to look at a puzzle and to play it: for each a function that adds its arguments and one that runs."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from typing import TYPE_CHECKING

from .arguments import Naming, add_pegs, add_position, number, position
from .command import Command
from .output import say, say_lines

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ..face.solution import Solution


def solution_of(args: Namespace) -> tuple[Naming, Solution]:
    """Return what the pegs are called and the solution from a tower or a position."""
    from ..face.solving import solve

    naming, start, target = position(args)
    return naming, solve(start, target, pegs=naming.pegs, arcs=naming.arcs)


# ---- show ----


def speed(text: str) -> float:
    """Return a number of moves a second; "max" is as fast as can be.

    >>> speed("2.5"), speed("1e18"), speed("max")
    (2.5, 1e+18, inf)
    """
    from .show import FASTEST, SLOWEST

    try:
        moves = float("inf") if text == "max" else float(text)
    except ValueError:
        moves = 0.0
    if not (SLOWEST <= moves <= FASTEST or text == "max"):
        raise ArgumentTypeError(f"{text!r} is no speed: write the moves a second, {SLOWEST:g} to {FASTEST:g}, or max")
    return moves


def add_show(parser: ArgumentParser) -> None:
    """Add the arguments of ``show``."""
    add_position(parser, tower="discs")
    parser.add_argument("--start", type=number, default=0, metavar="STEP", help="begin at this step (default: 0)")
    parser.add_argument(
        "--speed", type=speed, default=2.0, metavar="MOVES", help="how many moves a second, or max (default: 2)"
    )
    add_pegs(parser)


def run_show(args: Namespace) -> None:
    """Replay a solution in the terminal; write a line for each state where there is none."""
    from ..checks import checked_int
    from .show import MOST_DISCS, Player, lines, replay

    if args.discs is not None:
        checked_int(args.discs, "discs", 0, MOST_DISCS)
    naming, solution = solution_of(args)
    player = Player(solution, checked_int(args.start, "start", 0, solution.count), args.speed)
    if not on_terminal():
        say_lines(lines(player))
        return
    from .terminal import Terminal

    with Terminal() as terminal:
        replay(player, naming.names, terminal)


def on_terminal() -> bool:
    """Return whether there are a screen to draw on and keys to press."""
    try:
        import termios  # noqa: F401
    except ImportError:  # Windows
        return False
    both = (sys.stdin, sys.stdout)
    return os.environ.get("TERM", "dumb") != "dumb" and all(file is not None and file.isatty() for file in both)


# ---- plot ----


def add_plot(parser: ArgumentParser) -> None:
    """Add the pictures of ``plot`` and the arguments of each."""
    pictures = parser.add_subparsers(metavar="PICTURE", title="pictures", required=True)
    for name, (what, add, draw) in PICTURES.items():
        picture = pictures.add_parser(name, help=what, description=f"{what[0].upper()}{what[1:]}.", allow_abbrev=False)
        add(picture)
        picture.add_argument(
            "-o",
            "--output",
            required=True,
            metavar="FILE",
            help="the picture: .svg, .png, .pdf or what else matplotlib writes; - writes SVG to standard output",
        )
        picture.set_defaults(draw=draw)


def run_plot(args: Namespace) -> None:
    """Draw a picture into a file."""
    from ..pictures.figures import new_axes, save, svg_of

    if not args.output:
        raise ValueError("-o needs the name of a file, or - for standard output")
    ax = new_axes()
    args.draw(args, ax)
    if args.output == "-":
        say(svg_of(ax))
    else:
        save(ax, args.output)


def add_graph(parser: ArgumentParser) -> None:
    """Add the arguments of ``plot graph``."""
    add_position(parser, tower="discs")
    parser.add_argument("--no-path", action="store_true", help="draw only the graph")
    add_pegs(parser)


def draw_graph(args: Namespace, ax: Axes) -> None:
    """Draw the graph of all states."""
    from ..plot import graph

    naming, solution = solution_of(args)
    if solution.pegs != 3:
        raise ValueError(f"the graph is that of 3 pegs, not {solution.pegs}")
    graph(solution.discs, None if args.no_path else solution, ax=ax, labels=naming.names, arcs=naming.arcs)


def add_rulers(parser: ArgumentParser) -> None:
    """Add the arguments of ``plot rulers``."""
    add_position(parser, tower="discs")
    parser.add_argument("--start", type=number, metavar="STEP", help="begin at this step (default: 0)")
    parser.add_argument("--stop", type=number, metavar="STEP", help="stop at this step (default: after the last move)")
    add_pegs(parser)


def draw_rulers(args: Namespace, ax: Axes) -> None:
    """Draw which disc moves when."""
    from ..checks import checked_int
    from ..plot import rulers

    solution = solution_of(args)[1]
    start = 0 if args.start is None else checked_int(args.start, "start", 0, solution.count)
    stop = solution.count if args.stop is None else checked_int(args.stop, "stop", start, solution.count)
    rulers(solution[start:stop], ax=ax)


def add_growth(parser: ArgumentParser) -> None:
    """Add the arguments of ``plot growth``."""
    parser.add_argument(
        "discs", type=number, nargs="?", default=64, metavar="DISCS", help="the largest number of discs (default: 64)"
    )
    parser.add_argument(
        "--pegs", type=number, default=6, metavar="N", help="the largest number of pegs, from 3 (default: 6)"
    )


def draw_growth(args: Namespace, ax: Axes) -> None:
    """Draw how the number of moves grows."""
    from ..checks import MOST_PEGS, checked_int
    from ..plot import frame_stewart_growth

    frame_stewart_growth(args.discs, range(3, checked_int(args.pegs, "pegs", 3, MOST_PEGS) + 1), ax=ax)


def add_benchmark(parser: ArgumentParser) -> None:
    """Add the arguments of ``plot benchmark``."""
    parser.add_argument("rows", metavar="FILE", help="a file that hanoi-fast bench --json wrote")


def draw_benchmark(args: Namespace, ax: Axes) -> None:
    """Draw how fast moves are made."""
    import json
    from pathlib import Path

    from ..plot import bars_size, benchmark

    text = Path(args.rows).read_bytes()
    try:
        found = json.loads(text)
    except ValueError:  # no JSON, or no text at all
        found = None
    if not isinstance(found, dict) or "rows" not in found:
        raise ValueError(f"{args.rows} holds no rows of a benchmark: hanoi-fast bench --json writes them")
    ax.figure.set_size_inches(bars_size(len(found["rows"])))  # type: ignore[union-attr]
    benchmark(found["rows"], ax=ax)


PICTURES = {
    "graph": ("all states of some discs on three pegs, and the way through them", add_graph, draw_graph),
    "rulers": ("which disc moves at each step", add_rulers, draw_rulers),
    "growth": ("how the number of moves grows with the discs, on more and more pegs", add_growth, draw_growth),
    "benchmark": ("how fast moves are made, as hanoi-fast bench measured it", add_benchmark, draw_benchmark),
}


# ---- play ----


def add_play(parser: ArgumentParser) -> None:
    """Add the arguments of ``play``."""
    add_position(parser, tower="discs", required=False)
    parser.add_argument("--step", type=number, metavar="STEP", help="begin at this step of the solution (default: 0)")
    add_pegs(parser)
    parser.add_argument("--save", metavar="FILE", help="write the page to this file instead of opening it")


def run_play(args: Namespace) -> None:
    """Open the page to play on in the browser, or write it."""
    from ..pictures.page import open_page, save_page, url_fragment

    begun = (args.discs, args.state, args.stacks) != (None, None, None)
    if not begun and (args.to, args.step, args.pegs, args.arcs, args.labels, args.first_peg) != (None,) * 6:
        raise ValueError("a position is missing: DISCS, --state or --stacks says where the discs are")
    fragment = ""
    if begun:
        naming, solution = solution_of(args)
        fragment = url_fragment(solution, args.step or 0, naming.labels or ())
    if args.save is None:
        say(f"{open_page(fragment)}\n")
    else:
        save_page(args.save, fragment)


COMMANDS = {
    "show": Command(
        "replay a solution in the terminal, at any speed and from any step",
        """
  hanoi-fast show 5                                space pauses, arrows step and set the speed, j jumps, q quits
  hanoi-fast show 64 --start 2^63 --speed 1e15     the middle of a very long puzzle, at high speed
  hanoi-fast show --state 0,2,1,0 --to 1           from any position
  hanoi-fast show 3 | cat                          a line for each state, as --stacks reads it""",
        add_show,
        run_show,
    ),
    "play": Command(
        "play in the browser, on a page that needs no network",
        """
  hanoi-fast play                                  opens the page
  hanoi-fast play --state 0,2,1,0 --to 1           starts from a position
  hanoi-fast play 64 --step 10^18                  shows any step of a large tower
  hanoi-fast play 5 --pegs 4 --save tower.html     writes the page, to keep or to send""",
        add_play,
        run_play,
    ),
    "plot": Command(
        "draw the graph of all states, the discs that move, or how the moves grow",
        """
  hanoi-fast plot graph 5 -o graph.svg             all 243 states, and the way through them
  hanoi-fast plot rulers 6 -o rulers.svg           which disc moves at each step
  hanoi-fast plot rulers 64 --start 2^63-16 --stop 2^63+16 -o -    in the middle, as SVG on standard output
  hanoi-fast plot growth --pegs 5 -o growth.svg    on 3, 4 and 5 pegs
  hanoi-fast plot benchmark rows.json -o bars.svg  what bench --json wrote""",
        add_plot,
        run_plot,
    ),
}
