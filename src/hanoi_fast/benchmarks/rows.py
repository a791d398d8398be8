"""What was measured of each contender, and what that says in a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..quantities import spoken
from .amounts import between
from .contenders import COPYING, DOUBLING, RECURSION, REUSED, VECTORISED
from .paired import Spread, ratios, spread


@dataclass(frozen=True)
class Row:
    """What was measured of one contender; `note` says why, where nothing was.

    `times` are the seconds of all runs of `moves` moves each, in the order of the rounds, and `seconds`, `low`, `high`
    their median and extremes. For a limit `moves` are as many as would fill its bytes. `memory` is the peak of a run in
    bytes. `times_recursion` says how many times as fast as the recursion it is, and `percent` how much of the limit
    named `limit` was reached: both are medians over the rounds, each with its extremes.
    """

    contender: str
    timed: str
    pegs: int
    discs: int = 0
    moves: int = 0
    runs: int = 0
    seconds: float | None = None
    low: float | None = None
    high: float | None = None
    moves_per_second: float | None = None
    ns_per_move: float | None = None
    times_recursion: float | None = None
    recursion_low: float | None = None
    recursion_high: float | None = None
    bytes_per_move: int = 0
    memory: int | None = None
    limit: str = ""
    percent: float | None = None
    percent_low: float | None = None
    percent_high: float | None = None
    note: str = ""
    times: tuple[float, ...] = ()

    @property
    def found(self) -> Spread | None:
        """Moves a second, with their extremes."""
        return spread([self.moves / each for each in self.times]) if self.times else None


def speedup(row: Row | None, other: Row | None) -> Spread | None:
    """Return how many times as fast one is as another, over the rounds, which had them side by side."""
    if row is None or other is None or not row.times or not other.times:
        return None
    return ratios(other.times, row.times, row.moves / other.moves)


RIVALS = (
    (DOUBLING, "the strongest pure Python that makes its own moves, which doubles bytes"),
    (VECTORISED, "a compiled loop over single moves that uses vector instructions"),
    (RECURSION, "the textbook's recursion"),
)


def headline(rows: Iterable[Row]) -> str:
    """Return in a sentence or two how fast the blocks are, beside their strongest rivals; nothing if not measured."""
    known = {row.contender: row for row in rows}
    ours = known.get(REUSED)
    if ours is None or not ours.moves_per_second:
        return ""
    compared = [(speedup(ours, known.get(name)), what) for name, what in RIVALS]
    parts = [f"{between(found)} times {what}" for found, what in compared if found]
    said = f"Blocks through a reused buffer make {spoken(ours.moves_per_second)} moves a second"
    said = f"{said}: {', '.join(parts)}." if parts else f"{said}."
    copying = speedup(ours, known.get(COPYING))
    if copying:
        said += f" The same idea in pure Python, towers copied by slices: they are {between(copying)} times that."
    return said
