"""What is said of a text that cannot be read: the line, and what stands there."""

from __future__ import annotations

import re
from typing import NoReturn

from ..checks import shown
from .frames import harmless, is_count
from .texts import LONGEST, Text

UNREADABLE = "cannot be read as a move"
NO_TEXT = re.compile(r"[\0-\x08\x0e-\x1f\x7f\ufffd]")


def refuse_first(text: Text) -> NoReturn:
    """Refuse a text at the first line that is neither a move nor what may stand around moves."""
    counts = 1
    while text.skip_white():
        here = text.line_from(text.at)
        counts -= is_count(here) is not None
        if not (harmless(here, (), set(), True) or (is_count(here) is not None and counts >= 0)):
            break
        end = text.data.find(b"\n", text.at)
        text.at = end + 1 if end >= 0 else len(text.data)
    else:
        text.at = 0
        text.skip_white()
    refuse_at(text, text.at, UNREADABLE)


def refuse_at(text: Text, place: int, what: str) -> NoReturn:
    """Refuse a text for what stands at a place."""
    here, line = text.line_from(place), text.line_at(place)
    if NO_TEXT.search(here):
        raise ValueError(f"line {line} is not text")
    ends = text.ended and text.cut and b"\n" not in text.data[place:-1] and len(text.data) - place < LONGEST
    raise ValueError(f"line {line} {what}: {shown(here)}{', where the file ends' if ends else ''}")
