"""What may stand around moves: titles, prompts, counts, fences, boards. What could be a move gone wrong may not."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence, Set
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import pairwise
from operator import add

from .shapes import ARROW, NUMBER, WHITE, WORD, Token, class_of, tokens_of
from .words import DISCS, FILL, FROM, ON, PEG, TO

FENCE = re.compile(r"\s*(?:```|~~~)\s*[\w+-]*\s*")
TAG = re.compile(r"</?[A-Za-z_]\w*>")
OPENS = re.compile(r"[^:=]*[:=][\s\[({\"'`*_]*")
SEVERAL = re.compile(r"\W*(?:[^\W\d]+\W+){0,6}?([0-9][0-9,]*)(?:\W+[^\W\d]+){0,6}\W*")
ALL = frozenset(("all", "todos", "alle", "tous", "tutti", "все"))
MOVES = frozenset(
    (
        "moves",
        "steps",
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
    )
)
MISTYPED = 0.75  # of a name: one of four characters wrong
ALIKE = 0.6  # of a move that stands in a line, with mistakes
LEAST = 2  # characters in a row that are no chance
SHORT = 9  # characters of a move that are found in prose by chance
SHORTEST = 5  # characters of a move of which two in a row are found everywhere
LONG = 400  # characters: a line of prose
FEW = 5  # words


def harmless(line: str, alike: Iterable[str], names: Set[str], bare: bool) -> bool:
    """Return whether a line around the moves is surely none of them.

    Args:
        line: the line.
        alike: the keys of the moves, as text.
        names: what the pegs are called, in lower case.
        bare: whether the moves have no words.
    """
    return _is_harmless(line, frozenset(alike), frozenset(names), bare)


@lru_cache(maxsize=256)  # a line is asked for twice, and many lists have the same title
def _is_harmless(line: str, alike: Set[str], names: Set[str], bare: bool) -> bool:
    if not re.search(r"\w", line) or FENCE.fullmatch(line) or TAG.fullmatch(line.strip()):
        return True
    tokens = tokens_of(line)
    if near(line, alike, names) or _runs_on(tokens, names) or _is_piece(line, alike, names):
        return False
    if _says_discs(tokens):
        return True
    words = [token.text.lower() for token in tokens if token.kind == WORD]
    # Two pegs and little else: a move with a mistake in it. All of them may stand in a heading.
    named = sum(word in names for word in words)
    if named == 2 and len(words) <= FEW:
        return False
    long = [word for word in words if len(word) > 2 and word not in names]
    numbers = sum(token.kind == NUMBER for token in tokens)
    # A peg first, or last, may be what is left of a move that has lost its end: "A CcTotal moves: 7".
    if bare and words and ((words[0] in names and len(long) < 3 and not OPENS.fullmatch(line)) or words[-1] in names):
        return False
    # A peg, and another with a mistake in its name: "left middl:" is no title.
    if bare and named and any(_mistyped(word, name) for word in long for name in names):
        return False
    where = _says_where(tokens, names)
    if _says_moves(line, words, not where):
        return True
    if where or any(_shares(line, key, names) for key in alike):
        return False
    if OPENS.fullmatch(line) and long:
        return True
    if any(token.kind == ARROW for token in tokens) and len(long) < 3:
        return False
    if bare and any(name in word for word in (*long, *words) for name in names if len(name) > 2):
        return False
    if bare and len(long) < 2 and not re.search(r"[.!:]\W*$", line):
        return False
    return bool(long) and not (bare and numbers and len(long) < 3)


def _mistyped(word: str, name: str) -> bool:
    """Return whether a word may be the name of a peg with one character wrong or lost."""
    return min(len(word), len(name)) > 2 and SequenceMatcher(None, word, name, autojunk=False).ratio() >= MISTYPED


def _shares(line: str, key: str, names: Set[str]) -> bool:
    """Return whether a line has the tokens of a move, but for two, or is a piece of a move, but for one token."""
    own, moves = _spoken(key_text(line, names)), _spoken(key)
    # What both have, whatever the order, is no less than what is common in order.
    if (Counter(own) & Counter(moves)).total() < min(len(moves) - 2, len(own) - 1):
        return False
    matched = SequenceMatcher(None, own, moves, autojunk=False).get_matching_blocks()
    common = sum(block.size for block in matched)
    whole = abs(len(own) - len(moves)) <= 2 and common >= max(1 + (len(own) > 2), len(moves) - 2)
    return whole or (len(own) < len(moves) and common >= max(2, len(own) - 1))


def _spoken(key: str) -> list[str]:
    return [token.text for token in tokens_of(key) if token.kind != WHITE]


def _says_moves(line: str, words: list[str], one: bool) -> bool:
    """Return whether a line says how many moves there are: "Total moves: 7"; if it may be `one`, "Solved in 1 move"."""
    found = SEVERAL.fullmatch(line)
    return bool(found) and bool(MOVES & set(words) or (one and found[1] == "1" and {"move", "step"} & set(words)))  # type: ignore[index]


def _says_discs(tokens: Sequence[Token]) -> bool:
    """Return whether several discs stand in a line, as in "3 disks" and "all disks": a move has one."""
    spoken = [(i, token) for i, token in enumerate(tokens) if token.kind in (NUMBER, WORD)]
    return any(
        ((one.kind == NUMBER and one.text != "1") or one.text.lower() in ALL) and class_of(tokens, i) == DISCS
        for (_, one), (i, _) in pairwise(spoken)
    )


def _runs_on(tokens: Sequence[Token], names: Set[str]) -> bool:
    """Return whether a peg, a word like to or an arrow, and no peg follow each other, as in "A to CeAll done".

    It may be a move that has lost the end of its line.
    """
    spoken = [(i, token) for i, token in enumerate(tokens) if token.kind != WHITE]
    return any(
        class_of(tokens, i) == TO
        and (one.text.lower() in names or (one.kind == NUMBER and to.kind == ARROW))
        and (other.kind == WORD and other.text.lower() not in names and not class_of(tokens, j))
        for (_, one), (i, to), (j, other) in zip(spoken, spoken[1:], spoken[2:], strict=False)
    )


def _is_piece(line: str, alike: Iterable[str], names: Set[str]) -> bool:
    """Return whether a line is how a move begins or ends, with a number or a peg in it, as in "stination C"."""
    own = key_text(line.strip(), names)
    return bool({"#", "@"} & set(own)) and any(key.startswith(own) or key.endswith(own) for key in alike)


def _says_where(tokens: Sequence[Token], names: Set[str]) -> bool:
    """Return whether a word like from or to, or an arrow, has a peg behind it."""
    going = False
    for i, token in enumerate(tokens):
        if going and (
            token.kind == NUMBER or token.text.lower() in names or (token.kind == WORD and token.text.isupper())
        ):
            return True
        said = class_of(tokens, i)
        if token.kind in (WORD, ARROW, NUMBER) and said not in (FILL, PEG):
            going = said in (FROM, TO, ON)
    return False


def resembles(line: str, alike: Iterable[str], names: Set[str]) -> bool:
    """Return whether a line may be one of the moves with a mistake in it, by its characters or by its tokens."""
    return near(line, alike, names) or any(_shares(line, key, names) for key in alike)


def near(line: str, alike: Iterable[str], names: Set[str]) -> bool:
    """Return whether one of the moves may stand in a line, with a mistake in it."""
    if len(line) > LONG:
        return False
    own = key_text(line, names)
    prose = len(re.findall(r"[^\W\d]{3,}", line)) >= 3
    for key in alike:
        if len(key) < SHORT:
            if key in own or (not prose and _shares(line, key, names)):
                return True
            if prose or len(key) < SHORTEST:
                continue
        # Blocks of n characters, 2 or more, have n - 1 pairs in common, at least n / 2.
        if 2 * (_pairs(own) & _pairs(key)).total() <= ALIKE * len(key):
            continue
        blocks = SequenceMatcher(None, own, key, autojunk=False).get_matching_blocks()
        if sum(block.size for block in blocks if block.size >= min(LEAST, len(key))) > ALIKE * len(key):
            return True
    return False


@lru_cache(maxsize=64)
def _pairs(text: str) -> Counter[str]:
    """Count the pairs of characters in a text."""
    return Counter(map(add, text, text[1:]))


def key_text(line: str, names: Iterable[str] = ()) -> str:
    """Return a line with # for numbers and @ for what may be a name, to compare it with others.

    >>> key_text("Move disk 12 from A to C")
    'move disk # from @ to @'
    """
    return _key_text(line, frozenset(names))


@lru_cache(maxsize=256)
def _key_text(line: str, names: Set[str]) -> str:
    parts = []
    for token in tokens_of(line):
        short = token.kind == WORD and (len(token.text) == 1 or token.text.lower() in names)
        parts.append("#" if token.kind == NUMBER else "@" if short else token.text.lower())
    return "".join(parts)


def is_count(line: str) -> int | None:
    """Return the number of moves that a line announces, if it does nothing else.

    >>> is_count("7"), is_count("1,023 moves:"), is_count("7 discs")
    (7, 1023, None)
    """
    found = re.fullmatch(r"(0|[1-9][0-9]{0,17}|[1-9][0-9]{0,2}(?:,[0-9]{3}){1,5})(?:[ \t]+(\w+):?)?[ \t]*", line)
    if not found or (found[2] and found[2].lower() not in MOVES | {"move"}):
        return None
    return int(found[1].replace(",", ""))
