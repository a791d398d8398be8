"""Random trials of everything on the user's own machine, against the textbook methods in plain Python.

Each trial draws a puzzle, asks the package, and asks the slow way. A difference is an error of the package or of the
machine. A trial is known by its seed: the same seed draws the same again.
"""

from __future__ import annotations

import random
import tempfile
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from ..lists.verifying import verify
from ..puzzle.distances import distance, next_move
from ..reference import Pegs, regroup, shortest_path
from .loading import load
from .solution import Solution
from .solving import solve

LARGE = 1 << 24  # bytes of the trial of memory: beyond every core's share of the caches
PEGS = (3, 3, 3, 4, 5, 8)
LAYOUTS = ("pairs", "moves", "packed", "discs", "text", "csv", "jsonl", "english", "<{source}-{disc}-{target}>")
SUFFIXES = (".bin", ".npy", ".txt", ".csv", ".jsonl", ".json", ".txt.gz", ".bin.gz")


class Difference(Exception):
    """What the package says is not what the slow way says."""


def same(ours: object, right: object, what: str) -> None:
    """Refuse a difference."""
    if ours != right:
        raise Difference(what)


def any_state(rng: random.Random, discs: int) -> list[int]:
    """Draw a state on three pegs."""
    return [rng.randrange(3) for _ in range(discs)]


def small(rng: random.Random) -> Solution:
    """Draw a puzzle of few moves: a tower on some pegs, or any state to any on three."""
    if rng.random() < 0.5:
        pegs = rng.choice(PEGS)
        return solve(rng.randrange(11 if pegs == 3 else 20), pegs=pegs)
    discs = rng.randrange(1, 11)
    return solve(any_state(rng, discs), rng.choice((rng.randrange(3), any_state(rng, discs))))


def window(rng: random.Random) -> Solution:
    """Draw a few moves from anywhere in a puzzle of any size."""
    pegs = rng.choice(PEGS)
    solution = solve(rng.randrange(1, 2000), pegs=pegs)
    first = rng.randrange(solution.count)
    return solution[first : first + rng.randrange(1, 5000)]


# ---- the trials ----


def moves(rng: random.Random) -> None:
    """Every move of a small puzzle is legal on a board of Python lists, and they end in the target."""
    solution = small(rng)
    board = Pegs.from_state(solution.start.tolist(), solution.pegs).replay(solution)
    same(board.state, solution.target.tolist(), f"the end of {solution}")
    same(len(list(solution)), solution.count, f"the number of moves of {solution}")


def shortest(rng: random.Random) -> None:
    """A way between any two states on three pegs is as short as the one that a search finds."""
    start, target = (any_state(rng, rng.randrange(1, 6)) for _ in range(2))
    target = (target * 6)[: len(start)]
    same(solve(start, target).count, len(list(shortest_path(start, target))), f"the way from {start} to {target}")
    same(distance(start, 2), sum(1 for _ in regroup(start, 2)), f"the distance of {start} from peg 2")
    step = next_move(start, target)
    same(step, next(iter(solve(start, target)), None), f"the next move from {start} to {target}")


def windows(rng: random.Random) -> None:
    """Moves from anywhere in a large puzzle lead from state to state, in blocks as one by one."""
    part = window(rng)
    rows = part.array("moves")
    same(rows.tolist(), [list(part[step]) for step in range(part.count)], f"the rows of {part}")
    step = rng.randrange(part.count)
    state = part.state(step)
    state[rows[step, 0] - 1] = rows[step, 2]
    same(state.tolist(), part.state(step + 1).tolist(), f"the state after step {step} of {part}")
    same(part.step_of(state), step + 1, f"the step of a state of {part}")


def cuts(rng: random.Random) -> None:
    """A stream cut anywhere and joined again is the stream, in any layout; length and checksum are known before."""
    part, layout = window(rng), rng.choice(LAYOUTS)
    data = part.open(layout).read()
    at = rng.randrange(len(data) + 1)
    file = part.open(layout)
    file.seek(at)
    same(file.read(), data[at:], f"{layout!r} of {part} from byte {at}")
    same(part.nbytes(layout), len(data), f"the length of {layout!r} of {part}")
    same(part.crc32(layout), zlib.crc32(data), f"the checksum of {layout!r} of {part}")


def lists(rng: random.Random) -> None:
    """A list with one move spoiled is judged as the board judges it."""
    solution = small(rng)
    rows = [list(move) for move in solution]
    if rows:
        rows[rng.randrange(len(rows))][rng.randrange(1, 3)] = rng.randrange(solution.pegs)
    board, legal = Pegs.from_state(solution.start.tolist(), solution.pegs), 0
    try:
        for disc, source, target in rows:
            if board.top(source) != disc:
                break
            board.move(source, target)
            legal += 1
    except ValueError:
        pass
    report = verify(rows, solution.start, solution.target, pegs=solution.pegs)
    same((report.legal, report.moves), (legal == len(rows), legal), f"the verdict on {rows} for {solution}")


def files(rng: random.Random) -> None:
    """A file cut anywhere is resumed to the same bytes, and read back as the same moves."""
    part, suffix = window(rng), rng.choice(SUFFIXES)
    with tempfile.TemporaryDirectory(prefix="hanoi_fast_") as folder:
        path = Path(folder) / f"moves{suffix}"
        part.save(path)
        data = path.read_bytes()
        array, solution = load(path)
        same(solution, part, f"the solution loaded from {suffix} of {part}")
        same(len(array), part.count, f"the rows loaded from {suffix} of {part}")
        del array
        path.rename(path.with_name(f".{path.name}.part"))
        with path.with_name(f".{path.name}.part").open("r+b") as unfinished:
            unfinished.truncate(rng.randrange(len(data) + 1))
        part.save(path, resume=True)
        same(path.read_bytes(), data, f"the resumed {suffix} of {part}")


def memory(rng: random.Random) -> None:
    """A large buffer holds what was written to it: the checksum is known without it."""
    solution = solve(rng.randrange(64, 200), rng.randrange(1, 3))
    first = rng.randrange(solution.count - LARGE)
    part = solution[first : first + LARGE // 2]
    out = np.empty((part.count, 2), np.uint8)
    part.fill(out)
    same(zlib.crc32(out), part.crc32("pairs"), f"the checksum of a buffer of {part}")


TRIALS: tuple[Callable[[random.Random], None], ...] = (moves, shortest, windows, cuts, lists, files, memory)


def trials(seconds: float, seed: int) -> Iterator[str]:
    """Run trials of each kind in turn for so long, at least one of each; yield the name of each when it is right.

    Raises:
        Difference: says which trial, and what differs.
    """
    end = time.monotonic() + seconds
    number = seed
    while number < seed + len(TRIALS) or time.monotonic() < end:
        trial = TRIALS[number % len(TRIALS)]
        try:
            trial(random.Random(number))
        except (Difference, ValueError, LookupError) as error:
            raise Difference(f"trial {number} ({trial.__name__}): {error}") from error
        yield trial.__name__
        number += 1


def selftest(seconds: float, seed: int = 0) -> Counter[str]:
    """Run trials for so long and return how many of each kind there were; errors as `trials`."""
    return Counter(trials(seconds, seed))
