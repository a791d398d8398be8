"""The shape of an item, a line or a part of one: its words and marks, with the places where numbers and names stand.

An item is cut into tokens. Its key is what it shares with items of the same shape: words that say what a thing is stand
for themselves, numbers and all other words for any of their kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from .words import CLASSES, FROM, FUNCTIONAL, NAMES, PEG, SPATIAL, TO

NUMBER, WORD, ARROW, WHITE, MARK, NAME = "number", "word", "arrow", "white", "mark", "name"

ARROWS = r"[-–—=~]+>|\\(?:[lL]ong)?(?:[rR]ight)?arrow\b|\\to\b|[→⇒⟶⟹➔➜➡»>]"
PARTS = (
    ("number", "[0-9]+"),
    ("arrow", ARROWS),
    ("word", r"[A-Z]?[^\W\d_A-Z]+|[A-Z]+(?![^\W\d_A-Z])|[^\W\d_]"),
    ("white", r"\s+"),
    ("mark", "."),
)
WORDS = re.compile("|".join(f"(?P<{kind}>{form})" for kind, form in PARTS), re.DOTALL)

SMALL_WORDS = frozenset("aàoeéyiuсвкино")  # letters that are words in some language, and may be pegs in any


class Token(NamedTuple):
    """A stretch of an item, and what it looks like."""

    kind: str
    text: str


@lru_cache(maxsize=64)
def _expression(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return the expression of tokens, where these names come before all else."""
    if not names:
        return WORDS
    longest = sorted((name for name in names if not re.fullmatch("[0-9]+", name)), key=len, reverse=True)
    parts = [rf"{_edge(name[0], '<!')}{re.escape(name)}{_edge(name[-1], '!')}" for name in longest if name]
    return re.compile(f"(?P<name>{'|'.join(parts)})|{WORDS.pattern}", re.DOTALL) if parts else WORDS


def _edge(character: str, look: str) -> str:
    """Return what keeps a name from beginning or ending within a word."""
    return rf"(?{look}\w)" if character.isalnum() or character == "_" else ""


def tokens_of(text: str, names: tuple[str, ...] = ()) -> tuple[Token, ...]:
    """Cut a text into tokens; `names` are those of the pegs, where they are known.

    >>> [token.text for token in tokens_of("Move disk 1 -> C.") if token.kind != "white"]
    ['Move', 'disk', '1', '->', 'C', '.']
    """
    return _tokens_of(text, names)


# A line is cut when the shape is looked for, in each way to cut the text, and again when it is read. 256 of the longest
# lines take some 50 MB.
@lru_cache(maxsize=256)
def _tokens_of(text: str, names: tuple[str, ...]) -> tuple[Token, ...]:
    return tuple(Token(str(found.lastgroup), found[0]) for found in _expression(names).finditer(text))


@lru_cache(maxsize=256)
def key_of(tokens: tuple[Token, ...]) -> tuple[str, ...]:
    """Return what items of the same shape share."""
    return tuple(_key(tokens, i) for i in range(len(tokens)))


def _key(tokens: Sequence[Token], i: int) -> str:
    kind, text = tokens[i]
    if kind == "number":
        return "#"
    if kind == "name":
        return "@"
    if kind == "white":
        return "\n" if "\n" in text else " "
    if kind != "word":
        return text
    lower = text.lower()
    if is_prefix(tokens, i) or (len(lower) > 1 and lower in CLASSES):
        return lower
    return "@"


def is_prefix(tokens: Sequence[Token], i: int) -> bool:
    """Return whether a word stands right before a number, as in `d1` and `peg3`."""
    return i + 1 < len(tokens) and tokens[i].kind == WORD and tokens[i + 1].kind == NUMBER


def _is_small_word(tokens: Sequence[Token], i: int) -> bool:
    """Return whether a letter may be a word, as `a` in "de A a C" but not in `:a` or `| a |`: it stands among words."""
    beside = (*tokens[max(0, i - 1) : i], *tokens[i + 1 : i + 2])
    beyond = (*tokens[max(0, i - 2) : max(0, i - 1)], *tokens[i + 2 : i + 3])
    return (
        tokens[i].text in SMALL_WORDS
        and all(token.kind == WHITE for token in beside)
        and all(token.kind != MARK for token in beyond)
    )


