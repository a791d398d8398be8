"""Where the bytes of a move begin in a tower on three free pegs, in closed form.

The length of a move is that of the move of disc 1 from peg 0 to peg 1, and what its own disc and its own pegs add:
each field of a template adds a length of its own. So the bytes before a move follow from how often each disc has moved,
and between which pegs (`puzzle.turning`), in steps that are linear in the discs. Walking down the tower is quadratic.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from string import Formatter
from typing import NamedTuple

from ..puzzle.powers import sum_of_powers
from ..puzzle.towers import Tower
from ..puzzle.turning import Pair, moves_between, moves_between_in_all, moves_of_discs, moves_of_discs_in_all
from .layouts import Layout

# Bits by which a search comes closer at each step: divisions of numbers of so many are fast.
PRECISION = 1 << 15


class DiscRun(NamedTuple):
    """Discs `low` to `high` whose moves are `extra` bytes longer than those of disc 1."""

    low: int
    high: int
    extra: int


def disc_runs(layout: Layout, discs: int) -> list[DiscRun]:
    """Return the discs whose moves are longer or shorter than those of disc 1, in runs of equal lengths."""
    if not layout.shows_disc:
        return []
    fields = [(spec, how) for _, field, spec, how in Formatter().parse(layout.template) if field == "disc"]
    if not any(spec or how for spec, how in fields):
        ends = [10**digits for digits in range(len(str(discs)) + 1)]
        return [DiscRun(low, 10 * low - 1, len(fields) * added) for added, low in enumerate(ends) if added]
    # Any other way to write a number may be of any length: a width, hexadecimal, an exponent.
    usual = len(layout.encode(1, 0, 1))
    runs: list[DiscRun] = []
    for disc in range(1, discs + 1):
        extra = len(layout.encode(disc, 0, 1)) - usual
        if runs and runs[-1].extra == extra:
            runs[-1] = runs[-1]._replace(high=disc)
        else:
            runs.append(DiscRun(disc, disc, extra))
    return [run for run in runs if run.extra]


class Offsets:
    """Lengths and offsets in bytes within the towers on three free pegs of a puzzle with so many discs."""

    def __init__(self, layout: Layout, discs: int) -> None:
        self.usual = len(layout.encode(1, 0, 1))
        self.runs = disc_runs(layout, discs)
        # What the pegs add, if they add anything: the source and the target each a length of its own.
        pegs = range(0 if layout.even else len(layout.labels))
        self.leaving = [len(layout.encode(1, peg, 1)) - self.usual for peg in pegs]
        self.reaching = [len(layout.encode(1, 0, peg)) - self.usual for peg in pegs]
        added = [[0, *(run.extra for run in self.runs)], [0, *self.leaving], [0, *self.reaching]]
        self.longest_move = self.usual + sum(map(max, added))
        # A prefix of m moves is as long as m average ones but for this much for each disc.
        self.slack = 2 * sum(max(map(abs, lengths)) for lengths in added)
        self.length = lru_cache(maxsize=4)(self.whole_length)

    def whole_length(self, tower: Tower) -> int:
        """Return how many bytes a tower is; use `length`, which remembers the last ones."""
        return self.before(tower, tower.moves)

    def length_of_all(self, towers: Sequence[Tower]) -> int:
        """Return how many bytes some towers are; single moves and those from disc 1 on together, in linear time."""
        singles = [tower for tower in towers if tower.single]
        whole = [tower for tower in towers if not tower.single and not tower.smaller]
        total = sum(self.length(tower) for tower in towers if tower.smaller and not tower.single)
        discs = [tower.discs for tower in whole]
        total += self.usual * (sum_of_powers(discs) - len(discs) + len(singles))
        moved = [tower.smaller + 1 for tower in singles]
        for low, high, extra in self.runs:
            total += extra * moves_of_discs_in_all(discs, low, high)
            total += extra * len([disc for disc in moved if low <= disc <= high])
        return total + self.added_by_pegs(whole) + self.added_by_pegs(singles) if self.leaving else total

    def added_by_pegs(self, towers: Sequence[Tower]) -> int:
        """Return what the pegs add to the lengths of single moves, or of towers from disc 1 on."""
        grouped = defaultdict[tuple[int, ...], list[int]](list)
        for tower in towers:
            grouped[tower.pegs].append(tower.discs)
        total = 0
        for pegs, discs in grouped.items():
            ends = pegs[0], pegs[-1]
            total += self.added({ends: len(discs)} if len(pegs) == 2 else moves_between_in_all(discs, pegs))
        return total

    def added(self, between: Mapping[Pair, int]) -> int:
        """Return what the pegs add to so many moves of each source and target."""
        return sum((self.leaving[here] + self.reaching[there]) * times for (here, there), times in between.items())

    def before(self, tower: Tower, step: int) -> int:
        """Return how many bytes the first `step` moves of a tower are."""
        if not step:
            return 0
        discs, pegs, smaller, _ = tower
        total = step * self.usual
        for low, high, extra in self.runs:
            first, last = max(1, low - smaller), min(discs, high - smaller)
            if first <= last:
                total += extra * moves_of_discs(step, first, last)
        return total + self.added(moves_between(discs, pegs, step)) if self.leaving else total

    def step_at(self, tower: Tower, offset: int) -> int:
        """Return the step of the tower's move whose bytes hold `offset`.

        All prefixes have nearly the average length. So the quotient of offset and average is a step nearby, again with
        what is left of the offset, until it is certain that only few steps come into question.
        """
        moves, slack = tower.moves, self.slack * tower.discs
        cut = max(0, tower.discs - PRECISION)
        many, long = moves >> cut, self.length(tower) >> cut
        step, left, near = 0, offset, False
        while not near:
            near = abs(left) <= 4 * slack + self.longest_move
            fine = max(0, left.bit_length() - PRECISION)
            step = min(max(0, step + (((left >> fine) * many // long) << fine)), moves)
            left = offset - self.before(tower, step)
        reach = (abs(left) + slack) * many // long + 2
        low, high = max(0, step - reach), min(moves, step + reach)
        while high - low > 1:
            middle = (low + high) // 2
            if self.before(tower, middle) <= offset:
                low = middle
            else:
                high = middle
        return low
