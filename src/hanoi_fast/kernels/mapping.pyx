"""Memory whose pages are those of one file, mapped as often as they occur.

A `Mapping` reserves a stretch of addresses, and `place` puts runs of a file there, each with one mmap(MAP_FIXED).
Equal runs are the same pages, so 2 TiB of moves take 400 MiB. Addresses are given back when the last array or view
of the mapping is gone. Pages can be read and never written. POSIX only: elsewhere `Mapping` raises OSError (ENOSYS).

    m = Mapping(3 * 4096); m.place(file, 4096, [0, 4096, 8192], [0, 4096, 0])    # three pages, of which two are one

The slow twin is b"".join over the runs (tests/test_mapping.py).
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.errno cimport errno
from libc.stdint cimport int64_t

import os

# About 1 ms of mmap calls: too short to feel on Ctrl-C.
cdef Py_ssize_t POLL = 1 << 10

cdef extern from *:
    """
    #if defined(_WIN32)
    #include <errno.h>
    static void *reserve_addresses(size_t size) { errno = ENOSYS; return 0; }
    static void release_addresses(void *start, size_t size) {}
    static int place_run(char *at, size_t size, int file, long long offset) { errno = ENOSYS; return -1; }
    #else
    #include <errno.h>
    #include <sys/mman.h>
    #ifndef MAP_NORESERVE
    #define MAP_NORESERVE 0
    #endif
    static void *reserve_addresses(size_t size)
    {
        void *start = mmap(0, size, PROT_NONE, MAP_PRIVATE | MAP_ANON | MAP_NORESERVE, -1, 0);
        return start == MAP_FAILED ? 0 : start;
    }
    static void release_addresses(void *start, size_t size) { munmap(start, size); }
    static int place_run(char *at, size_t size, int file, long long offset)
    {
        return mmap(at, size, PROT_READ, MAP_PRIVATE | MAP_FIXED, file, offset) == MAP_FAILED ? -1 : 0;
    }
    #endif
    """
    void *reserve_addresses(size_t size) nogil
    void release_addresses(void *start, size_t size) nogil
    int place_run(char *at, size_t size, int file, long long offset) nogil


cdef Py_ssize_t place_runs(char *start, size_t size, int file, const int64_t *at, const int64_t *offsets,
                           Py_ssize_t count) noexcept nogil:
    """Map `count` runs of `size` bytes of the file; return how many could be."""
    cdef Py_ssize_t i
    for i in range(count):
        if place_run(start + at[i], size, file, offsets[i]):
            return i
    return count


cdef class Mapping:
    """A stretch of `size` addresses, a read-only buffer. Nothing can be read there before it is placed."""

    cdef char *start
    cdef Py_ssize_t size
    cdef Py_ssize_t[1] shape, strides

    def __cinit__(self, Py_ssize_t size):
        self.size = self.shape[0] = size
        self.strides[0] = 1
        if size:
            self.start = <char *> reserve_addresses(size)
            if self.start == NULL:
                raise OSError(errno, os.strerror(errno))

    def __dealloc__(self):
        if self.start != NULL:
            release_addresses(self.start, self.size)

    def place(self, int file, size_t size, const int64_t[::1] at not None, const int64_t[::1] offsets not None):
        """Map runs of `size` bytes: at at[i] the pages of the file from offsets[i] on.

        All are multiples of the page, and the runs lie within the mapping.

        Raises:
            OSError: the system cannot, as where a process has too many mappings.
        """
        cdef Py_ssize_t first, count, done
        for first in range(0, at.shape[0], POLL):
            count = min(POLL, at.shape[0] - first)
            with nogil:
                done = place_runs(self.start, size, file, &at[first], &offsets[first], count)
            if done < count:
                raise OSError(errno, os.strerror(errno))
            PyErr_CheckSignals()

    def __getbuffer__(self, Py_buffer *view, int flags):
        if flags & 1:  # PyBUF_WRITABLE
            raise BufferError("the memory is read-only")
        view.obj = self
        view.buf = self.start
        view.len = self.size
        view.readonly = 1
        view.itemsize = 1
        view.format = b"B"
        view.ndim = 1
        view.shape = self.shape
        view.strides = self.strides
        view.suboffsets = NULL
        view.internal = NULL
