"""The rows of a benchmark as people and machines read them: a table, CSV, JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, astuple, fields
from datetime import datetime, timezone

from ..quantities import spoken, three
from .machine import machine
from .timing import Row

HEADS = ("contender", "moves/s", "spread", "ns a move", "x recursion", "bytes", "memory", "of its limit")
SIZES = ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB"))
LEGEND = """\
Medians of runs in turn; spread: the run farthest off. Bytes: of a move. Memory: the peak of a run.
A limit counts as many moves as would fill its bytes. Nothing is extrapolated."""


def sized(size: int) -> str:
    """Return an amount of memory.

    >>> sized(64), sized(104 << 20)
    ('64 B', '104 MiB')
    """
    unit, name = next((pair for pair in SIZES if size >= pair[0]), (1, "B"))
    return f"{three(size / unit)} {name}"


def cells(row: Row) -> tuple[str, ...]:
    """Return what stands in the columns of a row."""
    if row.seconds is None or row.low is None or row.high is None:
        return (row.contender, *[""] * (len(HEADS) - 2), row.note)
    spread = max(row.high - row.seconds, row.seconds - row.low) / row.seconds
    limit = f"{row.percent:.0f} % of {row.limit.removeprefix('limit: ')}" if row.percent is not None else ""
    return (
        row.contender,
        spoken(row.moves_per_second or 0),
        f"±{spread:.0%}",
        three(row.ns_per_move or 0),
        three(row.times_recursion) if row.times_recursion is not None else "",
        str(row.bytes_per_move),
        sized(row.memory or 0),
        f"{limit}{'; ' if limit and row.note else ''}{row.note}",
    )


def table_lines(rows: Sequence[Row]) -> Iterator[str]:
    """Yield the lines of the table, grouped by what is timed."""
    grid = [HEADS, *map(cells, rows)]
    widths = [max(len(line[column]) for line in grid) for column in range(len(HEADS) - 1)]
    yield aligned(HEADS, widths)
    timed = ""
    for row, line in zip(rows, grid[1:], strict=True):
        if row.timed != timed:
            timed = row.timed
            yield f"-- {timed}"
        yield aligned(line, widths)
    yield ""
    yield LEGEND


def aligned(line: Sequence[str], widths: Sequence[int]) -> str:
    """Return a line with its first column to the left, its last as long as it is, the others to the right."""
    first, *numbers, last = line
    middle = (f"{number:>{width}}" for number, width in zip(numbers, widths[1:], strict=True))
    return "  ".join([f"{first:<{widths[0]}}", *middle, last]).rstrip()


def csv_text(rows: Iterable[Row]) -> str:
    """Return the rows as CSV, one column for each field."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(field.name for field in fields(Row))
    writer.writerows(map(astuple, rows))
    return out.getvalue()


def json_text(rows: Iterable[Row], quick: bool) -> str:
    """Return the rows as JSON, with the machine they were measured on."""
    when = datetime.now(timezone.utc).isoformat(timespec="seconds")
    found = {"when": when, "machine": machine(), "quick": quick, "rows": [asdict(row) for row in rows]}
    return json.dumps(found, indent=1, ensure_ascii=False) + "\n"
