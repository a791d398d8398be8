"""Random calls around the edges of types, blocks and chunks, from several threads, with signals in between.

    python tests/fuzz_boundaries.py --seconds 60 --seed 1

Every answer is compared with closed forms that share no code with the package (tests/oracles.py). Of each kind of call
the number that was made is printed. `make asan` runs it too: there AddressSanitizer and UBSan watch the kernels.
"""

import argparse
import io
import os
import random
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from zlib import crc32

import numpy as np
import oracles

import hanoi_fast as hf

EDGES = [1 << bits for bits in (12, 14, 16, 18, 20, 22, 31, 32, 53, 62, 63, 64, 65, 128)]
SIZES = [1 << bits for bits in (3, 6, 8, 12, 14, 16, 18)]
LAYOUTS = ["pairs", "moves", "packed", "discs", "sums", "text", "full", "csv", "english", "{disc:>4}|{target}"]
THREADS = 8

# For all threads: what one made must be right for the others.
SHARED = [hf.solve(discs) for discs in (19, 32, 33, 64, 65, 129, 300)]


def near(chance, edges):
    """A number at an edge, or a little before or after it."""
    return max(0, chance.choice(edges) + chance.choice([-2, -1, 0, 0, 1, 2, chance.randint(-40, 40)]))


def window(chance):
    """Some moves around an edge, of a solution that may be another thread's too."""
    solution = chance.choice(SHARED) if chance.random() < 0.7 else hf.solve(chance.randint(1, 140))
    first = min(near(chance, EDGES), solution.count)
    size = min(near(chance, SIZES), solution.count - first)
    return solution, first, solution[first : first + size]


def expect(ours, right, what):
    if ours != right:
        raise AssertionError(f"{what}: {ours!r:.200} and not {right!r:.200}")


def few(chance, count):
    """Some of so many places, with both ends."""
    return sorted({0, count - 1, *(chance.randrange(count) for _ in range(4))}) if count else []


def arrays(chance):
    solution, first, part = window(chance)
    layout = chance.choice(LAYOUTS[:5])
    rows = part.array(layout, threads=chance.choice([1, 1, 3]))
    expect(len(rows), part.count, f"rows of {part}")
    for at in few(chance, part.count):
        right = oracles.render([oracles.tower_move(first + at, solution.discs)], layout, discs=solution.discs)
        expect(rows[at].tobytes(), right, f"row {at} of {layout} of {part}")


def fills(chance):
    solution, first, part = window(chance)
    out = np.full((near(chance, SIZES) % (1 << 17), 2), 9, np.uint8)
    step = min(near(chance, SIZES), part.count)
    made = part.fill(out, step)
    expect(made, min(len(out), part.count - step), f"moves filled of {part} from {step}")
    expect(bool((out[made:] == 9).all()), True, "what is behind the moves")
    for at in few(chance, made):
        right = oracles.tower_move(first + step + at, solution.discs)[1:]
        expect(tuple(out[at].tolist()), right, f"row {at} of {part}")


def texts(chance):
    _, _, part = window(chance)
    layout = chance.choice(LAYOUTS)
    file = part.open(layout)
    size = file.seek(0, io.SEEK_END)
    at = min(near(chance, SIZES), size)
    file.seek(at)
    data = file.read(near(chance, SIZES) + 1)
    whole = io.BytesIO()
    part.write(whole, layout)
    whole = whole.getvalue()
    expect((size, part.crc32(layout)), (len(whole), crc32(whole)), f"length and checksum of {layout} of {part}")
    expect(data, whole[at : at + len(data)], f"{layout} of {part} from byte {at}")


def states(chance):
    solution, first, part = window(chance)
    steps = np.array([chance.randint(0, part.count) for _ in range(chance.choice([0, 1, 5]))], np.uint64)
    for step, state in zip(steps.tolist(), part.state(steps).tolist(), strict=True):
        expect(tuple(state), oracles.tower_state(first + step, solution.discs), f"state {step} of {part}")
        expect(part.step_of(state), step, f"the step of a state of {part}")
    if part.count:
        taken = [chance.randint(-part.count, part.count - 1) for _ in range(4)]
        right = [list(oracles.tower_move(first + step % part.count, solution.discs)) for step in taken]
        expect(part.take(taken).tolist(), right, f"the moves {taken} of {part}")


