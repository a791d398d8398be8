"""Breadth-first search over states: a ball of all states within so many moves of one, grown a level at a time.

A word holds a bit for each place of the smallest discs, the others standing still; a page holds the words of a few
more discs. All states of a word move at once: the discs within it by a table of bytes, a larger disc between two pegs
by one mask, those states in which no disc of the word is on either peg. Which disc that is, is the smallest of the
page on one of the two; if there is none, the smallest of the others, and another page is reached. Pages are made when
they are reached and found by hashing the places of their discs. Levels count from 0, the start.

Four pegs, three discs in a word: bit 0 is [0, 0, 0], bit 1 is [1, 0, 0], bit 4 is [0, 1, 0]. From [0, 0, 0, ...] level
1 is bits 1, 2 and 3 of the same word. The slow twin: search in tests/oracles.py.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc
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
    #if defined(__GNUC__)
    #define ones_of(word) __builtin_popcountll(word)
    #define lowest_of(word) __builtin_ctzll(word)
    #define fetch(where) __builtin_prefetch(where, 1)
    #else
    #include <intrin.h>
    #define ones_of(word) (int)__popcnt64(word)
    static int lowest_of(unsigned long long word)
    {
        unsigned long at;
        _BitScanForward64(&at, word);
        return (int)at;
    }
    #define fetch(where)
    #endif
    """
    void* zeros(size_t size, bint much) nogil
    void release(void* memory, size_t size) nogil
    int ones_of(uint64_t word) nogil
    int lowest_of(uint64_t word) nogil
    void fetch(const void* where) nogil

cdef uint64_t CHUNK = 1 << 24  # bytes of pages that are asked of the system at once
cdef uint64_t NEW = 1 << 12  # pages that one call may add: it expands as many, divided by the pairs of pegs
cdef uint64_t LOOKED = 1 << 12  # pages looked through between two polls, a millisecond
cdef uint64_t MOVED = 1 << 14  # slots of the table that find a new place between two polls

cdef enum:
    PEGS = 16
    PAIRS = PEGS * (PEGS - 1) // 2
    KEY = 0  # a page begins with the places of its discs,
    QUEUED = 1  # the level after the one it was last queued for,
    WORDS = 2  # and then has its words: visited[words], wave[2][words]
    WITHIN = 254  # of a step: no disc may go
    WITHOUT = 255  # of a step: a disc of another page

ctypedef fused number:
    uint8_t
    uint16_t
    uint32_t

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
    uint64_t found, pages, states, level
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


cdef Page page_of(Field* f, uint64_t key) noexcept nogil:
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


cdef void reach(const Field* f, uint64_t key, uint64_t* keys) noexcept nogil:
    """Write for each pair of pegs the key after the move of a disc of the key between them; the key itself if none."""
    cdef int[PEGS] lowest  # where in the key the smallest disc on each peg is, 64 for none
    cdef uint64_t on
    cdef const uint8_t* pair = f.pair
    cdef int peg, bit, one, other
    for peg in range(f.pegs):
        on = key ^ peg * f.ends
        for bit in range(1, f.bits):
            on |= (key ^ peg * f.ends) >> bit
        on = ~on & f.ends
        lowest[peg] = lowest_of(on) if on else 64
    for peg in range(f.pairs):
        one, other = pair[0], pair[1]
        keys[peg] = key
        if lowest[one] < lowest[other]:
            keys[peg] ^= <uint64_t> (pair[2] * (one ^ other)) << lowest[one]
        elif lowest[other] < lowest[one]:
            keys[peg] ^= <uint64_t> (pair[3] * (one ^ other)) << lowest[other]
        pair += 4


cdef void expand(Field* f, Page page) noexcept nogil:
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


cdef void expand_some(Field* f, uint64_t first, uint64_t last) noexcept nogil:
    cdef uint64_t at
    for at in range(first, last):
        expand(f, f.waiting[f.level & 1][at])


# ---- what is found ----

