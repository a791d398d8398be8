"""Moves in memory: as arrays, in buffers, as objects, as columns.

`MoveArrays` is separate from `Solution` because it knows nothing about files and text.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, TypeVar

from ..checks import checked_int, enough_memory
from ..kernels.objects import MoveTable
from ..puzzle.moves import Move
from ..puzzle.routes import Route
from ..streams.documents import Document, Span
from ..streams.layouts import BinaryLayout, Layout, check_steps, layout_for
from ..streams.rendering import Rendering
from ..streams.threads import Threads, threads_meant
from .moves import Moves

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import DTypeLike, NDArray

Self = TypeVar("Self", bound="MoveArrays")

# Moves made at a time for a loop in Python: enough to hide the call, few enough for the inner caches.
ITERATED = 1 << 12


class MoveArrays(Moves):
    """Moves that can be put into memory; see `Solution`."""

    __slots__ = ("_renderings",)

    def __init__(self, route: Route, first: int = 0, stop: int | None = None) -> None:
        super().__init__(route, first, stop)
        self._renderings: dict[Layout, Rendering] = {}

    def __iter__(self) -> Iterator[Move]:
        return chain.from_iterable(map(MoveTable(Move).moves, self.blocks(ITERATED, "moves")))

    def __reversed__(self) -> Iterator[Move]:
        return (Move(disc, source, target) for disc, target, source in self.inverse())

    def array(self, layout: BinaryLayout = "pairs", *, threads: Threads = None) -> NDArray:
        """Return all the moves as a new array of a binary layout, by default uint8[count, 2]: source, target.

        `threads` is how many threads make it, "all" for one per processor. The default is HANOI_FAST_THREADS, or 1.

        Raises:
            MemoryError: the array does not fit in memory; the message says how many bytes it needs.

        >>> hf.solve(2).array("moves").tolist()
        [[1, 0, 1], [2, 0, 2], [1, 1, 2]]
        """
        from .buffers import as_bytes, rows

        binary = self._binary(layout)
        enough_memory(self.count * binary.width, "the array", "blocks() or save() need none")
        meant = threads_meant(threads)
        out = rows(binary, self.count)
        self._rendering(binary).copy_into(as_bytes(out, binary), self._first * binary.width, True, meant)
        return out

    def mapped(self, layout: BinaryLayout = "pairs", *, threads: Threads = None) -> NDArray:
        """Return all the moves as a read-only array in which equal pages share the same memory; on three pegs.

        A trillion moves take about 200 MiB and a few hundred milliseconds. In all other ways the array is ordinary: it
        supports slices, reductions, `numpy.save`, and everything that accepts a buffer. The memory is freed with its
        last view. Pickling stores the puzzle, not the bytes, and `copy()` returns an ordinary array. Linux only.
        `threads` is how many threads write the pages that differ.

        Raises:
            NotImplementedError: the system cannot map the same memory twice.
            ValueError: the moves do not repeat in whole pages, as on many pegs, and are too many to make them all.
            MemoryError: the pages that differ do not fit in memory, or the array does not fit in the address space.

        >>> moves = hf.solve(40).mapped()
        >>> moves.shape, moves[2**39 - 1].tolist()
        ((1099511627775, 2), [0, 2])
        """
        from .mapped import mapped_moves

        binary = self._binary(layout)
        document = Document(self._rendering(binary), self._first, self._stop)
        return mapped_moves(self, document, threads_meant(threads))

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray:
        import numpy as np

        if copy is False:
            raise ValueError("a Solution holds no array: it cannot be had without a copy")
        return np.asarray(self.array(), dtype)

    def fill(
        self,
        out: NDArray | bytearray | memoryview,
        start: int = 0,
        layout: BinaryLayout = "pairs",
        *,
        threads: Threads = None,
    ) -> int:
        """Fill your array or buffer with moves from step `start` on; return the number of moves written.

        `out` is a C-contiguous array with the dtype and columns of the layout, or a writable buffer whose size is a
        whole number of moves. If it is larger than the moves that are left, the rest of it is not changed. The GIL is
        released. `threads` is as for `array`.

        >>> out = np.empty((4, 2), np.uint8)
        >>> hf.solve(64).fill(out, start=2**64 - 4)
        3
        """
        from .buffers import as_bytes

        binary = self._binary(layout)
        view = as_bytes(out, binary)
        first = self._first + checked_int(start, "start", 0, self.count)
        return next(self._rendering(binary).fills(view, first, self._stop, threads_meant(threads)), 0)

    def blocks(self, moves: int = 1 << 16, layout: BinaryLayout = "pairs") -> Iterator[NDArray]:
        """Return an iterator over all the moves in blocks of up to `moves` moves: views of one buffer that is reused.

        Each view is valid only until the next block: copy what you want to keep.

        >>> [len(block) for block in hf.solve(10).blocks(400)]
        [400, 400, 223]
        """
        from .buffers import as_bytes, rows

        binary = self._binary(layout)
        moves = min(checked_int(moves, "moves", 1), self.count)
        enough_memory(moves * binary.width, "a block", "ask for fewer moves at a time")
        buffer = rows(binary, moves)
        sizes = self._rendering(binary).fills(as_bytes(buffer, binary), self._first, self._stop)
        return (buffer[:size] for size in sizes)

    def states(self, states: int = 1 << 12) -> Iterator[NDArray[np.uint8]]:
        """Return an iterator over all count + 1 states: the start, then blocks of up to `states`, uint8[states, discs].

        The blocks are views of one buffer, each valid only until the next block: copy what you want to keep.

        >>> [block.tolist() for block in hf.solve(2).states(2)]
        [[[0, 0]], [[1, 0], [1, 2]], [[2, 2]]]
        """
        from .paths import state_blocks

        most = min(checked_int(states, "states", 1), max(1, self.count))
        enough_memory((most + 1) * max(1, self.discs), "a block", "ask for fewer states at a time")
        return state_blocks(self.start, most, self.blocks(most, "moves"))

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return the moves as a lazy stream of Arrow record batches: disc, source, target, and step if it is requested.

        So `pyarrow.table(s)`, `polars.DataFrame(s)`, ``duckdb.sql("from s")`` and everything else that supports Arrow's
        PyCapsule interface accept a solution directly. Batches are made on demand, and equal ones share memory.
        """
        from .arrow import arrow_stream

        return arrow_stream(span_of(self), requested_schema)

    def _part(self: Self, first: int, stop: int) -> Self:
        part = type(self)(self._route, first, stop)
        part._renderings = self._renderings
        return part

    def _binary(self, name: str) -> Layout:
        layout = layout_for(name, self.discs, self.pegs)
        if not layout.binary:
            raise ValueError(f"layout {name!r} is text, no array: use open() or save()")
        check_steps(layout, self._stop)
        return layout

    def _rendering(self, layout: Layout) -> Rendering:
        return span_of(self).rendering(layout)


def span_of(solution: MoveArrays) -> Span:
    """Return the route of some moves and the range of its steps that they cover, from which documents are made."""
    return Span(solution._route, solution._first, solution._stop, solution._renderings)
