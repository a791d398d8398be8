"""How a list is written, once that is decided."""

from __future__ import annotations

from collections.abc import Set
from typing import NamedTuple

from .detecting import Found, Key
from .frames import key_text
from .roles import Reading
from .shapes import canonical, literal_words


class Way(NamedTuple):
    """How a list is written: what its reader needs to know."""

    cut: str
    glued: bool
    key: Key
    places: tuple[int, ...]
    reading: Reading
    spoken: bool
    canonical: tuple[str, ...]
    words: frozenset[str]  # that stand in the moves and that no list knows
    labels: tuple[str, ...]
    first_alike: str  # the first move, to compare other lines with
    header: str


def way_of(found: Found, reading: Reading, data: bytes, labels: tuple[str, ...], names: Set[str]) -> Way:
    """Return the way of a list that was found, in one of its readings."""
    tokens, shape, item = found.tokens[0], found.shape, found.items[0]
    core = data[item.low : item.high].decode(errors="replace")
    return Way(
        found.cut,
        found.glued,
        shape.key,
        shape.places,
        reading,
        shape.spoken,
        canonical(tokens, shape.places),
        frozenset(literal_words(tokens, shape.places)),
        labels,
        key_text(core, names),
        found.header,
    )
