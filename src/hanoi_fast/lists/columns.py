"""Moves in columns: tables of Arrow, and arrays of Python's objects. Pegs may be numbers or names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..checks import shown
from .parsing import MoveList
from .roles import SOURCE, TARGET
from .sources import Blocks, Source, source_of_items
from .tables import role_of
from .words import DISC

COLUMNS = (DISC, SOURCE, TARGET)


def source_of_columns(
    schema: Any, batches: Iterable[Any], pegs: int, first_peg: int | None, labels: Sequence[str] | None, *ends: Any
) -> Source:
    """Return record batches as a source; the names of the columns say what they hold.

    Raises:
        ValueError: source or target is missing or there twice, a column holds neither whole numbers nor text, or a row
            has nothing in it.
    """
    names = columns_in(schema.names)
    kinds = {role: kind_of(str(schema.field(name).type), name) for role, name in names.items()}
    if kinds.get(DISC) == "text" or kinds[SOURCE] != kinds[TARGET]:
        raise ValueError("discs must be numbers, and pegs all numbers or all names")
    if kinds[SOURCE] == "text" or first_peg is not None:
        return MoveList(Lines(rows_of(batches, list(names.values()))), pegs, first_peg, labels, *ends)
    if labels is not None:
        raise ValueError("labels are for pegs that are names, and these columns have numbers")
    return Blocks(blocks_of(batches, list(names.values())), len(names))


def columns_in(names: Sequence[str]) -> dict[str, str]:
    """Return which column is the disc, if any is, the source and the target."""
    found: dict[str, str] = {}
    for name in names:
        role = role_of(name)
        if role in COLUMNS:
            if role in found:
                raise ValueError(f"two columns may be the {role}: {found[role]} and {name}")
            found[role] = name
    if not {SOURCE, TARGET} <= found.keys():
        raise ValueError(f"it must have the columns source and target, not {', '.join(names)}")
    return {role: found[role] for role in COLUMNS if role in found}


def kind_of(arrow_type: str, name: str) -> str:
    """Return whether a column holds whole numbers or text, by the name of its type."""
    if arrow_type.startswith(("int", "uint")):
        return "number"
    if "string" in arrow_type:
        return "text"
    raise ValueError(f"column {name} must hold whole numbers or text, not {arrow_type}")


def columns_of(batches: Iterable[Any], names: Sequence[str]) -> Iterator[list[Any]]:
    """Yield the columns of each batch; all their rows must hold something."""
    rows = 0
    for batch in batches:
        columns = [batch.column(name) for name in names]
        for name, column in zip(names, columns, strict=True):
            if column.null_count:
                row = rows + column.is_null().to_pylist().index(True)
                raise ValueError(f"row {row} has nothing in column {name}")
        rows += batch.num_rows
        yield columns


def blocks_of(batches: Iterable[Any], names: Sequence[str]) -> Iterator[NDArray[Any]]:
    """Yield the columns as rows of numbers."""
    for columns in columns_of(batches, names):
        yield np.stack([column.to_numpy() for column in columns], axis=1)


def rows_of(batches: Iterable[Any], names: Sequence[str]) -> Iterator[Sequence[Any]]:
    """Yield the rows."""
    for columns in columns_of(batches, names):
        yield from zip(*(column.to_pylist() for column in columns), strict=True)


class Lines:
    """Rows as a text with a line for each."""

    def __init__(self, rows: Iterator[Sequence[Any]]) -> None:
        self.rows = rows

    def read(self, size: int) -> bytes:
        """Return lines of about so many bytes, b"" at the end."""
        lines, length = [], 0
        for row in self.rows:
            lines.append("\t".join(map(str, row)) + "\n")
            length += len(lines[-1])
            if length >= size:
                break
        return "".join(lines).encode()


def source_of_objects(
    moves: NDArray[Any], pegs: int, first_peg: int | None, labels: Sequence[str] | None, *ends: Any
) -> Source:
    """Return an array of Python's objects as a source: of ints, or of ints and the names of pegs."""
    if moves.ndim != 2 or moves.shape[1] not in (2, 3):
        raise ValueError(f"an array of moves must have the shape (N, 2) or (N, 3), not {moves.shape}")
    rows = moves.tolist()
    if not any(isinstance(peg, str) for row in rows for peg in row):
        return source_of_items(rows)
    wrong = next((row for row in rows if not all(isinstance(peg, str) for peg in row[-2:])), None)
    if wrong is not None:
        raise TypeError(f"pegs must be all names or all ints, not {shown(wrong)}")
    return MoveList(Lines(iter(rows)), pegs, first_peg, labels, *ends)
