"""Equal parts of an object are uploaded once, where the store copies parts by itself: S3.

    .NAME.pieces   | 0 | 1 | 2 | 3 | 4 | 5 |                   put, and removed at the end
    NAME           | put | 0 | 4 | 2 | 3 | 1 | ... | 5 | put |   numbers are copies of these pieces

The store copies from objects that are there. So the pieces that occur again are an object of their own for a while.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt
from typing import NamedTuple

import numpy as np

from ..streams.documents import Document
from ..streams.pieces import stretches
from ..streams.threads import mapped_ahead
from .multipart import Multipart
from .sinks import Progress
from .stores import MOST_PARTS, PART, Stored, Upload

# What S3 says: a part has 5 MiB at least, but for the last one, and a copied one 5 GiB at most.
LEAST, MOST_COPIED = 5 << 20, 5 << 30
MOST_COPIES = 1 << 12  # of the 10,000 parts: the others are put

# Pieces of b bytes in n bytes: 6 b are put at 100 MB a second, and n / b copied, ten at a time, in 50 ms each. They
# take equally long where b * b is n times this.
PIECE_SQUARED = 1 << 17

PUT = -1

AT_ONCE = 1 << 20  # bytes made at a time


class Planned(NamedTuple):
    """A part: bytes `low` to `high` of the object, as those of the pieces from `source` on, or PUT."""

    low: int
    high: int
    source: int = PUT


class Plan(NamedTuple):
    """The parts of an object in order, and which bytes of it are the pieces."""

    parts: list[Planned]
    pieces: list[Planned]

    @property
    def put(self) -> int:
        """How many bytes are uploaded."""
        return sum(part.high - part.low for part in (*self.parts, *self.pieces) if part.source == PUT)


def plan_of(document: Document) -> Plan | None:
    """Return the parts that an object of a document is made of, or None if less than half of it would be copied."""
    size, width = document.nbytes, document.rendering.layout.width
    if not document.rendering.repeats:
        return None
    parts: list[Planned] = []
    pieces: list[Planned] = []
    at = 0
    for copied in copies_of(document, exponent_for(size, width), pieces):
        # What stands between two copies and is too small for a part takes the second one to it.
        if 0 < copied.low - at < LEAST:
            continue
        parts += [*put_parts(at, copied.low, size), copied]
        at = copied.high
    parts += put_parts(at, size, size)
    plan = Plan(parts, pieces)
    return plan if pieces and plan.put <= size // 2 else None


def exponent_for(size: int, width: int) -> int:
    """Return k such that pieces of 2**k moves of `width` bytes are soon put and copied, in `size` bytes."""
    least = max(LEAST, -(-size // MOST_COPIES))
    return max((isqrt(size * PIECE_SQUARED) // width).bit_length() - 1, (-(-least // width) - 1).bit_length())


def copies_of(document: Document, exponent: int, pieces: list[Planned]) -> Iterator[Planned]:
    """Yield the parts of a document that occur more than once, in order; add one of each kind to `pieces`."""
    for stretch in stretches(document, 1, lambda size: exponent):
        if not 0 < stretch.size <= MOST_COPIED:
            continue
        _, which, times = np.unique(stretch.kinds, return_inverse=True, return_counts=True)
        known: dict[int, int] = {}
        for place, kind in enumerate(which.tolist()):
            if times[kind] == 1:
                continue
            low, high = (stretch.low + turn * stretch.size for turn in (place, place + 1))
            if kind not in known:
                known[kind] = len(pieces) * stretch.size  # all are equally long
                pieces.append(Planned(low, high))
            yield Planned(low, high, known[kind])


def put_parts(low: int, high: int, size: int) -> Iterator[Planned]:
    """Yield the parts that are put between two places of an object of `size` bytes: of nearly equal lengths."""
    count = -(-(high - low) // part_size(size))
    for which in range(count):
        yield Planned(*(low + (high - low) * end // count for end in (which, which + 1)))


def part_size(size: int) -> int:
    """Return how many bytes a part has at most that is put."""
    return max(PART, -(-size // 2 // (MOST_PARTS - MOST_COPIES)))  # at most half of the object is put


def write_copies(document: Document, plan: Plan, stored: Stored, upload: Upload, progress: Progress | None) -> bool:
    """Write an object as planned; return False, with none of it written, where the store does not copy."""
    file: Multipart = upload.file
    numbered = list(enumerate(plan.parts, 1))
    first, *others = [(number, part) for number, part in numbered if part.source != PUT]
    helper = stored.beside("pieces")

    def copy(planned: tuple[int, Planned]) -> Planned:
        number, part = planned
        with stored.told():
            file.copy(number, helper.name, part.source, part.source + part.high - part.low)
        return part

    def done(part: Planned) -> None:
        upload.position += part.high - part.low
        if progress is not None:
            progress(part.high - part.low)

    try:
        put_pieces(document, plan.pieces, helper)
        with stored.told():
            file.begin()
        try:
            done(copy(first))
        except OSError:
            return False  # these keys may not read, or this store does not know how
        for part in mapped_ahead(copy, others, file.system.max_concurrency):
            done(part)
    finally:
        helper.remove()
    for number, part in numbered:
        if part.source == PUT:
            content = document.read(part.low, part.high - part.low)
            with stored.told():
                file.put(number, content)
            done(part)
    return True


def put_pieces(document: Document, pieces: list[Planned], helper: Stored) -> None:
    """Write the object of pieces."""
    buffer = memoryview(bytearray(AT_ONCE))
    with helper.writing(sum(piece.high - piece.low for piece in pieces)) as upload:
        for low, high, _ in pieces:
            for begin in range(low, high, AT_ONCE):
                upload.put(buffer[: document.read_into(buffer[: high - begin], begin)])
