"""A document to a file of any format: what save() does."""

from __future__ import annotations

import errno
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..checks import shown
from ..streams.documents import Document
from .cloning import may_share
from .completing import complete, describe_complete
from .contents import difference
from .descriptions import describe, disagreement, encoded
from .formats import Format
from .opening import BINARY, refused
from .saving import Part, forget_second_name, part_of, unfinished
from .sidecars import read_sidecar, refuse_other_sidecar, write_sidecar
from .sinks import Progress, check_progress, pour
from .stores import Stored
from .uploading import upload

if TYPE_CHECKING:
    from .sharing import Sharing

# The names of open descriptors of this process.
DESCRIPTOR = re.compile("/dev/std(in|out|err)|/dev/fd/([0-9]{1,9})|/proc/(self|thread-self)/fd/([0-9]{1,9})")
STANDARD = {"in": 0, "out": 1, "err": 2}
MOST_LINKS = 40  # as many as Linux follows


class SaveOptions(NamedTuple):
    """How a file is written; see `Solution.save`."""

    resume: bool = False
    overwrite: bool = True
    fsync: bool = False
    direct: bool = False
    share: bool = True
    progress: Progress | None = None
    threads: int = 1


def export(document: Document, path: str | os.PathLike[str] | Stored, form: Format, options: SaveOptions) -> None:
    """Write a document to a file and a description beside it; see `Solution.save`."""
    if options.direct and (form.compression or not form.container.direct or not hasattr(os, "O_DIRECT")):
        raise ValueError("direct is for Linux, and for files that are neither compressed nor Arrow")
    check_progress(options.progress)
    form.load()
    if isinstance(path, Stored):
        if options.direct:
            raise ValueError(f"direct is for files, and {path} is an object in a store")
        upload(document, path, form, options.resume, options.overwrite, options.progress, options.threads)
        return
    if is_special(path):
        if options.resume:
            raise ValueError(f"{shown(os.fspath(path))} is no regular file: it cannot be resumed")
        write_special(document, path, form, options)
        return
    place = regular_name(path, options)
    refuse_other_sidecar(place)
    forget_second_name(place)
    done = options.resume and place.exists() and not part_of(place).exists()
    if done and not (options.overwrite and is_of_other_moves(place, document, form)):
        refuse_other(place, document, form, options.threads)
        describe_complete(place, describe(document, form), options.fsync)
    else:
        write_regular(document, place, form, options)


def is_special(path: str | os.PathLike[str]) -> bool:
    """Return whether a name is that of a device, a pipe or an open descriptor: not to be replaced by a file."""
    # /dev/stdout may well lead to a regular file: that is not to be replaced either.
    path = Path(path)
    return descriptor_named(path) is not None or (path.exists() and not path.is_file())


def descriptor_named(path: Path) -> int | None:
    """Return the open descriptor that a name, or a link of that name, stands for, or None."""
    for _ in range(MOST_LINKS):
        found = DESCRIPTOR.fullmatch(str(path))
        if found:
            return STANDARD[found[1]] if found[1] else int(found[2] or found[4])
        if not path.is_symlink():
            break
        path = Path(os.path.normpath(path.parent / path.readlink()))
    return None


def regular_name(path: str | os.PathLike[str], options: SaveOptions) -> Path:
    """Return the name of the file to make, without links.

    Raises:
        OSError: no file can have that name, or one has it and is not to be overwritten.
    """
    name = os.fspath(path)
    if name.endswith(("/", os.sep)):
        raise NotADirectoryError(errno.ENOTDIR, "a name that ends in a slash is that of a folder", name)
    if not options.overwrite and not options.resume and os.path.lexists(name):
        raise FileExistsError(errno.EEXIST, "the file exists already", name)
    place = Path(os.path.realpath(name))
    if place.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), name)
    return place


def write_regular(document: Document, path: Path, form: Format, options: SaveOptions) -> None:
    """Write a file under the name of an unfinished one, then give it its own."""
    with unfinished(path, resume=options.resume, direct=options.direct, threads=options.threads) as part:
        description = describe(document, form)
        if part.held:
            refuse_other_export(part.path, description)
        write_sidecar(part.path, description)
        write_part(part, document, form, description, options)
        complete(part, path, description, options.overwrite, options.fsync)


def write_part(part: Part, document: Document, form: Format, description: dict[str, Any], options: SaveOptions) -> None:
    """Write all that a file is to hold."""
    shared = sharing_of(document, form, part.path.parent) if options.share and not options.direct else None
    if shared is not None:
        part.refuse_more(shared.room(part.held))
        shared.write(part, options.progress)
        return
    room = None if form.compression else form.container.room(document)
    if room is not None:
        part.reserve(room)
    inside = encoded({**description, "complete": True})
    form.container.write(document, part, form.compression, inside, options.progress)


def sharing_of(document: Document, form: Format, folder: Path) -> Sharing | None:
    """Return how the runs of a file in a folder share room, or None if they do not."""
    if not form.container.exact or form.compression or not may_share(document, folder):
        return None
    from .sharing import sharing_in

    return sharing_in(document, folder)


def write_trial(document: Document, form: Format, folder: Path, share: bool = True) -> int:
    """Write a document to a file in a folder that has no name and is gone at once; return how many bytes it had.

    They are written until they would survive a power cut. Whatever ends the process, nothing is left.
    """
    from tempfile import TemporaryFile

    with TemporaryFile(dir=folder, buffering=0) as file:
        part = Part(folder / "trial", file, resume=False, direct=False)
        write_part(part, document, form, describe(document, form), SaveOptions(share=share))
        part.end(fsync=True)
        return part.position


def write_special(document: Document, path: str | os.PathLike[str], form: Format, options: SaveOptions) -> None:
    """Write to what is no regular file: it is not replaced, and nothing stands beside it."""
    chunks = form.container.chunks(document, form.compression, threads=options.threads)
    if chunks is None:
        raise ValueError(f"a {form.container.name} file needs a regular file, {shown(os.fspath(path))} is none")
    named = descriptor_named(Path(path))
    # An open descriptor goes on where it stands; opened anew by its name it would begin at the start of the file.
    descriptor = os.open(path, os.O_WRONLY | BINARY) if named is None else os.dup(named)
    try:
        pour(chunks, descriptor, options.progress)
    finally:
        os.close(descriptor)


def is_of_other_moves(path: Path, document: Document, form: Format) -> bool:
    """Return whether a complete file is known to be another one than is asked for: there was an export before.

    Then an export was ended before it made anything, and whoever resumes it wants that file replaced.
    """
    try:
        known = read_sidecar(path)
    except (OSError, ValueError):
        return False
    return disagreement(known, describe(document, form)) is not None


def refuse_other(path: Path, document: Document, form: Format, threads: int) -> None:
    """Refuse to resume a file that is complete but not the one that is asked for."""
    place = difference(path, document, form, threads)
    if place is not None:
        raise refused(path, f"the file is complete and differs from byte {place:,} on; remove it or do not resume")


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
