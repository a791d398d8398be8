"""The limits of answers: tables, states, replays, checks, and what is asked of a solution just made."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from measuring import Limit, Side, Sides, constant, folder, fresh, rate, read_once, seconds

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
    from hanoi_fast.kernels.frame_stewart import fill_table, fill_table_textbook

    counts, splits = np.ones((5, 1601), np.uint64), np.ones((5, 1601), np.uint32)
    yield (
        rate(counts.size, lambda: fill_table(counts, splits)),
        rate(counts.size, lambda: fill_table_textbook(counts, splits)),
    )


def at_once(prepared: str, timed: str, most: float) -> Callable[[bool], Sides]:
    """The first answer of a new process, within so many seconds."""

    def prepare(quick: bool) -> Sides:
        yield fresh(prepared, timed), constant(most)

    return prepare


# ---- states ----


def replayed(moves: np.ndarray, discs: int) -> None:
    """Replay with the kernel; the moves must be legal and end on the last peg."""
    from hanoi_fast.kernels import replay as kernel

    state = np.zeros(discs, np.uint8)
    done, _ = kernel.replay(moves, state, np.empty(discs + 1, np.intp), 3)
    if done != len(moves) or not (state == 2).all():
        raise ValueError("the moves are not those of a tower")


def replay(quick: bool) -> Side:
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


# ---- files that are read ----


def verify_file(quick: bool) -> Sides:
    """What ``hanoi-fast verify FILE`` does with a file of our own, against reading it once."""
    from hanoi_fast.face.loading import described
    from hanoi_fast.files.contents import difference

    with folder() as here:
        path = here / "moves.npy"
        hf.solve(25 if quick else 29).save(path)
        size = path.stat().st_size

        def verified() -> None:
            found = described(path)
            if difference(path, found.document, found.form) is not None:
                raise ValueError("the file was not accepted")

        yield rate(size, verified), rate(size, lambda: read_once(path))


def read_list(quick: bool) -> Sides:
    """A list of moves that someone else wrote as text, with the line ends of Windows, in bytes a second."""
    from hanoi_fast import verify

    solution = hf.solve(17 if quick else 24)
    with folder() as here:
        path = here / "moves.txt"
        with solution.open("{source}->{target}\r\n") as file:
            path.write_bytes(file.read())

        def read() -> None:
            report = verify(path, solution.start, 2)
            if not report.complete:
                raise ValueError(f"the list was not accepted: {report}")

        yield rate(path.stat().st_size, read), constant(100e6)


# A small puzzle first, so that modules are not counted: they are imported at first use.
SOLVED = "next(iter(hf.solve(3).blocks()))"
MOVE = "s = hf.solve(10_000, pegs=10); s[s.count // 2]"
BLOCK = "next(iter(hf.solve(1800, pegs=5).blocks()))"
ANYWHERE = "import random; start = random.choices(range(3), k=1000); hf.solve(start[:5], 2)[0]"
REGROUP = "s = hf.solve(start, 2); s.count, s[s.count // 3]"
SUMMED = 'hf.solve(3).crc32("text")'
SUM_OF_THREE = 'hf.solve(1000).crc32("text")'
SUM_OF_FOUR = 'hf.solve(300, pegs=4).crc32("text")'

LIMITS = [
    Limit("table", "16 pegs x 100,000 discs, against ndarray.fill of its arrays", "s", table, at_most=12),
    Limit("table textbook", "4 pegs x 1,600 discs, against every split", "entries/s", table_textbook, 50),
    Limit("first move", "10,000 discs on 10 pegs", "s", at_once(SOLVED, MOVE, 0.050), at_most=1),
    Limit("first block", "1,800 discs on 5 pegs", "s", at_once(SOLVED, BLOCK, 0.020), at_most=1),
    Limit("first regroup", "1000 random discs: count and a move", "s", at_once(ANYWHERE, REGROUP, 0.005), at_most=1),
    Limit("replay python", "2^27 pairs, against reference.Pegs", "moves/s", replay_against_python, 25),
    Limit("replay", "2^27 pairs", "moves/s", replay_alone, 1),
    Limit("distance", "all 3^13 states to a peg, against np.copyto of them", "s", distances, at_most=15),
    Limit("verify file", "1 GiB of our own, against reading it once", "B/s", verify_file, 0.6),
    Limit("verify list", "a foreign list of text", "B/s", read_list, 1),
    Limit("crc32 3 pegs", "1000 discs as text", "s", at_once(SUMMED, SUM_OF_THREE, 0.050), at_most=1),
    Limit("crc32 4 pegs", "300 discs as text", "s", at_once(SUMMED, SUM_OF_FOUR, 0.050), at_most=1),
]
