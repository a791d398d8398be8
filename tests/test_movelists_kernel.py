"""The kernel of the move lists: whole repetitions of a pattern become rows of numbers."""

import numpy as np
import pytest

from hanoi_fast.kernels import movelists as kernel

LETTERS = {bytes([97 + i]): i for i in range(26)}


def scan(text, *patterns, rows=10, offset=0, names=LETTERS):
    out = np.zeros((rows, 2), np.uint16)
    used, done = kernel.Scanner(patterns, names).scan(text, offset, out)
    columns = 1 + max(
        (pattern[i + 1] for pattern in patterns for i in range(len(pattern)) if pattern[i] in CODES), default=0
    )
    return used, out[:done, :columns].tolist()


CODES = b"\1\2\4"


@pytest.mark.parametrize(
    ("text", "pattern", "used", "rows"),
    [
        (b"0 2\n10  1\r\n7", b"\1\0 \1\1\n", 11, [[0, 2], [10, 1]]),
        (b"", b"\1\0\n", 0, []),
        (b"5", b"\1\0\n", 0, []),
        (b"a-b.z-y.", b"\2\0-\2\1.", 8, [[0, 1], [25, 24]]),
        (b"a-b.A-b.", b"\2\0-\2\1.", 4, [[0, 1]]),  # in the other case a letter may be another peg
        (b"MOVE a,move b,move", b"move \2\0,", 14, [[0], [1]]),
        (b"1. 7;999999999999. 8;", b"\3. \1\0;", 21, [[7], [8]]),
        (b"65535;65536;", b"\1\0;", 6, [[65535]]),
        (b"1\n \t\r\n 2\n", b"\1\0\n", 9, [[1], [2]]),
        (b"1 2", b"\1\0\n", 0, []),
        (b"@;[;`;{;", b"\2\0;", 0, []),
        (b"/;:;", b"\1\0;", 0, []),
    ],
)
def test_the_kernel_reads_whole_repetitions_of_a_pattern(text, pattern, used, rows):
    assert scan(text, pattern) == (used, rows)


def test_the_kernel_stops_where_there_are_no_rows_left_and_goes_on_anywhere():
    assert scan(b"1;2;3;4;", b"\1\0;", rows=2) == (4, [[1], [2]])
    assert scan(b"1;2;3;4;", b"\1\0;", rows=2, offset=4) == (8, [[3], [4]])
    assert scan(b"1;2;", b"\1\0;", rows=0) == (0, [])
    text = b"7;" * 200_000
    assert scan(text, b"\1\0;", rows=200_001) == (400_000, [[7]] * 200_000)


def test_several_patterns_are_tried_and_fill_the_same_columns():
    patterns = (b"\1\0 \1\1\n", b"to \1\1 from \1\0\n")
    text = b"0 2\nto 1 from 0\nTO 1 FROM 2\n0  2\nelse\n"
    assert scan(text, *patterns) == (text.index(b"else"), [[0, 2], [0, 1], [2, 1], [0, 2]])


@pytest.mark.parametrize(
    ("text", "used", "rows"),
    [
        (b"left,RIGHT;", 11, [[0, 2]]),
        (b"left,Rights;", 0, []),
        (b"lef,right;", 0, []),
        (b"peg 1,left;", 11, [[7, 0]]),
        (b"peg 10,left;", 0, []),
        (b"\xc3\xa4,right;", 9, [[3, 2]]),
        (b"left,right", 0, []),
    ],
)
def test_a_name_is_all_of_a_word(text, used, rows):
    names = {b"left": 0, b"right": 2, b"rightmost": 5, b"peg 1": 7, "ä".encode(): 3}
    assert scan(text, b"\2\0,\2\1;", names=names) == (used, rows)


def test_letters_may_stand_together_and_names_may_be_passed_over():
    assert scan(b"ac ab\tcx\n", b"\4\0\4\1 ", names={b"a": 0, b"b": 1, b"c": 2}) == (6, [[0, 2], [0, 1]])
    assert scan(b"a by left to c\n", b"\2\0 by \5 to \2\1\n", names={b"a": 0, b"c": 2, b"left": 9}) == (15, [[0, 2]])


def test_what_there_is_no_room_for_is_refused():
    with pytest.raises(OverflowError, match=r"^65 patterns and 0 names are too many$"):
        kernel.Scanner([b"x"] * 65, {})
    with pytest.raises(OverflowError, match=r"^patterns or names are too long$"):
        kernel.Scanner([b"x" * 20_000], {})
    with pytest.raises(OverflowError, match=r"^patterns or names are too long$"):
        kernel.Scanner([], {b"x" * 20_000: 0})


def test_the_source_of_a_disc_is_where_it_was():
    moves = np.array([[1, 9, 2], [2, 9, 1], [1, 9, 1], [7, 9, 0], [0, 9, 2]], np.uint16)
    where = np.zeros(2, np.uint16)
    kernel.fill_sources(moves, where)
    assert moves.tolist() == [[1, 0, 2], [2, 0, 1], [1, 2, 1], [7, 1, 0], [0, 0, 2]]
    assert where.tolist() == [1, 1]
