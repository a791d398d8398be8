"""What is said of a text that cannot be read: the line, and what stands there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NoReturn

from ..checks import shown
from .detecting import Found
from .frames import harmless, is_count
from .pegs import LARGEST, Pegs
from .roles import COUNTER, SOURCE
from .shapes import ARROW, WORD, Token, class_of, literal_words
from .texts import LONGEST, Text
from .ways import Way
from .words import FROM, TO

UNREADABLE = "cannot be read as a move"
FEW = 3  # moves that say little of what their numbers are
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


def doubt(numbers: tuple[int, ...], way: Way, pegs: Pegs, discs: int | None, moves: int) -> str:
    """Return why the numbers of a move that is not legal may not be what is meant, "" if they are.

    Two numbers may have lost the blank between them, or one of three is missing.
    """
    if pegs.table is not None and LARGEST in numbers[-2:]:
        return f"names a peg that is none of the labels {', '.join(pegs.labels or ())}"
    if moves < FEW and COUNTER in way.reading and not way.spoken:
        return "is no legal move, and there are too few others to know what its numbers are"
    if moves < 2 and pegs.numbered and pegs.found_out:
        return "is no legal move, and there is no other to know what its numbers are"
    last = pegs.count - 1 if pegs.numbered else LARGEST
    joined = not way.spoken or way.places[0] == 0  # it may have been, with what stands before it
    limits = (LARGEST if discs is None else discs, last, last)[-len(numbers) :]
    if len(numbers) == 3 and numbers[0] < 1 and moves < FEW:
        return "has disc 0, and there are too few others to know what that is"
    for number, limit in zip(numbers, limits, strict=True):
        if number > limit and moves < FEW:
            return f"has the number {number}, and there are too few others to know what it is"
        if number > limit and joined and len(str(number)) > len(str(limit + 1)):
            return f"has the number {number}, where {limit} is the largest: has it lost a blank?"
    return ""


def refuse_alone(text: Text, found: Found) -> None:
    """Refuse a move that no other is like, if the name of a peg may be missing in it, or be there by mistake."""
    if len(found.items) > 1:
        return
    tokens, shape = found.tokens[0], found.shape
    words = literal_words(tokens, shape.places)
    if words and any(SOURCE not in reading for reading in shape.readings):
        what = f"has a word that is not known, {shown(words[0])}, and no other move to compare it with"
        refuse_at(text, found.items[0].low, what)
    if letter := _letter_left_over(tokens, shape.places):
        what = f"has a letter that may be a peg or a word, {letter}, and no other move to compare it with"
        refuse_at(text, found.items[0].low, what)
    if _is_uneven(tokens):
        refuse_at(text, found.items[0].low, "has uneven room beside its arrow, and no other move to compare it with")


def _letter_left_over(tokens: Sequence[Token], places: Sequence[int]) -> str:
    """Return a letter that is taken for a word, as `a` in "B a c", but is written as the pegs are, "" if there is none.

    In "de a a c" another word says which letters are pegs.
    """
    if any(class_of(tokens, i) == FROM for i in range(len(tokens))):
        return ""
    letters = [tokens[i].text for i in places if len(tokens[i].text) == 1 and tokens[i].text.isalpha()]
    words = [token.text for i, token in enumerate(tokens) if i not in places and token.kind == WORD]
    written_alike = [word for word in words if any(word.islower() == letter.islower() for letter in letters)]
    return next((word for word in written_alike if len(word) == 1 and word.isascii()), "")


def _is_uneven(tokens: Sequence[Token]) -> bool:
    """Return whether an arrow has room on one side only, or more than a blank stands beside it or a word like to."""
    for i in range(1, len(tokens) - 1):
        if class_of(tokens, i) == TO:
            before, behind = (len(token.text) * token.text.isspace() for token in (tokens[i - 1], tokens[i + 1]))
            if max(before, behind) > 1 or (tokens[i].kind == ARROW and before != behind):
                return True
    return False
