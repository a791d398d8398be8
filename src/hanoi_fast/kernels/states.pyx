"""Many states at once: distances, next moves and ranks.

To bring discs 1..n to the peg w, look from the largest down: where disc d is on w it stays, elsewhere its
move costs 2**(d-1) and the smaller discs are wanted on the third peg instead. Between two states the largest
differing disc moves once or twice: A. Hinz, S. Klavžar, C. Petr, "The Tower of Hanoi - Myths and Maths",
2nd ed., 2018, ch. 2; the automaton that decides: D. Romik, SIAM J. Discrete Math. 20 (2006) 610-622.
Discs count from 1 in results, from 0 in pointers. [1, 1, 0] to peg 2: disc 3 has to move (4 moves), and
discs 2 and 1 are on the peg wanted by then: 4 moves. The slow twin: search in tests/oracles.py.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint64_t

cdef extern from *:
    """
    /* [4 * wanted + peg]: the peg wanted next, of the smaller discs. */
    static const uint8_t WANTED[12] = {0, 2, 1, 0, 2, 1, 0, 0, 1, 0, 2, 0};
    """
    const uint8_t WANTED[12]

ctypedef fused cell:
    uint8_t
    uint16_t
    int64_t

cdef enum:
    ROWS = 1 << 16  # between two polls: about a millisecond, too short to feel on Ctrl-C
    LANES = 4  # rows at once. A row is a chain of dependent loads; of 1, 2, 4 and 8, four fill the wait best


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
    cdef Py_ssize_t first, rows = states.shape[0], discs = states.shape[1]
    for first in range(0, rows, ROWS):
        with nogil:
            rows_to_peg(&states[first, 0], min(rows - first, ROWS), discs, peg, &out[first])
        PyErr_CheckSignals()


def misplaced(const uint8_t[::1] state, Py_ssize_t peg, uint8_t[::1] out):
    """Write 1 into `out` for each disc whose move counts on the way of `state` to `peg`, 0 for the others."""
    cdef Py_ssize_t d
    with nogil:
        for d in range(state.shape[0] - 1, -1, -1):
            out[d] = state[d] != peg
            peg = WANTED[4 * peg + state[d]]


# ---- from state to state ----

cdef inline Py_ssize_t differing(const uint8_t* start, const uint8_t* target,
                                 Py_ssize_t discs) noexcept nogil:
    while discs > 0 and start[discs - 1] == target[discs - 1]:
        discs -= 1
    return discs


# The largest differing disc D goes from i to j, k being the third peg; the discs above D stay.
#   Once:  the smaller discs to k, D to j, on to the target:   once  = start'(k) + target'(k) + 1.
#   Twice: the smaller ones to j, D to k, they to i, D to j:   twice = start'(j) + target'(i) + 1 + 2**(D-1).
# More is never shorter: it would bring D back to a peg it has left, with the smaller discs on one peg before
# and on one peg after, and they get from there to there without D in 2**(D-1) - 1 moves at most.
# once - twice is a sum over the smaller discs of a digit -2..2 times 2**(d-1), less 2**(D-1): start at -1 and
# double. At 2 or -2 the sign is settled, since r discs below add 2 * (2**r - 1) at most. So any n, in an int.
cdef int detour_sign(const uint8_t* start, const uint8_t* target, Py_ssize_t discs) noexcept nogil:
    cdef Py_ssize_t i = start[discs - 1], j = target[discs - 1], k = 3 - i - j, d
    cdef Py_ssize_t start_once = k, start_twice = j, target_once = k, target_twice = i
    cdef int gain = -1
    for d in range(discs - 2, -1, -1):
        gain = (2 * gain + (start[d] != start_once) - (start[d] != start_twice)
                + (target[d] != target_once) - (target[d] != target_twice))
        if gain >= 2 or gain <= -2:
            break
        start_once = WANTED[4 * start_once + start[d]]
        start_twice = WANTED[4 * start_twice + start[d]]
        target_once = WANTED[4 * target_once + target[d]]
        target_twice = WANTED[4 * target_twice + target[d]]
    return (gain > 0) - (gain < 0)


# Fits 64 bits for 64 discs: once is 2**D - 1 at most, and twice is taken only where it is less.
cdef inline uint64_t to_state(const uint8_t* start, const uint8_t* target, Py_ssize_t discs) noexcept nogil:
    cdef Py_ssize_t i, j, smaller = differing(start, target, discs) - 1
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
    cdef Py_ssize_t first, rows = states.shape[0], discs = states.shape[1]
    cdef Py_ssize_t stride = 0 if targets.shape[0] == 1 else discs
    for first in range(0, rows, ROWS):
        with nogil:
            rows_to_states(&states[first, 0], &targets[0, 0] + first * stride, min(rows - first, ROWS), discs,
                           stride, &out[first])
        PyErr_CheckSignals()


def detour(const uint8_t[::1] start, const uint8_t[::1] target):
    """Return 1 where the largest differing disc has to move twice, 0 where once is as short, else -1."""
    cdef Py_ssize_t discs
    cdef int sign = -1
    with nogil:
        discs = differing(&start[0], &target[0], start.shape[0])
        if discs > 0:
            sign = detour_sign(&start[0], &target[0], discs)
    return sign


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
        largest = differing(states, targets, discs)
        peg = 0
        if largest > 0:
            peg = targets[largest - 1]
            if detour_sign(states, targets, largest) > 0:
                peg = 3 - peg - states[largest - 1]
        next_toward(states, largest, peg, out)
        states, targets, out = states + discs, targets + stride, out + 3


def next_moves(const uint8_t[:, ::1] states, const uint8_t[:, ::1] targets, cell[:, ::1] out):
    """Write disc, source, target of each next move of `states` into `out`, zeros where none is left."""
    cdef Py_ssize_t first, rows = states.shape[0], discs = states.shape[1]
    cdef Py_ssize_t stride = 0 if targets.shape[0] == 1 else discs
    # A row may have any number of discs, and a poll is due after so much work, not after so many rows.
    cdef Py_ssize_t many = max(1, ROWS * 16 // max(16, discs))
    first = 0
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
    cdef Py_ssize_t first, rows = states.shape[0]
    for first in range(0, rows, ROWS):
        with nogil:
            rank_rows(&states[first, 0], min(rows - first, ROWS), states.shape[1], pegs, &out[first])
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
    cdef Py_ssize_t first, rows = out.shape[0]
    for first in range(0, rows, ROWS):
        with nogil:
            unrank_rows(&numbers[first], min(rows - first, ROWS), out.shape[1], pegs, &out[first, 0])
        PyErr_CheckSignals()
