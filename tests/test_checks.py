"""A number from a caller is an int within limits, or an error that says why not."""

import re

import numpy as np
import pytest

from hanoi_fast import checks
from hanoi_fast.checks import checked_int, shown


@pytest.mark.parametrize("value", [3, np.int8(3), np.uint64(3), np.array(3)])
def test_every_kind_of_int_becomes_a_plain_int(value):
    assert type(checked_int(value, "discs", 0)) is int
    assert checked_int(value, "discs", 3, 3) == 3


def test_no_upper_limit_means_no_upper_limit():
    assert checked_int(2**100, "discs", 0) == 2**100


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
        checked_int(value, "discs", 0)


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
        checked_int(value, "pegs", low, high)


def test_a_long_value_is_cut_in_the_message():
    assert len(shown("a" * 1000)) == 60
    assert shown("a" * 58) == repr("a" * 58)


@pytest.mark.parametrize(
    ("sharing", "share"), [("0", 32), ("0-1", 16), ("0-3,8-11", 4), ("", 32), ("nonsense", 32), (None, 32)]
)
def test_a_processor_has_its_share_of_the_largest_cache_that_the_system_tells(monkeypatch, tmp_path, sharing, share):
    sizes = [tmp_path / name / "size" for name in "abc"]
    for path, text in zip(sizes, ("32K\n", "32768K\n", "1024K\n"), strict=True):
        path.parent.mkdir()
        path.write_text(text)
    if sharing is not None:
        (tmp_path / "b" / "shared_cpu_list").write_text(f"{sharing}\n")
    monkeypatch.setattr(checks, "CACHES", sizes)
    assert checks.cache_share.__wrapped__() == share << 20


def test_of_the_cache_of_a_whole_socket_a_processor_has_what_a_core_has(monkeypatch, tmp_path):
    (tmp_path / "size").write_text("307200K\n")
    monkeypatch.setattr(checks, "CACHES", [tmp_path / "size"])
    assert checks.cache_share.__wrapped__() == 4 << 20


def test_where_the_system_does_not_tell_its_cache_a_usual_share_is_taken(monkeypatch):
    monkeypatch.setattr(checks, "CACHES", [])
    assert checks.cache_share.__wrapped__() == checks.USUAL_SHARE


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
