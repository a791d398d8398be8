"""What several runs say: the middle one and how far they spread, and the ratio of two things that ran in turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True)
class Spread:
    """The median of some values, and their extremes."""

    middle: float
    low: float
    high: float

    @property
    def off(self) -> float:
        """How far the value farthest from the median is from it, as a part of the median."""
        return max(self.high - self.middle, self.middle - self.low) / self.middle


def spread(values: Sequence[float]) -> Spread:
    """Return the median of values and their extremes.

    >>> spread([3.0, 9.0, 2.0]), spread([2.0, 4.0]).middle
    (Spread(middle=3.0, low=2.0, high=9.0), 3.0)
    """
    return Spread(median(values), min(values), max(values))


def ratios(ours: Sequence[float], theirs: Sequence[float], work: float = 1.0) -> Spread:
    """Return how values compare that were measured in turn: the quotients of the pairs, times `work`.

    A machine that is slow for a while is slow for both of a pair. What one has more than the other is left out.

    >>> ratios([1.0, 2.0, 30.0], [2.0, 4.0, 6.0])
    Spread(middle=0.5, low=0.5, high=5.0)
    """
    return spread([work * one / other for one, other in zip(ours, theirs, strict=False)])


def middle_pair(pairs: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the pair with the median of the quotients, the lower one of two.

    >>> middle_pair([(2.0, 4.0), (8.0, 2.0), (3.0, 3.0)])
    (3.0, 3.0)
    """
    return sorted(pairs, key=lambda pair: pair[0] / pair[1])[(len(pairs) - 1) // 2]