def ranks(chance):
    discs = chance.choice([1, 5, 20, 31, 32, 39, 40])
    rows = near(chance, SIZES) % (1 << 17)
    top = 3**discs
    numbers = np.array([min(near(chance, EDGES), top) % top for _ in range(3)] * (rows // 3 + 1), np.uint64)[:rows]
    back = hf.rank(hf.unrank(numbers, discs))
    expect(np.array_equal(back, numbers), True, f"{rows} ranks of {discs} discs")


def distances(chance):
    discs, rows = chance.choice([1, 31, 32, 63, 64]), near(chance, SIZES) % (1 << 16)
    states = np.random.default_rng(chance.getrandbits(32)).integers(0, 3, (rows, discs), np.uint8)
    target = chance.randrange(3)
    found, moves = hf.distance(states, target), hf.next_move(states, target)
    for at in few(chance, rows):
        expect(int(found[at]), hf.solve(states[at], target).count, f"a distance of {discs} discs")
        step = next(iter(hf.solve(states[at], target)), (0, 0, 0))
        expect(tuple(moves[at].tolist()), tuple(step), f"a next move of {discs} discs")


def lists(chance):
    _, _, part = window(chance)
    rows = part.array("moves") if chance.random() < 0.5 else part.array("pairs")
    report = hf.verify(rows, part.start, part.target)
    expect((report.legal, report.moves), (True, part.count), f"the verdict on {part}")
    if part.count:
        at = chance.randrange(part.count)
        rows[at, -1] = rows[at, -2]
        report = hf.verify(rows, part.start, part.target)
        expect((report.legal, report.first_error.index), (False, at), f"the verdict on a spoiled {part}")


def files(chance):
    _, _, part = window(chance)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / chance.choice(["a.npy", "a.bin", "a.txt", "a.csv", "a.txt.gz"])
        part.save(path, threads=chance.choice([1, 3]))
        rows, again = hf.load(path)
        expect((again == part, len(rows)), (True, part.count), f"{path.name} of {part}")
        del rows


CALLS = (arrays, fills, texts, states, ranks, distances, lists, files)


# ---- signals ----


class Interrupted(BaseException):
    """What the handler raises, wherever the program is."""


def interrupted(chance):
    """Fill, save and write to a pipe with a signal on the way; what is asked after it is right."""
    solution = hf.solve(chance.choice([22, 23]))
    out = np.empty((solution.count, 2), np.uint8)

    def handler(*_):
        raise Interrupted

    before = signal.signal(signal.SIGALRM, handler)
    with tempfile.TemporaryDirectory() as folder, read_pipe() as pipe:
        path = Path(folder) / chance.choice(["a.txt", "a.npy", "a.txt.gz", "a.csv"])
        way = chance.choice([lambda: solution.fill(out), lambda: solution.save(path), lambda: solution.write(pipe)])
        try:
            try:
                signal.setitimer(signal.ITIMER_REAL, chance.choice([1e-4, 1e-3, 5e-3, 3e-2]) * chance.random())
                way()
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)  # it may come just before this
        except Interrupted:
            pass
        finally:
            signal.signal(signal.SIGALRM, before)
        solution.save(path, resume=True)
        expect(hf.verify(path, solution.discs, 2).complete, True, f"{path.name} after a signal")
        expect(hf.load(path)[1] == solution, True, f"the description of {path.name} after a signal")
    at = chance.randrange(solution.count - 9)
    solution.fill(out[:9], at)
    right = [list(oracles.tower_move(at + i, solution.discs)[1:]) for i in range(9)]
    expect(out[:9].tolist(), right, "what is filled after a signal")


@contextmanager
def read_pipe():
    """A pipe that somebody reads. No signal may come as its thread starts or ends: Python's own locks break then."""
    ours, theirs = os.pipe()
    reader = threading.Thread(target=lambda: [None for _ in iter(lambda: os.read(ours, 1 << 16), b"")], daemon=True)
    reader.start()
    try:
        yield theirs
    finally:
        os.close(theirs)
        reader.join()
        os.close(ours)


def run(seconds, seed):
    """Call for so many seconds, first in many threads at once, then with signals; return how many of each kind."""
    made, end = Counter(), time.monotonic() + seconds * 0.7

    def calls(which):
        chance, done = random.Random(f"{seed} {which}"), Counter()
        while time.monotonic() < end:
            call = chance.choice(CALLS)
            call(chance)
            done[call.__name__] += 1
        return done

    with ThreadPoolExecutor(THREADS) as pool:
        for done in pool.map(calls, range(THREADS)):
            made += done
    chance = random.Random(seed)
    while hasattr(signal, "setitimer") and time.monotonic() < end + seconds * 0.3:
        interrupted(chance)
        made["interrupted"] += 1
    return made


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    made = run(args.seconds, args.seed)
    print(", ".join(f"{name} {number:,}" for name, number in sorted(made.items())), "- all as they should be")


if __name__ == "__main__":
    sys.exit(main())
