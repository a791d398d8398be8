"""What the kernel looks for: the bytes of an item with a code in each place."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .roles import SOURCE, TARGET, Reading
from .shapes import NUMBER, Token
from .words import DISC

NUMBER_CODE, NAME_CODE, PASSED, LETTER_CODE, PASSED_NAME = b"\1", b"\2", b"\3", b"\4", b"\5"


def columns_for(form: Sequence[str]) -> dict[str, int]:
    """Return the column of each role in rows of this form; the source always has one."""
    return {DISC: 0, SOURCE: 1, TARGET: 2} if DISC in form else {SOURCE: 0, TARGET: 1}


def pattern_of(
    tokens: Sequence[Token], places: Sequence[int], reading: Reading, behind: bytes, glued: bool, form: Sequence[str]
) -> bytes:
    """Return the pattern of an item and of what stands behind it."""
    columns, roles = columns_for(form), dict(zip(places, reading, strict=True))
    parts = []
    for i, token in enumerate(tokens):
        role = roles.get(i)
        if role is None:
            parts.append(literal(token.text.encode()))
        elif token.kind == NUMBER:
            parts.append(NUMBER_CODE + bytes([columns[role]]) if role in columns else PASSED)
        else:
            code = LETTER_CODE if glued else NAME_CODE
            parts.append(code + bytes([columns[role]]) if role in columns else PASSED_NAME)
    return b"".join((*parts, literal(behind)))


def literal(text: bytes) -> bytes:
    """Return text between places as it stands in a pattern."""
    return re.sub(rb"\s+", lambda white: b"\n" if b"\n" in white[0] else b" ", text.lower())
