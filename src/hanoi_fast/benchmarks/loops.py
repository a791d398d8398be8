"""One move after the other from its number, as others would write it with numpy and with numba: to compare with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

CHUNK = 1 << 16  # moves: the arrays of a chunk stay in the second-level cache
SWAPPED = np.array([0, 2, 1], np.uint8)


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
    return pairs if discs % 2 else SWAPPED[pairs]


def chunks(discs: int, moves: int = CHUNK) -> Iterator[NDArray[np.uint8]]:
    """Yield the same pairs chunk by chunk: 32 bits, one reused buffer for each operation, nothing allocated.

    >>> [chunk.tolist() for chunk in chunks(2, 2)]
    [[[0, 1], [0, 2]], [[1, 2]]]
    """
    one, three = np.uint32(1), np.uint32(3)
    ramp, count = np.arange(moves, dtype=np.uint32), (1 << discs) - 1
    before, m, joined = (np.empty_like(ramp) for _ in range(3))
    pairs = np.empty((moves, 2), np.uint8)
    for first in range(0, count, moves):
        np.add(ramp, np.uint32(first), out=before)
        np.add(before, one, out=m)
        for place, join in enumerate((np.bitwise_and, np.bitwise_or)):
            join(m, before, out=joined)
            if place:
                joined += one
            joined %= three
            pairs[:, place] = joined
        if discs % 2 == 0:
            # Pegs 1 and 2 change places: their numbers differ in both bits.
            pairs ^= 3 * (pairs & 1 | pairs >> 1)
        yield pairs[: count - first]


@lru_cache(maxsize=1)
def compiled_loop() -> Callable[..., object]:
    """Return what numba makes of the loop; the first call compiles it.

    Raises:
        ModuleNotFoundError: numba is not installed.
    """
    numba = installed_numba()

    @numba.njit
    def fill(out, first, label):  # type: ignore[no-untyped-def]
        for i in range(len(out)):
            m = np.uint64(first + i + 1)
            before = m - np.uint64(1)
            out[i, 0] = label[(m & before) % np.uint64(3)]
            out[i, 1] = label[((m | before) % np.uint64(3) + np.uint64(1)) % np.uint64(3)]

    fill(np.empty((1, 2), np.uint8), 0, np.zeros(3, np.uint8))
    return fill


@lru_cache(maxsize=1)
def vectorised_loop() -> Callable[..., object]:
    """Return what numba makes of the loop in 32 bits, written so that it becomes vector instructions.

    It fills pairs as uint16, `step` counted from 0; `factor` is 2 for an even number of discs, else 1.

    Raises:
        ModuleNotFoundError: numba is not installed.
    """
    numba = installed_numba()
    u = np.uint32

    @numba.njit(error_model="numpy")
    def fill(out, step, factor):  # type: ignore[no-untyped-def]
        one, three = u(1), u(3)
        for i in range(len(out)):
            before = u(step + u(i))
            m = u(before + one)
            source = u(u(u(m & before) % three) * factor)
            target = u(u(u(u(m | before) % three) * factor) + factor)
            target = u(target - three) if target >= three else target
            source = u(source - three) if source >= three else source
            target = u(target - three) if target >= three else target
            out[i] = u(source | u(target << u(8)))

    fill(np.empty(1, np.uint16), u(0), u(1))
    return fill


def installed_numba() -> Any:
    """Return numba.

    Raises:
        ModuleNotFoundError: it is not installed.
    """
    try:
        return import_module("numba")
    except ImportError:
        raise ModuleNotFoundError("numba is not installed: pip install 'hanoi_fast[bench]'") from None
