"""Folds, walks, cuts and searches over towers: they know of a tower only what its rule says.

Nothing in here takes a lock, and nothing recurses: towers nest by the hundred thousand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

from .moves import Move
from .towers import Tower, move_of, parts_of

Summary = TypeVar("Summary")
Measure = Callable[[Tower], int]

# So many towers hold some 100 MB of blocks.
MOST_REMEMBERED = 1 << 17


def moves_in(tower: Tower) -> int:
    """Return how many moves a tower takes: the usual measure."""
    return tower.moves


# ---- folds ----


class Fold(Generic[Summary]):
    """A summary of towers that follows from those of their parts, worked out once for each different tower.

    Args:
        move: returns the summary of a single move.
        join: returns the summary of some towers in a row from theirs.
        canonical: returns the one tower that stands for all with the same summary.
    """

    def __init__(
        self,
        move: Callable[[Tower], Summary],
        join: Callable[[tuple[Summary, ...]], Summary],
        canonical: Callable[[Tower], Tower],
    ) -> None:
        self.move = move
        self.join = join
        self.canonical = canonical
        self.known: dict[Tower, Summary] = {}

    def __call__(self, tower: Tower) -> Summary:
        """Return the summary of a tower."""
        tower = self.canonical(tower)
        known = self.known.get(tower)
        return self.work_out(tower) if known is None else known

    def work_out(self, tower: Tower) -> Summary:
        """Return the summary, from the bottom up.

        What is new is published at the end, in one step, and what is known is never cleared but replaced. So a
        thread, a signal handler or a child of a fork may ask in the middle of it: at worst it works out the same.
        """
        known, new = self.known, dict[Tower, Summary]()
        waiting = [tower]
        while waiting:
            top = waiting[-1]
            if top in new:
                waiting.pop()
                continue
            if top.single:
                new[top] = self.move(top)
                continue
            parts = [self.canonical(part) for part in parts_of(top)]
            missing = [part for part in parts if part not in new and part not in known]
            if missing:
                waiting += missing
            else:
                new[top] = self.join(tuple(new[part] if part in new else known[part] for part in parts))
        if len(known) + len(new) > MOST_REMEMBERED:
            self.known = new
        else:
            known.update(new)
        return new[tower]


# ---- walks ----


def locate(towers: Sequence[Tower], offset: int, measure: Measure, count_before: Measure) -> tuple[int, int, Tower]:
    """Find the move that holds `offset`, where towers are as long as `measure` says.

    Return the sum of `count_before` over all the moves before it, what is left of `offset`, and the move.
    """
    before = 0
    while True:
        for tower in towers:
            length = measure(tower)
            if offset < length:
                break
            offset -= length
            before += count_before(tower)
        if tower.single:
            return before, offset, tower
        towers = parts_of(tower)


def tower_at(tower: Tower, step: int, most: int) -> tuple[int, Tower]:
    """Return a tower of at most `most` moves that makes the move at `step`, and the step at which it begins."""
    begin = 0
    while not tower.single and tower.moves > most:
        skipped, tower = tower.rule.part_at(tower, step - begin, most)
        begin += skipped
    return begin, tower


def move_in(tower: Tower, step: int) -> Move:
    """Return the move of a tower at `step`, counted from 0."""
    return move_of(tower_at(tower, step, 1)[1])


def write_state(tower: Tower, step: int, state: bytearray) -> None:
    """Write the pegs of the tower's discs after `step` of its moves into `state`."""
    left: tuple[int, Tower] | None = (step, tower)
    while left is not None:
        step, tower = left
        left = tower.rule.state(tower, step, state)


# ---- cuts ----


def pieces(towers: Sequence[Tower], low: int, high: int, measure: Measure) -> Iterator[tuple[Tower, int, int]]:
    """Cut the stretch from `low` to `high`, where towers are as long as `measure` says, into the largest towers in it.

    Yield (tower, skip, take) in order: a single move at an end of the stretch may be cut, all else is whole.
    """
    waiting = list(reversed(towers))
    at = 0
    while waiting and at < high:
        tower = waiting.pop()
        end = at + measure(tower)
        if low < end:
            if (at < low or high < end) and not tower.single:
                waiting.extend(reversed(parts_of(tower)))
                continue
            skip = max(0, low - at)
            yield tower, skip, min(end, high) - at - skip
        at = end


def cover(
    towers: Sequence[Tower], low: int, high: int, most: int, measure: Measure
) -> Iterator[tuple[int, int, Tower]]:
    """Yield the towers of a length of at most `most` that hold the stretch from `low` to `high`, in order.

    Each is (where it begins, its length, the tower). The first and the last may reach beyond the stretch, and
    a single move may be longer than `most`.
    """
    waiting = list(reversed(towers))
    at = 0
    while waiting and at < high:
        tower = waiting.pop()
        length = measure(tower)
        if at + length <= low:
            at += length
        elif length > most and not tower.single:
            waiting.extend(reversed(parts_of(tower)))
        else:
            yield at, length, tower
            at += length


# ---- searches ----


def step_in(tower: Tower, state: bytes) -> int | None:
    """Return after how many of the tower's moves its discs stand as in `state`, or None."""
    waiting = [(0, tower)]
    while waiting:
        before, tower = waiting.pop()
        found = tower.rule.step(tower, state)
        if isinstance(found, int):
            return before + found
        waiting += [(before + begin, part) for begin, part in reversed(found or ())]
    return None


def first_step(towers: Sequence[Tower], move: Move) -> tuple[int, int | None]:
    """Return which of the towers makes a move first, and at which of its steps; None if none of them does."""
    searched = set[Tower]()
    for which, whole in enumerate(towers):
        waiting = [(0, whole)]
        while waiting:
            before, tower = waiting.pop()
            if not 0 < move.disc - tower.smaller <= tower.discs or tower in searched:
                continue
            searched.add(tower)
            found = tower.rule.first_step(tower, move)
            if isinstance(found, int):
                return which, before + found
            waiting += [(before + begin, part) for begin, part in reversed(found or ())]
    return len(towers), None


def same_moves(towers: Sequence[Tower], others: Sequence[Tower]) -> bool:
    """Return whether two rows of towers make the same moves, however they are made of towers.

    Equal towers are never looked into. Others are taken apart until they are single moves or equal.
    """
    one, other = list(reversed(towers)), list(reversed(others))
    equal = set[tuple[Tower, Tower]]()
    # Once both rows are this short, the pair at this place has been compared to its end.
    open_pairs: list[tuple[int, int, tuple[Tower, Tower]]] = []
    while one and other:
        while open_pairs and open_pairs[-1][:2] == (len(one), len(other)):
            equal.add(open_pairs.pop()[2])
        left, right = one.pop(), other.pop()
        if left == right or (left, right) in equal:
            continue
        if left.single and right.single:
            return False
        lengths = left.moves, right.moves
        if lengths[0] == lengths[1]:
            open_pairs.append((len(one), len(other), (left, right)))
        for tower, length, row in ((left, lengths[0], one), (right, lengths[1], other)):
            row += reversed(parts_of(tower)) if length == max(lengths) and not tower.single else [tower]
    return not one and not other
