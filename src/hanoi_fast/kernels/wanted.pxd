"""Which peg is wanted for each disc of a state, from the largest down: what states.pyx and one_state.pyx ask.

To bring discs 1..n to the peg w, look from the largest down: where disc d is on w it stays, elsewhere its
move costs 2**(d-1) and the smaller discs are wanted on the third peg instead. Between two states the largest
differing disc moves once or twice: A. Hinz, S. Klavžar, C. Petr, "The Tower of Hanoi - Myths and Maths",
2nd ed., 2018, ch. 2; the automaton that decides: D. Romik, SIAM J. Discrete Math. 20 (2006) 610-622.
"""

from libc.stdint cimport uint8_t

cdef extern from *:
    """
    /* [4 * wanted + peg]: the peg wanted next, of the smaller discs. */
    static const uint8_t WANTED[12] = {0, 2, 1, 0, 2, 1, 0, 0, 1, 0, 2, 0};
    """
    const uint8_t WANTED[12]


cdef inline Py_ssize_t differing(const uint8_t* start, const uint8_t* target, Py_ssize_t discs,
                                 Py_ssize_t low) noexcept nogil:
    """Return the number of the largest disc that differs, `low` where only the first `low` discs may."""
    while discs > low and start[discs - 1] == target[discs - 1]:
        discs -= 1
    return discs


# The largest differing disc D goes from i to j, k being the third peg; the discs above D stay.
#   Once:  the smaller discs to k, D to j, on to the target:   once  = start'(k) + target'(k) + 1.
#   Twice: the smaller ones to j, D to k, they to i, D to j:   twice = start'(j) + target'(i) + 1 + 2**(D-1).
# More is never shorter: it would bring D back to a peg it has left, with the smaller discs on one peg before
# and on one peg after, and they get from there to there without D in 2**(D-1) - 1 moves at most.
# once - twice is a sum over the smaller discs of a digit -2..2 times 2**(d-1), less 2**(D-1): start at -1 and
# double. At 2 or -2 the sign is settled, since r discs below add 2 * (2**r - 1) at most. So any n, in an int.
cdef struct Choice:
    Py_ssize_t start_once, start_twice, target_once, target_twice  # the pegs wanted
    int gain


cdef inline Choice choice_of(Py_ssize_t i, Py_ssize_t j) noexcept nogil:
    cdef Choice c
    c.start_once, c.start_twice, c.target_once, c.target_twice, c.gain = 3 - i - j, j, 3 - i - j, i, -1
    return c


cdef inline bint settled(Choice c) noexcept nogil:
    return c.gain >= 2 or c.gain <= -2


cdef inline Choice looked_at(Choice c, const uint8_t* start, const uint8_t* target, Py_ssize_t low,
                             Py_ssize_t high) noexcept nogil:
    """Return the choice after the discs above `low` up to `high`, or as soon as it is settled."""
    cdef Py_ssize_t d
    for d in range(high - 1, low - 1, -1):
        c.gain = (2 * c.gain + (start[d] != c.start_once) - (start[d] != c.start_twice)
                  + (target[d] != c.target_once) - (target[d] != c.target_twice))
        if settled(c):
            break
        c.start_once = WANTED[4 * c.start_once + start[d]]
        c.start_twice = WANTED[4 * c.start_twice + start[d]]
        c.target_once = WANTED[4 * c.target_once + target[d]]
        c.target_twice = WANTED[4 * c.target_twice + target[d]]
    return c


cdef inline int sign_of(Choice c) noexcept nogil:
    """Return 1 where twice is shorter, 0 where both are equally long, else -1."""
    return (c.gain > 0) - (c.gain < 0)
