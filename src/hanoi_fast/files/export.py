"""A document to a file of any format: what save() does."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

from ..checks import shown
from ..streams.chunks import aligned_chunks
from ..streams.documents import Document
from .compression import compressor
from .contents import chunks_of, difference
from .formats import Format
from .saving import Part, part_of, unfinished
from .sidecars import describe, disagreement, read_sidecar, refuse_other_sidecar, sidecar_of, write_sidecar
from .sinks import Progress, check_progress, pour


def export(
    document: Document,
    path: Path,
    form: Format,
    *,
    resume: bool = False,
    overwrite: bool = True,
    fsync: bool = False,
    direct: bool = False,
    progress: Progress | None = None,
) -> None:
    """Write a document to a file and a description beside it; see `Solution.save`."""
    if direct and (form.compression or form.arrow or not hasattr(os, "O_DIRECT")):
        raise ValueError("direct is for Linux, and for files that are neither compressed nor Arrow")
    check_progress(progress)
    load_what_is_needed(form)
    # /dev/stdout may well lead to a regular file: not to be replaced either.
    if path.exists() and (not path.is_file() or path.parts[:2] == ("/", "dev")):
        if resume:
            raise ValueError(f"{str(path)!r} is no regular file: it cannot be resumed")
        write_special(document, path, form, progress)
        return
    path = Path(os.path.realpath(path))
    if path.exists() and not overwrite and not resume:
        raise FileExistsError(errno.EEXIST, "the file exists already", str(path))
    refuse_other_sidecar(path)
    description = describe(document, form)
    if resume and path.exists() and not part_of(path).exists():
        refuse_other(path, document, form)
    else:
        write_regular(document, path, form, description, resume, fsync, direct, progress)
    write_sidecar(path, {**description, "complete": True}, fsync)


def load_what_is_needed(form: Format) -> None:
    """Refuse, before there is any file, a format that needs a package which is not installed."""
    if form.arrow:
        from .arrow import load_pyarrow

        load_pyarrow()
    if form.compression:
        compressor(form.compression)


def write_regular(
    document: Document,
    path: Path,
    form: Format,
    description: dict[str, Any],
    resume: bool,
    fsync: bool,
    direct: bool,
    progress: Progress | None,
) -> None:
    """Write a file under the name of an unfinished one, then give it its own."""
    try:
        with unfinished(path, resume=resume, direct=direct) as part:
            if part.held:
                refuse_other_export(part.path, description)
            write_part(part, document, form, description, progress)
            part.complete(path, fsync)
    finally:
        if not part_of(path).exists():
            sidecar_of(part_of(path)).unlink(missing_ok=True)


def write_special(document: Document, path: Path, form: Format, progress: Progress | None) -> None:
    """Write to what is no regular file, a device or a named pipe: it is not replaced, and nothing stands beside it."""
    if form.arrow:
        raise ValueError(f"a {form.container} file needs a regular file, {str(path)!r} is none")
    descriptor = os.open(path, os.O_WRONLY)
    try:
        pour(chunks_of(document, form), descriptor, progress)
    finally:
        os.close(descriptor)


def write_part(
    part: Part, document: Document, form: Format, description: dict[str, Any], progress: Progress | None
) -> None:
    """Write all that a file is to hold."""
    if not form.compression and form.container != "parquet":
        part.reserve(room_for(document, form))
    write_sidecar(part.path, description)
    if form.arrow:
        from .arrow import write_arrow

        write_arrow(document, form, part, description, progress)
        return
    chunks = aligned_chunks(document) if part.direct else chunks_of(document, form, compared=bool(part.held))
    for chunk in chunks:
        part.put(chunk)
        if progress is not None:
            progress(len(chunk))


def room_for(document: Document, form: Format) -> int:
    """Return how many bytes a file takes, or a few more where that is not known before."""
    if not form.arrow:
        return document.nbytes
    # Schema and footer, and less than a thousandth around the batches. Too little would cost more than too much:
    # where a file goes beyond its reserve, ext4 flushes all of it to the disk when it replaces another.
    return document.nbytes + (document.nbytes >> 10) + (1 << 20)


def refuse_other(path: Path, document: Document, form: Format) -> None:
    """Refuse to resume a file that is complete but not the one that is asked for."""
    place = difference(path, document, form)
    if place is not None:
        reason = f"the file is complete and differs from byte {place:,} on; remove it or do not resume"
        raise FileExistsError(errno.EEXIST, reason, str(path))


def refuse_other_export(part: Path, description: dict[str, Any]) -> None:
    """Refuse to cut what an export of something else has left to be resumed."""
    try:
        known = read_sidecar(part)
    except FileNotFoundError:
        return
    if (key := disagreement(known, description)) is not None:
        raise ValueError(
            f"{part} was left by another export, with {key} {shown(known.get(key))}, not {shown(description[key])}; "
            "remove it or do not resume"
        )
