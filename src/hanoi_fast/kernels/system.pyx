"""Four system calls of Linux that Python does not offer; on other systems they raise ENOSYS.

vmsplice lends pages to a pipe without copying them, so they must never change afterwards. fallocate
with FALLOC_FL_KEEP_SIZE reserves room for a file but keeps its size, so that the size of
an unfinished file still says how much of it has been written. FICLONERANGE lets two runs of a file share their room on
the disk, until one of them is written to; FIEMAP says where on the disk a file is.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.errno cimport EINTR, errno
from libc.stdint cimport int64_t, uint8_t

import os


cdef extern from *:
    """
    #if defined(__linux__)
    /* By name, not by number: a raw call would pass a 64-bit size in the wrong registers on 32-bit ARM. */
    #include <errno.h>
    #include <fcntl.h>
    #include <linux/fiemap.h>
    #include <linux/fs.h>
    #include <string.h>
    #include <sys/ioctl.h>
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
    static int clone_bytes(int file, long long like, long long size, long long at)
    {
        struct file_clone_range range = {file, like, size, at};
        return ioctl(file, FICLONERANGE, &range);
    }
    enum { EXTENTS = 512 };  /* 28 KiB of stack */
    static int next_extents(int file, long long start, int64_t *rows)
    {
        union { struct fiemap map; char room[sizeof(struct fiemap) + EXTENTS * sizeof(struct fiemap_extent)]; } found;
        memset(&found.map, 0, sizeof found.map);
        found.map.fm_start = start;
        found.map.fm_length = FIEMAP_MAX_OFFSET - start;
        found.map.fm_extent_count = EXTENTS;
        if (ioctl(file, FS_IOC_FIEMAP, &found.map))
            return -1;
        struct fiemap_extent *extent = found.map.fm_extents;
        for (unsigned i = 0; i < found.map.fm_mapped_extents; i++, extent++, rows += 3) {
            rows[0] = extent->fe_logical;
            rows[1] = extent->fe_physical;
            if (extent->fe_flags & (FIEMAP_EXTENT_UNKNOWN | FIEMAP_EXTENT_DELALLOC))
                rows[1] = -1;
            rows[2] = extent->fe_length;
        }
        return found.map.fm_mapped_extents;
    }
    #else
    #include <errno.h>
    static long long splice_memory(int pipe, const void *memory, size_t size) { errno = ENOSYS; return -1; }
    static int reserve(int file, long long start, long long size) { errno = ENOSYS; return -1; }
    static int clone_bytes(int file, long long like, long long size, long long at) { errno = ENOSYS; return -1; }
    enum { EXTENTS = 512 };
    static int next_extents(int file, long long start, int64_t *rows) { errno = ENOSYS; return -1; }
    #endif
    """
    enum: EXTENTS
    long long splice_memory(int pipe, const void *memory, size_t size) nogil
    int reserve(int file, long long start, long long size) nogil
    int clone_bytes(int file, long long like, long long size, long long at) nogil
    int next_extents(int file, long long start, int64_t *rows) nogil


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
        OSError: the disk does not have that much room, or the file system cannot reserve it.
    """
    cdef int done
    with nogil:
        done = reserve(file, start, size)
    if done:
        raise OSError(errno, os.strerror(errno))


def clone_range(int file, long long like, long long size, long long at):
    """Let the `size` bytes of a file from `at` on be those from `like` on, in the same room on the disk.

    All are multiples of the file system's block, and the two runs do not overlap.

    Raises:
        OSError: the file system cannot, or is full.
    """
    cdef int done
    with nogil:
        done = clone_bytes(file, like, size, at)
    if done:
        raise OSError(errno, os.strerror(errno))


def extents(int file, long long start, int64_t[:, ::1] out not None):
    """Write where on the disk a file is from `start` on: rows of where in the file, where on the disk (-1 if
    that is not known yet), and length.

    `out` has 512 rows or more. Return how many were written: fewer than 512 if these are the last.

    Raises:
        OSError: the file system cannot say.
    """
    cdef int found
    with nogil:
        found = next_extents(file, start, &out[0, 0])
    if found < 0:
        raise OSError(errno, os.strerror(errno))
    return found
