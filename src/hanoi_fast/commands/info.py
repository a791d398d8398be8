"""The command ``info``."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from .command import Command
from .output import say, say_lines


def add_info(parser: ArgumentParser) -> None:
    """Add the arguments of ``info``."""
    parser.add_argument("file", metavar="FILE", help="a file or folder that was written with -o, complete or not")
    parser.add_argument("--json", action="store_true", help="print the description unchanged, as JSON")


def run_info(args: Namespace) -> None:
    """Say what the description of a file says."""
    from ..files.stores import place_of
    from .descriptions import info_data, info_lines

    path = place_of(args.file)
    if path.is_dir():
        from .shards import folder_json, folder_lines

        say_lines(folder_json(path) if args.json else folder_lines(path))
    elif args.json:
        import json

        say(json.dumps(info_data(path), ensure_ascii=False) + "\n")
    else:
        say_lines(info_lines(path))


COMMANDS = {
    "info": Command(
        "show which moves a file holds, from the description next to it",
        """
  hanoi-fast info moves.npy                        the puzzle, the moves, the layout, the size and the checksum
  hanoi-fast info moves.npy --json                 the description unchanged""",
        add_info,
        run_info,
    ),
}
