"""What a file holds, whatever its container and compression, against the document that it should hold."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ..streams.chunks import CHUNK, Chunks
from ..streams.documents import Document
from .compression import FRAME, compressor, decompressed
from .formats import Format
from .saving import first_difference
from .sinks import Progress

COMPARED = 1 << 19  # bytes of a chunk to compare with: the fastest of 64 KiB to 1 MiB


def chunks_of(document: Document, form: Format, compared: bool = False) -> Iterator[memoryview]:
    """Return the chunks of a file in order, compressed if it is; or as they are best `compared` with a file."""
    if form.compression:
        return iter(Chunks(document, FRAME, compressor(form.compression)))
    return iter(Chunks(document, COMPARED if compared else CHUNK))


def difference(path: Path, document: Document, form: Format, progress: Progress | None = None) -> int | None:
    """Return the first byte of a document at which a file has another one, or ends; None if it has them all.

    The place counts the document's bytes, whatever is around them: `document.step_at()` tells the move. The end
    of the document means that the file holds more, or is damaged there. `progress` is called with bytes of the file.
    """
    if form.arrow:
        from .arrow import arrow_difference

        return arrow_difference(document, form, path)
    chunks = chunks_of(document, form, compared=True)
    with path.open("rb", buffering=0) as file:
        place = first_difference(file, chunks, progress)
    if place is None or not form.compression:
        return place
    # Another version of the compressor may have packed the same contents in its own way.
    with decompressed(path, form.compression) as inside:
        place = first_difference(inside, Chunks(document))
        return document.nbytes if place is None and inside.damaged else place
