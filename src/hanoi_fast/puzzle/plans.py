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
from typing import Any, TypeAlias

from ..checks import whole
from .arcs import Arc, reached, shortest_path
from .closed_forms import exact_count

# All splits are tried for so many discs. For more, only those near the best of one disc fewer. The count was that of
# all splits in each of 500 random graphs on four and five pegs, up to 30 discs. Both numbers decide which of several
# equal splits is taken, and so the bytes of a solution: they must never change.
ALL_SPLITS, NEAR = 12, 2

# A cost that stands for "cannot be done", in arrays of int64 and in those of Python ints, and the largest of int64.
NEVER, NEVER_LARGE, LARGEST = 1 << 60, 1 << 8192, 1 << 58

# On three pegs the counts of all smaller towers are kept: 10,000 discs are at most 60 MB.
MOST_DISCS = 10_000

# Their counts alone are found without the smaller ones: 2**18 discs take about 0.3 s.
MOST_COUNTED = 1 << 18

# Seconds of planning for more pegs, by a rough model of the slowest machines that we know.
MOST_SECONDS = 1.5

Costs: TypeAlias = Any  # an array of moves from peg to peg


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
        return plan.far_moves(whole(discs, "with arcs, discs", 1, MOST_COUNTED), source, target)
    refuse_long_planning(arcs, pegs, discs)
    moves = moves_between(arcs, discs, source, target)
    assert moves is not None
    return moves


def refuse_long_planning(arcs: frozenset[Arc], pegs: int, discs: int) -> None:
    """Refuse a tower for which planning would take more than a few seconds.

    Raises:
        ValueError: names the discs and the pegs.
    """
    whole(discs, "with arcs, discs", 0, MOST_DISCS)
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


class Plan:
    """The counts and splits of all towers on a graph of pegs 0, 1, 2, ..., worked out as far as they are asked for."""

    def __init__(self, arcs: frozenset[Arc], pegs: int) -> None:
        self.arcs = arcs
        self.pegs = pegs
        self.costs: list[Costs] = [None]  # [n][i, j]: of n discs from peg i to peg j
        self.splits: list[Any] = [None]
        self.larger: list[Costs] = [None]  # [n][b, i, j]: of n discs, while smaller ones stand on peg b

    def moves(self, discs: int, source: int, target: int) -> int | None:
        """Return how many moves a tower takes, or None if it cannot be done."""
        if self.pegs == 2 and discs > 1:
            return None
        self.extend(discs)
        cost = int(self.costs[discs][source, target])
        return None if cost in (NEVER, NEVER_LARGE) else cost

    def split(self, discs: int, source: int, target: int) -> int:
        """Return how many of the discs make the smaller block: the largest number that is best."""
        self.extend(discs)
        return int(self.splits[discs][source, target])

    def extend(self, discs: int) -> None:
        """Work out what is missing up to so many discs."""
        import numpy as np

        for n in range(len(self.costs), discs + 1):
            self.larger.append(self.costs_of_larger(n))
            if n == 1:
                single = [[self.path_length(i, j) for j in range(self.pegs)] for i in range(self.pegs)]
                self.costs.append(array_of(single))
                self.splits.append(np.zeros((self.pegs, self.pegs), int))
                continue
            splits = np.array(self.splits_to_try(n))
            costs = shortest_walks([self.costs[k] for k in splits], [self.larger[n - k] for k in splits])
            best = costs.min(axis=0)
            # Of several the largest: equal inputs must give equal bytes.
            self.splits.append(np.where(costs == best, splits[:, None, None], 0).max(axis=0))
            self.costs.append(best)

    def splits_to_try(self, discs: int) -> range:
        """Return the splits among which the best is looked for."""
        if discs <= ALL_SPLITS:
            return range(1, discs)
        last = self.splits[discs - 1][~self.impossible(discs - 1)]
        if not last.size:
            return range(discs - 1, discs)
        return range(max(1, int(last.min()) - NEAR + 1), min(discs - 1, int(last.max()) + NEAR) + 1)

    def impossible(self, discs: int) -> Any:
        """Return from which peg to which a tower cannot go at all, or need not go."""
        costs = self.costs[discs]
        return (costs == (NEVER_LARGE if costs.dtype == object else NEVER)) | (costs == 0)

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
        self.rows: list[dict[Arc, int]] = [{(i, j): 0 for i, j in product(range(3), repeat=2) if i != j}]

    def moves(self, discs: int, source: int, target: int) -> int:
        """Return how many moves a tower takes."""
        while len(self.rows) <= discs:
            self.rows.append(self.following(self.rows[-1]))
        return self.rows[discs][source, target]

    def following(self, row: dict[Arc, int]) -> dict[Arc, int]:
        """Return the counts of one disc more; equal ones are one object."""
        same = dict[int, int]()
        new = {(i, j): sum(row[pair] for pair in steps) + moves for (i, j), (steps, moves) in self.sums.items()}
        return {pair: same.setdefault(count, count) for pair, count in new.items()}

    @cached_property
    def sums(self) -> dict[Arc, tuple[tuple[Arc, ...], int]]:
        """From peg to peg, the towers of one disc fewer and the number of single moves that a tower is made of."""
        found: dict[Arc, tuple[tuple[Arc, ...], int]] = {}
        for i, j in self.rows[0]:
            k = 3 - i - j
            found[i, j] = (((i, k), (k, j)), 1) if (i, j) in self.arcs else (((i, j), (j, i), (i, j)), 2)
        return found

    def far_moves(self, discs: int, source: int, target: int) -> int:
        """Return how many moves a tower takes, without those of all smaller ones: by squaring a matrix."""
        # Counts that agree for seven discs agree for ever: their difference is a recurrence of at most seven terms.
        self.moves(8, source, target)
        kinds: dict[tuple[int, ...], list[Arc]] = {}
        for pair in self.rows[0]:
            kinds.setdefault(tuple(row[pair] for row in self.rows[:9]), []).append(pair)
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


