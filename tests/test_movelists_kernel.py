"""The kernel of the move lists: whole repetitions of a pattern become rows of numbers."""

import numpy as np
import pytest

from hanoi_fast.kernels import movelists as kernel


def scan(text, pattern, rows=10, offset=0):
    out = np.zeros((rows, sum(pattern.count(code) for code in b"\1\2")), np.uint16)
    used, done = kernel.scan(text, offset, pattern, out)
    return used, out[:done].tolist()


@pytest.mark.parametrize(
    ("text", "pattern", "used", "rows"),
    [
        (b"0 2\n10  1\r\n7", b"\1 \1\n", 11, [[0, 2], [10, 1]]),
        (b"", b"\1\n", 0, []),
        (b"5", b"\1\n", 0, []),
        (b"A-b.Z-y.", b"\2-\2.", 8, [[0, 1], [25, 24]]),
        (b"MOVE a,move B,move", b"move \2,", 14, [[0], [1]]),
        (b"1. 7;999999999999. 8;", b"\3. \1;", 21, [[7], [8]]),
        (b"65535;65536;", b"\1;", 6, [[65535]]),
        (b"1\n \t\r\n 2\n", b"\1\n", 9, [[1], [2]]),
        (b"1 2", b"\1\n", 0, []),
        (b"@;[;`;{;", b"\2;", 0, []),
        (b"/;:;", b"\1;", 0, []),
    ],
)
def test_the_kernel_reads_whole_repetitions_of_a_pattern(text, pattern, used, rows):
    assert scan(text, pattern) == (used, rows)


def test_the_kernel_stops_where_there_are_no_rows_left_and_goes_on_anywhere():
    assert scan(b"1;2;3;4;", b"\1;", rows=2) == (4, [[1], [2]])
    assert scan(b"1;2;3;4;", b"\1;", rows=2, offset=4) == (8, [[3], [4]])
    assert scan(b"1;2;", b"\1;", rows=0) == (0, [])
    text = b"7;" * 200_000
    assert scan(text, b"\1;", rows=200_001) == (400_000, [[7]] * 200_000)
