"""What several threads ask of one solution at the same time is what each would get alone.

Eight threads begin together, on a solution that nobody has asked anything yet, so that all of them work out the same
at once. `make tsan` runs this with ThreadSanitizer, and a free-threaded Python without its lock.
"""

import os
import pickle
import threading
from itertools import islice

import numpy as np
import pytest

import hanoi_fast as hf
from hanoi_fast.lists.recalling import REMEMBERED

THREADS = 8
ROUNDS = 3

PUZZLES = {
    "tower": lambda: hf.solve(15),
    "slice": lambda: hf.solve(64)[2**63 - 5000 : 2**63 + 9000],
    "positions": lambda: hf.solve([0, 2, 1, 0, 2, 2, 1, 0, 1, 0, 2, 1, 1], [2, 2, 0, 1, 1, 0, 2, 1, 0, 0, 1, 0, 2]),
    "many pegs": lambda: hf.solve(200, pegs=5),
    "linear": lambda: hf.solve(9, arcs="linear"),
    "inverse": lambda: hf.solve([0, 1, 2, 1, 0, 2, 0, 1, 1, 0, 2], 1).inverse(),
}


def read_backwards(solution):
    """Read a virtual file in pieces from its end."""
    with solution.open("csv") as file:
        pieces = []
        for place in range(max(0, file.size - 40_000), -1, -9_999):
            file.seek(place)
            pieces.append(file.read(777))
    return pieces


def filled(solution):
    out = np.zeros((solution.count, 2), np.uint8)
    solution.fill(out, threads=2)
    return out.tobytes()


def path_of(solution):
    steps = np.linspace(0, solution.count, 200).astype(np.int64)
    states = solution.state(steps)
    return states.tobytes(), np.asarray(solution.step_of(states)).tolist()


def verdict(solution):
    return str(hf.verify(solution, solution.start, solution.target, pegs=solution.pegs, arcs=solution.arcs))


QUESTIONS = {
    "array": lambda solution: solution.array("moves").tobytes(),
    "fill": filled,
    "text": lambda solution: solution.open().read(),
    "seek": read_backwards,
    "states": path_of,
    "one by one": lambda solution: list(islice(solution, 5000)),
    "lengths": lambda solution: [solution.nbytes(name) for name in ("text", "csv", "json", "english", "arrows")],
    "checksum": lambda solution: (solution.crc32("csv"), solution.crc32("pairs")),
    "values": lambda solution: (hash(solution), repr(solution), solution.unique, solution.optimal, len(solution)),
    "pickle": lambda solution: pickle.loads(pickle.dumps(solution)) == solution,
    "part": lambda solution: solution[7:-7] == solution[5:-5][2:-2],
    "verify": verdict,
}


def at_once(*calls):
    """Make each call in a thread of its own, all at the same time, and return what they return."""
    begin, found = threading.Barrier(len(calls)), [None] * len(calls)

    def run(which, call):
        begin.wait()
        try:
            found[which] = call()
        except BaseException as error:
            found[which] = error

    threads = [threading.Thread(target=run, args=(which, call)) for which, call in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


@pytest.mark.parametrize("puzzle", PUZZLES)
@pytest.mark.parametrize("question", QUESTIONS)
def test_all_ask_the_same(puzzle, question):
    ask = QUESTIONS[question]
    expected = ask(PUZZLES[puzzle]())
    for _ in range(ROUNDS):
        shared = PUZZLES[puzzle]()
        assert at_once(*[lambda shared=shared: ask(shared)] * THREADS) == [expected] * THREADS


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_each_asks_everything_in_an_order_of_its_own(puzzle):
    questions = list(QUESTIONS)
    expected = {name: QUESTIONS[name](PUZZLES[puzzle]()) for name in questions}
    shared = PUZZLES[puzzle]()

    def ask_all(first):
        return {name: QUESTIONS[name](shared) for name in questions[first:] + questions[:first]}

    assert at_once(*[lambda first=first: ask_all(first) for first in range(THREADS)]) == [expected] * THREADS


@pytest.mark.skipif(not hasattr(os, "memfd_create"), reason="only Linux maps moves")
def test_moves_are_mapped_by_all_and_given_back_by_all():
    shared = hf.solve(24)
    expected = shared.array()[1 << 20 : (1 << 20) + 5000].tobytes()

    def ask():
        return shared.mapped()[1 << 20 : (1 << 20) + 5000].tobytes()

    assert at_once(*[ask] * THREADS) == [expected] * THREADS


def test_files_of_one_solution_are_written_by_all(tmp_path):
    shared = hf.solve(13)

    def save(which):
        for suffix in (".txt", ".npy", ".csv.gz", ".json"):
            shared.save(tmp_path / f"{which}{suffix}")
        return [hf.verify(path, 13).complete for path in sorted(tmp_path.glob(f"{which}.*"))]

    assert at_once(*[lambda which=which: save(which) for which in range(THREADS)]) == [[True] * 4] * THREADS


TEXTS = {
    "english": "Move disk {disc} from rod {source} to rod {target}.\n",
    "other words": "disc {disc}: peg {source} -> peg {target}\n",
    "two ways": (
        "Move disk {disc} from rod {source} to rod {target}.\nmove DISK {disc}  from rod {source} to rod {target}\n"
    ),
}


def written(solution, template):
    """Write moves in the ways of a template in turn, a line each."""
    lines, names = template.splitlines(), "ABC"
    return "".join(
        lines[which % len(lines)].format(disc=disc, source=names[source], target=names[target]) + "\n"
        for which, (disc, source, target) in enumerate(solution)
    )


@pytest.mark.parametrize("template", TEXTS)
def test_lists_that_are_written_alike_are_read_by_all(tmp_path, template):
    good = tmp_path / "good.txt"
    good.write_text(written(hf.solve(11), TEXTS[template]))
    lines = good.read_text().splitlines(keepends=True)
    bad = tmp_path / "bad.txt"
    bad.write_text("".join(lines[:1000] + lines[1001:]))

    def reports():
        return [str(hf.verify(path, 11)) for path in (good, bad) * 4]

    REMEMBERED.clear()
    expected = reports()
    for _ in range(ROUNDS):
        REMEMBERED.clear()
        assert at_once(*[reports] * THREADS) == [expected] * THREADS
