"""Many lines in one plot: their colours, and their names at their ends."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from .figures import TEAL, matplotlib

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LINES = ("#a8501c", TEAL, "#3b5f9e", "#b8892b", "#7a4a78", "#6f7122")  # rust, teal, blue, ochre, plum, moss
LABEL = 12  # points from one name of a line to the next


def colours(number: int) -> list[Any]:
    """Return so many colours that are told apart: those of the pages, or of more than these a scale."""
    if number <= len(LINES):
        return list(LINES[:number])
    scale = matplotlib().colormaps["turbo"]
    return [scale(0.05 + 0.9 * place / (number - 1)) for place in range(number)]


def write_ends(ax: Axes, discs: int, ends: Iterable[tuple[float, str, str]]) -> None:
    """Write at the end of each line what it is, none on another, and none below the axes if there is room."""
    lines = list(ends)
    points_a_pixel = 72 / ax.figure.dpi
    ideal = [ax.transData.transform((discs, end))[1] * points_a_pixel for end, _, _ in lines]
    heights = list(accumulate(ideal, lambda above, here: min(here, above - LABEL)))
    lowest = ax.bbox.y0 * points_a_pixel
    upward = list(accumulate(reversed(heights), lambda below, here: max(here, below + LABEL)))
    if heights and heights[-1] < lowest:
        upward = list(accumulate([lowest, *heights[-2::-1]], lambda below, here: max(here, below + LABEL)))
    for (end, text, colour), here, height in zip(lines, ideal, reversed(upward), strict=True):
        place = (6, height - here)
        ax.annotate(text, (discs, end), place, textcoords="offset points", va="center", color=colour)
