"""Numbers and durations as people read them, exact at any size; and measured ones, to three digits."""

from contextlib import suppress
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal, Inexact, localcontext
from fractions import Fraction

# Every digit counts: a result that would have to be rounded raises instead.
_EXACT = Context(prec=MAX_PREC, Emin=MIN_EMIN, Emax=MAX_EMAX, traps=[Inexact])

# Bits of a number that Python makes a decimal at once, and of one for which gmpy2 is worth loading, if it is there.
_SMALL, _LARGE = 1 << 10, 1 << 20

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
_THOUSANDS = ((1e12, "trillion"), (1e9, "billion"), (1e6, "million"), (1e3, "thousand"))


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
        raise ValueError(f"a span of time must be at least 0 seconds, not {exactly(seconds)}")
    if not seconds:
        return "0 seconds"
    if seconds >= 10**15 * _YEAR:
        mantissa, _, exponent = _scientific(round(Fraction(seconds) / _YEAR)).partition("E+")
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
        raise ValueError(f"the rate must be more than 0 moves a second, not {exactly(rate)}")
    seconds = Fraction(moves) / rate
    rough, exact = words(seconds), f"{exactly(seconds)} second{'' if seconds == 1 else 's'}"
    if rough.endswith(("year", "years")):
        rough += " of 365.25 days"
    return exact if rough == exact else f"{exact}, {rough}"


def spoken(value: float) -> str:
    """Return a large number in words of thousands.

    >>> spoken(20_240_000_000), spoken(5)
    ('20.2 billion', '5')
    """
    size, name = next((pair for pair in _THOUSANDS if value >= pair[0]), (1, ""))
    return f"{three(value / size)} {name}".strip()


def three(value: float) -> str:
    """Return three digits of a number, without an exponent.

    >>> three(3749.2), three(0.04958), three(83.35)
    ('3,749', '0.0496', '83.3')
    """
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _decimal(number: int, places: int = 0) -> Decimal:
    with localcontext(_EXACT):
        return _from_int(number).scaleb(-places)


def _from_int(number: int) -> Decimal:
    # Within the exact context. No limit that holds for the whole process has to be lifted.
    if number.bit_length() >= _LARGE:
        if not number & number + 1:  # the moves on three pegs: faster than any way for all numbers
            return Decimal(2) ** number.bit_length() - 1
        with suppress(ImportError):
            from gmpy2 import mpz  # type: ignore[import-not-found, unused-ignore]

            return Decimal(mpz(number).digits())
    # Halves joined in decimal, whose multiplication is fast: a million bits in 0.1 s against 1 s for str().
    powers = [Decimal(2) ** _SMALL]  # each the square of the last

    def joined(number: int, level: int) -> Decimal:
        if level < 0:
            return Decimal(number)
        high = number >> (_SMALL << level)
        low = joined(number - (high << (_SMALL << level)), level - 1)
        return joined(high, level - 1) * powers[level] + low if high else low

    levels = (abs(number).bit_length() // _SMALL).bit_length()
    while len(powers) < levels:
        powers.append(powers[-1] * powers[-1])
    return joined(number, levels - 1)


def _scientific(number: int) -> str:
    """Return a positive number with two decimals and a power of ten: from its first bits, if they are enough."""
    rest = max(0, number.bit_length() - 192)
    with localcontext(_EXACT) as context:
        context.prec, context.traps[Inexact] = 60, False
        about = Decimal(number >> rest) * Decimal(2) ** rest
        # Each step is wrong by less than 10**-58 of it.
        near = {format(about * (1 + error), ".2E") for error in (Decimal("-1e-50"), Decimal("1e-50"))}
    return near.pop() if len(near) == 1 else format(_decimal(number), ".2E")


def _amount(value: Fraction, unit: str) -> str:
    if unit == "year" and value >= 1000:
        return f"{round(value):,} years"
    hundredths = round(100 * value)
    number = f"{hundredths // 100:,}.{hundredths % 100:02}"
    if hundredths == 100 * value:
        number = number.rstrip("0").rstrip(".")
    return f"{number} {unit}" if number == "1" and " " not in unit else f"{number} {unit}s"


def exactly(value: int | Fraction) -> str:
    """Return a number in decimal digits if a few places are enough, else as a fraction.

    >>> exactly(Fraction(5, 2)), exactly(Fraction(10**8, 60))
    ('2.5', '5,000,000/3')
    """
    top, bottom = value.numerator, value.denominator
    for places in range(19):
        if 10**places % bottom == 0:
            return f"{_decimal(top * (10**places // bottom), places):,f}"
    return f"{grouped(top)}/{grouped(bottom)}"
