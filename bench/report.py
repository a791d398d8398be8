"""Writes what was measured into the documents: tables between markers, pictures beside them.

    python bench/report.py                 from bench/results/*.json into README.md and docs/
    python bench/report.py --check         only say whether the tables are those of the results

A table stands between ``<!-- bench: NAME -->`` and ``<!-- /bench -->``; nobody types a figure there.
"""

from __future__ import annotations

import json
import re
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from limits import number, shown

from hanoi_fast.benchmarks.standings import sized
from hanoi_fast.benchmarks.timing import Row
from hanoi_fast.quantities import spoken, three

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench" / "results"
DOCUMENTS = ("README.md", "docs/performance.md")
MARKED = re.compile(r"(<!-- bench: ([\w ]+) -->\n).*?(<!-- /bench -->)", re.DOTALL)

# The limits that stand in the README.
CHIEF = (
    "fill pairs",
    "blocks pairs",
    "fill 4 pegs",
    "export bin",
    "save text",
    "pipe cat",
    "pipe yes",
    "zst size",
    "blocks kernel",
    "blocks python",
)

Found = dict[str, Any]


def results() -> dict[str, Found]:
    """Return what was measured: limits, bench and growth, as far as they are there."""
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(RESULTS.glob("*.json"))}


# ---- tables ----


def table(heads: Iterable[str], rows: Iterable[Iterable[str]], right: str) -> Iterator[str]:
    """Yield the lines of a table; `right` has an r for each column whose cells stand to the right."""
    yield f"| {' | '.join(heads)} |"
    yield f"| {' | '.join('---:' if side == 'r' else '---' for side in right)} |"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def limits_table(rows: list[Found]) -> Iterator[str]:
    """Yield a line for each limit."""
    heads = ("", "ours", "limit", "ratio", "promised")
    yield from table(heads, map(limit_cells, rows), "lrrrr")


def limit_cells(row: Found) -> tuple[str, ...]:
    """Return the cells of one limit."""
    what = f"**{row['name']}**: {row['says']}"
    target = row["target"].replace(">=", "≥").replace("<=", "≤")
    if row["ratio"] is None:
        return what, "", "", "", f"{target}; not measured: {row['note']}"
    missed = "" if row["ok"] else ", missed"
    amounts = (shown(row[side], row["unit"]) for side in ("ours", "limit"))
    return what, *amounts, number(row["ratio"]), f"{target}{missed}"


def chief_limits(found: dict[str, Found]) -> Iterator[str]:
    """Yield the table for the README."""
    known = {row["name"]: row for row in found["limits"]["rows"]}
    yield from limits_table([known[name] for name in CHIEF if name in known])


def all_limits(found: dict[str, Found]) -> Iterator[str]:
    """Yield the table of every limit."""
    yield from limits_table(found["limits"]["rows"])


def contenders(found: dict[str, Found]) -> Iterator[str]:
    """Yield a line for each contender."""
    heads = ("contender", "what is timed", "moves/s", "spread", "ns a move", "× recursion", "bytes", "memory", "limit")
    yield from table(heads, (contender_cells(Row(**row)) for row in found["bench"]["rows"]), "llrrrrrrl")


def contender_cells(row: Row) -> tuple[str, ...]:
    """Return the cells of one contender."""
    if row.seconds is None or row.low is None or row.high is None:
        return row.contender, row.timed, *[""] * 6, row.note
    spread = max(row.high - row.seconds, row.seconds - row.low) / row.seconds
    return (
        row.contender,
        row.timed,
        spoken(row.moves_per_second or 0),
        f"±{spread:.0%}",
        three(row.ns_per_move or 0),
        three(row.times_recursion) if row.times_recursion else "",
        str(row.bytes_per_move),
        sized(row.memory or 0),
        f"{row.percent:.0f} % of {row.limit.removeprefix('limit: ')}" if row.percent is not None else "",
    )


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


TABLES = {"limits": chief_limits, "all limits": all_limits, "contenders": contenders, "machines": machines}
NEEDED = {"limits": {"limits"}, "all limits": {"limits"}, "contenders": {"bench"}, "machines": set()}


def filled(text: str, found: dict[str, Found]) -> str:
    """Return a document with its tables as they were measured; those without results stay as they are."""

    def replaced(marked: re.Match[str]) -> str:
        name = marked[2]
        if name not in TABLES:
            raise SystemExit(f"there is no table {name!r}: {', '.join(TABLES)}")
        if not found or not NEEDED[name] <= found.keys():
            return marked[0]
        # A table needs an empty line before and after it.
        return "\n".join([marked[1], *TABLES[name](found), "", marked[3]])

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
