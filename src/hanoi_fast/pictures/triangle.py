"""The graph of all states on three pegs as a triangle: where a state stands, and what is joined."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..puzzle.arcs import Arc
from ..puzzle.states import unrank

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_ARROWED = 5  # discs of a graph whose moves have room for an arrow
ARROW: dict[str, Any] = {"headwidth": 8, "headlength": 8, "headaxislength": 7, "width": 0.002}

# The towers on pegs 0, 1 and 2, at the corners of a triangle of side 1.
CORNERS = np.array([[0.0, np.sqrt(3) / 3], [-0.5, -np.sqrt(3) / 6], [0.5, -np.sqrt(3) / 6]])


def positions(states: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return where the states (M, n) stand in the triangle of side 1, as float64[M, 2].

    Disc d goes towards the corner of its peg by 2**(d-1) parts of 2**n - 1. In the triangle it comes to, the
    corners of the two other pegs have changed places, so that triangles touch where it can move.

    >>> positions(np.array([[0, 0, 0], [2, 2, 2]], np.uint8)).round(3).tolist()
    [[0.0, 0.577], [0.5, -0.289]]
    """
    count, discs = states.shape
    rows = np.arange(count)
    corner = np.tile(np.arange(3), (count, 1))
    places = np.zeros((count, 2))
    for disc in range(discs - 1, -1, -1):
        peg = states[:, disc].astype(int)
        places += CORNERS[corner[rows, peg]] * (2**disc / (2**discs - 1))
        one, other = (peg + 1) % 3, (peg + 2) % 3
        corner[rows, one], corner[rows, other] = corner[rows, other], corner[rows, one]
    return places


def threads(discs: int) -> NDArray[np.float64]:
    """Return all edges as one line with gaps: the triangles of disc 1, and an edge for each move of a larger disc."""
    rest = np.repeat(unrank(np.arange(3 ** (discs - 1)), discs - 1), 4, axis=0)
    triangles = np.column_stack([np.tile([0, 1, 2, 0], len(rest) // 4).astype(np.uint8), rest])
    pieces = [with_gaps(positions(triangles), 4)]
    for disc in range(2, discs + 1):
        above = np.repeat(unrank(np.arange(3 ** (discs - disc)), discs - disc), 6, axis=0)
        times = len(above) // 6
        third = np.tile(np.repeat([0, 1, 2], 2), times).astype(np.uint8)
        moved = np.tile([1, 2, 2, 0, 0, 1], times).astype(np.uint8)
        smaller = np.repeat(third[:, None], disc - 1, axis=1)
        pieces.append(with_gaps(positions(np.column_stack([smaller, moved, above])), 2))
    return np.concatenate(pieces)


def moves_along(discs: int, source: int, target: int) -> NDArray[np.float64]:
    """Return where all moves from one peg to another begin and end, as float64[M, 2, 2].

    Disc d moves where the smaller ones are on the third peg, wherever the larger ones are.

    >>> moves_along(2, 0, 1).shape  # of disc 1 below each place of disc 2, and of disc 2
    (4, 2, 2)
    """
    ends = []
    for disc in range(1, discs + 1):
        larger = unrank(np.arange(3 ** (discs - disc)), discs - disc)
        smaller = np.full((len(larger), disc - 1), 3 - source - target, np.uint8)
        here, there = (np.full((len(larger), 1), peg, np.uint8) for peg in (source, target))
        ends.append([positions(np.hstack([smaller, moved, larger])) for moved in (here, there)])
    return np.concatenate([np.stack(pair, axis=1) for pair in ends])


def with_gaps(points: NDArray[np.float64], every: int) -> NDArray[np.float64]:
    """Return points (M, 2) with one that is not drawn, NaN, after every so many.

    >>> with_gaps(np.zeros((4, 2)), 2)[:, 0].tolist()
    [0.0, 0.0, nan, 0.0, 0.0, nan]
    """
    parts = points.reshape(-1, every, 2)
    return np.concatenate([parts, np.full((len(parts), 1, 2), np.nan)], axis=1).reshape(-1, 2)


def draw_moves(ax: Axes, discs: int, joined: frozenset[Arc] | None) -> None:
    """Draw a line for each move that is allowed there and back, an arrow for one that is not allowed back."""
    style: dict[str, Any] = {"color": "#bdb7a8", "linewidth": max(0.4, 1.8 - 0.16 * discs), "zorder": 1}
    if joined is None:
        ax.plot(*threads(discs).T, **style)
        return
    for source, target in sorted(joined):
        back = (target, source) in joined
        if back and source > target:
            continue
        ends = moves_along(discs, source, target)
        ax.plot(*with_gaps(ends.reshape(-1, 2), 2).T, **style)
        if not back and discs <= MOST_ARROWED:
            middles, ways = ends.mean(axis=1), ends[:, 1] - ends[:, 0]
            ax.quiver(*middles.T, *ways.T, color=style["color"], pivot="middle", units="xy", scale=3, zorder=1, **ARROW)
