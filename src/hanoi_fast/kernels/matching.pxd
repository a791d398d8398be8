"""How a pattern is matched: what movelists.pyx looks for, byte by byte."""

from libc.stdint cimport uint8_t, uint16_t, uint64_t

cdef enum:
    ROWS = 1 << 16  # between two polls: about a millisecond
    LARGEST = 65535
    PATTERNS = 64
    NAMES = 1024
    BYTES = 1 << 14  # of all patterns, and of all names

cdef enum:  # what the bytes of a pattern stand for
    NUMBER = 1
    NAME = 2
    PASSED = 3
    LETTER = 4
    PASSED_NAME = 5
    BLANKS = 32
    LINE = 10

cdef enum:
    LONGEST = 128  # bytes of a row that is seen at once
    PLACES = 3

cdef struct Alike:  # a row, and what may differ in the next one
    int length, words, places
    uint64_t[16] bytes
    uint64_t[16] same  # which bits must be the same
    int[PLACES] at
    int[PLACES] column
    bint[PLACES] number

cdef struct Stretch:
    Py_ssize_t low, high

cdef struct Known:  # which any number of threads read
    int patterns, names
    Stretch[PATTERNS] pattern
    Stretch[NAMES] name
    uint16_t[NAMES] peg
    uint16_t[256] letter  # the peg of a name of one byte, LARGEST where it names none
    uint8_t[BYTES] pattern_bytes
    uint8_t[BYTES] name_bytes


cdef inline uint8_t lower(uint8_t byte) noexcept nogil:
    return byte | 32 if 65 <= byte <= 90 else byte


cdef inline bint in_word(uint8_t byte) noexcept nogil:
    return 48 <= byte <= 57 or 97 <= (byte | 32) <= 122 or byte == 95 or byte >= 128


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


cdef inline const uint8_t* after_letter(const uint8_t* at, const uint8_t* end, const Known* known,
                                        uint16_t* value) noexcept nogil:
    if at == end or known.letter[at[0]] == LARGEST:
        return NULL
    value[0] = known.letter[at[0]]
    return at + 1


cdef inline const uint8_t* after_long_name(const uint8_t* at, const uint8_t* end, const Known* known,
                                    uint16_t* value) noexcept nogil:
    cdef Py_ssize_t i, k, length
    for i in range(known.names):
        length = known.name[i].high - known.name[i].low
        if length > end - at:
            continue
        if length == 1 and at[0] != known.name_bytes[known.name[i].low]:
            continue  # A and a may be two pegs
        k = 1 if length == 1 else 0
        while k < length and lower(at[k]) == known.name_bytes[known.name[i].low + k]:
            k += 1
        if k == length and not (in_word(at[k - 1]) and at + k < end and in_word(at[k])):
            value[0] = known.peg[i]
            return at + k
    return NULL


cdef inline const uint8_t* after_name(const uint8_t* at, const uint8_t* end, const Known* known,
                                      uint16_t* value) noexcept nogil:
    if end - at > 1 and known.letter[at[0]] != LARGEST and not in_word(at[1]):
        value[0] = known.letter[at[0]]
        return at + 1
    return after_long_name(at, end, known, value)


cdef inline const uint8_t* after_byte(const uint8_t* at, const uint8_t* end, uint8_t wanted) noexcept nogil:
    if at == end or lower(at[0]) != wanted:
        return NULL
    return at + 1


cdef inline const uint8_t* after_row(const uint8_t* at, const uint8_t* end, const uint8_t* pattern,
                                     const uint8_t* stop, const Known* known, uint16_t* row) noexcept nogil:
    cdef uint16_t passed
    while pattern < stop and at != NULL:
        if pattern[0] == NUMBER:
            pattern += 1
            at = after_number(at, end, row + pattern[0])
        elif pattern[0] == NAME:
            pattern += 1
            at = after_name(at, end, known, row + pattern[0])
        elif pattern[0] == BLANKS:
            at = after_blanks(at, end)
        elif pattern[0] == LINE:
            at = after_line(at, end)
        elif pattern[0] == PASSED:
            at = after_digits(at, end)
        elif pattern[0] == LETTER:
            pattern += 1
            at = after_letter(at, end, known, row + pattern[0])
        elif pattern[0] == PASSED_NAME:
            at = after_name(at, end, known, &passed)
        else:
            at = after_byte(at, end, pattern[0])
        pattern += 1
    return at


cdef inline const uint8_t* after_any(const uint8_t* at, const uint8_t* end, const Known* known, int* latest,
                                     uint16_t* row) noexcept nogil:
    """Try all patterns, the latest that fitted first; it is noted which one does."""
    cdef const uint8_t* after
    cdef int _tried, i = latest[0]
    for _tried in range(known.patterns):
        after = after_row(at, end, &known.pattern_bytes[known.pattern[i].low],
                          &known.pattern_bytes[known.pattern[i].high], known, row)
        if after != NULL:
            latest[0] = i
            return after
        i = i + 1 if i + 1 < known.patterns else 0
    return NULL
