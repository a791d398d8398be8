"""The moves of a text whose shape is known: most by the kernel, the first of each new pattern item by item."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple, NoReturn

import numpy as np
from numpy.typing import NDArray

from ..checks import shown
from ..kernels.movelists import Scanner
from .further import Shapes
from .items import Item, cut_tokens, item_at
from .patterns import columns_for, pattern_of
from .pegs import LARGEST
from .roles import COUNTER, Reading, form_of
from .shapes import NUMBER, Token
from .surroundings import Surroundings
from .texts import LONGEST, Text
from .ways import Way
from .words import DISC

NO_TEXT = re.compile(r"[\0-\x08\x0e-\x1f\x7f]")
MOST_PATTERNS = 48


@lru_cache(maxsize=128)
def scanner_for(patterns: tuple[bytes, ...], names: tuple[tuple[bytes, int], ...]) -> Scanner:
    """Return the scanner for these."""
    return Scanner(patterns, dict(names))


class Mark(NamedTuple):
    """From which row of a block on the text is contiguous, and where it stands."""

    row: int
    data: bytes
    at: int
    line: int
    scanner: Scanner | None


class Reader:
    """Reads rows of numbers; `peg_of` says which peg a name is, and may refuse it."""

    def __init__(self, text: Text, way: Way, peg_of: Callable[[str], int]) -> None:
        self.text, self.way, self.peg_of = text, way, peg_of
        self.form = form_of(way.reading)
        self.columns = columns_for(self.form)
        self.width = len(self.columns)
        self.place = 0  # of the item that is looked at
        self.shapes = Shapes(way, lambda why: self._refuse(self.place, why))
        self.patterns: dict[bytes, None] = {}
        self.names: dict[bytes, int] = {}
        self.scanner: Scanner | None = None
        self.marks: list[Mark] = []
        self.around = Surroundings(way.spoken, {way.first_alike}, self._refuse_item, way.header)
        self.moves = self.rows = 0
        self.error: ValueError | None = None
        self.numbered: bool | None = None
        self.first_line = 0
        self.line_before = text.line_at(text.at)
        self.after: tuple[int, bytes, int] = (1, b"", 0)  # where the latest move ends
        self.first_count: int | None = None

    def know(self, patterns: dict[bytes, None], names: dict[bytes, int]) -> None:
        """Look for patterns that another reader of this way of writing has learnt."""
        if patterns:
            self.patterns, self.names = dict(patterns), dict(names)
            self.scanner = scanner_for(tuple(patterns), tuple(names.items()))

    # ---- blocks ----

    def fill(self, out: NDArray[np.uint16]) -> int:
        """Fill `out` with rows, and return how many; 0 at the end."""
        if self.error is not None:
            raise self.error
        self.marks, self.rows = [], 0
        try:
            self._fill(out)
        except ValueError as error:
            if not self.rows:
                raise
            self.error = error  # after the rows before it
        return self.rows

    def _fill(self, out: NDArray[np.uint16]) -> None:
        text = self.text
        while self.rows < len(out):
            if self.scanner is not None and not self.around.pending:
                mark = Mark(self.rows, text.data, text.at, text.line, self.scanner)
                self.marks.append(mark)
                text.at, after = self.scanner.scan(text.data, text.at, out, self.rows)
                if after > self.rows:
                    self._count(after - self.rows)
                    self.first_line = self.first_line or text.line_at(mark.at)
                    self.after = (text.line, text.data, text.at)
                self.rows = after
                if self.rows == len(out):
                    break
            if not text.skip_white():
                break
            self.rows += self._take(out, self.rows)

    def _count(self, moves: int) -> None:
        """Note that so many moves followed each other without anything between."""
        self.around.moves_together(moves + (self.moves > 0))
        self.moves += moves

    def line(self, row: int) -> int:
        """Return the line, from 1, of a row of the latest block."""
        mark = self.marks[bisect_right([mark.row for mark in self.marks], row) - 1]
        place = mark.at
        if row > mark.row:
            scratch = np.empty((row - mark.row, self.width), np.uint16)
            assert mark.scanner is not None
            place, _ = mark.scanner.scan(mark.data, mark.at, scratch)
        return mark.line + mark.data.count(b"\n", 0, place)

    def go_to(self, place: int) -> None:
        """Go over what stands before the first move."""
        while self.text.skip_white() and self.text.at < place:
            self._take(np.empty((1, self.width), np.uint16), 0)
        self.line_before = self.text.line_at(self.text.at)

    def open_at(self, place: int, tokens: Sequence[Token]) -> None:
        """Take all that stands before a place for no moves; the tokens are those of the first move, which stands there.

        Raises:
            ValueError: it is not text, or cannot stand before moves.
        """
        text = self.text
        while text.skip_white() and text.at < place and (item := item_at(text.data, text.at, self.way.cut)):
            core = text.data[item.low : item.high].decode()
            if NO_TEXT.search(core):
                self._refuse(text.at, "is not text")
            self.around.add(core, text.line_at(item.low), item.low, text.data)
            text.at = item.end
        roles = zip(self.way.places, self.way.reading, strict=True)
        self.first_count = next((int(tokens[at].text[:18]) for at, role in roles if role == COUNTER), None)
        self.around.move(0, False, self.first_count)

    def passed_over(self, moves: int) -> int:
        """Count so many moves that were found to stand before this place; return how many."""
        if moves:
            self.first_line = self.line_before
            self.after = (self.text.line, self.text.data, self.text.at)
            self.around.move(0, False, None)
            self.around.moves_together(moves)
            self.moves += moves
        return moves

    def lines(self) -> tuple[int, int]:
        """Return the lines of the first and of the latest move that was read."""
        line, data, at = self.after
        return self.first_line, line + data.count(b"\n", 0, len(data[:at].rstrip()))

    @property
    def bare(self) -> bool:
        """Whether the moves are numbers without words, so that a number alone may be what is left of one."""
        return not self.way.spoken and bool(self.numbered)

    def check_count(self) -> None:
        """Refuse a number before the moves that is not how many there are, if it may be a move without its blank."""
        if self.bare and self.around.announced not in (None, self.moves):
            self.around.refuse_count()

    def close(self) -> None:
        """Check what stands behind the last move."""
        self.around.end()
        self.check_count()
        if self.around.depth > 0:
            last = self.text.line_at(self.text.at) - (1 if self.text.cut else 2)
            raise ValueError(f"the list is cut: it ends on line {last} without a ]")

    # ---- one item ----

    def _take(self, out: NDArray[np.uint16], row: int) -> int:
        """Read the next item; return 1 if it was a move, 0 if not."""
        text = self.text
        text.hold(LONGEST)
        item = item_at(text.data, text.at, self.way.cut)
        if item is None or item.high - item.low > LONGEST:
            self._refuse_at(text.at)
        core = text.data[item.low : item.high].decode(errors="replace")
        if NO_TEXT.search(core) or "\ufffd" in core:
            self._refuse(text.at, "is not text")
        tokens = cut_tokens(core, self.way.labels, self.way.glued)
        header = not self.moves and core == self.way.header
        self.place = item.low
        shape = None
        if item.own and not header:
            shape = self.shapes.of(tokens, core, self.around.names, not self.moves)
        if shape is None:
            self.around.add(core, text.line_at(item.low), item.low, text.data)
            text.at = item.end
            return 0
        self._read(tokens, *shape, item, out[row])
        self.marks.append(Mark(row, text.data, item.low, text.line, None))
        self.first_line = self.first_line or text.line_at(item.low)
        self.after = (text.line, text.data, item.high)
        self.moves += 1
        text.at = item.end
        return 1

    def _read(
        self, tokens: Sequence[Token], places: Sequence[int], reading: Reading, item: Item, row: NDArray[np.uint16]
    ) -> None:
        """Read one move, and let the kernel look for its pattern from now on."""
        values, count = [0] * self.width, None
        for place, role in zip(places, reading, strict=True):
            token = tokens[place]
            if role in self.columns:
                values[self.columns[role]] = self._value(token, role, item)
            elif role == COUNTER:
                count = int(token.text[:18])
        counted = self.first_count is not None and count == self.first_count + self.moves
        self.around.move(self.moves, counted, count)
        if not self.moves:
            self.first_count = count
        self._refuse_other_kind(tokens, places, reading, item)
        row[:] = values
        behind = self.text.data[item.high : item.end]
        pattern = pattern_of(tokens, places, reading, behind, self.way.glued, self.form)
        if pattern not in self.patterns or self.scanner is None:
            self._learn(pattern)

    def _refuse_other_kind(self, tokens: Sequence[Token], places: Sequence[int], reading: Reading, item: Item) -> None:
        kinds = {
            tokens[place].kind == NUMBER
            for place, role in zip(places, reading, strict=True)
            if role in self.form and role != DISC
        }
        self.numbered = kinds == {True} if self.numbered is None else self.numbered
        if kinds != {self.numbered}:
            core = self.text.line_from(item.low)
            self._refuse(item.low, f"names pegs otherwise than the moves before it: {shown(core)}")

    def _value(self, token: Token, role: str, item: Item) -> int:
        """Return the number of a disc or a peg, or the peg of a name."""
        if token.kind == NUMBER:
            value = int(token.text[:18])
            if value > LARGEST:
                self._refuse(item.low, f"has {value}; the largest number that can be read is {LARGEST}")
            return value
        try:
            peg = self.peg_of(token.text)
        except ValueError as error:
            raise ValueError(f"line {self.text.line_at(item.low)}: {error}") from None
        self._name(token.text, peg)
        return peg

    def _name(self, name: str, peg: int) -> None:
        spelled = name.encode() if len(name) == 1 else name.encode().lower()  # A and a may be two pegs
        if self.names.get(spelled, peg) != peg:
            raise ValueError(f"two pegs are called {shown(name.lower())} but for capitals")
        if spelled not in self.names:
            self.names[spelled] = peg
            self.scanner = None

    def _learn(self, pattern: bytes) -> None:
        """Let the kernel look for one more pattern."""
        if len(self.patterns) >= MOST_PATTERNS:
            self.patterns.clear()
        self.patterns[pattern] = None
        self.scanner = scanner_for(tuple(self.patterns), tuple(self.names.items()))

    # ---- refusals ----

    def _refuse_item(self, place: int, data: bytes, line: int) -> NoReturn:
        """Refuse what stands at a place."""
        here = data[place : place + LONGEST].split(b"\n", 1)
        text = here[0].rstrip().decode(errors="replace")
        if NO_TEXT.search(text) or "\ufffd" in text:
            raise ValueError(f"line {line} is not text")
        ends = self.text.ended and self.text.cut and (len(here) < 2 or not here[1])
        what, end = shown(text), ", where the file ends" if ends else ""
        if self.moves:
            raise ValueError(f"line {line} cannot be read as a move like those before it: {what}{end}")
        advice = "mend it, or take it out if it is none"
        raise ValueError(f"line {line} may be a move that cannot be read: {what}{end}; {advice}")

    def _refuse_at(self, place: int) -> NoReturn:
        self._refuse_item(place, self.text.data, self.text.line_at(place))

    def _refuse(self, place: int, why: str) -> NoReturn:
        raise ValueError(f"line {self.text.line_at(place)} {why}")
