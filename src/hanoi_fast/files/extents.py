"""How much of the disk a file takes, where runs of it may share their room."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from ..kernels.system import extents
from .saving import BLOCK


def disk_use(path: Path) -> int:
    """Return how many bytes of the disk a file takes; what its runs share counts once."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        return sum_once(extents_of(descriptor))
    except OSError:
        found = os.fstat(descriptor)
        return found.st_blocks * BLOCK if hasattr(found, "st_blocks") else found.st_size
    finally:
        os.close(descriptor)


def extents_of(descriptor: int) -> np.ndarray:
    """Return the extents of a file: where in the file, where on the disk (-1 if nowhere yet), and length."""
    several = []
    start, more = 0, True
    while more:
        rows = np.empty((512, 3), np.int64)
        found = extents(descriptor, start, rows)
        several.append(rows[:found])
        more = found == len(rows)
        start = int(rows[found - 1, 0] + rows[found - 1, 2]) if found else 0
    return np.concatenate(several)


def sum_once(rows: np.ndarray) -> int:
    """Return how many bytes of the disk extents cover."""
    waiting = rows[:, 1] < 0
    placed = rows[~waiting]
    placed = placed[np.argsort(placed[:, 1], kind="stable")]
    ends = np.maximum.accumulate(placed[:, 1] + placed[:, 2]) if len(placed) else placed[:, 1]
    before = np.append(0, ends[:-1]) if len(placed) else ends
    once = np.maximum(0, placed[:, 1] + placed[:, 2] - np.maximum(placed[:, 1], before))
    return int(rows[waiting, 2].sum() + once.sum())
