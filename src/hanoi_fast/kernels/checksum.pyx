"""Polynomials over GF(2) modulo that of CRC-32: what it takes to join the checksums of two runs of bytes.

    crc(A + B) = crc(A) * x**(8 * len(B)) + crc(B)

A polynomial is 32 bits, the coefficient of x**0 in the highest, as in zlib; 1 is 0x80000000, and the modulus is
0xEDB88320 + x**32. Example: x * x = x**2, or multiply(0x40000000, 0x40000000) = 0x20000000. M. Adler's
crc32_combine does the same. The slow twin is zlib.crc32 over the joined bytes (tests/test_checksums.py).
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint8_t, uint32_t

cdef enum:
    BLOCK = 1 << 13    # levels between two polls: some 5 ms


cdef uint32_t product(uint32_t a, uint32_t b) noexcept nogil:
    cdef uint32_t total = 0
    while a:
        if a & 0x80000000U:
            total ^= b
        a <<= 1
        b = (b >> 1) ^ (0xEDB88320U if b & 1 else 0U)    # times x
    return total


def multiply(uint32_t a, uint32_t b):
    """Return the product of two polynomials modulo that of CRC-32."""
    return product(a, b)


def join(runs not None):
    """Return (crc, shift) of many runs one after the other, each given as such a pair; shift is x**(8 * length)."""
    cdef uint32_t crc = 0, shift = 0x80000000U, next_crc, next_shift
    for next_crc, next_shift in runs:
        crc = product(crc, next_shift) ^ next_crc
        shift = product(shift, next_shift)
    return crc, shift


# A tower on three free pegs goes round as one, as its largest disc does: d discs make their turns in three forms,
# form i from peg i to peg i + 1 of the ring of disc d. Within, d - 1 discs go the other way round: their forms -i and
# 1 - i.
#
# A level is six numbers: the crc of each form, then its shift. levels[d] is that of d discs, moves[d - 1] of disc d.


cdef inline void append(uint32_t* crc, uint32_t* shift, const uint32_t* level, int form) noexcept nogil:
    crc[0] = product(crc[0], level[3 + form]) ^ level[form]
    shift[0] = product(shift[0], level[3 + form])


cdef void climb(uint32_t* levels, const uint32_t* moves, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
    cdef Py_ssize_t disc
    cdef uint32_t* level
    cdef int form
    for disc in range(low, high):
        level = levels + 6 * (disc + 1)
        for form in range(3):
            level[form], level[3 + form] = 0, 0x80000000U
            append(&level[form], &level[3 + form], level - 6, (3 - form) % 3)
            append(&level[form], &level[3 + form], moves + 6 * disc, form)
            append(&level[form], &level[3 + form], level - 6, (4 - form) % 3)


def fill_levels(uint32_t[::1] levels not None, const uint32_t[::1] moves not None):
    """Fill the levels of 0, 1, ... discs from the moves of each disc, in three forms."""
    cdef Py_ssize_t discs = moves.shape[0] // 6, disc
    for disc in range(3):
        levels[disc], levels[3 + disc] = 0, 0x80000000U
    for disc in range(0, discs, BLOCK):
        with nogil:
            climb(&levels[0], &moves[0], disc, min(disc + BLOCK, discs))
        PyErr_CheckSignals()


def first_moves(
    const uint32_t[::1] levels not None, const uint32_t[::1] moves not None, const uint8_t[::1] step not None
):
    """Return (crc, shift) of the first `step` moves of the tower; `step` is the bytes of that number, lowest first."""
    cdef uint32_t crc = 0, shift = 0x80000000U
    cdef Py_ssize_t disc
    cdef int form = 0
    for disc in range(moves.shape[0] // 6 - 1, -1, -1):
        if step[disc >> 3] >> (disc & 7) & 1:
            append(&crc, &shift, &levels[6 * disc], (3 - form) % 3)
            append(&crc, &shift, &moves[6 * disc], form)
            form = (4 - form) % 3
        else:
            form = (3 - form) % 3
    return crc, shift
