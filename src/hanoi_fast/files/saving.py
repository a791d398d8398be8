"""Chunks to a file: under another name until it is complete, resumable, and never two at once."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path
from typing import Any

from ..checks import shown_bytes
from ..kernels.agreement import agree
from ..kernels.system import reserve_space
from .sinks import Progress, write_all

try:
    import fcntl
except ImportError:  # not Unix: there two exports to one file are not noticed
    fcntl = None  # type: ignore[assignment]

FULL = {errno.ENOSPC, errno.EFBIG, errno.EDQUOT}
AHEAD = 1 << 20  # bytes read at a time: comparing 1 GiB takes a ninth less time than with 256 KiB
MOST_BYTES = (1 << 63) - 1  # no file system has as many
ALIGNED = 1 << 12  # what direct writing asks of lengths and addresses


def part_of(path: Path) -> Path:
    """Return the name of a file until it is complete.

    >>> part_of(Path("a/moves.txt")).as_posix()
    'a/.moves.txt.part'
    """
    return path.with_name(f".{path.name}.part")


@contextmanager
def unfinished(path: Path, *, resume: bool = False, direct: bool = False) -> Iterator[Part]:
    """Open the unfinished file of `path`; no other export can have it until it is closed.

    Whatever happens, it stays to be resumed, unless it is empty.

    Raises:
        BlockingIOError: another export is writing to it.
    """
    name = part_of(path)
    while True:
        try:
            descriptor = os.open(name, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(path)) from None
        try:
            lock(descriptor, path)
            # Between opening and locking, the one who had it may have completed and renamed it.
            if name.exists() and os.path.samestat(os.fstat(descriptor), name.stat()):
                with removed_if_empty(name, descriptor):
                    yield Part(name, descriptor, resume, direct)
                return
        finally:
            os.close(descriptor)


@contextmanager
def removed_if_empty(name: Path, descriptor: int) -> Iterator[None]:
    """Take an unfinished file away if it fails before its first byte."""
    try:
        yield
    except BaseException:
        if not os.fstat(descriptor).st_size:
            name.unlink(missing_ok=True)
        raise


def lock(descriptor: int, path: Path) -> None:
    """Refuse to go on where another export writes to the same file."""
    if fcntl is None:
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise BlockingIOError(error.errno, "another export is writing to this file", str(path)) from None


class Compared:
    """A binary file that is compared with what it should hold; it is read in larger pieces than it is compared in."""

    def __init__(self, file: Any) -> None:
        self.file = file
        self.buffer = memoryview(bytearray(AHEAD))
        self.ahead = self.buffer[:0]

    def held(self, chunk: memoryview) -> int:
        """Return how many bytes of the chunk come next in the file, up to the first that differs."""
        left = chunk
        while len(left):
            if not len(self.ahead):
                self.ahead = self.buffer[: self.file.readinto(self.buffer)]
            same = agree(self.ahead, left)
            self.ahead, left = self.ahead[same:], left[same:]
            if not same or (len(self.ahead) and len(left)):
                break
        return len(chunk) - len(left)

    def more(self) -> bool:
        """Return whether the file goes on."""
        return bool(len(self.ahead) or self.file.read(1))


def first_difference(file: Any, chunks: Iterable[memoryview], progress: Progress | None = None) -> int | None:
    """Return where a binary file first differs from the chunks, or None if it is all of them and no more."""
    compared, position = Compared(file), 0
    for chunk in chunks:
        held = compared.held(chunk)
        position += held
        if held < len(chunk):
            return position
        if progress is not None:
            progress(held)
    return position if compared.more() else None


class Part:
    """An unfinished file: what it holds already is checked, what is missing is written.

    With `direct` the system's cache is passed by, which pays for files larger than the memory.
    """

    def __init__(self, path: Path, descriptor: int, resume: bool, direct: bool) -> None:
        self.path = path
        self.descriptor = descriptor
        self.compared = Compared(FileIO(descriptor, closefd=False))
        self.direct = direct
        self.position = 0
        self.held = os.fstat(descriptor).st_size if resume else 0
        os.ftruncate(descriptor, self.held)

    def reserve(self, size: int) -> None:
        """Find out whether the disk has room for `size` bytes before the first one is written.

        Raises:
            OSError: it has not.
        """
        try:
            reserve_space(self.descriptor, min(size, MOST_BYTES))
        except OSError as error:
            if error.errno not in FULL:
                return  # the file system cannot reserve: the writing will tell
            os.ftruncate(self.descriptor, self.held)  # gives back what was reserved
            raise OSError(error.errno, f"no room for {shown_bytes(size)}", str(self.path.parent)) from None

    def put(self, chunk: memoryview) -> None:
        """Make the file hold the chunk here, behind those that were put before."""
        right = self.checked(chunk) if self.held else 0
        if right < len(chunk):
            if self.direct:
                self.set_direct(len(chunk) % ALIGNED == 0)
            write_all(os.write, self.descriptor, chunk[right:])
        self.position += len(chunk)

    def checked(self, chunk: memoryview) -> int:
        """Return how much of the chunk the file holds already; where it errs or ends, it is cut."""
        right = self.compared.held(chunk)
        if right < len(chunk):
            right -= right % ALIGNED if self.direct else 0
            self.held = 0
            os.ftruncate(self.descriptor, self.position + right)
            os.lseek(self.descriptor, self.position + right, os.SEEK_SET)
        return right

    def set_direct(self, whole_pages: bool) -> None:
        """Pass the cache by for whole pages; what is left at the end of a file goes the usual way."""
        flags = fcntl.fcntl(self.descriptor, fcntl.F_GETFL)
        wanted = flags | os.O_DIRECT if whole_pages else flags & ~os.O_DIRECT
        if wanted == flags:
            return
        try:
            fcntl.fcntl(self.descriptor, fcntl.F_SETFL, wanted)
        except OSError as error:
            raise OSError(error.errno, "no direct writing on this file system", str(self.path)) from None

    def complete(self, path: Path, fsync: bool) -> None:
        """Take away what an earlier try left behind the end, and give the file its name."""
        os.ftruncate(self.descriptor, self.position)
        if path.exists():
            with suppress(OSError):
                self.path.chmod(path.stat().st_mode)
        if fsync:
            os.fsync(self.descriptor)
        self.path.replace(path)
        if fsync:
            sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make a rename in the folder survive a power cut."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
