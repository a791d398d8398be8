"""States by the page: how they are found, and the step from those of a level to those of the next.

A word holds a bit for each place of the smallest discs, the others standing still; a page holds the words of a few
more discs. All states of a word move at once: the discs within it by a table of bytes, a larger disc between two pegs
by one mask, those states in which no disc of the word is on either peg. Which disc that is, is the smallest of the
page on one of the two; if there is none, the smallest of the others, and another page is reached. Pages are made when
they are reached, and found by hashing a key: the places of their discs.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

cdef extern from *:
    """
    #include <stdlib.h>
    #if defined(__linux__)
    #include <sys/mman.h>
    /* Zeros, and for much of them pages of 2 MiB: each look-up would miss the cache of addresses as well. */
    static void *zeros(size_t size, int much)
    {
        void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED)
            return NULL;
        if (much)
            madvise(memory, size, MADV_HUGEPAGE);
        return memory;
    }
    static void release(void *memory, size_t size)
    {
        if (memory)
            munmap(memory, size);
    }
    #else
    static void *zeros(size_t size, int much) { return calloc(size, 1); }
    static void release(void *memory, size_t size) { free(memory); }
    #endif
    """
    void* zeros(size_t size, bint much) nogil
    void release(void* memory, size_t size) nogil

cdef extern from "bits.h" nogil:
    int ones_of(uint64_t word)
    int lowest_of(uint64_t word)


cdef enum:
    PEGS = 16
    PAIRS = PEGS * (PEGS - 1) // 2
    KEY = 0  # a page begins with the places of its discs,
    QUEUED = 1  # the level after the one it was last queued for,
    WORDS = 2  # and then has its words: visited[words], wave[2][words]
    WITHIN = 254  # of a step: no disc may go
    WITHOUT = 255  # of a step: a disc of another page

ctypedef uint64_t* Page

cdef struct Slot:
    uint64_t key
    Page page


cdef struct Field:
    # The puzzle.
    int pegs, words, pairs, bits, discs  # bits of a disc in a key, discs in a key
    uint64_t ends  # the lowest bit of each disc in a key
    const uint64_t* near  # [8][256]: the states next to those of a byte of a word
    const uint64_t* clear  # [pairs]: the states of a word with no disc on either peg
    const uint8_t* step  # [words][pairs]: the word that is reached, WITHIN or WITHOUT
    const uint8_t* pair  # [pairs][4]: two pegs, whether a disc may go to the second, to the first
    # What is found.
    Slot* slots
    int shift  # 64 less the bits of a slot's number
    uint64_t pages, states, level
    Page* waiting[2]  # pages of this level and of the next
    uint64_t queued[2]
    Page* chunks
    uint64_t chunk  # pages in each


# ---- pages ----

# Fibonacci hashing (Knuth, TAOCP 3, 6.4): keys differ most in their low bits, slots are the high ones.
cdef inline Slot* slot_of(const Field* f, uint64_t key) noexcept nogil:
    cdef uint64_t mask = ((<uint64_t> 1) << (64 - f.shift)) - 1
    cdef uint64_t at = (key * <uint64_t> 0x9E3779B97F4A7C15) >> f.shift
    while f.slots[at].page != NULL and f.slots[at].key != key:
        at = (at + 1) & mask
    return &f.slots[at]


cdef inline uint64_t stride(const Field* f) noexcept nogil:
    return WORDS + 3 * f.words


cdef inline Page page_of(Field* f, uint64_t key) noexcept nogil:
    """The page of a key, a new one if it has not been reached; `reserve` has made room for it."""
    cdef Slot* slot = slot_of(f, key)
    if slot.page == NULL:
        slot.key = key
        slot.page = f.chunks[f.pages // f.chunk] + f.pages % f.chunk * stride(f)
        slot.page[KEY] = key
        f.pages += 1
    return slot.page


cdef inline uint64_t* wave_of(const Field* f, Page page) noexcept nogil:
    return page + WORDS + (1 + (f.level & 1)) * f.words


# ---- a level ----

cdef inline void add(Field* f, Page page, int word, uint64_t states) noexcept nogil:
    """Take states for the next level, those that are new."""
    cdef int after = 1 - (f.level & 1)
    page += WORDS + word
    states &= ~page[0]
    if states:
        page[0] |= states
        page[(1 + after) * f.words] |= states
        page -= WORDS + word
        if page[QUEUED] != f.level + 2:
            page[QUEUED] = f.level + 2
            f.waiting[after][f.queued[after]] = page
            f.queued[after] += 1


cdef inline uint64_t next_to(const uint64_t* near, uint64_t states) noexcept nogil:
    """The states that the discs of a word reach from some of its states."""
    return (near[states & 255] | near[256 + (states >> 8 & 255)] | near[512 + (states >> 16 & 255)]
            | near[768 + (states >> 24 & 255)] | near[1024 + (states >> 32 & 255)] | near[1280 + (states >> 40 & 255)]
            | near[1536 + (states >> 48 & 255)] | near[1792 + (states >> 56)])


cdef inline void reach(const Field* f, uint64_t key, uint64_t* keys) noexcept nogil:
    """Write for each pair of pegs the key after the move of a disc of the key between them; the key itself if none."""
    cdef int[PEGS] lowest  # where in the key the smallest disc on each peg is, 64 for none
    cdef uint64_t on
    cdef const uint8_t* pair = f.pair
    cdef int peg, bit, at, one, other
    for peg in range(f.pegs):
        on = key ^ peg * f.ends
        for bit in range(1, f.bits):
            on |= (key ^ peg * f.ends) >> bit
        on = ~on & f.ends
        lowest[peg] = lowest_of(on) if on else 64
    for at in range(f.pairs):
        one, other = pair[0], pair[1]
        keys[at] = key
        if lowest[one] < lowest[other]:
            keys[at] ^= <uint64_t> (pair[2] * (one ^ other)) << lowest[one]
        elif lowest[other] < lowest[one]:
            keys[at] ^= <uint64_t> (pair[3] * (one ^ other)) << lowest[other]
        pair += 4


cdef inline void expand(Field* f, Page page) noexcept nogil:
    """Take the states next to those of this level in a page."""
    cdef uint64_t[PAIRS] keys
    cdef Page[PAIRS] others
    cdef uint64_t* wave = wave_of(f, page)
    cdef const uint8_t* step = f.step
    cdef uint64_t states, free
    cdef bint asked = False
    cdef int word, pair
    for word in range(f.words):
        states = wave[word]
        if states:
            wave[word] = 0
            f.states += ones_of(states)
            add(f, page, word, next_to(f.near, states))
            for pair in range(f.pairs):
                free = states & f.clear[pair]
                if free == 0 or step[pair] == WITHIN:
                    continue
                if step[pair] < WITHIN:
                    add(f, page, step[pair], free)
                    continue
                if not asked:
                    asked = True
                    reach(f, page[KEY], keys)
                    memset(others, 0, f.pairs * sizeof(Page))
                if keys[pair] != page[KEY]:
                    if others[pair] == NULL:
                        others[pair] = page_of(f, keys[pair])
                    add(f, others[pair], word, free)
        step += f.pairs
