"""The face: a solution is to moves what range is to integers, huge, exact, and free until it is looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import DTypeLike, NDArray

from .buffers import as_bytes, rows
from .checks import enough_memory, whole
from .documents import Document, DocumentFile
from .layouts import Layout, Move, layout_for
from .moves import Moves
from .rendering import Rendering
from .routes import Route

# Moves made at a time for a loop in Python: enough to hide the call, few enough for the inner caches.
ITERATED = 1 << 12


class Solution(Moves):
    """The moves from one state to another: a sequence of `Move`, lazy as range is. Made by `solve()`.

    Indexing gives a `Move`, slicing a Solution again; `in`, `index()` and `reversed()` do what they do
    for a range. None makes any other move, so any step of any size may be asked for. (`count` is a number
    here, the `len()` that fits any size.) Solutions are equal if they make the same moves from the same start.

    >>> s = hf.solve(64)
    >>> s[10**18]
    Move(disc=1, source=2, target=0)
    >>> s[10**18 : 10**18 + 3].array().tolist()
    [[2, 0], [2, 1], [0, 1]]
    """

    __slots__ = ("_renderings",)

    def __init__(self, route: Route, first: int = 0, stop: int | None = None) -> None:
        super().__init__(route, first, stop)
        self._renderings: dict[Layout, Rendering] = {}

    def __iter__(self) -> Iterator[Move]:
        for block in self.blocks(ITERATED, "moves"):
            yield from map(Move._make, block.tolist())

    def __reversed__(self) -> Iterator[Move]:
        return (Move(disc, source, target) for disc, target, source in self.inverse())

    def array(self, layout: str = "pairs") -> NDArray:
        """Return all the moves as a new array of a binary layout, by default uint8[count, 2]: source, target.

        Raises:
            MemoryError: the machine has not as much; the message names the bytes.

        >>> hf.solve(2).array("moves").tolist()
        [[1, 0, 1], [2, 0, 2], [1, 1, 2]]
        """
        binary = self._binary(layout)
        enough_memory(self.count * binary.width, "the array", "blocks() or save() need none")
        out = rows(binary, self.count)
        self.fill(out, 0, layout)
        return out

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray:
        if copy is False:
            raise ValueError("a Solution holds no array: it cannot be had without a copy")
        return np.asarray(self.array(), dtype)

    def fill(self, out: NDArray | bytearray | memoryview, start: int = 0, layout: str = "pairs") -> int:
        """Fill the caller's array or buffer with moves from step `start` on; return how many there were.

        `out` is a C-contiguous array of the layout's dtype and columns, or a writable buffer that
        holds whole moves. It is filled as far as there are moves. The GIL is released.

        >>> out = np.empty((4, 2), np.uint8)
        >>> hf.solve(64).fill(out, start=2**64 - 4)
        3
        """
        binary = self._binary(layout)
        view = as_bytes(out, binary)
        first = self._first + whole(start, "start", 0, self.count)
        return next(self._rendering(binary).fills(view, first, self._stop), 0)

    def blocks(self, moves: int = 1 << 16, layout: str = "pairs") -> Iterator[NDArray]:
        """Return an iterator over all the moves, so many at a time: views of one buffer that is used again.

        A view is valid until the next step: copy what is to be kept.

        >>> [len(block) for block in hf.solve(10).blocks(400)]
        [400, 400, 223]
        """
        binary = self._binary(layout)
        moves = min(whole(moves, "moves", 1), self.count)
        enough_memory(moves * binary.width, "a block", "ask for fewer moves at a time")
        buffer = rows(binary, moves)
        sizes = self._rendering(binary).fills(as_bytes(buffer, binary), self._first, self._stop)
        return (buffer[:size] for size in sizes)

    def open(
        self, format: str = "text", *, labels: Sequence[str] | None = None, first_peg: int | None = None
    ) -> DocumentFile:
        """Return the moves as a read-only, seekable binary file; no byte is made before it is read.

        `format` is the name of a layout or a template; pegs are printed as `labels`, or as
        numbers from `first_peg`.

        >>> hf.solve(2).open("text", labels="ABC").read()
        b'A B\\nA C\\nB C\\n'
        """
        layout = layout_for(format, self.discs, self.pegs, labels, first_peg)
        return DocumentFile(Document(self._rendering(layout), self._first, self._stop))

    def _part(self, first: int, stop: int) -> Solution:
        part = Solution(self._route, first, stop)
        part._renderings = self._renderings
        return part

    def _binary(self, name: str) -> Layout:
        layout = layout_for(name, self.discs, self.pegs)
        if not layout.binary:
            raise ValueError(f"layout {name!r} is text, no array: use open() or save()")
        return layout

    def _rendering(self, layout: Layout) -> Rendering:
        known = self._renderings.get(layout)
        return known or self._renderings.setdefault(layout, Rendering(self._route, layout))
