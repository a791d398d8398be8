"""A document to an object in a store: what save() does with a URL."""

from __future__ import annotations

import errno

from ..checks import shown
from ..streams.documents import Document
from .descriptions import describe, disagreement, encoded
from .formats import Format
from .multipart import Multipart
from .sidecars import read_stored
from .sinks import Progress
from .stores import Stored, Upload


def upload(
    document: Document,
    stored: Stored,
    form: Format,
    resume: bool,
    overwrite: bool,
    progress: Progress | None,
    threads: int,
) -> None:
    """Write a document to an object, and its description when it is there; see `Solution.save`."""
    description = {**describe(document, form), "complete": True}
    if resume and is_whole(stored, document, form, description):
        return
    if not overwrite and stored.exists():
        raise FileExistsError(errno.EEXIST, "the object exists already", str(stored))
    inside = encoded(description)
    plain = form.container.exact and form.compression is None
    with stored.writing(document.nbytes, int(description["crc32"], 16) if plain else None) as sink:
        sink.threads = threads
        if not (plain and isinstance(sink.file, Multipart) and write_in_copies(document, stored, sink, progress)):
            form.container.write(document, sink, form.compression, inside, progress)
        # Better none than that of what was there before.
        stored.sidecar().remove()
    stored.sidecar().put(inside.encode())


def write_in_copies(document: Document, stored: Stored, sink: Upload, progress: Progress | None) -> bool:
    """Write a document of which the store copies parts; return False where it does not, with nothing written."""
    from .copying import plan_of, write_copies  # which loads numpy

    plan = plan_of(document)
    return plan is not None and write_copies(document, plan, stored, sink, progress)


def is_whole(stored: Stored, document: Document, form: Format, description: dict) -> bool:
    """Return whether an object is there as it should be: its description was written after it.

    Raises:
        FileExistsError: it is another one.
    """
    if not stored.exists():
        return False
    try:
        known = read_stored(stored)
    except FileNotFoundError:
        return False
    if (key := disagreement(known, description)) is not None:
        raise FileExistsError(
            errno.EEXIST,
            f"there is another object, with {key} {shown(known.get(key))}, not {shown(description[key])}; "
            "remove it or do not resume",
            str(stored),
        )
    exact = form.container.exact and not form.compression
    return not exact or stored.size() == document.nbytes
