"""Where each of many towers in a row begins, in moves or in bytes, without a large number for each."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import overload

from .towers import Tower

# A way between two positions of n discs has up to 4/3 n towers, and n bits in each total. Up to FEW towers all totals
# are kept, of more every 64th; then 200,000 discs take 50 MB.
FEW, EVERY = 1 << 12, 64


class Totals(Sequence[int]):
    """The totals of a measure over the first 0, 1, ... of some towers in a row."""

    def __init__(self, towers: Sequence[Tower], measure: Callable[[Tower], int]) -> None:
        self.towers = towers
        self.measure = measure
        self.every = 1 if len(towers) <= FEW else EVERY
        self.whole = 0
        self.kept: list[int] = []
        for place, total in enumerate(self):
            if place % self.every == 0:
                self.kept.append(total)
            self.whole = total

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
        return self.kept[near] + sum(map(self.measure, self.towers[near * self.every : place]))

    def holding(self, offset: int) -> tuple[int, int]:
        """Return which tower holds `offset`, the last one that begins there or before, and where it begins."""
        near = bisect_right(self.kept, offset) - 1
        place, total = near * self.every, self.kept[near]
        while self.every > 1 and place + 1 < len(self.towers):
            end = total + self.measure(self.towers[place])
            if end > offset:
                break
            place, total = place + 1, end
        return place, total
