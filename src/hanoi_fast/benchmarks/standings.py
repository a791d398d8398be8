"""The rows of a benchmark as people and machines read them: a table, CSV, JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, fields

from ..quantities import spoken, three
from .amounts import off, sized
from .machine import machine, now
from .rows import Row, headline
from .tables import aligned

HEADS = ("contender", "moves/s", "spread", "ns a move", "x recursion", "bytes", "memory", "of its limit")
SIDES = "lrrrrrrl"
LEGEND = """\
Medians of runs in turn; spread: the run farthest off. Bytes: of a move. Memory: the peak of a run.
Ratios: medians over the rounds, which had both side by side, with the smallest and the largest.
A limit counts as many moves as would fill its bytes. Nothing is extrapolated."""


def cells(row: Row) -> tuple[str, ...]:
    """Return what stands in the columns of a row."""
    found = row.found
    if found is None:
        return (row.contender, *[""] * (len(HEADS) - 2), row.note)
    return (
        row.contender,
        spoken(row.moves_per_second or 0),
        off(found),
        three(row.ns_per_move or 0),
        three(row.times_recursion) if row.times_recursion is not None else "",
        str(row.bytes_per_move),
        sized(row.memory or 0),
        "; ".join(filter(None, (of_limit(row), row.note))),
    )


def of_limit(row: Row) -> str:
    """Return how much of its limit a row reached."""
    if row.percent is None or row.percent_low is None or row.percent_high is None:
        return ""
    share = f"{row.percent:.0f} % ({row.percent_low:.0f}–{row.percent_high:.0f})"
    return f"{share} of {row.limit.removeprefix('limit: ')}"


def grouped(rows: Sequence[Row], cells: Callable[[Row], tuple[str, ...]], head: str = "") -> Iterator[tuple[str, ...]]:
    """Yield the cells of rows, group by group, before each group a line that says what is timed."""
    for timed in dict.fromkeys(row.timed for row in rows):
        yield (f"{head}{timed}",)
        yield from (cells(row) for row in rows if row.timed == timed)


def table_lines(rows: Sequence[Row]) -> Iterator[str]:
    """Yield the lines of the table, grouped by what is timed, with the headline under it."""
    yield from aligned([HEADS, *grouped(rows, cells, "-- ")], SIDES)
    yield ""
    yield LEGEND
    if said := headline(rows):
        yield f"\n{said}"


def csv_text(rows: Iterable[Row]) -> str:
    """Return the rows as CSV, one column for each field."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(field.name for field in fields(Row))
    for row in rows:
        values = asdict(row) | {"times": " ".join(map(str, row.times))}
        writer.writerow(values.values())
    return out.getvalue()


def json_text(rows: Iterable[Row], quick: bool) -> str:
    """Return the rows as JSON, with the machine they were measured on."""
    found = {"when": now(), "machine": machine(), "quick": quick, "rows": [asdict(row) for row in rows]}
    return json.dumps(found, indent=1, ensure_ascii=False) + "\n"
