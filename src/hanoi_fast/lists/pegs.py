"""The pegs of a list: what they are called, or from where they count."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from ..checks import MOST_PEGS, checked_int, shown
from ..puzzle.routes import is_tower
from .naming import LETTER, Ends, named_pegs
from .words import relatives

LARGEST = 65535  # numbers are uint16


class Pegs:
    """What a list calls its pegs. Either `numbered`, from `first` on, or `named`."""

    def __init__(self, count: int, first: int | None, labels: Sequence[str] | None, ends: Ends) -> None:
        self.count = checked_int(count, "pegs", 1, MOST_PEGS)
        self.first = None if first is None else checked_int(first, "first_peg", 0, 1)
        self.labels = None if labels is None else tuple(labels)
        self.spelled = {json.dumps(label)[1:-1]: label for label in self.labels or ()}  # as JSON may have them
        self.ends = ends
        self.numbered = False
        self.named: dict[str, int] = {}
        self.table: NDArray[np.uint16] | None = None  # the peg of each number, where the labels are numbers
        self.found_out = ""  # from where they count, in a sentence
        self.told = ""  # which name is which, where that is no matter of course

    @property
    def words(self) -> tuple[str, ...]:
        """The labels in every way they may be spelled."""
        return tuple(dict.fromkeys((*(self.labels or ()), *self.spelled)))

    @property
    def lower_names(self) -> frozenset[str]:
        """The names that are known, and those that go together with them, in lower case."""
        return relatives(frozenset(name.lower() for name in self.named))

    @property
    def labels_are_numbers(self) -> bool:
        """Whether all labels are written in digits."""
        return self.labels is not None and all(re.fullmatch("[0-9]{1,5}", label) for label in self.labels)

    @property
    def labels_or_letters(self) -> bool:
        """Whether the peg of a name does not depend on the other names."""
        return not self.told and (self.labels is not None or all(map(LETTER.fullmatch, self.named)))

    def check_options(self) -> None:
        """Refuse labels for numbers, and a first peg for names."""
        if self.numbered and self.labels is not None and not self.labels_are_numbers:
            raise ValueError("labels are for pegs that are letters, and this list names them by numbers")
        if not self.numbered and self.first is not None:
            raise ValueError("first_peg is for pegs that are numbers, and this list names them by letters")

    # ---- names ----

    def take_names(self, names: Iterable[str]) -> None:
        """Find out which peg each name is."""
        spelled = {self.spelled.get(name, name) for name in names}
        self.named, self.told = named_pegs(spelled, self.count, self.labels, self.ends)

    def peg_of(self, name: str) -> int:
        """Return the peg of a name, found out if it is a new one."""
        name = self.spelled.get(name, name)
        if name not in self.named:
            found, _ = named_pegs({*self.named, name}, self.count, self.labels, self.ends)
            if any(found[known] != peg for known, peg in self.named.items()):
                raise ValueError(f"the list names a peg {shown(name)}, which does not fit those before it")
            self.named[name] = found[name]
        return self.named[name]

    # ---- numbers ----

    def take_numbers(self, columns: Iterable[NDArray[np.uint16]]) -> bool:
        """Find out the number of the first peg from the pegs that occur; return whether that is certain."""
        if self.labels is not None:
            self.table = np.full(LARGEST + 1, LARGEST, np.uint16)
            self.table[[int(label) for label in self.labels]] = np.arange(self.count)
            return True
        if self.first is not None:
            return True
        occur = np.zeros(LARGEST + 1, np.bool_)
        for pegs in columns:
            occur[pegs] = True
        zero, past = bool(occur[0]), bool(occur[self.count])
        if zero == past:
            both = f"pegs 0 and {self.count} both occur, one too many for {self.count} pegs"
            self.found_out = both if zero else f"neither peg 0 nor peg {self.count} occurs"
            return False
        self.found_out = f"Its pegs are taken to count from {int(past)}, since peg {self.count * past} occurs."
        self.first = int(past)
        return True

    def settle(self, pegs: NDArray[np.uint16]) -> None:
        """Turn numbers as they are written into pegs from 0."""
        if self.table is not None:
            pegs[:] = self.table[pegs]
        elif self.numbered and self.first:
            pegs -= np.uint16(self.first)

    # ---- for messages ----

    def name(self, peg: int) -> str:
        """Return what the list calls a peg, or what it calls one that does not exist."""
        if self.labels is not None and 0 <= peg < len(self.labels):
            return self.labels[peg]
        if self.numbered:
            return str(peg + (self.first or 0))
        names = [name for name, known in self.named.items() if known == peg]
        if names:
            return names[0].upper() if len(names[0]) == 1 else names[0]
        if all(map(LETTER.fullmatch, self.named)):
            return chr(ord("A") + peg % MOST_PEGS)
        return f"no. {peg + 1}"

    @property
    def said(self) -> list[str]:
        """What was taken, in words."""
        if self.numbered and self.labels is None:
            return [f"pegs count from {self.first or 0}"]
        return [self.told] if self.told else []

    def spellings(self) -> tuple[str, ...] | None:
        """Return how each peg is written, None if that is not known of all."""
        if self.numbered:
            return None if self.labels else tuple(str(peg + (self.first or 0)) for peg in range(self.count))
        names = {peg: name for name, peg in self.named.items()}
        return tuple(names[peg] for peg in range(self.count)) if names.keys() >= set(range(self.count)) else None


def ends_of(start: NDArray[np.uint8] | None, goal: NDArray[np.uint8] | None, pegs: int) -> Ends:
    """Return the pegs of the towers at both ends; a tower from the first to the last peg if nothing is known."""
    if start is None or goal is None:
        return Ends(0, pegs - 1)
    towers = [state[0] if state and is_tower(state) else None for state in (start.tobytes(), goal.tobytes())]
    return Ends(*towers)
