"""Folders of shards on the command line: written here or on a cluster, checked, and said how far they are."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..checks import printable
from .arguments import Naming, number
from .output import add_output, named_in_errors, progress_bar, size_of, write_moves

if TYPE_CHECKING:
    from ..face.solution import Solution
    from ..files.stores import Stored

PATIENCE = 10  # seconds to wait for a scheduler
SHOWN = 10  # shards that are wrong, named one by one


def add_outputs(parser: ArgumentParser) -> None:
    """Add the options that say how and where moves are written: to one file, or to a folder of many."""
    add_output(parser)
    group = parser.add_argument_group("a folder of shards")
    group.add_argument(
        "--shards", type=number, metavar="N", help="with -o FOLDER: write N equal parts as files, and a manifest"
    )
    group.add_argument("--suffix", metavar="SUFFIX", help="with --shards: the suffix of the files (default: .bin)")
    where = group.add_mutually_exclusive_group()
    where.add_argument("--scheduler", metavar="URL", help="with --shards: write on the workers of this Dask cluster")
    where.add_argument(
        "--workers", type=number, metavar="N", help="with --shards: write with N processes on this machine"
    )


def are_meant(args: Namespace) -> bool:
    """Return whether a folder is to be written; refuse options that go with a folder only.

    Raises:
        ValueError: one is given without --shards, or --shards without a folder.
    """
    shards = getattr(args, "shards", None)
    given = [name for name in ("suffix", "scheduler", "workers") if getattr(args, name, None) is not None]
    if shards is None and given:
        raise ValueError(f"--{given[0]} needs --shards N")
    if shards is None:
        return False
    if args.output in (None, "-"):
        raise ValueError("--shards needs -o FOLDER")
    for option in ("direct", "no-overwrite", "dry-run"):
        if getattr(args, option.replace("-", "_"), False):
            raise ValueError(f"--{option} goes with one file, not with --shards")
    return True


def pour_any(solution: Solution, args: Namespace, naming: Naming) -> None:
    """Write all the moves to where the user wants them, one file or many."""
    (write_folder if are_meant(args) else write_moves)(solution, args, naming)


def write_folder(solution: Solution, args: Namespace, naming: Naming) -> None:
    """Write all the moves as shards of a folder."""
    suffix, form = args.suffix or ".bin", args.template or args.format
    size = size_of(solution, f"part{suffix}", form, naming)
    with named_in_errors(args.output), cluster(args) as client, progress_bar(True, size) as progress:
        solution.save_shards(
            args.output,
            args.shards,
            suffix,
            form,
            **naming.printed,
            client=client,
            fsync=args.fsync,
            threads=args.threads,
            progress=progress,
        )


@contextmanager
def cluster(args: Namespace) -> Iterator[Any]:
    """Connect to a cluster, or start one of this machine for a while; None if none is asked for.

    Raises:
        ModuleNotFoundError: distributed is not installed.
        OSError: the cluster cannot be reached, or is gone.
    """
    if args.scheduler is None and args.workers is None:
        yield None
        return
    import logging

    try:
        from distributed import Client
    except ImportError:
        raise ModuleNotFoundError("a cluster needs dask.distributed: pip install 'hanoi_fast[dask]'") from None
    from ..checks import checked_int

    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # what fails is raised
    if args.scheduler is not None:
        given: dict[str, Any] = {"address": args.scheduler, "timeout": PATIENCE}
    else:
        workers = checked_int(args.workers, "--workers", 1, 1 << 10)
        given = {"n_workers": workers, "threads_per_worker": 1, "dashboard_address": None, "silence_logs": 50}
    with Client(**given) as client:
        yield client


def compared_folder(args: Namespace) -> tuple[bool, str, dict[str, Any]]:
    """Compare all shards of a folder with what its manifest says; return whether they are right, in words and facts."""
    from ..face.folders import folder_described
    from ..files.contents import compare
    from ..files.shards import found_in
    from ..files.stores import place_of
    from ..quantities import grouped
    from ..streams.threads import threads_meant

    folder, threads = place_of(args.file), threads_meant(args.threads, "--threads")
    try:
        plan, shards = folder_described(folder)
    except FileNotFoundError:
        *_, so_far = unfinished_lines(folder)
        raise ValueError(f"{folder} is not complete: {' '.join(so_far.split())}") from None
    wrong: dict[str, str] = {}
    for many, suffix in found_in(folder).whole:
        if (many, suffix) != (plan.shards, plan.suffix):
            wrong[f"part-*-of-{many:05d}{suffix}"] = "shards of something else, which readers of the folder would take"
    with progress_bar(True, sum(shard.bytes for shard in shards)) as progress:
        for which, shard in enumerate(shards):
            document = plan.document(plan.solution.shard(which, plan.shards))
            try:
                place, _, reason = compare(folder / shard.name, document, plan.form, progress, threads)
            except FileNotFoundError:
                wrong[shard.name] = "not there"
                continue
            except OSError as error:
                wrong[shard.name] = error.strerror or str(error)
                continue
            if place is not None:
                wrong[shard.name] = reason or f"not as it should be from byte {place:,} on"
    moves = grouped(plan.solution.count)
    if wrong:
        lines = [f"{name}: {why}" for name, why in list(wrong.items())[:SHOWN]]
        lines.append(f"Not right: {len(wrong)} of these.")
    else:
        lines = [f"The {len(shards)} shards are as they should be, and follow each other: {moves} moves."]
    facts = {"same": not wrong, "moves": plan.solution.count, "shards": len(shards), "wrong": wrong}
    return not wrong, "\n".join(map(printable, lines)), facts


def folder_lines(folder: Path | Stored) -> Iterator[str]:
    """Yield what the manifest of a folder says, or how far it is."""
    from ..face.folders import folder_described
    from .descriptions import described_lines

    try:
        plan, shards = folder_described(folder)
    except FileNotFoundError:
        yield from unfinished_lines(folder)
        return
    yield f"folder   {printable(str(folder))}, {len(shards):,} shards, {printable(shards[0].name)} and so on"
    yield from described_lines(plan.solution, plan.document(plan.solution), plan.form)


def folder_json(folder: Path | Stored) -> Iterator[str]:
    """Yield for machines how far a folder is: all that its manifest says, or how many shards are whole."""
    import json

    from ..face.folders import folder_described
    from ..files.descriptions import json_value
    from ..files.shards import found_in, read_manifest

    try:
        folder_described(folder)
    except FileNotFoundError:
        list(unfinished_lines(folder))  # refuses a folder without shards
        found = found_in(folder)
        whole = [
            {"suffix": suffix, "shards": many, "whole": len(those)} for (many, suffix), those in found.whole.items()
        ]
        yield json.dumps({"complete": False, "found": whole, "begun": found.unfinished}, ensure_ascii=False)
        return
    description, shards = read_manifest(folder)
    rows = [{key: json_value(value) for key, value in shard._asdict().items()} for shard in shards]
    yield json.dumps(
        {**{key: json_value(value) for key, value in description.items()}, "shards": rows}, ensure_ascii=False
    )


def unfinished_lines(folder: Path | Stored) -> Iterator[str]:
    """Yield how far a folder without a manifest is.

    Raises:
        ValueError: there is no shard in it.
    """
    from ..files.shards import found_in
    from .descriptions import amount

    found = found_in(folder)
    if not found.whole and not found.unfinished:
        raise ValueError(f"{folder} is a folder without a manifest and without shards")
    yield f"folder   {printable(str(folder))}, not complete: it has no manifest; the same command again goes on"
    if found.unfinished:
        yield f"begun    {amount(found.unfinished)} of shards that are not whole"
    for (many, suffix), whole in found.whole.items():
        yield f"shards   {len(whole):,} of {many:,} are whole, {printable(suffix)}"
