"""What the numbers of steps add to the CRC-32 of rows with zero bytes in their place, without making a row.

CRC-32 is linear: the checksum of rows with numbers is that of the rows, by the fold over towers, and what the numbers
add: each of their bits or digits, times x**8 for every byte behind it. Aligned runs of numbers repeat but for their
leading bits or digits, so they are joined of ten (or two) runs a tenth (half) as long.

    D   what the last digits of a run add, as if the leading ones were zero bytes
    R   x**8 for every byte behind each number, summed: leading digits add themselves times this
    S   x**8 for every byte of the run

In rows that differ in length by the disc, the run matters too: by where it begins among the moves of the tower, modulo
2**bits, if all discs above that many are written equally long.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import NamedTuple

from ..kernels.checksum import multiply
from .polynomials import ONE, added, shift_of

MOST_BITS = 12  # 2**12 beginnings, in each of which ten runs are joined: some 50 ms


class Run(NamedTuple):
    """A run of numbers; the letters are those above."""

    digits: int  # D
    rows: int  # R
    shift: int  # S


EMPTY = Run(0, 0, ONE)


def joined(first: Run, second: Run, leading: int = 0) -> Run:
    """Return two runs one after the other, `leading` added to all numbers of the second."""
    return Run(
        multiply(first.digits, second.shift) ^ second.digits ^ multiply(leading, second.rows),
        multiply(first.rows, second.shift) ^ second.rows,
        multiply(first.shift, second.shift),
    )


def added_by_rows(width: int, first: int, stop: int) -> int:
    """Return what steps of eight bytes add, each at the beginning of a row of `width` bytes."""
    run = Run(0, shift_of(width - 8), shift_of(width))
    runs = [run]  # of 2**k rows
    for bit in range((stop - first).bit_length() - 1):
        runs.append(joined(runs[-1], runs[-1], added((1 << bit).to_bytes(8, sys.byteorder))))
    total = EMPTY
    while first < stop:
        power = (stop - first).bit_length() - 1
        if first:
            power = min(power, (first & -first).bit_length() - 1)
        total = joined(total, runs[power], added(first.to_bytes(8, sys.byteorder)))
        first += 1 << power
    return total.digits


class Row(NamedTuple):
    """Text of one move, with zero bytes for the step: the places of the steps, and its length."""

    rows: int
    shift: int


def row_of(text: bytes, digits: int) -> Row:
    """Return what is to be known of the text of a move with so many zero bytes for each step."""
    total, end = 0, text.find(0) + digits
    while end >= digits:
        total ^= shift_of(len(text) - end)
        end = text.find(0, end) + digits
    return Row(total, shift_of(len(text)))


@lru_cache(maxsize=1 << 14)
def aligned(rows: tuple[Row, ...], power: int, begin: int) -> Run:
    """Return a run of 10**power numbers whose last digits count up from zeros.

    Of the moves in it the first is number `begin`, counted from 1, modulo 2**(len(rows) - 1). The disc of a move is the
    number of zeros at the end of its number and one; rows[disc - 1] is the text of that disc, the last one that of all
    larger ones.
    """
    if power == 0:
        return Run(0, *rows[min(len(rows), (begin & -begin).bit_length() or len(rows)) - 1])
    total = EMPTY
    period, tenth = 1 << len(rows) - 1, 10 ** (power - 1)
    for digit in range(10):
        leading = multiply(added(b"%d" % digit), shift_of(power - 1))
        total = joined(total, aligned(rows, power - 1, (begin + digit * tenth) % period), leading)
    return total


def added_by_text(rows: tuple[Row, ...], digits: int, first: int, stop: int, begin: int) -> int:
    """Return what steps of so many digits add; that of `first` is move number `begin` of its tower, counted from 1."""
    total, period = EMPTY, 1 << len(rows) - 1
    while first < stop:
        power = 0
        while power < digits and first % 10 ** (power + 1) == 0 and first + 10 ** (power + 1) <= stop:
            power += 1
        leading = b"%d" % first
        run = aligned(rows, power, begin % period)
        total = joined(total, run, added(leading[: len(leading) - power] + bytes(power)))
        first, begin = first + 10**power, begin + 10**power
    return total.digits
