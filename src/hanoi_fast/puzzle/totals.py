"""Where each of many towers in a row begins, in moves or in bytes, without a large number for each."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, islice
from typing import overload

from .powers import sum_of_powers
from .rules import THREE_PEGS
from .towers import Tower

Measure = Callable[[Tower], int]
MeasureOfAll = Callable[[Sequence[Tower]], int]

# A way between two positions of n discs has up to 4/3 n towers, and n bits in each total. All totals are kept where
# they take no more bytes than this, else so many as do, and at least so few.
MOST_KEPT, FEWEST = 1 << 22, 64

# So few numbers are added up as fast as their bits are counted.
FEW = 32


def moves_of(towers: Sequence[Tower]) -> int:
    """Return how many moves some towers take: 2**n - 1 on three free pegs, so that many add up in linear time."""
    if len(towers) <= FEW:
        return sum(tower.moves for tower in towers)
    exponents = [tower.discs for tower in towers if tower.rule is THREE_PEGS]
    others = sum(tower.moves for tower in towers if tower.rule is not THREE_PEGS)
    return sum_of_powers(exponents) - len(exponents) + others


class Totals(Sequence[int]):
    """The totals of a measure over the first 0, 1, ... of some towers in a row.

    `measure_of_all` returns the sum of the measure over many towers, faster than one after the other.
    """

    def __init__(self, towers: Sequence[Tower], measure: Measure, measure_of_all: MeasureOfAll) -> None:
        self.towers = towers
        self.measure = measure
        self.measure_of_all = measure_of_all
        self.whole = measure_of_all(towers)
        size = 32 + self.whole.bit_length() // 7  # bytes of a number
        self.every = 1 + len(towers) // max(FEWEST, MOST_KEPT // size)
        if self.every == 1:
            self.kept = list(self)
        else:
            pieces = (towers[place : place + self.every] for place in range(0, len(towers), self.every))
            self.kept = list(accumulate(map(measure_of_all, pieces), initial=0))

    def __iter__(self) -> Iterator[int]:
        return accumulate(map(self.measure, self.towers), initial=0)

    def __len__(self) -> int:
        return len(self.towers) + 1

    @overload
    def __getitem__(self, place: int) -> int: ...
    @overload
    def __getitem__(self, place: slice) -> list[int]: ...
    def __getitem__(self, place: int | slice) -> int | list[int]:
        if isinstance(place, slice):
            return [self[each] for each in range(len(self))[place]]
        place = range(len(self))[place]
        if place == len(self.towers):
            return self.whole
        near = place // self.every
        return self.kept[near] + self.measure_of_all(self.towers[near * self.every : place])

    def holding(self, offset: int) -> tuple[int, int]:
        """Return which tower holds `offset`, the last one that begins there or before, and where it begins."""
        near = min(bisect_right(self.kept, offset) - 1, max(0, len(self.towers) - 1) // self.every)
        low, total = near * self.every, self.kept[near]
        high = min(low + self.every, len(self.towers))
        while high - low > 1:
            middle = (low + high) // 2
            reached = total + self.measure_of_all(self.towers[low:middle])
            if reached <= offset:
                low, total = middle, reached
            else:
                high = middle
        return low, total

    def between(self, low: int, high: int) -> Iterator[tuple[int, Tower]]:
        """Yield the towers that reach into the stretch from `low` to `high`, in order, each with where it begins."""
        if low >= high:
            return
        which, begin = self.holding(low)
        for tower in islice(self.towers, which, None):
            if begin >= high:
                return
            yield begin, tower
            begin += self.measure(tower)
