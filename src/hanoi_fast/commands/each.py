"""``verify --each``: many answers against the rules, a line of JSON for each, and what came of all of them."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .arguments import position
from .output import progress_bar, say

if TYPE_CHECKING:
    from ..lists.each import Summary
    from ..lists.reports import Report

LINES = 256  # reports written at a time
MOST_SHOWN = 10  # first wrong moves in the summary


def judge_each(args: Namespace, facts_of: Callable[[Report], dict[str, Any]]) -> bool:
    """Write a report on each answer of a file; return whether all are legal and complete."""
    from ..lists.each import Summary, answers_of, verify_each

    if args.file is not None:
        raise ValueError("--each FILE has the answers: no other FILE goes with it")
    options: dict[str, Any] = {"pegs": 3 if args.pegs is None else args.pegs, "key": args.key}
    start = target = None
    if (args.discs, args.state, args.stacks) != (None, None, None):
        naming, start, target = position(args)
        options |= {"pegs": naming.pegs, **naming.printed}
    elif args.to is not None:
        raise ValueError("--to goes with --discs, --state or --stacks; an answer may say its own target")
    else:
        options |= {"labels": args.labels, "first_peg": args.first_peg}
    summary, waiting = Summary(), []
    with opened(args.each) as (file, size), progress_bar(args.each != "-", size) as progress:
        try:
            for report in verify_each(answers_of(counted(file, progress)), start, target, **options):
                summary.add(report)
                facts = {**facts_of(report), "unreadable": report.unreadable}
                waiting.append(json.dumps(facts, ensure_ascii=False) + "\n")
                if len(waiting) == LINES:
                    say("".join(waiting))
                    waiting.clear()
        finally:
            # A line that is no answer ends it; those before it have their reports.
            say("".join(waiting))
    tell(summary, args.json)
    return summary.complete == summary.answers


@contextmanager
def opened(name: str) -> Iterator[tuple[Any, int | None]]:
    """Open a file of answers, and tell its size; - is standard input, whose size is not known."""
    if name == "-":
        yield sys.stdin.buffer, None
        return
    with Path(name).open("rb") as file:
        yield file, Path(name).stat().st_size


def counted(file: Any, progress: Any) -> Iterator[bytes]:
    """Yield the lines of a file, and tell how long they are."""
    for line in file:
        yield line
        if progress is not None:
            progress(len(line))


def tell(summary: Summary, as_json: bool) -> None:
    """Write the summary to standard error: standard output has a line for each answer and nothing else."""
    facts = summary.facts()
    if as_json:
        text = json.dumps(facts)
    else:
        counts = ", ".join(f"{facts[name]:,} {name}" for name in ("legal", "complete", "optimal", "unreadable"))
        text = f"{summary.answers:,} answers: {counts}."
        if summary.first_wrong:
            often = summary.first_wrong.most_common(MOST_SHOWN)
            text += (
                " First wrong move, from 1: "
                + ", ".join(f"{index + 1:,} ({number:,})" for index, number in often)
                + "."
            )
    print(text, file=sys.stderr, flush=True)
