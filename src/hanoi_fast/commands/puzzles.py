"""The commands about a puzzle: for each a function that adds its arguments and one that runs."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from .arguments import Naming, add_arcs, add_pegs, add_position, number, position, rate, shard
from .command import Command
from .output import add_format, say, say_all, say_lines, write_moves
from .shards import add_outputs, pour_any

if TYPE_CHECKING:
    from ..face.solution import Solution


# ---- moves ----


def add_tower(parser: ArgumentParser) -> None:
    """Add the options of a tower that goes from one peg to another."""
    parser.add_argument("discs", type=number, metavar="DISCS", help="how many discs the tower has")
    parser.add_argument("--source", metavar="PEG", help="the peg where it starts (default: the first)")
    parser.add_argument("--target", "--to", metavar="PEG", help="the peg where it ends (default: the last)")


def tower_of(args: Namespace, naming: Naming) -> Solution:
    """Return the solution for a tower."""
    from ..face.solving import solve

    source = 0 if args.source is None else naming.peg(args.source, "source")
    target = None if args.target is None else naming.peg(args.target, "target")
    return solve(args.discs, target, pegs=naming.pegs, source=source, arcs=naming.arcs)


def add_window(parser: ArgumentParser) -> None:
    """Add the options that take a part of the moves."""
    parser.add_argument("--start", type=number, metavar="STEP", help="begin at this step, counted from 0 (default: 0)")
    parser.add_argument("--stop", type=number, metavar="STEP", help="stop at this step (default: after the last move)")
    parser.add_argument(
        "--shard",
        type=shard,
        metavar="I/N",
        help="write only the I-th of N equal parts of these moves: 1/4, 2/4, 3/4 or 4/4",
    )


def window_of(args: Namespace, solution: Solution) -> Solution:
    """Return the part of a solution that is asked for."""
    from ..checks import checked_int

    start = 0 if args.start is None else checked_int(args.start, "start", 0, solution.count)
    stop = solution.count if args.stop is None else checked_int(args.stop, "stop", start, solution.count)
    window = solution[start:stop]
    return window if args.shard is None else window.shard(*args.shard)


def add_moves(parser: ArgumentParser) -> None:
    """Add the arguments of ``moves``."""
    add_tower(parser)
    add_window(parser)
    add_pegs(parser)
    add_outputs(parser)


def run_moves(args: Namespace) -> None:
    """Write the moves of a tower."""
    naming = Naming(args)
    pour_any(window_of(args, tower_of(args, naming)), args, naming)


# ---- count ----


def add_count(parser: ArgumentParser) -> None:
    """Add the arguments of ``count``."""
    parser.add_argument("discs", type=number, metavar="DISCS", help="how many discs the tower has")
    parser.add_argument("--pegs", type=number, default=3, metavar="N", help="how many pegs, 2 to 256 (default: 3)")
    add_arcs(parser)
    parser.add_argument(
        "--rate",
        type=rate,
        metavar="MOVES",
        help="also show how long it takes at this many moves a second: 1e9, 0.5, 1e8/60",
    )


def run_count(args: Namespace) -> None:
    """Show how many moves a tower takes, and how long they take."""
    from ..puzzle.counts import count
    from ..quantities import digits, duration, exactly
    from .waiting import ended_at_once, say_many_digits

    naming = Naming(Namespace(pegs=args.pegs, arcs=args.arcs, labels=None, first_peg=None))
    with ended_at_once():
        moves = count(args.discs, naming.pegs, arcs=naming.arcs)
        say_many_digits(moves.bit_length())
        lines = [digits(moves)]
        if args.rate is not None:
            noun = "move" if args.rate == 1 else "moves"
            lines.append(f"{duration(moves, args.rate)} at {exactly(args.rate)} {noun} a second")
    say_lines(lines)


# ---- state ----


def add_state(parser: ArgumentParser) -> None:
    """Add the arguments of ``state``."""
    add_tower(parser)
    parser.add_argument("step", type=number, metavar="STEP", help="the number of moves made")
    parser.add_argument("--json", action="store_true", help="write JSON: counts, stacks and state")
    add_pegs(parser)


def run_state(args: Namespace) -> None:
    """Show where the discs are after a number of moves of a tower."""
    from .stacks import json_pieces, table_pieces

    naming = Naming(args)
    state = tower_of(args, naming).state(args.step)
    say_all((json_pieces if args.json else table_pieces)(state, naming.names))


# ---- table ----


def add_table(parser: ArgumentParser) -> None:
    """Add the arguments of ``table``."""
    parser.add_argument("discs", type=number, metavar="DISCS", help="the largest number of discs")
    parser.add_argument(
        "--pegs", type=number, default=4, metavar="N", help="the largest number of pegs, 2 to 256 (default: 4)"
    )
    parser.add_argument(
        "--csv", action="store_true", help="write CSV: pegs,discs,moves,split, a line for each number of pegs and discs"
    )


def run_table(args: Namespace) -> None:
    """Show how many moves towers take and where they split."""
    from ..checks import MOST_PEGS, checked_int
    from ..puzzle.counts import enough_pegs
    from .tables import aligned_lines, csv_lines

    discs, most = checked_int(args.discs, "discs", 0), checked_int(args.pegs, "pegs", 2, MOST_PEGS)
    enough_pegs(discs, most)
    columns = range(min(most, 3), most + 1)
    say_lines((csv_lines if args.csv else aligned_lines)(discs, columns))


# ---- solve and next ----


def add_solve(parser: ArgumentParser) -> None:
    """Add the arguments of ``solve``."""
    add_window(parser)
    add_short(parser)
    add_position(parser, tower="discs")
    add_pegs(parser)
    add_outputs(parser)


def run_solve(args: Namespace) -> None:
    """Write the moves from any position."""
    from ..face.solving import solve

    naming, start, target = position(args)
    pour_any(
        window_of(args, solve(start, target, pegs=naming.pegs, arcs=naming.arcs, exact=not args.short)), args, naming
    )


def add_short(parser: ArgumentParser) -> None:
    """Add the option for more discs than a search can do."""
    parser.add_argument(
        "--short",
        action="store_true",
        help="on four or more pegs, find a short way without a search; it may not be the shortest",
    )


def add_next(parser: ArgumentParser) -> None:
    """Add the arguments of ``next``."""
    add_short(parser)
    add_position(parser, tower="discs")
    add_pegs(parser)
    add_format(parser)
    parser.set_defaults(output=None)


def run_next(args: Namespace) -> None:
    """Show the best move in a position; with a format, write only that move."""
    from ..face.solving import solve
    from ..quantities import grouped

    naming, start, target = position(args)
    solution = solve(start, target, pegs=naming.pegs, arcs=naming.arcs, exact=not args.short)
    form = args.template or args.format
    if form:
        write_moves(solution[:1], args, naming)
    elif solution:
        move = solution[:1].open("english", **naming.printed).read().decode().rstrip()
        say(f"{move}, {grouped(solution.count)} {'move' if solution.count == 1 else 'moves'} left\n")
    else:
        say("No move is left\n")


COMMANDS = {
    "moves": Command(
        "write the moves of a tower, all of them or a part",
        """
  hanoi-fast moves 3                               a line for each move: the peg it leaves, the peg it reaches
  hanoi-fast moves 64 --start 2^63 | head          the middle of a puzzle that nobody can finish
  hanoi-fast moves 3 --labels ABC --target B       pegs called A, B and C
  hanoi-fast moves 50 --pegs 4 --format english    in words, and with a fourth peg
  hanoi-fast moves 4 --arcs linear                 only between neighbours; or --arcs 0-1,1-2,2>0
  hanoi-fast moves 30 -o moves.npy                 2 GiB for numpy.load
  hanoi-fast moves 30 -o moves.txt.gz --dry-run    the size and the time, without writing it
  hanoi-fast moves 20 -o moves.txt --resume        continue after a crash or Ctrl-C
  hanoi-fast moves 20 -o part2.bin --shard 2/4     one of four machines; cat joins the parts""",
        add_moves,
        run_moves,
    ),
    "count": Command(
        "show how many moves a tower takes, and how long",
        """
  hanoi-fast count 64                              18446744073709551615
  hanoi-fast count 64 --rate 1                     and how long it takes at one move a second
  hanoi-fast count 50 --pegs 4                     6657""",
        add_count,
        run_count,
    ),
    "state": Command(
        "show where the discs are after a number of moves",
        """
  hanoi-fast state 8 45                            the discs on each peg, from bottom to top
  hanoi-fast state 64 2^63 --labels ABC            any step, at once
  hanoi-fast state 8 45 --json                     as JSON""",
        add_state,
        run_state,
    ),
    "table": Command(
        "show how many moves towers take on more pegs, and where they split",
        """
  hanoi-fast table 20 --pegs 5                     3, 4 and 5 pegs side by side
  hanoi-fast table 100 --pegs 8 --csv              a line for each number of pegs and discs""",
        add_table,
        run_table,
    ),
    "solve": Command(
        "write the fewest moves from any position to a peg or to another position",
        """
  hanoi-fast solve 3                               a tower, the same as moves 3
  hanoi-fast solve --state 0,2,1,0                 disc 1 on peg 0, disc 2 on peg 2, ...: gather all on the last peg
  hanoi-fast solve --state 0,2,1,0 --to 1,1,0,2    from one position to another
  hanoi-fast solve --stacks "3 1 | 2 | " --to 0    the discs on each peg, from bottom to top
  hanoi-fast solve --state 0,3,1 --pegs 4 --to 2   on four or more pegs it searches for a shortest way
  hanoi-fast solve --state 0,3,1 --pegs 4 --short  a short way instead, for any number of discs""",
        add_solve,
        run_solve,
    ),
    "next": Command(
        "show the best move in a position",
        """
  hanoi-fast next --state 0,0,0 --to 2             Move disc 1 from 0 to 2, 7 moves left
  hanoi-fast next --stacks "2 1 | | " --labels ABC --to C --format text""",
        add_next,
        run_next,
    ),
}
