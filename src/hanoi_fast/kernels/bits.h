/* How many ones a word has, and where its lowest one is, counted from 0: by instructions where the compiler offers
 * them for all processors, else in C. MSVC has them for some only, and none of 64 bits for those of 32.
 */
#ifndef HANOI_FAST_BITS_H
#define HANOI_FAST_BITS_H

#include <stdint.h>

#if defined(__GNUC__)

static inline int ones_of(uint64_t word) { return __builtin_popcountll(word); }
static inline int lowest_of(uint64_t word) { return __builtin_ctzll(word); }

#else

/* By pairs of bits, by fours, by bytes, which a product adds up: H. Warren, "Hacker's Delight", 2nd ed., 5-1. */
static inline int ones_of(uint64_t word)
{
    word -= word >> 1 & 0x5555555555555555;
    word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333);
    return (int)(((word + (word >> 4)) & 0x0F0F0F0F0F0F0F0F) * 0x0101010101010101 >> 56);
}

#if defined(_M_X64) || defined(_M_ARM64)
#include <intrin.h>
static inline int lowest_of(uint64_t word)
{
    unsigned long at;
    _BitScanForward64(&at, word);
    return (int)at;
}
#else
static inline int lowest_of(uint64_t word) { return ones_of((word & (0 - word)) - 1); }
#endif

#endif
#endif
