"""How one move becomes bytes: the binary layouts, the named templates, and templates of one's own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from string import Formatter
from struct import pack
from typing import Literal, NamedTuple, TypeAlias

from ..checks import check_utf8, checked_int, shown
from ..puzzle.moves import DISC_TYPES, disc_type

# For type checkers: the names that an argument `layout` takes.
BinaryLayout: TypeAlias = Literal["pairs", "moves", "packed", "discs", "sums"]

BINARY = ("pairs", "moves", "packed", "discs", "sums")

TEMPLATES = {
    "text": "{source} {target}\n",
    "full": "{disc} {source} {target}\n",
    "csv": "{disc},{source},{target}\n",
    "tsv": "{disc}\t{source}\t{target}\n",
    "jsonl": "[{disc},{source},{target}]\n",
    "json": ",[{disc},{source},{target}]",
    "english": "Move disc {disc} from {source} to {target}\n",
    "italian": "Sposto da {source} a {target}\n",
    "arrows": "{source} --> {target}; ",
}

# What stands around the moves. Every move of a "json" file is written with a comma before it, and
# the header takes the place of the first one.
HEADERS = {"csv": b"disc,source,target\n", "tsv": b"disc\tsource\ttarget\n", "json": b"["}
DELIMITERS = {"csv": ",", "tsv": "\t"}
FOOTERS = {"json": b"]\n"}
SEPARATORS = {"json": b","}

FIELDS = ("disc", "source", "target")

MOST_TEMPLATE = 1 << 16  # characters of a template or a label
MOST_MOVE = 1 << 20  # characters of a move
DIGITS = re.compile("[0-9]+")

# Labels that are all numbers stay numbers in JSON, any others become strings.
JSON = {"json", "jsonl"}
JSON_NUMBER = re.compile("0|[1-9][0-9]*")

MOST_PACKED_PEGS = 16


class LayoutFields(NamedTuple):
    """What a layout is given by."""

    name: str
    dtype: str = ""
    columns: tuple[str, ...] = ()
    template: str = ""
    labels: tuple[str, ...] = ()


class Layout(LayoutFields):
    """How a move becomes bytes, for a puzzle of so many pegs and discs.

    A binary layout is an array: `dtype` and `columns` say of what, and `width` bytes make a move.
    A text layout has `template` and `labels` instead; its moves may differ in length.
    """

    @cached_property
    def binary(self) -> bool:
        """Whether the moves are rows of an array."""
        return not self.template

    @cached_property
    def shows_disc(self) -> bool:
        """Whether the bytes depend on which disc moves."""
        return "disc" in (self.columns or fields_of(self.template))

    @cached_property
    def width(self) -> int:
        """Bytes of a move, or 0 where moves differ in length."""
        if self.binary:
            return len(self.columns) * int(self.dtype[-1])
        return 0 if self.shows_disc or not self.even else len(self.encode(1, 0, 1))

    @cached_property
    def even(self) -> bool:
        """Whether the length of a move does not depend on its pegs."""
        # Each field adds a length of its own. Labels of equal lengths are not enough: "{source:>3}" counts characters.
        ends = [pair for peg in range(len(self.labels)) for pair in ((peg, 0), (0, peg))]
        return len({len(self.encode(1, *pair)) for pair in ends}) <= 1

    @property
    def header(self) -> bytes:
        """The bytes before the first move."""
        return HEADERS.get(self.name, b"")

    @property
    def footer(self) -> bytes:
        """The bytes after the last move."""
        return FOOTERS.get(self.name, b"")

    @property
    def separator(self) -> bytes:
        """The bytes that every move begins with, and that the first move goes without."""
        return SEPARATORS.get(self.name, b"")

    @cached_property
    def printed(self) -> tuple[str, ...]:
        """What stands in the text for each peg: its label, quoted where the format asks for it."""
        if self.name in JSON and not all(map(JSON_NUMBER.fullmatch, self.labels)):
            from json import dumps

            return tuple(map(dumps, self.labels))
        if self.name in DELIMITERS:
            return tuple(quoted(label, DELIMITERS[self.name]) for label in self.labels)
        return self.labels

    @property
    def number_width(self) -> int:
        """Bytes of a number, or 0 where it is written in decimal digits."""
        return int(self.dtype[-1]) if self.binary else 0

    def around_disc(self, source: int, target: int) -> list[bytes] | None:
        """Return the bytes of a move before, between and after the numbers of its disc.

        None where a number has a format of its own, and may be written in any way.
        """
        if self.binary:
            at, move = self.columns.index("disc") * self.number_width, self.encode(0, source, target)
            return [move[:at], move[at + self.number_width :]]
        pieces = self.template.split("{disc}")
        if "{{" in self.template or "}}" in self.template or any("disc" in fields_of(piece) for piece in pieces):
            return None
        ends = {"source": self.printed[source], "target": self.printed[target]}
        return [piece.format_map(ends).encode() for piece in pieces]

    def encode(self, disc: int, source: int, target: int) -> bytes:
        """Return the bytes of one move."""
        if self.template:
            named = {"disc": disc, "source": self.printed[source], "target": self.printed[target]}
            return self.template.format_map(named).encode()
        values = {
            "disc": disc,
            "source": source,
            "target": target,
            "packed": source << 4 | target,
            "sum": source + target + 2,
        }
        return pack("=" + DISC_TYPES[self.dtype] * len(self.columns), *(values[column] for column in self.columns))


def layout_for(name: str, discs: int, pegs: int, labels: Sequence[str] | None = None) -> Layout:
    """Return the layout of that name, or of that template, for a puzzle of `discs` and `pegs`.

    `labels` are what the pegs are called in text, by default 0, 1, ...

    Raises:
        TypeError: `name` or a label is not a string.
        ValueError: there is no such layout, the template cannot be used, the labels do not fit the
            pegs, or the layout cannot hold a puzzle with so many pegs.
    """
    if not isinstance(name, str):
        raise TypeError(f"a layout must be a str, not {shown(name)} ({type(name).__name__})")
    if name in BINARY:
        if labels is not None:
            raise ValueError(f"labels and first_peg are for text layouts; {name!r} is binary")
        return binary_layout(name, discs, pegs)
    if name not in TEMPLATES and not set("{}") & set(name):
        known = ", ".join((*BINARY, *TEMPLATES))
        raise ValueError(
            f"unknown layout {shown(name)}: use one of {known}, or a template with {{disc}}, {{source}} or {{target}}"
        )
    template = TEMPLATES.get(name, name)
    layout = Layout(name, template=template, labels=numbered(pegs) if labels is None else checked_labels(pegs, labels))
    if name not in TEMPLATES:
        check_template(layout)
    return layout


def binary_layout(name: str, discs: int, pegs: int) -> Layout:
    """Return the binary layout of that name."""
    if name == "pairs":
        return Layout(name, "u1", ("source", "target"))
    if name == "moves":
        return Layout(name, disc_type(discs), FIELDS)
    if name == "discs":
        return Layout(name, disc_type(discs), ("disc",))
    if name == "packed":
        if pegs > MOST_PACKED_PEGS:
            raise ValueError(f"layout 'packed' holds at most {MOST_PACKED_PEGS} pegs, not {pegs}")
        return Layout(name, "u1", ("packed",))
    if pegs != 3:
        raise ValueError(f"layout 'sums' is for 3 pegs, not {pegs}")
    return Layout(name, "u1", ("sum",))


def peg_labels(pegs: int, labels: Sequence[str] | None, first_peg: int | None) -> tuple[str, ...] | None:
    """Return the labels that a caller gives, in either of the two ways, or None if there are none."""
    if labels is None:
        return None if first_peg is None else numbered(pegs, checked_int(first_peg, "first_peg", 0))
    if first_peg is not None:
        raise ValueError("give labels or first_peg, not both")
    return checked_labels(pegs, labels)


def numbered(pegs: int, first: int = 0) -> tuple[str, ...]:
    """Return the labels of pegs that are numbered."""
    return tuple(str(first + peg) for peg in range(pegs))


def checked_labels(pegs: int, labels: Sequence[str]) -> tuple[str, ...]:
    """Return the labels of pegs, after it is found that each peg has one of its own."""
    named = tuple(labels) if isinstance(labels, Iterable) else (labels,)
    if not all(isinstance(label, str) for label in named):
        raise TypeError(f"labels must be strings, one a peg, not {shown(labels)}")
    if len(named) != pegs:
        raise ValueError(f"labels must be {pegs}, one a peg, not {len(named)} ({shown(labels)})")
    if len(set(named)) != pegs:
        raise ValueError(f"labels must differ, {shown(labels)} do not")
    for label in named:
        if len(label) > MOST_TEMPLATE:
            raise ValueError(f"a label has at most {MOST_TEMPLATE:,} characters, not {len(label):,}: {shown(label)}")
        check_utf8(label, "label")
    return named


def quoted(field: str, delimiter: str = ",") -> str:
    """Return a field of a CSV file, in quotes where it holds what would end it (RFC 4180).

    >>> quoted("A"), quoted('a "peg", left')
    ('A', '"a ""peg"", left"')
    """
    return '"{}"'.format(field.replace('"', '""')) if set(field) & {delimiter, *'"\r\n'} else field


def check_template(layout: Layout) -> None:
    """Refuse a template that does not give the bytes of a move, or more of them than a move may have."""
    text = layout.template
    if len(text) > MOST_TEMPLATE:
        raise ValueError(f"a template has at most {MOST_TEMPLATE:,} characters, not {len(text):,}: {shown(text)}")
    try:
        found = [(field, spec) for _, field, spec, _ in Formatter().parse(text) if field is not None]
    except ValueError as error:
        raise ValueError(f"template {shown(text)} has an unbalanced brace: {error}") from None
    for field, spec in found:
        if field not in FIELDS:
            raise ValueError(
                f"template {shown(text)} has an unknown field {shown(field)}; use {{disc}}, {{source}}, {{target}}"
            )
        if "{" in (spec or ""):
            raise ValueError(f"template {shown(text)} has a field within a field: {shown(spec)}")
    if not found:
        raise ValueError(f"template {shown(text)} has no field: use {{disc}}, {{source}}, {{target}}")
    refuse_long_moves(layout, [spec or "" for _, spec in found])
    try:
        layout.encode(1, 0, 1)
    except (ValueError, KeyError, IndexError) as error:
        raise ValueError(f"template {shown(text)} cannot be filled in: {error}") from None


def refuse_long_moves(layout: Layout, specs: list[str]) -> None:
    """Refuse a template whose moves may have more than 1 MiB: widths are read, not tried."""
    label = max(map(len, layout.labels))
    # A width or a precision; one of more than seven digits is too long whatever it says.
    widths = [int(digits) if len(digits) < 8 else MOST_MOVE for spec in specs for digits in DIGITS.findall(spec)]
    if (longest := len(layout.template) + len(specs) * label + sum(widths)) > MOST_MOVE:
        size = f"{'at least' if MOST_MOVE in widths else 'up to'} {longest:,} characters"
        raise ValueError(f"template {shown(layout.template)} makes moves of {size}, the most is {MOST_MOVE:,}")


def fields_of(template: str) -> list[str]:
    """Return the names of a template's fields, in order."""
    return [field for _, field, _, _ in Formatter().parse(template) if field is not None]
