"""Where discs stand while towers move one after the other, in steps that are linear in discs and towers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate

from .towers import Tower, tower_on


def settle(state: bytearray, towers: Sequence[Tower]) -> None:
    """Put the discs of towers that were moved one after the other where they are in the end."""
    # Backwards: what a later tower has put in its place stays there.
    free, low = bytearray(b"\1") * len(state), 0  # all discs below `low` are in their places
    for tower in reversed(towers):
        smaller, end, peg = tower.smaller, tower.smaller + tower.discs, tower.pegs[-1]
        at = free.find(1, max(low, smaller), end)
        while at >= 0:
            stop = free.find(0, at, end)
            stop = end if stop < 0 else stop
            state[at:stop] = tower_on(peg, stop - at)
            free[at:stop] = bytes(stop - at)
            at = free.find(1, stop, end)
        if smaller <= low < end:
            low = end
        if low == len(state):
            return


def in_question(start: bytes, towers: Sequence[Tower], state: bytes) -> Iterator[int]:
    """Yield which of the towers may reach a state: when they move, all other discs stand as in it."""
    if len(towers) == 1 and towers[0].discs == len(start):
        yield 0
        return

    @cache
    def upto(peg: int) -> list[int]:
        return list(accumulate(map(peg.__eq__, state), initial=0))

    def wrong_in(low: int, high: int, peg: int) -> int:
        return high - low - upto(peg)[high] + upto(peg)[low]

    # Runs of discs on one peg as (low, high, peg), the smallest disc last.
    runs = [(disc, disc + 1, start[disc]) for disc in range(len(start) - 1, -1, -1)]
    wrong = sum(map(int.__ne__, start, state))
    for which, tower in enumerate(towers):
        low, high, peg = tower.smaller, tower.smaller + tower.discs, tower.pegs[-1]
        below = []
        while runs and runs[-1][0] < high:
            begin, end, here = runs.pop()
            wrong -= wrong_in(max(begin, low), min(end, high), here) if low < end else 0
            if begin < low:
                below.append((begin, min(end, low), here))
            if end > high:
                runs.append((high, end, here))
                break
        if not wrong:
            yield which
        wrong += wrong_in(low, high, peg)
        runs.append((low, high, peg))
        runs += reversed(below)
