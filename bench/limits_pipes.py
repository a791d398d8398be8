"""The limits of what is read while it is made: pipes, against one cached buffer, and the virtual file."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from unittest import mock

from measuring import Limit, Side, Sides, command, into, rate, read_rate
from proofs import checksum, checksum_through_pipe, same

import hanoi_fast as hf
from hanoi_fast.benchmarks.cached import PIPE_PIECE, pages, write_again

Prepare = Callable[[bool], Sides]

READERS = {"cat": ["cat"], "wc": ["wc", "-c"]}
LENT = 1 << 18  # bytes that are read at a time

# ---- pipes ----


def without_lending(*_: object) -> int:
    raise OSError(errno.ENOSYS, "vmsplice is switched off")


def piped(reader: list[str], quick: bool) -> tuple[int, Side]:
    """Text into a reader, until it has read all."""
    small, solution = hf.solve(22), hf.solve(27 if quick else 31)
    same(checksum_through_pipe(lambda pipe: small.write(pipe, "text")), small.crc32("text"), "the pipe")
    size = solution.nbytes("text")
    return size, rate(size, lambda: into(reader, lambda pipe: solution.write(pipe, "text")))


def lent(name: str) -> Prepare:
    """Text into a reader, against lending one constant buffer to it."""

    def prepare(quick: bool) -> Sides:
        from hanoi_fast.kernels.system import vmsplice

        size, ours = piped(READERS[name], quick)
        buffer = pages(PIPE_PIECE)
        yield ours, rate(size, lambda: into(READERS[name], lambda pipe: write_again(vmsplice, pipe, buffer, size)))

    return prepare


def copied(name: str) -> Prepare:
    """Text into a reader where the system does not lend, against writing one cached buffer."""

    def prepare(quick: bool) -> Sides:
        from hanoi_fast.files import sinks

        size, ours = piped(READERS[name], quick)
        buffer = pages(PIPE_PIECE)

        def without() -> float:
            with mock.patch.object(sinks, "vmsplice", without_lending):
                return ours()

        yield without, rate(size, lambda: into(READERS[name], lambda pipe: write_again(os.write, pipe, buffer, size)))

    return prepare


def yes(quick: bool) -> Sides:
    """Both as a shell would join them: ``hanoi-fast moves 64 | cat`` and ``yes | cat``, once they are running."""
    yield (
        partial(read_rate, command("moves", "64"), ["cat"]),
        partial(read_rate, ["yes"], ["cat"]),
    )


# ---- file objects ----


class Memory:
    """A file of so many bytes, from one cached buffer: each read is a plain copy."""

    def __init__(self, size: int) -> None:
        self.left = size
        self.buffer = memoryview(b"1" * LENT)

    def read(self, size: int) -> bytes:
        size = min(size, self.left, LENT)
        self.left -= size
        return bytes(self.buffer[:size])


def opened(quick: bool) -> Sides:
    """The virtual file, copied by shutil, against a file that is in memory."""
    solution = hf.solve(25 if quick else 29)
    size = solution.nbytes("text")

    def shipped(file: object) -> None:
        with Path(os.devnull).open("wb", buffering=0) as sink:
            shutil.copyfileobj(file, sink, LENT)

    small = hf.solve(22).open("text")
    same(checksum(iter(lambda: small.read(LENT), b"")), hf.solve(22).crc32("text"), "the virtual file")
    yield rate(size, lambda: shipped(solution.open("text"))), rate(size, lambda: shipped(Memory(size)))


LIMITS = [
    Limit("pipe cat", "8 GiB of text, against lending one buffer", "B/s", lent("cat"), 0.6),
    Limit("pipe wc", "8 GiB of text, against lending one buffer", "B/s", lent("wc"), 0.6),
    Limit("pipe cat write", "without vmsplice, against one cached buffer", "B/s", copied("cat"), 0.9),
    Limit("pipe wc write", "without vmsplice, against one cached buffer", "B/s", copied("wc"), 0.9),
    Limit("pipe yes", "text into cat, against GNU yes", "B/s", yes, 5),
    Limit("open", "2 GiB of text by shutil.copyfileobj, against a copy from memory", "B/s", opened, 0.8),
]
