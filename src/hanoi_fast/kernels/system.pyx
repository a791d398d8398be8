"""Two system calls of Linux that Python does not offer; on other systems both raise ENOSYS.

vmsplice lends pages to a pipe without copying them, so they must never change afterwards. fallocate
with FALLOC_FL_KEEP_SIZE reserves room for a file but keeps its size, so that the size of
an unfinished file still says how much of it has been written.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.errno cimport EINTR, errno
from libc.stdint cimport uint8_t

import os


cdef extern from *:
    """
    #if defined(__linux__)
    /* By name, not by number: a raw call would pass a 64-bit size in the wrong registers on 32-bit ARM. */
    #include <errno.h>
    #include <fcntl.h>
    #include <sys/uio.h>
    static long long splice_memory(int pipe, const void *memory, size_t size)
    {
        struct iovec vector = {(void *)memory, size};
        return vmsplice(pipe, &vector, 1, 0);
    }
    static int reserve(int file, long long start, long long size)
    {
        return fallocate(file, FALLOC_FL_KEEP_SIZE, start, size);
    }
    #else
    #include <errno.h>
    static long long splice_memory(int pipe, const void *memory, size_t size) { errno = ENOSYS; return -1; }
    static int reserve(int file, long long start, long long size) { errno = ENOSYS; return -1; }
    #endif
    """
    long long splice_memory(int pipe, const void *memory, size_t size) nogil
    int reserve(int file, long long start, long long size) nogil


def vmsplice(int pipe, const uint8_t[::1] memory not None):
    """Hand pages to a pipe, which reads them where they are; return how many bytes it took.

    Raises:
        OSError: the descriptor is no pipe, nobody reads it, or the system cannot.
    """
    cdef long long taken = -1
    cdef size_t size = memory.shape[0]
    while size:
        with nogil:
            taken = splice_memory(pipe, &memory[0], size)
        if taken >= 0:
            return taken
        if errno != EINTR:
            raise OSError(errno, os.strerror(errno))
        PyErr_CheckSignals()
    return 0


def reserve_space(int file, long long start, long long size):
    """Reserve `size` bytes of room from `start` on for a file whose size stays as it is.

    Raises:
        OSError: the disk has not as much room, or the file system cannot.
    """
    cdef int done
    with nogil:
        done = reserve(file, start, size)
    if done:
        raise OSError(errno, os.strerror(errno))
