"""The end of an export: the unfinished file gets its name, and its description stands beside it.

Both happen while the folder is locked, so that of two exports to one name, one after the other, file and description
are always of the same. In between, for as long as it takes to rename two files, there is no description: a crash
leaves none that is wrong, and `--resume` writes it anew.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from .durable import WINDOWS, sync_file, sync_folder
from .opening import create, refused, same_file
from .saving import Part, fcntl
from .sidecars import new_sidecar, refuse_other_sidecar, remove_sidecars, sidecar_of

PATIENCE, PAUSE = 10.0, 0.001  # seconds to wait for a folder that another export has locked
# Linux has one number for the two that are "not supported"; macOS has two.
NO_LINKS = {errno.EPERM, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK}


def complete(part: Part, path: Path, description: dict[str, Any], overwrite: bool, fsync: bool) -> None:
    """Give an unfinished file its name, and put its description beside it.

    Raises:
        FileExistsError: there is a file of that name, and it is not to be overwritten.
        NotOurs: another file was put in the place of the unfinished one, or where the description goes.
    """
    part.take_permissions(path)
    part.end(fsync)
    with locked(path.parent), described_anew(path, description, fsync) as new:
        if not same_file(part.descriptor, part.path):
            raise refused(part.path, "this is not the file that was written: another one was put in its place")
        part.let_go()
        if overwrite:
            remove_sidecars(path)
            part.path.replace(path)
        else:
            take_name(part.path, path)
            remove_sidecars(path)
        remove_sidecars(part.path)
        place(new, sidecar_of(path))
    if fsync:
        sync_folder(path.parent)


def describe_complete(path: Path, description: dict[str, Any], fsync: bool) -> None:
    """Put a description beside a file that is complete already."""
    with locked(path.parent), described_anew(path, description, fsync) as new:
        remove_sidecars(path)
        place(new, sidecar_of(path))
    if fsync:
        sync_file(path)
        sync_folder(path.parent)


def described_anew(path: Path, description: dict[str, Any], fsync: bool) -> AbstractContextManager[Path]:
    """Write the description of a complete file, to be put in its place."""
    refuse_other_sidecar(path)
    return new_sidecar(sidecar_of(path), {**description, "complete": True}, fsync)


def place(new: Path, name: Path) -> None:
    """Give a new description its name, which nobody has."""
    try:
        take_name(new, name)
    except FileExistsError:
        raise refused(name, "the description would go here, but this file is none of ours") from None


def take_name(path: Path, name: Path) -> None:
    """Rename a file to a name that nobody has.

    Raises:
        FileExistsError: somebody has it, perhaps only since a moment ago.
    """
    try:
        if WINDOWS:  # where a plain rename replaces nothing
            path.rename(name)
            return
        os.link(path, name, follow_symlinks=False)
    except FileExistsError:
        raise FileExistsError(errno.EEXIST, "the file exists already", str(name)) from None
    except OSError as error:
        if error.errno not in NO_LINKS:
            raise
    else:
        path.unlink()
        return
    # A file system without links: an empty file of our own takes the name first.
    try:
        os.close(create(name))
    except FileExistsError:
        raise FileExistsError(errno.EEXIST, "the file exists already", str(name)) from None
    path.replace(name)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Let no other export name a file in a folder meanwhile.

    Raises:
        BlockingIOError: another program keeps the folder locked.
    """
    descriptor = None
    try:
        descriptor = os.open(folder, os.O_RDONLY)
        give_up = time.monotonic() + PATIENCE
        while fcntl is not None:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError as error:
                if time.monotonic() > give_up:
                    raise BlockingIOError(error.errno, "another program keeps the folder locked", str(folder)) from None
                time.sleep(PAUSE)
    except BlockingIOError:
        os.close(descriptor)  # type: ignore[arg-type]
        raise
    except OSError:
        pass  # folders that cannot be opened, as on Windows, or are not locked: two exports may cross
    try:
        yield
    finally:
        if descriptor is not None:
            os.close(descriptor)
