"""Large arrays part by part: numpy hears no signal while it works on one, and a part takes a few milliseconds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

MOST = 1 << 21  # items of a part


def parts(rows: NDArray[Any]) -> Iterator[tuple[int, int, NDArray[Any]]]:
    """Yield an array (M, n) as parts of at most MOST items, each with its first row and column.

    >>> [(row, column, part.shape) for row, column, part in parts(np.empty((3, 1 << 20)))]
    [(0, 0, (2, 1048576)), (2, 0, (1, 1048576))]
    """
    width = min(MOST, max(1, rows.shape[1]))
    height = MOST // width
    for row in range(0, rows.shape[0], height):
        for column in range(0, rows.shape[1], width):
            yield row, column, rows[row : row + height, column : column + width]


def extremes(rows: NDArray[Any]) -> tuple[Any, Any]:
    """Return the least and the largest item of an array (M, n) of ints that is not empty."""
    # Two reductions of each part run at the speed of memory.
    ends = [(part.min(), part.max()) for _, _, part in parts(rows)]
    return min(low for low, _ in ends), max(high for _, high in ends)


def as_type(rows: NDArray[Any], dtype: type) -> NDArray[Any]:
    """Return a copy of an array (M, n) as another type that holds its items, in C order."""
    out: NDArray[Any] = np.empty(rows.shape, dtype)
    for row, column, part in parts(rows):
        out[row : row + part.shape[0], column : column + part.shape[1]] = part
    return out


def filled(size: int, value: int) -> NDArray[np.uint8]:
    """Return an array (n,) of so many equal numbers below 256."""
    out = np.empty((1, size), np.uint8)
    for _, _, part in parts(out):
        part[:] = value
    return out[0]
