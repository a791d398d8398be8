"""What a file says of itself: the puzzle, the moves of it, how they are written, and a checksum; as JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from .._version import __version__
from ..checks import MOST_DISCS, MOST_PEGS, check_utf8, shown
from ..puzzle.graphs import Graph
from ..puzzle.routes import GATHERED, LISTED, SEARCHED, Route, is_tower
from ..streams.checksums import document_crc32
from ..streams.documents import Document
from ..streams.templates import MOST_TEMPLATE
from .formats import Format

LARGEST = 1 << 26  # bytes of a description; larger ones are neither written nor read
SAFE = 1 << 53  # JavaScript, and many readers of JSON, round numbers from here on
LONG_NUMBER = 1 << 13  # bits: Python reads and writes none of more than 4300 digits, but in hex
WRITTEN = re.compile("0x[0-9a-f]+|[0-9]{1,4300}")

# The first version had no arcs: all pegs were joined.
USUAL = {"arcs": "complete"}

# What may differ between two descriptions of the same moves in the same format.
CHANGING = {"complete", "version"}


Check = Callable[[Any, str], Any]


class NotADescription(ValueError):
    """JSON of something else, or none at all."""


def describe(document: Document, form: Format) -> dict[str, Any]:
    """Return what is to be known of a document.

    `bytes` and `crc32` are those of the document, before compression or an Arrow container.
    """
    route, layout = document.rendering.route, document.rendering.layout
    return {
        "package": "hanoi_fast",
        "version": __version__,
        "discs": route.discs,
        "pegs": route.pegs,
        "arcs": written_arcs(route.graph),
        "source": peg_or_state(route.start),
        "target": peg_or_state(route.state(route.count)),
        **how_found(route),
        "first_step": document.first,
        "count": document.stop - document.first,
        "layout": form.layout,
        "labels": None if layout.binary else list(layout.labels),
        "container": form.container.name,
        "compression": form.compression_name,
        "bytes": document.nbytes,
        "crc32": f"{document_crc32(document):08x}",
        "complete": False,
    }


def how_found(route: Route) -> dict[str, Any]:
    """Return what says which way it is, where start and target do not: all its moves, or that it is a short one."""
    if route.found in (SEARCHED, LISTED):
        return {"moves": [list(route.move(step)) for step in range(route.count)]}
    return {"exact": False} if route.found == GATHERED else {}


def written_arcs(graph: Graph | None) -> str | list[list[int]]:
    """Return between which pegs discs move: a name, or pairs in rising order."""
    return "complete" if graph is None else graph.name or [list(arc) for arc in sorted(graph.arcs)]


def peg_or_state(state: Any) -> int | list[int]:
    """Return the peg of a tower, or the pegs of all discs, smallest first."""
    return state[0] if state and is_tower(state) else list(state)


def encoded(description: dict[str, Any]) -> str:
    """Return a description as JSON.

    Raises:
        ValueError: it is too long for anyone to read it again.
    """
    text = json.dumps({key: json_value(value) for key, value in description.items()}, indent=1) + "\n"
    if len(text) > LARGEST:
        raise ValueError(f"a description has at most {LARGEST} bytes, that of {description['discs']} discs {len(text)}")
    return text


def json_value(value: Any) -> Any:
    """Return a value as any reader of JSON gets it back: large numbers as strings, very large ones in hex."""
    if type(value) is not int or value < SAFE:
        return value
    return str(value) if value.bit_length() < LONG_NUMBER else hex(value)


def decoded(text: bytes, name: str, further: Mapping[str, Check] = MappingProxyType({})) -> dict[str, Any]:
    """Return the description that some JSON is, each field checked; `name` is for errors, `further` for other fields.

    Raises:
        NotADescription: it is not one of ours.
        ValueError: it is cut, or a field is none that we write.
    """
    try:
        description = json.loads(text)
    except (ValueError, RecursionError) as error:
        ours = b'"hanoi_fast"' in text[:1000]
        reason = "is cut or damaged" if ours else "does not describe a file of hanoi_fast"
        raise (ValueError if ours else NotADescription)(
            f"{name} {reason}: {str(error).partition(chr(10))[0]}"
        ) from None
    if not isinstance(description, dict) or description.get("package") != "hanoi_fast":
        raise NotADescription(f"{name} does not describe a file of hanoi_fast")
    description = {**USUAL, **description}
    for key in FIELDS:
        if key not in description and key not in OPTIONAL:
            raise ValueError(f"{name} does not say its {key!r}")
    for key in description:
        if key not in FIELDS and key not in further:
            raise ValueError(f"{name} cannot be: it has a field {shown(key)}, which this version does not know")
    try:
        return {key: (FIELDS.get(key) or further[key])(value, key) for key, value in description.items()}
    except ValueError as error:
        raise ValueError(f"{name} cannot be: {error}") from None


def disagreement(known: dict[str, Any], right: dict[str, Any]) -> str | None:
    """Return the first thing that a description says otherwise than the right one, or None."""
    return next((key for key in right if key not in CHANGING and known.get(key) != right[key]), None)


# ---- what a field may be ----


def number(value: Any, key: str) -> int:
    """Return a number, which may be written as a string."""
    if isinstance(value, str) and WRITTEN.fullmatch(value):
        return int(value, 16) if value.startswith("0x") else int(value)
    if type(value) is not int:
        raise ValueError(f"{key} must be a number, not {shown(value)}")
    if value < 0:
        raise ValueError(f"{key} must be at least 0, not {shown(value)}")
    return value


def discs(value: Any, key: str) -> int:
    """Return a number of discs that a puzzle may have."""
    many = number(value, key)
    if many > MOST_DISCS:
        raise ValueError(f"{key} must be at most {MOST_DISCS}, not {shown(many)}")
    return many


def within(low: int, high: int) -> Check:
    """Return the check of a number between two limits, both included."""

    def check(value: Any, key: str) -> int:
        if type(value) is not int or not low <= value <= high:
            raise ValueError(f"{key} must be between {low} and {high}, not {shown(value)}")
        return value

    return check


def pegs_of_discs(value: Any, key: str) -> int | list[int]:
    """Return a peg, or the peg of each disc."""
    if type(value) is int:
        return PEG(value, key)
    if not isinstance(value, list):
        raise ValueError(f"{key} must be a peg or a list of pegs, not {shown(value)}")
    if any(type(peg) is not int or not 0 <= peg < MOST_PEGS for peg in value):
        raise ValueError(f"{key} must be of pegs between 0 and {MOST_PEGS - 1}, not {shown(value)}")
    return value


def text_up_to(longest: int) -> Check:
    """Return the check of a string that can be written."""

    def check(value: Any, key: str) -> str:
        if not isinstance(value, str) or len(value) > longest:
            raise ValueError(f"{key} must be a text of at most {longest} characters, not {shown(value)}")
        check_utf8(value, key)
        return value

    return check


def arcs(value: Any, key: str) -> str | list[list[int]]:
    """Return between which pegs discs move: a name, or pairs of pegs."""
    if isinstance(value, str):
        return NAME(value, key)
    pairs = value if isinstance(value, list) and len(value) <= MOST_PEGS**2 else [None]
    if not all(isinstance(pair, list) and len(pair) == 2 for pair in pairs):
        raise ValueError(f"{key} must be a name or a list of pairs of pegs, not {shown(value)}")
    return [[PEG(peg, "each peg of arcs") for peg in pair or ()] for pair in pairs]


def labels(value: Any, key: str) -> list[str] | None:
    """Return the labels of pegs, or None for a binary layout."""
    if value is None:
        return None
    if not isinstance(value, list) or len(value) > MOST_PEGS:
        raise ValueError(f"{key} must be a list of at most {MOST_PEGS} labels, not {shown(value)}")
    return [NAME(label, "each of the labels") for label in value]


def checksum(value: Any, key: str) -> str:
    """Return a CRC-32 as eight digits."""
    if not isinstance(value, str) or not re.fullmatch("[0-9a-f]{8}", value):
        raise ValueError(f"{key} must be 8 hexadecimal digits, not {shown(value)}")
    return value


def truth(value: Any, key: str) -> bool:
    """Return true or false."""
    if not isinstance(value, bool):
        raise ValueError(f"{key} must be true or false, not {shown(value)}")
    return value


def list_of_moves(value: Any, key: str) -> list[list[int]]:
    """Return moves as rows of disc, source and target; whether they are legal is found when they are made."""
    rows: list[Any] = value if isinstance(value, list) else [None]
    for row in rows:
        if not isinstance(row, list) or len(row) != 3 or any(type(number) is not int for number in row):
            raise ValueError(f"{key} must be rows of disc, source and target, not {shown(value)}")
    return rows


PEG, NAME = within(0, MOST_PEGS - 1), text_up_to(MOST_TEMPLATE)

FIELDS: dict[str, Check] = {
    "package": NAME,
    "version": text_up_to(100),
    "discs": discs,
    "pegs": within(2, MOST_PEGS),
    "arcs": arcs,
    "source": pegs_of_discs,
    "target": pegs_of_discs,
    "moves": list_of_moves,
    "exact": truth,
    "first_step": number,
    "count": number,
    "layout": NAME,
    "labels": labels,
    "container": NAME,
    "compression": NAME,
    "bytes": number,
    "crc32": checksum,
    "complete": truth,
}

# Only of what was searched or gathered on many pegs.
OPTIONAL = {"moves", "exact"}
