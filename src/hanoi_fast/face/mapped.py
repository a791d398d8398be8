"""All the moves of a solution as a read-only array whose equal pages are the same memory."""

from __future__ import annotations

from operator import methodcaller
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..streams.documents import Document
from ..streams.layouts import Layout
from ..streams.mapped import map_document
from .moves import Moves


class MappedMoves(np.ndarray):
    """A mapped array of moves. Pickling stores the puzzle, not the bytes. Results computed from it are ordinary arrays.

    The array and its views keep the memory, which is freed with the last of them.
    """

    # The moves of the whole array, their layout, and the address of the first.
    _whole: tuple[Moves, Layout, int] | None = None

    def __array_finalize__(self, other: object) -> None:
        self._whole = getattr(other, "_whole", None)

    def __array_wrap__(self, array: Any, context: object = None, return_scalar: bool = False) -> Any:
        plain = array.view(np.ndarray)
        return plain[()] if return_scalar else plain

    def copy(self, order: Any = "C") -> Any:
        """Return an ordinary array of the same moves."""
        return np.array(self, order=order)

    def __deepcopy__(self, memo: object) -> Any:
        return self.copy()

    def __reduce__(self) -> Any:
        return self._puzzle() or self.copy().__reduce__()

    def _puzzle(self) -> tuple[Any, ...] | None:
        """Return what makes this array again, or None if it is not a run of rows of a whole one."""
        if self._whole is None or not self.flags.c_contiguous:
            return None
        moves, layout, address = self._whole
        if self.dtype != np.dtype(layout.row_type) or self.shape[1:] != layout.row_shape:
            return None
        step, within = divmod(self.__array_interface__["data"][0] - address, layout.width)
        if within or not 0 <= step <= moves.count - len(self):
            return None
        return methodcaller("mapped", layout.name), (moves[step : step + len(self)],)


def mapped_moves(moves: Moves, document: Document, threads: int = 1) -> NDArray[Any]:
    """Return the moves of a document without a header as a mapped array; errors as `map_document`."""
    layout = document.rendering.layout
    shape = (moves.count, *layout.row_shape)
    if not moves.count:
        none: NDArray[Any] = np.empty(shape, layout.row_type)
        none.flags.writeable = False
        return none
    array = np.frombuffer(memoryview(map_document(document, threads)), layout.row_type).reshape(shape).view(MappedMoves)
    array._whole = moves, layout, array.__array_interface__["data"][0]
    return array
