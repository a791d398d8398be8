"""The puzzle drawn with characters: a picture of discs and pegs, or a line for each peg where that is too large."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

Cells = dict[tuple[int, int], str]  # texts by line and column, each as wide at every step

PALETTE = (216, 222, 186, 150, 115, 116, 110, 147)  # of 256 colours: light ones from orange to blue
AROUND = 3  # lines of a picture besides those of the discs: the tips of the pegs, the ground, the names
SMALLEST = 3  # columns of disc 1
SHORTEST_RUN = 3  # discs that are drawn together


def disc_width(disc: int, growth: int) -> int:
    """Return how many columns wide a disc is, when each is so many columns wider than the one above it."""
    return SMALLEST + growth * (disc - 1)


def peg_width(discs: int, growth: int) -> int:
    """Return how many columns a peg needs for its largest disc: odd, since the peg is in the middle."""
    return disc_width(max(discs, 1), growth) | 1


def picture_size(discs: int, pegs: int, growth: int = 1) -> tuple[int, int]:
    """Return how many columns and lines a picture needs.

    >>> picture_size(8, 3, growth=2), picture_size(64, 3)
    ((53, 11), (203, 67))
    """
    return pegs * (peg_width(discs, growth) + 1) - 1, discs + AROUND


class Picture:
    """All discs, each one line high, on their pegs."""

    def __init__(self, discs: int, names: Sequence[str], size: tuple[int, int], colours: bool) -> None:
        self.discs, self.names, self.colours = discs, names, colours
        self.growth = 2 if picture_size(discs, len(names), 2)[0] <= size[0] else 1
        self.wide = peg_width(discs, self.growth)
        self.pitch = min(size[0] // len(names), self.wide + 6)
        self.disc = lru_cache(None)(self.draw_disc)
        self.empty = "│".center(self.wide)

    @property
    def size(self) -> tuple[int, int]:
        """How many columns and lines it takes."""
        return self.pitch * (len(self.names) - 1) + self.wide, self.discs + AROUND

    def cells(self, stacks: Sequence[Sequence[int]]) -> Cells:
        """Return the picture of these discs on each peg, from bottom to top."""
        cells, ground = {}, self.discs + 1
        for peg, stack in enumerate(stacks):
            column = peg * self.pitch
            for height in range(self.discs + 1):
                drawn = self.disc(stack[height]) if height < len(stack) else self.empty
                cells[ground - 1 - height, column] = drawn
            cells[ground, column] = "━" * (self.wide // 2) + "┷" + "━" * (self.wide // 2)
            cells[ground + 1, column] = clipped(self.names[peg], self.wide).center(self.wide)
        return cells

    def draw_disc(self, disc: int) -> str:
        """Return a disc as wide as a peg, its number in the middle.

        A disc of an even width reaches half a column beyond the middle ones on either side.
        """
        wide = disc_width(disc, self.growth)
        halves = wide % 2 == 0
        inner = f"{disc:^{wide - 1 if halves else wide}}"
        colour = PALETTE[(disc - 1) * (len(PALETTE) - 1) // max(self.discs - 1, 1)]
        body = f"\x1b[38;5;16;48;5;{colour}m{inner}\x1b[0m" if self.colours else f"\x1b[7m{inner}\x1b[0m"
        if halves:
            edge = f"\x1b[38;5;{colour}m{{}}\x1b[0m" if self.colours else "{}"
            body = edge.format("▐") + body + edge.format("▌")
        beside = " " * ((self.wide - len(inner)) // 2 - halves)
        return beside + body + beside


class Lines:
    """A line for each peg: the numbers of its discs from bottom to top, with runs drawn together."""

    def __init__(self, names: Sequence[str], columns: int) -> None:
        self.label = max(map(len, names))
        self.names = names
        self.size = columns, len(names)

    def cells(self, stacks: Sequence[Sequence[int]]) -> Cells:
        """Return a line for each of these stacks."""
        columns = self.size[0]
        texts = (
            f"{name:>{self.label}} │ {runs(stack, columns - self.label - 3)}"
            for name, stack in zip(self.names, stacks, strict=True)
        )
        return {(peg, 0): clipped(text, columns).ljust(columns) for peg, text in enumerate(texts)}


def runs(stack: Sequence[int], columns: int) -> str:
    """Return discs from bottom to top, consecutive ones as a run; of too many the upper ones.

    >>> runs([64, 63, 62, 9, 5, 4], 40), runs([64, 63, 62, 9, 5, 4], 8)
    ('64–62 9 5 4', '… 9 5 4')
    """
    words: list[str] = []
    used, top = 0, len(stack)
    while top:
        bottom = top - 1
        while bottom and stack[bottom - 1] == stack[bottom] + 1:
            bottom -= 1
        if top - bottom < SHORTEST_RUN:
            bottom = top - 1
        word = f"{stack[bottom]}–{stack[top - 1]}" if top - bottom > 1 else str(stack[bottom])
        used += len(word) + 1
        if used - 1 > columns - (2 if bottom else 0):
            words.append("…")
            break
        words.append(word)
        top = bottom
    return " ".join(reversed(words))


def clipped(text: str, columns: int) -> str:
    """Return a text cut to so many columns.

    >>> clipped("a long word", 7)
    'a long…'
    """
    return text if len(text) <= columns else text[: max(columns - 1, 0)] + "…"[:columns]
