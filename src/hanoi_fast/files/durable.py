"""Files and folders written through to the disk, so that they survive a power cut."""

from __future__ import annotations

import os
from pathlib import Path

try:
    import fcntl
except ImportError:  # not Unix
    fcntl = None  # type: ignore[assignment]

WINDOWS = os.name == "nt"


def sync(descriptor: int) -> None:
    """Wait until the disk has all of an open file."""
    full = getattr(fcntl, "F_FULLFSYNC", None)
    if full is not None:  # macOS, where fsync only hands the file to the disk, which may still keep it in its cache
        try:
            fcntl.fcntl(descriptor, full)
            return
        except OSError:
            pass  # a file system that knows no more than fsync
    os.fsync(descriptor)


def sync_file(path: Path) -> None:
    """Make a file survive a power cut."""
    # Windows flushes only what is open for writing; elsewhere the right to read is enough.
    descriptor = os.open(path, os.O_RDWR if WINDOWS else os.O_RDONLY)
    try:
        sync(descriptor)
    finally:
        os.close(descriptor)


def sync_folder(path: Path) -> None:
    """Make the names in a folder survive; Windows opens no folder, and its file systems keep names in a journal."""
    if not WINDOWS:
        sync_file(path)
