"""Which towers a puzzle takes one after the other: from a tower, from any state to a tower, from any to any."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from ..kernels.bitwise import fill_moves_at
from .moves import Move, disc_type
from .towers import Tower, first_step, joined, move_in, pieces, state_in, step_in, tower, tower_on

if TYPE_CHECKING:
    import numpy as np


# How a route was found: by a rule that says it all, by a search for the shortest, by a rule that is only good, or
# from a list of moves that somebody kept.
RULED, SEARCHED, GATHERED, LISTED = "ruled", "searched", "gathered", "listed"


class Route:
    """Towers moved one after the other, from a start; states are bytes, the peg of each disc."""

    __slots__ = ("discs", "ends", "found", "pegs", "start", "towers")

    def __init__(self, start: bytes, pegs: int, towers: Sequence[Tower], found: str = RULED) -> None:
        self.start = start
        self.discs = len(start)
        self.pegs = pegs
        self.found = found
        self.towers = tuple(towers)
        self.ends = list(accumulate((whole.moves for whole in self.towers), initial=0))

    def __reduce__(self) -> tuple:
        return Route, (self.start, self.pegs, self.towers, self.found)

    @property
    def count(self) -> int:
        """How many moves it has."""
        return self.ends[-1]

    def move(self, step: int) -> Move:
        """Return the move at `step`, from 0 to count - 1."""
        which = bisect_right(self.ends, step) - 1
        return move_in(self.towers[which], step - self.ends[which])

    def state(self, step: int) -> bytearray:
        """Return the state after `step` moves, from 0 to count."""
        state = bytearray(self.start)
        for whole, end in zip(self.towers, self.ends[1:], strict=True):
            if step < end:
                state_in(whole, step - (end - whole.moves), state)
                break
            state[whole.smaller : whole.smaller + whole.discs] = tower_on(whole.pegs[-1], whole.discs)
        return state

    def step_of(self, state: bytes) -> int | None:
        """Return after how many moves the state is reached, or None if it is not on the way."""
        here = bytearray(self.start)
        if state == here:
            return 0
        for whole, before in zip(self.towers, self.ends, strict=False):
            moved = slice(whole.smaller, whole.smaller + whole.discs)
            here[moved] = state[moved]
            step = step_in(whole, state) if here == state else None
            if step is not None:
                return before + step
            here[moved] = tower_on(whole.pegs[-1], whole.discs)
        return None

    def first_step(self, move: Move, first: int, stop: int) -> int | None:
        """Return the first step from `first` to `stop` that makes a move, or None if there is none."""
        found = first_step(self.cut(first, stop), move)
        return None if found is None else first + found

    def cut(self, first: int, stop: int) -> tuple[Tower, ...]:
        """Return the moves from step `first` to `stop` as the fewest towers: equal moves, equal towers."""
        return joined(whole for whole, _, _ in pieces(self.towers, first, stop, lambda whole: whole.moves))

    def moves_at(self, steps: Sequence[int] | np.ndarray) -> np.ndarray:
        """Return the moves at many steps as rows of disc, source and target."""
        import numpy as np

        out = np.empty((len(steps), 3), disc_type(self.discs))
        discs, pegs, smaller = self.towers[0] if len(self.towers) == 1 else (0, (), 0)
        if len(pegs) == 3 and discs <= 64 and not smaller and out.dtype == np.uint8:
            source, spare, target = pegs
            label = (source, spare, target) if discs % 2 else (source, target, spare)
            fill_moves_at(out, np.asarray(steps, np.uint64), bytes(label))
        else:
            for row, step in zip(out, steps, strict=True):
                row[:] = self.move(int(step))
        return out

    @property
    def inverse(self) -> Route:
        """The way back."""
        return Route(
            bytes(self.state(self.count)), self.pegs, [whole.inverse for whole in reversed(self.towers)], self.found
        )


def is_tower(state: bytes | bytearray) -> bool:
    """Return whether all discs are on one peg."""
    return not state or state.count(state[0]) == len(state)


def differing(start: bytes, goal: bytes) -> int:
    """Return the largest disc that stands elsewhere in the goal, 0 for none."""
    return next((disc for disc in range(len(start), 0, -1) if start[disc - 1] != goal[disc - 1]), 0)


def standing(state: bytes | bytearray) -> str:
    """Return a state in words: its peg for a tower, else its first pegs."""
    if state and is_tower(state):
        return f"peg {state[0]}"
    return str(list(state)) if len(state) <= 12 else f"[{', '.join(map(str, state[:12]))}, ...]"


def way(start: bytes, goal: bytes, pegs: int) -> tuple[Tower, ...] | None:
    """Return the towers that lead from `start` to `goal`, or None where no rule says which."""
    if is_tower(start) and is_tower(goal):
        return tower_way(start, goal, pegs)
    if pegs == 3:
        return to_peg(start, goal[0]) if is_tower(goal) else to_state(start, goal)[0]
    return None


def tower_way(start: bytes, goal: bytes, pegs: int) -> tuple[Tower, ...]:
    """Return the tower that leads from one peg to another, its spare pegs in rising order."""
    if start == goal:
        return ()
    source, target = start[0], goal[0]
    spare = [peg for peg in range(pegs) if peg not in (source, target)]
    return (tower(len(start), (source, *spare, target)),)


# Three pegs, any state. Let disc d be the largest that is not on the peg wanted. It has to cross, and when it
# does the smaller ones are all on the third peg; so first they go there, which is the same question for fewer
# discs, then d moves, then they follow as a tower. All of it is forced: the way is the only shortest one.


def to_peg(state: Sequence[int], peg: int) -> tuple[Tower, ...]:
    """Return the towers that gather all discs on `peg`, on three pegs."""
    crossing = []
    for smaller in range(len(state) - 1, -1, -1):
        if state[smaller] != peg:
            crossing.append(Tower(1, (state[smaller], peg), smaller))
            peg = third(state[smaller], peg)
    towers = []
    for move in reversed(crossing):
        source, target = move.pegs
        towers.append(move)
        if move.smaller:
            towers.append(tower(move.smaller, (third(source, target), source, target)))
    return joined(towers)


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
    once = around(state, goal, largest, by, (Tower(1, (source, target), largest),), by)
    across = [Tower(1, (source, by), largest), Tower(1, (by, target), largest)]
    if largest:
        across.insert(1, tower(largest, (target, by, source)))
    twice = around(state, goal, largest, target, across, source)
    lengths = [sum(whole.moves for whole in way) for way in (once, twice)]
    return (twice if lengths[1] < lengths[0] else once), lengths[0] != lengths[1]


def around(
    state: Sequence[int], goal: Sequence[int], largest: int, before: int, across: Sequence[Tower], after: int
) -> tuple[Tower, ...]:
    """Return the way that gathers the smaller discs on `before`, goes `across`, and spreads them from `after`."""
    back = [whole.inverse for whole in reversed(to_peg(goal[:largest], after))]
    return joined([*to_peg(state[:largest], before), *across, *back])


def third(peg: int, other: int) -> int:
    """Return the peg of three that is neither."""
    return 3 - peg - other
