"""The limits of exports: against writing as many bytes from one cached buffer, to a file and to a pipe."""

from __future__ import annotations

import gzip
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import numpy as np
from measuring import MIB, Limit, Sides, anew, command, constant, folder, peak, rate, read_once, run, seconds
from proofs import checksum, checksum_of_file, same

import hanoi_fast as hf
from hanoi_fast.benchmarks.cached import write_cached

Prepare = Callable[[bool], Sides]

# A process that writes as many bytes from one cached buffer, into room that is reserved before.
WRITER = """
import os, sys
path, size = sys.argv[1], int(sys.argv[2])
buffer = memoryview(b"1" * (1 << 20))
file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
if hasattr(os, "posix_fallocate"):
    os.posix_fallocate(file, 0, size)
while size > 0:
    size -= os.write(file, buffer[:size])
"""


# ---- files ----


def process(discs: int, few: int, layout: str) -> Prepare:
    """A whole process that writes a file, from its start to its end, against one that has nothing to make."""

    def prepare(quick: bool) -> Sides:
        solution = hf.solve(few if quick else discs)
        size, crc = solution.nbytes(layout), solution.crc32(layout)
        ours = command("moves", str(few if quick else discs), "--format", layout, "-o")
        other = [sys.executable, "-c", WRITER]
        with folder() as here:
            path = here / f"moves.{'txt' if layout == 'text' else layout}"
            yield (
                anew(path, lambda path: run([*ours, str(path)]), size, crc),
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
            crc = solution.crc32({"bin": "pairs", "txt": "text"}.get(suffix, suffix))
            yield anew(path, solution.save, size, crc), anew(path, lambda path: write_cached(path, size), size)

    return prepare


def resume(quick: bool) -> Sides:
    """The check of what stands in an unfinished file, all of it, against reading it."""
    from hanoi_fast.files.saving import part_of

    solution = hf.solve(26 if quick else 31)
    with folder() as here:
        path = here / "moves.bin"
        solution.save(path)
        same(checksum_of_file(path), solution.crc32("pairs"), "the file")
        size = path.stat().st_size

        def check() -> float:
            path.rename(part_of(path))
            return checked()

        checked = rate(size, lambda: solution.save(path, resume=True))
        yield check, rate(size, lambda: read_once(path))


def opened_by_library(path: Path) -> object:
    """Open a compressed file by the library for it."""
    if path.suffix == ".gz":
        return gzip.open(path)
    zstd = import_module("compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd")
    return zstd.open(path)


def prove_compressed(suffix: str) -> None:
    """Decompress a smaller file of the same kind and compare its checksum."""
    solution = hf.solve(24)
    with folder() as here:
        path = here / f"small.txt.{suffix}"
        solution.save(path)
        with opened_by_library(path) as file:
            same(checksum(iter(lambda: file.read(MIB), b"")), solution.crc32("text"), path.name)


def compressed_time(suffix: str) -> Prepare:
    """2^34 moves as compressed text, in two seconds."""

    def prepare(quick: bool) -> Sides:
        solution = hf.solve(28 if quick else 34)
        prove_compressed(suffix)
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
    from pyarrow import ipc, memory_map

    solution = hf.solve(24 if quick else 28)
    with folder() as here:
        hf.solve(16).save(here / "moves.arrow")
        with memory_map(str(here / "moves.arrow")) as file:
            found = np.array([column.to_numpy() for column in ipc.open_file(file).read_all().columns])
            if not np.array_equal(found.T, hf.solve(16).array("moves")):
                raise ValueError("the Arrow file holds other moves")
        yield (
            seconds(lambda: solution.save(here / "moves.arrow")),
            seconds(lambda: solution.save(here / "moves.bin", "moves")),
        )


def parquet(quick: bool) -> Sides:
    """Moves a second to a Parquet file that is not there before."""
    import thrift  # noqa: F401

    solution = hf.solve(28 if quick else 32)
    with folder() as here:
        path = here / "moves.parquet"

        def side() -> float:
            path.unlink(missing_ok=True)
            return rate(solution.count, lambda: solution.save(path))()

        yield side, constant(2e9)


# ---- memory ----


def memory(mib: int, name: str, *arguments: str) -> Prepare:
    """The peak of a process that exports."""

    def prepare(quick: bool) -> Sides:
        with folder() as here:
            stop = ["--stop", "4Mi" if quick else "256Mi"]
            words = command("moves", *arguments, *stop, "-o", str(Path(here) / name))
            yield peak(*words), constant(mib * MIB)

    return prepare


CACHED = "against writing as much from a cached buffer into reserved room"

LIMITS = [
    Limit("export bin", f"moves 29 as a process, {CACHED}", "B/s", process(29, 27, "bin"), 0.85),
    Limit("export text", f"moves 27 as a process, {CACHED}", "B/s", process(27, 25, "text"), 0.85),
    Limit("save bin", f"4 GiB, {CACHED}", "B/s", save("bin", 31), 0.9),
    Limit("save npy", f"4 GiB, {CACHED}", "B/s", save("npy", 31), 0.9),
    Limit("save text", f"4 GiB, {CACHED}", "B/s", save("txt", 30), 0.9),
    Limit("save text 4 pegs", f"4 GiB, {CACHED}", "B/s", save("txt", 400, pegs=4), 0.9),
    Limit("resume", "the check of 4 GiB, against reading it", "B/s", resume, 0.6),
    Limit("zst time", "2^34 moves to .txt.zst", "s", compressed_time("zst"), at_most=1),
    Limit("zst size", "times smaller than the text", "", compressed_size("zst", 500), 1),
    Limit("gz time", "2^34 moves to .txt.gz", "s", compressed_time("gz"), at_most=1),
    Limit("gz size", "times smaller than the text", "", compressed_size("gz", 100), 1),
    Limit("arrow", "uncompressed, against raw", "s", arrow, at_most=1.5),
    Limit("parquet", "2^32 moves: 2 G moves/s", "moves/s", parquet, 1),
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
