"""Which peg a name in a list means: by labels, by what the names say, by the alphabet; else it is asked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ..checks import MOST_PEGS, shown
from .words import rank_of

LETTER = re.compile("[A-Za-z]")


class Ends(NamedTuple):
    """The pegs of the towers at both ends; None where the discs are no tower."""

    start: int | None
    target: int | None


def named_pegs(names: set[str], pegs: int, labels: Sequence[str] | None, ends: Ends) -> tuple[dict[str, int], str]:
    """Return the peg of each name, pegs or more for one that does not exist, and what decided, in words.

    Raises:
        ValueError: a name is none of the labels, or cannot be known without them.
    """
    if labels is not None:
        return by_labels(names, labels), ""
    for name in sorted(names):
        if len(name) == 1 and name.lower() != name and name.lower() in names:
            both = f"{name} and {name.lower()}"
            raise ValueError(f"cannot tell whether {both} are one peg: spell it alike, or say labels")
    if all(len(name) == 1 and LETTER.fullmatch(name) for name in names):
        places = {name: place_in_alphabet(name) for name in names}
        _refuse_other_case(places, pegs)
        if all(place <= pegs for place in places.values()):
            return places, ""
    known = rank_of({name.lower() for name in names})
    if known is not None:
        ranks, functional = known
        order = _order(pegs, ends if functional else Ends(0, pegs - 1))
        if order is not None and all(order[rank] is not None for rank in ranks.values()):
            found = {name: order[ranks[name.lower()]] for name in names}
            said = ", ".join(
                f"{name} is peg {peg}" for name, peg in sorted(found.items(), key=lambda pair: pair[1] or 0)
            )
            return {name: int(peg) for name, peg in found.items() if peg is not None}, f"{said}, counted from 0"
    listed = ",".join(dict.fromkeys(sorted(names)))
    raise ValueError(
        f"cannot tell which pegs {listed} are: say labels, the name of each peg in order (--labels {listed})"
    )


def _refuse_other_case(places: dict[str, int], pegs: int) -> None:
    """Refuse a letter past the pegs that is not written as all others are: it may be what is left of a word."""
    for name in sorted(places):
        others = sorted(places.keys() - {name})
        if places[name] >= pegs and others and all(other.islower() != name.islower() for other in others):
            alike = ", ".join(others)
            raise ValueError(f"cannot tell what {name} is: it is none of {pegs} pegs, and not written as {alike}")


def _order(pegs: int, ends: Ends) -> tuple[int | None, int | None, int | None] | None:
    """Return the first, the middle and the last of the pegs, if they can be told."""
    if ends.start is None or ends.target is None or ends.start == ends.target:
        return None
    if pegs == 2:
        return ends.start, None, ends.target
    return (ends.start, 3 - ends.start - ends.target, ends.target) if pegs == 3 else None


def by_labels(names: set[str], labels: Sequence[str]) -> dict[str, int]:
    """Return the peg of each name by the labels; in either case of letters where no two labels differ in that only."""
    exact = {label: peg for peg, label in enumerate(labels)}
    folded = {label.lower(): peg for peg, label in enumerate(labels)}
    found = {}
    for name in names:
        peg = exact.get(name)
        if peg is None and len(folded) == len(exact):
            peg = folded.get(name.lower())
        if peg is None and len(name) == 1 and LETTER.fullmatch(name) and all(map(LETTER.fullmatch, labels)):
            peg = MOST_PEGS + place_in_alphabet(name)
        if peg is None:
            raise ValueError(f"the list names a peg {shown(name)}, which is none of the labels {', '.join(labels)}")
        found[name] = peg
    if all(map(LETTER.fullmatch, names)):
        _refuse_other_case(found, len(labels))
    return found


def place_in_alphabet(letter: str) -> int:
    """Return the place of a letter, from 0."""
    return ord(letter.upper()) - ord("A")
