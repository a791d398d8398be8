"""The rule of a puzzle in which discs move along some arcs between the pegs only.

A tower of n discs is a walk of two blocks, as `plans` finds it: each step of the smaller block is a tower on all its
pegs, each step of the larger block a tower on the pegs without the one that the smaller block stands on.
"""

from __future__ import annotations

from functools import cache, lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from typing import TYPE_CHECKING

from .arcs import Arc, name_of, shortest_path
from .plans import in_order, moves_between, plan_for, refuse_long_planning, renumbered, useful_pegs, without
from .rules import free_tower
from .towers import Rule, Tower, parts_of, single

if TYPE_CHECKING:
    import numpy as np

Places = tuple[int, int]  # the peg of the larger block, and that of the smaller


class Graph(Rule):
    """The rule of some arcs between `pegs` pegs, every one of which can be reached from every other; see `graph_of`."""

    def __init__(self, arcs: frozenset[Arc], pegs: int) -> None:
        self.arcs = arcs
        self.pegs = pegs
        self.aligned = pegs == 3

    def __reduce__(self) -> tuple:
        return graph_of, (self.arcs, self.pegs)

    @property
    def name(self) -> str | None:
        """What the graph is called, if it has a name."""
        return name_of(self.arcs, self.pegs)

    def table(self) -> np.ndarray:
        """Return for each pair of pegs whether an arc leads from the first to the second: uint8[pegs, pegs]."""
        import numpy as np

        joined = np.zeros((self.pegs, self.pegs), np.uint8)
        joined[tuple(zip(*self.arcs, strict=True))] = 1
        return joined

    @property
    def reversed(self) -> Graph:
        """The graph whose arcs lead the other way."""
        return graph_of(frozenset((target, source) for source, target in self.arcs), self.pegs)

    def moves(self, tower: Tower) -> int:
        """Return how many moves the tower takes."""
        count = moves_between(self.inner(tower), tower.discs, tower.pegs[0], tower.pegs[-1])
        assert count is not None
        return count

    def inner(self, tower: Tower) -> frozenset[Arc]:
        """Return the arcs between the pegs of a tower."""
        return arcs_between(self.arcs, frozenset(tower.pegs))

    def towers(self, discs: int, source: int, target: int, smaller: int = 0) -> tuple[Tower, ...]:
        """Return the tower from one peg to another, or the moves of a single disc."""
        return towers_on(self, self.arcs, discs, source, target, smaller)

    def parts(self, tower: Tower) -> tuple[Tower, ...]:
        """Return the steps of the two blocks."""
        discs, (source, *_, target), smaller, _ = tower
        arcs = self.inner(tower)
        pegs = in_order(arcs, frozenset(tower.pegs))
        plan = plan_for(renumbered(arcs, pegs), len(pegs))
        split = plan.split(discs, pegs.index(source), pegs.index(target))
        parts: list[Tower] = []
        here = (source, source)
        for there in shortest_walk(arcs, pegs, discs, split, source, target):
            if here[0] == there[0]:
                parts += towers_on(self, arcs, split, here[1], there[1], smaller)
            else:
                inner = without(arcs, here[1])
                parts += towers_on(self, inner, discs - split, here[0], there[0], smaller + split)
            here = there
        return tuple(parts)

    def inverse(self, tower: Tower) -> Tower:
        """Return the way back. On three pegs, where all is forced, it is a tower along the arcs the other way."""
        source, *spare, target = tower.pegs
        rule = self.reversed if len(tower.pegs) == 3 else WayBack.of(self)
        return Tower(tower.discs, (target, *spare, source), tower.smaller, rule)


class WayBack(Rule):
    """The rule of the way back along some arcs: the inverse of each tower, part by part."""

    def __init__(self, forth: Graph) -> None:
        self.forth = forth
        self.aligned = forth.aligned

    @staticmethod
    @cache
    def of(forth: Graph) -> WayBack:
        """Return the one rule for the way back of a graph."""
        return WayBack(forth)

    def __reduce__(self) -> tuple:
        return WayBack.of, (self.forth,)

    def moves(self, tower: Tower) -> int:
        """Return how many moves the tower takes: as many as the way there."""
        return self.inverse(tower).moves

    def parts(self, tower: Tower) -> tuple[Tower, ...]:
        """Return the inverses of the parts, the last one first."""
        return tuple(part.inverse for part in reversed(parts_of(self.inverse(tower))))

    def inverse(self, tower: Tower) -> Tower:
        """Return the way there."""
        source, *spare, target = tower.pegs
        return Tower(tower.discs, (target, *spare, source), tower.smaller, self.forth)


@cache
def graph_of(arcs: frozenset[Arc], pegs: int) -> Graph:
    """Return the one rule for some arcs."""
    return Graph(arcs, pegs)


def planned_graph(arcs: frozenset[Arc], pegs: int, discs: int) -> Graph:
    """Return the rule for some arcs, after it is found that planning so many discs will not take long."""
    refuse_long_planning(arcs, pegs, discs)
    return graph_of(arcs, pegs)


@lru_cache(maxsize=1 << 12)
def arcs_between(arcs: frozenset[Arc], pegs: frozenset[int]) -> frozenset[Arc]:
    """Return the arcs between some pegs."""
    return frozenset(arc for arc in arcs if pegs.issuperset(arc))


def towers_on(
    rule: Graph, arcs: frozenset[Arc], discs: int, source: int, target: int, smaller: int
) -> tuple[Tower, ...]:
    """Return the tower along the given arcs, only the useful pegs among its pegs.

    A single disc makes single moves. Pegs that are all joined are those of the classic puzzle.
    """
    if discs == 1:
        path = shortest_path(arcs, source, target)
        assert path is not None
        return tuple(single(here, there, smaller) for here, there in pairwise(path))
    useful = useful_pegs(arcs, source, target)
    pegs = (source, *(peg for peg in sorted(useful) if peg not in (source, target)), target)
    if len(arcs_between(arcs, frozenset(useful))) == len(useful) * (len(useful) - 1):
        return (free_tower(discs, pegs, smaller),)
    return (Tower(discs, pegs, smaller, rule),)


def shortest_walk(
    arcs: frozenset[Arc], pegs: tuple[int, ...], discs: int, split: int, source: int, target: int
) -> tuple[Places, ...]:
    """Return the steps of two blocks from `source` to `target`, without the first place.

    Of several walks with the fewest moves it is one of the fewest steps, and of these the one that comes first when
    they are sorted by their places. Equal inputs must give equal bytes, so this must never change.
    """
    start, end = (source, source), (target, target)
    waiting: list[tuple[int, int, tuple[Places, ...]]] = [(0, 0, (start,))]
    done = set[Places]()
    while waiting:
        moves, steps, walk = heappop(waiting)
        here = walk[-1]
        if here == end:
            break
        if here in done:
            continue
        done.add(here)
        larger, smaller = here
        inner = without(arcs, smaller)
        for peg in pegs:
            if peg != smaller and (cost := moves_between(arcs, split, smaller, peg)) is not None:
                heappush(waiting, (moves + cost, steps + 1, (*walk, (larger, peg))))
            if smaller in (larger, peg) or peg == larger:
                continue
            if (cost := moves_between(inner, discs - split, larger, peg)) is not None:
                heappush(waiting, (moves + cost, steps + 1, (*walk, (peg, smaller))))
    return walk[1:]
