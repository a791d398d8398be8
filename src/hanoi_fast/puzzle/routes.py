"""A route: the towers that a puzzle takes one after the other, and what can be asked of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .cuts import largest_towers
from .gathering import along_arcs
from .graphs import Graph
from .moves import Move, disc_type
from .regrouping import one_way, to_peg, to_state
from .resting import in_question, settle
from .rules import THREE_PEGS, free_tower
from .totals import Totals, moves_of
from .towers import Tower
from .walks import first_step, move_in, moves_in, pieces, same_moves, step_in, write_state

if TYPE_CHECKING:
    import numpy as np


# How a route was found: by a rule that says it all, by a search for the shortest, by a rule that is only good, or
# from a list of moves that somebody kept.
RULED, SEARCHED, GATHERED, LISTED = "ruled", "searched", "gathered", "listed"


class Route:
    """Towers moved one after the other, from a start; states are bytes, the peg of each disc.

    `graph` says along which arcs discs move, None stands for all; `found` is how it was found.
    """

    __slots__ = ("discs", "found", "graph", "offsets", "pegs", "start", "towers")

    def __init__(
        self, start: bytes, pegs: int, towers: Sequence[Tower], graph: Graph | None = None, found: str = RULED
    ) -> None:
        self.start = start
        self.discs = len(start)
        self.pegs = pegs
        self.graph = graph
        self.found = found
        self.towers = tuple(towers)
        self.offsets = Totals(self.towers, moves_in, moves_of)

    def __reduce__(self) -> tuple:
        return Route, (self.start, self.pegs, self.towers, self.graph, self.found)

    @property
    def count(self) -> int:
        """How many moves it has."""
        return self.offsets.whole

    def move(self, step: int) -> Move:
        """Return the move at `step`, from 0 to count - 1."""
        which, begin = self.offsets.holding(step)
        return move_in(self.towers[which], step - begin)

    def state(self, step: int) -> bytearray:
        """Return the state after `step` moves, from 0 to count."""
        state = bytearray(self.start)
        if self.towers:
            which, begin = self.offsets.holding(step)
            settle(state, self.towers[:which])
            write_state(self.towers[which], step - begin, state)
        return state

    def step_of(self, state: bytes) -> int | None:
        """Return after how many moves the state is reached, or None if it is not on the way."""
        if state == self.start:
            return 0
        for which in in_question(self.start, self.towers, state):
            step = step_in(self.towers[which], state)
            if step is not None:
                return self.offsets[which] + step
        return None

    def first_step(self, move: Move, first: int, stop: int) -> int | None:
        """Return the first step from `first` to `stop` that makes a move, or None if there is none."""
        if first >= stop:
            return None
        (which, _), (last, _) = self.offsets.holding(first), self.offsets.holding(stop - 1)
        found = self.first_step_in(which, move, first, stop)
        if found is not None or which == last:
            return found
        place, found = first_step(self.towers[which + 1 : last], move)
        return self.first_step_in(last, move, first, stop) if found is None else self.offsets[which + 1 + place] + found

    def first_step_in(self, which: int, move: Move, first: int, stop: int) -> int | None:
        """Return the first step from `first` to `stop` at which one of the towers makes a move, or None."""
        begin, tower = self.offsets[which], self.towers[which]
        low, high = max(first - begin, 0), min(stop - begin, tower.moves)
        if tower.rule is THREE_PEGS:
            step = THREE_PEGS.step_from(tower, move, low)
            return None if step is None or step >= high else begin + step
        parts = cut(tower, low, high)
        place, step = first_step(parts, move)
        return None if step is None else begin + low + moves_of(parts[:place]) + step

    def stretch(self, first: int, stop: int) -> list[Tower]:
        """Return the moves from step `first` to `stop` as towers."""
        if first >= stop:
            return []
        (which, begin), (last, end) = self.offsets.holding(first), self.offsets.holding(stop - 1)
        if which == last:
            return cut(self.towers[which], first - begin, stop - begin)
        before, after = self.towers[which], self.towers[last]
        return [*cut(before, first - begin, before.moves), *self.towers[which + 1 : last], *cut(after, 0, stop - end)]

    def moves_at(self, steps: Sequence[int] | np.ndarray) -> np.ndarray:
        """Return the moves at many steps as rows of disc, source and target."""
        import numpy as np

        out = np.empty((len(steps), 3), disc_type(self.discs))
        if len(self.towers) != 1 or not self.towers[0].rule.fill_moves(self.towers[0], steps, out):
            for row, step in zip(out, steps, strict=True):
                row[:] = self.move(int(step))
        return out

    def states_at(self, steps: Sequence[int] | np.ndarray) -> np.ndarray:
        """Return the states after many numbers of moves, as rows."""
        import numpy as np

        out = np.empty((len(steps), self.discs), np.uint8)
        tower = self.towers[0] if len(self.towers) == 1 and self.count < 1 << 64 else None
        if tower is not None and tower.rule.fill_states(tower, np.asarray(steps, np.uint64), out):
            return out
        for row, step in zip(out, steps, strict=True):
            row[:] = np.frombuffer(self.state(int(step)), np.uint8)
        return out

    def steps_of(self, states: np.ndarray) -> list[int | None] | np.ndarray:
        """Return after how many moves each of many states is reached; None for the first that is not on the way."""
        import numpy as np

        out = np.empty(len(states), np.uint64)
        if len(self.towers) == 1 and self.count < 1 << 64:
            wrong = self.towers[0].rule.fill_steps(self.towers[0], states, out)
            if wrong is not None:
                return out if wrong < 0 else [*out[:wrong].tolist(), None]
        found: list[int | None] = []
        for row in states:
            found.append(self.step_of(row.tobytes()))
            if found[-1] is None:
                break
        return found

    def only_way(self, first: int, stop: int) -> bool:
        """Return whether there is only one shortest way from a step to a later one, on three pegs."""
        start, goal = self.state(first), self.state(stop)
        return one_way(start, goal) if self.graph is None else along_arcs(start, goal, self.graph)[1]

    @property
    def inverse(self) -> Route:
        """The way back, along the arcs the other way."""
        towers = [tower.inverse for tower in reversed(self.towers)]
        graph = None if self.graph is None else self.graph.reversed
        return Route(bytes(self.state(self.count)), self.pegs, towers, graph, self.found)


def cut(tower: Tower, first: int, stop: int) -> list[Tower]:
    """Return the moves of a tower from step `first` to a later one, `stop`, as towers."""
    if tower.rule is THREE_PEGS:
        return list(largest_towers(tower, first, stop))
    return [part for part, _, _ in pieces((tower,), first, stop, moves_in)]


def same_stretch(one: tuple[Route, int, int], other: tuple[Route, int, int]) -> bool:
    """Return whether two routes make the same moves, each from a step to a step."""
    if one[1:] == other[1:] and one[0].towers == other[0].towers:
        return True
    return same_moves(Route.stretch(*one), Route.stretch(*other))


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


def find_towers(start: bytes, goal: bytes, pegs: int, graph: Graph | None = None) -> Sequence[Tower] | None:
    """Return the towers that lead from `start` to `goal`, or None where no rule says which."""
    if start == goal:
        return ()
    if is_tower(start) and is_tower(goal):
        return tower_way(start, goal, pegs, graph)
    if pegs == 3:
        if graph is not None:
            return along_arcs(start, goal, graph)[0]
        return to_peg(start, goal[0]) if is_tower(goal) else to_state(start, goal)
    return None


def tower_way(start: bytes, goal: bytes, pegs: int, graph: Graph | None = None) -> Sequence[Tower]:
    """Return the tower that leads from one peg to another, its spare pegs in rising order."""
    source, target = start[0], goal[0]
    if graph is not None:
        return graph.towers(len(start), source, target)
    spare = [peg for peg in range(pegs) if peg not in (source, target)]
    return (free_tower(len(start), (source, *spare, target)),)
