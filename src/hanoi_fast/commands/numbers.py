"""Numbers as people type them: exact at any size, without eval and without floats."""

from __future__ import annotations

import re
from reprlib import repr as shortened
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction

# The largest number that parse() reads is 2**LIMIT_BITS: a step in a puzzle of a million discs.
LIMIT_BITS = 1_000_000
_LIMIT = 1 << LIMIT_BITS
_LIMIT_DIGITS = 301_030  # 2**LIMIT_BITS has this many decimal digits
_LONGEST = 400_000  # characters: room for that many digits and an underscore after every third
_MOST_TERMS = 64  # of a sum, and of a power: each may take some 10 ms

_SUFFIXES = {"": 1, "k": 10**3, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12, "P": 10**15, "E": 10**18}
_SUFFIXES |= {"Ki": 2**10, "Mi": 2**20, "Gi": 2**30, "Ti": 2**40, "Pi": 2**50, "Ei": 2**60}

_DIGITS = "[0-9]+(?:_[0-9]+)*"
_BASED = "0[xX][0-9a-fA-F]+(?:_[0-9a-fA-F]+)*|0[oO][0-7]+(?:_[0-7]+)*|0[bB][01]+(?:_[01]+)*"
_NUMBER = rf"(?:{_BASED}|{_DIGITS}(?:\.{_DIGITS})?(?:[eE][+-]?[0-9]+|[KMGTPE]i|[kKMGTPE])?)"
_TERM = re.compile(rf"\s*(?:([+-])\s*)?({_NUMBER}(?:\s*(?:\*\*|\^)\s*{_NUMBER})*)\s*")
_PARTS = re.compile(rf"({_DIGITS})(?:\.({_DIGITS}))?(?:[eE]([+-]?)([0-9]+)|([kKMGTPE]i?))?")


def parse(text: str) -> int:
    """Return the whole number that `text` writes, exactly.

    Decimal digits with ``_`` between them, a decimal point, a power of ten (``2.5e9``) or a suffix
    (``k M G T P E`` for powers of 1000, ``Ki Mi Gi Ti Pi Ei`` for powers of 1024); ``0x``, ``0o`` and ``0b``;
    powers with ``**`` or ``^``, taken from the right as in Python; sums and differences of these. Spaces may
    stand around the signs.

    Raises:
        TypeError: `text` is not a str.
        ValueError: `text` is none of these, is not whole, or passes 2**1000000 in size at any point.

    >>> parse("2.5e9"), parse("4Gi"), parse("2^30 - 1"), parse("-1_000")
    (2500000000, 4294967296, 1073741823, -1000)
    >>> parse("1.5")
    Traceback (most recent call last):
    ValueError: '1.5' is not a whole number
    """
    if not isinstance(text, str):
        raise TypeError(f"a number to read must be a str, not {shortened(text)} ({type(text).__name__})")
    if len(text) > _LONGEST:
        raise ValueError(f"{shortened(text)} has {len(text)} characters: the limit is {_LONGEST}")
    total = 0
    for term in _terms(text):  # all are found before the first is worked out
        size = _power(term[2], text)
        total += -size if term[1] == "-" else size
    return _limited(total, text)


def _terms(text: str) -> list[re.Match[str]]:
    """Return the signs and the powers of a sum."""
    terms: list[re.Match[str]] = []
    place = 0
    while place < len(text) or not place:
        term = _TERM.match(text, place)
        if term is None or (place and not term[1]):
            raise ValueError(_unreadable(text))
        terms.append(term)
        if len(terms) > _MOST_TERMS:
            raise ValueError(f"{shortened(text)} is a sum of more than {_MOST_TERMS} numbers")
        place = term.end()
    return terms


def parse_rate(text: str) -> Fraction:
    """Return the number that `text` writes: a whole one as above, one with a decimal point, or two divided.

    Raises:
        ValueError: `text` is none of these, or divides by 0.

    >>> parse_rate("1e8/60"), parse_rate("0.5")
    (Fraction(5000000, 3), Fraction(1, 2))
    """
    top, divided, bottom = text.partition("/")
    by = _decimal(bottom if divided else "1")
    if not by:
        raise ValueError(f"{shortened(text)} divides by 0")
    return _decimal(top) / by


def _decimal(text: str) -> Fraction:
    from fractions import Fraction

    return Fraction(text) if re.fullmatch(r"\s*[0-9]{1,99}\.[0-9]{1,99}\s*", text) else Fraction(parse(text))


def _power(chain: str, text: str) -> int:
    last, *bases = reversed(re.split(r"\s*(?:\*\*|\^)\s*", chain))
    if len(bases) >= _MOST_TERMS:
        raise ValueError(f"{shortened(text)} is a power of more than {_MOST_TERMS} numbers")
    value = _number(last, text)
    for base in bases:
        number = _number(base, text)
        # A number of b bits is at least 2**(b - 1): what is refused here is too large for certain.
        if (number.bit_length() - 1) * value > LIMIT_BITS:
            raise _too_large(text)
        value = _limited(pow(number, value), text)
    return value


def _number(word: str, text: str) -> int:
    parts = _PARTS.fullmatch(word)
    if parts is None:
        return _limited(int(word, 0), text)
    whole, fraction, sign, exponent, suffix = (part or "" for part in parts.groups())
    fraction = fraction.replace("_", "")
    value = _from_digits(whole.replace("_", "") + fraction) * _SUFFIXES[suffix]
    if not value:
        return 0
    # An exponent of eight digits passes every limit; its value is not needed, only its sign.
    exponent = exponent.lstrip("0")[:8] or "0"
    shift = int(sign + exponent) - len(fraction)
    if shift > _LIMIT_DIGITS:
        raise _too_large(text)
    if shift >= 0:
        return _limited(value * 10**shift, text)
    # A whole number keeps at least one digit: with more places than bits there is none left.
    remainder = 1
    if -shift <= value.bit_length():
        value, remainder = divmod(value, 10**-shift)
    if remainder:
        raise ValueError(f"{shortened(text)} is not a whole number")
    return _limited(value, text)


def _from_digits(word: str) -> int:
    # Python's own int() refuses past 4300 digits (640 where the user says so) and is quadratic.
    if len(word) <= 512:
        return int(word)
    half = len(word) // 2
    shift: int = 10 ** (len(word) - half)
    return _from_digits(word[:half]) * shift + _from_digits(word[half:])


def _limited(value: int, text: str) -> int:
    if abs(value) > _LIMIT:
        raise _too_large(text)
    return value


def _too_large(text: str) -> ValueError:
    return ValueError(f"{shortened(text)} is too large: the limit is 2**{LIMIT_BITS}")


def _unreadable(text: str) -> str:
    if "," in text:
        return f"{shortened(text)} is not a number: a comma is ambiguous, group digits as in 1_000_000"
    return f"{shortened(text)} is not a number; write it as 1_000_000, 2.5e9, 10M, 4Gi, 0x10 or 2**30-1"
