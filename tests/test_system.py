"""The calls of Linux that Python does not offer do what they say, or fail as the system does."""

import errno
import mmap
import os
import sys

import numpy as np
import pytest

from hanoi_fast.kernels.system import clone_range, extents, reserve_space, vmsplice

LINUX = sys.platform.startswith("linux")
pytestmark = pytest.mark.skipif(not LINUX, reason="these are calls of Linux")


@pytest.fixture
def file(tmp_path):
    descriptor = os.open(tmp_path / "file", os.O_RDWR | os.O_CREAT)
    yield descriptor
    os.close(descriptor)


def test_reserved_room_does_not_change_the_size(file):
    os.write(file, b"abc")
    try:
        reserve_space(file, 0, 1 << 20)
    except OSError as error:
        if error.errno != errno.EOPNOTSUPP:
            raise
        pytest.skip("this file system reserves nothing")
    assert os.fstat(file).st_size == 3
    assert os.fstat(file).st_blocks * 512 >= 1 << 20
    os.ftruncate(file, 3)
    assert os.fstat(file).st_blocks * 512 < 1 << 20


@pytest.mark.parametrize("size", [1 << 50, (1 << 63) - 1])
def test_more_room_than_there_is_is_an_error(file, size):
    with pytest.raises(OSError, match=r"No space left|File too large"):
        reserve_space(file, 0, size)


def test_lent_pages_are_read_where_they_are():
    ends = os.pipe()
    page = mmap.mmap(-1, mmap.PAGESIZE)
    page[:4] = b"once"
    assert vmsplice(ends[1], memoryview(page)) == mmap.PAGESIZE
    page[:4] = b"late"  # what must never be done to a chunk: the reader sees it
    seen = os.read(ends[0], 4)
    for end in ends:
        os.close(end)
    assert seen == b"late"


def test_nothing_is_lent_at_once():
    ends = os.pipe()
    assert vmsplice(ends[1], b"") == 0
    for end in ends:
        os.close(end)


def test_only_pipes_are_lent_to(file):
    with pytest.raises(OSError, match=r"Bad file descriptor|Invalid argument"):
        vmsplice(file, b"x" * mmap.PAGESIZE)


@pytest.mark.parametrize("numbers", [(0, 4096, 1), (1, 4096, 8192), (0, 8192, 4096)])
def test_runs_that_cannot_share_room_are_an_error_and_stay(file, numbers):
    os.write(file, content := os.urandom(8192))
    with pytest.raises(OSError, match=r"Invalid argument|not supported|Inappropriate ioctl"):
        clone_range(file, *numbers)
    assert os.pread(file, 1 << 20, 0) == content


def test_pipes_share_nothing_and_are_nowhere_on_a_disk():
    ends = os.pipe()
    with pytest.raises(OSError, match=r"Invalid argument|not supported|Inappropriate ioctl|Illegal seek"):
        clone_range(ends[1], 0, 4096, 4096)
    with pytest.raises(OSError, match=r"not supported|Inappropriate ioctl"):
        extents(ends[1], 0, np.empty((512, 3), np.int64))
    for end in ends:
        os.close(end)


def test_extents_say_where_a_file_is(file):
    os.write(file, b"a" * 8192)
    os.fsync(file)
    os.pwrite(file, b"b" * 4096, 1 << 20)
    os.fsync(file)
    rows = np.full((512, 3), -5)
    try:
        found = extents(file, 0, rows)
    except OSError as error:
        if error.errno not in (errno.EOPNOTSUPP, errno.ENOTTY):
            raise
        pytest.skip("this file system does not say")
    assert rows[:found, 2].sum() == 8192 + 4096
    assert rows[0, 0] == 0
    assert rows[found - 1, 0] == 1 << 20
    assert (rows[found:] == -5).all()
    assert extents(file, 1 << 20, rows) == 1
    assert extents(file, 2 << 20, rows) == 0
