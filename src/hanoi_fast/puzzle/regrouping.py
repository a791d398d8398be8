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


def moves_to_peg(state: Sequence[int], peg: int) -> int:
    """Return how many moves gather all discs on `peg`: 2**(d-1) for each disc d that has to cross.

    >>> moves_to_peg([0, 0, 0], 2), moves_to_peg([2, 0, 2], 2)
    (7, 3)
    """
    bits = []
    for here in reversed(state):
        bits.append("0" if here == peg else "1")
        if here != peg:
            peg = third(here, peg)
    # Of a power of two Python reads digits in linear time, and any number of them.
    return int("".join(bits) or "0", 2)


def to_state(state: Sequence[int], goal: Sequence[int]) -> tuple[Tower, ...]:
    """Return the towers of a shortest way on three pegs.

    The largest disc that differs moves once, or twice by way of the third peg (Hinz 1989, "P2").
    Of two that are equally short, take the one in which it moves once.
    """
    largest = largest_differing(state, goal)
    if largest < 0:
        return ()
    source, target = state[largest], goal[largest]
    by = third(source, target)
    once, twice = lengths(state, goal, largest)
    if once <= twice:
        return around(state, goal, largest, by, (single(source, target, largest),), by)
    across = [single(source, by, largest), single(by, target, largest)]
    if largest:
        across.insert(1, free_tower(largest, (target, by, source)))
    return around(state, goal, largest, target, across, source)


def one_way(state: Sequence[int], goal: Sequence[int]) -> bool:
    """Return whether there is only one shortest way on three pegs."""
    largest = largest_differing(state, goal)
    if largest < 0:
        return True
    once, twice = lengths(state, goal, largest)
    return once != twice


def largest_differing(state: Sequence[int], goal: Sequence[int]) -> int:
    """Return the place of the largest disc that stands elsewhere in the goal, -1 if there is none."""
    return next((place for place in range(len(state) - 1, -1, -1) if state[place] != goal[place]), -1)


def lengths(state: Sequence[int], goal: Sequence[int], largest: int) -> tuple[int, int]:
    """Return how many moves it takes if the largest disc that differs moves once, and if it moves twice."""
    source, target = state[largest], goal[largest]
    by = third(source, target)
    return (
        moves_to_peg(state[:largest], by) + 1 + moves_to_peg(goal[:largest], by),
        moves_to_peg(state[:largest], target) + (1 << largest) + 1 + moves_to_peg(goal[:largest], source),
    )


def around(
    state: Sequence[int], goal: Sequence[int], largest: int, before: int, across: Sequence[Tower], after: int
) -> tuple[Tower, ...]:
    """Return the way that gathers the smaller discs on `before`, goes `across`, and spreads them from `after`."""
    back = [tower.inverse for tower in reversed(to_peg(goal[:largest], after))]
    return joined_towers([*to_peg(state[:largest], before), *across, *back])


def third(peg: int, other: int) -> int:
    """Return the peg of three that is neither."""
    return 3 - peg - other
