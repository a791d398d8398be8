"""Numbers are read and written exactly, at any size, or refused before any work."""

import re
import sys
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanoi_fast.commands.numbers import LIMIT_BITS, parse
from hanoi_fast.quantities import digits, duration, grouped, spoken, words

HOW = "write it as 1_000_000, 2.5e9, 10M, 4Gi, 0x10 or 2**30-1"
YEAR = 31_557_600
SECONDS = {
    "trillion year": 10**12 * YEAR,
    "billion year": 10**9 * YEAR,
    "million year": 10**6 * YEAR,
    "year": YEAR,
    "day": 86_400,
    "hour": 3600,
    "minute": 60,
    "second": 1,
    "millisecond": Fraction(1, 10**3),
    "microsecond": Fraction(1, 10**6),
    "nanosecond": Fraction(1, 10**9),
}
HUGE = st.integers(0, 20_000).flatmap(lambda bits: st.integers(-(1 << bits), 1 << bits))


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("007", 7),
        ("1000000", 10**6),
        ("1_000_000", 10**6),
        (" 5\n", 5),
        ("-5", -5),
        ("+5", 5),
        ("- 5", -5),
        ("1e9", 10**9),
        ("1E9", 10**9),
        ("1e+9", 10**9),
        ("2.5e9", 2_500_000_000),
        ("1_000.2_5e10", 10_002_500_000_000),
        ("0.1e1", 1),
        ("100e-2", 1),
        ("1.0", 1),
        ("1.500e3", 1500),
        ("9007199254740993e0", 2**53 + 1),
        ("10k", 10_000),
        ("10K", 10_000),
        ("10M", 10**7),
        ("3G", 3 * 10**9),
        ("2.5T", 25 * 10**11),
        ("7P", 7 * 10**15),
        ("1E", 10**18),
        ("2Ki", 2048),
        ("0.5Mi", 2**19),
        ("4Gi", 2**32),
        ("1Ti", 2**40),
        ("1Pi", 2**50),
        ("16Ei", 2**64),
        ("0x10", 16),
        ("0x1E", 30),
        ("0XfF_fF", 65535),
        ("0o17", 15),
        ("0b1_01", 5),
        ("2**30", 2**30),
        ("2^30-1", 2**30 - 1),
        ("2**64 - 1", 2**64 - 1),
        ("2 ^ 64+1", 2**64 + 1),
        ("10**18 + 2.5e3 - 1k", 10**18 + 1500),
        ("1e9-1", 10**9 - 1),
        ("1-2-3", -4),
        ("-2**2", -4),
        ("2**3**2", 512),
        ("0**0", 1),
        ("0x10**2", 256),
        ("1**9e300000", 1),
        ("0e999999999", 0),
        ("0e-999999999", 0),
    ],
)
def test_a_number_reads_as_the_one_it_writes(text, number):
    assert parse(text) == number
    assert type(parse(text)) is int


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "five", "nan", "inf", "1__0", "_1", "1_", "0x", "0x_1", "0b12", "0o8", "0x1.5"),
        *("1.", ".5", "1e", "1e1_0", "1e5k", "10m", "10B", "1ki", "10 M", "1 000", "٣", "²", "5\0"),
        *("--5", "5-", "5 -", "5 - -3", "*5", "2**", "2***3", "2**-1", "2*3", "1/2", "(2)", "print(5)"),
    ],
)
def test_what_is_not_a_number_is_refused_with_the_ways_to_write_one(text):
    with pytest.raises(ValueError, match=re.escape(f"{text!r} is not a number; {HOW}") + "$"):
        parse(text)


@pytest.mark.parametrize("text", ["1,000,000", "1,5", "1.000.000,00"])
def test_a_comma_is_refused_as_ambiguous(text):
    message = f"{text!r} is not a number: a comma is ambiguous, group digits as in 1_000_000"
    with pytest.raises(ValueError, match=re.escape(message) + "$"):
        parse(text)


