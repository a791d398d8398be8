"""Chunks to a file: under another name until it is complete, resumable, and never two at once."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path

from ..checks import shown_bytes
from ..kernels.system import clone_range, reserve_space
from .comparing import Compared
from .durable import WINDOWS, sync
from .opening import OWN, NotOurs, create_or_own, same_file
from .sidecars import remove_sidecars, sidecar_of
from .sinks import write_all

try:
    import fcntl
except ImportError:  # not Unix: there two exports to one file are not noticed
    fcntl = None  # type: ignore[assignment]

FULL = {errno.ENOSPC, errno.EFBIG, errno.EDQUOT}
RESERVED = 1 << 26  # bytes of room asked for at a time: 20 ms where the system zeroes them, as in tmpfs
BLOCK = 512  # bytes, which st_blocks counts everywhere
MOST_BYTES = (1 << 63) - 1  # no file system has as many
ALIGNED = 1 << 12  # what direct writing asks of lengths and addresses


def part_of(path: Path) -> Path:
    """Return the name of a file until it is complete.

    >>> part_of(Path("a/moves.txt")).as_posix()
    'a/.moves.txt.part'
    """
    return path.with_name(f".{path.name}.part")


@contextmanager
def unfinished(path: Path, *, resume: bool = False, direct: bool = False, threads: int = 1) -> Iterator[Part]:
    """Open the unfinished file of `path`; no other export can have it until it is closed.

    Whatever happens, it stays to be resumed, unless it is empty.

    Raises:
        BlockingIOError: another export is writing to it.
        NotOurs: what has its name was not left by an export of this user.
    """
    name = part_of(path)
    while True:
        try:
            file = FileIO(create_or_own(name), "r+")
        except NotOurs:
            raise
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(path)) from None
        with file:
            lock(file.fileno(), path)
            # Between opening and locking, the one who had it may have completed and renamed it.
            if same_file(file.fileno(), name):
                part = Part(name, file, resume, direct, threads)
                with removed_if_empty(part, path.exists()):
                    yield part
                return


def forget_second_name(path: Path) -> None:
    """Remove the name of an unfinished file that a crash has left to a complete one, while it had both names.

    Raises:
        BlockingIOError: that was no crash: another export is just about to do so.
    """
    name = part_of(path)
    try:
        if not os.path.samestat(os.lstat(name), os.lstat(path)):
            return
        descriptor = os.open(name, OWN)
    except OSError:
        return
    try:
        lock(descriptor, path)
        if same_file(descriptor, name) and same_file(descriptor, path):
            name.unlink()
            remove_sidecars(name)
    finally:
        os.close(descriptor)


@contextmanager
def removed_if_empty(part: Part, replacing: bool) -> Iterator[None]:
    """Remove an unfinished file if the export fails before its first byte.

    If it is interrupted there and was `replacing` another, it stays: an export that is resumed then knows that it may
    replace the other one too.
    """
    try:
        yield
    except BaseException as error:
        interrupted = replacing and not isinstance(error, Exception)
        if not interrupted and part.is_empty():
            part.let_go()
            part.path.unlink(missing_ok=True)
            with suppress(OSError):
                sidecar_of(part.path).unlink()
        raise


def lock(descriptor: int, path: Path) -> None:
    """Refuse to go on where another export writes to the same file."""
    if fcntl is None:
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise BlockingIOError(error.errno, "another export is writing to this file", str(path)) from None


class Part:
    """An unfinished file: what it holds already is checked, what is missing is written.

    With `direct` the system's cache is passed by, which pays for files larger than the memory.
    """

    def __init__(self, path: Path, file: FileIO, resume: bool, direct: bool, threads: int = 1) -> None:
        self.path = path
        self.file = file
        self.descriptor = file.fileno()
        self.compared = Compared(file)
        self.direct = direct
        self.threads = threads
        self.position = 0
        self.held = os.fstat(self.descriptor).st_size if resume else 0
        os.ftruncate(self.descriptor, self.held)

    def is_empty(self) -> bool:
        """Return whether it is open, has no byte, and still has its name."""
        if self.file.closed:
            return False
        return not os.fstat(self.descriptor).st_size and same_file(self.descriptor, self.path)

    def let_go(self) -> None:
        """Close the file where the system neither renames nor removes what is open; elsewhere it stays locked."""
        if WINDOWS:
            self.file.close()

    def reserve(self, size: int) -> None:
        """Find out whether the disk has room for `size` bytes before the first one is written.

        Raises:
            OSError: it has not.
        """
        kept = os.fstat(self.descriptor).st_blocks * BLOCK if hasattr(os.stat_result, "st_blocks") else 0
        try:
            # In steps, so that Ctrl-C need not wait for all of it.
            for start in range(0, min(size, MOST_BYTES), RESERVED):
                reserve_space(self.descriptor, start, min(RESERVED, size - start))
                if not start and size - kept > self.free() + RESERVED:
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError as error:
            if error.errno not in FULL:
                return  # the file system cannot reserve: the writing will tell
            os.ftruncate(self.descriptor, self.held)  # gives back what was reserved
            raise self.no_room(error.errno, size) from None

    def refuse_more(self, size: int) -> None:
        """Find out whether the disk has room for `size` bytes more; none are reserved.

        Raises:
            OSError: it has not.
        """
        if size > self.free():
            raise self.no_room(errno.ENOSPC, size)

    def no_room(self, number: int, size: int) -> OSError:
        """Return the error that says how much has no room."""
        return OSError(number, f"no room for {shown_bytes(size)}", str(self.path.parent))

    def free(self) -> int:
        """Return how many bytes the disk has room for."""
        found = os.fstatvfs(self.descriptor)
        return found.f_bavail * found.f_frsize

    def put(self, chunk: memoryview) -> None:
        """Make the file hold the chunk here, behind those that were put before."""
        right = self.checked(chunk) if self.held else 0
        if right < len(chunk):
            if self.direct:
                self.set_direct(len(chunk) % ALIGNED == 0)
            write_all(os.write, self.descriptor, chunk[right:])
        self.position += len(chunk)

    def put_at(self, chunk: memoryview, offset: int) -> None:
        """Write over what was put before."""
        self.go_to(offset)
        write_all(os.write, self.descriptor, chunk)

    def share(self, low: int, high: int, like: int) -> None:
        """Let the bytes from `low` to `high` be those from `like` on, in the same room."""
        clone_range(self.descriptor, like, high - low, low)

    def go_to(self, offset: int) -> None:
        """Go on at another place."""
        self.position = os.lseek(self.descriptor, offset, os.SEEK_SET)

    def accept(self, agreement: Callable[[int], int]) -> None:
        """Keep as much of what the file holds as is found right, and cut the rest."""
        self.position, self.held = agreement(self.descriptor), 0
        os.ftruncate(self.descriptor, self.position)
        os.lseek(self.descriptor, self.position, os.SEEK_SET)

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
        """Bypass the page cache for whole pages; the rest at the end of a file is written as usual."""
        flags = fcntl.fcntl(self.descriptor, fcntl.F_GETFL)
        wanted = flags | os.O_DIRECT if whole_pages else flags & ~os.O_DIRECT
        if wanted == flags:
            return
        try:
            fcntl.fcntl(self.descriptor, fcntl.F_SETFL, wanted)
        except OSError as error:
            raise OSError(error.errno, "no direct writing on this file system", str(self.path)) from None

    def take_permissions(self, path: Path) -> None:
        """Take over the permissions of a file that is there, but no right to run as its owner."""
        with suppress(OSError, AttributeError):
            os.fchmod(self.descriptor, path.stat().st_mode & 0o777)

    def end(self, fsync: bool) -> None:
        """Cut what an earlier try left behind the end."""
        os.ftruncate(self.descriptor, self.position)
        if fsync:
            sync(self.descriptor)
