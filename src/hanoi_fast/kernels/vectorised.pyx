"""One move at a time for three pegs, in the form that a C compiler turns into vector instructions: the rival of blocks.

The closed form of ``bitwise`` in 32 bits, without a table of labels and without a division: a compiler multiplies by
the reciprocal of 3. For an even number of discs pegs 1 and 2 change places, which is doubling modulo 3.

    m = 6 = 110b, odd discs: source (110b & 101b) % 3 = 1, target ((110b | 101b) + 1) % 3 = 2; even discs: 2 and 1

On x86-64 the loop is compiled twice, the second time for AVX2, which is used where the processor has it.
Slow twin: ``reference.bitwise``.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint8_t, uint32_t

# 2**18 moves take about 0.3 ms: too short to feel on Ctrl-C, long enough to hide the poll.
cdef Py_ssize_t POLL = 1 << 18


cdef extern from *:
    """
    #include <stdint.h>
    #if defined(__GNUC__) && defined(__x86_64__)
    #define HAS_AVX2_LOOP 1
    #include <cpuid.h>
    #define INLINED inline __attribute__((always_inline))
    #else
    #define HAS_AVX2_LOOP 0
    #define INLINED
    #endif

    static INLINED void moves_from(uint32_t m, uint32_t factor, uint8_t *restrict out, Py_ssize_t count)
    {
        for (Py_ssize_t i = 0; i < count; i++, m++) {
            uint32_t source = (m & (m - 1)) % 3 * factor, target = ((m | (m - 1)) % 3 + 1) % 3 * factor;
            out[2 * i] = (uint8_t)(source >= 3 ? source - 3 : source);
            out[2 * i + 1] = (uint8_t)(target >= 3 ? target - 3 : target);
        }
    }

    #if HAS_AVX2_LOOP
    __attribute__((target("avx2"))) static void moves_by_avx2(uint32_t m, int even, uint8_t *out, Py_ssize_t count)
    {
        if (even) moves_from(m, 2, out, count); else moves_from(m, 1, out, count);
    }

    /* Does the processor have AVX2, and does the system save its registers? */
    static int has_avx2(void)
    {
        unsigned a, b, c, d;
        if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE)) return 0;
        __asm__("xgetbv" : "=a"(a), "=d"(d) : "c"(0));
        return (a & 6) == 6 && __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_AVX2);
    }
    #else
    static void moves_by_avx2(uint32_t m, int even, uint8_t *out, Py_ssize_t count) {}
    static int has_avx2(void) { return 0; }
    #endif

    static void moves_by_any(uint32_t m, int even, uint8_t *out, Py_ssize_t count)
    {
        if (even) moves_from(m, 2, out, count); else moves_from(m, 1, out, count);
    }
    """
    void moves_by_avx2(uint32_t m, bint even, uint8_t *out, Py_ssize_t count) noexcept nogil
    void moves_by_any(uint32_t m, bint even, uint8_t *out, Py_ssize_t count) noexcept nogil
    bint has_avx2() noexcept nogil


AVX2 = has_avx2()


def fill_pairs(uint8_t[:, ::1] out not None, uint32_t step, bint even, bint wide = AVX2):
    """Fill the rows of `out` with (source, target) of the moves from `step` on, from peg 0 to peg 2, one at a time.

    `even` says whether the number of discs is even. Steps count from 0 and end before 2**32 - 1. `wide`: with AVX2,
    which must be there.
    """
    cdef Py_ssize_t start, count
    for start in range(0, out.shape[0], POLL):
        count = min(POLL, out.shape[0] - start)
        with nogil:
            if wide:
                moves_by_avx2(step + <uint32_t> start + 1, even, &out[start, 0], count)
            else:
                moves_by_any(step + <uint32_t> start + 1, even, &out[start, 0], count)
        PyErr_CheckSignals()
