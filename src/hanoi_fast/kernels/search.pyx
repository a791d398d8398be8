"""Breadth-first search over states: a ball of all states within so many moves of one, grown a level at a time.

States are found a word at a time, see pages.pxd. Levels count from 0, the start; discs and pegs too. Room for all
pages that a step may add is made before it, so no step can fail.

Four pegs, three discs in a word: bit 0 is [0, 0, 0], bit 1 is [1, 0, 0], bit 4 is [0, 1, 0]. From [0, 0, 0, ...] level
1 is bits 1, 2 and 3 of the same word. The slow twin: search in tests/oracles.py.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc

from .pages cimport (KEY, QUEUED, WORDS, Field, Page, Slot, expand, lowest_of, page_of, release, slot_of, stride,
                     wave_of, zeros)

cdef uint64_t CHUNK = 1 << 24  # bytes of pages that are asked of the system at once
cdef uint64_t NEW = 1 << 12  # pages that one call may add: it expands as many, divided by the pairs of pegs
cdef uint64_t LOOKED = 1 << 12  # pages looked through between two polls, a millisecond
cdef uint64_t MOVED = 1 << 14  # slots of the table that find a new place between two polls

ctypedef fused number:
    uint8_t
    uint16_t
    uint32_t

# ---- many pages ----

cdef void expand_some(Field* f, uint64_t first, uint64_t last) noexcept nogil:
    cdef uint64_t at
    for at in range(first, last):
        expand(f, f.waiting[f.level & 1][at])


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
