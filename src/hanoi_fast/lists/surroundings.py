"""What stands before, between and behind the moves of a list, and whether none of it can be a move."""

from __future__ import annotations

import re
from collections.abc import Callable, Set
from typing import NamedTuple, NoReturn

from .frames import harmless, is_count, resembles

NAME = re.compile(r"([A-Za-z_]\w*)\s*[:=]\s*[\[({]*\s*")  # what a list begins with: `moves = [`
ENOUGH = 2  # gaps that are alike, before what stands in them is taken for boards or remarks


class Foreign(NamedTuple):
    """A line that is no move."""

    text: str
    line: int
    place: int
    data: bytes


class Surroundings:
    """The lines that are no moves: `pending` are those since the latest move.

    Between two moves there must stand nothing but marks, or as many lines as between all others, or the counters of the
    moves must run on. What is like a move is never passed over.
    """

    def __init__(
        self, spoken: bool, alike: set[str], refuse: Callable[[int, bytes, int], NoReturn], header: str = ""
    ) -> None:
        self.spoken, self.alike, self.refuse = spoken, alike, refuse
        self.names: Set[str] = frozenset()
        self.pending: list[Foreign] = []
        self.heads: list[Foreign] = []  # lines before the first move
        self.announced: int | None = None
        self.counted: Foreign | None = None  # the line that announces it
        self.gaps: dict[int, int] = {}  # how many gaps have so many lines
        self.first_gap: Foreign | None = None
        self.passed = 0  # lines that were passed over
        self.depth = 0
        self.header = header

    def add(self, text: str, line: int, place: int, data: bytes) -> None:
        """Take a line that is no move."""
        self.depth += sum(text.count(mark) for mark in "[{") - sum(text.count(mark) for mark in "]}")
        if text.strip():
            self.pending.append(Foreign(text, line, place, data))

    @property
    def strange(self) -> bool:
        """Whether there was any such line."""
        return bool(self.pending or self.passed)

    def moves_together(self, moves: int) -> None:
        """Take so many moves with nothing between."""
        if moves > 1:
            self._gap(0, None)

    def move(self, before: int, counted: bool, count: int | None) -> None:
        """Take a move behind what is pending; `before` moves stand before it."""
        pending, self.pending = self.pending, []
        speaking = [foreign for foreign in pending if re.search(r"\w", foreign.text)]
        self.passed += len(speaking)
        if not before:
            self.heads += speaking
            self._head(speaking, count)
        elif not speaking:
            if not pending:
                self._gap(0, None)
        elif not counted:
            if count is not None:
                self._refuse(speaking[0])  # a counter that does not run on: a move is missing
            for foreign in speaking:
                if resembles(foreign.text, self.alike, self.names):
                    self._refuse(foreign)
            self._gap(len(pending), speaking[0])

    def _head(self, speaking: list[Foreign], count: int | None) -> None:
        for i, foreign in enumerate(speaking):
            if foreign.text == self.header:
                continue
            word = NAME.fullmatch(foreign.text)
            if word is not None and not set(word[1].lower()) <= self.names:  # "AC:" is made of pegs
                self.passed -= 1
                continue
            number = is_count(foreign.text)
            if number is not None and i == len(speaking) - 1:
                self.announced, self.counted = number, foreign
            elif not harmless(foreign.text, self.alike, self.names, not self.spoken):
                self._refuse(foreign)
        if speaking and count is not None and count > 1:
            self._refuse(speaking[-1])

    def refuse_count(self) -> None:
        """Refuse the line that says how many moves there are."""
        if self.counted is not None:
            self._refuse(self.counted)

    def _gap(self, lines: int, first: Foreign | None) -> None:
        self.gaps[lines] = self.gaps.get(lines, 0) + 1
        self.first_gap = self.first_gap or first
        if len(self.gaps) > 1 and self.first_gap:
            self._refuse(first or self.first_gap)

    def settle(self) -> None:
        """Refuse what stood between moves if that was not often enough to know what it is."""
        if self.first_gap and (len(self.gaps) > 1 or sum(self.gaps.values()) < ENOUGH):
            self._refuse(self.first_gap)

    def end(self) -> None:
        """Take the end of the text."""
        self.settle()
        speaking = [foreign for foreign in self.pending if re.search(r"\w", foreign.text)]
        for foreign in speaking:
            boards = self.first_gap is not None and not resembles(foreign.text, self.alike, self.names)
            if not boards and not harmless(foreign.text, self.alike, self.names, not self.spoken):
                self._refuse(foreign)
        self.passed += len(speaking)

    def _refuse(self, foreign: Foreign) -> NoReturn:
        place, data = foreign.place, foreign.data
        while place and data[place - 1 : place] in (b"[", b"(", b"{"):
            place -= 1
        self.refuse(place, data, foreign.line)
