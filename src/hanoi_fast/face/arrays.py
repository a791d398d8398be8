"""Moves in memory: as arrays, in buffers, as objects, as columns.

`MoveArrays` is apart from `Solution` because it knows of no file and no text.
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
from ..streams.layouts import BinaryLayout, Layout, layout_for
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

        `threads` is how many make it, "all" for every processor; by default 1, or what HANOI_FAST_THREADS says.

        Raises:
            MemoryError: it does not fit in memory; the message names the bytes.

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
        """Return all the moves as a read-only array in which equal pages are the same memory; on three pegs.

        A trillion moves take some 200 MiB and some hundred milliseconds. The array is ordinary in all else: slices,
        reductions, `numpy.save`, and whatever takes a buffer. The memory is freed with the last view of it.
        It is pickled as the puzzle; its `copy()` is an ordinary array. Linux only.
        `threads` write the pages that differ.

        Raises:
            NotImplementedError: the system cannot map memory twice.
            ValueError: the moves do not repeat in pages, as on many pegs, and are too many to be made.
            MemoryError: what differs does not fit in memory, or the array not in the addresses of a process.

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
        """Fill the caller's array or buffer with moves from step `start` on; return how many there were.

        `out` is a C-contiguous array of the layout's dtype and columns, or a writable buffer that
        holds whole moves. It is filled as far as there are moves. The GIL is released. `threads` as for `array`.

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

        A view is valid until the next step: copy what is to be kept.

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

        The blocks are views of one buffer, each valid until the next step: copy what is to be kept.

        >>> [block.tolist() for block in hf.solve(2).states(2)]
        [[[0, 0]], [[1, 0], [1, 2]], [[2, 2]]]
        """
        from .paths import state_blocks

        most = min(checked_int(states, "states", 1), max(1, self.count))
        enough_memory((most + 1) * max(1, self.discs), "a block", "ask for fewer states at a time")
        return state_blocks(self.start, most, self.blocks(most, "moves"))

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return the moves as a lazy stream of Arrow record batches: disc, source, target, and step if it is requested.

        So `pyarrow.table(s)`, `polars.DataFrame(s)`, ``duckdb.sql("from s")`` and whatever else knows Arrow's PyCapsule
        interface take a solution as it is. Batches are made when they are asked for, and share their memory.
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
        return layout

    def _rendering(self, layout: Layout) -> Rendering:
        return span_of(self).rendering(layout)


def span_of(solution: MoveArrays) -> Span:
    """Return the route of some moves and which of its steps it has: what documents are made of."""
    return Span(solution._route, solution._first, solution._stop, solution._renderings)
