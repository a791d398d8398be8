"""Numbers of steps written over rows, cut anywhere, as Python writes them."""

import sys

from hypothesis import given
from hypothesis import strategies as st

from hanoi_fast.kernels.steps import fill_decimals, fill_steps


@given(st.integers(0, 2**64 - 100), st.integers(8, 20), st.integers(-19, 30), st.integers(1, 90))
def test_steps_are_cut_at_both_ends(step, width, at, size):
    out = bytearray(size)
    fill_steps(memoryview(out), step, at, width)
    right = bytearray(700)
    for row in range(20):
        begin = 100 + at + row * width
        right[begin : begin + 8] = (step + row).to_bytes(8, sys.byteorder)
    assert out == right[100 : 100 + size]


@given(st.integers(0, 10**12), st.integers(1, 3), st.lists(st.integers(1, 40), max_size=8))
def test_numbers_are_gone_on_with_over_any_cut(first, times, cuts):
    rows = 20
    digits = len(str(first + rows))
    numbers = [str(first + row).zfill(digits) for row in range(rows)]
    right = "".join(f"a{(number + '-') * times}b" for number in numbers).encode()
    out = memoryview(bytearray("".join(f"a{(chr(0) * digits + '-') * times}b" for _ in numbers), "ascii"))
    number, done, at = bytearray(numbers[0], "ascii"), 0, 0
    for size in [*cuts, len(out)]:
        piece = out[at : at + size]
        if piece:
            done = fill_decimals(piece, number, times, done)
        at += size
    assert out == right
