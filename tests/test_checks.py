"""A number from a caller is an int within limits, or an error that says why not."""

import re

import numpy as np
import pytest

from hanoi_fast import checks
from hanoi_fast.checks import shown, whole


@pytest.mark.parametrize("value", [3, np.int8(3), np.uint64(3), np.array(3)])
def test_every_kind_of_int_becomes_a_plain_int(value):
    assert type(whole(value, "discs", 0)) is int
    assert whole(value, "discs", 3, 3) == 3


def test_no_upper_limit_means_no_upper_limit():
    assert whole(2**100, "discs", 0) == 2**100


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (2.5, "discs must be an int, not 2.5 (float)"),
        (3.0, "discs must be an int, not 3.0 (float)"),
        (True, "discs must be an int, not True (bool)"),
        ("3", "discs must be an int, not '3' (str)"),
        (None, "discs must be an int, not None (NoneType)"),
        ([3], "discs must be an int, not [3] (list)"),
        (np.bool_(True), "discs must be an int, not "),
        (np.float64(3), "discs must be an int, not "),
        (np.array([3]), "discs must be an int, not array([3]) (ndarray)"),
    ],
)
def test_what_is_not_an_int_is_refused_by_its_type(value, text):
    with pytest.raises(TypeError, match=re.escape(text)):
        whole(value, "discs", 0)


@pytest.mark.parametrize(
    ("value", "low", "high", "text"),
    [
        (-1, 0, None, "pegs must be at least 0, not -1"),
        (1, 2, 256, "pegs must be between 2 and 256, not 1"),
        (257, 2, 256, "pegs must be between 2 and 256, not 257"),
        pytest.param(10**5000, 2, 256, "pegs must be between 2 and 256, not an int of 16610 bits", id="huge"),
    ],
)
def test_what_is_outside_the_limits_is_refused_with_both(value, low, high, text):
    with pytest.raises(ValueError, match=f"^{re.escape(text)}$"):
        whole(value, "pegs", low, high)


def test_a_long_value_is_cut_in_the_message():
    assert len(shown("a" * 1000)) == 60
    assert shown("a" * 58) == repr("a" * 58)


def test_the_cache_is_the_largest_that_the_system_tells(monkeypatch, tmp_path):
    sizes = [tmp_path / name for name in "abc"]
    for path, text in zip(sizes, ("32K\n", "32768K\n", "1024K\n"), strict=True):
        path.write_text(text)
    monkeypatch.setattr(checks, "CACHES", sizes)
    assert checks.cache_size.__wrapped__() == 32 << 20


def test_where_the_system_does_not_tell_its_cache_a_usual_size_is_taken(monkeypatch):
    monkeypatch.setattr(checks, "CACHES", [])
    assert checks.cache_size.__wrapped__() == checks.USUAL_CACHE


@pytest.mark.parametrize(
    ("size", "text"),
    [
        pytest.param(2**64, "needs 18446744073709551616 bytes, this machine has", id="as digits"),
        pytest.param(10**5000, r"needs at least 2\*\*16609 bytes, this machine has", id="too long to print"),
    ],
)
def test_too_many_bytes_are_named_as_bytes_at_any_size(size, text):
    with pytest.raises(MemoryError, match=text):
        checks.enough_memory(size, "the table", "ask for less")
