"""The limits of exports: against writing as many bytes from one cached buffer, to a file and to a pipe."""

from __future__ import annotations

import errno
import os
import shutil
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from unittest import mock

from measuring import (
    MIB,
    Limit,
    Side,
    Sides,
    anew,
    command,
    constant,
    folder,
    into,
    peak,
    rate,
    read_once,
    read_rate,
    run,
    seconds,
    write_cached,
)

import hanoi_fast as hf

Prepare = Callable[[bool], Sides]

# A process that writes as many bytes from one cached buffer, without reserving room for them.
WRITER = """
import os, sys
path, size = sys.argv[1], int(sys.argv[2])
buffer = memoryview(b"1" * (1 << 20))
file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
while size > 0:
    size -= os.write(file, buffer[:size])
"""

READERS = {"cat": ["cat"], "wc": ["wc", "-c"]}
LENT = 1 << 18  # bytes of the one buffer that is lent or written again and again


# ---- files ----


def process(discs: int, few: int, layout: str) -> Prepare:
    """A whole process that writes a file, from its start to its end, against one that has nothing to make."""

    def prepare(quick: bool) -> Sides:
        size = hf.solve(few if quick else discs).nbytes(layout)
        ours = command("moves", str(few if quick else discs), "--format", layout, "-o")
        other = [sys.executable, "-c", WRITER]
        with folder() as here:
            path = here / f"moves.{'txt' if layout == 'text' else layout}"
            yield (
                anew(path, lambda path: run([*ours, str(path)]), size),
                anew(path, lambda path: run([*other, str(path), str(size)]), size),
            )

    return prepare


def save(suffix: str, discs: int, pegs: int = 3) -> Prepare:
    """4 GiB to a file."""

    def prepare(quick: bool) -> Sides:
        solution = hf.solve(discs, pegs=pegs)
        moves = (1 << 32) // (2 if suffix in ("bin", "npy") else 4)
        solution = solution[: moves >> 5 if quick else moves]
        with folder() as here:
            path = here / f"moves.{suffix}"
            solution.save(path)
            size = path.stat().st_size
            yield anew(path, solution.save, size), anew(path, lambda path: write_cached(path, size), size)

    return prepare


def resume(quick: bool) -> Sides:
    """The check of what stands in an unfinished file, all of it, against reading it."""
    from hanoi_fast.files.saving import part_of

    solution = hf.solve(26 if quick else 31)
    with folder() as here:
        path = here / "moves.bin"
        solution.save(path)
        size = path.stat().st_size

        def check() -> float:
            path.rename(part_of(path))
            return checked()

        checked = rate(size, lambda: solution.save(path, resume=True))
        yield check, rate(size, lambda: read_once(path))


def compressed_time(suffix: str) -> Prepare:
    """2^34 moves as compressed text, in two seconds."""

    def prepare(quick: bool) -> Sides:
        solution = hf.solve(28 if quick else 34)
        with folder() as here:
            yield seconds(lambda: solution.save(here / f"moves.txt.{suffix}")), constant(2)

    return prepare


def compressed_size(suffix: str, ratio: float) -> Prepare:
    """How many times smaller 2^34 moves of text are."""

    def prepare(quick: bool) -> Sides:
        solution = hf.solve(28 if quick else 34)
        with folder() as here:
            path = here / f"moves.txt.{suffix}"
            solution.save(path)
            yield constant(solution.nbytes("text") / path.stat().st_size), constant(ratio)

    return prepare


def arrow(quick: bool) -> Sides:
    """An uncompressed Arrow file, against the same moves raw."""
    import pyarrow  # noqa: F401

    solution = hf.solve(24 if quick else 28)
    with folder() as here:
        yield (
            seconds(lambda: solution.save(here / "moves.arrow")),
            seconds(lambda: solution.save(here / "moves.bin", "moves")),
        )


# ---- pipes ----


def lend(buffer: memoryview, pipe: int, size: int) -> None:
    """Lend one constant buffer to a pipe, again and again."""
    from hanoi_fast.kernels.system import vmsplice

    repeat(vmsplice, buffer, pipe, size)


def copy(buffer: memoryview, pipe: int, size: int) -> None:
    """Write one cached buffer to a pipe, again and again."""
    repeat(os.write, buffer, pipe, size)


def repeat(write: Callable[[int, memoryview], int], buffer: memoryview, pipe: int, size: int) -> None:
    while size > 0:
        left = buffer[:size]
        while left:
            left = left[write(pipe, left) :]
        size -= len(buffer)


def without_lending(*_: object) -> int:
    raise OSError(errno.ENOSYS, "vmsplice is switched off")


def piped(reader: list[str], quick: bool) -> tuple[int, Side]:
    """Text into a reader, until it has read all."""
    solution = hf.solve(27 if quick else 31)
    size = solution.nbytes("text")
    return size, rate(size, lambda: into(reader, lambda pipe: solution.write(pipe, "text")))