def array_of(values: Any) -> Costs:
    """Return costs as an array, of Python ints if some are large; None stands for what cannot be done."""
    import numpy as np

    costs = np.array(values, object)
    done = costs != None  # noqa: E711 - for each entry
    large = bool(done.any()) and max(costs[done]) > LARGEST
    costs[~done] = NEVER_LARGE if large else NEVER
    return costs if large else costs.astype(np.int64)


def shortest_walks(smaller: list[Costs], larger: list[Costs]) -> Costs:
    """Return the moves of the shortest walks (i, i) -> (j, j) of two blocks for some splits, as (splits, p, p).

    `smaller` has an array (p, p) for each split, `larger` an array (p, p, p), whose first index is where the smaller
    block stands.
    """
    import numpy as np

    large = any(costs.dtype == object or costs[costs < NEVER].max() > LARGEST // 64 for costs in [*smaller, *larger])
    never = NEVER_LARGE if large else NEVER
    small, big = (np.stack([widened(costs) if large else costs for costs in each]) for each in (smaller, larger))
    pegs = np.arange(small.shape[1])
    # [split, where both began, peg of the larger, peg of the smaller]
    walks = np.full((len(small), *3 * (len(pegs),)), never, object if large else np.int64)
    walks[:, pegs, pegs, pegs] = 0
    small = small[:, None, None, :, :]
    big = big.transpose(0, 2, 3, 1)[:, None]
    while True:
        after = np.minimum((walks[..., None] + small).min(axis=3), never)
        after = np.minimum((after[:, :, :, None, :] + big).min(axis=2), never)
        if (after == walks).all():
            return walks[:, :, pegs, pegs]
        walks = after


def widened(costs: Costs) -> Costs:
    """Return costs as Python ints."""
    if costs.dtype == object:
        return costs
    wide = costs.astype(object)
    wide[costs == NEVER] = NEVER_LARGE
    return wide
