"""The face: a solution is to moves what range is to integers, huge, exact, and free until it is looked at."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..checks import whole
from ..files.export import SaveOptions, export
from ..files.formats import Format, check_container, document_of, format_named, format_of
from ..files.sinks import Progress, pour
from ..files.stores import is_url, place_of
from ..streams.checksums import document_crc32
from ..streams.documents import Document
from ..streams.layouts import peg_labels
from ..streams.virtual import DocumentFile
from .arrays import MoveArrays, span_of

if TYPE_CHECKING:
    pass


class Solution(MoveArrays):
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

    __slots__ = ()

    def open(
        self, format: str = "text", *, labels: Sequence[str] | None = None, first_peg: int | None = None
    ) -> DocumentFile:
        """Return the moves as a read-only, seekable binary file; no byte is made before it is read.

        `format` is the name of a layout, a template, or "npy"; pegs are printed as `labels`, or as
        numbers from `first_peg`.

        >>> hf.solve(2).open("text", labels="ABC").read()
        b'A B\\nA C\\nB C\\n'
        """
        return DocumentFile(self._bytes(format, labels, first_peg))

    def nbytes(self, format: str = "text", *, labels: Sequence[str] | None = None, first_peg: int | None = None) -> int:
        """Return how many bytes `open()` has: exact at any size.

        >>> hf.solve(64).nbytes("text")
        73786976294838206460
        """
        return self._bytes(format, labels, first_peg).nbytes

    def crc32(self, format: str = "text", *, labels: Sequence[str] | None = None, first_peg: int | None = None) -> int:
        """Return the CRC-32 of what `open()` has, at any size, without making it.

        >>> hf.solve(62).crc32("text")
        3908755400
        """
        return document_crc32(self._bytes(format, labels, first_peg))

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
        form = format_named(format)
        form.load()
        return pour(form.container.chunks(self._document(form, labels, first_peg), None) or (), file, progress)

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
        share: bool = True,
        progress: Progress | None = None,
        storage_options: Mapping[str, Any] | None = None,
    ) -> None:
        """Write the moves to a file that is complete or not there, and a description of it beside it.

        The suffix says what is written: .bin .npy .txt .csv .tsv .jsonl .ndjson .json, also with .gz or .zst behind,
        .arrow .feather .arrows .parquet; `format`, the name of a layout or a template, changes the moves'
        layout. Until it is complete the file is named ``.NAME.part``; its description is ``.NAME.info``.

        Args:
            resume: go on with an unfinished file. What it holds is compared, and cut where it is wrong.
            overwrite: replace a file of that name when the new one is complete; if False, no file is ever replaced.
            fsync: return when the file will survive a power cut.
            direct: bypass the page cache; for files larger than the memory. Then nothing is shared.
            share: let equal runs of the file share their room on the disk, where the file system can: uncompressed
                files of 64 MiB and more, on three pegs, of moves that have equally many bytes.
            progress: is called with the number of bytes after each piece.
            storage_options: for a path that is a URL of a store (s3://, gs://, memory://), as in pandas; it needs
                ``hanoi_fast[fsspec]``. An object is complete or not there; `resume` skips one that is whole.

        Raises:
            ValueError: the format is unknown or does not go with the suffix.
            FileExistsError: there is such a file; or, with `resume`, a complete one of other bytes.
            BlockingIOError: another export is writing to this file.
            OSError: raised by the operating system. An unfinished file is kept, to be resumed.
        """
        form = format_of(path, format)
        place = place_of(path, storage_options) if is_url(path) or storage_options else path
        document = self._document(form, labels, first_peg)
        check_container(path, form, document.rendering.layout)
        export(document, place, form, SaveOptions(resume, overwrite, fsync, direct, share, progress))

    def shard(self, which: int, shards: int) -> Solution:
        """Return one of so many parts of equal length, `which` counted from 0; together they are the whole.

        >>> [part.count for part in (hf.solve(10).shard(i, 4) for i in range(4))]
        [255, 256, 256, 256]
        """
        shards = whole(shards, "shards", 1)
        which = whole(which, "which", 0, shards - 1)
        return self[self.count * which // shards : self.count * (which + 1) // shards]

    def _repr_html_(self) -> str:
        from .drawing import html_of

        return html_of(self)

    def _bytes(self, name: str, labels: Sequence[str] | None, first_peg: int | None) -> Document:
        form = format_named(name)
        if not form.container.exact:
            raise ValueError(f"pyarrow makes the bytes of {name!r}: use write() or save()")
        return self._document(form, labels, first_peg)

    def _document(self, form: Format, labels: Sequence[str] | None, first_peg: int | None) -> Document:
        return document_of(span_of(self), form, peg_labels(self.pegs, labels, first_peg))


Sequence.register(Solution)
