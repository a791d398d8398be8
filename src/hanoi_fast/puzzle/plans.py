"""How many moves a tower takes where only some pegs are joined, and where it is best split.

Take the n - k larger discs as one block and the k smaller ones as another. The pair (peg of the larger block, peg
of the smaller) starts as (i, i) and must become (j, j). A step of the smaller block is a tower of k discs on all
the pegs. A step of the larger block is a tower of n - k discs on the pegs without the one that the smaller block
stands on. A shortest walk of the pair is the best for this k, and the least over all k is the count.

With all arcs this is the method of Frame and Stewart. On three pegs n - k is always 1 and the walk is forced, so
the count is the fewest moves there can be (A. Sapir, The Computer Journal 47, 2004).
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from itertools import product
from operator import mul
from typing import Any, NamedTuple

from ..checks import checked_int
from .arcs import Arc, reached, shortest_path
from .closed_forms import exact_count
from .two_blocks import NEVER, NEVER_LARGE, Costs, array_of, shortest_walks

# All splits are tried for so many discs. For more, only those near the best of one disc fewer. The count was that of
# all splits in each of 500 random graphs on four and five pegs, up to 30 discs. Both numbers decide which of several
# equal splits is taken, and so the bytes of a solution: they must never change.
ALL_SPLITS, NEAR = 12, 2

# On three pegs the counts of all smaller towers are kept: 10,000 discs are at most 60 MB.
MOST_DISCS = 10_000

# Their counts alone are found without the smaller ones: 2**18 discs take about 0.3 s.
MOST_COUNTED = 1 << 18

# Seconds of planning for more pegs, by a rough model of the slowest machines that we know.
MOST_SECONDS = 1.5


@lru_cache(maxsize=1 << 14)
def plan_for(arcs: frozenset[Arc], pegs: int) -> Plan:
    """Return the plan for a graph of so many pegs; there is one for each."""
    if len(arcs) == pegs * (pegs - 1) and pegs > 2:
        return FreePlan(arcs, pegs)
    if pegs == 3 and all(len(reached(arcs, peg)) == 3 for peg in range(3)):
        return ThreePegPlan(arcs, pegs)
    return Plan(arcs, pegs)


@lru_cache(maxsize=1 << 16)
def useful_pegs(arcs: frozenset[Arc], source: int, target: int) -> tuple[int, ...]:
    """Return the pegs on which a disc that goes from `source` to `target` may rest, as `in_order` has them."""
    return in_order(arcs, frozenset(peg for peg in reached(arcs, source) if target in reached(arcs, peg)))


@lru_cache(maxsize=1 << 16)
def in_order(arcs: frozenset[Arc], pegs: frozenset[int]) -> tuple[int, ...]:
    """Return pegs in rising order, but beginning with the one from which they make the first graph when sorted.

    So all parts of a ring that are equal but for where they begin have one plan.
    """
    rising = sorted(pegs)
    turned = [(*rising[i:], *rising[:i]) for i in range(len(rising))]
    return min(turned, key=lambda order: sorted(renumbered(arcs, order)), default=())


@lru_cache(maxsize=1 << 16)
def renumbered(arcs: frozenset[Arc], pegs: tuple[int, ...]) -> frozenset[Arc]:
    """Return the arcs between some pegs, with these pegs numbered 0, 1, 2, ... in their order."""
    place = {peg: i for i, peg in enumerate(pegs)}
    return frozenset((place[a], place[b]) for a, b in arcs if a in place and b in place)


@lru_cache(maxsize=1 << 16)
def without(arcs: frozenset[Arc], peg: int) -> frozenset[Arc]:
    """Return the arcs that do not touch a peg."""
    return frozenset(arc for arc in arcs if peg not in arc)


def moves_between(arcs: frozenset[Arc], discs: int, source: int, target: int) -> int | None:
    """Return how many moves a tower takes along the arcs, or None if it cannot be done."""
    if discs == 1:
        path = shortest_path(arcs, source, target)
        return None if path is None else len(path) - 1
    pegs = useful_pegs(arcs, source, target)
    if len(pegs) < 2:
        return None
    return plan_for(renumbered(arcs, pegs), len(pegs)).moves(discs, pegs.index(source), pegs.index(target))


def exact_moves(arcs: frozenset[Arc], pegs: int, discs: int, source: int, target: int) -> int:
    """Return how many moves a tower of at least one disc takes, after it is found that this will not take long."""
    plan = plan_for(arcs, pegs)
    if isinstance(plan, ThreePegPlan):
        return plan.far_moves(checked_int(discs, "with arcs, discs", 1, MOST_COUNTED), source, target)
    refuse_long_planning(arcs, pegs, discs)
    moves = moves_between(arcs, discs, source, target)
    assert moves is not None
    return moves


def refuse_long_planning(arcs: frozenset[Arc], pegs: int, discs: int) -> None:
    """Refuse a tower for which planning would take more than a few seconds.

    Raises:
        ValueError: names the discs and the pegs.
    """
    checked_int(discs, "with arcs, discs", 0, MOST_DISCS)
    waiting, seen, seconds = [(arcs, pegs)] if discs > 1 else [], set(), 0.0
    while waiting and seconds < MOST_SECONDS:
        if (graph := waiting.pop()) in seen or type(plan_for(*graph)) is not Plan:
            continue
        seen.add(graph)
        seconds += discs * (1e-3 + 4e-6 * discs + 2e-8 * graph[1] ** 5) + 3e-7 * graph[1] ** 4
        waiting += smaller_graphs(*graph)
    if seconds >= MOST_SECONDS:
        raise ValueError(
            f"with these arcs, {discs} discs on {pegs} pegs take too long to plan: take fewer discs or pegs"
        )


def smaller_graphs(arcs: frozenset[Arc], pegs: int) -> set[tuple[frozenset[Arc], int]]:
    """Return the graphs of the towers that leave one of the pegs alone."""
    found = set()
    for peg in range(pegs):
        inner = without(arcs, peg)
        for source, target in product(range(pegs), repeat=2):
            useful = useful_pegs(inner, source, target)
            if len(useful) > 2:
                found.add((renumbered(inner, useful), len(useful)))
    return found


class Row(NamedTuple):
    """What is known of the towers of some number of discs: arrays of Costs, and of ints."""

    costs: Costs  # [i, j]: the moves from peg i to peg j
    splits: Any  # [i, j]: how many discs make the smaller block
    larger: Costs  # [b, i, j]: the moves of a larger block, while the smaller one stands on peg b


def splits_to_try(discs: int, last: Row) -> range:
    """Return the splits among which the best is looked for; `last` is the row of one disc fewer."""
    possible = last.splits[(last.costs != NEVER) & (last.costs != NEVER_LARGE) & (last.costs != 0)]
    if discs <= ALL_SPLITS:
        return range(1, discs)
    if not possible.size:
        return range(discs - 1, discs)
    return range(max(1, int(possible.min()) - NEAR + 1), min(discs - 1, int(possible.max()) + NEAR) + 1)


class Plan:
    """The counts and splits of all towers on a graph of pegs 0, 1, 2, ..., worked out as far as they are asked for."""

    def __init__(self, arcs: frozenset[Arc], pegs: int) -> None:
        self.arcs = arcs
        self.pegs = pegs
        self.rows: list[Row] = []  # of one disc, two, ...

    def moves(self, discs: int, source: int, target: int) -> int | None:
        """Return how many moves a tower takes, or None if it cannot be done."""
        if self.pegs == 2 and discs > 1:
            return None
        cost = int(self.row(discs).costs[source, target])
        return None if cost in (NEVER, NEVER_LARGE) else cost

    def split(self, discs: int, source: int, target: int) -> int:
        """Return how many of the discs make the smaller block: the largest number that is best."""
        return int(self.row(discs).splits[source, target])

    def row(self, discs: int) -> Row:
        """Return the row of so many discs.

        Rows are made in a list of one's own that then takes the place of the old one: threads and signal handlers may
        ask in the middle of it.
        """
        rows = self.rows
        if discs > len(rows):
            rows = list(rows)
            while discs > len(rows):
                rows.append(self.following(rows))
            self.rows = rows
        return rows[discs - 1]

    def following(self, rows: list[Row]) -> Row:
        """Return the row of one disc more."""
        import numpy as np

        discs = len(rows) + 1
        larger = self.costs_of_larger(discs)
        if discs == 1:
            single = [[self.path_length(i, j) for j in range(self.pegs)] for i in range(self.pegs)]
            return Row(array_of(single), np.zeros((self.pegs, self.pegs), int), larger)
        splits = np.array(splits_to_try(discs, rows[-1]))
        costs = shortest_walks([rows[k - 1].costs for k in splits], [rows[discs - k - 1].larger for k in splits])
        best = costs.min(axis=0)
        # Of several the largest: equal inputs must give equal bytes.
        return Row(best, np.where(costs == best, splits[:, None, None], 0).max(axis=0), larger)

    def path_length(self, source: int, target: int) -> int | None:
        """Return how many moves a single disc takes."""
        path = shortest_path(self.arcs, source, target)
        return None if path is None else len(path) - 1

    def costs_of_larger(self, discs: int) -> Costs:
        """Return the moves of a tower of larger discs, while smaller ones stand on a peg: an array (p, p, p)."""
        each = range(self.pegs)
        inner = [without(self.arcs, peg) for peg in each]
        values = [[[self.beside(inner[peg], peg, discs, i, j) for j in each] for i in each] for peg in each]
        return array_of(values)

    def beside(self, arcs: frozenset[Arc], peg: int, discs: int, source: int, target: int) -> int | None:
        """Return the moves of a tower that must not touch a peg."""
        if source == target:
            return 0
        return None if peg in (source, target) else moves_between(arcs, discs, source, target)


class FreePlan(Plan):
    """The plan of pegs that are all joined: Frame and Stewart."""

    def moves(self, discs: int, source: int, target: int) -> int:
        """Return how many moves a tower takes."""
        return exact_count(discs, self.pegs)


class ThreePegPlan(Plan):
    """The plan of three pegs that can all be reached: the largest disc goes along its arc if there is one.

    So counts follow from those of one disc fewer by sums: along an arc i -> j, d(i, k) + 1 + d(k, j); else, by way of
    k, d(i, j) + 1 + d(j, i) + 1 + d(i, j).
    """

    def __init__(self, arcs: frozenset[Arc], pegs: int) -> None:
        super().__init__(arcs, pegs)
        self.counts: list[dict[Arc, int]] = [{(i, j): 0 for i, j in product(range(3), repeat=2) if i != j}]

    def moves(self, discs: int, source: int, target: int) -> int:
        """Return how many moves a tower takes."""
        return self.count(discs)[source, target]

    def count(self, discs: int) -> dict[Arc, int]:
        """Return how many moves towers take from peg to peg; made and published as `row` does."""
        counts = self.counts
        if discs >= len(counts):
            counts = list(counts)
            while discs >= len(counts):
                counts.append(self.one_more(counts[-1]))
            self.counts = counts
        return counts[discs]

    def one_more(self, row: dict[Arc, int]) -> dict[Arc, int]:
        """Return the counts of one disc more; equal ones are one object."""
        same = dict[int, int]()
        new = {(i, j): sum(row[pair] for pair in steps) + moves for (i, j), (steps, moves) in self.sums.items()}
        return {pair: same.setdefault(count, count) for pair, count in new.items()}

    @cached_property
    def sums(self) -> dict[Arc, tuple[tuple[Arc, ...], int]]:
        """From peg to peg, the towers of one disc fewer and the number of single moves that a tower is made of."""
        found: dict[Arc, tuple[tuple[Arc, ...], int]] = {}
        for i, j in self.counts[0]:
            k = 3 - i - j
            found[i, j] = (((i, k), (k, j)), 1) if (i, j) in self.arcs else (((i, j), (j, i), (i, j)), 2)
        return found

    def far_moves(self, discs: int, source: int, target: int) -> int:
        """Return how many moves a tower takes, without those of all smaller ones: by squaring a matrix."""
        # Counts that agree for seven discs agree for ever: their difference is a recurrence of at most seven terms.
        self.count(8)
        kinds: dict[tuple[int, ...], list[Arc]] = {}
        for pair in self.counts[0]:
            kinds.setdefault(tuple(row[pair] for row in self.counts[:9]), []).append(pair)
        pairs = list(kinds.values())
        place = {pair: i for i, kind in enumerate(pairs) for pair in kind}
        matrix = []
        for kind in pairs:
            steps, moves = self.sums[kind[0]]
            matrix.append([[place[step] for step in steps].count(i) for i in range(len(pairs))] + [moves])
        matrix.append([0] * len(pairs) + [1])
        counts = [0] * len(pairs) + [1]
        while discs:
            if discs & 1:
                counts = [sum(map(mul, row, counts)) for row in matrix]
            if discs := discs >> 1:
                columns = list(zip(*matrix, strict=True))
                matrix = [[sum(map(mul, row, column)) for column in columns] for row in matrix]
        return counts[place[source, target]]

    def split(self, discs: int, source: int, target: int) -> int:
        """Return all discs but one."""
        return discs - 1