@pytest.mark.parametrize("text", ["1.5", "0.1e0", "1e-1", "1e-999999999", "0.0001k", "0.3Ki", "2**0.5", "1.5 + 1.5"])
def test_a_fraction_is_refused_as_not_whole(text):
    with pytest.raises(ValueError, match=re.escape(f"{text!r} is not a whole number") + "$"):
        parse(text)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "2**1000000+1",
            "-2**1000000-1",
            "2**1000001",
            "3**1000000",
            "10**10**10",
            "9e999999999",
            "1e301030",
        ),
        *("1e99999999999999999999", "2**2**2**2**2**2", "2**1e300000", "1000001**99999999999"),
    ],
)
def test_an_absurd_size_is_refused_with_the_limit(text):
    with pytest.raises(ValueError, match=re.escape(f"{text!r} is too large: the limit is 2**1000000") + "$"):
        parse(text)


def test_the_limit_itself_is_read():
    assert parse(f"2**{LIMIT_BITS}") == 1 << LIMIT_BITS
    assert parse(f"-2**{LIMIT_BITS}") == -(1 << LIMIT_BITS)


def test_a_text_longer_than_the_limit_is_refused_by_its_length_and_shown_in_short():
    assert parse("0" * 399_999 + "7") == 7
    message = "'000000000000...0000000000007' has 400001 characters: the limit is 400000"
    with pytest.raises(ValueError, match=re.escape(message) + "$"):
        parse("0" * 400_000 + "7")


@pytest.mark.parametrize("value", [5, 5.0, True, None, b"5"])
def test_only_a_str_is_read(value):
    message = f"a number to read must be a str, not {value!r} ({type(value).__name__})"
    with pytest.raises(TypeError, match=re.escape(message) + "$"):
        parse(value)


@given(st.integers())
def test_every_way_python_writes_an_int_is_read_back(number):
    for text in (f"{number}", f"{number:_}", f"{number:#x}", f"{number:#_x}", f"{number:#o}", f"{number:#b}"):
        assert parse(text) == number


@given(st.integers(0, 10**6), st.text("0123456789", max_size=6), st.integers(-8, 30))
def test_a_decimal_is_read_exactly_or_refused_as_not_whole(whole, places, exponent):
    text = f"{whole}.{places}e{exponent}" if places else f"{whole}e{exponent}"
    exact = Fraction(text)
    if exact.denominator == 1:
        assert parse(text) == exact
    else:
        with pytest.raises(ValueError, match=r"is not a whole number$"):
            parse(text)


@given(st.lists(st.tuples(st.sampled_from("+-"), st.integers(0, 99), st.integers(0, 9)), min_size=1))
def test_sums_of_powers_are_read_as_python_reads_them(terms):
    text = "".join(f" {sign} {base}**{exponent}" for sign, base, exponent in terms)
    assert parse(text) == sum((-1 if sign == "-" else 1) * base**exponent for sign, base, exponent in terms)


@given(HUGE)
def test_digits_say_the_number_at_any_size(number):
    text = digits(number)
    value = 0
    for digit in text.lstrip("-"):
        value = 10 * value + ord(digit) - ord("0")
    assert (-value if text.startswith("-") else value) == number
    assert parse(text) == number
    assert grouped(number).replace(",", "") == text
    assert re.fullmatch("-?[0-9]{1,3}(,[0-9]{3})*", grouped(number))


