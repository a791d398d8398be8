"""How fast are states searched?

``pytest bench/bench_search.py`` times small questions; ``python bench/bench_search.py 15 17 --pegs 4 --pairs 5``
searches random pairs of states and prints for each what it took.
"""

from __future__ import annotations

from argparse import ArgumentParser
from time import perf_counter

import numpy as np
import pytest

import hanoi_fast as hf
from hanoi_fast.checks import free_memory
from hanoi_fast.puzzle.search import Puzzle, ball, grow


def random_pair(discs: int, pegs: int, seed: int) -> tuple[bytes, bytes]:
    """Two random states whose largest discs differ."""
    rng = np.random.default_rng(seed)
    start, goal = (rng.integers(0, pegs, discs, np.uint8).tobytes() for _ in range(2))
    return start, goal[:-1] + bytes([(start[-1] + 1) % pegs])


def search(start: bytes, goal: bytes, pegs: int) -> tuple[int, int, int]:
    """Return the distance, how many states were expanded, and the bytes of both balls."""
    puzzle, memory = Puzzle.along(None, pegs), free_memory() // 2
    here, there = ball(start, puzzle), ball(goal, puzzle.back)
    while here.meets(there) is None:
        one, other = (here, there) if here.pages <= there.pages else (there, here)
        grow(one, memory, other, len(start), pegs)
    return here.level + there.level, here.states + there.states, here.nbytes + there.nbytes


@pytest.mark.parametrize("discs", [8, 12])
def test_a_random_pair_on_four_pegs(benchmark, discs):
    benchmark(search, *random_pair(discs, 4, 1), 4)


def test_a_way_of_12_discs_on_four_pegs(benchmark):
    start, goal = random_pair(12, 4, 1)
    benchmark(hf.solve, list(start), list(goal), pegs=4)


@pytest.mark.parametrize(("pegs", "discs"), [(3, 12), (4, 10), (5, 8), (8, 6)])
def test_the_distances_of_all_states(benchmark, pegs, discs):
    benchmark(hf.distances_from, [0] * discs, pegs=pegs)


def test_many_states_are_looked_up(benchmark):
    states = hf.unrank(np.arange(4**9), 9, 4)
    benchmark(hf.next_move, states, 2, pegs=4)


@pytest.mark.parametrize("discs", [100, 1000])
def test_gathering(benchmark, discs):
    start = np.random.default_rng(1).integers(0, 4, discs)
    benchmark(hf.solve, start, 2, pegs=4, exact=False)


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("discs", nargs="+", type=int)
    parser.add_argument("--pegs", type=int, default=4)
    parser.add_argument("--pairs", type=int, default=3)
    args = parser.parse_args()
    print(f"{'discs':>5} {'moves':>5} {'seconds':>8} {'states':>14} {'a second':>12} {'MiB':>7}")
    for discs in args.discs:
        for seed in range(args.pairs):
            begin = perf_counter()
            moves, states, size = search(*random_pair(discs, args.pegs, seed), args.pegs)
            took = perf_counter() - begin
            print(f"{discs:>5} {moves:>5} {took:>8.2f} {states:>14,} {states / took:>12,.0f} {size >> 20:>7,}")


if __name__ == "__main__":
    main()
