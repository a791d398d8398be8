"""How many states are how far away, as bars."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..checks import shown
from ..quantities import grouped
from .figures import PAPER, TEAL, axes_or_new, quiet

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COUNTED = 1 << 22  # distances that are counted at a time


def distances(table: NDArray[Any], ax: Axes | None = None) -> Axes:
    """Draw how many states are how far away.

    Args:
        table: the distances of all states, as `distances_from` returns them.
        ax: where to draw; a new figure if not given.

    Raises:
        TypeError: it is no array of unsigned ints.
        ValueError: it is empty.

    >>> ax = distances(hf.distances_from([0] * 6, pegs=4))
    >>> ax.get_title(loc="left")
    '4,096 states, at most 17 moves away'
    """
    if not isinstance(table, np.ndarray) or table.dtype.kind != "u":
        raise TypeError(f"table must be an array of unsigned ints, not {shown(table)} ({type(table).__name__})")
    if not table.size:
        raise ValueError("table holds no distance: there is nothing to draw")
    ax = axes_or_new(ax, (7.2, 3.6))
    # By steps: a table of 2**30 bytes must not be copied as so many int64.
    pieces = (table.reshape(-1)[first : first + COUNTED] for first in range(0, table.size, COUNTED))
    most = int(table.max())
    states = sum(np.bincount(piece, minlength=most + 1) for piece in pieces)
    ax.bar(np.arange(most + 1), states, width=1.0, color=TEAL, edgecolor=PAPER, linewidth=0.4)
    quiet(ax, f"{grouped(table.size)} states, at most {grouped(most)} moves away")
    ax.set(xlabel="moves", ylabel="states", xlim=(-1, most + 1), ylim=(0, None))
    return ax
