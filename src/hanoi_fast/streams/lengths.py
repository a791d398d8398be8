"""How many bytes a tower on four or more free pegs is, where moves show their discs.

Towers of other discs differ in length, and a million discs have millions of them. But each field of a template adds a
length of its own: the moves without their discs are few different towers, and the discs with longer numbers are a few
runs, of which follows from the splits how often they move.
"""

from __future__ import annotations

from ..puzzle.closed_forms import exact_count, exact_split
from ..puzzle.towers import Tower
from .layouts import Layout
from .offsets import disc_runs

MOST_KEPT = 1 << 16  # numbers of moves


class ExtraLengths:
    """What the numbers of discs add to the lengths of towers of a puzzle, beyond that of disc 1."""

    def __init__(self, layout: Layout, discs: int) -> None:
        self.runs = disc_runs(layout, discs)
        self.known: dict[tuple[int, int, int], int] = {}

    def __call__(self, tower: Tower) -> int:
        """Return how many bytes longer a tower is than if disc 1 made all its moves."""
        discs, pegs, smaller, _ = tower

        def upto(disc: int) -> int:
            return self.moves_of_smallest(discs, len(pegs), min(max(0, disc - smaller), discs))

        return sum(extra * (upto(high) - upto(low - 1)) for low, high, extra in self.runs)

    def moves_of_smallest(self, discs: int, pegs: int, smallest: int) -> int:
        """Return how many moves of a tower are of so many of its smallest discs."""
        # Down from a tower to the one part in which the line between smaller and larger discs runs, and up again.
        above: list[tuple[tuple[int, int, int], int, int]] = []
        while True:
            place = discs, pegs, smallest
            if not smallest or smallest == discs or pegs == 3:
                # On three pegs the larger discs move as if there were no smaller ones.
                moves = exact_count(discs, pegs) - (exact_count(discs - smallest, 3) if smallest < discs else 0)
                moves = moves if smallest else 0
                break
            if place in self.known:
                moves = self.known[place]
                break
            parked = exact_split(discs, pegs)
            if smallest <= parked:
                above.append((place, 2, 0))
                discs = parked
            else:
                above.append((place, 1, 2 * exact_count(parked, pegs)))
                discs, pegs, smallest = discs - parked, pegs - 1, smallest - parked
        if len(self.known) > MOST_KEPT:
            self.known = {}
        for place, times, more in reversed(above):
            moves = self.known[place] = times * moves + more
        return moves
