"""Many states at once: distances, next moves and ranks.

wanted.pxd has the method. Discs count from 1 in results, from 0 in pointers. [1, 1, 0] to peg 2: disc 3 has to
move (4 moves), and discs 2 and 1 are on the peg wanted by then: 4 moves. The slow twin: search in tests/oracles.py.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint8_t, uint16_t, uint64_t

from hanoi_fast.kernels.wanted cimport WANTED, choice_of, differing, looked_at, sign_of

ctypedef fused cell:
    uint8_t
    uint16_t

cdef enum:
    # Discs between two polls: about a millisecond, too short to feel on Ctrl-C. A row may have any number of them.
    WORK = 1 << 19
    LANES = 4  # rows at once. A row is a chain of dependent loads; of 1, 2, 4 and 8, four fill the wait best


cdef inline Py_ssize_t rows_between_polls(Py_ssize_t discs) noexcept nogil:
    return max(1, WORK // max(1, discs))


# ---- distances ----

cdef inline uint64_t to_peg(const uint8_t* state, Py_ssize_t discs, Py_ssize_t peg) noexcept nogil:
    cdef uint64_t moves = 0
    cdef Py_ssize_t d
    for d in range(discs - 1, -1, -1):
        moves = 2 * moves + (state[d] != peg)
        peg = WANTED[4 * peg + state[d]]
    return moves


cdef inline void lanes_to_peg(const uint8_t* states, Py_ssize_t discs, Py_ssize_t peg,
                              uint64_t* out) noexcept nogil:
    cdef uint64_t[LANES] moves
    cdef Py_ssize_t[LANES] wanted
    cdef Py_ssize_t d, lane, on
    for lane in range(LANES):
        moves[lane] = 0
        wanted[lane] = peg
    for d in range(discs - 1, -1, -1):
        for lane in range(LANES):
            on = states[lane * discs + d]
            moves[lane] = 2 * moves[lane] + (on != wanted[lane])
            wanted[lane] = WANTED[4 * wanted[lane] + on]
    for lane in range(LANES):
        out[lane] = moves[lane]


cdef void rows_to_peg(const uint8_t* states, Py_ssize_t rows, Py_ssize_t discs, Py_ssize_t peg,
                      uint64_t* out) noexcept nogil:
    cdef Py_ssize_t row = 0
    while row + LANES <= rows:
        lanes_to_peg(states + row * discs, discs, peg, out + row)
        row += LANES
    while row < rows:
        out[row] = to_peg(states + row * discs, discs, peg)
        row += 1


def distances_to_peg(const uint8_t[:, ::1] states, Py_ssize_t peg, uint64_t[::1] out):
    """Write the moves from each of `states`, 64 discs at most, to the tower on `peg` into `out`."""
    cdef Py_ssize_t first = 0, rows = states.shape[0], discs = states.shape[1], many = rows_between_polls(discs)
    while first < rows:
        with nogil:
            rows_to_peg(&states[first, 0], min(rows - first, many), discs, peg, &out[first])
        first += many
        PyErr_CheckSignals()


# ---- from state to state ----

cdef inline int detour_sign(const uint8_t* start, const uint8_t* target, Py_ssize_t discs) noexcept nogil:
    return sign_of(looked_at(choice_of(start[discs - 1], target[discs - 1]), start, target, 0, discs - 1))


# Fits 64 bits for 64 discs: once is 2**D - 1 at most, and twice is taken only where it is less.
cdef inline uint64_t to_state(const uint8_t* start, const uint8_t* target, Py_ssize_t discs) noexcept nogil:
    cdef Py_ssize_t i, j, smaller = differing(start, target, discs, 0) - 1
    if smaller < 0:
        return 0
    i, j = start[smaller], target[smaller]
    if detour_sign(start, target, smaller + 1) > 0:
        return to_peg(start, smaller, j) + to_peg(target, smaller, i) + 1 + ((<uint64_t> 1) << smaller)
    return to_peg(start, smaller, 3 - i - j) + to_peg(target, smaller, 3 - i - j) + 1


cdef void rows_to_states(const uint8_t* states, const uint8_t* targets, Py_ssize_t rows, Py_ssize_t discs,
                         Py_ssize_t stride, uint64_t* out) noexcept nogil:
    cdef Py_ssize_t row
    for row in range(rows):
        out[row] = to_state(states + row * discs, targets + row * stride, discs)


def distances_to_states(const uint8_t[:, ::1] states, const uint8_t[:, ::1] targets, uint64_t[::1] out):
    """Write the moves from each of `states` to its row of `targets`, or to the only one, into `out`."""
    cdef Py_ssize_t first = 0, rows = states.shape[0], discs = states.shape[1], many = rows_between_polls(4 * discs)
    cdef Py_ssize_t stride = 0 if targets.shape[0] == 1 else discs
    while first < rows:
        with nogil:
            rows_to_states(&states[first, 0], &targets[0, 0] + first * stride, min(rows - first, many), discs,
                           stride, &out[first])
        first += many
        PyErr_CheckSignals()


# ---- next moves ----

# The smallest disc that is not where it is wanted is free to go there: those above it are on the third peg.
cdef inline void next_toward(const uint8_t* state, Py_ssize_t discs, Py_ssize_t peg,
                             cell* out) noexcept nogil:
    cdef Py_ssize_t d, disc = 0, source = 0, target = 0
    for d in range(discs - 1, -1, -1):
        if state[d] != peg:
            disc, source, target = d + 1, state[d], peg
        peg = WANTED[4 * peg + state[d]]
    out[0], out[1], out[2] = <cell> disc, <cell> source, <cell> target


cdef void next_rows(const uint8_t* states, const uint8_t* targets, Py_ssize_t rows, Py_ssize_t discs,
                    Py_ssize_t stride, cell* out) noexcept nogil:
    cdef Py_ssize_t largest, peg, _row
    for _row in range(rows):
        largest = differing(states, targets, discs, 0)
        peg = 0
        if largest > 0:
            peg = targets[largest - 1]
            if detour_sign(states, targets, largest) > 0:
                peg = 3 - peg - states[largest - 1]
        next_toward(states, largest, peg, out)
        states, targets, out = states + discs, targets + stride, out + 3


def next_moves(const uint8_t[:, ::1] states, const uint8_t[:, ::1] targets, cell[:, ::1] out):
    """Write disc, source, target of each next move of `states` into `out`, zeros where none is left."""
    cdef Py_ssize_t first = 0, rows = states.shape[0], discs = states.shape[1], many = rows_between_polls(2 * discs)
    cdef Py_ssize_t stride = 0 if targets.shape[0] == 1 else discs
    while first < rows:
        with nogil:
            next_rows(&states[first, 0], &targets[0, 0] + first * stride, min(rows - first, many), discs,
                      stride, &out[first, 0])
        first += many
        PyErr_CheckSignals()


# ---- ranks ----

cdef void rank_rows(const uint8_t* states, Py_ssize_t rows, Py_ssize_t discs, uint64_t pegs,
                    uint64_t* out) noexcept nogil:
    cdef Py_ssize_t row, d
    cdef uint64_t number
    for row in range(rows):
        number = 0
        for d in range(discs - 1, -1, -1):
            number = pegs * number + states[row * discs + d]
        out[row] = number


def ranks(const uint8_t[:, ::1] states, uint64_t pegs, uint64_t[::1] out):
    """Write each of `states` as a number in base `pegs`, largest disc first, into `out`."""
    cdef Py_ssize_t first = 0, rows = states.shape[0], discs = states.shape[1], many = rows_between_polls(discs)
    while first < rows:
        with nogil:
            rank_rows(&states[first, 0], min(rows - first, many), discs, pegs, &out[first])
        first += many
        PyErr_CheckSignals()


cdef void unrank_rows(const uint64_t* numbers, Py_ssize_t rows, Py_ssize_t discs, uint64_t pegs,
                      uint8_t* out) noexcept nogil:
    cdef Py_ssize_t row, d
    cdef uint64_t number
    for row in range(rows):
        number = numbers[row]
        for d in range(discs):
            out[row * discs + d] = <uint8_t> (number % pegs)
            number //= pegs


def unranks(const uint64_t[::1] numbers, uint64_t pegs, uint8_t[:, ::1] out):
    """Write the state of each of `numbers`, the inverse of `ranks`, into the rows of `out`."""
    cdef Py_ssize_t first = 0, rows = out.shape[0], discs = out.shape[1], many = rows_between_polls(4 * discs)
    while first < rows:
        with nogil:
            unrank_rows(&numbers[first], min(rows - first, many), discs, pegs, &out[first, 0])
        first += many
        PyErr_CheckSignals()
