"""Many lists are written alike: how one was written is kept, and the next is read without looking for its shape.

What is read in this way is what would be read anew: a list with anything in it that could change the shape, the roles
or the names that are found is left to be looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .detecting import shape_of
from .frames import harmless
from .items import has_groups
from .pegs import Pegs
from .reader import Reader
from .roles import SOURCE
from .shapes import Token, class_of, key_of, literal_words, tokens_of
from .surroundings import Foreign
from .tables import is_header
from .texts import Text
from .ways import Way
from .words import FROM, ON, PEG, TO

SPEAKING = {FROM, TO, ON, PEG}  # without one of these no words say which peg is left or reached
LINES = 16  # among which the first move is looked for
SHOWN = 32  # moves among the first items, LOOKED_AT of them, even behind so many lines


class Remembered:
    """A way of writing that words alone decided, with what its reader has learnt."""

    def __init__(self, way: Way, named: Mapping[str, int], numbered: bool) -> None:
        self.way, self.named, self.numbered = way, dict(named), numbered
        # Patterns and names of pegs, in one step: threads share what is remembered.
        self.learnt: tuple[dict[bytes, None], dict[bytes, int]] = {}, {}


class Recalled(NamedTuple):
    """A list that was read whole, as one before it."""

    reader: Reader
    rows: NDArray[np.uint16]


# Few, for each is some kilobytes.
MOST_REMEMBERED = 64
REMEMBERED: dict[tuple[Any, ...], Remembered] = {}


def remember(way: Way, pegs: Pegs) -> None:
    """Keep a way of writing; forget all others where they are too many."""
    if len(REMEMBERED) >= MOST_REMEMBERED:
        REMEMBERED.clear()
    REMEMBERED[way.key, pegs.labels, pegs.count] = Remembered(way, pegs.named, pegs.numbered)


def recall(text: Text, pegs: Pegs) -> Recalled | None:
    """Read a short text as one before it; None, with nothing read, if it is not written like any."""
    found = _first_known(text, pegs) if text.ended and REMEMBERED else None
    if found is None:
        return None
    known, place, tokens = found
    pegs.named, pegs.numbered = dict(known.named), known.numbered
    reader = Reader(text, known.way, pegs.peg_of)
    reader.around.names, reader.numbered = pegs.lower_names, pegs.numbered
    reader.know(*known.learnt)
    out = np.empty((text.data.count(b"\n") + 1, reader.width), np.uint16)
    with suppress(ValueError):
        reader.open_at(place, tokens)
        rows = out[: reader.fill(out)]
        if reader.error is None and not text.skip_white() and _is_alike(reader, rows, known, pegs):
            known.learnt = dict(reader.patterns), dict(reader.names)
            return Recalled(reader, rows)
    text.at, pegs.named = 0, {}
    return None


def _first_known(text: Text, pegs: Pegs) -> tuple[Remembered, int, tuple[Token, ...]] | None:
    """Return how a text is written if one of its first lines is a move of a list before it: where, and its tokens."""
    at = 0
    for line in text.data[: 1 << 13].split(b"\n", LINES)[:LINES]:
        tokens = tokens_of(line.strip().decode(errors="replace"), pegs.words)
        known = REMEMBERED.get((key_of(tokens), pegs.labels, pegs.count))
        if known and set(literal_words(tokens, known.way.places)) <= known.way.words:
            return known, at + len(line) - len(line.lstrip()), tokens
        at += len(line) + 1
    return None


def _is_alike(reader: Reader, rows: NDArray[np.uint16], known: Remembered, pegs: Pegs) -> bool:
    """Return whether the shape, the roles and the names in a list would be found to be those that are known."""
    words = {b"".join(pattern.split()) for pattern in reader.patterns}  # they may be places where they vary
    if len(rows) < 2 or len(reader.shapes.known) > 1 or len(words) > 1:
        return False
    around = reader.around
    if not around.strange:
        return True
    titles = (*around.heads, *around.pending)
    if around.first_gap or len(titles) >= len(rows) or has_groups(reader.text.data):
        return False
    columns = rows[:SHOWN, -2:] if SOURCE in known.way.reading else rows[:SHOWN, -1:]
    if not set(known.named.values()) == set(pegs.named.values()) <= set(columns.ravel().tolist()) and known.named:
        return False
    return all(_is_title(title, reader, pegs) for title in titles)


def _is_title(line: Foreign, reader: Reader, pegs: Pegs) -> bool:
    """Return whether a line is surely no move, no header, and no part of a list in other words."""
    around, tokens = reader.around, tokens_of(line.text, pegs.words)
    if is_header(line.text) or not harmless(line.text, around.alike, around.names, not around.spoken):
        return False
    if not any(class_of(tokens, i) in SPEAKING for i in range(len(tokens))):
        return True
    shape = shape_of(key_of(tokens), [tokens], pegs.count)
    return shape is None or not shape.spoken
