"""The memory moves are written into: what is taken, and what is refused and why."""

import array
import mmap
import re
import sys

import numpy as np
import pytest

import hanoi_fast as hf
from hanoi_fast.face import buffers
from hanoi_fast.streams.layouts import layout_for

BINARY = ["pairs", "moves", "packed", "discs", "sums"]


def empty(solution, layout, extra=0):
    """An array that holds the solution and `extra` moves more, all of its bytes 255."""
    whole = solution.array(layout)
    return np.full((len(whole) + extra, *whole.shape[1:]), np.iinfo(whole.dtype).max, whole.dtype)


@pytest.mark.parametrize("layout", BINARY)
@pytest.mark.parametrize("discs", [5, 300])
def test_an_array_of_the_layout_is_filled(layout, discs):
    part = hf.solve(discs)[:31]
    out = empty(part, layout)
    assert part.fill(out, layout=layout) == 31
    assert (out == part.array(layout)).all()


@pytest.mark.parametrize("out", [bytearray(62), memoryview(bytearray(62)), mmap.mmap(-1, 62)], ids=type)
def test_writable_buffers_of_whole_moves_are_filled(out):
    assert hf.solve(5).fill(out) == 31
    assert bytes(out[:62]) == hf.solve(5).array().tobytes()


@pytest.mark.parametrize("out", [array.array("H", [0] * 31), memoryview(bytearray(64)).cast("Q")], ids=type)
def test_buffers_of_larger_items_are_refused(out):
    with pytest.raises(TypeError, match=r"^out must be a buffer of bytes, not of items '[HQ]': cast it to 'B'$"):
        hf.solve(5).fill(out)


def test_buffers_of_signed_bytes_are_filled():
    out = array.array("b", [0] * 62)
    assert hf.solve(5).fill(out) == 31
    assert out.tobytes() == hf.solve(5).array().tobytes()


def test_a_mapped_file_is_filled(tmp_path):
    path = tmp_path / "moves.bin"
    path.write_bytes(bytes(62))
    out = np.memmap(path, np.uint8, "r+", shape=(31, 2))
    hf.solve(5).fill(out)
    out.flush()
    assert path.read_bytes() == hf.solve(5).array().tobytes()


@pytest.mark.parametrize("out", [bytearray(), memoryview(bytearray()), np.empty((0, 2), np.uint8)], ids=type)
def test_nothing_is_written_into_nothing(out):
    assert hf.solve(5).fill(out) == 0


def read_only():
    out = np.zeros((3, 2), np.uint8)
    out.flags.writeable = False
    return out


@pytest.mark.parametrize(
    ("out", "layout", "text"),
    [
        (read_only(), "pairs", "out is read-only"),
        (bytes(4), "pairs", "out is read-only"),
        (memoryview(b"1234"), "pairs", "out is read-only"),
        (np.zeros((6, 2), np.uint8)[::2], "pairs", "out must be C-contiguous, its strides are (4, 1)"),
        (np.zeros((2, 6), np.uint8).T, "pairs", "out must be C-contiguous, its strides are (1, 6)"),
        (np.zeros(6, np.uint8)[::2], "packed", "out must be C-contiguous, its strides are (2,)"),
        (memoryview(bytearray(8))[::2], "pairs", "out must be C-contiguous"),
        (np.zeros((3, 3), np.uint8), "pairs", "out must have shape (N, 2) for layout 'pairs', not (3, 3)"),
        (np.zeros(6, np.uint8), "pairs", "out must have shape (N, 2) for layout 'pairs', not (6,)"),
        (np.zeros((3, 2, 1), np.uint8), "pairs", "out must have shape (N, 2) for layout 'pairs', not (3, 2, 1)"),
        (np.zeros((3, 2), np.uint8), "moves", "out must have shape (N, 3) for layout 'moves', not (3, 2)"),
        (np.zeros((3, 1), np.uint8), "sums", "out must have shape (N,) for layout 'sums', not (3, 1)"),
        (np.zeros((), np.uint8), "discs", "out must have shape (N,) for layout 'discs', not ()"),
        (bytearray(5), "pairs", "out must hold whole moves of 2 bytes, not 5 bytes"),
        (bytearray(5), "moves", "out must hold whole moves of 3 bytes, not 5 bytes"),
    ],
)
def test_memory_that_moves_do_not_fit_is_refused(out, layout, text):
    with pytest.raises(ValueError, match=f"^{re.escape(text)}$"):
        hf.solve(5).fill(out, layout=layout)


OTHER_ORDER = ">u2" if sys.byteorder == "little" else "<u2"


@pytest.mark.parametrize(
    ("discs", "out", "layout", "text"),
    [
        (5, np.zeros((3, 2), np.int8), "pairs", "out must be uint8 for layout 'pairs', not int8"),
        (5, np.zeros((3, 2), bool), "pairs", "out must be uint8 for layout 'pairs', not bool"),
        (5, np.zeros((3, 2)), "pairs", "out must be uint8 for layout 'pairs', not float64"),
        (5, np.zeros((3, 3), np.uint16), "moves", "out must be uint8 for layout 'moves', not uint16"),
        (300, np.zeros((3, 3), np.uint8), "moves", "out must be uint16 for layout 'moves', not uint8"),
        (300, np.zeros(3, OTHER_ORDER), "discs", f"out must be uint16 for layout 'discs', not {OTHER_ORDER}"),
        (5, None, "pairs", "out must be an array or a writable buffer, not None (NoneType)"),
        (5, [[0, 0]], "pairs", "out must be an array or a writable buffer, not [[0, 0]] (list)"),
        (5, "0000", "pairs", "out must be an array or a writable buffer, not '0000' (str)"),
        (5, 4, "pairs", "out must be an array or a writable buffer, not 4 (int)"),
    ],
)
def test_what_is_no_memory_for_moves_is_refused_by_its_type(discs, out, layout, text):
    with pytest.raises(TypeError, match=f"^{re.escape(text)}$"):
        hf.solve(discs).fill(out, layout=layout)


def test_refused_memory_is_not_written():
    out = bytearray(b"12345")
    with pytest.raises(ValueError, match="whole moves"):
        hf.solve(5).fill(out)
    assert out == b"12345"


@pytest.mark.parametrize("layout", BINARY)
def test_rows_are_moves_of_the_layout(layout):
    out = buffers.rows(layout_for(layout, 5, 3), 7)
    assert out.nbytes == 7 * layout_for(layout, 5, 3).width
    assert len(out) == 7


def test_memory_larger_than_the_cache_is_filled_the_same(monkeypatch):
    # Beyond the cache the bytes are written past it, by other instructions.
    expected = hf.solve(16).array()
    monkeypatch.setattr("hanoi_fast.streams.rendering.cache_share", lambda: 16)
    for start in (0, 1, 12345):
        part = hf.solve(16)[start:]
        assert (part.array() == expected[start:]).all()
        assert (np.concatenate([block.copy() for block in part.blocks(1000)]) == expected[start:]).all()
