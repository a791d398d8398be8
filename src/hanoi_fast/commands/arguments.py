"""What people type, as the values the package takes: numbers, templates, pegs by their names, states."""

from __future__ import annotations

import os
import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace, _ArgumentGroup
from typing import TYPE_CHECKING

from ..checks import MOST_PEGS, checked_int, shown

if TYPE_CHECKING:
    from fractions import Fraction

ESCAPES = {r"\n": "\n", r"\t": "\t", r"\\": "\\"}


def number(text: str) -> int:
    """Return the whole number that `text` writes.

    >>> number("2^30 - 1")
    1073741823
    """
    from .numbers import parse

    try:
        return parse(text)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from None


def rate(text: str) -> Fraction:
    """Return how many moves a second `text` writes.

    >>> rate("1e8/60")
    Fraction(5000000, 3)
    """
    from .numbers import parse_rate

    try:
        return parse_rate(text)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from None


def template(text: str) -> str:
    r"""Return a template as typed in a shell, where ``\n``, ``\t`` and ``\\`` are still two characters.

    >>> template(r"{source}\t{target}\n")
    '{source}\t{target}\n'
    """
    text = as_typed(text)
    if not set("{}") & set(text):
        raise ArgumentTypeError(f"{shown(text)} has no field: use {{step}}, {{disc}}, {{source}}, {{target}}")
    return re.sub(r"\\.?", lambda found: _unescaped(found[0], text), text, flags=re.DOTALL)


def _unescaped(escape: str, text: str) -> str:
    if escape not in ESCAPES:
        raise ArgumentTypeError(rf"{shown(text)} has an unknown escape {escape}: use \n, \t or \\")
    return ESCAPES[escape]


def labels(text: str) -> tuple[str, ...]:
    """Return the name of each peg: what stands between commas, or else each character.

    >>> labels("ABC"), labels("left,middle,right")
    (('A', 'B', 'C'), ('left', 'middle', 'right'))
    """
    text = as_typed(text)
    return tuple(text.split(",")) if "," in text else tuple(text)


def as_typed(text: str) -> str:
    """Return an argument in UTF-8, whatever the locale takes its bytes for."""
    try:
        return os.fsencode(text).decode("utf-8") if not text.isascii() else text
    except UnicodeError:
        raise ArgumentTypeError(f"{shown(text)} is not UTF-8") from None


def shard(text: str) -> tuple[int, int]:
    """Return which part is meant, counted from 0, and of how many.

    >>> shard("1/4")
    (0, 4)
    """
    found = re.fullmatch(r"(\d+)/(\d+)", text)
    if not found or not 1 <= number(found[1]) <= number(found[2]):
        raise ArgumentTypeError(f"{shown(text)} is no part: write 1/4, 2/4, 3/4 or 4/4 for each of four")
    return number(found[1]) - 1, number(found[2])


def threads(text: str) -> int | str:
    """Return how many threads are meant: "all", or a number.

    >>> threads("all"), threads("2^2")
    ('all', 4)
    """
    return text if text == "all" else number(text)


def add_threads(group: ArgumentParser | _ArgumentGroup) -> None:
    """Add the option that says how many threads work."""
    meaning = "how many threads to use, or all for one per processor (default: HANOI_FAST_THREADS, or 1)"
    group.add_argument("--threads", type=threads, metavar="N", help=meaning)


def add_pegs(parser: ArgumentParser) -> None:
    """Add the options that say how many pegs there are and what they are called."""
    group = parser.add_argument_group("pegs")
    group.add_argument("--pegs", type=number, metavar="N", help="how many pegs, 2 to 256 (default: 3)")
    add_arcs(group)
    named = group.add_mutually_exclusive_group()
    named.add_argument("--labels", type=labels, metavar="NAMES", help="the names of the pegs: ABC or left,middle,right")
    named.add_argument("--first-peg", type=number, metavar="N", help="the number of the first peg (default: 0)")


def add_arcs(parser: ArgumentParser | _ArgumentGroup) -> None:
    """Add the option that says between which pegs discs move."""
    parser.add_argument(
        "--arcs",
        metavar="ARCS",
        help="the allowed moves between pegs: linear, cyclic, ring, star, or 0-1,1-2,2>0 (default: complete)",
    )


def add_position(parser: ArgumentParser, tower: str = "", required: bool = True) -> None:
    """Add the options that say where the discs are and where they go; `tower` names one for a number of discs."""
    group = parser.add_argument_group("position")
    start = group.add_mutually_exclusive_group(required=required)
    if tower:
        optional = None if tower.startswith("-") else "?"
        what = "how many discs stand as a tower on the first peg"
        start.add_argument(tower, type=number, nargs=optional, metavar="DISCS", help=what)
    start.add_argument("--state", metavar="PEGS", help="the peg of each disc, the smallest disc first: 0,2,1,0")
    start.add_argument("--stacks", metavar="STACKS", help='the discs on each peg, from bottom to top: "3 2 1 | | "')
    group.add_argument(
        "--to",
        "--target",
        metavar="PEG|STATE",
        help="where the discs go: a peg, or a state or stacks written as above (default: the last peg)",
    )


