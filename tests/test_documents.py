"""The file that is no file reads as one that holds the same bytes."""

import hashlib
import io
import json
import re

import numpy as np
import pytest
from contents import FORMATS, naive
from hypothesis import example, given
from hypothesis import strategies as st
from oracles import layouts, towers

import hanoi_fast as hf


@pytest.mark.parametrize(
    ("discs", "target", "options", "expected"),
    [
        (1, 2, {"format": "text"}, b"0 2\n"),
        (2, 2, {}, b"0 1\n0 2\n1 2\n"),
        (3, 1, {"format": "arrows"}, b"0 --> 1; 0 --> 2; 1 --> 2; 0 --> 1; 2 --> 0; 2 --> 1; 0 --> 1; "),
        (2, 2, {"format": "full", "labels": "ABC"}, b"1 A B\n2 A C\n1 B C\n"),
        (2, 2, {"format": "text", "first_peg": 1}, b"1 2\n1 3\n2 3\n"),
        (2, 2, {"format": "csv"}, b"disc,source,target\n1,0,1\n2,0,2\n1,1,2\n"),
        (2, 2, {"format": "json"}, b"[[1,0,1],[2,0,2],[1,1,2]]\n"),
        (2, 2, {"format": "{target}<{source} "}, b"1<0 2<0 2<1 "),
        (3, 2, {"format": "sums"}, b"\x04\x03\x05\x04\x03\x05\x04"),
        (4, 2, {"format": "sums"}, b"\x03\x04\x05" * 5),
        (0, 2, {"format": "text"}, b""),
        (0, 2, {"format": "csv"}, b"disc,source,target\n"),
        (0, 2, {"format": "json"}, b"[]\n"),
        (9, 0, {"format": "json"}, b"[]\n"),
    ],
)
def test_small_files_are_exactly_these_bytes(discs, target, options, expected):
    file = hf.solve(discs, target).open(**options)
    assert file.size == len(expected)
    assert file.read() == expected


def test_italian_begins_as_it_should():
    beginning = b"Sposto da 0 a 1\nSposto da 0 a 2\nSposto da 1 a 2\n"
    assert hf.solve(3, 1).open("italian").read(len(beginning)) == beginning


def test_the_pairs_of_16_discs_have_their_known_digest():
    digest = hashlib.sha256(hf.solve(16).open("pairs").read()).hexdigest()
    assert digest == "a57a32d6070f85da5cefa75917484d83c8aabeaac172316b04674f6b69e04c89"


@given(towers(6, 3, 5), st.sampled_from([*layouts(4), "json"]), st.data())
def test_the_file_of_any_slice_is_its_moves(puzzle, name, data):
    discs, pegs, source, target = puzzle
    whole = hf.solve(discs, target, pegs=pegs, source=source)
    first = data.draw(st.integers(0, whole.count))
    part = whole[first : data.draw(st.integers(first, whole.count))]
    assert part.open(name).read() == naive(part, name)


# As io.BytesIO

OFFSETS = st.integers(-300, 300)
CALLS = st.one_of(
    st.tuples(st.just("read"), st.none() | st.integers(-1, 300)),
    st.tuples(st.just("readinto"), st.integers(0, 300)),
    st.tuples(st.just("readline"), st.integers(-1, 40)),
    st.tuples(st.sampled_from(["tell", "readall", "readlines"])),
    st.tuples(st.just("seek"), OFFSETS, st.sampled_from([io.SEEK_SET, io.SEEK_CUR, io.SEEK_END])),
)


def answer(file, call, argument=None, *more):
    if call == "readinto":
        buffer = bytearray(b"?" * argument)
        return file.readinto(buffer), buffer
    if call == "seek":
        origin = (0, file.tell(), END)[more[0]]
        # io.BytesIO stops at the start, where other files refuse.
        return file.seek(max(argument, -origin), *more)
    if call in ("tell", "readall", "readlines"):
        return getattr(file, call if hasattr(file, call) else "read")()
    return getattr(file, call)(argument)


SOLUTION = hf.solve(5)[3:29]
END = 0


@given(st.sampled_from(FORMATS), st.lists(CALLS, max_size=12))
@example("json", [("seek", -3, 2), ("read", 2), ("seek", 5, 2), ("read", 4), ("readall",), ("tell",)])
@example("csv", [("seek", 17, 0), ("readinto", 5), ("seek", 3, 0), ("readline", -1), ("read", 300)])
def test_any_calls_answer_as_those_of_a_file_in_memory(name, calls):
    global END
    content = naive(SOLUTION, name)
    ours, theirs, END = SOLUTION.open(name), io.BytesIO(content), len(content)
    for call in calls:
        assert answer(ours, *call) == answer(theirs, *call), call
        assert ours.tell() == theirs.tell()


@given(st.sampled_from(FORMATS), st.lists(st.integers(1, 50), min_size=1, max_size=10))
def test_pieces_read_one_after_the_other_join_to_the_file(name, sizes):
    file, found = SOLUTION.open(name), []
    while piece := file.read(sizes[len(found) % len(sizes)]):
        found.append(piece)
    assert b"".join(found) == naive(SOLUTION, name)


