"""Sums of many powers of two."""

from __future__ import annotations

from collections.abc import Sequence


def sum_of_powers(exponents: Sequence[int]) -> int:
    """Return the sum of two to each of these powers, in steps that are linear in their number and in the largest.

    >>> sum_of_powers([3, 0, 3, 5]) == 8 + 1 + 8 + 32
    True
    """
    if not exponents:
        return 0
    least, largest = min(exponents), max(exponents)
    times = [0] * (largest - least + 1)
    for exponent in exponents:
        times[largest - exponent] += 1
    # How often each power occurs, bit by bit: Python reads digits to the base 2 in linear time, any number of them.
    bits = range(max(times).bit_length())
    return sum(int(bytes(48 + (many >> bit & 1) for many in times), 2) << bit for bit in bits) << least
