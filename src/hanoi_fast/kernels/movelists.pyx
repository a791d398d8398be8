"""A scanner of texts that repeat a few patterns: moves of a list are written alike, only their numbers differ.

A pattern is bytes. 1 and a column stand for a number below 65536, 2 and a column for the name of a peg, 3 for digits
that are passed over, 4 and a column for a name of one letter whatever follows it, 5 for a name that is passed over,
a blank for blanks, a line feed for white space with a line feed in it; any other byte for itself, in either case.
Patterns and longer names are in lower case; a name of one byte stands for itself only. Columns count from 0. With the
pattern b"\\1\\0 \\1\\1\\n" the text b"0 2\\n10  1\\r\\n7" gives the rows (0, 2) and (10, 1) and uses 11 bytes: a
repetition counts when it is whole. The pattern that fitted last is tried first. A row that has the bytes of the row
before it, but for digits and letters in its places, is seen eight bytes at a time.
The slow twin: lists/shapes.py.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy, memset

from hanoi_fast.kernels.matching cimport (
    BLANKS, BYTES, LARGEST, LETTER, LINE, LONGEST, NAME, NAMES, NUMBER, PASSED, PASSED_NAME, PATTERNS, PLACES, ROWS,
    Alike, Known, Stretch, after_any, after_blanks, after_line, in_word,
)


cdef bint find_alike(const uint8_t* row, Py_ssize_t length, const uint8_t* pattern, const uint8_t* stop,
                     Alike* alike) noexcept nogil:
    """Note what the next row shares with this one; return whether it may be seen at once: places of one byte each."""
    cdef const uint8_t* at = row
    cdef uint8_t[LONGEST] same
    cdef uint8_t code
    if length > LONGEST:
        return False
    memset(same, 0, LONGEST)
    memset(same, 255, length)
    memset(alike.bytes, 0, sizeof(alike.bytes))
    memcpy(alike.bytes, row, length)
    alike.length, alike.words, alike.places = <int> length, <int> (length + 7) // 8, 0
    while pattern < stop:
        code = pattern[0]
        if code == PASSED or code == PASSED_NAME:
            return False
        if code == NUMBER or code == NAME or code == LETTER:
            if alike.places == PLACES or (code != LETTER and in_word(at[1])):
                return False
            pattern += 1
            same[at - row] = 0
            alike.at[alike.places], alike.column[alike.places] = <int> (at - row), pattern[0]
            alike.number[alike.places] = code == NUMBER
            alike.places += 1
            at += 1
        elif code == BLANKS:
            at = after_blanks(at, row + length)
        elif code == LINE:
            at = after_line(at, row + length)
        else:
            at += 1
        pattern += 1
    memcpy(alike.same, same, LONGEST)
    return True


cdef inline bint is_alike(const uint8_t* at, const Alike* alike, const Known* known, uint16_t* row) noexcept nogil:
    cdef uint64_t differ = 0, word
    cdef uint16_t value
    cdef int i
    for i in range(alike.words):
        memcpy(&word, at + 8 * i, 8)
        differ |= (word ^ alike.bytes[i]) & alike.same[i]
    if differ:
        return False
    for i in range(alike.places):
        value = <uint16_t> (at[alike.at[i]] - 48) if alike.number[i] else known.letter[at[alike.at[i]]]
        if value > (9 if alike.number[i] else LARGEST - 1):
            return False
        row[alike.column[i]] = value
    return True


cdef Py_ssize_t scan_rows(const uint8_t[::1] text, Py_ssize_t* used, const Known* known, int* latest,
                          uint16_t[:, ::1] out, Py_ssize_t first, Py_ssize_t stop) noexcept nogil:
    """Fill rows from `first` on, move `used` along, and return the rows done."""
    cdef const uint8_t* end = &text[0] + text.shape[0]
    cdef const uint8_t* at = &text[0] + used[0]
    cdef const uint8_t* after
    cdef Alike alike
    cdef int before = -1
    cdef Py_ssize_t done = first
    while done < stop:
        after = after_any(at, end, known, latest, &out[done, 0])
        if after == NULL:
            break
        done += 1
        if latest[0] == before and find_alike(at, after - at, &known.pattern_bytes[known.pattern[before].low],
                                              &known.pattern_bytes[known.pattern[before].high], &alike):
            while done < stop and end - after >= 8 * alike.words and is_alike(after, &alike, known, &out[done, 0]):
                after += alike.length
                done += 1
            # The row before may be followed by more white space than those before it.
            while after < end and (after[0] == 10 or after[0] == 13 or after[0] == 32 or after[0] == 9):
                after += 1
        before = latest[0]
        at = after
    used[0] = at - &text[0]
    return done


cdef class Scanner:
    """What is looked for: patterns, and the names of pegs (lower case if longer than a letter) with their pegs.

    Threads may share one.

    Raises:
        OverflowError: they are more, or longer, than there is room for.
    """

    cdef Known known

    def __init__(self, patterns, names):
        cdef Py_ssize_t at = 0
        memset(&self.known, 0, sizeof(Known))
        memset(self.known.letter, 255, sizeof(self.known.letter))
        if len(patterns) > PATTERNS or len(names) > NAMES:
            raise OverflowError(f"{len(patterns)} patterns and {len(names)} names are too many")
        if max(sum(map(len, patterns)), sum(map(len, names))) > BYTES:
            raise OverflowError("patterns or names are too long")
        for pattern in patterns:
            self._add_pattern(pattern, at)
            at += len(pattern)
        at = 0
        # The longest first: one may begin with another.
        for name in sorted(names, key=len, reverse=True):
            self._add_name(name, names[name], at)
            at += len(name)

    cdef _add_pattern(self, const uint8_t[::1] pattern, Py_ssize_t at):
        cdef Py_ssize_t i
        self.known.pattern[self.known.patterns] = Stretch(at, at + pattern.shape[0])
        for i in range(pattern.shape[0]):
            self.known.pattern_bytes[at + i] = pattern[i]
        self.known.patterns += 1

    cdef _add_name(self, const uint8_t[::1] name, uint16_t peg, Py_ssize_t at):
        cdef Py_ssize_t i
        self.known.name[self.known.names] = Stretch(at, at + name.shape[0])
        self.known.peg[self.known.names] = peg
        for i in range(name.shape[0]):
            self.known.name_bytes[at + i] = name[i]
        self.known.names += 1
        if name.shape[0] == 1 and in_word(name[0]):
            self.known.letter[name[0]] = peg

    def scan(self, const uint8_t[::1] text not None, Py_ssize_t offset, uint16_t[:, ::1] out not None,
             Py_ssize_t first=0):
        """Read repetitions of the patterns in `text` from `offset` on into the rows of `out` from `first` on.

        Return where the last whole one ends and how many rows are filled then. No pattern names a column that `out`
        does not have, and none is empty.
        """
        cdef Py_ssize_t done = first, before, used = offset
        cdef int latest = 0
        if text.shape[0] == 0:
            return offset, first
        while done < out.shape[0]:
            before = done
            with nogil:
                done = scan_rows(text, &used, &self.known, &latest, out, done, min(done + ROWS, out.shape[0]))
            if done < min(before + ROWS, out.shape[0]):
                break
            PyErr_CheckSignals()
        return used, done


def fill_sources(uint16_t[:, ::1] moves not None, uint16_t[::1] where not None):
    """Fill the second column of (disc, source, target) with the peg where the disc is, and let it go to the target.

    `where` has the peg of each disc. A disc that does not exist comes from a peg that is not its target.
    """
    cdef Py_ssize_t i, disc
    with nogil:
        for i in range(moves.shape[0]):
            disc = moves[i, 0]
            if 1 <= disc <= where.shape[0]:
                moves[i, 1] = where[disc - 1]
                where[disc - 1] = moves[i, 2]
            else:
                moves[i, 1] = 0 if moves[i, 2] else 1
