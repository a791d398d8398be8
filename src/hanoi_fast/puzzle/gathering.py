"""From any state to a tower or to any state on three pegs that are not all joined.

Let disc d be the largest that is not on the peg wanted: larger ones need not move, since without their moves all
others are still legal. Disc d goes along its arc while the smaller discs are on the third peg; or by way of the third
peg, while they go from the peg wanted to the one it came from. It never visits a peg twice. So to gather the smallest
m discs on each of the three pegs follows from the same for m - 1, and the better of two ways is taken each time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .graphs import Graph
from .plans import moves_between
from .regrouping import third
from .towers import Tower, single


class Best(NamedTuple):
    """The fewest moves to gather some discs on a peg: the moves, whether the largest makes two, if there is one way."""

    moves: int
    twice: bool
    unique: bool


class Gathering:
    """The fewest moves that gather the m smallest discs of a state on a peg, for every m and peg."""

    def __init__(self, state: Sequence[int], graph: Graph) -> None:
        self.state = state
        self.graph = graph
        self.best = [[Best(0, False, True)] * 3]
        for disc, peg in enumerate(state):
            last = self.best[-1]
            self.best.append([last[goal] if goal == peg else self.step(disc, peg, goal) for goal in range(3)])

    def step(self, smaller: int, peg: int, goal: int) -> Best:
        """Return the best way for a disc that has to move, and those smaller than it."""
        spare, last = third(peg, goal), self.best[smaller]
        arcs, ways = self.graph.arcs, []
        if (peg, goal) in arcs:
            moves = last[spare].moves + 1 + self.moves(smaller, spare, goal)
            ways.append(Best(moves, False, last[spare].unique))
        if {(peg, spare), (spare, goal)} <= arcs:
            moves = last[goal].moves + 2 + self.moves(smaller, goal, peg) + self.moves(smaller, peg, goal)
            ways.append(Best(moves, True, last[goal].unique))
        return better(ways)

    def moves(self, discs: int, source: int, target: int) -> int:
        """Return how many moves a tower takes."""
        return moves_between(self.graph.arcs, discs, source, target) or 0 if discs else 0

    def towers(self, discs: int, goal: int) -> list[Tower]:
        """Return the towers that gather the smallest discs on a peg."""
        graph, ends = self.graph, list[list[Tower]]()
        for smaller in range(discs - 1, -1, -1):
            peg = self.state[smaller]
            if peg == goal:
                continue
            spare = third(peg, goal)
            if self.best[smaller + 1][goal].twice:
                across = [*crossing(graph, peg, spare, goal, smaller), *tower_of(graph, smaller, peg, goal)]
            else:
                across = [single(peg, goal, smaller), *tower_of(graph, smaller, spare, goal)]
                goal = spare
            ends.append(across)
        return [tower for across in reversed(ends) for tower in across]


def better(ways: list[Best]) -> Best:
    """Return the shorter of one or two ways, the first of two that are equally short; then it is not the only one."""
    first, last = ways[0], ways[-1]
    if first is last:
        return first
    if first.moves == last.moves:
        return first._replace(unique=False)
    return min(ways)


def tower_of(graph: Graph, discs: int, source: int, target: int) -> tuple[Tower, ...]:
    """Return the tower of the smallest discs, if there are any."""
    return graph.towers(discs, source, target) if discs else ()


def crossing(graph: Graph, source: int, spare: int, target: int, smaller: int) -> list[Tower]:
    """Return how a disc goes by way of a third peg, while the smaller ones go from `target` to `source`."""
    back = tower_of(graph, smaller, target, source)
    return [single(source, spare, smaller), *back, single(spare, target, smaller)]


def along_arcs(start: Sequence[int], goal: Sequence[int], graph: Graph) -> tuple[list[Tower], bool]:
    """Return the towers of a shortest way on three pegs, and whether it is the only one.

    Of two that are equally short it is the one in which the largest disc that differs moves once.
    """
    largest = len(start) - 1
    while largest >= 0 and start[largest] == goal[largest]:
        largest -= 1
    if largest < 0:
        return [], True
    source, target = start[largest], goal[largest]
    spare = third(source, target)
    # To spread from a tower is to gather along the arcs the other way, backwards.
    there, back = Gathering(start[:largest], graph), Gathering(goal[:largest], graph.reversed)
    once, twice = (there.best[-1][spare], back.best[-1][spare]), (there.best[-1][target], back.best[-1][source])
    ways = []
    if (source, target) in graph.arcs:
        moves = once[0].moves + 1 + once[1].moves
        ways.append(Best(moves, False, once[0].unique and once[1].unique))
    if {(source, spare), (spare, target)} <= graph.arcs:
        moves = twice[0].moves + 2 + there.moves(largest, target, source) + twice[1].moves
        ways.append(Best(moves, True, twice[0].unique and twice[1].unique))
    best = better(ways)
    before, after = (target, source) if best.twice else (spare, spare)
    across = crossing(graph, source, spare, target, largest) if best.twice else [single(source, target, largest)]
    spread = [tower.inverse for tower in reversed(back.towers(largest, after))]
    return [*there.towers(largest, before), *across, *spread], best.unique