def test_the_count_of_20000_discs_is_written_though_str_refuses_it():
    count = 2**20_000 - 1
    limit = sys.get_int_max_str_digits()
    with pytest.raises(ValueError, match="Exceeds the limit"):
        str(count)
    text = digits(count)
    assert (len(text), text[:10], text[-10:]) == (6021, "3980276840", f"{count % 10**10:010}")
    assert sys.get_int_max_str_digits() == limit


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("0 seconds", 0),
        ("1 second", 1),
        ("7 seconds", 7),
        ("7.5 seconds", Fraction(15, 2)),
        ("59 seconds", 59),
        ("1 minute", 60),
        ("1.02 minutes", 61),
        ("1.5 minutes", 90),
        ("1 hour", 3600),
        ("24.00 hours", 86_399),
        ("1 day", 86_400),
        ("365.25 days", YEAR - 1),
        ("1 year", YEAR),
        ("1.00 years", YEAR + 1),
        ("100 years", 100 * YEAR),
        ("1,000 years", 1000 * YEAR),
        ("999,999 years", 999_999 * YEAR),
        ("1 million years", 10**6 * YEAR),
        ("5,845 years", Fraction(2**64 - 1, 10**8)),
        ("584.54 billion years", 2**64 - 1),
        ("999 trillion years", 999 * 10**12 * YEAR),
        ("1.00 x 10^15 years", 10**15 * YEAR),
        ("3.40 x 10^293 years", 2**1000 - 1),
        ("333.33 milliseconds", Fraction(1, 3)),
        ("1 millisecond", Fraction(1, 1000)),
        ("3 nanoseconds", Fraction(3, 10**9)),
        ("less than 1 nanosecond", Fraction(1, 10**10)),
    ],
)
def test_a_span_of_time_in_words(text, seconds):
    assert words(seconds) == text


def test_a_span_of_time_beyond_the_limit_of_str_is_said_too():
    assert words(2**20_000 - 1) == "1.26 x 10^6013 years"


@given(st.fractions(Fraction(1, 10**9), 10**15 * YEAR - 1))
def test_the_words_are_right_to_half_of_their_last_digit(seconds):
    number, unit = words(seconds).split(" ", 1)
    size = SECONDS[unit.removesuffix("s")]
    places = 0 if unit == "years" and seconds >= 1000 * YEAR else 2
    assert seconds >= size
    assert len(number.partition(".")[2]) <= places
    assert 2 * abs(Fraction(number.replace(",", "")) * size - seconds) * 10**places <= size


@pytest.mark.parametrize(
    ("moves", "rate", "text"),
    [
        (2**64 - 1, 1, "18,446,744,073,709,551,615 seconds, 584.54 billion years of 365.25 days"),
        (2**64 - 1, 10**8, "184,467,440,737.09551615 seconds, 5,845 years of 365.25 days"),
        (0, 1, "0 seconds"),
        (1, 1, "1 second"),
        (7, 1, "7 seconds"),
        (86_400, 1, "86,400 seconds, 1 day"),
        (YEAR, 1, "31,557,600 seconds, 1 year of 365.25 days"),
        (7, 3, "7/3 seconds, 2.33 seconds"),
        (7, Fraction(1, 60), "420 seconds, 7 minutes"),
        (3, 10**9, "0.000000003 seconds, 3 nanoseconds"),
        (1, 10**30, f"1/{10**30:,} seconds, less than 1 nanosecond"),
    ],
)
def test_a_duration_is_said_exactly_and_in_words(moves, rate, text):
    assert duration(moves, rate) == text


def test_the_duration_of_1000_discs_is_exact_to_its_last_digit():
    exact, rough = duration(2**1000 - 1, 1).split(" seconds, ")
    assert int(exact.replace(",", "")) == 2**1000 - 1
    assert rough == "3.40 x 10^293 years of 365.25 days"


@pytest.mark.parametrize("rate", [0, -5, Fraction(-1, 2), -(2**20_000)], ids=["0", "-5", "-1/2", "-2**20000"])
def test_a_rate_that_is_not_positive_is_refused(rate):
    with pytest.raises(ValueError, match=r"^the rate must be more than 0 moves a second, not (0|-[0-9,.]+)$"):
        duration(7, rate)


def test_a_negative_span_of_time_is_refused():
    with pytest.raises(ValueError, match=r"^a span of time must be at least 0 seconds, not -0\.5$"):
        words(Fraction(-1, 2))
    with pytest.raises(ValueError, match=r"^a span of time must be at least 0 seconds, not -7$"):
        duration(-7, 1)


def test_speeds_are_written_in_words():
    speeds = (0.5, 999, 1000, 12_345_678, 999.6e6, 4.2e12)
    texts = ["0.5", "999", "1 thousand", "12.3 million", "1,000 million", "4.2 trillion"]
    assert [spoken(speed) for speed in speeds] == texts
