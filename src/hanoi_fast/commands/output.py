"""Where the command line puts what it makes: standard output, or a file; and how far it is."""

from __future__ import annotations

import errno
import os
import stat
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from .arguments import Naming, add_threads, template

if TYPE_CHECKING:
    from argparse import _ArgumentGroup

    from ..face.solution import Solution

STDOUT = 1
CHUNK = 1 << 16  # bytes a write of many short lines
MIB = 1 << 20

FILE_OPTIONS = {
    "resume": "continue an unfinished file; its contents are checked first",
    "no-overwrite": "fail if there is a file of that name already",
    "fsync": "do not exit before the file is safe from a power cut",
    "direct": "bypass the page cache, for files larger than the memory",
    "no-share": "write equal parts of the file each time they occur, even where the file system could share them",
}


def add_format(parser: ArgumentParser) -> _ArgumentGroup:
    """Add the options that say how a move is written, and return their group."""
    group = parser.add_argument_group("output")
    written = group.add_mutually_exclusive_group()
    written.add_argument(
        "--format",
        metavar="NAME",
        help="text (default), full, csv, tsv, json, jsonl, english, italian, arrows, steps-csv, steps-tsv, "
        "steps-jsonl; binary: npy, bin, arrows-stream, pairs, moves, packed, discs, sums, steps",
    )
    written.add_argument(
        "--template", type=template, metavar="TEXT", help=r"your own format: '{disc}: {source} -> {target}\n'"
    )
    return group


def add_output(parser: ArgumentParser) -> None:
    """Add the options that say how and where moves are written."""
    group = add_format(parser)
    group.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="write a file; it gets its name when it is complete. Its suffix chooses the format: .txt .csv .tsv .jsonl "
        ".ndjson .json .npy .bin, also followed by .gz or .zst; or .arrow .feather .parquet; or a URL, as "
        "s3://bucket/moves.npy",
    )
    group.add_argument(
        "--dry-run",
        action="store_true",
        help="write nothing; show the size, the checksum, the free space and the time it would take",
    )
    for option, meaning in FILE_OPTIONS.items():
        group.add_argument(f"--{option}", action="store_true", help=f"with -o: {meaning}")
    add_threads(group)


def write_moves(solution: Solution, args: Namespace, naming: Naming) -> None:
    """Write all the moves to where the user wants them."""
    form = args.template or args.format
    path = None if args.output in (None, "-") else args.output
    given = {option for option in FILE_OPTIONS if getattr(args, option.replace("-", "_"), False)}
    if given and path is None:
        raise ValueError(f"--{min(given)} needs -o FILE")
    if getattr(args, "dry_run", False):
        say_plan(solution, path, form, naming, given.isdisjoint({"no-share", "direct"}))
    elif path is None:
        pour_out(solution, form or "text", naming)
    else:
        size = size_of(solution, path, form, naming)
        with named_in_errors(path), progress_bar(True, size) as progress:
            solution.save(
                path,
                form,
                **naming.printed,
                resume="resume" in given,
                overwrite="no-overwrite" not in given,
                fsync="fsync" in given,
                direct="direct" in given,
                share="no-share" not in given,
                progress=progress,
                threads=args.threads,
            )


def say_plan(solution: Solution, path: str | None, form: str | None, naming: Naming, share: bool) -> None:
    """Say what would be written."""
    from ..files.stores import place_of
    from .descriptions import plan_lines

    if path is None:
        say_lines(plan_lines(solution, None, form or "text", naming.labels))
        return
    with named_in_errors(path):
        lines = list(plan_lines(solution, place_of(path), form, naming.labels, share))
    say_lines(lines)


def pour_out(solution: Solution, form: str, naming: Naming) -> None:
    """Write all the moves to standard output."""
    refuse_binary_on_terminal(form)
    size = size_of(solution, "-", form, naming)
    with named_in_errors("standard output"), progress_bar(is_regular(STDOUT), size) as progress:
        solution.write(STDOUT, form, **naming.printed, progress=progress)


def size_of(solution: Solution, path: str, form: str | None, naming: Naming) -> int:
    """Return how many bytes there are to write but for a header, before any compression."""
    from ..files.formats import format_of

    return solution.nbytes(format_of(path, form).layout, **naming.printed)


def refuse_binary_on_terminal(form: str) -> None:
    """Refuse to write what is not text to a terminal."""
    from ..streams.templates import TEMPLATES

    if os.isatty(STDOUT) and form not in TEMPLATES and "{" not in form:
        raise ValueError(f"{form!r} is binary and standard output is a terminal: use -o FILE or a pipe")


def is_regular(descriptor: int) -> bool:
    """Return whether a descriptor is that of a regular file."""
    try:
        return stat.S_ISREG(os.fstat(descriptor).st_mode)
    except OSError:
        return False


@contextmanager
def progress_bar(regular: bool, size: int | None) -> Iterator[Callable[[int], object] | None]:
    """Show on a terminal how much of a regular file is written, if it takes longer than a moment.

    Never for a pipe: its reader may have the terminal, as a pager does.
    """
    if not regular or sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    width = os.get_terminal_size(sys.stderr.fileno()).columns or 80  # some terminals say 0 x 0, which hides the bar
    try:
        from tqdm import tqdm
    except ImportError:
        with plain_progress(size, width) as update:
            yield update
        return
    tqdm.monitor_interval = 0  # no thread for it
    with tqdm(total=size, unit="iB", unit_scale=True, unit_divisor=1024, delay=0.5, ncols=width, nrows=2) as bar:
        # A bar that passes its end forgets it: the header of a file is not counted.
        yield lambda size: bar.update(size if bar.total is None else min(size, bar.total - bar.n))


@contextmanager
def plain_progress(size: int | None, width: int) -> Iterator[Callable[[int], object]]:
    """Say in one line, again and again, how much is written; nothing in the first moment."""
    done, due, shown = 0, monotonic() + 0.5, False

    def update(more: int) -> None:
        nonlocal done, due, shown
        done += more
        if monotonic() >= due:
            due, shown = monotonic() + 0.1, True
            part = f" of {size / MIB:,.0f} MiB, {min(done / size, 1):.0%}" if size else " MiB"
            sys.stderr.write(f"\r\x1b[K{f'{done / MIB:,.0f}{part}'[: width - 1]}")
            sys.stderr.flush()

    try:
        yield update
    finally:
        if shown:
            sys.stderr.write("\n")


@contextmanager
def named_in_errors(name: str) -> Iterator[None]:
    """Let errors of the system name what the user named, not a temporary file or a number.

    A file that is in the way, and not to be touched, is named itself.
    """
    from ..files.opening import NotOurs

    try:
        if name == "standard output" and sys.stdout is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        yield
    except OSError as error:
        if error.errno is None or isinstance(error, NotOurs):
            raise
        raise OSError(error.errno, error.strerror, name) from None


def say(text: str) -> None:
    """Write text to standard output, all of it or with an error now, not at the end of the process."""
    from ..files.sinks import write_all

    with named_in_errors("standard output"):
        write_all(os.write, STDOUT, memoryview(text.encode("utf-8", "surrogateescape")))


def say_lines(lines: Iterable[str]) -> None:
    """Write many lines to standard output, many at a time."""
    say_all(f"{line}\n" for line in lines)


def say_all(pieces: Iterable[str]) -> None:
    """Write many pieces of text to standard output, many at a time."""
    waiting: list[str] = []
    size = 0
    for piece in pieces:
        waiting.append(piece)
        size += len(piece)
        if size >= CHUNK:
            say("".join(waiting))
            waiting, size = [], 0
    say("".join(waiting))
