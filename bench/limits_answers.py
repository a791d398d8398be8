"""The limits of answers: tables, states, replays, checks, and what is asked of a solution just made."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

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


def written(template: str, discs: int) -> Callable[[Path], int]:
    """A writer of lists of moves that someone else may have made."""

    def write(path: Path) -> int:
        with hf.solve(discs).open(template) as file, path.open("wb") as out:
            while piece := file.read(1 << 24):
                out.write(piece)
        return path.stat().st_size

    return write


def uneven(discs: int) -> Callable[[Path], int]:
    """A writer of a list in which no two neighbouring lines are written alike."""

    def write(path: Path) -> int:
        verbs = ("move", "Move the")
        lines = [f"{verbs[i % 2]} disc from {s} to {t}\n" for i, (s, t) in enumerate(hf.solve(discs).array().tolist())]
        return path.write_bytes("".join(lines).encode())

    return write


def list_read(write: Callable[[Path], int], discs: int, target: int, most: float) -> Sides:
    """A list that is judged, in bytes a second; with another target than its own it is not what is expected."""
    with folder() as here:
        path = here / "moves.txt"
        size = write(path)

        def read() -> None:
            report = hf.verify(path, discs, target)
            if report.complete is not (target == 2):
                raise ValueError(f"the list was not judged right: {report}")

        yield rate(size, read), constant(most)


def expected_list(quick: bool) -> Sides:
    """1 GiB of the moves that are expected, as another program writes them."""
    discs = 20 if quick else 25
    return list_read(written("Move disk {disc} from {source} to {target}\r\n", discs), discs, 2, 2e9)


def other_list(quick: bool) -> Sides:
    """256 MiB of other moves, all written alike."""
    discs = 19 if quick else 23
    return list_read(written("Move disk {disc} from {source} to {target}\r\n", discs), discs, 1, 400e6)


def short_list(quick: bool) -> Sides:
    """The same in the fewest bytes a move."""
    discs = 19 if quick else 25
    return list_read(written("{source}->{target}\r\n", discs), discs, 1, 400e6)


def uneven_list(quick: bool) -> Sides:
    """Moves in lines of changing shapes."""
    discs = 16 if quick else 20
    return list_read(uneven(discs), discs, 2, 30e6)


def answers(quick: bool) -> Sides:
    """Answers of 7 discs, each a text of 127 lines, on one core: seconds for 100,000."""
    return answers_judged(quick, "{answer}")


def titled_answers(quick: bool) -> Sides:
    """The same, each with a title and a last line of its own."""
    return answers_judged(
        quick, "Here is my solution of puzzle no. {number}:\n\n{answer}\nThat is all of no. {number}.\n"
    )


def answers_judged(quick: bool, form: str) -> Sides:
    """Answers of which every other one is wrong."""
    count = 500 if quick else 5000
    moves = hf.solve(7).array("moves").tolist()
    text = "".join(f"{i}. Move disk {d} from {'ABC'[s]} to {'ABC'[t]}\n" for i, (d, s, t) in enumerate(moves, 1))
    each = (text, text.replace("from A to B", "from B to A", 1))
    texts = [form.format(answer=each[number % 2], number=number) for number in range(count)]

    def judged() -> None:
        if sum(bool(report.optimal) for report in hf.verify_each(texts, 7)) != count // 2:
            raise ValueError("the answers were not judged right")

    yield rate(count, judged), constant(100_000 / 20)


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
    Limit("verify expected", "1 GiB of a foreign list, as it should be", "B/s", expected_list, 1),
    Limit("verify list", "256 MiB of a foreign list of one shape", "B/s", other_list, 1),
    Limit("verify short", "a foreign list of 6 bytes a move", "B/s", short_list, 1),
    Limit("verify uneven", "a foreign list of changing shapes", "B/s", uneven_list, 1),
    Limit("verify each", "answers of 7 discs, against 100,000 in 20 s", "answers/s", answers, 1),
    Limit("verify titled", "the same, each with a title and a last line", "answers/s", titled_answers, 1),
    Limit("crc32 3 pegs", "1000 discs as text", "s", at_once(SUMMED, SUM_OF_THREE, 0.050), at_most=1),
    Limit("crc32 4 pegs", "300 discs as text", "s", at_once(SUMMED, SUM_OF_FOUR, 0.050), at_most=1),
]
