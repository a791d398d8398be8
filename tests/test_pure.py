"""The best of pure Python and of numpy make the moves of the textbook, for every small tower and each size of piece."""

import tracemalloc

import numpy as np
import pytest

from hanoi_fast import reference
from hanoi_fast.benchmarks import loops, pure

DISCS = [0, 1, 2, 3, 4, 7, 8, 9, 12]


def textbook(discs):
    return [move[1:] for move in reference.bitwise(discs)]


def pairs(data):
    return list(map(tuple, np.frombuffer(data, np.uint8).reshape(-1, 2).tolist()))


@pytest.mark.parametrize("discs", DISCS)
def test_every_way_makes_the_moves_of_the_textbook(discs):
    assert pure.recursive_pairs(discs) == textbook(discs)
    assert list(pure.bitwise_pairs(discs)) == textbook(discs)
    assert pairs(pure.doubling(discs)) == textbook(discs)


@pytest.mark.parametrize("discs", DISCS)
@pytest.mark.parametrize("small", [1, 2, 3, 8])
def test_pieces_of_any_size_join_without_a_seam(discs, small):
    assert pairs(b"".join(pure.doubling_in_pieces(discs, small))) == textbook(discs)
    for blocks in (1, 2, 3):
        views = pure.copied_towers(discs, blocks << small + 1, small)
        assert pairs(b"".join(map(bytes, views))) == textbook(discs)


@pytest.mark.parametrize("discs", DISCS)
@pytest.mark.parametrize("moves", [1, 2, 5, 64, 1 << 16])
def test_chunks_of_any_size_are_the_moves(discs, moves):
    joined = [tuple(row) for chunk in loops.chunks(discs, moves) for row in chunk.tolist()]
    assert joined == textbook(discs)


def test_towers_are_copied_into_one_buffer():
    views = pure.copied_towers(16, 1 << 10, 4)
    addresses = {np.frombuffer(view, np.uint8).ctypes.data for view in views if len(view)}
    assert len(addresses) == 1


def test_pieces_hold_no_more_than_a_few_towers():
    tracemalloc.start()
    try:
        for _ in pure.doubling_in_pieces(20, 10):
            pass
        assert tracemalloc.get_traced_memory()[1] < 20 << 10
    finally:
        tracemalloc.stop()
