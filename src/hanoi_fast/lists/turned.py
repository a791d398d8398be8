"""Texts that are turned into others before they are read: plans into sentences, tables into those without remarks."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..puzzle.states import State
from .pegs import Pegs
from .plans import Plan, is_plan
from .remarks import table_with_remarks
from .texts import Text


class Turned:
    """The lines of a text, each turned into another by a function of the line and its number, to be read in pieces."""

    def __init__(self, text: Text, turn: Callable[[str, int], str]) -> None:
        self.text, self.turn, self.lines = text, turn, 0

    def read(self, size: int) -> bytes:
        """Return what about so many bytes are turned into, b"" at the end.

        Raises:
            ValueError: a line cannot be turned, or does not end.
        """
        text = self.text
        text.hold(size)
        end = text.data.rfind(b"\n", text.at) + 1
        if not end and text.at < len(text.data):
            raise ValueError(f"line {self.lines + 1} is longer than {size:,} bytes")
        lines = text.data[text.at : end].decode(errors="replace").split("\n")[:-1]
        text.at, before = max(end, text.at), self.lines
        self.lines += len(lines)
        return "".join(self.turn(line, before + i) + "\n" for i, line in enumerate(lines, 1)).encode()


class Prepared(NamedTuple):
    """A text as it is read, and the columns that were left out of it."""

    text: Text
    aside: tuple[str, ...] = ()


def prepared(text: Text, pegs: Pegs, start: State | None) -> Prepared:
    """Return a text, turned into another if it is a plan or a table with remarks; what is held shows what it is."""
    if start is not None and is_plan(text.data[:4096]):
        plan = Plan(text.data, start, pegs.count, pegs.first)
        pegs.first = plan.first
        return Prepared(Text(Turned(text, plan.sentence)))
    if table := table_with_remarks(text.data, pegs.words):
        return Prepared(Text(Turned(text, table.row)), tuple(table.aside.values()))
    return Prepared(text)
