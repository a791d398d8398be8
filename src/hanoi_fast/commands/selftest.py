"""The command ``selftest``: random trials of everything on this machine."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections import Counter

from .arguments import number
from .command import Command
from .output import say_lines

WRONG = 1
MOST_MINUTES = 60 * 24 * 365


def minutes(text: str) -> float:
    """Return a number of minutes.

    >>> minutes("0.5")
    0.5
    """
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= MOST_MINUTES:
        raise ArgumentTypeError(f"{text!r} is no number of minutes between 0 and {MOST_MINUTES}")
    return value


def add_selftest(parser: ArgumentParser) -> None:
    """Add the arguments of ``selftest``."""
    parser.add_argument(
        "--minutes", type=minutes, default=1.0, metavar="N", help="how many minutes to run (default: 1)"
    )
    parser.add_argument(
        "--seed",
        type=number,
        default=0,
        metavar="N",
        help="the number of the first trial; use it to repeat a trial (default: 0)",
    )


def run_selftest(args: Namespace) -> None:
    """Run random trials and say what was tried; end with status 1 at the first difference."""
    from ..face.selftest import TRIALS, Difference, trials

    tried: Counter[str] = Counter()
    try:
        for name in trials(args.minutes * 60, args.seed):
            tried[name] += 1
    except Difference as error:
        say_lines([f"WRONG in {error}", "Please report this line; --seed repeats the trial."])
        sys.exit(WRONG)
    texts = {trial.__name__: (trial.__doc__ or "").splitlines()[0] for trial in TRIALS}
    say_lines([f"{count:>7,} {name:<8} {texts[name]}" for name, count in tried.items()])
    say_lines([f"All {tried.total():,} trials are right."])


COMMANDS = {
    "selftest": Command(
        "check the package on this machine with random trials, against plain Python",
        """
  hanoi-fast selftest                              for a minute
  hanoi-fast selftest --minutes 600                for a night
  hanoi-fast selftest --minutes 0 --seed 1234      repeat a trial, then run one of each other kind
status: 0 all right, 1 a difference was found""",
        add_selftest,
        run_selftest,
    ),
}
