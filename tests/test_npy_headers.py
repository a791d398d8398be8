"""Headers of npy files that no program should write end in one line, and cost nothing."""

import gzip
import io
import struct

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hanoi_fast as hf
from hanoi_fast.files.containers.npy import read_header

MOVES = hf.solve(4).array()


def with_header(text, version=(1, 0), length=None):
    kind = "<H" if version == (1, 0) else "<I"
    text = text.encode("utf-8")
    return b"\x93NUMPY" + bytes(version) + struct.pack(kind, len(text) if length is None else length) + text


def right_header(**changes):
    return repr({"descr": "|u1", "fortran_order": False, "shape": (15, 2), **changes}) + "\n"


@pytest.mark.parametrize("version", [(1, 0), (2, 0), (3, 0)])
def test_the_header_of_every_version_is_read(version):
    file = io.BytesIO(with_header(right_header(), version) + MOVES.tobytes())
    assert read_header(file) == ((15, 2), False, np.dtype("u1"))
    assert file.read() == MOVES.tobytes()


@pytest.mark.parametrize("array", [MOVES, MOVES.astype("<i8"), np.asfortranarray(MOVES), MOVES[:0], MOVES[:, 0]])
def test_what_numpy_saves_is_read_as_numpy_reads_it(array):
    file = io.BytesIO()
    np.save(file, array)
    file.seek(0)
    fortran = array.flags.f_contiguous and not array.flags.c_contiguous
    assert read_header(file) == (array.shape, fortran, array.dtype)


HOSTILE = [
    b"\x93NUMPY\x01\x00\x02\x00{\n",
    b"\x93NUMPY\x01\x00\x02\x00\x00\x00",
    b"\x93NUMPY",
    b"\x93NUMPY\x01\x00",
    b"\x93NUMPY\x09\x09\x02\x00{}",
    b"NUMPY\x93\x01\x00\x02\x00{}",
    with_header("(" * 9000),
    with_header("[" * 9000 + "]" * 9000, (2, 0)),
    with_header("-" * 9000 + "1"),
    with_header("{}"),
    with_header("{1: 2}"),
    with_header("None"),
    with_header(right_header(shape=15)),
    with_header(right_header(shape=(-1, 2))),
    with_header(right_header(shape=(True, 2))),
    with_header(right_header(shape=("15", 2))),
    with_header(right_header(shape=(10**4000, 2))),
    with_header(right_header(descr="|O")),
    with_header(right_header(descr="nonsense")),
    with_header(right_header(descr=[("a", "u1")] * 2)),
    with_header(right_header(descr="|V100000000000")),
    with_header(right_header(fortran_order=1)),
    with_header(right_header() + "\x00"),
    with_header("{'descr': '|u1', 'fortran_order': False, 'shape': (15, " + "9" * 5000 + ")}"),
    with_header("{}", (2, 0), 0xFFFFFFFF),
    with_header("'" * 3 + "x" * 60_000),
]


@pytest.mark.parametrize("content", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("name", ["t.npy", "t.npy.gz"])
def test_a_hostile_header_is_a_line_and_status_2(content, name, tmp_path, called):
    path = tmp_path / name
    path.write_bytes(gzip.compress(content) if name.endswith("gz") else content)
    status, out, err = called("verify", str(path), "--discs", "4")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert len(err) < 700


def test_a_header_that_says_it_is_very_long_is_not_read(tmp_path, called):
    path = tmp_path / "t.npy.gz"
    path.write_bytes(gzip.compress(with_header(" " * (1 << 24), (2, 0))))
    assert "it has 16,777,216 bytes, more than 65,536" in called("verify", str(path), "--discs", "4")[2]


@settings(max_examples=300)
@given(st.data())
def test_any_bytes_of_a_header_may_change(data):
    text = bytearray(with_header(right_header()))
    for _ in range(data.draw(st.integers(1, 4))):
        text[data.draw(st.integers(0, len(text) - 1))] = data.draw(st.integers(0, 255))
    try:
        shape, _, dtype = read_header(io.BytesIO(bytes(text)))
    except ValueError:
        return
    assert all(length >= 0 for length in shape)
    assert isinstance(dtype, np.dtype)


def test_rows_behind_those_of_the_header_are_no_moves(tmp_path, called):
    path = tmp_path / "t.npy"
    np.save(path, MOVES)
    path.write_bytes(path.read_bytes() + b"\x00\x00" * 3)
    status, out, err = called("verify", str(path), "--discs", "4")
    assert (status, out) == (2, "")
    assert err.endswith("the file goes on behind the 15 moves of its header\n")
