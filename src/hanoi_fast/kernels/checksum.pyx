"""Polynomials over GF(2) modulo that of CRC-32: what it takes to join the checksums of two runs of bytes.

    crc(A + B) = crc(A) * x**(8 * len(B)) + crc(B)

A polynomial is 32 bits, the coefficient of x**0 in the highest, as in zlib; 1 is 0x80000000, and the modulus is
0xEDB88320 + x**32. Example: x * x = x**2, or multiply(0x40000000, 0x40000000) = 0x20000000. M. Adler's
crc32_combine does the same. The slow twin is zlib.crc32 over the joined bytes (tests/test_checksums.py).
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

cdef extern from *:
    """
    /* Of four bits: what they become times x**4, and what they become in a crc. */
    static const uint32_t FOUR[16] = {
        0x00000000U, 0x1db71064U, 0x3b6e20c8U, 0x26d930acU, 0x76dc4190U, 0x6b6b51f4U, 0x4db26158U, 0x5005713cU,
        0xedb88320U, 0xf00f9344U, 0xd6d6a3e8U, 0xcb61b38cU, 0x9b64c2b0U, 0x86d3d2d4U, 0xa00ae278U, 0xbdbdf21cU};
    """
    const uint32_t[16] FOUR

cdef enum:
    BLOCK = 1 << 13    # levels or discs between two polls: some 5 ms
    MOST_DIGITS = 20    # of a number of 64 bits


cdef inline uint32_t times_x(uint32_t b) noexcept nogil:
    return (b >> 1) ^ (0xEDB88320U if b & 1 else 0U)


# Four coefficients of `a` at a time, the highest powers first: b times each of their 16 sums stands in a table.
cdef uint32_t product(uint32_t a, uint32_t b) noexcept nogil:
    cdef uint32_t[16] times
    cdef uint32_t total = 0
    cdef int bits, low, _four
    times[0] = 0
    times[8] = b
    times[4] = times_x(b)
    times[2] = times_x(times[4])
    times[1] = times_x(times[2])
    for bits in range(3, 16):
        low = bits & -bits
        if bits != low:
            times[bits] = times[low] ^ times[bits ^ low]
    for _four in range(8):
        total = (total >> 4) ^ FOUR[total & 15] ^ times[a & 15]
        a >>= 4
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


cdef inline void append(uint32_t* crc, uint32_t* shift, uint32_t next_crc, uint32_t next_shift) noexcept nogil:
    crc[0] = product(crc[0], next_shift) ^ next_crc
    shift[0] = product(shift[0], next_shift)


# Forms whose moves are equally long have the same shifts, which are then multiplied once.
cdef void climb(uint32_t* levels, const uint32_t* moves, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
    cdef Py_ssize_t disc
    cdef uint32_t* level
    cdef const uint32_t* last
    cdef const uint32_t* move
    cdef uint32_t rest, whole
    cdef int form, first, after
    cdef bint even
    for disc in range(low, high):
        level, last, move = levels + 6 * (disc + 1), levels + 6 * disc, moves + 6 * disc
        even = last[3] == last[4] == last[5] and move[3] == move[4] == move[5]
        rest, whole = 0, 0
        for form in range(3):
            first, after = (3 - form) % 3, (4 - form) % 3
            if form == 0 or not even:
                rest = product(move[3 + form], last[3 + after])
                whole = product(last[3 + first], rest)
            level[form] = product(last[first], rest) ^ product(move[form], last[3 + after]) ^ last[after]
            level[3 + form] = whole


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
    cdef int form = 0, first
    for disc in range(moves.shape[0] // 6 - 1, -1, -1):
        if step[disc >> 3] >> (disc & 7) & 1:
            first = (3 - form) % 3
            append(&crc, &shift, levels[6 * disc + first], levels[6 * disc + 3 + first])
            append(&crc, &shift, moves[6 * disc + form], moves[6 * disc + 3 + form])
            form = (4 - form) % 3
        else:
            form = (3 - form) % 3
    return crc, shift


# ---- towers by the roles of their pegs ----


cdef inline void add_roles(uint32_t* out, Py_ssize_t pegs, const uint32_t* part, Py_ssize_t size, Py_ssize_t rows,
                           uint32_t rest, Py_ssize_t first, Py_ssize_t next_to_last, Py_ssize_t last) noexcept nogil:
    """Add the roles of a part with `rest` behind it; its first peg and its last two have these roles in the whole."""
    cdef Py_ssize_t row, i, role
    for row in range(rows):
        for i in range(size):
            if part[row * size + i]:
                role = last if i == size - 1 else first if i == 0 else next_to_last if i == size - 2 else i
                out[row * pegs + role] ^= product(part[row * size + i], rest)


def join_roles(uint32_t[::1] out not None, const uint32_t[::1] parked not None, const uint32_t[::1] others not None,
               const uint32_t[::1] back not None, Py_ssize_t pegs):
    """Join what the parts of a tower do with the roles of their pegs: discs parked, the others, the parked again.

    Which peg has which role in a part is said by FrameStewart.parts (puzzle/rules.py).
    Each is its crc and shift, then rows of one polynomial for each peg: the source, those between, the peg to park on,
    the target. `others` has one peg less, the others have at least three, all have as many rows. `out` is zero.
    """
    cdef Py_ssize_t rows = (parked.shape[0] - 2) // max(pegs, 1), size = 2 + rows * pegs
    cdef uint32_t behind_others, behind_parked
    if pegs < 3 or rows < 1 or not out.shape[0] == parked.shape[0] == back.shape[0] == size == others.shape[0] + rows:
        raise ValueError(f"{out.shape[0]}, {parked.shape[0]}, {others.shape[0]} and {back.shape[0]} numbers do not go "
                         f"together with {pegs} pegs")
    behind_others, behind_parked = back[1], product(others[1], back[1])
    out[0] = product(parked[0], behind_parked) ^ product(others[0], behind_others) ^ back[0]
    out[1] = product(parked[1], behind_parked)
    add_roles(&out[2], pegs, &parked[2], pegs, rows, behind_parked, 0, pegs - 1, pegs - 2)
    add_roles(&out[2], pegs, &others[2], pegs - 1, rows, behind_others, 0, pegs - 3, pegs - 1)
    add_roles(&out[2], pegs, &back[2], pegs, rows, 0x80000000U, pegs - 2, 0, pegs - 1)


# ---- moves that show their disc ----


cdef uint32_t crc_of(const uint8_t* text, Py_ssize_t size) noexcept nogil:
    cdef uint32_t crc = 0xFFFFFFFFU
    cdef Py_ssize_t at
    for at in range(size):
        crc ^= text[at]
        crc = (crc >> 4) ^ FOUR[crc & 15]
        crc = (crc >> 4) ^ FOUR[crc & 15]
    return ~crc


cdef Py_ssize_t write_number(uint8_t* text, uint64_t number, Py_ssize_t width) noexcept nogil:
    """Write a number in so many bytes, or in decimal digits where that is 0, at the end of MOST_DIGITS bytes."""
    cdef Py_ssize_t size = width
    cdef uint8_t one = <uint8_t> number
    cdef uint16_t two = <uint16_t> number
    cdef uint32_t four = <uint32_t> number
    if width:
        memcpy(text + MOST_DIGITS - width,
               <void*> &one if width == 1 else <void*> &two if width == 2 else
               <void*> &four if width == 4 else <void*> &number, width)
        return width
    while number or not size:
        size += 1
        text[MOST_DIGITS - size] = <uint8_t> (48 + number % 10)
        number //= 10
    return size


cdef void number_moves(uint32_t* moves, int form, Py_ssize_t low, Py_ssize_t high, Py_ssize_t smaller,
                       const uint32_t* around, Py_ssize_t gaps, Py_ssize_t width,
                       const uint32_t* shifts) noexcept nogil:
    cdef uint8_t[MOST_DIGITS] text
    cdef uint32_t crc, shift, number
    cdef Py_ssize_t disc, size, gap
    for disc in range(low, high, 2):
        size = write_number(text, smaller + disc, width)
        number = crc_of(text + MOST_DIGITS - size, size)
        crc, shift = around[0], around[1]
        for gap in range(1, gaps + 1):
            append(&crc, &shift, number, shifts[size])
            append(&crc, &shift, around[2 * gap], around[2 * gap + 1])
        moves[6 * (disc - 1) + form] = crc
        moves[6 * (disc - 1) + 3 + form] = shift


def fill_numbered(
    uint32_t[::1] moves not None, int form, Py_ssize_t first, Py_ssize_t smaller, const uint32_t[::1] around not None,
    Py_ssize_t width
):
    """Fill the checksums of a form of the discs `first`, `first` + 2, ..., whose moves are numbers and what is around.

    `around` has the crc and shift of what stands before the first number, between two, and after the last. A number
    is `smaller` more than the disc, in decimal digits for the width 0, else in so many bytes.
    """
    cdef uint32_t[MOST_DIGITS + 1] shifts
    cdef Py_ssize_t discs = moves.shape[0] // 6, gaps = around.shape[0] // 2 - 1, low, size
    shifts[0] = 0x80000000U
    for size in range(MOST_DIGITS):
        shifts[size + 1] = product(shifts[size], 0x00800000U)
    # A move has as many products as numbers: a template may have thousands.
    cdef Py_ssize_t block = 2 * max(1, BLOCK // (gaps + 1))
    for low in range(first, discs + 1, block):
        with nogil:
            number_moves(&moves[0], form, low, min(low + block, discs + 1), smaller, &around[0], gaps, width, shifts)
        PyErr_CheckSignals()
