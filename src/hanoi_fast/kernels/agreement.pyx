"""How long two runs of bytes agree.

    agree(b"abcd", b"abxd") = 2

Whole pages are compared by memcmp, which does not say where they differ; the first that does is read byte by byte.
The slow twin is a loop over zip (tests/test_agreement.py).
"""

from libc.stdint cimport uint8_t
from libc.string cimport memcmp

# memcmp of a page costs little more than of a line, and a page is soon read byte by byte.
cdef size_t PAGE = 4096


cdef size_t agreement(const uint8_t *a, const uint8_t *b, size_t n) noexcept nogil:
    cdef size_t i = 0
    while i < n and memcmp(a + i, b + i, min(PAGE, n - i)) == 0:
        i += min(PAGE, n - i)
    while i < n and a[i] == b[i]:
        i += 1
    return i


def agree(const uint8_t[::1] a not None, const uint8_t[::1] b not None):
    """Return how many bytes at the beginning of both are the same."""
    cdef size_t n = min(a.shape[0], b.shape[0]), same = 0
    if n:
        with nogil:
            same = agreement(&a[0], &b[0], n)
    return same
