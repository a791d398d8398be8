"""What a limit is, and how its two sides are measured: in turn, so that what slows the machine slows both."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, sleep

from proofs import checksum_of_file, same

from hanoi_fast.benchmarks.paired import middle_pair, ratios

# Measures one side once: a rate or an amount in the limit's unit.
Side = Callable[[], float]
Sides = Iterator[tuple[Side, Side]]

MIB = 1 << 20

# Middle process: a child started straight from here would report at least the peak of its parent (Linux
# keeps that over exec).
PEAK = """
import os, subprocess, sys
child = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
_, status, usage = os.wait4(child.pid, 0)
print(usage.ru_maxrss)
sys.exit(os.waitstatus_to_exitcode(status))
"""


class Unavailable(Exception):
    """This machine has not what a limit needs."""


@dataclass(frozen=True)
class Limit:
    """A promise: `ours / limit` is at least, or at most, some number.

    `prepare(quick)` yields the two sides once all they need is there, and clears away after.
    """

    name: str
    says: str
    unit: str
    prepare: Callable[[bool], Sides]
    at_least: float | None = None
    at_most: float | None = None

    def holds(self, ratio: float) -> bool:
        """Whether a ratio keeps the promise."""
        return ratio >= self.at_least if self.at_least is not None else ratio <= self.at_most

    @property
    def target(self) -> str:
        """The promise as it is printed."""
        return f">= {self.at_least:g}" if self.at_least is not None else f"<= {self.at_most:g}"


@dataclass(frozen=True)
class Row:
    """What was measured, or a note why not.

    `ours` and `limit` are of the same two runs, those whose ratio is the median of all; `low` and `high` are the
    extremes of the ratio. `chosen`: the limit is a number that somebody chose, not one that was measured.
    """

    name: str
    says: str
    unit: str
    target: str
    ours: float | None = None
    limit: float | None = None
    ratio: float | None = None
    low: float | None = None
    high: float | None = None
    ok: bool | None = None
    note: str = ""
    chosen: bool = False


def measure(limit: Limit, tries: int, quick: bool) -> Row:
    """Measure a limit, or say why it cannot be."""
    given = limit.name, limit.says, limit.unit, limit.target
    try:
        with contextmanager(limit.prepare)(quick) as (ours, other):
            pairs = interleaved(ours, other, tries)
    # What an older package lacks is a limit that it does not have.
    except (Unavailable, ImportError, AttributeError, MemoryError, OSError) as error:
        return Row(*given, note=f"{type(error).__name__}: {error}")
    found = ratios(*zip(*pairs, strict=True))
    middle = middle_pair(pairs)
    ratio = middle[0] / middle[1]
    chosen = isinstance(other, Constant)
    return Row(*given, *middle, ratio, found.low, found.high, limit.holds(ratio), chosen=chosen)


def interleaved(ours: Side, limit: Side, tries: int) -> list[tuple[float, float]]:
    """Return pairs of measurements, after one to warm up; who comes first changes with each."""
    ours(), limit()
    pairs = []
    for turn in range(tries):
        if turn % 2:
            other = limit()
            pairs.append((ours(), other))
        else:
            pairs.append((ours(), limit()))
    return pairs


# ---- sides ----


def seconds(task: Callable[[], object], times: int = 1) -> Side:
    """Measure how long a task takes; one that takes microseconds, many times over."""

    def side() -> float:
        start = perf_counter()
        for _ in range(times):
            task()
        return (perf_counter() - start) / times

    return side


def rate(work: float, task: Callable[[], object]) -> Side:
    """Measure how much is done in a second."""
    took = seconds(task)
    return lambda: work / took()


@dataclass(frozen=True)
class Constant:
    """A side that is a number somebody chose."""

    value: float

    def __call__(self) -> float:
        return self.value


def constant(value: float) -> Side:
    """Stand for a limit that is a number."""
    return Constant(value)


def peak(*command: str) -> Side:
    """Measure the largest resident memory of a process, in bytes."""

    unit = 1 if sys.platform == "darwin" else 1024
    return lambda: int(run([sys.executable, "-c", PEAK, *command])) * unit


def fresh(prepared: str, timed: str) -> Side:
    """Measure a statement in a new process, which has imported what it needs and remembers nothing."""
    program = f"""
from time import perf_counter
import hanoi_fast as hf
{prepared}
began = perf_counter()
{timed}
print(perf_counter() - began)
"""
    return lambda: float(run([sys.executable, "-c", program]))


# ---- processes, files, pipes ----


def command(*arguments: str) -> list[str]:
    """Return the command line of the package as a process."""
    return [sys.executable, "-m", "hanoi_fast", *arguments]


def run(words: list[str]) -> str:
    """Run a process that must succeed; return what it prints."""
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Unavailable(last_line(done.stderr) or f"{words} ended with status {done.returncode}")
    return done.stdout


def last_line(text: str) -> str:
    """Return the line of an error that says what it was."""
    return next(reversed(text.strip().splitlines()), "")


@contextmanager
def folder() -> Iterator[Path]:
    """Lend a folder for large files: TMPDIR says on which disk."""
    with tempfile.TemporaryDirectory(prefix="hanoi_fast_bench_") as name:
        yield Path(name)


def anew(path: Path, write: Callable[[Path], object], size: float, crc: int | None = None) -> Side:
    """Measure bytes a second into a file that is not there before; it is removed when it is not being timed.

    The first file, which only warms up, is proved by its checksum where there is one, all of them by their size.
    """
    unproved = crc is not None

    def side() -> float:
        nonlocal unproved
        start = perf_counter()
        write(path)
        took = perf_counter() - start
        if path.stat().st_size != size:
            raise ValueError(f"{path.name} has {path.stat().st_size} bytes, not {size}")
        if unproved:
            same(checksum_of_file(path), crc, path.name)
            unproved = False
        for file in path.parent.iterdir():
            file.unlink()
        return size / took

    return side


def read_once(path: Path) -> None:
    """Read a file from its beginning to its end into one buffer of 1 MiB."""
    buffer = bytearray(MIB)
    with path.open("rb", buffering=0) as file:
        while file.readinto(buffer):
            pass


def into(reader: list[str], pour: Callable[[int], object], said: object = subprocess.DEVNULL) -> None:
    """Let `pour` write to a pipe of 1 MiB that `reader` reads to its end; what it says goes to `said`."""
    import fcntl

    out, into = os.pipe()
    fcntl.fcntl(into, fcntl.F_SETPIPE_SZ, MIB)
    with subprocess.Popen(reader, stdin=out, stdout=said) as process:
        os.close(out)
        try:
            pour(into)
        finally:
            os.close(into)
    if process.returncode:
        raise Unavailable(f"{reader[0]} ended with status {process.returncode}")


def read_rate(writer: list[str], reader: list[str], last: float = 0.7) -> float:
    """Return the bytes a second that `reader` gets from an endless `writer`, once both are running."""
    with (
        subprocess.Popen(writer, stdout=subprocess.PIPE) as source,
        subprocess.Popen(reader, stdin=source.stdout, stdout=subprocess.DEVNULL) as sink,
    ):
        source.stdout.close()
        try:
            while bytes_read(sink.pid) < 100 * MIB:
                sleep(0.01)
            early, start = bytes_read(sink.pid), perf_counter()
            sleep(last)
            return (bytes_read(sink.pid) - early) / (perf_counter() - start)
        finally:
            source.kill()


def bytes_read(pid: int) -> int:
    """Return how much a process has read so far."""
    return int(Path(f"/proc/{pid}/io").read_text().split()[1])
