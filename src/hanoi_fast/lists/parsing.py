"""Move lists that people and programs wrote: tolerant in how a move is written, never guessing what is meant.

The shape of a list is found in its first items, the role of each place by words, values and rules; then all is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..kernels.movelists import fill_sources
from ..puzzle.graphs import Graph
from .choosing import chosen, may_count
from .decoding import Decoded
from .detecting import Found, counters_left, detect, names_in
from .expected import Agreed, agreed, template_of
from .pegs import LARGEST, Pegs, ends_of
from .reader import Reader
from .recalling import recall, remember
from .refusals import UNREADABLE, doubt, refuse_alone, refuse_at, refuse_first
from .reports import WRONG_DISC
from .roles import COUNTER, OTHER, SOURCE, TARGET
from .shapes import NUMBER
from .tables import tells_columns
from .texts import Text
from .turned import prepared
from .ways import Way, way_of
from .words import DISC

ROWS = 1 << 16  # moves of a block
SAMPLE = 1 << 20  # bytes that say how a list is written, and from where its pegs count
EMPTY = re.compile(rb"\s*(?:[A-Za-z_]\w*\s*[:=]\s*)?\[\s*\]\s*;?\s*|0[\r\n]*")
SAID = {DISC: "disc", SOURCE: "from", TARGET: "to", COUNTER: "counter", OTHER: "not read"}


class MoveList:
    """The moves of a text in blocks: uint16 arrays (N, 2) of source and target, or (N, 3) with the disc before.

    Iterating, once, yields views of one buffer that is used again; pegs count from 0 in them, and a
    peg that does not exist is `pegs` or more.

    Args:
        file: a file, read to its end.
        pegs: how many pegs there are.
        first_peg: the number of the first peg, 0 or 1, where pegs are numbers. Found out if not given and
            one of the pegs 0 and `pegs` occurs, but not both, in the first megabyte.
        labels: what the pegs are called; A, B, C, ... or what their names say if not given.
        start, goal: the states at both ends, which say how many discs there are, what "source" means, and which
            reading begins legally.

    Raises:
        ValueError: the text is no list of moves; names the line. Or two readings are left.

    >>> from io import BytesIO
    >>> [block.tolist() for block in MoveList(BytesIO(b"A->B, A->C"))]
    [[[0, 1], [0, 2]]]
    """

    def __init__(
        self,
        file: Any,
        pegs: int = 3,
        first_peg: int | None = None,
        labels: Sequence[str] | None = None,
        start: NDArray[np.uint8] | None = None,
        goal: NDArray[np.uint8] | None = None,
    ) -> None:
        self.start, self.goal = start, goal
        self.pegs = Pegs(pegs, first_peg, labels, ends_of(start, goal, pegs))
        self.text = Text(Decoded(file))
        self.width, self.moves = 2, 0
        self.reader: Reader | None = None  # None where there are no moves
        self.found: Found | None = None  # None where the list is written like one before it
        self.ready: NDArray[np.uint16] | None = None  # rows that were read already: all
        self.error: ValueError | None = None  # of the sample
        self.aside: tuple[str, ...] = ()  # columns that are not read
        self.plain = self.ended = False
        self.where: NDArray[np.uint16] | None = None if start is None else start.astype(np.uint16)
        self.latest = np.empty((0, 2), np.uint16)
        self._detect()

    @property
    def first_peg(self) -> int | None:
        """The number of the first peg, where pegs are numbers."""
        return self.pegs.first

    def _detect(self) -> None:
        text = self.text
        text.hold(SAMPLE)
        if not text.data.strip():
            if self.start is not None and self.goal is not None and np.array_equal(self.start, self.goal):
                return
            raise ValueError(
                "the list is empty; one of no moves is written []" if text.data[:-1] else "the file is empty"
            )
        if text.ended and len(text.data) < 300 and (EMPTY.fullmatch(text.data) or tells_columns(text.data)):
            return
        self.text, self.aside = prepared(text, self.pegs, self.start)
        self.text.hold(SAMPLE)
        if self._recall():
            return
        text = self.text
        found = detect(text.data, text.at, self.pegs.words, self.pegs.count)
        if found is None:
            refuse_first(self.text)
        self._take(found)
        self._remember(found)

    def _take(self, found: Found) -> None:
        """Decide the reading and the names of the pegs, and make the reader."""
        self.found = found
        if found.misfit and found.misfit != len(found.shape.places):
            what = f"does not have the {found.misfit} columns of the header"
            refuse_at(self.text, found.items[0].low, what)
        readings = counters_left(found, None if self.start is None else self.start.size)
        if not readings:
            refuse_at(self.text, found.items[0].low, UNREADABLE)
        at = found.shape.places[readings[0].index(TARGET)]
        first = found.tokens[0][at]
        self.pegs.numbered = first.kind == NUMBER or (self.pegs.labels_are_numbers and first.text.isdigit())
        self.pegs.check_options()
        if not self.pegs.numbered:
            self.pegs.take_names(names_in(found, readings[0]))
        ways = [way_of(found, reading, self.text.data, self.pegs.words, self.pegs.lower_names) for reading in readings]
        refuse_alone(self.text, found)
        by_words = len(found.shape.readings) == 1 or not (found.shape.spoken or COUNTER in readings[0])
        self.plain = by_words and SOURCE in readings[0]
        self.way = ways[0] if len(ways) == 1 else chosen(ways, [self._sample(way) for way in ways], self)
        self._number()
        reader = Reader(self.text, self.way, self.pegs.peg_of)
        reader.around.names, reader.numbered = self.pegs.lower_names, self.pegs.numbered
        self._begin(reader)

    def _begin(self, reader: Reader) -> None:
        """Take the reader that reads the list."""
        self.reader, self.width = reader, reader.width
        if SOURCE not in self.way.reading and self.where is None:
            raise ValueError("the list says which disc goes where, not where from: say where the discs are")

    def _remember(self, found: Found) -> None:
        """Keep how this list is written, if it does not depend on what else stands in it."""
        by_words = found.shape.spoken and len(found.shape.readings) == 1 and found.cut == "lines"
        if by_words and self.pegs.labels_or_letters:
            remember(self.way, self.pegs)

    def _recall(self) -> bool:
        """Read a short text as one before it; return False if it is not written like any."""
        recalled = recall(self.text, self.pegs)
        if recalled is None:
            return False
        self.way, self.ready = recalled.reader.way, recalled.rows
        self.pegs.check_options()
        self.plain = SOURCE in self.way.reading
        self._number()
        self._begin(recalled.reader)
        return True

    def _number(self) -> None:
        """Find out the number of the first peg, or refuse to guess."""
        if not self.pegs.numbered:
            return
        self.error = None
        blocks = self._sample(self.way) if self.ready is None else [self.ready]
        ends = -2 if SOURCE in self.way.reading else -1
        if not self.pegs.take_numbers(rows[:, ends:] for rows in blocks):
            why = f"cannot tell whether pegs count from 0 or from 1: {self.pegs.found_out}; say first_peg (--first-peg)"
            raise self.error or ValueError(why)

    def _sample(self, way: Way) -> Iterator[NDArray[np.uint16]]:
        """Yield the rows in what is held of the text, as they are written, until one cannot be read."""
        reader = Reader(self.text.sample(), way, lambda name: self.pegs.named.get(name, 0))
        out = np.empty((ROWS, reader.width), np.uint16)
        try:
            while rows := reader.fill(out):
                yield out[:rows]
        except ValueError as error:
            self.error = error  # said again when it is read

    # ---- the moves ----

    def __iter__(self) -> Iterator[NDArray[np.uint16]]:
        if self.reader is None:
            return
        reader = self.reader
        for rows in self._rows(reader) if self.ready is None else (self.ready,):
            self.moves += len(rows)
            self.latest = rows
            self._settle(rows)
            yield rows
        reader.close()
        self.ended = True

    def _rows(self, reader: Reader) -> Iterator[NDArray[np.uint16]]:
        out = np.empty((ROWS, self.width), np.uint16)
        while rows := reader.fill(out):
            yield out[:rows]

    def agreed(self, graph: Graph | None) -> Agreed | None:
        """Go over the moves that are those of the shortest way from start to goal; None for a short list or another.

        They count as made: what is left is iterated as if they had been.
        """
        if self.found is None or self.text.ended or self.reader is None or self.start is None or self.goal is None:
            return None
        template = template_of(self.found, self.way, self.text.data, self.pegs.spellings())
        if template is None:
            return None
        self.reader.go_to(self.found.items[0].low)
        found = agreed(self.text, template, self.start, self.goal, self.pegs.count, graph)
        if found is not None:
            self.moves = self.reader.passed_over(found.step)
            self.where = found.solution.state(found.step).astype(np.uint16)
        return found

    def _settle(self, rows: NDArray[np.uint16]) -> None:
        """Turn what is written into pegs from 0."""
        self.pegs.settle(rows[:, -2:])
        if SOURCE not in self.way.reading:
            fill_sources(rows, self.where)  # type: ignore[arg-type]

    @property
    def notes(self) -> list[str]:
        """What else there is to say."""
        if self.reader is None:
            return []
        said, announced = [self.pegs.found_out] if self.pegs.found_out else [], self.announced
        if self.ended and announced not in (None, self.moves):
            said.append(f"Its first line says {announced:,} moves, but it has {self.moves:,}.")
        passed = self.reader.around.passed - (announced is not None) - bool(self.way.header)
        worth = passed or self.aside or self.pegs.told or not self.plain
        return [*said, f"Read as: {self.read_as}."] if worth else said

    def confirm(self, row: int, why: int) -> None:
        """Refuse the text if a row that is not legal may not be what is meant, or a move may stand before it.

        Raises:
            ValueError: names the line.
        """
        if self.reader is None:
            return
        discs = None if self.start is None else self.start.size
        doubts = doubt(self.move(row), self.way, self.pegs, discs, self.moves)
        if why == WRONG_DISC and self.found and may_count(self.found, self.way.reading):
            doubts = "is no legal move of that disc, but the numbers before the pegs may be a counter with a mistake"
        if doubts:
            raise ValueError(f"line {self.line(row)} {doubts}")
        if self.reader.bare and self.announced is not None and self.announced <= self.pegs.count:
            self.reader.around.refuse_count()  # it may be a peg of a move that has lost the other
        self.reader.around.settle()
        if self.text.ended and not self.text.skip_white() and self.reader.error is None:
            self.reader.close()

    @property
    def read_as(self) -> str:
        """How the text is read: the role of each place, the pegs, and from which line to which moves stand."""
        if self.reader is None:
            return ""
        roles = ", ".join(SAID[role] for role in self.way.reading)
        first, last = self.reader.lines()
        lines = f"line {first:,} is a move" if first == last else f"lines {first:,} to {last:,} are moves"
        aside = [f"not read: {', '.join(self.aside)}"] if self.aside else []
        return "; ".join([roles, *aside, *self.pegs.said, lines])

    @property
    def announced(self) -> int | None:
        """How many moves the text says there are."""
        return None if self.reader is None else self.reader.around.announced

    def move(self, row: int) -> tuple[int, ...]:
        """Return a row of the latest block; a number below the first peg is negative."""
        *disc, source, target = self.latest[row].tolist()
        return (*disc, *(-1 if self.pegs.first and peg == LARGEST else peg for peg in (source, target)))

    def name(self, peg: int) -> str:
        """Return what the list calls a peg, or what it calls one that does not exist."""
        return str(peg) if self.reader is None else self.pegs.name(peg)

    def line(self, row: int) -> int:
        """Return the line, from 1, of a row of the latest block."""
        assert self.reader is not None
        return self.reader.line(row)