def lent(name: str) -> Prepare:
    """Text into a reader, against lending one constant buffer to it."""

    def prepare(quick: bool) -> Sides:
        size, ours = piped(READERS[name], quick)
        buffer = pages()
        yield ours, rate(size, lambda: into(READERS[name], lambda pipe: lend(buffer, pipe, size)))

    return prepare


def copied(name: str) -> Prepare:
    """Text into a reader where the system does not lend, against writing one cached buffer."""

    def prepare(quick: bool) -> Sides:
        from hanoi_fast.files import sinks

        size, ours = piped(READERS[name], quick)
        buffer = pages()

        def without() -> float:
            with mock.patch.object(sinks, "vmsplice", without_lending):
                return ours()

        yield without, rate(size, lambda: into(READERS[name], lambda pipe: copy(buffer, pipe, size)))

    return prepare


def pages() -> memoryview:
    """A constant buffer on pages of its own."""
    import mmap

    memory = mmap.mmap(-1, LENT)
    memory.write(b"1" * LENT)
    return memoryview(memory)


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

    yield rate(size, lambda: shipped(solution.open("text"))), rate(size, lambda: shipped(Memory(size)))


# ---- memory ----


def memory(mib: int, name: str, *arguments: str) -> Prepare:
    """The peak of a process that exports."""

    def prepare(quick: bool) -> Sides:
        with folder() as here:
            stop = ["--stop", "4Mi" if quick else "256Mi"]
            words = command("moves", *arguments, *stop, "-o", str(Path(here) / name))
            yield peak(*words), constant(mib * MIB)

    return prepare


CACHED = "against writing as much from a cached buffer"

LIMITS = [
    Limit("export bin", f"moves 29 as a process, {CACHED}", "B/s", process(29, 27, "bin"), 0.85),
    Limit("export text", f"moves 27 as a process, {CACHED}", "B/s", process(27, 25, "text"), 0.85),
    Limit("save bin", f"4 GiB, {CACHED}", "B/s", save("bin", 31), 0.9),
    Limit("save npy", f"4 GiB, {CACHED}", "B/s", save("npy", 31), 0.9),
    Limit("save text", f"4 GiB, {CACHED}", "B/s", save("txt", 30), 0.9),
    Limit("save text 4 pegs", f"4 GiB, {CACHED}", "B/s", save("txt", 400, pegs=4), 0.9),
    Limit("resume", "the check of 4 GiB, against reading it", "B/s", resume, 0.6),
    Limit("pipe cat", "8 GiB of text, against lending one buffer", "B/s", lent("cat"), 0.6),
    Limit("pipe wc", "8 GiB of text, against lending one buffer", "B/s", lent("wc"), 0.6),
    Limit("pipe cat write", "without vmsplice, against one cached buffer", "B/s", copied("cat"), 0.9),
    Limit("pipe wc write", "without vmsplice, against one cached buffer", "B/s", copied("wc"), 0.9),
    Limit("pipe yes", "text into cat, against GNU yes", "B/s", yes, 5),
    Limit("open", "2 GiB of text by shutil.copyfileobj, against a copy from memory", "B/s", opened, 0.8),
    Limit("zst time", "2^34 moves to .txt.zst", "s", compressed_time("zst"), at_most=1),
    Limit("zst size", "times smaller than the text", "", compressed_size("zst", 500), 1),
    Limit("gz time", "2^34 moves to .txt.gz", "s", compressed_time("gz"), at_most=1),
    Limit("gz size", "times smaller than the text", "", compressed_size("gz", 100), 1),
    Limit("arrow", "uncompressed, against raw", "s", arrow, at_most=1.5),
    Limit("memory bin", "peak of an export", "B", memory(100, "a.bin", "29"), at_most=1),
    Limit("memory npy", "peak of an export", "B", memory(100, "a.npy", "29"), at_most=1),
    Limit("memory text", "peak of an export", "B", memory(100, "a.txt", "29"), at_most=1),
    Limit("memory csv", "4 pegs: discs differ in length", "B", memory(150, "a.csv", "400", "--pegs", "4"), at_most=1),
    Limit("memory json", "5 pegs", "B", memory(150, "a.json", "1800", "--pegs", "5"), at_most=1),
    Limit("memory gz", "peak of an export", "B", memory(150, "a.txt.gz", "30"), at_most=1),
    Limit("memory zst", "5 pegs", "B", memory(150, "a.csv.zst", "1800", "--pegs", "5"), at_most=1),
    Limit("memory arrow", "peak of an export", "B", memory(400, "a.arrow", "29"), at_most=1),
    Limit("memory parquet", "peak of an export", "B", memory(400, "a.parquet", "29"), at_most=1),
]
