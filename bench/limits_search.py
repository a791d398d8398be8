"""The limits of searches on many pegs: states a second, and what a large one takes."""

from __future__ import annotations

import sys
from time import perf_counter

from measuring import Limit, Side, Sides, constant, peak, seconds

import hanoi_fast as hf


def searched(discs: int, seed: int) -> Side:
    """States a second of a search between two random states on four pegs."""
    from bench_search import random_pair, search

    ends = random_pair(discs, 4, seed)

    def measured() -> float:
        begin = perf_counter()
        _, states, _ = search(*ends, 4)
        return states / (perf_counter() - begin)

    return measured


def states(quick: bool) -> Sides:
    yield searched(13 if quick else 15, 1), constant(40e6)


# This pair takes 317,041,918 states, more than most.
def way(quick: bool) -> Sides:
    from bench_search import random_pair

    start, goal = map(list, random_pair(13 if quick else 17, 4, 3))
    yield seconds(lambda: hf.solve(start, goal, pegs=4)), constant(10.0)


def way_memory(quick: bool) -> Sides:
    from bench_search import random_pair

    start, goal = map(list, random_pair(13 if quick else 17, 4, 3))
    program = f"import hanoi_fast as hf; hf.solve({start}, {goal}, pegs=4)"
    yield peak(sys.executable, "-c", program), constant(4 << 30)


def table(quick: bool) -> Sides:
    discs = 10 if quick else 13
    yield seconds(lambda: hf.distances_from([0] * discs, pegs=4)), constant(2.0)


LIMITS = [
    Limit("search states", "a random pair of 15 discs on 4 pegs", "states/s", states, 1),
    Limit("search way", "a random pair of 17 discs on 4 pegs, with its moves", "s", way, at_most=1),
    Limit("search memory", "peak of the same", "B", way_memory, at_most=1),
    Limit("search table", "the distances of all 4^13 states", "s", table, at_most=1),
]
