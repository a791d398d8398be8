"""A solution as a lazy dask.array: each chunk is made by the worker that needs it."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..checks import checked_int
from ..streams.layouts import Layout

if TYPE_CHECKING:
    from .arrays import MoveArrays


class LazyMoves:
    """What an array of all the moves is, before it is made: as much as ``dask.array.from_array`` asks for."""

    def __init__(self, moves: MoveArrays, layout: Layout) -> None:
        self.moves = moves
        self.layout = layout
        self.shape = (moves.count, *layout.row_shape)
        self.dtype = np.dtype(layout.row_type)
        self.ndim = len(self.shape)

    def __getitem__(self, key: Any) -> NDArray[Any]:
        rows, *columns = key if isinstance(key, tuple) else (key,)
        if isinstance(rows, slice):
            steps = range(*rows.indices(self.shape[0]))
            if not steps:
                return np.empty((0, *self.shape[1:]), self.dtype)[(slice(None), *columns)]
            low, high = min(steps[0], steps[-1]), max(steps[0], steps[-1])
            return self.made(low, high + 1)[(slice(None, None, steps.step), *columns)]
        chosen = np.asarray(rows)
        if chosen.dtype == bool:
            chosen = np.flatnonzero(chosen)
        if not chosen.size:
            return np.empty((0, *self.shape[1:]), self.dtype)[(slice(None), *columns)]
        low = int(chosen.min())
        return self.made(low, int(chosen.max()) + 1)[(chosen - low, *columns)]

    def made(self, first: int, stop: int) -> NDArray[Any]:
        """Return the moves from one step to another."""
        return self.moves[first:stop].array(self.layout.name)  # type: ignore[arg-type]


def dask_array(moves: MoveArrays, layout: Layout, chunks: int) -> Any:
    """Return some moves as a lazy array of dask; see `Solution.to_dask`.

    >>> moves = hf.solve(30).to_dask()
    >>> moves.shape, moves.numblocks, moves[2**29 - 1].compute().tolist()
    ((1073741823, 2), (16, 1), [0, 2])
    """
    chunks = checked_int(chunks, "chunks", 1)
    try:
        da = import_module("dask.array")
    except ImportError:
        raise ModuleNotFoundError("lazy arrays need dask: pip install 'hanoi_fast[dask]'") from None
    lazy = LazyMoves(moves, layout)
    return da.from_array(lazy, chunks=(min(chunks, max(1, moves.count)), *lazy.shape[1:]), asarray=False)
