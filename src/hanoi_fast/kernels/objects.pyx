"""Rows of numbers as the tuples that Python sees: equal moves become the same object.

A solution makes few different moves (192 for 64 discs on three pegs), so each tuple is made once and handed out
again. The table keeps one move in each of its slots: a move that falls on a taken slot replaces what was there,
so the table is always right and never grows.

    rows [[1, 0, 2], [2, 0, 1], [1, 0, 2]]: three tuples, of which the first and the last are one object

The slow twin is ``[Move(*row) for row in rows.tolist()]``.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

ctypedef fused cell:
    uint8_t
    uint16_t
    uint32_t
    uint64_t

cdef enum:
    SLOTS = 1 << 12
    SHIFT = 64 - 12


cdef inline Py_ssize_t slot_of(uint64_t key) noexcept nogil:
    # Fibonacci hashing (Knuth, TAOCP 6.4): the top bits of a product with 2**64 / golden ratio.
    return <Py_ssize_t> (key * <uint64_t> 0x9E3779B97F4A7C15 >> SHIFT)


cdef class MoveTable:
    """Moves as objects, each made by `make(disc, source, target)` when it is first asked for."""

    cdef object make
    cdef list kept
    cdef uint64_t[SLOTS] keys

    def __cinit__(self, make not None):
        self.make = make
        self.kept = [None] * SLOTS

    def moves(self, const cell[:, ::1] rows not None):
        """Return a list of the moves in rows of disc, source, target."""
        cdef Py_ssize_t i, slot, count = rows.shape[0]
        cdef uint64_t key
        cdef list out = [None] * count
        for i in range(count):
            # Pegs are below 256 and discs from 1: no two moves have one key, and none has 0.
            key = (<uint64_t> rows[i, 0] << 16) | (<uint64_t> rows[i, 1] << 8) | <uint64_t> rows[i, 2]
            slot = slot_of(key)
            if self.keys[slot] != key:
                self.kept[slot] = self.make(rows[i, 0], rows[i, 1], rows[i, 2])
                self.keys[slot] = key
            out[i] = self.kept[slot]
        return out
