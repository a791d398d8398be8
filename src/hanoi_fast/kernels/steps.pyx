"""The numbers of steps, written over rows that have room for them.

Rows of moves repeat, numbers do not: so the rows are copied with zero bytes where a number goes, and then numbered.

    fill_steps(out, 7, 0, 11)           8 bytes of 7 at byte 0 of out, of 8 at byte 11, of 9 at byte 22, ...
    fill_decimals(out, b"97", 1, 0)     b"\\0\\0 a\\n\\0\\0 b\\n" becomes b"97 a\\n98 b\\n"

Steps count from 0. The slow twins are numpy.arange and str (tests/test_numbered.py).
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memchr, memcpy


cdef void put_cut(uint8_t *out, Py_ssize_t size, Py_ssize_t at, uint64_t step) noexcept nogil:
    """Write what lies within `out` of a number of which a part does not."""
    cdef Py_ssize_t i
    for i in range(max(0, -at), min(8, size - at)):
        out[at + i] = (<uint8_t *> &step)[i]


cdef void put_steps(uint8_t *out, Py_ssize_t size, uint64_t step, Py_ssize_t at, Py_ssize_t width) noexcept nogil:
    while at < 0 and at < size:
        put_cut(out, size, at, step)
        step, at = step + 1, at + width
    while at <= size - 8:
        memcpy(out + at, &step, 8)
        step, at = step + 1, at + width
    while at < size:
        put_cut(out, size, at, step)
        step, at = step + 1, at + width


def fill_steps(uint8_t[::1] out not None, uint64_t step, Py_ssize_t at, Py_ssize_t width):
    """Write `step` at byte `at` of `out`, the next one `width` bytes on, and so on; `at` may lie before `out`."""
    with nogil:
        put_steps(&out[0], out.shape[0], step, at, width)


cdef void count_up(uint8_t *digits, Py_ssize_t size) noexcept nogil:
    cdef Py_ssize_t i = size - 1
    while i >= 0 and digits[i] == c"9":
        digits[i] = c"0"
        i -= 1
    if i >= 0:
        digits[i] += 1


cdef Py_ssize_t put_decimals(
    uint8_t *out, Py_ssize_t left, uint8_t *digits, Py_ssize_t size, Py_ssize_t row, Py_ssize_t done
) noexcept nogil:
    cdef uint8_t *place
    cdef Py_ssize_t taken
    while True:
        if done == row:
            done = 0
            count_up(digits, size)
        place = <uint8_t *> memchr(out, 0, left)
        if place == NULL:
            return done
        taken = min(size - done % size, left - (place - out))
        memcpy(place, digits + done % size, taken)
        done += taken
        left -= place + taken - out
        out = place + taken


def fill_decimals(uint8_t[::1] out not None, uint8_t[::1] digits not None, Py_ssize_t times, Py_ssize_t done):
    """Write a number of so many digits `times` over zero bytes, then the next number, and so on.

    `done` of the zero bytes of the first row are written already. Return the same for what follows, whose number
    is in `digits` then.
    """
    with nogil:
        done = put_decimals(&out[0], out.shape[0], &digits[0], digits.shape[0], times * digits.shape[0], done)
    return done
