"""How fast are lists of moves read and judged, whoever wrote them?

``pytest bench/bench_verify.py`` times each question; ``python bench/bench_verify.py`` prints bytes a second, of the
reader alone and of all of `verify`, in seconds of the processor: what else runs does not count.
"""

import io
from time import process_time

import numpy as np
import pytest

import hanoi_fast as hf
from hanoi_fast.movelists import MoveList

DISCS = 20

# Name -> template, labels, what stands before and after.
LISTS = {
    "pairs": ("{source} {target}\n", None, "", ""),
    "pairs on Windows": ("{source}->{target}\r\n", None, "", ""),
    "letters": ("{source} -> {target}\n", "ABC", "", ""),
    "with discs": ("{disc} {source} {target}\n", None, "", ""),
    "CSV": ("{disc},{source},{target}\n", None, "disc,source,target\n", ""),
    "sentences": ("Move disk {disc} from Peg {source} to Peg {target}.\n", ["1", "2", "3"], "", ""),
    "in one line": ("[{disc}, {source}, {target}], ", None, "moves = [", "]"),
}


def written(name, discs=DISCS):
    template, labels, before, after = LISTS[name]
    with hf.solve(discs).open(template, labels=labels) as file:
        return before.encode() + file.read() + after.encode()


def read(text):
    return sum(map(len, MoveList(io.BytesIO(text))))


def uneven(discs):
    """No two lines after each other are written alike: the slowest list there is."""
    lines = [
        f"{'move' if i % 2 else 'Move the'} disc from {s} to {t}\n" for i, (s, t) in enumerate(hf.solve(discs).array())
    ]
    return "".join(lines).encode()


@pytest.mark.parametrize("name", LISTS)
def test_read(benchmark, name):
    assert benchmark(read, written(name)) == 2**DISCS - 1


@pytest.mark.parametrize("name", LISTS)
def test_verify(benchmark, name):
    text = written(name)
    assert benchmark(lambda: hf.verify(io.BytesIO(text), DISCS)).optimal


def test_read_an_uneven_list(benchmark):
    assert benchmark(read, uneven(14)) == 2**14 - 1


def test_numpy_reads_pairs(benchmark):
    text = written("pairs", 16).decode()
    benchmark(lambda: np.fromstring(text, np.uint8, sep=" "))


@pytest.mark.parametrize("layout", ["pairs", "moves", "packed"])
def test_verify_an_array(benchmark, layout):
    moves = hf.solve(22).array(layout)
    assert benchmark(hf.verify, moves, 22).optimal


def test_verify_a_list_of_tuples(benchmark):
    moves = list(map(tuple, hf.solve(16).array().tolist()))
    assert benchmark(hf.verify, moves, 16).optimal


@pytest.mark.parametrize("name", ["moves.npy", "moves.txt"])
def test_verify_a_file_of_our_own(benchmark, name, tmp_path):
    hf.solve(22).save(tmp_path / name)
    assert benchmark(hf.verify, tmp_path / name, 22).optimal


def test_verify_a_file_of_our_own_without_its_description(benchmark, tmp_path):
    hf.solve(22).save(tmp_path / "moves.npy")
    (tmp_path / "moves.npy.json").unlink()
    assert benchmark(hf.verify, tmp_path / "moves.npy", 22).optimal


def speed(size, ask):
    """Bytes a second: the best of three, which has the fewest interruptions."""
    times = []
    for _ in range(3):
        start = process_time()
        ask()
        times.append(process_time() - start)
    return size / min(times)


def main():
    for name in LISTS:
        text = written(name, 22)
        alone = speed(len(text), lambda text=text: read(text))
        judged = speed(len(text), lambda text=text: hf.verify(io.BytesIO(text), 22))
        print(f"{name:>16}: read {alone / 1e6:.0f} MB/s, verified {judged / 1e6:.0f} MB/s ({len(text) / 1e6:.0f} MB)")
    text = uneven(16)
    print(f"{'uneven':>16}: read {speed(len(text), lambda: read(text)) / 1e6:.0f} MB/s")


if __name__ == "__main__":
    main()
