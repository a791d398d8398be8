"""Writes what was measured into the documents: tables between markers, pictures beside them.

    python bench/report.py                 from bench/results/*.json into README.md and docs/
    python bench/report.py --check         only say whether the tables are those of the results

A table stands between ``<!-- bench: NAME -->`` and ``<!-- /bench -->``; nobody types a figure there.
"""

from __future__ import annotations

import json
import re
import sys
import textwrap
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from hanoi_fast.benchmarks.amounts import shown, sized
from hanoi_fast.benchmarks.contenders import REUSED
from hanoi_fast.benchmarks.rows import Row, headline
from hanoi_fast.benchmarks.standings import cells, grouped
from hanoi_fast.benchmarks.tables import markdown
from hanoi_fast.quantities import three

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench" / "results"
DOCUMENTS = ("README.md", "docs/performance.md")
MARKED = re.compile(r"(<!-- bench: ([\w ]+) -->\n).*?(<!-- /bench -->)", re.DOTALL)

# What stands in the README: all that the blocks do, the slowest too.
CHIEF = (REUSED, "blocks: memory used before", "blocks: new memory", "blocks: a file", "blocks: a pipe")

Found = dict[str, Any]


def results() -> dict[str, Found]:
    """Return what was measured: limits, bench and growth, as far as they are there."""
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(RESULTS.glob("*.json"))}


# ---- tables ----


def limits_table(rows: Iterable[Found]) -> Iterator[str]:
    """Yield a line for each limit."""
    heads = ("", "ours", "limit", "ratio", "spread", "promised")
    yield from markdown([heads, *map(limit_cells, rows)], "lrrrrr")


def limit_cells(row: Found) -> tuple[str, ...]:
    """Return the cells of one limit."""
    what = f"**{row['name']}**: {row['says']}"
    target = row["target"].replace(">=", "≥").replace("<=", "≤")
    if row["ratio"] is None:
        return what, "", "", "", "", f"{target}; not measured: {row['note']}"
    missed = "" if row["ok"] else ", missed"
    amounts = (shown(row[side], row["unit"]) for side in ("ours", "limit"))
    spread = f"{three(row['low'])}–{three(row['high'])}"
    return what, *amounts, three(row["ratio"]), spread, f"{target}{missed}"


def measured_limits(found: dict[str, Found]) -> Iterator[str]:
    """Yield the table of the limits that were measured beside ours."""
    yield from limits_table(row for row in found["limits"]["rows"] if not row.get("chosen"))


def promises(found: dict[str, Found]) -> Iterator[str]:
    """Yield the table of those that are numbers which somebody chose."""
    yield from limits_table(row for row in found["limits"]["rows"] if row.get("chosen"))


def rows_of(found: dict[str, Found]) -> list[Row]:
    """Return the rows of the benchmark."""
    return [Row(**{**row, "times": tuple(row["times"])}) for row in found["bench"]["rows"]]


def contenders(found: dict[str, Found]) -> Iterator[str]:
    """Yield a line for each contender, group by group."""
    heads = ("contender", "moves/s", "spread", "× recursion", "bytes", "memory", "of its limit")
    yield from markdown([heads, *grouped(rows_of(found), contender_cells)], "lrrrrrl")


def contender_cells(row: Row) -> tuple[str, ...]:
    """Return the cells of one contender."""
    name, speed, spread, _, times, size, memory, limit = cells(row)
    return name, speed, spread, times, size, memory, limit


def chief_rows(found: dict[str, Found]) -> Iterator[str]:
    """Yield the table for the README."""
    known = {row.contender: row for row in rows_of(found)}
    lines = [chief_cells(known[name]) for name in CHIEF if name in known]
    yield from markdown([("", "moves a second", "spread", "of the limit beside it"), *lines], "lrrl")


def chief_cells(row: Row) -> tuple[str, ...]:
    """Return the cells of one row of the README."""
    _, speed, spread, *_, limit = cells(row)
    return row.timed.partition(", ")[2], speed, spread, limit


def sentence(found: dict[str, Found]) -> Iterator[str]:
    """Yield the headline, in lines."""
    yield from textwrap.wrap(headline(rows_of(found)), 118)


def machines(found: dict[str, Found]) -> Iterator[str]:
    """Yield the machine that the results come from, and when."""
    for name, result in found.items():
        on = result["machine"]
        caches = ", ".join(f"{level} {size}" for level, size in on["caches"].items())
        yield (
            f"- `bench/results/{name}.json`, {result['when']}: {on['processor']}, {on['cores']} cores, {caches}, "
            f"{sized(on['memory'])}; {on['system']}; Python {on['python']} ({on['compiler']}), numpy {on['numpy']}, "
            f"hanoi_fast {on['hanoi_fast']}{'; small sizes' if result['quick'] else ''}"
        )


TABLES = {
    "headline": (sentence, {"bench"}),
    "blocks": (chief_rows, {"bench"}),
    "contenders": (contenders, {"bench"}),
    "measured limits": (measured_limits, {"limits"}),
    "promises": (promises, {"limits"}),
    "machines": (machines, set()),
}


def filled(text: str, found: dict[str, Found]) -> str:
    """Return a document with its tables as they were measured; those without results stay as they are."""

    def replaced(marked: re.Match[str]) -> str:
        name = marked[2]
        if name not in TABLES:
            raise SystemExit(f"there is no table {name!r}: {', '.join(TABLES)}")
        lines, needed = TABLES[name]
        if not found or not needed <= found.keys():
            return marked[0]
        # A table needs an empty line before and after it.
        return "\n".join([marked[1], *lines(found), "", marked[3]])

    return MARKED.sub(replaced, text)


def main(arguments: list[str] | None = None) -> int:
    """Write the documents and the pictures, or say which tables are not those of the results."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing")
    args = parser.parse_args(arguments)
    found = results()
    stale = []
    for document in DOCUMENTS:
        path = ROOT / document
        text = path.read_text(encoding="utf-8")
        if (new := filled(text, found)) != text:
            stale.append(document)
            if not args.check:
                path.write_text(new, encoding="utf-8")
    if not args.check:
        from pictures import draw

        stale += draw(found, ROOT / "docs" / "pictures")
    print(*(f"{document} {'is old' if args.check else 'written'}" for document in stale), sep="\n")
    return 1 if args.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
