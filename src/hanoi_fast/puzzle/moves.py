"""One move, and the type of an array that can hold its disc."""

from __future__ import annotations

from typing import NamedTuple

# The smallest of these types that holds the largest disc shows all of them; with the letters of `struct`.
DISC_TYPES = {"u1": "B", "u2": "H", "u4": "I", "u8": "Q"}


class Move(NamedTuple):
    """One move: a disc (from 1, the smallest), and the pegs (from 0) that it leaves and reaches."""

    disc: int
    source: int
    target: int


def disc_type(discs: int) -> str:
    """Return the dtype of an array that holds discs up to `discs`."""
    return next(code for code in DISC_TYPES if discs < 1 << 8 * int(code[-1]))
