"""Two benchmarks side by side: two runs, two versions, or two machines, each with its spread."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from ..checks import shown
from ..quantities import spoken, three
from .amounts import off
from .machine import machine, now
from .rows import Row
from .tables import aligned

HEADS = ("contender", "moves/s", "spread", "moves/s", "spread", "ratio", "")
SIDES = "lrrrrrl"


class Result(NamedTuple):
    """A benchmark that was written as JSON: where and when it was made, and its rows."""

    name: str
    when: str
    machine: dict[str, Any]
    rows: dict[str, Row]


def read(path: str) -> Result:
    """Read what ``hanoi-fast bench --json`` has written.

    Raises:
        OSError: the file cannot be read.
        ValueError: it holds something else.
    """
    text = Path(path).read_bytes()
    try:
        found = json.loads(text)
        rows = [row_of(row) for row in found["rows"]]
        return Result(path, str(found["when"]), dict(found["machine"].items()), {row.contender: row for row in rows})
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise ValueError(f"{shown(path)} is not a result of hanoi-fast bench --json of this version") from None


def this_run(rows: Iterable[Row]) -> Result:
    """Return what was just measured here."""
    return Result("this run", now(), machine(), {row.contender: row for row in rows})


def row_of(found: dict[str, Any]) -> Row:
    """Return the row that was written; only what is compared is looked at.

    Raises:
        KeyError, TypeError, ValueError: it is none.
    """
    row = Row(**{**found, "times": tuple(map(float, found["times"]))})
    if not isinstance(row.contender, str) or not all(0 < each < inf for each in (row.moves or 1, *row.times)):
        raise ValueError("no row")
    return row


def side_by_side(one: Result, other: Result) -> Iterator[str]:
    """Yield the lines that compare two results: the second over the first."""
    for place, result in enumerate((one, other), 1):
        yield f"{place}: {result.name}, {result.when}: {described(result.machine)}"
    yield ""
    names = [*one.rows, *(name for name in other.rows if name not in one.rows)]
    yield from aligned([HEADS, *(cells(name, one.rows.get(name), other.rows.get(name)) for name in names)], SIDES)
    yield ""
    yield "Ratio: the second over the first. In the noise: their runs overlap, so that neither is shown to be faster."


def described(machine: dict[str, Any]) -> str:
    """Return a machine in a line."""
    version = machine.get("hanoi_fast", "?")
    return f"{machine.get('processor', '?')}, {machine.get('system', '?')}, hanoi_fast {version}"


def cells(name: str, one: Row | None, other: Row | None) -> tuple[str, ...]:
    """Return what stands in the line of a contender."""
    found = [row.found if row else None for row in (one, other)]
    speeds = [text for each in found for text in ((spoken(each.middle), off(each)) if each else ("-", ""))]
    first, second = found
    if first is None or second is None:
        return (name, *speeds, "", "")
    overlap = first.low <= second.high and second.low <= first.high
    return (name, *speeds, three(second.middle / first.middle), "in the noise" if overlap else "")
