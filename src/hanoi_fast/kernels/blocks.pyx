"""Blocks: runs of bytes that never change, small ones stored, large ones made of smaller ones.

A tower of k discs is three smaller towers, so its bytes are three smaller runs of bytes, and there are few
different ones: 29 discs on three pegs are 5 * 10**8 moves and 90 blocks. Whatever is wanted of a block, from
any byte on, is produced by copying the stored blocks below it, never by asking for a move.

    a = Block.of_bytes(b"02"); b = Block.of_bytes(b"01"); c = Block.of_bytes(b"12")
    Block.of_parts((b, a, c))        # 010212: two discs from peg 0 to peg 2

Blocks know nothing of pegs: the splits arrive as the parts. They are immutable, so any number of threads may
copy from one without a lock. The slow twin is ``b"".join`` over a generator of ``reference.py``.
"""

from cpython.bytes cimport PyBytes_AsString, PyBytes_FromStringAndSize, PyBytes_Size
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy


cdef extern from "stream_copy.h" nogil:
    void stream_copy(uint8_t *target, const uint8_t *source, size_t n)
    void stream_fence()


ctypedef void (*copy_t)(uint8_t *target, const uint8_t *source, size_t n) noexcept nogil

# Source and destination must share the two inner caches. From 4 to 64 KiB the speed differs by a quarter at most:
# less is better for 3 pegs, more for 8 (bench/bench_blocks.py::test_stored_size).
STORED = 1 << 14

# About 0.3 ms of copying: too short to feel on Ctrl-C, long enough to hide the poll.
cdef size_t POLL = 1 << 22


cdef struct Run:
    uint64_t nbytes
    const uint8_t *stored   # NULL for a run that is made of parts
    Py_ssize_t count
    const Run **parts


cdef void plain_copy(uint8_t *target, const uint8_t *source, size_t n) noexcept nogil:
    memcpy(target, source, n)


cdef size_t emit(const Run *run, uint64_t skip, uint8_t *out, size_t room, copy_t copy) noexcept nogil:
    """Copy `run` from byte `skip` on, at most `room` bytes; return how many there were."""
    # A part is either less than half as long or has a peg fewer: at most 63 calls deep, and one more for each peg.
    cdef size_t done = 0
    cdef Py_ssize_t i
    if run.stored != NULL:
        done = <size_t> min(room, run.nbytes - skip)
        copy(out, run.stored + skip, done)
        return done
    for i in range(run.count):
        if skip >= run.parts[i].nbytes:
            skip -= run.parts[i].nbytes
            continue
        done += emit(run.parts[i], skip, out + done, room - done, copy)
        if done == room:
            break
        skip = 0
    return done


cdef class Block:
    """An immutable run of at most 2**63 - 1 bytes."""

    cdef Run run
    cdef object kept    # what `run` points into: the stored bytes, or the parts

    def __dealloc__(self):
        free(self.run.parts)

    @staticmethod
    def of_bytes(bytes stored not None):
        """Return the block that stores these bytes."""
        cdef Block block = Block.__new__(Block)
        block.kept = stored
        block.run.nbytes = PyBytes_Size(stored)
        block.run.stored = <const uint8_t *> PyBytes_AsString(stored)
        return block

    @staticmethod
    def of_parts(tuple parts not None):
        """Return the parts as one block, stored if it is small enough."""
        cdef Block block = Block.__new__(Block), part
        cdef Py_ssize_t i
        block.kept = parts
        block.run.count = len(parts)
        block.run.parts = <const Run **> malloc(max(1, len(parts)) * sizeof(Run *))
        if block.run.parts == NULL:
            raise MemoryError
        for i in range(block.run.count):
            part = parts[i]
            block.run.parts[i] = &part.run
            block.run.nbytes += part.run.nbytes
        return Block.of_bytes(block.read(0, block.run.nbytes)) if block.run.nbytes <= STORED else block

    @property
    def nbytes(self):
        """The length of the run."""
        return self.run.nbytes

    @property
    def stored(self):
        """The bytes themselves where they are stored, else None."""
        return self.kept if self.run.stored != NULL else None

    @property
    def parts(self):
        """The blocks that this one is made of; none where the bytes are stored."""
        return () if self.run.stored != NULL else self.kept

    def copy_into(self, uint8_t[::1] out not None, uint64_t skip=0, bint streaming=False):
        """Fill `out` with the bytes from `skip` on; return how many there were.

        `streaming` keeps the destination out of the caches, which pays when it is larger than they are.
        """
        cdef size_t size = <size_t> min(<uint64_t> out.shape[0], self.run.nbytes - min(skip, self.run.nbytes))
        if size:
            self.fill(&out[0], skip, size, streaming)
        return size

    def read(self, uint64_t skip, uint64_t size):
        """Return so many bytes from `skip` on, fewer at the end."""
        size = min(size, self.run.nbytes - min(skip, self.run.nbytes))
        cdef bytes out = PyBytes_FromStringAndSize(NULL, <Py_ssize_t> size)
        self.fill(<uint8_t *> PyBytes_AsString(out), skip, <size_t> size, False)
        return out

    cdef int fill(self, uint8_t *out, uint64_t skip, size_t size, bint streaming) except -1:
        cdef size_t done = 0
        cdef copy_t copy = stream_copy if streaming else plain_copy
        while done < size:
            with nogil:
                done += emit(&self.run, skip + done, out + done, min(size - done, POLL), copy)
                if streaming:
                    stream_fence()
            PyErr_CheckSignals()
        return 0
