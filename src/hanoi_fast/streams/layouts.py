"""How one move becomes bytes: the binary layouts, the named templates, and templates of one's own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from struct import pack
from typing import Any, Literal, NamedTuple, TypeAlias

from ..checks import check_utf8, checked_int, shown
from ..puzzle.moves import DISC_TYPES, disc_type
from .templates import (
    DELIMITERS,
    FIELDS,
    FOOTERS,
    HEADERS,
    JSON,
    JSON_NUMBER,
    MOST_TEMPLATE,
    SEPARATORS,
    TEMPLATES,
    check_fields,
    fields_of,
    quoted,
)

# For type checkers: the names that an argument `layout` takes.
BinaryLayout: TypeAlias = Literal["pairs", "moves", "packed", "discs", "sums", "steps"]

BINARY = ("pairs", "moves", "packed", "discs", "sums", "steps")

MOST_PACKED_PEGS = 16

# Steps count from the first move of the whole solution: a slice goes on with its numbers.
STEP_TYPE, MOST_STEPS = "u8", 1 << 64
MOST_DIGITS = 200  # of a step in a text: the checksum of more takes more than a second


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
    def steps(self) -> int:
        """How often the number of its step stands in a move."""
        return list(self.columns or fields_of(self.template)).count("step")

    def type_of(self, column: str) -> str:
        """Return the dtype of a column."""
        return STEP_TYPE if column == "step" else self.dtype

    @cached_property
    def row_type(self) -> Any:
        """What numpy makes the dtype of the array of: with steps, fields of different types."""
        types = [(column, self.type_of(column)) for column in self.columns]
        return types if self.steps and len(types) > 1 else types[0][1]

    @property
    def row_shape(self) -> tuple[int, ...]:
        """The shape of a move in the array."""
        return () if len(self.columns) == 1 or self.steps else (len(self.columns),)

    @cached_property
    def width(self) -> int:
        """Bytes of a move, or 0 where moves differ in length."""
        if self.binary:
            return sum(int(self.type_of(column)[-1]) for column in self.columns)
        return 0 if self.shows_disc or self.steps or not self.even else len(self.encode(1, 0, 1))

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
            before = self.columns[: self.columns.index("disc")]
            at, move = sum(int(self.type_of(column)[-1]) for column in before), self.encode(0, source, target)
            return [move[:at], move[at + self.number_width :]]
        pieces = self.template.split("{disc}")
        if "{{" in self.template or "}}" in self.template:  # a brace that is none may have been cut in two
            return None
        if any({"disc", "step"} & set(fields_of(piece)) for piece in pieces):
            return None
        ends = {"source": self.printed[source], "target": self.printed[target]}
        return [piece.format_map(ends).encode() for piece in pieces]

    def encode(self, disc: int, source: int, target: int, step: int = 0) -> bytes:
        """Return the bytes of one move."""
        if self.template:
            named = {"step": step, "disc": disc, "source": self.printed[source], "target": self.printed[target]}
            return self.template.format_map(named).encode()
        values = {
            "step": step,
            "disc": disc,
            "source": source,
            "target": target,
            "packed": source << 4 | target,
            "sum": source + target + 2,
        }
        letters = (DISC_TYPES[self.type_of(column)] for column in self.columns)
        return pack("=" + "".join(letters), *(values[column] for column in self.columns))


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
            f"unknown layout {shown(name)}: use one of {known}, "
            "or a template with {step}, {disc}, {source} or {target}"
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
        return Layout(name, disc_type(discs), FIELDS[1:])
    if name == "steps":
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


def check_template(layout: Layout) -> None:
    """Refuse a template that does not give the bytes of a move, or more of them than a move may have."""
    check_fields(layout.template, layout.labels)
    try:
        layout.encode(1, 0, 1)
    except (ValueError, KeyError, IndexError) as error:
        raise ValueError(f"template {shown(layout.template)} cannot be filled in: {error}") from None


def check_steps(layout: Layout, stop: int) -> None:
    """Refuse steps up to `stop` that are too large for a layout that shows them."""
    if layout.steps and stop > (MOST_STEPS if layout.binary else 10**MOST_DIGITS):
        most = "2**64" if layout.binary else f"10**{MOST_DIGITS}"
        raise ValueError(f"layout {shown(layout.name)} holds steps below {most}, and these end at {shown(stop)}")
