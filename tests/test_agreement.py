"""Two runs of bytes agree up to the first byte that differs."""

import random

import pytest

from hanoi_fast.kernels.agreement import agree


def noise(size):
    return random.Random(size).randbytes(size)


@pytest.mark.parametrize("size", [0, 1, 4095, 4096, 4097, 8192, 10_000])
def test_the_first_byte_that_differs_is_found_wherever_it_is(size):
    data = noise(size)
    assert agree(data, data) == agree(data, data + b"more") == agree(data + b"more", data) == size
    for at in {0, 1, 4095, 4096, 4097, size // 2, size - 1} & set(range(size)):
        other = bytearray(data)
        other[at] ^= 1
        assert agree(data, other) == agree(other, data) == at
    assert agree(data, b"") == 0


@pytest.mark.parametrize("seed", range(20))
def test_it_is_what_a_loop_over_the_bytes_finds(seed):
    rng = random.Random(seed)
    a = bytes(rng.choices(b"ab", weights=(999, 1), k=rng.randrange(20_000)))
    b = bytes(rng.choices(b"ab", weights=(999, 1), k=rng.randrange(20_000)))
    slow = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    assert agree(a, b) == slow
