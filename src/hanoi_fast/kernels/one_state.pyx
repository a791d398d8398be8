"""One state of any number of discs: its largest differing disc, the bits of its distance, its next move.

wanted.pxd has the method, states.pyx does the same for many states of few discs. [1, 1, 0] to peg 2: disc 3 has to
move, and discs 2 and 1 are on the peg wanted by then, so the bits of the distance are 1, 0, 0, from disc 3 down: 4
moves. The slow twin: search in tests/oracles.py.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint8_t

from hanoi_fast.kernels.wanted cimport WANTED, Choice, choice_of, differing, looked_at, settled, sign_of

cdef enum:
    WORK = 1 << 20  # discs between two polls: two milliseconds, too short to feel on Ctrl-C


def largest_differing(const uint8_t[::1] start, const uint8_t[::1] target):
    """Return the number of the largest disc that stands elsewhere in the target, 0 if there is none."""
    cdef Py_ssize_t discs = start.shape[0], low
    while discs > 0:
        low = max(0, discs - WORK)
        with nogil:
            discs = differing(&start[0], &target[0], discs, low)
        if discs > low:
            break
        PyErr_CheckSignals()
    return discs


def detour(const uint8_t[::1] start, const uint8_t[::1] target, Py_ssize_t largest):
    """Return 1 where disc `largest`, the largest that differs, has to move twice, 0 where once is as short, else -1."""
    cdef Choice choice = choice_of(start[largest - 1], target[largest - 1])
    cdef Py_ssize_t high = largest - 1
    while high > 0 and not settled(choice):
        with nogil:
            choice = looked_at(choice, &start[0], &target[0], max(0, high - WORK), high)
        high -= WORK
        PyErr_CheckSignals()
    return sign_of(choice)


cdef Py_ssize_t misplaced(const uint8_t* state, Py_ssize_t low, Py_ssize_t high, Py_ssize_t peg,
                          uint8_t* bits) noexcept nogil:
    cdef Py_ssize_t d
    for d in range(high - 1, low - 1, -1):
        bits[d >> 3] |= <uint8_t> (state[d] != peg) << (d & 7)
        peg = WANTED[4 * peg + state[d]]
    return peg


def fill_distance(const uint8_t[::1] state, Py_ssize_t peg, uint8_t[::1] bits):
    """Set the bits of the number of moves from `state` to the tower on `peg` in `bits`, zeros, lowest first."""
    cdef Py_ssize_t high = state.shape[0]
    while high > 0:
        with nogil:
            peg = misplaced(&state[0], max(0, high - WORK), high, peg, &bits[0])
        high -= WORK
        PyErr_CheckSignals()


cdef struct Step:
    Py_ssize_t disc, target, peg  # the smallest disc so far that is not where it is wanted; the peg wanted next


# The smallest disc that is not where it is wanted is free to go there: those above it are on the third peg.
cdef Step toward(Step step, const uint8_t* state, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
    cdef Py_ssize_t d
    for d in range(high - 1, low - 1, -1):
        if state[d] != step.peg:
            step.disc, step.target = d + 1, step.peg
        step.peg = WANTED[4 * step.peg + state[d]]
    return step


def step_toward(const uint8_t[::1] state, Py_ssize_t discs, Py_ssize_t peg):
    """Return the next move of the first `discs` discs to `peg` as disc, source, target; None if they are there."""
    cdef Step step
    cdef Py_ssize_t high = discs
    step.disc, step.target, step.peg = 0, 0, peg
    while high > 0:
        with nogil:
            step = toward(step, &state[0], max(0, high - WORK), high)
        high -= WORK
        PyErr_CheckSignals()
    return (step.disc, state[step.disc - 1], step.target) if step.disc else None
