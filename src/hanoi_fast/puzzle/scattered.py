"""Short ways between any two states on many pegs, of any number of discs, not proved to be the shortest.

It is the method of Frame and Stewart from a scattered position. The largest disc that has to move goes from one peg to
another; each smaller disc has a start and a target too. On p pegs, the first rule that fits is used:

- With three pegs the shortest way is known.
- If all these discs form a tower at the start and at the target, they move as a tower.
- Otherwise choose a peg r that is neither the start nor the target of the largest disc, and a number k: as many discs
  as a whole tower would park, or more, so that every disc that starts or ends on r is among them. The k smallest gather
  on r; the others move to their targets without r, by these rules on p - 1 pegs; the k move from r to their targets.

Of all r take the one that leaves most discs to p - 1 pegs; then the one on which most of the k smallest start or end;
then the lowest. Start and target play the same part everywhere, so the way back is the same way in reverse. Each step
divides the discs in two, so there are fewer than 2 n towers below any peg's name, in all at most 3 n * p.
"""

from __future__ import annotations

from .counts import exact_split
from .regrouping import to_state
from .rules import free_tower
from .towers import Tower, tower_on


def gathering_way(start: bytes, goal: bytes, pegs: int) -> list[Tower]:
    """Return the towers of a short way between two states on three pegs or more.

    >>> way = gathering_way(bytes([0, 3, 1, 1, 0]), bytes([2] * 5), 4)
    >>> sum(whole.moves for whole in way)
    11
    """
    towers: list[Tower] = []
    # A stack, since 5000 discs may be divided 700 times one within the other.
    waiting = [(start, goal, 0, len(start), tuple(range(pegs)))]
    while waiting:
        start, goal, low, high, free = waiting.pop()
        while high > low and start[high - 1] == goal[high - 1]:
            high -= 1
        here, there = start[low:high], goal[low:high]
        if low == high:
            continue
        if len(free) == 3:
            towers += on_three(here, there, low, free)
        elif as_one(here) and as_one(there):
            spare = (peg for peg in free if peg not in (here[0], there[0]))
            towers.append(free_tower(high - low, (here[0], *spare, there[0]), low))
        else:
            middle, park = parking(here, there, free)
            middle += low
            parked = tower_on(park, high)
            rest = tuple(peg for peg in free if peg != park)
            waiting.append((parked, goal, low, middle, free))
            waiting.append((start, goal, middle, high, rest))
            waiting.append((start, parked, low, middle, free))
    return towers


def parking(here: bytes, there: bytes, free: tuple[int, ...]) -> tuple[int, int]:
    """Return how many of the smallest discs are gathered on a peg while the others move, and on which."""
    usual = exact_split(len(here), len(free))

    def worth(peg: int) -> tuple[int, int]:
        least = max(usual, here.rfind(peg) + 1, there.rfind(peg) + 1)
        return least, -here.count(peg, 0, least) - there.count(peg, 0, least)

    park = min((peg for peg in free if peg not in (here[-1], there[-1])), key=worth)
    return worth(park)[0], park


def as_one(discs: bytes) -> bool:
    """Return whether discs stand as a tower."""
    return discs.count(discs[0]) == len(discs)


def on_three(here: bytes, there: bytes, smaller: int, pegs: tuple[int, ...]) -> list[Tower]:
    """Return the towers of the shortest way on the three pegs of these names."""
    state, goal = ([pegs.index(peg) for peg in discs] for discs in (here, there))
    towers = to_state(state, goal)
    return [
        free_tower(tower.discs, tuple(pegs[peg] for peg in tower.pegs), smaller + tower.smaller) for tower in towers
    ]
