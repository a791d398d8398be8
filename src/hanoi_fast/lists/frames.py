"""What may stand around moves: titles, prompts, counts, fences, boards. What could be a move gone wrong may not."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher

from .shapes import ARROW, NUMBER, WORD, class_of, tokens_of
from .words import CLASSES, DISCS

FENCE = re.compile(r"\s*(?:```|~~~)\s*[\w+-]*\s*")
TAG = re.compile(r"</?[A-Za-z_]\w*>")
OPENS = re.compile(r"[^:=]*[:=][\s\[({\"'`*_]*")
COUNTED = re.compile(r"[^\w]*(?:[^\W\d]+[^\w]+){0,6}?[0-9,]+\W*(?:[^\W\d]+\W*){0,6}")
MOVES = frozenset(
    [
        "moves",
        "steps",
        "move",
        "step",
        "mosse",
        "movimientos",
        "movimentos",
        "zügen",
        "züge",
        "coups",
        "zetten",
        "stappen",
        "pasos",
        "passos",
        "ходов",
        "шагов",
    ]
)
ALIKE = 0.6  # of two lines: above that, one may be the other with a mistake
LONG = 400  # characters: a line of prose


def harmless(line: str, alike: Iterable[str], names: set[str], bare: bool) -> bool:
    """Return whether a line around the moves is surely none of them.

    Args:
        line: the line.
        alike: the keys of the moves, as text.
        names: what the pegs are called, in lower case.
        bare: whether the moves have no words.
    """
    if not re.search(r"\w", line) or FENCE.fullmatch(line) or TAG.fullmatch(line.strip()):
        return True
    tokens = tokens_of(line)
    words = [token.text.lower() for token in tokens if token.kind == WORD]
    long = [word for word in words if len(word) > 2 and word not in names]
    numbers = sum(token.kind == NUMBER for token in tokens)
    if _says_discs(tokens) or (
        numbers == 1 and MOVES & set(words) and (COUNTED.fullmatch(line)) and not near(line, alike)
    ):
        return True
    if not words:
        return False
    if OPENS.fullmatch(line) and long and not near(line, alike):
        return True
    if any(token.kind == ARROW for token in tokens) and len(long) < 3:
        return False
    if bare and any(name in word for word in long for name in names if len(name) > 2):
        return False
    if bare and len(long) < 2 and not re.search(r"[.!:]\W*$", line):
        return False
    return bool(long) and not (bare and numbers and len(long) < 3) and not near(line, alike)


def _says_discs(tokens: list) -> bool:
    """Return whether a number of several discs stands in a line, as in "3 disks": a move has one."""
    spoken = [(i, token) for i, token in enumerate(tokens) if token.kind in (NUMBER, WORD)]
    return any(
        one.kind == NUMBER and one.text != "1" and class_of(tokens, i) == DISCS
        for (_, one), (i, _) in zip(spoken, spoken[1:], strict=False)
    )


def near(line: str, alike: Iterable[str]) -> bool:
    """Return whether a line may be one of the moves with a mistake in it."""
    if len(line) > LONG:
        return False
    own = key_text(line)
    return any(SequenceMatcher(None, own, key, autojunk=False).ratio() > ALIKE for key in alike)


def key_text(line: str) -> str:
    """Return a line with # for numbers and @ for what may be a name, to compare it with others.

    >>> key_text("Move disk 12 from A to C")
    'move disk # from @ to @'
    """
    parts = []
    for token in tokens_of(line):
        short = token.kind == WORD and len(token.text) == 1
        parts.append("#" if token.kind == NUMBER else "@" if short else token.text.lower())
    return "".join(parts)


def is_count(line: str) -> int | None:
    """Return the number of moves that a line announces, if it does nothing else.

    >>> is_count("7"), is_count("1,023 moves:"), is_count("7 discs")
    (7, 1023, None)
    """
    found = re.fullmatch(r"(0|[1-9][0-9]{0,17}|[1-9][0-9]{0,2}(?:,[0-9]{3}){1,5})(?:[ \t]+(\w+):?)?[ \t]*", line)
    if not found or (found[2] and found[2].lower() not in MOVES):
        return None
    return int(found[1].replace(",", ""))


def known_words(words: Iterable[str]) -> bool:
    """Return whether all these words are of those that say what stands beside them."""
    return all(word in CLASSES for word in words)
