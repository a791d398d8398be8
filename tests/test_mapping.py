"""Pieces of one file stand in memory wherever they are placed, read-only, and are given back."""

import gc
import mmap
import os
import random
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("fcntl", reason="pages are mapped on POSIX only")
from hanoi_fast.kernels.mapping import Mapping

PAGE = mmap.PAGESIZE


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "pages"
    path.write_bytes(b"".join(bytes([letter]) * PAGE for letter in b"ABCD"))
    descriptor = os.open(path, os.O_RDONLY)
    yield descriptor
    os.close(descriptor)


def placed(mapping, file, size, offsets, first=0):
    mapping.place(file, size, first + size * np.arange(len(offsets)), np.array(offsets))


def mappings(file):
    """Return how many mappings of the file there are; how many there are in all is not ours to say."""
    path = str(Path(f"/proc/self/fd/{file}").readlink())
    return sum(line.endswith(path) for line in Path("/proc/self/maps").read_text().splitlines())


def test_pages_stand_where_they_are_placed(file):
    order = [0, 2, 1, 1, 3, 0]
    mapping = Mapping(6 * PAGE)
    placed(mapping, file, PAGE, np.array(order) * PAGE)
    assert bytes(mapping) == b"".join(bytes([b"ABCD"[i]]) * PAGE for i in order)


def test_pieces_of_several_pages_are_placed_behind_others(file):
    mapping = Mapping(5 * PAGE)
    placed(mapping, file, PAGE, [3 * PAGE])
    placed(mapping, file, 2 * PAGE, [PAGE, 0], first=PAGE)
    assert bytes(mapping)[::PAGE] == b"DBCAB"


def test_more_pieces_than_between_two_polls_are_all_placed(file):
    order = random.Random(1).choices(range(4), k=2500)
    mapping = Mapping(len(order) * PAGE)
    placed(mapping, file, PAGE, np.array(order) * PAGE)
    assert bytes(mapping)[::PAGE] == bytes(b"ABCD"[i] for i in order)


def test_a_length_need_not_be_whole_pages(file):
    mapping = Mapping(PAGE + 5)
    placed(mapping, file, PAGE, [0, PAGE])
    assert bytes(mapping) == b"A" * PAGE + b"B" * 5


def test_it_is_a_buffer_that_cannot_be_written(file):
    mapping = Mapping(PAGE)
    placed(mapping, file, PAGE, [0])
    view = memoryview(mapping)
    assert (view.readonly, view.nbytes, view.format) == (True, PAGE, "B")
    array = np.frombuffer(mapping, np.uint8)
    assert not array.flags.writeable
    with pytest.raises(ValueError, match="WRITEABLE"):
        array.flags.writeable = True
    with pytest.raises(ValueError, match="read-only"):
        array[0] = 1


def test_no_bytes_are_no_mapping():
    assert bytes(Mapping(0)) == b""


def test_the_file_may_be_closed_and_the_memory_lives_as_long_as_a_view_of_it(file):
    mapping = Mapping(2 * PAGE)
    copy = os.dup(file)
    placed(mapping, copy, PAGE, [0, 2 * PAGE])
    os.close(copy)
    view = np.frombuffer(mapping, np.uint8)[PAGE:]
    del mapping
    gc.collect()
    assert bytes(view[:2]) == b"CC"
    assert mappings(file) == 2
    del view
    gc.collect()
    assert mappings(file) == 0


def test_what_the_system_cannot_is_an_error_of_its_own():
    with pytest.raises(OSError, match="memory"):
        Mapping(1 << 60)
    with pytest.raises(OSError, match="Bad file"):
        placed(Mapping(PAGE), -1, PAGE, [0])
