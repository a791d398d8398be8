"""The replay of moves: is each one legal, and where do the discs end?

The stacks are linked lists: top[peg], and below[disc], the disc it lies on; where no disc is stands `discs`,
a disc larger than all. So "the top of the source is smaller than the top of the target" is false for an
empty source, for a larger disc on a smaller one and for a move within one peg: one test, which fails once.
Pegs and discs count from 0 here, but the discs named in a move of three numbers from 1. From [0, 0] the move
0 -> 2 leaves top = [1, 2, 0] and the state [2, 0]. The slow twin: replay in tests/oracles.py.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint8_t, uint16_t

ctypedef fused cell:
    uint8_t
    uint16_t

cdef enum:
    MOVES = 1 << 18  # between two polls: less than a millisecond, too short to feel on Ctrl-C
    PEGS = 256

cdef enum Reason:
    LEGAL, NO_SUCH_PEG, SAME_PEG, EMPTY_PEG, WRONG_DISC, LARGER_ON_SMALLER, NO_ARC


cdef void stack(const uint8_t[::1] state, Py_ssize_t* top, Py_ssize_t* below) noexcept nogil:
    cdef Py_ssize_t d, peg, discs = state.shape[0]
    for peg in range(PEGS):
        top[peg] = discs
    for d in range(discs - 1, -1, -1):
        below[d] = top[state[d]]
        top[state[d]] = d


cdef void unstack(uint8_t[::1] state, const Py_ssize_t* top, const Py_ssize_t* below) noexcept nogil:
    cdef Py_ssize_t peg, d, discs = state.shape[0]
    for peg in range(PEGS):
        d = top[peg]
        while d < discs:
            state[d] = <uint8_t> peg
            d = below[d]


# Returns the moves done. A width of 1 is "packed", 2 "pairs", 3 "moves"; `joined` is NULL or says for source * pegs +
# target whether there is an arc. Inlined, so each width has its own loop, and all arcs cost nothing.
cdef inline Py_ssize_t run(const cell* move, Py_ssize_t count, int width, Py_ssize_t pegs, const uint8_t* joined,
                           Py_ssize_t* top, Py_ssize_t* below) noexcept nogil:
    cdef Py_ssize_t done, source, target, disc, other
    for done in range(count):
        source = move[0] >> 4 if width == 1 else move[width - 2]
        target = move[0] & 15 if width == 1 else move[width - 1]
        if source >= pegs or target >= pegs:
            return done
        disc, other = top[source], top[target]
        if disc >= other or (width == 3 and move[0] != disc + 1):
            return done
        if joined != NULL and not joined[source * pegs + target]:
            return done
        top[source], top[target] = below[disc], disc
        below[disc] = other
        move += width
    return count


cdef Py_ssize_t run_block(const cell* move, Py_ssize_t count, int width, Py_ssize_t pegs,
                          Py_ssize_t* top, Py_ssize_t* below) noexcept nogil:
    if width == 1:
        return run(move, count, 1, pegs, NULL, top, below)
    if width == 2:
        return run(move, count, 2, pegs, NULL, top, below)
    return run(move, count, 3, pegs, NULL, top, below)


# A function of its own, so that the loops above stay as they are without arcs.
cdef Py_ssize_t run_along(const cell* move, Py_ssize_t count, int width, Py_ssize_t pegs, const uint8_t* joined,
                          Py_ssize_t* top, Py_ssize_t* below) noexcept nogil:
    return run(move, count, width, pegs, joined, top, below)


cdef Reason reason_against(const cell* move, int width, Py_ssize_t discs, Py_ssize_t pegs, const uint8_t* joined,
                           const Py_ssize_t* top) noexcept nogil:
    cdef Py_ssize_t source = move[0] >> 4 if width == 1 else move[width - 2]
    cdef Py_ssize_t target = move[0] & 15 if width == 1 else move[width - 1]
    if source >= pegs or target >= pegs:
        return NO_SUCH_PEG
    if source == target:
        return SAME_PEG
    if joined != NULL and not joined[source * pegs + target]:
        return NO_ARC
    if top[source] == discs:
        return EMPTY_PEG
    return WRONG_DISC if width == 3 and move[0] != top[source] + 1 else LARGER_ON_SMALLER


cdef object made(const cell[:, ::1] moves, Py_ssize_t discs, Py_ssize_t* top, Py_ssize_t* below, Py_ssize_t pegs,
                 const uint8_t[:, ::1] joined):
    cdef Py_ssize_t first, count, done = 0
    cdef int width = <int> moves.shape[1]
    cdef const uint8_t* arcs = NULL
    if joined is not None:
        arcs = &joined[0, 0]
    for first in range(0, moves.shape[0], MOVES):
        count = min(moves.shape[0] - first, MOVES)
        with nogil:
            if arcs == NULL:
                done = first + run_block(&moves[first, 0], count, width, pegs, top, below)
            else:
                done = first + run_along(&moves[first, 0], count, width, pegs, arcs, top, below)
        if done < first + count:
            break
        PyErr_CheckSignals()
    if done == moves.shape[0]:
        return done, LEGAL
    return done, reason_against(&moves[done, 0], width, discs, pegs, arcs, top)


def replay(const cell[:, ::1] moves, uint8_t[::1] state, Py_ssize_t[::1] below, Py_ssize_t pegs,
           const uint8_t[:, ::1] joined=None):
    """Make `moves` in `state` until one is illegal; return the moves made and why not the next.

    Their width is 1 ("packed"), 2 ("pairs") or 3 ("moves"); `below` is scratch: discs + 1 numbers.
    `joined[source, target]`, for each pair of pegs, is 0 where no disc may go; None stands for no such place.
    The reasons: 0 all were legal, 1 no such peg, 2 same peg, 3 empty peg, 4 wrong disc, 5 larger on smaller, 6 no arc.
    """
    cdef Py_ssize_t[PEGS] top
    stack(state, top, &below[0])
    answer = made(moves, state.shape[0], top, &below[0], pegs, joined)
    unstack(state, top, &below[0])
    return answer


cdef class Stacks:
    """The stacks of a state, kept between blocks of moves."""

    cdef Py_ssize_t[PEGS] top
    cdef Py_ssize_t[::1] below
    cdef Py_ssize_t discs

    def __init__(self, const uint8_t[::1] state not None, Py_ssize_t[::1] below not None):
        self.below, self.discs = below, state.shape[0]
        stack(state, self.top, &self.below[0])

    def make(self, const cell[:, ::1] moves, Py_ssize_t pegs, const uint8_t[:, ::1] joined=None):
        """Make moves as `replay` does."""
        return made(moves, self.discs, self.top, &self.below[0], pegs, joined)

    def fill_state(self, uint8_t[::1] state not None):
        """Fill `state` with the peg of each disc."""
        unstack(state, self.top, &self.below[0])
