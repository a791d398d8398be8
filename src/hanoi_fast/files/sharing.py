"""Files whose equal runs share their room on the disk, where the file system can: XFS, btrfs, bcachefs.

The bytes are the same, and the file is written in its order: an export that is killed leaves a file to be resumed as
any other. What holds the runs is the file itself, so that nothing else can be left.
"""

from __future__ import annotations

import errno
from math import isqrt
from pathlib import Path

from ..streams.chunks import new_pages
from ..streams.documents import Document
from ..streams.ordered import MADE, Ordered, Piece, ordered
from ..streams.pages import pages_of
from .cloning import block_of
from .saving import Part
from .sinks import Progress

AT_ONCE = 1 << 20  # bytes made at a time

# Turns of b bytes in n bytes: 6 b or 7 b are made at 1 ns, 2/3 of a run a turn is cloned in 20 us. They share the time
# where b * b is n * 2000; a little less takes as long, and less disk (bench/limits_sharing.py).
TURN_SQUARED = 1 << 10
MOST_TURNS = 1 << 15

# The disk that is always allowed, and the part of a file beyond.
ALLOWED, PART = 1 << 26, 1 << 10
MOST_RUNS = 1 << 16
RECORD = 1 << 9  # bytes that a file system keeps of a run: XFS some 60, btrfs some 150 and twice

# How a file system says that it does not share these runs.
CANNOT = {errno.ENOTTY, errno.EOPNOTSUPP, errno.EXDEV, errno.EINVAL, errno.ENOSYS, errno.EPERM}


class Sharing:
    """How the runs of a document share room in a file of blocks of so many bytes."""

    def __init__(self, document: Document, plan: Ordered) -> None:
        self.document = document
        self.plan = plan

    def room(self, held: int = 0) -> int:
        """Return how much disk a file takes that has `held` bytes already."""
        return self.plan.made_from(held) + RECORD * self.plan.runs

    def write(self, part: Part, progress: Progress | None) -> None:
        """Write the document to a part, in its order; plainly from where the file system shares no longer."""
        buffer = new_pages(AT_ONCE)
        shares = True
        for piece, covers in self.plan.groups():
            # What was held before is compared, as everywhere.
            if piece.like != MADE and shares and not part.held:
                shares = self.share(part, piece, covers, buffer)
                if shares:
                    if progress is not None:
                        progress(piece.high - piece.low)
                    continue
            for offset in range(piece.low, piece.high, AT_ONCE):
                size = self.document.read_into(buffer[: piece.high - offset], offset)
                part.put(buffer[:size])
                if progress is not None:
                    progress(size)

    def share(self, part: Part, piece: Piece, covers: list[Piece], buffer: memoryview) -> bool:
        """Let a piece and what covers it be as earlier bytes of the file; return False where that cannot be."""
        try:
            part.share(piece.low, piece.high, piece.like)
            for low, high, like in covers:
                if like != MADE:
                    part.share(low, high, like)
                    continue
                for offset in range(low, high, AT_ONCE):
                    size = self.document.read_into(buffer[: high - offset], offset)
                    part.put_at(buffer[:size], offset)
        except OSError as error:
            if error.errno not in CANNOT:
                raise
            part.go_to(piece.low)
            return False
        part.go_to(piece.high)
        return True


def sharing_in(document: Document, folder: Path) -> Sharing | None:
    """Return how a document shares room in a file of a folder that can, or None if too little repeats."""
    plan = plan_of(document, block_of(folder))
    return Sharing(document, plan) if plan.made <= document.nbytes // 2 else None


def plan_of(document: Document, block: int) -> Ordered:
    """Return a document as pieces of whole blocks: few of them, and little that is made."""
    size, width = document.nbytes, document.rendering.layout.width
    most = max(ALLOWED, size // PART)
    # Each tower of a longer way makes its own turns; shorter ones where they are many.
    for shorter in range(8):
        pages = pages_of(document, block, lambda size: exponent_for(size, width) - shorter)  # noqa: B023
        plan = ordered(size, pages)
        if plan.made <= most or plan.runs > MOST_RUNS:
            break
    return plan


def exponent_for(size: int, width: int) -> int:
    """Return k such that turns of 2**k moves are few in a tower of `size` bytes, and take little disk."""
    turn = max(isqrt(size * TURN_SQUARED), size // MOST_TURNS)
    return max(1, turn // width).bit_length() - 1
