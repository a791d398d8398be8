"""A scanner of texts that repeat one pattern: the moves of a list are written alike, only their numbers differ.

A pattern is bytes. 1 stands for a number below 65536, 2 for a letter, 3 for digits that are passed over, a
blank for blanks, a line feed for white space with a line feed in it; any other byte for itself, in either
case (patterns are in lower case). Numbers become themselves, letters their place in the alphabet from 0.
With the pattern b"\\1 \\1\\n" the text b"0 2\\n10  1\\r\\n7" gives the rows (0, 2) and (10, 1) and uses 11 bytes: a
repetition counts when it is whole. The slow twin: the regular expressions of lists/forms.py.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint8_t, uint16_t

cdef enum:
    ROWS = 1 << 16  # between two polls: about a millisecond
    LARGEST = 65535

cdef enum:  # what the bytes of a pattern stand for
    NUMBER = 1
    LETTER = 2
    PASSED = 3
    BLANKS = 32
    LINE = 10


# Each of these returns where what it looks for ends, or NULL where it is not.

cdef inline const uint8_t* after_number(const uint8_t* at, const uint8_t* end, uint16_t* value) noexcept nogil:
    cdef unsigned int number = 0
    cdef const uint8_t* first = at
    while at < end and 48 <= at[0] <= 57:
        number = 10 * number + at[0] - 48
        if number > LARGEST:
            return NULL
        at += 1
    value[0] = <uint16_t> number
    return at if at > first else NULL


cdef inline const uint8_t* after_digits(const uint8_t* at, const uint8_t* end) noexcept nogil:
    if at == end or at[0] < 48 or at[0] > 57:
        return NULL
    while at < end and 48 <= at[0] <= 57:
        at += 1
    return at


cdef inline const uint8_t* after_blanks(const uint8_t* at, const uint8_t* end) noexcept nogil:
    if at == end or (at[0] != 32 and at[0] != 9):
        return NULL
    at += 1
    while at < end and (at[0] == 32 or at[0] == 9):
        at += 1
    return at


cdef inline const uint8_t* after_line(const uint8_t* at, const uint8_t* end) noexcept nogil:
    cdef bint found = False
    while at < end and at[0] <= 32 and (at[0] == 10 or at[0] == 13 or at[0] == 32 or at[0] == 9):
        found |= at[0] == 10
        at += 1
    return at if found else NULL


cdef inline const uint8_t* after_letter(const uint8_t* at, const uint8_t* end, uint16_t* value) noexcept nogil:
    if at == end or (at[0] | 32) < 97 or (at[0] | 32) > 122:
        return NULL
    value[0] = (at[0] | 32) - 97
    return at + 1


cdef inline const uint8_t* after_byte(const uint8_t* at, const uint8_t* end, uint8_t wanted) noexcept nogil:
    if at == end or (at[0] != wanted and (at[0] < 65 or at[0] > 90 or at[0] + 32 != wanted)):
        return NULL
    return at + 1


cdef inline const uint8_t* after_row(const uint8_t* at, const uint8_t* end, const uint8_t* pattern,
                                     const uint8_t* stop, uint16_t* row) noexcept nogil:
    while pattern < stop and at != NULL:
        if pattern[0] == NUMBER:
            at = after_number(at, end, row)
            row += 1
        elif pattern[0] == BLANKS:
            at = after_blanks(at, end)
        elif pattern[0] == LINE:
            at = after_line(at, end)
        elif pattern[0] == LETTER:
            at = after_letter(at, end, row)
            row += 1
        elif pattern[0] == PASSED:
            at = after_digits(at, end)
        else:
            at = after_byte(at, end, pattern[0])
        pattern += 1
    return at


cdef Py_ssize_t scan_rows(const uint8_t[::1] text, Py_ssize_t* used, const uint8_t[::1] pattern,
                          uint16_t[:, ::1] out, Py_ssize_t first, Py_ssize_t stop) noexcept nogil:
    """Fill rows from `first` on, move `used` along, and return the rows done."""
    cdef const uint8_t* end = &text[0] + text.shape[0]
    cdef const uint8_t* at = &text[0] + used[0]
    cdef const uint8_t* after
    cdef Py_ssize_t done = first
    while done < stop:
        after = after_row(at, end, &pattern[0], &pattern[0] + pattern.shape[0], &out[done, 0])
        if after == NULL:
            break
        at = after
        done += 1
    used[0] = at - &text[0]
    return done


def scan(const uint8_t[::1] text not None, Py_ssize_t offset, const uint8_t[::1] pattern not None,
         uint16_t[:, ::1] out not None):
    """Read repetitions of `pattern` in `text` from `offset` on into the rows of `out`.

    Return where the last whole one ends and how many there were. The pattern has as many 1 and 2 as
    `out` columns, and is not empty.
    """
    cdef Py_ssize_t done = 0, before, used = offset
    if text.shape[0] == 0:
        return offset, 0
    while done < out.shape[0]:
        before = done
        with nogil:
            done = scan_rows(text, &used, pattern, out, done, min(done + ROWS, out.shape[0]))
        if done < min(before + ROWS, out.shape[0]):
            break
        PyErr_CheckSignals()
    return used, done
