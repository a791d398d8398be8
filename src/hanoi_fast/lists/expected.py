"""A list that is the expected solution, as far as it is: its bytes are compared with what they should be.

The shortest moves are rendered in the list's own shape, which is many times faster than reading a list. Where the first
byte differs, reading goes on as with any other list.
"""

from __future__ import annotations

from typing import NamedTuple

from ..face.solution import Solution
from ..face.solving import solve
from ..kernels.agreement import agree
from ..puzzle.graphs import Graph
from ..puzzle.routes import is_tower
from ..puzzle.states import State
from ..streams.documents import Document
from .detecting import Found
from .texts import LONGEST, Text
from .ways import Way

PIECE = 1 << 19  # bytes compared at a time: they stay in the caches


class Template(NamedTuple):
    """How a list writes its moves: a template for a layout, what it calls each peg, and its lines a move."""

    text: str
    labels: tuple[str, ...]
    lines: int


class Agreed(NamedTuple):
    """How many moves of a solution a text has, as they should be."""

    solution: Solution
    step: int


def template_of(found: Found, way: Way, data: bytes, labels: tuple[str, ...] | None) -> Template | None:
    """Return a list's own way of writing a move, None if not all its moves may be written so."""
    if labels is None or set(way.reading) - {"disc", "source", "target"} or way.glued or len(found.items) < 2:
        return None
    item, fields = found.items[0], dict(zip(way.places, way.reading, strict=True))
    parts = [
        f"{{{fields[i]}}}" if i in fields else token.text.replace("{", "{{").replace("}", "}}")
        for i, token in enumerate(found.tokens[0])
    ]
    behind = {data[each.high : each.end] for each in found.items[:3]}
    if len(behind) > 1:
        return None
    text = "".join((*parts, data[item.high : item.end].decode()))
    return Template(text, labels, text.count("\n"))


def agreed(text: Text, template: Template, start: State, goal: State, pegs: int, graph: Graph | None) -> Agreed | None:
    """Go over all moves in a text that are those of the shortest way; None if there is no such way to tell."""
    solution = supposed(start, goal, pegs, graph)
    if solution is None:
        return None
    document = solution.open(template.text, labels=template.labels).document
    line = text.line_at(text.at)
    place = compared(text, document)
    step = document.step_at(place)
    if step is None:
        step = solution.count
    text.at -= place - document.rendering.offset(step)
    text.line = line + template.lines * step - text.data.count(b"\n", 0, text.at)
    return Agreed(solution, step)


def supposed(start: State, goal: State, pegs: int, graph: Graph | None) -> Solution | None:
    """Return the shortest way, which a long list may well be, if it is known without a search."""
    towers = is_tower(start.tobytes()) and is_tower(goal.tobytes())
    if not (towers or pegs == 3):
        return None
    try:
        return solve(start, goal, pegs=pegs, arcs="complete" if graph is None else graph.name or graph.arcs)
    except ValueError:  # there is no way
        return None


def compared(text: Text, document: Document) -> int:
    """Return how many bytes of a document a text has from here on, and stand behind them; lines are not counted."""
    wanted = bytearray(PIECE)
    place, before = 0, b""
    piece = memoryview(text.data)[text.at :]
    while len(piece):
        for low in range(0, len(piece), PIECE):
            part = piece[low : low + PIECE]
            size = document.read_into(memoryview(wanted)[: len(part)], place)
            same = agree(part, memoryview(wanted)[:size])
            place += same
            if same < len(part):
                _hold(text, before + bytes(piece), len(before) + low + same)
                return place
        before = bytes(piece[-LONGEST:])
        piece = memoryview(text.file.read(PIECE)) if not text.ended else memoryview(b"")
        text.size += len(piece)
    _hold(text, before, len(before))
    return place


def _hold(text: Text, data: bytes, at: int) -> None:
    text.data, text.at = data, at
    text.cut = not text.ended and not data.endswith(b"\n")
