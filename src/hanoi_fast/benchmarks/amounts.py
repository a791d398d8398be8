"""Measured amounts as people read them, to three digits: sizes, times, rates, and how far they spread."""

from __future__ import annotations

from ..quantities import three
from .paired import Spread

SIZES = ((1 << 40, "TiB"), (1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB"))
PREFIXES = ((1e9, "G"), (1e6, "M"), (1e3, "k"))
SMALL = ((1, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))


def sized(size: float) -> str:
    """Return an amount of memory.

    >>> sized(64), sized(104 << 20)
    ('64 B', '104 MiB')
    """
    unit, name = next((pair for pair in SIZES if size >= pair[0]), (1, "B"))
    return f"{three(size / unit)} {name}"


def shown(value: float | None, unit: str) -> str:
    """Return an amount with its unit: bytes, seconds, something a second, or a plain number.

    >>> shown(12.34e9, "B/s"), shown(0.05, "s"), shown(3 << 20, "B"), shown(500, ""), shown(None, "s")
    ('12.3 GB/s', '50 ms', '3 MiB', '500', '-')
    """
    if value is None:
        return "-"
    if unit == "B":
        return sized(value)
    scale, joint = (SMALL, "") if unit == "s" else (PREFIXES, unit)
    size, name = next((pair for pair in scale if abs(value) >= pair[0]), SMALL[-1] if unit == "s" else (1, ""))
    return f"{three(value / size)} {name}{joint}".strip()


def off(found: Spread) -> str:
    """Return how far runs are from the middle one.

    >>> off(Spread(10.0, 9.0, 10.5))
    '±10%'
    """
    return f"±{found.off:.0%}"


def between(found: Spread) -> str:
    """Return a ratio with its extremes.

    >>> between(Spread(35.123, 31, 40.51)), between(Spread(2.0, 2.0, 2.0))
    ('35.1 (31–40.5)', '2')
    """
    middle, low, high = map(three, (found.middle, found.low, found.high))
    return middle if low == middle == high else f"{middle} ({low}–{high})"
