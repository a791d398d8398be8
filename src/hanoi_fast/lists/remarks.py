"""Tables with columns that say nothing of a move, as times and remarks: read without them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ..checks import shown
from .shapes import NAME, NUMBER, WORD, class_of, tokens_of
from .tables import DELIMITERS, NAMED, cells_of, delimiter_of, header_cells, header_roles, may_head, role_of
from .words import rank_of

HEAD = 20  # lines among which a header stands
DELIMITED = re.compile(f"[{''.join(DELIMITERS)}]".encode())


class Table(NamedTuple):
    """A table of which some columns are left out."""

    line: int  # of the header, from 1
    delimiter: str
    wide: int
    aside: dict[int, str]  # the columns that are left out, and their names
    labels: tuple[str, ...]

    def row(self, line: str, number: int) -> str:
        """Return a line without the columns that are left out.

        Raises:
            ValueError: it has another number of columns, or what is left out may be a disc or a peg.
        """
        if number < self.line or self.delimiter not in line:
            return line
        cells = line.split(self.delimiter)
        first = len(cells) - len(cells_of(line, self.delimiter)) >> 1  # 1 with a | at both ends
        if len(cells) - 2 * first != self.wide:
            what = shown(line.strip())
            raise ValueError(f"line {number} does not have the {self.wide} columns of the header: {what}")
        for column, name in self.aside.items():
            cell = cells[column + first].strip()
            if number > self.line and may_be_read(cell, self.labels):
                raise ValueError(f"line {number} has {shown(cell)} in column {name}, which may be a disc or a peg")
        return self.delimiter.join(cell for i, cell in enumerate(cells) if i - first not in self.aside)


def table_with_remarks(data: bytes, labels: tuple[str, ...]) -> Table | None:
    """Return the table in a text if some of its columns have names that say nothing of a move."""
    *lines, rest = data.split(b"\n", HEAD)
    if not DELIMITED.search(data, 0, len(data) - len(rest)):
        return None
    for i, raw in enumerate(lines):
        line = raw.decode(errors="replace")
        delimiter = delimiter_of(line)
        if delimiter == " " or not may_head(line):
            continue
        cells = header_cells(line)
        if (aside := columns_aside(cells)) and _heads(cells, delimiter, lines[i + 1 :]):
            return Table(i + 1, delimiter, len(cells), aside, labels)
    return None


def columns_aside(cells: Sequence[str]) -> dict[int, str]:
    """Return the columns whose names say nothing of a move, where the others are those of a move.

    >>> columns_aside(["disk", "time", "from", "to"]), columns_aside(["name", "time"])
    ({1: 'time'}, {})
    """
    aside = {i: cell for i, cell in enumerate(cells) if NAMED.fullmatch(cell) and not role_of(cell)}
    known = [cell for i, cell in enumerate(cells) if i not in aside]
    return aside if header_roles(",".join(known), len(known)) else {}


def _heads(cells: Sequence[str], delimiter: str, lines: Sequence[bytes]) -> bool:
    """Return whether rows follow a header, and have none of its words as a cell, where these are names of pegs."""
    rows = [cells_of(line.decode(errors="replace"), delimiter) for line in lines if delimiter.encode() in line]
    return bool(rows) and not {cell.lower() for row in rows for cell in row} & {cell.lower() for cell in cells if cell}


def may_be_read(cell: str, labels: tuple[str, ...] = ()) -> bool:
    """Return whether a cell may be one number or one peg, or is cut in the middle.

    >>> may_be_read("disk 2"), may_be_read("left"), may_be_read("0.25"), may_be_read("well done")
    (True, True, False, False)
    """
    tokens = tokens_of(cell, labels)
    values = unknown = 0
    for i, token in enumerate(tokens):
        if token.kind in (NUMBER, NAME) or (token.kind == WORD and _is_peg(token.text)):
            values += 1
        elif token.kind == WORD and not class_of(tokens, i):
            unknown += 1
    return (values == 1 and not unknown) or cell.count('"') % 2 == 1


def _is_peg(word: str) -> bool:
    return len(word) == 1 or rank_of({word.lower()}) is not None
