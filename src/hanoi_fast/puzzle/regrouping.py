"""From any state to a tower or to any state, on three free pegs."""

from __future__ import annotations

from collections.abc import Sequence

from .rules import free_tower, joined_towers
from .towers import Tower, single

# Three pegs, any state. Let disc d be the largest that is not on the peg wanted. It has to cross, and when it
# does the smaller ones are all on the third peg; so first they go there, which is the same question for fewer
# discs, then d moves, then they follow as a tower. All of it is forced: the way is the only shortest one.


def to_peg(state: Sequence[int], peg: int) -> tuple[Tower, ...]:
    """Return the towers that gather all discs on `peg`, on three pegs."""
    crossing = []
    for smaller in range(len(state) - 1, -1, -1):
        if state[smaller] != peg:
            crossing.append(single(state[smaller], peg, smaller))
            peg = third(state[smaller], peg)
    towers = []
    for move in reversed(crossing):
        source, target = move.pegs
        towers.append(move)
        if move.smaller:
            towers.append(free_tower(move.smaller, (third(source, target), source, target)))
    return joined_towers(towers)


def to_state(state: Sequence[int], goal: Sequence[int]) -> tuple[tuple[Tower, ...], bool]:
    """Return the towers of a shortest way on three pegs, and whether it is the only one.

    The largest disc that differs moves once, or twice by way of the third peg (Hinz 1989, "P2").
    Of two that are equally short, take the one in which it moves once.
    """
    largest = len(state) - 1
    while largest >= 0 and state[largest] == goal[largest]:
        largest -= 1
    if largest < 0:
        return (), True
    source, target = state[largest], goal[largest]
    by = third(source, target)
    once = around(state, goal, largest, by, (single(source, target, largest),), by)
    across = [single(source, by, largest), single(by, target, largest)]
    if largest:
        across.insert(1, free_tower(largest, (target, by, source)))
    twice = around(state, goal, largest, target, across, source)
    lengths = [sum(tower.moves for tower in towers) for towers in (once, twice)]
    return (twice if lengths[1] < lengths[0] else once), lengths[0] != lengths[1]


def around(
    state: Sequence[int], goal: Sequence[int], largest: int, before: int, across: Sequence[Tower], after: int
) -> tuple[Tower, ...]:
    """Return the way that gathers the smaller discs on `before`, goes `across`, and spreads them from `after`."""
    back = [tower.inverse for tower in reversed(to_peg(goal[:largest], after))]
    return joined_towers([*to_peg(state[:largest], before), *across, *back])


def third(peg: int, other: int) -> int:
    """Return the peg of three that is neither."""
    return 3 - peg - other
