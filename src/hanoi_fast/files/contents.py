"""What a file holds, whatever its container and compression, against the document that it should hold."""

from __future__ import annotations

from pathlib import Path

from ..streams.documents import Document
from .comparing import Comparison
from .formats import Format
from .sinks import Progress
from .stores import Stored


def compare(
    path: Path | Stored, document: Document, form: Format, progress: Progress | None = None, threads: int = 1
) -> Comparison:
    """Compare a file with a document; `progress` is called with bytes of the file.

    The place of a difference counts the document's bytes, whatever is around them: `document.step_at()` tells the
    move. Only bytes that are read are kept in memory, so a file may unpack to any size.
    """
    return form.container.compare(document, path, form.compression, progress, threads)


def difference(path: Path | Stored, document: Document, form: Format, threads: int = 1) -> int | None:
    """Return the first byte of a document at which a file has another one, or ends; None if it has them all."""
    return compare(path, document, form, None, threads).place
