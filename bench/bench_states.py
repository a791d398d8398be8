"""How fast are states answered and moves replayed?

``pytest bench/bench_states.py`` times each question; ``python bench/bench_states.py`` prints the ratios, each
the median of interleaved runs of both sides.
"""

from statistics import median
from time import perf_counter

import numpy as np
import pytest

from hanoi_fast import solve
from hanoi_fast.kernels import replay as kernel
from hanoi_fast.puzzle.distances import distance, next_move
from hanoi_fast.puzzle.states import rank, unrank

DISCS = 13
STATES = 3**DISCS


def all_states():
    return unrank(np.arange(STATES), DISCS)


def shuffled(states):
    return states[np.random.default_rng(1).permutation(len(states))]


def replay(moves, discs, pegs=3):
    state = np.zeros(discs, np.uint8)
    done, reason = kernel.replay(moves, state, np.empty(discs + 1, np.intp), pegs)
    assert (done, reason) == (len(moves), 0)
    assert (state == pegs - 1).all()


def plain_replay(moves, discs, pegs=3):
    stacks = [list(range(discs, 0, -1))] + [[] for _ in range(pegs - 1)]
    for source, target in moves:
        disc = stacks[source].pop()
        stack = stacks[target]
        if stack and stack[-1] < disc:
            raise ValueError("larger on smaller")
        stack.append(disc)
    assert len(stacks[-1]) == discs


@pytest.fixture(scope="module")
def states():
    return all_states()


def test_copy_of_the_states(benchmark, states):
    benchmark(np.copyto, np.empty_like(states), states)


def test_distance_to_a_peg(benchmark, states):
    benchmark(distance, states, 2)


def test_distance_to_one_state(benchmark, states):
    benchmark(distance, states, states[STATES // 3])


def test_distance_row_by_row(benchmark, states):
    benchmark(distance, states, shuffled(states))


def test_distance_of_one_state_of_1000_discs(benchmark):
    start, target = np.random.default_rng(1).integers(0, 3, (2, 1000))
    benchmark(distance, start, target)


def test_next_moves_to_a_peg(benchmark, states):
    benchmark(next_move, states, 2)


def test_rank(benchmark, states):
    benchmark(rank, states)


def test_unrank(benchmark):
    benchmark(unrank, np.arange(STATES), DISCS)


@pytest.mark.parametrize("layout", ["pairs", "moves", "packed"])
def test_replay(benchmark, layout):
    moves = solve(22).array(layout)
    benchmark(replay, moves[:, None] if layout == "packed" else moves, 22)


def test_replay_with_four_pegs(benchmark):
    solution = solve(180, pegs=4)
    benchmark(replay, solution.array(), 180, 4)


def test_plain_replay(benchmark):
    benchmark(plain_replay, solve(16).array().tolist(), 16)


def seconds(ask, *arguments):
    start = perf_counter()
    ask(*arguments)
    return perf_counter() - start


def interleaved(one, other, runs=7):
    """The median seconds of two questions, asked in turn: what slows the machine slows both."""
    times = [(seconds(*one), seconds(*other)) for _ in range(runs)]
    return tuple(map(median, zip(*times, strict=True)))


def main():
    states = all_states()
    ours, copy = interleaved((distance, states, 2), (np.copyto, np.empty_like(states), states), 15)
    print(f"distance(all 3**{DISCS} states, 2): {ours * 1e3:.1f} ms, {ours / copy:.1f} x np.copyto")
    few, many = solve(18), solve(27)
    ours, plain = interleaved((replay, many.array(), 27), (plain_replay, few.array().tolist(), 18), 5)
    ours, plain = many.count / ours, few.count / plain
    print(f"replay of 2**27 pairs: {ours / 1e6:.0f} million moves/s, {ours / plain:.0f} x plain Python")


if __name__ == "__main__":
    main()
