"""Whether runs of a file can share their room on the disk: asked before each large export, so numpy is not loaded."""

from __future__ import annotations

import os
from pathlib import Path

from ..kernels.system import clone_range
from ..streams.documents import Document

LEAST = 1 << 26  # bytes; a smaller file is soon written
MOST = 1 << 60  # bytes; no disk is as large


def may_share(document: Document, folder: Path) -> bool:
    """Return whether it is worth looking what repeats in a document, to write it into a folder."""
    return LEAST <= document.nbytes < MOST and document.rendering.repeats and can_share(folder)


def block_of(folder: Path) -> int:
    """Return how many bytes a block of the file system has: runs that share room are whole blocks."""
    return os.statvfs(folder).f_frsize


def can_share(folder: Path) -> bool:
    """Return whether two runs of a file can share room in a folder: it is tried in a file without a name."""
    from tempfile import TemporaryFile

    try:
        block = block_of(folder)
        with TemporaryFile(dir=folder, buffering=0) as file:
            file.write(bytes(block))
            clone_range(file.fileno(), 0, block, block)
    except (OSError, AttributeError):
        return False
    return True
