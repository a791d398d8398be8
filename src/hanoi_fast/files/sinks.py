"""Where a document's bytes go: descriptors, pipes, and any file object that can be written to."""

from __future__ import annotations

import errno
import io
import os
import select
import stat
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from operator import index
from typing import Any

from ..checks import shown
from ..kernels.system import vmsplice

try:
    import fcntl
except ImportError:  # not Unix: there pipes are written to as files are
    fcntl = None  # type: ignore[assignment]

# Linux gives a user pipes of up to 1 MiB without asking; with the usual 64 KiB the writer waits for
# the reader 16 times as often.
LARGE_PIPE = 1 << 20
F_SETPIPE_SZ, F_GETPIPE_SZ = 1031, 1032

LEAST_LENT = 1 << 14  # bytes; a smaller chunk is copied, since lent it would take up a page of the pipe
MOST_IDLE = 1000  # writes in a row that take nothing
PAUSE = 0.001  # seconds to wait where the system does not tell when a descriptor takes something again

# How the system says that it does not lend pages to this pipe.
CANNOT = {errno.ENOSYS, errno.EINVAL, errno.EPERM}

# One write takes at most 0x7ffff000 bytes on Linux, and may always take less.
Write = Callable[[int, memoryview], int]
Progress = Callable[[int], object]


def check_progress(progress: Progress | None) -> None:
    """Refuse what cannot be called, before the first byte."""
    if progress is not None and not callable(progress):
        raise TypeError(f"progress must be callable, not {shown(progress)} ({type(progress).__name__})")


def pour(chunks: Iterable[memoryview], file: Any, progress: Progress | None = None) -> int:
    """Write chunks to a descriptor or a file object; return how many bytes they were."""
    check_progress(progress)
    descriptor = descriptor_of(file)
    if descriptor is None:
        return pour_object(chunks, file, progress)
    write = pipe_writer(descriptor) if stat.S_ISFIFO(os.fstat(descriptor).st_mode) else os.write
    total = 0
    for chunk in chunks:
        write_all(write, descriptor, chunk)
        total += len(chunk)
        if progress is not None:
            progress(len(chunk))
    return total


def descriptor_of(file: Any) -> int | None:
    """Return the descriptor of a plain file, None for an object that must be asked to write.

    A file object that only has a ``fileno`` may do something else with what is written, as gzip does.
    """
    if isinstance(file, int) and not isinstance(file, bool):
        return file
    if not callable(getattr(file, "write", None)):
        raise TypeError(f"file must be a binary file or a descriptor, not {file!r} ({type(file).__name__})")
    if isinstance(file, io.TextIOBase):
        raise TypeError(f"file must be binary, not text: {file!r}; use its .buffer")
    raw = file.raw if type(file) in (io.BufferedWriter, io.BufferedRandom) else file
    if type(raw) is not io.FileIO:
        return None
    file.flush()
    return raw.fileno()


def pour_object(chunks: Iterable[memoryview], file: Any, progress: Progress | None) -> int:
    """Write chunks with the object's own method."""
    total = 0
    for chunk in chunks:
        left, idle = chunk, 0
        while len(left):
            taken = taken_of(file, file.write(left), len(left))
            idle = 0 if taken else idle + 1
            if idle > MOST_IDLE:
                raise OSError(errno.EIO, f"write() of {type(file).__name__} took nothing, {MOST_IDLE} times in a row")
            left = left[taken:]
        total += len(chunk)
        if progress is not None:
            progress(len(chunk))
    return total


def taken_of(file: Any, answer: Any, given: int) -> int:
    """Return how many of the bytes that were given to an object it took, by what its ``write`` answered."""
    if answer is None:
        # A raw file says so that it does not block and took nothing; others, that there is nothing to say.
        if isinstance(file, io.RawIOBase):
            raise BlockingIOError(errno.EAGAIN, "the file does not block and takes nothing now")
        return given
    taken = index(answer)
    if not 0 <= taken <= given:
        raise OSError(errno.EIO, f"write() of {type(file).__name__} answered {taken} when it was given {given} bytes")
    return taken


def write_all(write: Write, descriptor: int, chunk: memoryview) -> None:
    """Write a whole chunk, in as many calls as it takes."""
    while len(chunk):
        try:
            chunk = chunk[write(descriptor, chunk) :]
        except BlockingIOError:
            wait_for(descriptor)


def wait_for(descriptor: int) -> None:
    """Wait until a descriptor that does not block takes something again."""
    if not hasattr(select, "poll"):  # Windows, which polls sockets only
        time.sleep(PAUSE)
        return
    poll = select.poll()
    poll.register(descriptor, select.POLLOUT)
    poll.poll()


def pipe_writer(descriptor: int) -> Write:
    """Return the fastest way to write to a pipe, after making it larger where that is allowed."""
    if not sys.platform.startswith("linux"):
        return os.write
    with suppress(OSError):
        if fcntl.fcntl(descriptor, F_GETPIPE_SZ) < LARGE_PIPE:
            fcntl.fcntl(descriptor, F_SETPIPE_SZ, LARGE_PIPE)
    return splice


def splice(descriptor: int, chunk: memoryview) -> int:
    """Lend a chunk to a pipe, or copy it where it is small or the system does not lend."""
    if len(chunk) >= LEAST_LENT:
        try:
            return vmsplice(descriptor, chunk)
        except OSError as error:
            if error.errno not in CANNOT:
                raise
    return os.write(descriptor, chunk)
