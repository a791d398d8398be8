"""The command line: finds the command, runs it, and says in one line what went wrong."""

from __future__ import annotations

import os
import re
import signal
import sys
from argparse import SUPPRESS, Action, ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from contextlib import suppress
from textwrap import wrap
from typing import NoReturn

from ._version import __version__
from .checks import printable
from .commands import bench, info, puzzles, selftest, verify, views
from .commands.output import say

COMMANDS = {
    **puzzles.COMMANDS,
    **views.COMMANDS,
    **info.COMMANDS,
    **verify.COMMANDS,
    **bench.COMMANDS,
    **selftest.COMMANDS,
}

# How a command ends. Usage and interrupt are what argparse and the shells use.
FAILED, MISUSED, INTERRUPTED = 1, 2, 130

DESCRIPTION = "The moves of the Tower of Hanoi, as fast as the machine can store them."
NUMBERS = """\
Numbers may be written 1000000, 1_000_000, 1e9, 2.5e9, 10M, 4Gi, 2**30, 2^30-1 or 0x10: exactly, at any size.
Discs count from 1, the smallest; pegs from 0, unless --labels or --first-peg names them."""


class Parser(ArgumentParser):
    """A parser whose errors are one line, and whose help is refused by a full disk like all other output."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and end with status 2."""
        complain(self.prog, message)
        sys.exit(MISUSED)

    def print_help(self, file: object = None) -> None:
        """Write the help to standard output."""
        say(self.format_help())


class Help(RawDescriptionHelpFormatter):
    """Help as it is written; on a narrow terminal what an example does stands below it."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        lines = []
        for line in super()._fill_text(text, width, indent).splitlines():
            example = re.fullmatch(r"(  \S.*?\S)  +(\S.*)", line)
            if len(line) <= width:
                lines.append(line)
            elif example:
                lines += [example[1], *wrap(example[2], width, initial_indent=" " * 6, subsequent_indent=" " * 6)]
            else:
                lines += wrap(line, width)
        return "\n".join(lines)


class Version(Action):
    """Write the version and end."""

    def __call__(self, *_: object) -> NoReturn:
        """Write it."""
        say(f"hanoi-fast {__version__}\n")
        sys.exit()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status: 0, or 1 for a failure, 2 for a misuse, 130 for Ctrl-C."""
    if hasattr(signal, "SIGPIPE"):
        # `| head` ends this as it ends seq and yes: at once and in silence.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    words = sys.argv[1:] if arguments is None else arguments
    parser = make_parser(words)
    try:
        args, unknown = parser.parse_known_args(words)
        if "run" not in args:
            parser.error(f"a command is missing: {', '.join(COMMANDS)}; --help shows more")
        parser = args.parser
        if unknown:
            parser.error(f"unrecognized arguments: {' '.join(unknown)}")
        args.run(args)
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        named = f"{error.filename}: " if error.filename else ""
        return complain(parser.prog, f"{named}{error.strerror or error}")
    except (MemoryError, ImportError) as error:
        return complain(parser.prog, str(error) or "out of memory")
    except (ValueError, OverflowError) as error:
        parser.error(str(error))
    return 0


def make_parser(words: Sequence[str]) -> Parser:
    """Return the parser of all commands, with the arguments of those among the words: all would take 6 ms."""
    parser = Parser(
        prog="hanoi-fast",
        description=DESCRIPTION,
        epilog=f"{NUMBERS}\n\nhanoi-fast COMMAND --help shows examples.",
        formatter_class=Help,
        allow_abbrev=False,
    )
    parser.add_argument("-V", "--version", action=Version, nargs=0, default=SUPPRESS, help="show the version and exit")
    known = parser.add_subparsers(metavar="COMMAND", title="commands")
    for name, command in COMMANDS.items():
        sub = known.add_parser(
            name,
            help=command.help,
            description=f"{command.help[0].upper()}{command.help[1:]}.",
            epilog=f"examples:{command.examples}\n\n{NUMBERS}",
            formatter_class=Help,
            allow_abbrev=False,
        )
        if name in words:
            command.add(sub)
        sub.set_defaults(run=command.run, parser=sub)
    return parser


def complain(program: str, message: str) -> int:
    """Write one line to standard error, if there is one, and return the status of a failure."""
    line = printable(f"{program}: error: {message}")
    with suppress(OSError):
        os.write(2, f"{line}\n".encode("utf-8", "surrogateescape"))
    return FAILED
