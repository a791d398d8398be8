"""Polynomials over GF(2) modulo that of CRC-32: what it takes to join the checksums of two runs of bytes.

    crc(A + B) = crc(A) * x**(8 * len(B)) + crc(B)

A polynomial is 32 bits, the coefficient of x**0 in the highest, as in zlib; 1 is 0x80000000, and the modulus is
0xEDB88320 + x**32. Example: x * x = x**2, or multiply(0x40000000, 0x40000000) = 0x20000000. M. Adler's
crc32_combine does the same. The slow twin is zlib.crc32 over the joined bytes (tests/test_checksums.py).
"""

from libc.stdint cimport uint32_t


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
