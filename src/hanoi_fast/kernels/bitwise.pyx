"""The closed forms for three pegs: any move and any state from the bits of its number.

Move m, counted from 1, takes the top disc of peg (m & (m-1)) % 3 to peg ((m | (m-1)) + 1) % 3; it is disc
ctz(m) + 1 (Buneman and Levy 1980). So written, the tower goes from peg 0 to peg 2 for odd n and to peg 1 for
even n: the caller folds the pegs that are wanted into `label` once, and no loop looks at parity.

    m = 6 = 110b: source (110b & 101b) % 3 = 1, target ((110b | 101b) + 1) % 3 = 2, disc 2

States are found without arithmetic, from the top bit of the step down, so that steps of any size will do: they
are given as little-endian bytes. Slow twins: ``reference.bitwise``, and ``tests/oracles.py`` for the states.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint8_t, uint32_t, uint64_t

# 2**16 moves take about 0.1 ms: too short to feel on Ctrl-C, long enough to hide the poll.
cdef Py_ssize_t POLL = 1 << 16


cdef extern from "bits.h" nogil:
    int lowest_of(uint64_t word)


cdef inline int source_of(uint64_t m) noexcept nogil:
    return (m & (m - 1)) % 3


cdef inline int target_of(uint64_t m) noexcept nogil:
    # (m | (m-1)) + 1 is 2**64 for m = 2**63: reduce before adding.
    return ((m | (m - 1)) % 3 + 1) % 3


cdef void pairs_from(uint64_t m, const uint8_t *label, uint8_t *out, Py_ssize_t count) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(count):
        out[2 * i] = label[source_of(m)]
        out[2 * i + 1] = label[target_of(m)]
        m += 1


def fill_pairs(uint8_t[:, ::1] out not None, uint64_t step, const uint8_t[::1] label not None):
    """Fill the rows of `out` with (source, target) of the moves from `step`, counted from 0, one at a time."""
    cdef Py_ssize_t start, count
    for start in range(0, out.shape[0], POLL):
        count = min(POLL, out.shape[0] - start)
        with nogil:
            pairs_from(step + <uint64_t> start + 1, &label[0], &out[start, 0], count)
        PyErr_CheckSignals()


cdef void moves_at(const uint64_t *steps, const uint8_t *label, uint8_t *out, Py_ssize_t count) noexcept nogil:
    cdef Py_ssize_t i
    cdef uint64_t m
    for i in range(count):
        m = steps[i] + 1
        out[3 * i] = <uint8_t> (lowest_of(m) + 1)
        out[3 * i + 1] = label[source_of(m)]
        out[3 * i + 2] = label[target_of(m)]


def fill_moves_at(uint8_t[:, ::1] out not None, const uint64_t[::1] steps not None, const uint8_t[::1] label not None):
    """Fill row i of `out` with (disc, source, target) of the move at steps[i], counted from 0."""
    cdef Py_ssize_t start, count
    for start in range(0, out.shape[0], POLL):
        count = min(POLL, out.shape[0] - start)
        with nogil:
            moves_at(&steps[start], &label[0], &out[start, 0], count)
        PyErr_CheckSignals()


cdef inline int bit(const uint8_t *number, Py_ssize_t i) noexcept nogil:
    return number[i >> 3] >> (i & 7) & 1


# Bit d - 1 of the step says whether disc d has crossed in the tower of which it is the largest: if not, the
# tower above it is on its way to the spare peg, else on its way from there. Steps 0 to 2**n - 1 are the states.

cdef void descend(const uint8_t *step, const uint8_t *pegs, uint8_t *state, Py_ssize_t discs) noexcept nogil:
    cdef uint8_t source = pegs[0], spare = pegs[1], target = pegs[2]
    cdef Py_ssize_t i
    for i in range(discs - 1, -1, -1):
        if bit(step, i):
            state[i] = target
            source, spare = spare, source
        else:
            state[i] = source
            spare, target = target, spare


def fill_state(uint8_t[::1] state not None, const uint8_t[::1] step not None, const uint8_t[::1] pegs not None):
    """Fill `state` with the peg of each disc after `step` moves from pegs[0] to pegs[2]; `step` has 8 bits a byte."""
    if state.shape[0]:
        descend(&step[0], &pegs[0], &state[0], state.shape[0])


cdef bint ascend(const uint8_t *state, const uint8_t *pegs, uint8_t *step, Py_ssize_t discs) noexcept nogil:
    cdef uint8_t source = pegs[0], spare = pegs[1], target = pegs[2]
    cdef Py_ssize_t i
    for i in range(discs - 1, -1, -1):
        if state[i] == target:
            step[i >> 3] |= 1 << (i & 7)
            source, spare = spare, source
        elif state[i] == source:
            spare, target = target, spare
        else:
            return False
    return True


def fill_step(const uint8_t[::1] state not None, uint8_t[::1] step not None, const uint8_t[::1] pegs not None):
    """Fill `step`, zero before, with the number of the state; return whether the state is on the way at all."""
    return not state.shape[0] or ascend(&state[0], &pegs[0], &step[0], state.shape[0])


# Pieces of 2**k moves: the k smallest discs go round the pegs as one, and between two of their turns one larger disc
# moves. Move number M of the larger discs is that of a tower of their own, with M = high * 2**64 + low:
# 2**64 is 1 modulo 3, so (M & (M-1)) % 3 = (high + (low & (low-1))) % 3, and the same for the target.

cdef void kinds_from(uint64_t low, uint32_t high, bint shows_disc, uint32_t *out, Py_ssize_t count) noexcept nogil:
    cdef Py_ssize_t i
    cdef uint64_t m
    cdef uint32_t source, target
    for i in range(count):
        m = low + <uint64_t> i
        source = (high + <uint32_t> source_of(m)) % 3
        target = (high + <uint32_t> target_of(m)) % 3
        out[i] = source * 3 + target
        if shows_disc:
            out[i] += 9 * <uint32_t> lowest_of(m)


def fill_kinds(uint32_t[::1] out not None, uint64_t low, uint32_t high, bint shows_disc):
    """Fill `out` with 9 * (disc - 1) + 3 * source + target of the moves from `low` on, the disc only if it is shown.

    `high` is what the number of the move has above 64 bits, modulo 3. Moves count from 1; none is a multiple of 2**64.
    """
    cdef Py_ssize_t start, count
    for start in range(0, out.shape[0], POLL):
        count = min(POLL, out.shape[0] - start)
        with nogil:
            kinds_from(low + <uint64_t> start, high, shows_disc, &out[start], count)
        PyErr_CheckSignals()