def class_of(tokens: Sequence[Token], i: int) -> str:
    """Return what a token that is no place says of the places beside it; nothing is an empty string."""
    kind, text = tokens[i]
    if kind == "arrow":
        return TO
    if kind != "word":
        return ""
    lower = text.lower()
    if len(lower) == 1 and not is_prefix(tokens, i) and not _is_small_word(tokens, i):
        return ""
    if lower not in CLASSES and lower in NAMES:
        ranks = {names[lower] for names in FUNCTIONAL if lower in names}
        return {frozenset({0}): FROM, frozenset({2}): TO}.get(frozenset(ranks), "")
    return CLASSES.get(lower, "")


def places_of(items: Sequence[Sequence[Token]]) -> tuple[int, ...]:
    """Return which tokens of items with one key are places: the numbers, and the words that are names."""
    first = items[0]
    places = []
    for i, token in enumerate(first):
        if token.kind in (NUMBER, NAME):
            places.append(i)
        elif token.kind == WORD and not is_prefix(first, i) and _key(first, i) == "@":
            varies = len({item[i].text.lower() for item in items}) > 1
            if varies or _is_name(first, i, places):
                places.append(i)
    return tuple(places)


def _is_name(tokens: Sequence[Token], i: int, places: Sequence[int]) -> bool:
    """Return whether a word that does not vary is the name of a peg, by what stands around it."""
    text = tokens[i].text
    lower = text.lower()
    before, after = _beside(tokens, i, -1), _beside(tokens, i, 1)
    behind = "" if after is None else tokens[after].text
    if len(text) > 1 and (behind in (":", "=") or (behind == "=>" and (lower in NAMES or lower in CLASSES))):
        return False  # the name of a value
    if lower in SMALL_WORDS and after is not None and (text == lower or before is None):
        said = CLASSES.get(behind.lower(), "") if len(behind) > 1 else ""
        if said and said not in (TO, FROM):
            return False  # an article or a pronoun: "o disco", "I move"
    followed = after is not None and (
        tokens[after].kind == NUMBER or (_key(tokens, after) == "@" and (behind not in SMALL_WORDS or behind.isupper()))
    )
    if lower in NAMES and followed and after is not None and after - i == 2 and len(behind) <= 2:
        return False  # "source A": the name is what follows
    if before is not None and before not in places and class_of(tokens, before) in (FROM, TO, PEG):
        return True
    if after is not None and (tokens[after].kind == ARROW or (len(behind) > 1 and CLASSES.get(behind.lower()) == TO)):
        return True
    if len(text) == 1:
        speaks = any(token.kind == WORD and len(token.text) > 1 for token in tokens)
        return not (speaks and _is_small_word(tokens, i))
    return lower in NAMES


def _beside(tokens: Sequence[Token], i: int, step: int) -> int | None:
    """Return the next token that is no white space and no mark of quotation or emphasis."""
    i += step
    while 0 <= i < len(tokens):
        if tokens[i].kind != WHITE and tokens[i].text not in "\"'`*_$":
            return i
        i += step
    return None


def literal_words(tokens: Sequence[Token], places: Iterable[int]) -> tuple[str, ...]:
    """Return the words of an item that are no places and that no list knows: the others must not differ in them."""
    kept = set(places)
    return tuple(
        token.text.lower()
        for i, token in enumerate(tokens)
        if token.kind == WORD and i not in kept and not class_of(tokens, i) and token.text.lower() not in SPATIAL_NAMES
    )


SPATIAL_NAMES = frozenset(name for names in SPATIAL for name in names)


def canonical(tokens: Sequence[Token], places: Iterable[int]) -> tuple[str, ...]:
    """Return a shape without its white space, and without the mark at its end."""
    kept = set(places)
    kinds = [
        "#" if token.kind == NUMBER else "@" if i in kept else token.text.lower() for i, token in enumerate(tokens)
    ]
    parts = [kind for kind, token in zip(kinds, tokens, strict=True) if token.kind != WHITE]
    while parts and parts[-1] in (",", ";", ".", "!"):
        parts.pop()
    return tuple(parts)
