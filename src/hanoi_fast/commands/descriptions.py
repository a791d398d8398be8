"""What is known of a file before it is written, and what its description says afterwards, in lines to read."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from ..checks import printable
from ..face.loading import Described, described, refuse_other_size, size_of
from ..face.moves import along
from ..face.solution import Solution, span_of
from ..files.descriptions import json_value
from ..files.export import sharing_of, write_trial
from ..files.formats import Format, document_of, format_of
from ..files.saving import part_of
from ..files.sidecars import has_description, read_sidecar, refuse_folder
from ..files.stores import Stored
from ..puzzle.routes import standing
from ..quantities import grouped, words
from ..streams.checksums import document_crc32
from ..streams.documents import Document

# A trial has TRIAL bytes before compression, the next one MORE times as many, until one takes ENOUGH seconds.
TRIAL, MORE, ENOUGH = 1 << 26, 4, 1.0
UNITS = ("bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB")


def info_lines(path: Path | Stored) -> Iterator[str]:
    """Yield what the description of a file says, complete or not."""
    name = described_name(path)
    solution, document, form, complete = fitting(name)
    so_far = f"not complete, {amount(size_of(name))} so far; --resume goes on"
    yield f"file     {printable(str(path))}, {'complete' if complete else so_far}"
    yield from described_lines(solution, document, form)
    if complete and isinstance(name, Path) and form.container.exact and not form.compression:
        from ..files.extents import disk_use

        used = disk_use(name)
        if used < document.nbytes:
            yield f"disk     {amount(used)}: equal runs share it"


def described_lines(solution: Solution, document: Document, form: Format) -> Iterator[str]:
    """Yield which moves of which puzzle a document has, and how they are written."""
    route, layout = document.rendering.route, document.rendering.layout
    ends = f"from {standing(route.start)} to {standing(route.state(route.count))}"
    yield f"puzzle   {grouped(route.discs)} discs, {route.pegs} pegs{along(solution.arcs)}, {ends}"
    part = "all of them" if solution.count == route.count else f"from step {grouped(document.first)} on"
    yield f"moves    {grouped(solution.count)}, {part}"
    yield f"layout   {', '.join(filter(None, (repr(layout.name), form.container.name, form.compression_name)))}"
    if not layout.binary:
        yield f"pegs     {printable(' '.join(layout.labels))}"
    yield from contents_lines(document)


def described_name(path: Path | Stored) -> Path | Stored:
    """Return the name of a file, or what it is until it is complete if only that is there."""
    if isinstance(path, Stored):
        return path
    refuse_folder(path)
    part = part_of(path)
    return part if has_description(part) and not has_description(path) else path


def info_data(path: Path | Stored) -> dict[str, Any]:
    """Return the description of a file, after it is found to fit."""
    name = described_name(path)
    fitting(name)
    return {key: json_value(value) for key, value in read_sidecar(name).items()}


def fitting(name: Path | Stored) -> Described:
    """Return what the description of a file says, after it is found to be right and of the file's length."""
    found = described(name)
    refuse_other_size(name, found)
    return found


def contents_lines(document: Document) -> Iterator[str]:
    """Yield how many bytes a document has, and their checksum."""
    yield f"bytes    {amount(document.nbytes)}"
    yield f"crc32    {document_crc32(document):08x}"


def plan_lines(
    solution: Solution, path: Path | Stored | None, name: str | None, labels: tuple[str, ...] | None, share: bool = True
) -> Iterator[str]:
    """Yield what would be written to a file, or to standard output if `path` is None, and about how long it takes."""
    form = format_of("-" if path is None else str(path), name)
    document = document_of(span_of(solution), form, labels)
    yield f"moves    {grouped(solution.count)}"
    yield from contents_lines(document)
    if not isinstance(path, Path) or not solution or (path.exists() and not path.is_file()):
        return
    folder = Path(os.path.realpath(path)).parent
    free = shutil.disk_usage(folder).free
    shared = sharing_of(document, form, folder) if share else None
    if shared is not None:
        yield f"disk     about {scaled(shared.room())}: equal runs share it"

    def trial(moves: int) -> tuple[int, float]:
        """Write the first moves to a file that is gone at once; return its bytes and the seconds it took."""
        begin = time.perf_counter()
        size = write_trial(document_of(span_of(solution).part(0, moves), form, labels), form, folder, share)
        return size, time.perf_counter() - begin

    tried = list(trials(trial, solution.count, document.nbytes, free if shared is None else document.nbytes))
    if not tried:
        yield f"room     {amount(free)}, too little for a trial"
        return
    size, seconds = extrapolated(tried, solution.count)
    if shared is not None:
        size = shared.room()
    moves = tried[-1][0]
    whole = moves == solution.count
    room = "enough" if size <= free else "not enough"
    yield f"room     {amount(free)}, {room} for {amount(size) if whole and shared is None else f'about {scaled(size)}'}"
    based = "in a trial" if whole else f"going by trials of up to {grouped(moves)} moves"
    yield f"time     about {words(seconds)} until all is safe on the disk, {based}"


Trial = tuple[int, int, float]  # moves, bytes of the file, seconds until they were safe on the disk


def trials(trial: Callable[[int], tuple[int, float]], count: int, nbytes: int, free: int) -> Iterator[Trial]:
    """Try more and more of the moves until it takes a while."""
    moves, seconds, size = 0, 0.0, TRIAL
    while moves < count and seconds < ENOUGH and min(size, nbytes) <= free:
        moves = min(count, count * size // nbytes + 1)
        stored, seconds = trial(moves)
        yield moves, stored, seconds
        size *= MORE


def extrapolated(tried: list[Trial], count: int) -> tuple[int, Fraction]:
    """Return the bytes and the seconds of all the moves, going on as between the last two trials.

    One trial would be no measure of compressed files: most frames that differ stand at their beginning.
    """
    (less, smaller, sooner), (moves, size, seconds) = ([(0, 0, 0.0), *tried])[-2:]
    rest = Fraction(count - moves, moves - less)
    return size + int((size - smaller) * rest), Fraction(seconds) + Fraction(max(0.0, seconds - sooner)) * rest


def amount(size: int) -> str:
    """Return a number of bytes exactly, and as people read it.

    >>> amount(3000)
    '3,000 bytes (2.9 KiB)'
    """
    return f"{grouped(size)} bytes" if size < 1 << 10 else f"{grouped(size)} bytes ({scaled(size)})"


def scaled(size: int) -> str:
    """Return a number of bytes in the largest unit that it fills, rounded.

    >>> scaled(2**32 - 4), scaled(2**20 - 1), scaled(2**70)
    ('4.0 GiB', '1.0 MiB', '1,024 EiB')
    """
    unit = min(max(0, size.bit_length() - 1) // 10, len(UNITS) - 1)
    if not unit:
        return f"{size} bytes"
    tenths = rounded_tenths(size, unit)
    if tenths >= 10_240 and unit + 1 < len(UNITS):
        unit, tenths = unit + 1, 10
    if tenths < 1000:
        return f"{tenths // 10}.{tenths % 10} {UNITS[unit]}"
    return f"{grouped((size + (1 << 10 * unit - 1)) >> 10 * unit)} {UNITS[unit]}"


def rounded_tenths(size: int, unit: int) -> int:
    """Return a size in tenths of a unit, rounded."""
    return (10 * size + (1 << 10 * unit - 1)) >> 10 * unit