cdef bint meet_some(const Field* f, const Field* other, uint64_t first, uint64_t last,
                    uint64_t* place) noexcept nogil:
    """Write key, word and bit of the first state that is in the last level of both, if there is one."""
    cdef uint64_t at, both
    cdef Page page
    cdef Page there
    cdef int word
    for at in range(first, last):
        page = f.waiting[f.level & 1][at]
        there = slot_of(other, page[KEY]).page
        if there != NULL:
            for word in range(f.words):
                both = wave_of(f, page)[word] & wave_of(other, there)[word]
                if both:
                    place[0], place[1], place[2] = page[KEY], word, lowest_of(both)
                    return True
    return False


cdef void write_page(const Field* f, Page page, uint64_t places, number* out) noexcept nogil:
    cdef uint64_t* wave = wave_of(f, page)
    cdef uint64_t rank = 0, states
    cdef int disc, word
    for disc in range(f.discs - 1, -1, -1):
        rank = rank * f.pegs + (page[KEY] >> disc * f.bits & ((1 << f.bits) - 1))
    out += rank * f.words * places
    for word in range(f.words):
        states = wave[word]
        while states:
            out[lowest_of(states)] = <number> f.level
            states &= states - 1
        out += places


cdef void move_slots(Field* f, const Slot* old, uint64_t first, uint64_t last) noexcept nogil:
    cdef uint64_t at
    for at in range(first, last):
        if old[at].page != NULL:
            slot_of(f, old[at].key)[0] = old[at]


