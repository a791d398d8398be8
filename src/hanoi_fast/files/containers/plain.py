"""Files of nothing but a document's bytes: binary layouts, and text of any kind."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import ClassVar

from ...streams.chunks import CHUNK, Chunks, aligned_chunks
from ...streams.documents import Document
from ...streams.layouts import Layout
from ...streams.threads import mapped_ahead, stop_if_told
from ..comparing import PLACED_READS, Compared, Comparison, Stretch, first_difference
from ..compression import FRAME, Compression
from ..opening import open_regular
from ..sinks import Progress
from ..stores import Stored
from .container import Container, Sink

COMPARED = 1 << 19  # bytes of a chunk to compare with: the fastest of 64 KiB to 1 MiB
PARTED = 1 << 26  # bytes of a file that a thread compares at a time; of a chunk at each end it makes a part


class Plain(Container):
    """A document's bytes, and nothing else; what may be compressed."""

    name = "raw"

    def chunks(
        self, document: Document, compression: Compression | None, compared: bool = False, threads: int = 1
    ) -> Iterator[memoryview]:
        """Return the chunks of a file, compressed if it is."""
        if compression is not None:
            return (chunk for chunk, _ in packed(document, compression, threads))
        return iter(Chunks(document, COMPARED if compared else CHUNK))

    def room(self, document: Document) -> int:
        """Return the bytes of the document."""
        return document.nbytes

    def write(
        self,
        document: Document,
        sink: Sink,
        compression: Compression | None,
        description: str,
        progress: Progress | None,
    ) -> None:
        """Write the chunks."""
        if compression is not None:
            sized = packed(document, compression, sink.threads)
        else:
            sized = ((chunk, len(chunk)) for chunk in self.left_to_write(document, sink, progress))
        for chunk, size in sized:
            sink.put(chunk)
            if progress is not None:
                progress(size)

    def left_to_write(self, document: Document, sink: Sink, progress: Progress | None) -> Iterator[memoryview]:
        """Return the chunks of an uncompressed file, without what several threads find there already."""
        if sink.direct:
            return aligned_chunks(document)
        if sink.held and sink.threads > 1 and PLACED_READS:
            held, threads = min(sink.held, document.nbytes), sink.threads
            sink.accept(lambda file: agreement(file, document, held, threads, progress))
            return Chunks(document).stretch(sink.position, document.nbytes)
        return self.chunks(document, None, bool(sink.held), sink.threads)

    def compare(
        self,
        document: Document,
        path: Path | Stored,
        compression: Compression | None,
        progress: Progress | None,
        threads: int = 1,
    ) -> Comparison:
        """Compare every byte; if compressed bytes differ, what they hold."""
        with open_regular(path) as file:
            if compression is None and threads > 1 and PLACED_READS and isinstance(path, Path):
                end = document.nbytes
                agreed = agreement(file.fileno(), document, end, threads, progress)
                place = None if (agreed, os.fstat(file.fileno()).st_size) == (end, end) else agreed
            else:
                chunks = self.chunks(document, compression, True, threads)
                place = first_difference(file, chunks, progress)
        if place is None or compression is None:
            return Comparison(place, every_byte=True)
        # Another version of the compressor may have packed the same contents in its own way.
        with compression.unpacked(open_regular(path)) as inside:
            place = first_difference(inside, Chunks(document))
            if not inside.damage:
                return Comparison(place)
            return Comparison(document.nbytes if place is None else place, reason=inside.damage)


class Binary(Plain):
    """Rows of a binary layout, without a header."""

    suffixes: ClassVar[Mapping[str, str]] = {".bin": "pairs"}
    format_name = "bin"

    def refusal(self, path: str, layout: Layout) -> str:
        """Say what the name says."""
        return f"{path!r} is named as binary, but layout {layout.name!r} is text"

    def mappable(self, layout: Layout) -> bool:
        """Return True: rows are all there is."""
        return layout.binary


class Text(Plain):
    """Text of a named format or a template."""

    binary = False
    suffixes: ClassVar[Mapping[str, str]] = {
        ".txt": "text",
        ".csv": "csv",
        ".tsv": "tsv",
        ".jsonl": "jsonl",
        ".ndjson": "jsonl",
        ".json": "json",
    }

    def refusal(self, path: str, layout: Layout) -> str:
        """Say what the name says."""
        return f"{path!r} is named as text, but layout {layout.name!r} is binary"


def packed(document: Document, compression: Compression, threads: int = 1) -> Iterator[tuple[memoryview, int]]:
    """Yield the compressed chunks of a document, each with the bytes it holds; of an empty one, a chunk of none."""
    compress = compression.compressor()
    if not document.nbytes:
        yield memoryview(compress(memoryview(b""))), 0
    yield from Chunks(document, FRAME, compress, threads).sized()


def agreement(file: int, document: Document, stop: int, threads: int, progress: Progress | None) -> int:
    """Return how many of the first `stop` bytes of a document stand in a file; threads compare parts of both."""
    chunks = Chunks(document, COMPARED)

    def agreed(begin: int) -> int:
        end = min(begin + PARTED, stop)
        compared, total = Compared(Stretch(file, begin, end)), 0
        for chunk in chunks.stretch(begin, end):
            held = compared.held(chunk)
            total += held
            if held < len(chunk):
                break
            stop_if_told()
        return total

    done = 0
    for same in mapped_ahead(agreed, range(0, stop, PARTED), threads):
        done += same
        if progress is not None:
            progress(same)
        if same < PARTED:
            break
    return done
