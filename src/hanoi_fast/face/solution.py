"""The face: a solution is to moves what range is to integers, huge, exact, and free until it is looked at."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from ..checks import enough_memory, whole
from ..files.export import SaveOptions, export
from ..files.formats import Format, check_container, document_of, format_named, format_of
from ..files.sinks import Progress, pour
from ..kernels.objects import MoveTable
from ..puzzle.moves import Move
from ..puzzle.routes import Route
from ..streams.checksums import document_crc32
from ..streams.chunks import Chunks
from ..streams.documents import Document, DocumentFile, Span
from ..streams.layouts import BinaryLayout, Layout, layout_for, peg_labels
from ..streams.rendering import Rendering
from .moves import Moves

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import DTypeLike, NDArray

# Moves made at a time for a loop in Python: enough to hide the call, few enough for the inner caches.
ITERATED = 1 << 12


class Solution(Moves):
    """The moves from one state to another: a sequence of `Move`, lazy as range is. Made by `solve()`.

    Indexing gives a `Move`: disc, source, target. A slice is a Solution again, or with a step other than 1 a lazy
    sequence of moves; like a slice of a list it may reach past the end. `in`, `index()`, `reversed()`, iteration and
    `random.sample` do what they do for a range. None of these generates moves in between, so any step of any size may
    be asked for. It is registered as a `collections.abc.Sequence`, except that `count` is a number: the `len()` that
    fits any size. Solutions are equal if they make the same moves from the same start.

    Moves in Python are triples, with the disc. Arrays are pairs, without it, unless another layout is asked for:
    ``np.asarray(s)`` is ``s.array()``, and ``s.array("moves")`` has the rows that iteration has.

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
        return chain.from_iterable(map(MoveTable(Move).moves, self.blocks(ITERATED, "moves")))

    def __reversed__(self) -> Iterator[Move]:
        return (Move(disc, source, target) for disc, target, source in self.inverse())

    def array(self, layout: BinaryLayout = "pairs") -> NDArray:
        """Return all the moves as a new array of a binary layout, by default uint8[count, 2]: source, target.

        Raises:
            MemoryError: the machine has not as much; the message names the bytes.

        >>> hf.solve(2).array("moves").tolist()
        [[1, 0, 1], [2, 0, 2], [1, 1, 2]]
        """
        from .buffers import as_bytes, rows

        binary = self._binary(layout)
        enough_memory(self.count * binary.width, "the array", "blocks() or save() need none")
        out = rows(binary, self.count)
        self._rendering(binary).copy_into(as_bytes(out, binary), self._first * binary.width, untouched=True)
        return out

    def mapped(self, layout: BinaryLayout = "pairs") -> NDArray:
        """Return all the moves as a read-only array in which equal pages are the same memory; on three pegs.

        A trillion moves take some 200 MiB and some hundred milliseconds. The array is ordinary in all else: slices,
        reductions, `numpy.save`, and whatever takes a buffer. The memory is freed with the last view of it.
        It is pickled as the puzzle; its `copy()` is an ordinary array. Linux only.

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
        return mapped_moves(self, Document(self._rendering(binary), self._first, self._stop))

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray:
        import numpy as np

        if copy is False:
            raise ValueError("a Solution holds no array: it cannot be had without a copy")
        return np.asarray(self.array(), dtype)

    def fill(self, out: NDArray | bytearray | memoryview, start: int = 0, layout: BinaryLayout = "pairs") -> int:
        """Fill the caller's array or buffer with moves from step `start` on; return how many there were.

        `out` is a C-contiguous array of the layout's dtype and columns, or a writable buffer that
        holds whole moves. It is filled as far as there are moves. The GIL is released.

        >>> out = np.empty((4, 2), np.uint8)
        >>> hf.solve(64).fill(out, start=2**64 - 4)
        3
        """
        from .buffers import as_bytes

        binary = self._binary(layout)
        view = as_bytes(out, binary)
        first = self._first + whole(start, "start", 0, self.count)
        return next(self._rendering(binary).fills(view, first, self._stop), 0)

    def blocks(self, moves: int = 1 << 16, layout: BinaryLayout = "pairs") -> Iterator[NDArray]:
        """Return an iterator over all the moves, so many at a time: views of one buffer that is used again.

        A view is valid until the next step: copy what is to be kept.

        >>> [len(block) for block in hf.solve(10).blocks(400)]
        [400, 400, 223]
        """
        from .buffers import as_bytes, rows

        binary = self._binary(layout)
        moves = min(whole(moves, "moves", 1), self.count)
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

        most = min(whole(states, "states", 1), max(1, self.count))
        enough_memory((most + 1) * max(1, self.discs), "a block", "ask for fewer states at a time")
        return state_blocks(self.start, most, self.blocks(most, "moves"))

    def open(
        self, format: str = "text", *, labels: Sequence[str] | None = None, first_peg: int | None = None
    ) -> DocumentFile:
        """Return the moves as a read-only, seekable binary file; no byte is made before it is read.

        `format` is the name of a layout, a template, or "npy"; pegs are printed as `labels`, or as
        numbers from `first_peg`.

        >>> hf.solve(2).open("text", labels="ABC").read()
        b'A B\\nA C\\nB C\\n'
        """
        return DocumentFile(self._document(format_named(format), labels, first_peg))

    def nbytes(self, format: str = "text", *, labels: Sequence[str] | None = None, first_peg: int | None = None) -> int:
        """Return how many bytes `open()` has: exact at any size.

        >>> hf.solve(64).nbytes("text")
        73786976294838206460
        """
        return self._document(format_named(format), labels, first_peg).nbytes

    def crc32(self, format: str = "text", *, labels: Sequence[str] | None = None, first_peg: int | None = None) -> int:
        """Return the CRC-32 of what `open()` has, at any size, without making it.

        >>> hf.solve(62).crc32("text")
        3908755400
        """
        return document_crc32(self._document(format_named(format), labels, first_peg))

    def write(
        self,
        file: Any,
        format: str = "text",
        *,
        labels: Sequence[str] | None = None,
        first_peg: int | None = None,
        progress: Progress | None = None,
    ) -> int:
        """Write the moves to a binary file object or a descriptor; return how many bytes they are.

        A pipe is made larger and given the bytes without copying them, where the system can do so.
        `progress` is called with the number of bytes after each piece.

        >>> from io import BytesIO
        >>> hf.solve(2).write(BytesIO())
        12
        """
        return pour(Chunks(self._document(format_named(format), labels, first_peg)), file, progress)

    def save(
        self,
        path: str | os.PathLike[str],
        format: str | None = None,
        *,
        labels: Sequence[str] | None = None,
        first_peg: int | None = None,
        resume: bool = False,
        overwrite: bool = True,
        fsync: bool = False,
        direct: bool = False,
        progress: Progress | None = None,
    ) -> None:
        """Write the moves to a file that is complete or not there, and a description of it beside it.

        The suffix says what is written: .bin .npy .txt .csv .jsonl .json .arrow .parquet, all but the last two
        also with .gz or .zst behind; `format`, the name of a layout or a template, changes the moves'
        layout. Until it is complete the file is named ``.NAME.part``; its description is ``.NAME.info``.

        Args:
            resume: go on with an unfinished file. What it holds is compared, and cut where it is wrong.
            overwrite: replace a file of that name when the new one is complete; if False, no file is ever replaced.
            fsync: return when the file will survive a power cut.
            direct: bypass the page cache; for files larger than the memory.
            progress: is called with the number of bytes after each piece.

        Raises:
            ValueError: the format is unknown or does not go with the suffix.
            FileExistsError: there is such a file; or, with `resume`, a complete one of other bytes.
            BlockingIOError: another export is writing to this file.
            OSError: raised by the operating system. An unfinished file is kept, to be resumed.
        """
        form = format_of(path, format)
        document = self._document(form, labels, first_peg)
        check_container(path, form, document.rendering.layout)
        export(document, path, form, SaveOptions(resume, overwrite, fsync, direct, progress))

    def shard(self, which: int, shards: int) -> Solution:
        """Return one of so many parts of equal length, `which` counted from 0; together they are the whole.

        >>> [part.count for part in (hf.solve(10).shard(i, 4) for i in range(4))]
        [255, 256, 256, 256]
        """
        shards = whole(shards, "shards", 1)
        which = whole(which, "which", 0, shards - 1)
        return self[self.count * which // shards : self.count * (which + 1) // shards]

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return the moves as a lazy stream of Arrow record batches: disc, source, target, and step if it is requested.

        So `pyarrow.table(s)`, `polars.DataFrame(s)`, ``duckdb.sql("from s")`` and whatever else knows Arrow's PyCapsule
        interface take a solution as it is. Batches are made when they are asked for, and share their memory.
        """
        from .arrow import arrow_stream

        return arrow_stream(span_of(self), requested_schema)

    def _repr_html_(self) -> str:
        from .drawing import html_of

        return html_of(self)

    def _document(self, form: Format, labels: Sequence[str] | None, first_peg: int | None) -> Document:
        return document_of(span_of(self), form, peg_labels(self.pegs, labels, first_peg))

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
        return span_of(self).rendering(layout)


def span_of(solution: Solution) -> Span:
    """Return the route of a solution and which of its steps it has: what documents are made of."""
    return Span(solution._route, solution._first, solution._stop, solution._renderings)


Sequence.register(Solution)
