"""The limits of answers: tables, states, replays, checks, and what is asked of a solution just made."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

import numpy as np
from measuring import MIB, Limit, Side, Sides, Unavailable, constant, folder, rate, seconds

import hanoi_fast as hf
from hanoi_fast import reference

# ---- many pegs ----


def table(quick: bool) -> Sides:
    """The table, in memory of its own as its caller gets it, against setting as much memory."""
    discs = 10_000 if quick else 100_000
    arrays = hf.frame_stewart(discs, 16)
    counts, splits = np.ones_like(arrays.counts), np.ones_like(arrays.splits)
    yield seconds(lambda: hf.frame_stewart(discs, 16)), seconds(lambda: (counts.fill(1), splits.fill(1)))


def table_textbook(quick: bool) -> Sides:
    """The kernel that tries every split against the one that need not, in entries a second."""
    from hanoi_fast._frame_stewart import fill_table, fill_table_textbook

    counts, splits = np.ones((5, 1601), np.uint64), np.ones((5, 1601), np.uint32)
    yield (
        rate(counts.size, lambda: fill_table(counts, splits)),
        rate(counts.size, lambda: fill_table_textbook(counts, splits)),
    )


def fresh(prepare: Callable[[int], object], most: float) -> Callable[[bool], Sides]:
    """Something from nothing but imported modules, each time with another puzzle, within so many seconds."""

    def sides(quick: bool) -> Sides:
        turn = iter(range(1 << 30))
        yield seconds(lambda: prepare(next(turn))), constant(most)

    return sides


def build(turn: int) -> object:
    """One move from the middle of 10,000 discs on 10 pegs; the number of discs is new each time."""
    solution = hf.solve(10_000 - turn, pegs=10)
    return solution[solution.count // 2]


def first_block(turn: int) -> object:
    """The first block of 1800 discs on 5 pegs."""
    return next(iter(hf.solve(1800 - turn, pegs=5).blocks()))


# ---- states ----


def replayed(moves: np.ndarray, discs: int) -> None:
    """Replay with the kernel; the moves must be legal and end on the last peg."""
    from hanoi_fast import _replay

    state = np.zeros(discs, np.uint8)
    done, _ = _replay.replay(moves, state, np.empty(discs + 1, np.intp), 3)
    if done != len(moves) or not (state == 2).all():
        raise ValueError("the moves are not those of a tower")


def replay(quick: bool) -> tuple[int, Side]:
    """2^27 moves in memory, replayed by the kernel."""
    discs = 23 if quick else 27
    moves = hf.solve(discs).array()
    return rate(len(moves), lambda: replayed(moves, discs))


def replay_against_python(quick: bool) -> Sides:
    few = hf.solve(13 if quick else 18)
    listed = few.array().tolist()
    yield replay(quick), rate(few.count, lambda: reference.Pegs(few.discs).replay(listed))


def replay_alone(quick: bool) -> Sides:
    yield replay(quick), constant(200e6)


def distances(quick: bool) -> Sides:
    """The distances of all states, against copying the states."""
    discs = 11 if quick else 13
    states = hf.unrank(np.arange(3**discs), discs)
    other = np.empty_like(states)
    yield seconds(lambda: hf.distance(states, 2)), seconds(lambda: np.copyto(other, states))


def from_anywhere(turn: int) -> object:
    """The count and one move from 1000 discs anywhere."""
    solution = hf.solve(np.random.default_rng(turn).integers(0, 3, 1000), 2)
    return solution.count, solution[solution.count // 3]


# ---- checksums ----


def checksum(discs: int, pegs: int) -> Callable[[int], object]:
    """The CRC-32 of all moves as text, of a solution that is new each time."""
    return lambda turn: hf.solve(discs, pegs=pegs).crc32("text")


# ---- files that are read ----


def verify_file(quick: bool) -> Sides:
    """A file of the package's own, against reading it once into a buffer of 1 MiB."""
    from hanoi_fast import verify

    discs = 25 if quick else 29
    with folder() as here:
        path = here / "moves.npy"
        hf.solve(discs).save(path)
        size = path.stat().st_size
        start = np.zeros(discs, np.uint8)

        def verified() -> None:
            report = verify(path, start, 2)
            if not (report.legal and report.complete and report.moves == 2**discs - 1):
                raise ValueError(f"the file was not accepted: {report}")

        yield rate(size, verified), rate(size, lambda: read_once(path))


def read_once(path: object) -> None:
    """Read a file from its beginning to its end into one buffer."""
    buffer = bytearray(MIB)
    with open(path, "rb", buffering=0) as file:
        while file.readinto(buffer):
            pass


def read_list(quick: bool) -> Sides:
    """A list of moves that someone else wrote as text, in bytes a second."""
    from hanoi_fast import verify

    discs = 16 if quick else 22
    with folder() as here:
        path = here / "moves.txt"
        text = b"".join(b"%d->%d\n" % tuple(move) for move in hf.solve(min(discs, 16)).array().tolist())
        if discs > 16:
            with hf.solve(discs).open("{source}->{target}\n") as file:
                text = file.read()
        # Windows ends its lines so; the package never does.
        text = text.replace(b"\n", b"\r\n")
        path.write_bytes(text)
        start = perf_counter()

        def read() -> None:
            report = verify(path, hf.solve(discs).start, 2)
            if not report.complete:
                raise ValueError(f"the list was not accepted: {report}, {perf_counter() - start}")

        yield rate(len(text), read), constant(100e6)


__all__ = ["LIMITS", "Unavailable"]

LIMITS = [
    Limit("table", "16 pegs x 100,000 discs, against ndarray.fill of its arrays", "s", table, at_most=12),
    Limit("table textbook", "4 pegs x 1,600 discs, against every split", "entries/s", table_textbook, 50),
    Limit("build 10 pegs", "10,000 discs: one move anywhere", "s", fresh(build, 0.050), at_most=1),
    Limit("build 5 pegs", "1,800 discs: the first block", "s", fresh(first_block, 0.020), at_most=1),
    Limit("build regroup", "1000 random discs: count and a move", "s", fresh(from_anywhere, 0.005), at_most=1),
    Limit("replay python", "2^27 pairs, against reference.Pegs", "moves/s", replay_against_python, 25),
    Limit("replay", "2^27 pairs", "moves/s", replay_alone, 1),
    Limit("distance", "all 3^13 states to a peg, against np.copyto of them", "s", distances, at_most=15),
    Limit("verify file", "1 GiB of our own, against reading it once", "B/s", verify_file, 0.6),
    Limit("verify list", "a foreign list of text", "B/s", read_list, 1),
    Limit("crc32 3 pegs", "1000 discs as text", "s", fresh(checksum(1000, 3), 0.050), at_most=1),
    Limit("crc32 4 pegs", "300 discs as text", "s", fresh(checksum(300, 4), 0.050), at_most=1),
]
