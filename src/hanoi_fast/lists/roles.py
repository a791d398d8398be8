"""What each place of an item is: a counter, a disc, the peg it leaves, the peg it reaches, or nothing of a move.

The words beside a place decide. A *reading* is a role for each place; where words leave several, all are returned.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, product
from typing import NamedTuple

from .shapes import ARROW, MARK, NUMBER, WORD, Token, class_of, literal_words
from .words import BESIDE, COUNT, DISC, DISCS, FROM, ON, PEG, TO, VERB

COUNTER, SOURCE, TARGET, OTHER = "counter", "source", "target", "other"
Reading = tuple[str, ...]
EITHER = (COUNTER, DISC)
ORDINALS = frozenset(("st", "nd", "rd", "th", "º", "ª", "er", "e"))


class Hint:
    """What the words before a place, as far as the place before it, say of it."""

    def __init__(self, tokens: Sequence[Token], low: int, at: int) -> None:
        self.number = tokens[at].kind == NUMBER
        self.peg, self.says = False, ""
        self.goes = False  # whether a word for "to" stands anywhere before it
        for i in range(at - 1, low, -1):
            said = class_of(tokens, i) if i or tokens[i].kind != ARROW else ""  # "> Move ..." is a quotation
            self.goes |= said in (TO, ON, BESIDE)
            if self.says:
                continue
            if said == PEG:
                self.peg = True
            elif said in (DISC, DISCS, FROM, TO, ON, BESIDE, COUNT, VERB):
                self.says = DISC if said == DISCS else said
        if self.peg and self.says == COUNT:
            self.says = ON  # "no pino 3"
        marked = _by_marks(tokens, low, at)
        if not self.says or (self.says == VERB and marked):
            self.says = marked


def _by_marks(tokens: Sequence[Token], low: int, at: int) -> str:
    """Return what the marks around a number say: `#2`, `2.`, `2)` and `2/7` count."""
    before = tokens[at - 1].text if at else ""
    after = [token.text for token in tokens[at + 1 : at + 3]]
    if tokens[at].kind != NUMBER:
        return ""
    if before in ("#", "№") or after[:1] == ["/"]:
        return COUNT
    if before == "/":
        return BESIDE
    if after[:1] == [":"] and low < 0 and [class_of(tokens, i) for i in range(at) if class_of(tokens, i)] == [VERB]:
        return COUNT  # "Move 3: ..."
    opens = low < 0 and all(not token.text.isalnum() for token in tokens[:at])
    return COUNT if opens and after and after[0] in (".", ")") and after[1:] and after[1].isspace() else ""


class Said(NamedTuple):
    """The readings that the words of an item allow, none where it is no move, and whether words name the pegs."""

    readings: list[Reading]
    spoken: bool


def readings_of(tokens: Sequence[Token], places: Sequence[int]) -> Said:
    """Return the readings that the words of an item allow."""
    if len(places) < 2 or _is_torn(tokens) or _is_joined(tokens, places) or _goes_on(tokens[places[-1] + 1 :]):
        return Said([], False)
    hints = [Hint(tokens, low, at) for low, at in zip((-1, *places), places, strict=False)]
    roles = [{FROM: SOURCE, TO: TARGET, DISC: DISC, COUNT: COUNTER, BESIDE: OTHER}.get(hint.says, "") for hint in hints]
    _settle_discs(hints, roles)
    if not _settle_on(hints, roles) or any(
        role in EITHER and not hint.number for hint, role in zip(hints, roles, strict=True)
    ):
        return Said([], False)
    if max(roles.count(SOURCE), roles.count(TARGET), roles.count(DISC)) > 1:
        return Said([], False)
    speaks = any(token.kind == WORD and class_of(tokens, i) for i, token in enumerate(tokens) if i not in places)
    if not speaks and literal_words(tokens, places):
        return Said([], False)
    if SOURCE in roles and TARGET in roles:
        return Said(_with_both(hints, roles), True)
    if TARGET in roles:
        leaves = any(class_of(tokens, i) == FROM for i in range(len(tokens)) if i not in places)
        found = _with_target(hints, roles)
        return Said([reading for reading in found if SOURCE in reading or not leaves], True)
    if SOURCE in roles or literal_words(tokens, places) or not _alike_between(tokens, places):
        return Said([], False)
    return Said(_bare(hints, roles), False)


def _is_torn(tokens: Sequence[Token]) -> bool:
    """Return whether a number and a letter or half an arrow stand together as nobody writes them.

    `d9isk`, `C0`, `=3>`, `A]` and `( to` are torn; 1st, d1, and T1 -> T2 are not.
    """
    if any(
        sum(token.text == mark for token in tokens) != sum(token.text == other for token in tokens)
        for mark, other in ("[]", "{}")
    ):
        return True
    before = [
        one.text
        for i, (one, other) in enumerate(pairwise(tokens))
        if one.kind == WORD and other.kind == NUMBER and not class_of(tokens, i)
    ]
    if before and (len(before) < 2 or len(set(before)) > 1):
        return True
    if any(
        one.text in "=<~" and (not i or tokens[i - 1].kind != WORD) for i, one in enumerate(tokens) if one.kind == MARK
    ):
        return not any(one.text in "\"'" for one in tokens)
    spoken = [i for i, token in enumerate(tokens) if not token.text.isspace()]
    if any(
        _stands_alone(tokens, i) and class_of(tokens, j) == TO and len(tokens[j].text) > 1 for i, j in pairwise(spoken)
    ):
        return True
    return any(
        one.kind == NUMBER and other.kind == WORD and other.text.lower() not in ORDINALS
        for one, other in pairwise(tokens)
    )


def _stands_alone(tokens: Sequence[Token], i: int) -> bool:
    """Return whether a token is a mark without a word or a number before it, as where a name was: `( to`, `. -> C`."""
    mark = tokens[i].kind == MARK and tokens[i].text not in "\"'`*_$\\"
    return mark and i > 0 and (tokens[i].text in "([{" or not tokens[i - 1].text.isalnum())


def _is_joined(tokens: Sequence[Token], places: Sequence[int]) -> bool:
    """Return whether the name of a peg stands at a word without anything between, as in `ofD`; `pegA` is written so."""
    words = [i for i, token in enumerate(tokens) if token.kind == WORD]
    return any(
        other == i + 1
        and (i in places) != (other in places)
        and PEG not in (class_of(tokens, i), class_of(tokens, other))
        for i, other in pairwise(words)
    )


def _goes_on(tokens: Sequence[Token]) -> bool:
    """Return whether an arrow, a letter or a last word like to stands behind the last place: "from A to ."."""
    words = [i for i, token in enumerate(tokens) if token.kind == WORD]
    if words and class_of(tokens, words[-1]) in (FROM, TO):
        return True
    return any(token.kind == ARROW or (token.kind == WORD and len(token.text) == 1) for token in tokens)


def _settle_on(hints: Sequence[Hint], roles: list[str]) -> bool:
    """Let what a disc is on be the peg it leaves, where another peg is reached; return False if that cannot be."""
    on = [i for i, hint in enumerate(hints) if hint.says == ON]
    if not on:
        return True
    if TARGET not in roles:
        roles[on[-1]] = TARGET
        on = on[:-1]
    elif on[-1] > roles.index(TARGET):
        return False
    for i in on:
        roles[i] = OTHER if SOURCE in roles else SOURCE
    return True


def _settle_discs(hints: Sequence[Hint], roles: list[str]) -> None:
    """Let a second disc be what the first is laid on."""
    discs = [i for i, role in enumerate(roles) if role == DISC]
    for i in discs[1:]:
        if hints[i].goes:
            roles[i] = OTHER


def _with_both(hints: Sequence[Hint], roles: list[str]) -> list[Reading]:
    """Return the readings where the pegs are known."""
    first = min(roles.index(role) for role in (SOURCE, TARGET, DISC) if role in roles)
    unknown = [i for i, role in enumerate(roles) if not role]
    if any(not hints[i].number or i > first or hints[i].peg for i in unknown):
        return []
    return _numbered(hints, roles, unknown)


def _with_target(hints: Sequence[Hint], roles: list[str]) -> list[Reading]:
    """Return the readings where only the peg that is reached is known."""
    target = roles.index(TARGET)
    if target and not roles[target - 1]:
        before = hints[target - 1]
        as_source = _with_both(hints, [SOURCE if i == target - 1 else role for i, role in enumerate(roles)])
        if before.says != VERB or before.peg or not before.number or DISC in roles:
            return as_source
        as_disc = [DISC if i == target - 1 else role for i, role in enumerate(roles)]
        return as_source + (_numbered(hints, as_disc, []) if all(as_disc) else [])
    unknown = [i for i, role in enumerate(roles) if not role]
    if DISC not in roles or any(not hints[i].number or i > roles.index(DISC) for i in unknown):
        return []
    return _numbered(hints, roles, unknown)


def _alike_between(tokens: Sequence[Token], places: Sequence[int]) -> bool:
    """Return whether the same stands between all places but the first two, and nothing is missing behind the last."""
    marks = [_marks(tokens[low + 1 : high]) for low, high in pairwise(places)]
    behind = _marks(tokens[places[-1] + 1 :])[:1]
    if behind in (",", ";", "|") and behind in marks[-1] and tokens[0].text != behind:
        return False
    if behind in (",", ";", "|") and len(_marks(tokens[places[-1] + 1 :])) > 1:
        return False
    if len(set(marks[1:])) > 1:
        return False
    return len(marks) < 2 or len(places) > 3 or marks[0] == marks[1] or marks[0][:1] in ("", ".", ")", "]", "/", ":")


def _marks(tokens: Sequence[Token]) -> str:
    """Return the marks between two places, without those of quotation and emphasis."""
    return "".join(token.text for token in tokens if not token.text.isspace()).strip("\"'`*_$")


def _bare(hints: Sequence[Hint], roles: list[str]) -> list[Reading]:
    """Return the readings of numbers and names without words: a counter or not, a disc or not, from, to."""
    unknown = [i for i, role in enumerate(roles) if not role]
    pegs = [i for i in unknown if hints[i].peg] or [i for i in unknown if not hints[i].number] or unknown[-2:]
    if DISC in roles and len(pegs) == 1 and hints[pegs[0]].peg and unknown == pegs:
        return [tuple(TARGET if i == pegs[0] else role for i, role in enumerate(roles))]
    if len(pegs) != 2 or pegs != unknown[-2:]:
        return []
    filled = [SOURCE if i == pegs[0] else TARGET if i == pegs[1] else role for i, role in enumerate(roles)]
    return _numbered(hints, filled, unknown[:-2])


def _numbered(hints: Sequence[Hint], roles: list[str], unknown: list[int]) -> list[Reading]:
    """Return the readings where each of the `unknown` numbers is a counter or the disc, counters first."""
    if len(unknown) > 2 or any(not hints[i].number for i in unknown):
        return []
    found = []
    for choice in product(EITHER, repeat=len(unknown)):
        filled = list(roles)
        for i, role in zip(unknown, choice, strict=True):
            filled[i] = role
        if filled.count(DISC) <= 1 and filled.count(COUNTER) <= 1 and not (len(choice) == 2 and choice[0] == DISC):
            found.append(tuple(filled))
    # A name for the disc before one for nothing: what says more comes first.
    return sorted(found, key=lambda reading: DISC not in reading)


def form_of(reading: Reading) -> tuple[str, ...]:
    """Return what a reading tells of a move, in the order of its columns."""
    return tuple(role for role in (DISC, SOURCE, TARGET) if role in reading)
