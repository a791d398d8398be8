"""A solution as users see it: a sequence of moves that works like range: exact at any size, and lazy."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from ..checks import checked_int
from ..files.export import SaveOptions, export
from ..files.formats import Format, check_container, document_of, format_meant, format_named, format_of
from ..files.sinks import Progress, pour
from ..files.stores import is_url, place_of
from ..streams.checksums import document_crc32
from ..streams.documents import Document
from ..streams.layouts import BinaryLayout, peg_labels
from ..streams.threads import Threads, threads_meant
from ..streams.virtual import DocumentFile
from .arrays import MoveArrays, span_of


class Solution(MoveArrays):
    """The moves from one state to another: a sequence of `Move`, as lazy as a range. `solve()` returns it.

    Indexing gives a `Move`: disc, source, target. A slice is again a Solution or, with a step other than 1, a lazy
    sequence of moves. Like a slice of a list it may reach past the end. `in`, `index()`, `reversed()`, iteration and
    `random.sample` work as for a range. None of these generates the moves in between, so you can ask for any step,
    however large. The class is registered as a `collections.abc.Sequence`, but `count` is not a method: it is the
    number of moves, at any size, where `len()` is limited. Solutions are equal if they make the same moves from the
    same start.

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
        """Return the moves as a read-only, seekable binary file; bytes are made only when they are read.

        `format` is the name of a layout, a template, or "npy". Pegs are printed as `labels`, or as
        numbers from `first_peg` on.

        >>> hf.solve(2).open("text", labels="ABC").read()
        b'A B\\nA C\\nB C\\n'
        """
        return DocumentFile(self._bytes(format, labels, first_peg))

    def nbytes(self, format: str = "text", *, labels: Sequence[str] | None = None, first_peg: int | None = None) -> int:
        """Return the size of the file that `open()` returns, in bytes: exact at any size.

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
        """Return the CRC-32 of the file that `open()` returns, at any size, without making its bytes.

        `threads` is accepted as in other methods, but has no effect, since no bytes are made.

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
        """Write the moves to a binary file object or a descriptor; return the number of bytes written.

        A pipe is enlarged and receives the bytes without a copy, where the system can do so.
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
        columns: Sequence[str] | None = None,
        progress: Progress | None = None,
        threads: Threads = None,
        storage_options: Mapping[str, Any] | None = None,
    ) -> None:
        """Write the moves to a file, and a description of it next to it.

        The suffix chooses the format: .bin .npy .txt .csv .tsv .jsonl .ndjson .json, also followed by .gz or .zst;
        or .arrow .feather .arrows .parquet. `format`, the name of a layout or a template, changes the layout of the
        moves. The file gets its name when it is complete; until then it is called ``.NAME.part``. Its description is
        ``.NAME.info``.

        Args:
            columns: instead of `format`, the columns: ("step", "disc", "source", "target"), also without the step, or
                ("source", "target"). Steps count from the start of the whole solution.
            resume: continue an unfinished file. Its contents are checked first, and cut off where they are wrong.
            overwrite: replace an existing file of that name when the new one is complete; if False, never replace one.
            fsync: do not return before the file is safe from a power cut.
            direct: bypass the page cache, for files larger than the memory; then nothing is shared.
            share: let equal parts of the file share space on the disk, if the file system can. This applies to
                uncompressed files of 64 MiB and more, on three pegs, in which all moves have the same number of bytes.
            progress: is called after each piece with its number of bytes, before any compression.
            threads: how many threads compress, or check what `resume` finds; "all" for one per processor. The default
                is HANOI_FAST_THREADS, or 1. One thread writes uncompressed files, since more would not be faster.
            storage_options: for a path that is a URL of a store (s3://, gs://, memory://), as in pandas; it needs
                ``hanoi_fast[fsspec]``. An object is complete or not there; `resume` skips one that is whole.

        Raises:
            ValueError: the format is unknown or does not go with the suffix.
            FileExistsError: the file exists and `overwrite` is False; or, with `resume`, a complete file differs.
            BlockingIOError: another export is writing to this file.
            OSError: raised by the operating system. The unfinished file is kept, so that it can be resumed.
        """
        meant = threads_meant(threads)
        form = format_of(path, format_meant(path, format, columns))
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
        columns: Sequence[str] | None = None,
        fsync: bool = False,
        threads: Threads = None,
        progress: Progress | None = None,
        storage_options: Mapping[str, Any] | None = None,
    ) -> None:
        """Write the moves as equal parts, each a file in a folder, here or on the workers of a Dask cluster.

        The files have names like ``part-00003-of-01024.bin``, and each is written as by `save()`. ``_manifest.json``
        is written when all are complete. Repeating the call keeps complete shards, and continues the others.

        Args:
            shards: how many; by default as many as make shards of 128 MiB, and at most 10,000.
            suffix: the suffix of the files, as for `save()`. `format` and `columns` are also as for `save()`.
            client: a ``dask.distributed.Client`` whose workers can access the folder by the same name.
            threads: the threads of each task, as for `save()`.
            progress: is called after each piece with its number of bytes, as by `save()`, or on a cluster after each
                shard with the bytes of its file.
            storage_options: for a folder that is a URL of a store, as for `save()`; workers are sent them.

        Raises:
            FileExistsError: the folder contains shards of another solution or format.
            ValueError, OSError: as for `save()`, here or on a worker.
        """
        from .sharding import save_shards

        pegs, meant = peg_labels(self.pegs, labels, first_peg), threads_meant(threads)
        form = format_meant(f"part{suffix}", format, columns)
        save_shards(self, folder, shards, suffix, form, pegs, fsync, meant, progress, client, storage_options)

    def shard(self, which: int, shards: int) -> Solution:
        """Return part number `which`, counted from 0, of `shards` parts of equal length (up to one move).

        >>> [part.count for part in (hf.solve(10).shard(i, 4) for i in range(4))]
        [255, 256, 256, 256]
        """
        shards = checked_int(shards, "shards", 1)
        which = checked_int(which, "which", 0, shards - 1)
        return self[self.count * which // shards : self.count * (which + 1) // shards]

    def to_dask(self, layout: BinaryLayout = "pairs", chunks: int = 1 << 26) -> Any:
        """Return the moves as a lazy `dask.array` of a binary layout, in chunks of `chunks` moves.

        Each worker makes the moves that it needs: only the puzzle and two steps are sent to it. Needs dask: install
        ``hanoi_fast[dask]``. Examples are in docs/scale.md.
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
