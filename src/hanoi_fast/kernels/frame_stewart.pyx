"""Frame–Stewart tables: count[p][n] = min over k of 2*count[p][k] + count[p-1][n-k], and the largest such k.

Source: B. M. Stewart and J. S. Frame, American Mathematical Monthly 48 (1941) 216-219. Rows are pegs, columns
discs, both from 0. On p pegs the increments of the count never fall; 2**x comes C(x+p-3, p-3) times: a run.
In the run that begins after `start` discs, where the run before it had `rise` discs (proof in counts.py),
    count(n) = count(start) + (n - start) * 2**x   and   split(n) = min(n - rise, start).
Example: on 4 pegs runs have 1, 2, 3, ... discs. n = 6 is in that of x = 2, start = 3, rise = 2, count(3) = 5:
count 5 + 3 * 4 = 17, split min(6 - 2, 3) = 3. Slow twin: reference.frame_stewart_table.
Counts saturate at 2**64 - 1, which also marks the impossible; splits are exact at every size.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport UINT64_MAX, uint32_t, uint64_t

# 2**18 entries of a row take about 0.1 ms in touched memory: too short to feel on Ctrl-C.
cdef enum:
    BLOCK = 1 << 18

cdef struct Run:
    Py_ssize_t start        # the discs start < n <= start + length have the increment 2**exponent
    Py_ssize_t length
    Py_ssize_t rise         # length of the run before
    Py_ssize_t exponent
    uint64_t count          # of `start` discs, or UINT64_MAX


cdef inline Py_ssize_t fitting(Run run) noexcept nogil:
    """Increments of this run that can be added before the count passes 64 bits."""
    cdef uint64_t room = (UINT64_MAX - run.count) >> run.exponent if run.exponent < 64 else 0
    return <Py_ssize_t>min(room, <uint64_t>run.length)


cdef inline Run next_run(Run run, Py_ssize_t pegs) noexcept nogil:
    if fitting(run) == run.length:
        run.count += <uint64_t>run.length << (run.exponent & 63)  # a run that fits has exponent < 64
    else:
        run.count = UINT64_MAX
    run.start += run.length
    run.rise = run.length
    run.exponent += 1
    # C(x+p-3, p-3) from C(x+p-4, p-3). No overflow: rows are shorter than 2**32, so from 4 pegs on x < 2**17.
    run.length = run.length * (run.exponent + pegs - 3) // run.exponent
    return run


cdef void fill_run(
    uint64_t *counts, uint32_t *splits, Run run, Py_ssize_t low, Py_ssize_t high
) noexcept nogil:
    """Columns low <= n < high, all of this run."""
    cdef Py_ssize_t n
    cdef Py_ssize_t full = max(low, min(high, run.start + fitting(run) + 1))
    cdef Py_ssize_t flat = max(low, min(high, run.start + run.rise + 1))
    for n in range(low, full):
        counts[n] = run.count + (<uint64_t>(n - run.start) << (run.exponent & 63))
    for n in range(full, high):
        counts[n] = UINT64_MAX
    for n in range(low, flat):
        splits[n] = <uint32_t>(n - run.rise)
    for n in range(flat, high):
        splits[n] = <uint32_t>run.start


cdef void fill_many(
    uint64_t *counts, uint32_t *splits, Py_ssize_t pegs, Py_ssize_t low, Py_ssize_t high
) noexcept nogil:
    """Columns low <= n < high of a row of four or more pegs, low >= 1."""
    cdef Run run = Run(start=0, length=1, rise=0, exponent=0, count=0)
    while run.start + 1 < high:
        if run.start + run.length >= low:
            fill_run(counts, splits, run, max(low, run.start + 1), min(high, run.start + run.length + 1))
        run = next_run(run, pegs)


cdef void fill_three(uint64_t *counts, uint32_t *splits, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
    """The same for three pegs, where every run is one disc long."""
    cdef Py_ssize_t n
    for n in range(low, min(high, 64)):
        counts[n] = (<uint64_t>1 << n) - 1
    for n in range(max(low, 64), high):
        counts[n] = UINT64_MAX
    for n in range(low, high):
        splits[n] = <uint32_t>(n - 1)


cdef void fill_few(uint64_t *counts, uint32_t *splits, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
    """The same for fewer than three pegs: a lone disc makes its move, more discs cannot move."""
    cdef Py_ssize_t n
    for n in range(low, high):
        counts[n] = 1 if n == 1 else UINT64_MAX
        splits[n] = 0


def fill_table(uint64_t[:, ::1] counts not None, uint32_t[:, ::1] splits not None):
    """Fill both tables, (pegs + 1, discs + 1), run by run."""
    cdef Py_ssize_t pegs, low, high, columns = counts.shape[1]
    for pegs in range(counts.shape[0]):
        counts[pegs, 0] = 0
        splits[pegs, 0] = 0
        for low in range(1, columns, BLOCK):
            high = min(columns, low + BLOCK)
            with nogil:
                if pegs < 3:
                    fill_few(&counts[pegs, 0], &splits[pegs, 0], low, high)
                elif pegs == 3:
                    fill_three(&counts[pegs, 0], &splits[pegs, 0], low, high)
                else:
                    fill_many(&counts[pegs, 0], &splits[pegs, 0], pegs, low, high)
            PyErr_CheckSignals()


cdef inline uint64_t joined(uint64_t twice, uint64_t once) noexcept nogil:
    """2 * twice + once, or UINT64_MAX where that does not fit."""
    return UINT64_MAX if twice > (UINT64_MAX - once) // 2 else 2 * twice + once


cdef void try_every_split(uint64_t *same, uint64_t *fewer, uint32_t *splits, Py_ssize_t n) noexcept nogil:
    """Column n of a row of three or more pegs, from its columns below n and from the row of one peg fewer."""
    cdef uint64_t moves, best = UINT64_MAX
    cdef Py_ssize_t k, split = 0
    for k in range(n):
        moves = joined(same[k], fewer[n - k])
        if moves <= best:  # not <: of several optimal splits the largest counts
            best = moves
            split = k
    same[n] = best
    splits[n] = <uint32_t>split


def fill_table_textbook(uint64_t[:, ::1] counts not None, uint32_t[:, ::1] splits not None):
    """The same by trying every split, O(pegs * discs**2). A split holds only where its count fits."""
    cdef Py_ssize_t pegs, n
    for pegs in range(counts.shape[0]):
        counts[pegs, 0] = 0
        splits[pegs, 0] = 0
        for n in range(1, counts.shape[1]):
            with nogil:
                if pegs < 3:
                    fill_few(&counts[pegs, 0], &splits[pegs, 0], n, n + 1)
                else:
                    try_every_split(&counts[pegs, 0], &counts[pegs - 1, 0], &splits[pegs, 0], n)
            PyErr_CheckSignals()
