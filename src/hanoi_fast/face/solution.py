"""The face: a solution is to moves what range is to integers, huge, exact, and free until it is looked at."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..checks import checked_int
from ..files.export import SaveOptions, export
from ..files.formats import Format, check_container, document_of, format_named, format_of
from ..files.sinks import Progress, pour
from ..files.stores import is_url, place_of
from ..streams.checksums import document_crc32
from ..streams.documents import Document
from ..streams.layouts import BinaryLayout, peg_labels
from ..streams.threads import Threads, threads_meant
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

    def crc32(
        self,
        format: str = "text",
        *,
        labels: Sequence[str] | None = None,
        first_peg: int | None = None,
        threads: Threads = None,
    ) -> int:
        """Return the CRC-32 of what `open()` has, at any size, without making it.

        `threads` is taken as everywhere, but no more than one has anything to do: no byte is made.

        >>> hf.solve(62).crc32("text")
        3908755400
        """
        threads_meant(threads)
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
        threads: Threads = None,
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
            threads: how many compress, or check what `resume` finds; "all" for every processor, by default 1 or
                what HANOI_FAST_THREADS says. What is not compressed is written by one: more do not pay.
            storage_options: for a path that is a URL of a store (s3://, gs://, memory://), as in pandas; it needs
                ``hanoi_fast[fsspec]``. An object is complete or not there; `resume` skips one that is whole.

        Raises:
            ValueError: the format is unknown or does not go with the suffix.
            FileExistsError: there is such a file; or, with `resume`, a complete one of other bytes.
            BlockingIOError: another export is writing to this file.
            OSError: raised by the operating system. An unfinished file is kept, to be resumed.
        """
        meant = threads_meant(threads)
        form = format_of(path, format)
        place = place_of(path, storage_options) if is_url(path) or storage_options else path
        document = self._document(form, labels, first_peg)
        check_container(path, form, document.rendering.layout)
        export(document, place, form, SaveOptions(resume, overwrite, fsync, direct, share, progress, meant))

    def save_shards(
        self,
        folder: str | os.PathLike[str],
        shards: int | None = None,
        suffix: str = ".bin",
        format: str | None = None,
        *,
        client: Any = None,
        labels: Sequence[str] | None = None,
        first_peg: int | None = None,
        fsync: bool = False,
        threads: Threads = None,
        progress: Progress | None = None,
    ) -> None:
        """Write the moves as equal parts, each a file in a folder, here or on the workers of a Dask cluster.

        The files are named ``part-00003-of-01024.bin``, each as `save()` writes it; ``_manifest.json`` is written when
        all are there. The same call again keeps shards that are whole, and goes on with those that are not.

        Args:
            shards: how many; by default so many that one has 128 MiB, and at most 10,000.
            suffix: as that of `save()`, and `format` too.
            client: a ``dask.distributed.Client`` whose workers see the folder under the same name.
            threads: of each task, as for `save()`.
            progress: is called with numbers of bytes: after each piece, on a cluster after each shard.

        Raises:
            FileExistsError: the folder holds shards of something else.
            ValueError, OSError: as `save()`; those of a worker too.
        """
        from .sharding import save_shards

        pegs, meant = peg_labels(self.pegs, labels, first_peg), threads_meant(threads)
        save_shards(self, folder, shards, suffix, format, pegs, fsync, meant, progress, client)

    def shard(self, which: int, shards: int) -> Solution:
        """Return one of so many parts of equal length, `which` counted from 0; together they are the whole.

        >>> [part.count for part in (hf.solve(10).shard(i, 4) for i in range(4))]
        [255, 256, 256, 256]
        """
        shards = checked_int(shards, "shards", 1)
        which = checked_int(which, "which", 0, shards - 1)
        return self[self.count * which // shards : self.count * (which + 1) // shards]

    def to_dask(self, layout: BinaryLayout = "pairs", chunks: int = 1 << 26) -> Any:
        """Return the moves as a lazy `dask.array` of a binary layout, in chunks of so many moves.

        Workers make them where they are needed: a chunk travels as the puzzle and two steps. Needs dask, as in
        ``hanoi_fast[dask]``; examples are in docs/scale.md.
        """
        from .lazy import dask_array

        return dask_array(self, self._binary(layout), chunks)

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
