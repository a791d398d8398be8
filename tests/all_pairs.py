"""Every pair of states, not a sample: solutions, distances and tables against a plain breadth-first search.

    python tests/all_pairs.py                  3 pegs along all graphs to 6 discs, 4 and 5 pegs to 5 discs: an hour
    python tests/all_pairs.py --discs 4        up to so many discs: two minutes

For each state: the distances to it and from it, of all others. For each pair: the length of the solution is what the
search found, each move is legal along the arcs, and the last one leads to the target. Where all pegs are joined, a
start stands for all that differ from it in the names of the pegs. Of six discs the moves of every seventh solution are
made, the length of each is compared. The status is 1 after the first difference.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from itertools import product

import numpy as np
from graph_oracles import all_graphs, fewest_along, legal_along

import hanoi_fast as hf
from hanoi_fast.puzzle.arcs import named_arcs

Arcs = frozenset[tuple[int, int]]
MOST_DISCS = {3: 6, 4: 5, 5: 5}
MOST_MADE = 1 << 18  # pairs of a puzzle on three pegs whose moves are all made


def puzzles(most: int) -> Iterator[tuple[int, Arcs, int]]:
    """Yield pegs, arcs and discs."""
    for pegs, largest in MOST_DISCS.items():
        graphs = [named_arcs("complete", pegs), *(all_graphs(3) if pegs == 3 else [])]
        for arcs, discs in product(graphs, range(1, min(most, largest) + 1)):
            yield pegs, arcs, discs


class Steps:
    """The legal moves of every state, each with the state that it leads to."""

    def __init__(self, arcs: Arcs, discs: int, pegs: int) -> None:
        self.states = list(product(range(pegs), repeat=discs))
        self.after = {state: {move: new for new, move in legal_along(arcs, state)} for state in self.states}

    def last(self, start: tuple[int, ...], moves: hf.Solution) -> tuple[int, ...]:
        """Return where the moves lead; an illegal one is a KeyError."""
        for move in moves:
            start = self.after[start][move]
        return start


def check(pegs: int, arcs: Arcs, discs: int) -> int:
    """Check all pairs of states of a puzzle; return how many there are."""
    steps = Steps(arcs, discs, pegs)
    rows = np.array(steps.states, np.uint8)
    fewest = np.empty((len(rows), len(rows)), np.uint64)
    for start, found in zip(steps.states, fewest, strict=True):
        reached = fewest_along(arcs, start)
        found[:] = [reached[state] for state in steps.states]
    ranks, joined = hf.rank(rows, pegs), len(arcs) == pegs * (pegs - 1)
    made = range(0, len(rows) ** 2, 7 if pegs == 3 and len(rows) ** 2 > MOST_MADE else 1)
    for place, start in enumerate(steps.states):
        table = hf.distances_from(start, pegs=pegs, arcs=arcs)
        assert (table[ranks] == fewest[place]).all(), f"distances_from({start})"
        assert (hf.distance(rows, start, pegs=pegs, arcs=arcs) == fewest[:, place]).all(), f"distance(..., {start})"
        if joined and not is_first(start):
            continue
        for pair, (goal, least) in enumerate(zip(steps.states, fewest[place].tolist(), strict=True), place * len(rows)):
            solution = hf.solve(start, goal, pegs=pegs, arcs=arcs)
            if solution.optimal or pegs == 3:
                assert solution.count == least, f"{start} to {goal}: {solution.count} moves where {least} are enough"
            if pair in made:
                assert steps.last(start, solution) == goal, f"{start} to {goal}"
    return len(rows) ** 2


def is_first(state: tuple[int, ...]) -> bool:
    """Return whether new pegs appear in the order of their numbers: one of those that differ in names only does so."""
    return all(peg <= max(state[:disc], default=-1) + 1 for disc, peg in enumerate(state))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--discs", type=int, default=6, help="at most so many discs (default: 6)")
    pairs = 0
    for pegs, arcs, discs in puzzles(parser.parse_args().discs):
        begin = time.perf_counter()
        try:
            pairs += check(pegs, arcs, discs)
        except (AssertionError, KeyError) as error:
            print(f"{pegs} pegs, arcs {sorted(arcs)}, {discs} discs: {error!r}")
            return 1
        took = time.perf_counter() - begin
        print(f"{pegs} pegs, {len(arcs)} arcs, {discs} discs: all pairs agree, {took:.1f} s", flush=True)
    print(f"{pairs:,} pairs: no difference")
    return 0


if __name__ == "__main__":
    sys.exit(main())
