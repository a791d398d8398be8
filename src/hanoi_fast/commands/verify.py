"""The command ``verify``: a file of moves against the rules, or against what the package would write itself."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from io import FileIO
from typing import TYPE_CHECKING, Any

from ..checks import printable
from .arguments import add_arcs, add_position, add_threads, labels, number, position
from .command import Command
from .output import progress_bar, say
from .shards import compared_folder

if TYPE_CHECKING:
    from ..face.loading import Described
    from ..files.comparing import Comparison
    from ..lists.reports import Report

STDIN = 0
NOT_RIGHT = 1


def add_verify(parser: ArgumentParser) -> None:
    """Add the arguments of ``verify``."""
    what = "a file of moves of any format, a folder of shards, or - for text from standard input"
    parser.add_argument("file", metavar="FILE", nargs="?", help=what)
    parser.add_argument("more", nargs="*", metavar="FILE", help="more parts of the same solution, in order (--shard)")
    add_position(parser, tower="--discs", required=False)
    group = parser.add_argument_group("pegs")
    group.add_argument("--pegs", type=number, metavar="N", help="how many pegs, 2 to 256 (default: 3)")
    add_arcs(group)
    named = group.add_mutually_exclusive_group()
    named.add_argument("--labels", type=labels, metavar="NAMES", help="what the pegs are called: ABC (default)")
    named.add_argument(
        "--first-peg", type=number, metavar="N", help="the number of the first peg (default: found from the moves)"
    )
    many = parser.add_argument_group("many answers")
    many.add_argument(
        "--each", metavar="FILE", help="a JSON Lines file with an answer in each line; - for standard input"
    )
    many.add_argument(
        "--key", default="answer", metavar="NAME", help="the key of the text of an answer (default: answer)"
    )
    add_threads(parser)
    parser.add_argument("--json", action="store_true", help="write the report as JSON")


def run_verify(args: Namespace) -> None:
    """Say whether the moves in a file are right; end with status 1 if they are not."""
    from ..files.stores import place_of

    given = (args.discs, args.state, args.stacks) != (None, None, None)
    if args.each is None and args.file is None:
        raise ValueError("say which file: FILE, or --each FILE for many answers")
    if args.each is not None:
        from .each import judge_each

        sys.exit(None if judge_each(args, facts_of) else NOT_RIGHT)
    try:
        if not args.more and not given and args.file != "-" and place_of(args.file).is_dir():
            right, text, facts = compared_folder(args)
        elif args.more:
            right, text, facts = compared_parts(args, given)
        else:
            right, text, facts = judged(args) if given else compared(args)
    except OSError as error:
        raise ValueError(f"{args.file}: {error.strerror or error}") from None
    except ImportError as error:
        raise ValueError(str(error)) from None
    if args.json:
        import json

        text = json.dumps(facts, ensure_ascii=False)
    say(f"{text}\n")
    if not right:
        sys.exit(NOT_RIGHT)


# ---- against the rules ----


def judged(args: Namespace) -> tuple[bool, str, dict[str, Any]]:
    """Make the moves from the position that is given; return whether they are right, in words and as facts."""
    from ..lists.verifying import as_described, graph_meant, judge, source_of, state_meant
    from ..streams.threads import threads_meant

    threads = threads_meant(args.threads, "--threads")
    naming, given, target = position(args)
    start = state_meant(given, 0, naming.pegs, "discs")
    goal = state_meant(naming.pegs - 1 if target is None else target, None, naming.pegs, "--to", start.size)
    graph = graph_meant(naming.arcs, naming.pegs)
    moves = FileIO(STDIN, closefd=False) if args.file == "-" else args.file
    if args.file != "-" and args.first_peg is args.labels is None:
        report = as_described(args.file, start, goal, naming.pegs, graph, threads)
        if report is not None:
            return bool(report.complete), str(report), facts_of(report)
    with source_of(moves, naming.pegs, **naming.printed, start=start, goal=goal) as source:
        if source.first_peg == 1 and args.first_peg is None and (args.to or args.state):
            raise ValueError("the pegs of the list count from 1: with --first-peg 1 those of --state and --to do too")
        report = judge(source, start, goal, naming.pegs, graph, threads)
    return bool(report.complete), str(report), facts_of(report)


def facts_of(report: Report) -> dict[str, Any]:
    """Return a report as what JSON can hold."""
    error = report.first_error
    return {
        "legal": report.legal,
        "complete": report.complete,
        "optimal": report.optimal,
        "moves": report.moves,
        "minimum": report.minimum,
        "first_error": error
        and {"index": error.index, **error.move._asdict(), "reason": error.reason, "line": error.line},
        "state": report.state.tolist(),
        "verdict": report.verdict,
        "notes": report.notes,
        "read_as": report.read_as,
    }


# ---- against what the package writes ----


def compared(args: Namespace) -> tuple[bool, str, dict[str, Any]]:
    """Compare a file with what its description says; return whether it is right, in words and as facts."""
    from ..face.loading import described, size_of
    from ..files.contents import compare
    from ..files.stores import place_of
    from ..streams.threads import threads_meant

    if (args.to, args.pegs, args.arcs, args.labels, args.first_peg) != (None,) * 5:
        raise ValueError("--to, --pegs, --arcs, --labels and --first-peg go with --discs, --state or --stacks")
    threads = threads_meant(args.threads, "--threads")
    path = place_of(args.file)
    size = 0 if args.file == "-" else size_of(path)
    try:
        if args.file == "-":
            raise FileNotFoundError
        found = described(path)
    except FileNotFoundError:
        raise ValueError("say where the discs are: --discs N, --state or --stacks") from None
    with progress_bar(True, size) as progress:
        comparison = compare(path, found.document, found.form, progress, threads)
    return comparison.place is None, in_words(found, comparison, size), facts_of_comparison(found, comparison)


def facts_of_comparison(found: Described, comparison: Comparison) -> dict[str, Any]:
    """Return what came of a comparison as what JSON can hold."""
    place, every_byte, reason = comparison
    facts: dict[str, Any] = {"same": place is None, "moves": found.solution.count, "first_difference": None}
    if place is None:
        return {**facts, "compared": "every byte" if every_byte else "the contents"}
    facts["first_difference"] = {"byte": place, "index": found.document.step_at(place)}
    return {**facts, "reason": reason} if reason else facts


def compared_parts(args: Namespace, given: bool) -> tuple[bool, str, dict[str, Any]]:
    """Compare each of several files with its description, and these with each other."""
    from ..face.loading import described
    from ..files.manifests import joined
    from ..files.stores import place_of

    if given:
        raise ValueError("several files are parts of one solution: --discs, --state and --stacks go with one file")
    names = [args.file, *args.more]
    results = [compared(Namespace(**{**vars(args), "file": name})) for name in names]
    whole = described(place_of(args.file)).document.rendering.route.count
    together, text = joined([place_of(name) for name in names], whole)
    texts = [f"{name}: {words}" for name, (_, words, _) in zip(names, results, strict=True)]
    files = [{"file": name, **facts} for name, (_, _, facts) in zip(names, results, strict=True)]
    right = together and all(same for same, _, _ in results)
    return right, "\n".join(map(printable, [*texts, text])), {"same": right, "files": files, "verdict": text}


def in_words(found: Described, comparison: Comparison, size: int) -> str:
    """Return in words whether a file is what it should be, or from which byte on it is not."""
    from ..lists.reports import ordinal
    from ..puzzle.routes import standing

    solution, document, (place, every_byte, reason) = found.solution, found.document, comparison
    if place is None:
        ends = f"from {standing(solution.start.tobytes())} to {standing(solution.target.tobytes())}"
        what = "Every byte is as it should be" if every_byte else "The contents are as they should be"
        return f"{what}: {solution.count:,} moves of {solution.discs:,} discs {ends}."
    if reason:
        return f"Not as it should be: {reason}."
    cut = place == size and found.form.compression is None
    what = f"The file ends at byte {place:,}" if cut else f"Not as it should be from byte {place:,} on"
    step = document.step_at(place)
    if step is None:
        where = "after the last move" if place >= document.nbytes - len(document.footer) else "before the first move"
        return f"{what}, {where}."
    disc, source, target = solution[step]
    move = f"which should take disc {disc} from peg {source} to peg {target}"
    return f"{what}, in the {ordinal(step + 1)} move, {move}."


COMMANDS = {
    "verify": Command(
        "check the moves in a file",
        """
  hanoi-fast verify answer.txt --discs 4           is it legal, complete, optimal? or where is it wrong?
  hanoi-fast verify list.csv --discs 4 --to 1      to another peg; pegs count from 0 unless --first-peg 1
  hanoi-fast verify moves.npy                      a file written with -o: is every byte correct?
  hanoi-fast moves 20 | hanoi-fast verify - --discs 20
  hanoi-fast verify --each answers.jsonl --key reply --discs 7       one report a line, and a summary
status: 0 legal and complete, 1 not, 2 not readable""",
        add_verify,
        run_verify,
    ),
}
