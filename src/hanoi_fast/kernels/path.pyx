"""The states along a solution: after every move of a block, and on three pegs at any steps, many at once.

After moves (disc, target) a state is the state before with one peg changed, so a row is a copy of the row above.
At a step of a tower on three pegs, bit d - 1 of the step says whether disc d has crossed (see `bitwise`):

    step 5 = 101b of 3 discs from peg 0 to peg 2: disc 3 is on 2, disc 2 on 1, disc 1 on 0, or [0, 1, 2]

Steps count from 0 to 2**n - 1, states of 64 discs at most. The slow twins are ``reference.Pegs`` and
`bitwise.fill_state`, one state at a time.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

ctypedef fused cell:
    uint8_t
    uint16_t
    uint32_t
    uint64_t

# Pegs written between two polls: about 1 ms, too short to feel on Ctrl-C.
cdef Py_ssize_t POLL = 1 << 20


cdef void follow_rows(const cell *move, uint8_t *state, Py_ssize_t count, Py_ssize_t discs) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(count):
        memcpy(state + discs, state, discs)
        state += discs
        state[<Py_ssize_t> move[3 * i] - 1] = <uint8_t> move[3 * i + 2]


def follow(const cell[:, ::1] moves not None, uint8_t[:, ::1] states not None):
    """Fill row i + 1 of `states` with what move i, (disc, source, target), makes of row i; row 0 is given."""
    cdef Py_ssize_t first, count, discs = states.shape[1]
    cdef Py_ssize_t rows = max(1, POLL // max(1, discs))
    for first in range(0, moves.shape[0], rows):
        count = min(rows, moves.shape[0] - first)
        with nogil:
            follow_rows(&moves[first, 0], &states[first, 0], count, discs)
        PyErr_CheckSignals()


cdef void descend(uint64_t step, const uint8_t *pegs, uint8_t *state, Py_ssize_t discs) noexcept nogil:
    cdef uint8_t source = pegs[0], spare = pegs[1], target = pegs[2]
    cdef Py_ssize_t i
    for i in range(discs - 1, -1, -1):
        if step >> i & 1:
            state[i] = target
            source, spare = spare, source
        else:
            state[i] = source
            spare, target = target, spare


def fill_states_at(uint8_t[:, ::1] out not None, const uint64_t[::1] steps not None, const uint8_t[::1] pegs not None):
    """Fill row i of `out` with the state after steps[i] moves of a tower from pegs[0] to pegs[2]."""
    cdef Py_ssize_t first, i, count, discs = out.shape[1]
    cdef Py_ssize_t rows = max(1, POLL // max(1, discs))
    for first in range(0, out.shape[0] if discs else 0, rows):
        count = min(rows, out.shape[0] - first)
        with nogil:
            for i in range(first, first + count):
                descend(steps[i], &pegs[0], &out[i, 0], discs)
        PyErr_CheckSignals()


cdef bint ascend(const uint8_t *state, const uint8_t *pegs, uint64_t *step, Py_ssize_t discs) noexcept nogil:
    cdef uint8_t source = pegs[0], spare = pegs[1], target = pegs[2]
    cdef Py_ssize_t i
    step[0] = 0
    for i in range(discs - 1, -1, -1):
        if state[i] == target:
            step[0] |= <uint64_t> 1 << i
            source, spare = spare, source
        elif state[i] == source:
            spare, target = target, spare
        else:
            return False
    return True


def fill_steps_of(const uint8_t[:, ::1] states not None, uint64_t[::1] out not None, const uint8_t[::1] pegs not None):
    """Fill out[i] with the step of row i of `states`; return the first row that is not on the way, or -1."""
    cdef Py_ssize_t first, i, count, wrong = -1, discs = states.shape[1]
    cdef Py_ssize_t rows = max(1, POLL // max(1, discs))
    for first in range(0, states.shape[0], rows):
        count = min(rows, states.shape[0] - first)
        with nogil:
            for i in range(first, first + count):
                if not ascend(&states[i, 0] if discs else NULL, &pegs[0], &out[i], discs):
                    wrong = i
                    break
        if wrong >= 0:
            break
        PyErr_CheckSignals()
    return wrong