cdef class Ball:
    """All states within `level` moves of a start, in memory of its own that grows with it."""

    cdef Field field
    cdef const uint64_t[:, ::1] near
    cdef const uint64_t[::1] clear
    cdef const uint8_t[:, ::1] step, pair
    cdef uint64_t most, chunks, listed, slice

    def __cinit__(self, int pegs, int discs, uint64_t most, const uint64_t[:, ::1] near, const uint64_t[::1] clear,
                  const uint8_t[:, ::1] step, const uint8_t[:, ::1] pair, uint64_t key, int word, int bit):
        cdef Field* f = &self.field
        self.near, self.clear, self.step, self.pair, self.most = near, clear, step, pair, most
        f.pegs, f.discs, f.words, f.pairs = pegs, discs, step.shape[0], step.shape[1]
        while 1 << f.bits < pegs:
            f.bits += 1
        for disc in range(discs):
            f.ends |= (<uint64_t> 1) << disc * f.bits
        f.near, f.clear, f.step, f.pair = &near[0, 0], &clear[0], &step[0, 0], &pair[0, 0]
        f.chunk = min(most, CHUNK // self.bytes_of(1))
        self.slice = NEW // f.pairs
        f.shift = 64
        if not self.reserve(<uint64_t> -1):
            raise MemoryError
        f.waiting[0][0] = page_of(f, key)
        f.queued[0] = 1
        f.waiting[0][0][QUEUED] = 1
        f.waiting[0][0][WORDS + word] = wave_of(f, f.waiting[0][0])[word] = (<uint64_t> 1) << bit

    def __dealloc__(self):
        cdef uint64_t at
        for at in range(self.chunks):
            release(self.field.chunks[at], self.bytes_of(self.field.chunk))
        free(self.field.chunks)
        release(self.field.slots, self.slots() * sizeof(Slot))
        free(self.field.waiting[0])
        free(self.field.waiting[1])

    @property
    def level(self):
        """How many moves the states found last are from the start."""
        return self.field.level

    @property
    def states(self):
        """How many states are nearer than those."""
        return self.field.states

    @property
    def pages(self):
        """How many pages those found last are in: what the next level takes time for."""
        return self.field.queued[self.field.level & 1]

    @property
    def nbytes(self):
        """How many bytes of memory are asked of the system."""
        return self.size(self.field.pages, self.slots(), self.listed)

    cdef uint64_t slots(self):
        return (<uint64_t> 1) << (64 - self.field.shift)

    cdef uint64_t bytes_of(self, uint64_t pages):
        return pages * stride(&self.field) * sizeof(uint64_t)

    cdef uint64_t size(self, uint64_t pages, uint64_t slots, uint64_t listed):
        return self.bytes_of(pages) + slots * sizeof(Slot) + 2 * listed * sizeof(Page)

    cdef bint reserve(self, uint64_t limit) except -1:
        """Make room for all pages that a call may add; say whether they stay within so many bytes."""
        cdef Field* f = &self.field
        cdef uint64_t pages = min(f.pages + NEW, self.most)
        cdef uint64_t chunks = max(self.chunks, (pages + f.chunk - 1) // f.chunk), listed = self.listed
        cdef uint64_t slots = max(self.slots(), <uint64_t> 2)
        while slots < 2 * pages:
            slots *= 2
        if listed < pages:
            listed = min(max(2 * listed, NEW), self.most)
        if self.size(pages, slots + (self.slots() if slots > self.slots() else 0), listed) > limit:
            return False
        if chunks > self.chunks:
            self.add_chunks(chunks)
        if listed > self.listed:
            self.lengthen(listed)
        if f.slots == NULL or slots > self.slots():
            self.spread(slots)
        return True

    cdef int add_chunks(self, uint64_t chunks) except -1:
        cdef Field* f = &self.field
        cdef void* longer = realloc(f.chunks, chunks * sizeof(Page))
        if longer == NULL:
            raise MemoryError
        f.chunks = <Page*> longer
        while self.chunks < chunks:
            f.chunks[self.chunks] = <Page> zeros(self.bytes_of(f.chunk), self.chunks > 0)
            if f.chunks[self.chunks] == NULL:
                raise MemoryError
            self.chunks += 1
        return 0

    cdef int lengthen(self, uint64_t listed) except -1:
        cdef void* longer
        cdef int which
        for which in range(2):
            longer = realloc(self.field.waiting[which], listed * sizeof(Page))
            if longer == NULL:
                raise MemoryError
            self.field.waiting[which] = <Page*> longer
        self.listed = listed
        return 0

    cdef int spread(self, uint64_t slots) except -1:
        cdef Field* f = &self.field
        cdef Slot* old = f.slots
        cdef uint64_t first = 0, count = self.slots() if old != NULL else 0
        cdef Slot* larger = <Slot*> zeros(slots * sizeof(Slot), slots * sizeof(Slot) >= CHUNK)
        if larger == NULL:
            raise MemoryError
        f.slots = larger
        f.shift = 64
        while self.slots() < slots:
            f.shift -= 1
        try:
            while first < count:
                with nogil:
                    move_slots(f, old, first, min(first + MOVED, count))
                first += MOVED
                PyErr_CheckSignals()
        finally:
            release(old, count * sizeof(Slot))
        return 0

    def grow(self, uint64_t limit):
        """Find the states of the next level; return False, and find no more, where that takes over `limit` bytes."""
        cdef Field* f = &self.field
        cdef int now = f.level & 1
        cdef uint64_t first = 0, last
        while first < f.queued[now]:
            if not self.reserve(limit):
                return False
            last = min(first + self.slice, f.queued[now])
            with nogil:
                expand_some(f, first, last)
            first = last
            PyErr_CheckSignals()
        f.queued[now] = 0
        f.level += 1
        return True

    def meets(self, Ball other not None):
        """Return key, word and bit of a state that both have found last, or None."""
        cdef Field* f = &self.field
        cdef uint64_t[3] place
        cdef uint64_t first = 0, last, count = f.queued[f.level & 1]
        cdef bint found
        while first < count:
            last = min(first + LOOKED, count)
            with nogil:
                found = meet_some(f, &other.field, first, last, place)
            if found:
                return place[0], place[1], place[2]
            first = last
            PyErr_CheckSignals()
        return None

    def write(self, number[::1] out, uint64_t places):
        """Write the level into `out` at the rank of each state found last; a word has so many places."""
        cdef Field* f = &self.field
        cdef uint64_t first = 0, last, at, count = f.queued[f.level & 1]
        while first < count:
            last = min(first + LOOKED, count)
            with nogil:
                for at in range(first, last):
                    write_page(f, f.waiting[f.level & 1][at], places, &out[0])
            first = last
            PyErr_CheckSignals()
