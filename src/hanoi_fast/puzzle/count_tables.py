"""Tables of counts and largest splits as numpy arrays, one entry for each number of pegs and discs."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy import bool_, uint32, uint64
from numpy.typing import NDArray

from ..checks import MOST_PEGS, checked_int, enough_memory
from ..kernels.frame_stewart import fill_table
from .closed_forms import exact_count, exact_split
from .counts import enough_pegs

NOT_FITTING = 2**64 - 1  # in a table of counts: impossible, or too large for a uint64
MOST_TABLE_DISCS = 2**32 - 1  # the splits of a table are uint32


@dataclass(frozen=True, slots=True)
class FrameStewart:
    """Counts and largest optimal splits of every tower up to a size, as `frame_stewart` returns them.

    Both arrays have the shape (pegs + 1, discs + 1), are indexed ``[p, n]``, and are read-only. Rows 0 and 1
    only make the index simple. Like row 2 they hold counts of 0 for 0 discs and of 1 for 1 disc.

    Attributes:
        discs: the most discs in the table.
        pegs: the most pegs in the table.
        counts: uint64, in moves. 2**64 - 1 marks a count that does not fit, or a tower that is impossible: more than
            one disc on fewer than three pegs. It is also the true count of 64 discs on 3 pegs: `fits` tells them apart.
        splits: uint32, in discs. Exact for every possible tower, even if its count does not fit; else 0.
    """

    discs: int
    pegs: int
    counts: NDArray[uint64] = field(repr=False, compare=False)
    splits: NDArray[uint32] = field(repr=False, compare=False)

    @property
    def fits(self) -> NDArray[bool_]:
        """Where `counts` contains the true count, as a new bool array of the same shape.

        >>> table = frame_stewart(65, 3)
        >>> [bool(table.fits[3, n]) for n in (63, 64, 65)]
        [True, True, False]
        """
        fits: NDArray[bool_] = self.counts != NOT_FITTING
        for pegs in range(3, self.pegs + 1):
            # Rows never fall, and rise strictly while they fit: only the first of the marks can be a count.
            first = int(fits[pegs].sum())
            if first <= self.discs and exact_count(first, pegs) == NOT_FITTING:
                fits[pegs, first] = True
        return fits

    def count(self, discs: int, pegs: int) -> int:
        """Return the exact count of an entry, even if it does not fit in 64 bits.

        Raises:
            TypeError: `discs` or `pegs` is not an int.
            ValueError: the entry lies outside the table or is impossible.

        >>> frame_stewart(100, 4).count(100, 3)
        1267650600228229401496703205375
        """
        return exact_count(*self._entry(discs, pegs))

    def split(self, discs: int, pegs: int) -> int:
        """Return the largest optimal split of an entry.

        Raises:
            TypeError: `discs` or `pegs` is not an int.
            ValueError: the entry lies outside the table or is impossible.

        >>> frame_stewart(100, 4).split(100, 4)
        87
        """
        return exact_split(*self._entry(discs, pegs))

    def _entry(self, discs: int, pegs: int) -> tuple[int, int]:
        discs, pegs = checked_int(discs, "discs", 0, self.discs), checked_int(pegs, "pegs", 0, self.pegs)
        enough_pegs(discs, pegs)
        return discs, pegs


def frame_stewart(discs: int, pegs: int) -> FrameStewart:
    """Return the tables of counts and splits for 0 to `discs` discs on 0 to `pegs` pegs.

    This takes about as long as filling the two arrays with a constant.

    Raises:
        TypeError: `discs` or `pegs` is not an int.
        ValueError: `discs` is negative or above 2**32 - 1, or `pegs` is not between 2 and 256.
        MemoryError: the arrays, of 12 bytes for each entry, do not fit in the memory of the machine.

    >>> table = frame_stewart(10, 4)
    >>> table
    FrameStewart(discs=10, pegs=4)
    >>> table.counts[4]
    array([ 0,  1,  3,  5,  9, 13, 17, 25, 33, 41, 49], dtype=uint64)
    >>> table.splits[4]
    array([0, 0, 1, 1, 2, 3, 3, 4, 5, 6, 6], dtype=uint32)
    """
    discs, pegs = checked_int(discs, "discs", 0), checked_int(pegs, "pegs", 2, MOST_PEGS)
    enough_memory(12 * (pegs + 1) * (discs + 1), "the table", "count() and split() need no table")
    checked_int(discs, "discs", 0, MOST_TABLE_DISCS)
    counts = np.empty((pegs + 1, discs + 1), np.uint64)
    splits = np.empty((pegs + 1, discs + 1), np.uint32)
    fill_table(counts, splits)
    counts.flags.writeable = splits.flags.writeable = False
    return FrameStewart(discs, pegs, counts, splits)