def test_readall_reads_what_is_left():
    file = SOLUTION.open()
    file.seek(9)
    assert file.readall() == naive(SOLUTION)[9:]
    assert file.readall() == b""


@pytest.mark.parametrize("name", ["text", "csv", "json", "moves"])
def test_readinto_fills_any_writable_buffer(name):
    content = naive(SOLUTION, name)
    for buffer in (bytearray(40), memoryview(bytearray(40)), np.zeros((5, 8), np.uint8), np.zeros(10, np.uint32)):
        assert SOLUTION.open(name).readinto(buffer) == 40
        assert bytes(buffer) == content[:40]


@pytest.mark.parametrize("buffer", [bytearray(), np.empty((0, 2), np.uint8)])
def test_readinto_nothing_reads_nothing(buffer):
    file = SOLUTION.open()
    assert (file.readinto(buffer), file.tell()) == (0, 0)


@pytest.mark.parametrize(
    ("buffer", "text"),
    [
        (b"bytes", "readinto() needs a writable buffer, not bytes"),
        (memoryview(b"bytes"), "readinto() needs a writable buffer, not memoryview"),
        (np.zeros((4, 4), np.uint8)[:, :2], "casts are restricted to C-contiguous views"),
        ("text", "a bytes-like object is required, not 'str'"),
        (None, "a bytes-like object is required, not 'NoneType'"),
    ],
)
@pytest.mark.parametrize("name", ["text", "json"])
def test_readinto_refuses_what_cannot_be_filled(name, buffer, text):
    with pytest.raises(TypeError, match=re.escape(text)):
        SOLUTION.open(name).readinto(buffer)


@pytest.mark.parametrize("size", [1.0, "1", [1]])
def test_read_refuses_what_is_no_number_of_bytes(size):
    with pytest.raises(TypeError, match=f"'{type(size).__name__}' object cannot be interpreted as an integer"):
        SOLUTION.open().read(size)


def test_read_makes_no_more_than_there_is():
    assert SOLUTION.open().read(10**30) == naive(SOLUTION)


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        ((-1,), OSError, "cannot seek to -1: before the start of the file"),
        ((-7, io.SEEK_CUR), ValueError, "cannot seek to -2: before the start of the file"),
        ((-(10**30), io.SEEK_END), ValueError, "before the start of the file"),
        ((0, 3), ValueError, "whence must be 0, 1 or 2, not 3"),
        ((0, -1), ValueError, "whence must be 0, 1 or 2, not -1"),
        ((1.0,), TypeError, "'float' object cannot be interpreted as an integer"),
        (("1",), TypeError, "'str' object cannot be interpreted as an integer"),
        ((0, 1.0), TypeError, "'float' object cannot be interpreted as an integer"),
        ((0, None), TypeError, "'NoneType' object cannot be interpreted as an integer"),
    ],
)
def test_a_seek_that_leads_nowhere_is_refused_and_goes_nowhere(arguments, error, text):
    file = SOLUTION.open()
    file.seek(5)
    with pytest.raises(error, match=re.escape(text)):
        file.seek(*arguments)
    assert file.tell() == 5


def test_a_file_can_be_read_and_seeked_but_not_written():
    file = SOLUTION.open()
    assert (file.readable(), file.seekable(), file.writable(), file.closed) == (True, True, False, False)
    for refused, text in (
        (lambda: file.write(b"0 1\n"), "not writable"),
        (lambda: file.writelines([b"0 1\n"]), "not writable"),
        (lambda: file.truncate(3), "truncate"),
        (lambda: io.BufferedWriter(file), "not writable"),
        (file.fileno, "fileno"),
    ):
        with pytest.raises(io.UnsupportedOperation, match=text):
            refused()
    assert file.read() == naive(SOLUTION)


@pytest.mark.parametrize(
    "use",
    [
        lambda file: file.read(1),
        lambda file: file.read(),
        lambda file: file.readall(),
        lambda file: file.readinto(bytearray(3)),
        lambda file: file.readline(),
        lambda file: file.seek(0),
        lambda file: file.tell(),
        next,
    ],
)
def test_a_closed_file_refuses_everything(use):
    with SOLUTION.open() as file:
        use(file)
    assert file.closed
    with pytest.raises(ValueError, match="I/O operation on closed file"):
        use(file)
    file.close()


def test_two_files_of_one_solution_have_positions_of_their_own():
    one, other = SOLUTION.open(), SOLUTION.open()
    one.seek(8)
    assert (one.tell(), other.tell()) == (8, 0)
    assert one.read(4) + other.read(4) == naive(SOLUTION)[8:12] + naive(SOLUTION)[:4]


def test_the_step_that_a_byte_belongs_to_is_known():
    document = SOLUTION.open("json").document
    content, owners = naive(SOLUTION, "json"), []
    for step in range(SOLUTION.count):
        shown = json.dumps(SOLUTION[step], separators=(",", ":"))
        owners += [step] * (len(shown) + (step > 0))
    assert [document.step_at(byte) for byte in range(len(content))] == [None, *owners, None, None]
