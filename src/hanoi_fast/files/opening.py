"""Files opened with care: a folder may be one that others write to as well.

What is read must be a regular file, so that no named pipe makes the reader wait for ever. What is written is new,
or our own: never what a link leads to, and never a file that has another name elsewhere.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import Any

from .stores import Stored

# Windows has none of these but O_BINARY, without which it writes \r\n for \n; and no links that anyone may plant.
BINARY = getattr(os, "O_BINARY", 0)
NEW = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | BINARY
OWN = os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | BINARY
READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | BINARY


class NotOurs(FileExistsError):
    """What stands under the name is not to be touched; `filename` says which name."""


def refused(path: Path | Stored, reason: str) -> NotOurs:
    """Return the error that names a file and says why it is not touched."""
    return NotOurs(errno.EEXIST, reason, str(path))


def open_regular(path: Path | Stored) -> Any:
    """Open a regular file to read it, or an object in a store.

    Raises:
        OSError: there is none, or it cannot be read.
        NotOurs: it is a folder, a named pipe or a device.
    """
    if isinstance(path, Stored):
        return path.open()
    try:
        descriptor = os.open(path, READ)
    except PermissionError:
        if path.is_dir():  # which Windows does not open
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path)) from None
        raise
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        raise refused(path, "this is no regular file")
    return FileIO(descriptor)


def create(path: Path, mode: int = 0o666) -> int:
    """Create a file that was not there, and return its descriptor; links are not followed."""
    return os.open(path, NEW, mode)


def create_or_own(path: Path) -> int:
    """Create a file, or open the one that is there if it is our own; return its descriptor.

    Raises:
        NotOurs: it is a link, no regular file, a file with another name elsewhere, or another user's.
        OSError: raised by the operating system.
    """
    while True:
        try:
            return create(path)
        except FileExistsError:
            pass
        try:
            descriptor = os.open(path, OWN)
        except FileNotFoundError:
            continue  # it has been completed or removed meanwhile
        except OSError as error:
            raise refused(path, reason_for(path) or os.strerror(error.errno or 0)) from None
        if (reason := stranger(os.fstat(descriptor))) is not None:
            os.close(descriptor)
            raise refused(path, f"{reason}: remove it, or save under another name")
        return descriptor


def create_anew(path: Path) -> int:
    """Create a file in place of one that a crash of ours has left there; return its descriptor.

    Raises:
        NotOurs: what is there is no regular file, or another user's.
        OSError: raised by the operating system.
    """
    with suppress(FileNotFoundError):
        found = os.lstat(path)
        # A second name of the left one may be the right one already: only this name is removed.
        if not stat.S_ISREG(found.st_mode) or not is_own(found):
            raise refused(path, reason_for(path) or "this file is none of ours")
        path.unlink()
    return create(path)


def reason_for(path: Path) -> str | None:
    """Return why a name that cannot be opened is not ours, or None."""
    try:
        found = os.lstat(path)
    except OSError:
        return None
    what = "this is a symbolic link" if stat.S_ISLNK(found.st_mode) else stranger(found)
    return what and f"{what}: remove it, or save under another name"


def stranger(found: os.stat_result) -> str | None:
    """Return in words what tells a file from one that an export of ours has left, or None."""
    if not stat.S_ISREG(found.st_mode):
        return "this is no regular file"
    if found.st_nlink > 1:
        return "this file has another name elsewhere"
    if not is_own(found):
        return "this file belongs to another user"
    return None


def is_own(found: os.stat_result) -> bool:
    """Return whether a file belongs to the user of this process."""
    return not hasattr(os, "geteuid") or found.st_uid == os.geteuid()


def same_file(descriptor: int, path: Path) -> bool:
    """Return whether a name is that of an open file, and no link to it."""
    try:
        return os.path.samestat(os.fstat(descriptor), os.lstat(path))
    except FileNotFoundError:
        return False
