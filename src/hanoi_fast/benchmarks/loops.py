"""One move after the other from its number, as others would write it with numpy and with numba: to compare with."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib import import_module

import numpy as np
from numpy.typing import NDArray


def whole_arrays(discs: int) -> NDArray[np.uint8]:
    """Return the pairs of a tower from peg 0 to peg 2 by operations on arrays as long as the moves.

    >>> whole_arrays(2).tolist()
    [[0, 1], [0, 2], [1, 2]]
    """
    m = np.arange(1, 1 << discs, dtype=np.uint64)
    before = m - np.uint64(1)
    pairs = np.empty((len(m), 2), np.uint8)
    pairs[:, 0] = (m & before) % np.uint64(3)
    pairs[:, 1] = ((m | before) + np.uint64(1)) % np.uint64(3)
    # The formula leads to peg 2 for odd numbers of discs and to peg 1 for even ones.
    return pairs if discs % 2 else np.array([0, 2, 1], np.uint8)[pairs]


@lru_cache(maxsize=1)
def compiled_loop() -> Callable[..., object]:
    """Return what numba makes of the loop; the first call compiles it.

    Raises:
        ModuleNotFoundError: numba is not installed.
    """
    try:
        numba = import_module("numba")
    except ImportError:
        raise ModuleNotFoundError("numba is not installed: pip install 'hanoi_fast[bench]'") from None

    @numba.njit
    def fill(out, first, label):  # type: ignore[no-untyped-def]
        for i in range(len(out)):
            m = np.uint64(first + i + 1)
            before = m - np.uint64(1)
            out[i, 0] = label[(m & before) % np.uint64(3)]
            out[i, 1] = label[((m | before) % np.uint64(3) + np.uint64(1)) % np.uint64(3)]

    fill(np.empty((1, 2), np.uint8), 0, np.zeros(3, np.uint8))
    return fill
