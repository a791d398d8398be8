"""Numbers as people write and read them: exact at any size, without eval and without floats."""

import re
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal, Inexact, localcontext
from fractions import Fraction
from reprlib import repr as shortened

# The largest number that parse() reads is 2**LIMIT_BITS: a step in a puzzle of a million discs.
LIMIT_BITS = 1_000_000
_LIMIT = 1 << LIMIT_BITS
_LIMIT_DIGITS = 301_030  # 2**LIMIT_BITS has this many decimal digits
_LONGEST = 400_000  # characters: room for that many digits and an underscore after every third

_SUFFIXES = {"": 1, "k": 10**3, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12, "P": 10**15, "E": 10**18}
_SUFFIXES |= {"Ki": 2**10, "Mi": 2**20, "Gi": 2**30, "Ti": 2**40, "Pi": 2**50, "Ei": 2**60}

_DIGITS = "[0-9]+(?:_[0-9]+)*"
_BASED = "0[xX][0-9a-fA-F]+(?:_[0-9a-fA-F]+)*|0[oO][0-7]+(?:_[0-7]+)*|0[bB][01]+(?:_[01]+)*"
_NUMBER = rf"(?:{_BASED}|{_DIGITS}(?:\.{_DIGITS})?(?:[eE][+-]?[0-9]+|[KMGTPE]i|[kKMGTPE])?)"
_TERM = re.compile(rf"\s*([+-]?)\s*({_NUMBER}(?:\s*(?:\*\*|\^)\s*{_NUMBER})*)\s*")
_PARTS = re.compile(rf"({_DIGITS})(?:\.({_DIGITS}))?(?:[eE]([+-]?)([0-9]+)|([kKMGTPE]i?))?")

# Every digit counts: a result that would have to be rounded raises instead.
_EXACT = Context(prec=MAX_PREC, Emin=MIN_EMIN, Emax=MAX_EMAX, traps=[Inexact])

_YEAR = 31_557_600  # seconds in 365.25 days
_UNITS = (
    (10**12 * _YEAR, "trillion year"),
    (10**9 * _YEAR, "billion year"),
    (10**6 * _YEAR, "million year"),
    (_YEAR, "year"),
    (86_400, "day"),
    (3_600, "hour"),
    (60, "minute"),
    (1, "second"),
    (Fraction(1, 10**3), "millisecond"),
    (Fraction(1, 10**6), "microsecond"),
    (Fraction(1, 10**9), "nanosecond"),
)


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
    total, place = 0, 0
    while place < len(text) or not place:
        term = _TERM.match(text, place)
        if term is None or (place and not term[1]):
            raise ValueError(_unreadable(text))
        size = _power(term[2], text)
        total += -size if term[1] == "-" else size
        place = term.end()
    return _limited(total, text)


def digits(number: int) -> str:
    """Return the decimal digits of `number` at any size, where ``str`` refuses past 4300 digits.

    >>> digits(2**64 - 1), len(digits(2**20_000))
    ('18446744073709551615', 6021)
    """
    return format(_decimal(number), "f")


def grouped(number: int) -> str:
    """Return the decimal digits of `number` in groups of three, at any size.

    >>> grouped(2**64 - 1)
    '18,446,744,073,709,551,615'
    """
    return format(_decimal(number), ",f")


def words(seconds: int | Fraction) -> str:
    """Return a span of time as one number and one unit, for reading; a year has 365.25 days.

    Two decimals, or none from 1,000 years to a million; from 10**15 years on as a power of ten. Zeros at the
    end stand only where the number is rounded.

    Raises:
        ValueError: `seconds` is negative.

    >>> words(90), words(2**64 - 1), words(Fraction(2**64 - 1, 10**8)), words(2**1000 - 1)
    ('1.5 minutes', '584.54 billion years', '5,845 years', '3.40 x 10^293 years')
    """
    if seconds < 0:
        raise ValueError(f"a span of time must be at least 0 seconds, not {_exactly(seconds)}")
    if not seconds:
        return "0 seconds"
    if seconds >= 10**15 * _YEAR:
        mantissa, _, exponent = format(_decimal(round(Fraction(seconds) / _YEAR)), ".2E").partition("E+")
        return f"{mantissa} x 10^{exponent} years"
    for size, unit in _UNITS:
        if seconds >= size:
            return _amount(Fraction(seconds) / size, unit)
    return "less than 1 nanosecond"


def duration(moves: int, rate: int | Fraction) -> str:
    """Return how long `moves` take at `rate` moves a second: exactly in seconds, then in words.

    Raises:
        ValueError: `moves` is negative or `rate` is not positive.

    >>> duration(2**64 - 1, 1)
    '18,446,744,073,709,551,615 seconds, 584.54 billion years of 365.25 days'
    >>> duration(2**64 - 1, 10**8)
    '184,467,440,737.09551615 seconds, 5,845 years of 365.25 days'
    >>> duration(7, 1)
    '7 seconds'
    """
    if rate <= 0:
        raise ValueError(f"the rate must be more than 0 moves a second, not {_exactly(rate)}")
    seconds = Fraction(moves) / rate
    rough, exact = words(seconds), f"{_exactly(seconds)} second{'' if seconds == 1 else 's'}"
    if rough.endswith(("year", "years")):
        rough += " of 365.25 days"
    return exact if rough == exact else f"{exact}, {rough}"


def _power(chain: str, text: str) -> int:
    last, *bases = reversed(re.split(r"\s*(?:\*\*|\^)\s*", chain))
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


def _decimal(number: int, places: int = 0) -> Decimal:
    # Halves joined in decimal, whose multiplication is fast: a million bits in 0.1 s against 1 s
    # for str(), and no limit that holds for the whole process has to be lifted.
    def joined(number: int, bits: int) -> Decimal:
        if bits <= 1024:
            return Decimal(number)
        half = bits >> 1
        high = number >> half
        return joined(high, bits - half) * Decimal(2) ** half + joined(number - (high << half), half)

    with localcontext(_EXACT):
        return joined(number, number.bit_length()).scaleb(-places)


def _amount(value: Fraction, unit: str) -> str:
    if unit == "year" and value >= 1000:
        return f"{round(value):,} years"
    hundredths = round(100 * value)
    number = f"{hundredths // 100:,}.{hundredths % 100:02}"
    if hundredths == 100 * value:
        number = number.rstrip("0").rstrip(".")
    return f"{number} {unit}" if number == "1" and " " not in unit else f"{number} {unit}s"


def _exactly(value: int | Fraction) -> str:
    top, bottom = value.numerator, value.denominator
    for places in range(19):
        if 10**places % bottom == 0:
            return f"{_decimal(top * (10**places // bottom), places):,f}"
    return f"{grouped(top)}/{grouped(bottom)}"


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
