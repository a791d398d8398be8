"""The header of a table: which column is what."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .roles import COUNTER, SOURCE, TARGET, Reading
from .shapes import NUMBER, WHITE, WORD, Token, class_of, tokens_of
from .words import COUNT, DISC, DISCS, FROM, TO, VERB

NAMED = re.compile(r"[^\W\d][\w .-]*")
COMMENT = re.compile(r"^\s*(?:#|//|--|%)\s*")
DELIMITERS = (",", ";", "|", "\t")
ROLES = {DISC: DISC, DISCS: DISC, FROM: SOURCE, TO: TARGET, COUNT: COUNTER, VERB: COUNTER}


def delimiter_of(line: str) -> str:
    """Return what stands between the cells of a line: a mark, or white space."""
    return next((mark for mark in DELIMITERS if mark in line), " ")


def cells_of(line: str, delimiter: str) -> list[str]:
    """Return the cells of a line."""
    if delimiter == " ":
        return line.split()
    cells = [cell.strip().strip("\"'") for cell in line.split(delimiter)]
    return cells[1:-1] if delimiter == "|" and len(cells) > 2 and not cells[0] and not cells[-1] else cells


def header_cells(line: str) -> list[str]:
    """Return the cells of a header, which may stand behind the mark of a comment."""
    line = COMMENT.sub("", line)
    return cells_of(line, delimiter_of(line))


def role_of(cell: str) -> str:
    """Return what a column of this name holds; an empty string if that is not known."""
    if cell == "#":
        return COUNTER
    if not NAMED.fullmatch(cell):
        return ""
    tokens = tokens_of(cell)
    said = [class_of(tokens, i) for i, token in enumerate(tokens) if token.kind == WORD]
    found = [ROLES[word] for word in said if word in ROLES]
    if not all(said):
        return ""
    if SOURCE in found or TARGET in found:
        found = [role for role in found if role != COUNTER]  # "move from"; but "disc-from" may have been two columns
    return found[0] if len(set(found)) == 1 else ""


def header_roles(line: str, wide: int) -> list[str] | None:
    """Return the role of each of so many columns by a header, None if the line is none.

    >>> header_roles("step,Disk,FROM_PEG,to", 4)
    ['counter', 'disc', 'source', 'target']
    """
    cells = header_cells(line)
    roles = [role_of(cell) for cell in cells]
    unknown = [cell for cell, role in zip(cells, roles, strict=True) if not role]
    if any(unknown) or len(unknown) > 1:
        return None  # what a column holds that has no known name may matter
    if TARGET not in roles or not {SOURCE, DISC} & set(roles):
        return None
    if any(roles.count(role) > 1 for role in (SOURCE, TARGET, DISC)):
        return None
    roles = [role or COUNTER for role in roles]  # an index
    if len(roles) == wide - 1 and delimiter_of(line) == " ":  # an index without a name
        roles.insert(0, COUNTER)
    return roles if len(roles) == wide else None


def may_head(line: str) -> bool:
    """Return whether a line has no more than names in it."""
    return len(line) <= 200 and not re.search(r"[0-9>=:]", line)


def is_header(line: str) -> bool:
    """Return whether a line is a header, of however many columns."""
    return may_head(line) and header_roles(line, len(header_cells(line))) is not None


def tells_columns(text: bytes) -> bool:
    """Return whether a text is a header and nothing else: with the disc, for source and target may be names of pegs."""
    line = text.decode(errors="replace").strip()
    return "\n" not in line and is_header(line) and columns_of(line) == 3


def reading_by(header: str, tokens: Sequence[Token], places: Sequence[int]) -> Reading | None:
    """Return the reading of a row by the header above it."""
    text = "".join(token.text for token in tokens)
    delimiter = delimiter_of(text)
    wide = len(cells_of(text, delimiter))
    roles = header_roles(header, wide)
    if roles is None:
        return None
    column, columns = 0, []
    for i, token in enumerate(tokens):
        if token.text == delimiter or (delimiter == " " and token.kind == WHITE):
            column += 1
        elif i in places:
            columns.append(column)
    if delimiter == "|" and tokens[0].text == "|":
        columns = [column - 1 for column in columns]
    if sorted(columns) != list(range(wide)):
        return None
    if any(
        roles[column] in (DISC, COUNTER) and tokens[i].kind != NUMBER for i, column in zip(places, columns, strict=True)
    ):
        return None
    return tuple(roles[column] for column in columns)


def columns_of(header: str) -> int:
    """Return how many columns of a move a header names: 3 with the disc, else 2."""
    return sum(role_of(cell) in (DISC, SOURCE, TARGET) for cell in header_cells(header))