class Naming:
    """How many pegs there are and what the user calls them: in what is read as in what is written."""

    def __init__(self, args: Namespace, pegs: int = 3) -> None:
        from ..streams.layouts import numbered, peg_labels

        self.pegs = checked_int(pegs if args.pegs is None else args.pegs, "pegs", 2, MOST_PEGS)
        first = None if args.first_peg is None else checked_int(args.first_peg, "first peg", 0)
        if args.labels is not None and len(args.labels) != self.pegs:
            raise ValueError(
                f"labels must name {self.pegs} pegs, not {len(args.labels)}: {shown(','.join(args.labels))}"
            )
        self.labels = peg_labels(self.pegs, args.labels, first)
        self.names = self.labels or numbered(self.pegs)
        self.printed = {"labels": args.labels, "first_peg": first}
        self.arcs = self.joined(args.arcs)

    def joined(self, text: str | None) -> str | set[tuple[int, int]]:
        """Return between which pegs discs move: a name, or the pairs that a list writes, ``-`` for both ways."""
        if text is None or not set("->") & set(text):
            return text or "complete"
        arcs = set()
        for item in text.split(","):
            found = re.fullmatch("([^->]+)([->])([^->]+)", item)
            if not found:
                raise ValueError(f"--arcs must be written as in 0-1,1-2,2>0, not {shown(item)}")
            source, target = (self.peg(name, "--arcs") for name in found.group(1, 3))
            arcs |= {(source, target), (target, source)} if found[2] == "-" else {(source, target)}
        return arcs

    def peg(self, name: str, what: str) -> int:
        """Return the peg of that name, counted from 0."""
        if name.strip() not in self.names:
            raise ValueError(f"{what} must be one of the pegs {self}, not {shown(name)}")
        return self.names.index(name.strip())

    def state(self, text: str, what: str) -> list[int]:
        """Return the state that a list of pegs writes, smallest disc first."""
        names = text.strip().removeprefix("[").removesuffix("]").strip()
        self.refuse_unseparated(names, what)
        places = enumerate(re.split(r"\s*,\s*|\s+", names) if names else [], 1)
        return [self.peg(name, f"{what}: disc {disc}") for disc, name in places]

    def refuse_unseparated(self, text: str, what: str) -> None:
        """Refuse the pegs of a state without anything between them, and show how to write it."""
        if len(text) > 1 and text not in self.names and all(character in self.names for character in text):
            raise ValueError(f"{what} must have a comma between two pegs: {shown(','.join(text))}, not {shown(text)}")

    def target(self, text: str | None) -> int | list[int] | None:
        """Return where to go: a peg, a state, or None for the last peg."""
        if text is None:
            return None
        if "|" in text:
            return state_of(stacks(text, "--to"), self.pegs)
        self.refuse_unseparated(text.strip(), "--to")
        several = "," in text or "[" in text or len(text.split()) > 1
        return self.state(text, "--to") if several else self.peg(text, "--to")

    def __str__(self) -> str:
        if self.printed["labels"] is None and self.pegs > 4:
            return f"{self.names[0]} to {self.names[-1]}"
        return ", ".join(self.names[:8]) + (", ..." if self.pegs > 8 else "")


def position(args: Namespace) -> tuple[Naming, int | list[int], int | list[int] | None]:
    """Return the names of the pegs, the state of the discs or how many are a tower, and their target."""
    if getattr(args, "discs", None) is not None:
        naming = Naming(args)
        start: int | list[int] = checked_int(args.discs, "discs", 0)
    elif args.stacks is None:
        naming = Naming(args)
        start = naming.state(args.state, "--state")
    else:
        piles = stacks(args.stacks, "--stacks")
        naming = Naming(args, pegs=len(piles))
        start = state_of(piles, naming.pegs)
    return naming, start, naming.target(args.to)


def stacks(text: str, what: str) -> list[list[int]]:
    """Return the discs on each peg, from bottom to top, as people write them.

    >>> stacks("3 2 | | 1", "--stacks")
    [[3, 2], [], [1]]
    """
    piles = [pile.replace(",", " ").split() for pile in text.split("|")]
    for disc in (disc for pile in piles for disc in pile):
        if not re.fullmatch("[0-9]{1,9}", disc):
            raise ValueError(f'{what} must be written as in "3 2 1 | | ": {shown(disc)} is not a disc')
    return [[int(disc) for disc in pile] for pile in piles]


def state_of(piles: list[list[int]], pegs: int) -> list[int]:
    """Return the state that the discs on each peg make."""
    from ..puzzle.states import state_from_stacks

    return state_from_stacks(piles, pegs).tolist()
