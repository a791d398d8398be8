"""Whether a solution is known to have the fewest moves there can be.

Proved: every way on three pegs, along any arcs (A. Sapir 2004); towers on four free pegs (T. Bousch 2014), and on more
as long as no peg holds two parked discs; from leaf to leaf of a star of four pegs (T. Bousch 2017). A search proves
the rest for few discs. It also disproves: a solution that has a tower in it which can be made in fewer moves, on the
same pegs, can be shortened.
"""

from __future__ import annotations

from functools import lru_cache

from .arcs import Arc, named_arcs
from .graphs import Graph
from .plans import refuse_long_planning, renumbered
from .routes import RULED, SEARCHED, Route, find_towers, is_tower
from .towers import Tower, parts_of

MOST_STATES = 1 << 14  # of a puzzle that is searched: some 50 ms


def least_moves(start: bytes, goal: bytes, graph: Graph) -> int | None:
    """Return the fewest moves from one state to another, or None if they are not known."""
    towers = start == goal or (is_tower(start) and is_tower(goal))
    if graph.pegs > 3 and not towers:
        return None
    refuse_long_planning(graph.arcs, graph.pegs, len(start))
    route = Route(start, graph.pegs, find_towers(start, goal, graph.pegs, graph) or (), graph)
    return route.count if is_optimal(route) else None


def is_optimal(route: Route) -> bool | None:
    """Return True if no way is shorter, False if some way is, None if neither is known."""
    if route.count < 2:
        return True
    if route.found != RULED:
        return True if route.found == SEARCHED else None
    if route.discs == 1 or route.pegs == 3:
        return True
    if len(route.towers) != 1:
        return None
    tower = route.towers[0]
    if route.graph is None:
        # Every disc but the largest has to move twice at least.
        return True if route.pegs == 4 or tower.moves == 2 * tower.discs - 1 else None
    return along_arcs(tower, route.graph)


def along_arcs(tower: Tower, graph: Graph) -> bool | None:
    """Return whether a tower along some arcs is optimal."""
    if (graph.arcs, graph.pegs) == (named_arcs("star", 4), 4) and 0 not in (tower.pegs[0], tower.pegs[-1]):
        return True
    if (fewest := fewest_moves(tower)) is not None:
        return tower.moves == fewest
    return False if any(fewest_moves(part) not in (None, part.moves) for part in towers_within(tower)) else None


def towers_within(tower: Tower) -> set[Tower]:
    """Return the different towers that a tower is made of, at any depth."""
    found, waiting = set[Tower](), [tower]
    while waiting:
        new = {part for part in parts_of(waiting.pop()) if not part.single} - found
        found |= new
        waiting += new
    return found


def fewest_moves(tower: Tower) -> int | None:
    """Return the fewest moves of a tower on its pegs, or None if there are too many states to search."""
    if not isinstance(tower.rule, Graph) or len(tower.pegs) ** tower.discs > MOST_STATES:
        return None
    pegs = tuple(sorted(tower.pegs))
    source, target = pegs.index(tower.pegs[0]), pegs.index(tower.pegs[-1])
    return searched(renumbered(tower.rule.arcs, pegs), tower.discs, source, target)


@lru_cache(maxsize=1 << 10)
def searched(arcs: frozenset[Arc], discs: int, source: int, target: int) -> int:
    """Return the fewest moves of a tower, by a search through all states."""
    targets: dict[int, list[int]] = {}
    for here, there in sorted(arcs):
        targets.setdefault(here, []).append(there)
    start, goal = (source,) * discs, (target,) * discs
    seen, edge, moves = {start}, [start], 0
    while goal not in seen:
        new = []
        for state in edge:
            for disc, peg in enumerate(state):
                if peg in state[:disc]:
                    continue
                for other in targets[peg]:
                    after = (*state[:disc], other, *state[disc + 1 :])
                    if other not in state[:disc] and after not in seen:
                        seen.add(after)
                        new.append(after)
        edge, moves = new, moves + 1
    return moves
