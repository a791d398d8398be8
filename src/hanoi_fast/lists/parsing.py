"""Move lists that people and programs wrote: tolerant in how a move is written, never guessing what is meant.

The shape of the list is found in its first items, the role of each place by words, values and rules; then the rest is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from ..checks import MOST_PEGS, shown, whole
from ..kernels.movelists import fill_sources
from .choosing import chosen
from .decoding import Decoded
from .detecting import Found, counters_left, detect
from .expected import Agreed, Template, agreed
from .frames import harmless, is_count, key_text
from .naming import LETTER, Ends, named_pegs
from .reader import LARGEST, Reader, Way
from .roles import COUNTER, OTHER, SOURCE, TARGET, Reading
from .shapes import NUMBER, canonical, key_of, literal_words, tokens_of
from .tables import tells_columns
from .texts import CHUNK, LONGEST, Text
from .words import DISC

ROWS = 1 << 16  # moves of a block
EMPTY = re.compile(rb"\s*(?:[A-Za-z_]\w*\s*[:=]\s*)?\[\s*\]\s*;?\s*|\s*0\s*")
SAID = {DISC: "disc", SOURCE: "from", TARGET: "to", COUNTER: "counter", OTHER: "not read"}


class Remembered:
    """A way of writing that words alone decided, with what its reader has learnt."""

    def __init__(self, way: Way, named: Mapping[str, int], numbered: bool) -> None:
        self.way, self.named, self.numbered = way, dict(named), numbered
        self.patterns: dict[bytes, None] = {}
        self.names: dict[bytes, int] = {}


MOST_REMEMBERED = 64
REMEMBERED: dict[tuple[Any, ...], Remembered] = {}


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
        self.text = Text(Decoded(file))
        self.pegs = whole(pegs, "pegs", 1, MOST_PEGS)
        self.first_peg = None if first_peg is None else whole(first_peg, "first_peg", 0, 1)
        self.labels = None if labels is None else tuple(labels)
        self.start, self.goal = start, goal
        self.said: list[str] = []
        self.ready: NDArray[np.uint16] | None = None  # rows that were read already: all
        self.ended = False
        self.error: ValueError | None = None  # of the sample
        self.taken: list[str] = []  # what was taken, besides the roles
        self.width, self.moves = 2, 0
        self.reader: Reader | None = None
        self.found: Found | None = None
        self.plain = True
        self.named: dict[str, int] = {}
        self.table: NDArray[np.uint16] | None = None
        self.latest = np.empty((0, 2), np.uint16)
        self._detect()

    # ---- what it is ----

    def _detect(self) -> None:
        text = self.text
        text.hold(CHUNK)
        if not text.data.strip():
            if self.start is not None and self.goal is not None and np.array_equal(self.start, self.goal):
                return
            raise ValueError(
                "the list is empty; one of no moves is written []" if text.data[:-1] else "the file is empty"
            )
        if text.ended and len(text.data) < 300 and (EMPTY.fullmatch(text.data) or tells_columns(text.data)):
            return
        if self._recall():
            return
        found = detect(text.data, text.at, self.labels or (), self.pegs)
        if found is None:
            self._refuse_first()
        self._take(found)
        self._remember(found)

    def _take(self, found: Found) -> None:
        """Decide the reading and the names of the pegs, and make the reader."""
        self.found = found
        if found.misfit and found.misfit != len(found.shape.places):
            what = f"does not have the {found.misfit} columns of the header"
            self._refuse_at(found.items[0].low, what)
        readings = counters_left(found, None if self.start is None else self.start.size)
        if not readings:
            self._refuse_at(found.items[0].low, "cannot be read as a move")
        self.numbered = numbered = self._is_numbered(found, readings[0])
        self._check_options(numbered)
        if not numbered:
            self._name(found, readings[0])
        ways = [self._way(found, reading) for reading in readings]
        by_words = len(found.shape.readings) == 1 or not (found.shape.spoken or COUNTER in ways[0].reading)
        self.plain = by_words and SOURCE in ways[0].reading
        way = ways[0] if len(ways) == 1 else chosen(ways, [self._sample(way) for way in ways], self)
        if numbered:
            self._number(way)
        self.way = way
        self.reader = self._reader(self.text, way)
        self.width = self.reader.width
        self.where = None if self.start is None else self.start.astype(np.uint16)
        if SOURCE not in way.reading and self.where is None:
            raise ValueError("the list says which disc goes where, not where from: say where the discs are")

    # Many answers are written alike. What words alone decided once, they decide again.

    def _remember(self, found: Found) -> None:
        """Keep how this list is written, if it does not depend on what else stands in it."""
        lettered = self.labels is not None or all(map(LETTER.fullmatch, self.named))
        if (
            found.shape.spoken
            and len(found.shape.readings) == 1
            and found.cut == "lines"
            and lettered
            and not self.taken
        ):
            if len(REMEMBERED) >= MOST_REMEMBERED:
                REMEMBERED.clear()
            REMEMBERED[self.way.key, self.labels, self.pegs] = Remembered(self.way, self.named, self.numbered)

    def _recall(self) -> bool:
        """Read a short text as one before it; return False if it is not written like any."""
        text = self.text
        if not text.ended or not REMEMBERED:
            return False
        core = text.line_from(0).lstrip()
        known = REMEMBERED.get((key_of(tokens_of(core, self.labels or ())), self.labels, self.pegs))
        if known is None:
            return False
        self.way, self.named, self.numbered = known.way, dict(known.named), known.numbered
        text.skip_white()
        reader = self._reader(text, self.way)
        reader.know(known.patterns, known.names)
        out = np.empty((min(ROWS, text.data.count(b"\n") + 1), reader.width), np.uint16)
        try:
            rows = reader.fill(out)
            whole = reader.error is None and not text.skip_white() and not reader.around.strange
            if whole and len(reader.shapes) <= 1 and rows > 1:
                known.patterns, known.names = dict(reader.patterns), dict(reader.names)
                self._check_options(self.numbered)
                self.ready = out[:rows]
                self.reader, self.width, self.plain = reader, reader.width, SOURCE in self.way.reading
                self.where = None if self.start is None else self.start.astype(np.uint16)
                if self.numbered:
                    self._number(self.way)
                return True
        except ValueError:
            pass
        text.at, self.named, self.ready, self.reader = 0, {}, None, None
        return False

    def _way(self, found: Found, reading: Reading) -> Way:
        tokens, shape, item = found.tokens[0], found.shape, found.items[0]
        core = self.text.data[item.low : item.high].decode(errors="replace")
        words = frozenset(literal_words(tokens, shape.places))
        return Way(found.cut, found.glued, shape.key, shape.places, reading, shape.spoken,
                   canonical(tokens, shape.places), words, self.labels or (), key_text(core, self._lower_names()), found.header)  # fmt: skip

    def _lower_names(self) -> set[str]:
        return {name.lower() for name in self.named}

    def _is_numbered(self, found: Found, reading: Reading) -> bool:
        at = found.shape.places[reading.index(TARGET)]
        return found.tokens[0][at].kind == NUMBER or (self._labels_are_numbers() and found.tokens[0][at].text.isdigit())

    def _labels_are_numbers(self) -> bool:
        return self.labels is not None and all(re.fullmatch("[0-9]{1,5}", label) for label in self.labels)

    def _check_options(self, numbered: bool) -> None:
        if numbered and self.labels is not None and not self._labels_are_numbers():
            raise ValueError("labels are for pegs that are letters, and this list names them by numbers")
        if not numbered and self.first_peg is not None:
            raise ValueError("first_peg is for pegs that are numbers, and this list names them by letters")

    def _reader(self, text: Text, way: Way) -> Reader:
        reader = Reader(text, way, self._peg_of)
        reader.around.names = self._lower_names()
        return reader

    def _peg_of(self, name: str) -> int:
        """Return the peg of a name, found out if it is a new one."""
        if name not in self.named:
            found, _ = named_pegs({*self.named, name}, self.pegs, self.labels, self._ends())
            if any(found[known] != peg for known, peg in self.named.items()):
                raise ValueError(f"names a peg {shown(name)}, which does not fit those before it")
            self.named[name] = found[name]
        return self.named[name]

    def _ends(self) -> Ends:
        """Return the pegs of the towers at both ends; a tower from the first to the last peg if nothing is known."""
        if self.start is None or self.goal is None:
            return Ends(0, self.pegs - 1)
        towers = [
            int(state[0]) if state.size and (state == state[0]).all() else None for state in (self.start, self.goal)
        ]
        return Ends(*towers)

    # ---- the pegs ----

    def _name(self, found: Found, reading: Reading) -> None:
        at = [place for place, role in zip(found.shape.places, reading, strict=True) if role in (SOURCE, TARGET)]
        names = {tokens[i].text for tokens in found.tokens for i in at if tokens[i].kind != NUMBER}
        self.named, said = named_pegs(names, self.pegs, self.labels, self._ends())
        if said:
            self.taken.append(said)

    def _number(self, way: Way) -> None:
        """Find out the number of the first peg, or refuse to guess."""
        if self.labels is not None:
            self.table = np.full(LARGEST + 1, LARGEST, np.uint16)
            self.table[[int(label) for label in self.labels]] = np.arange(self.pegs)
            return
        if self.first_peg is not None:
            return
        occur = np.zeros(LARGEST + 1, np.bool_)
        self.error = None
        for rows in self._sample(way) if self.ready is None else [self.ready]:
            occur[rows[:, -2:] if SOURCE in way.reading else rows[:, -1:]] = True
        first, past = bool(occur[0]), bool(occur[self.pegs])
        if first == past and self.error is not None:
            raise self.error
        if first == past:
            both = f"pegs 0 and {self.pegs} both occur, one too many for {self.pegs} pegs"
            why = both if first else f"neither peg 0 nor peg {self.pegs} occurs"
            raise ValueError(f"cannot tell whether pegs count from 0 or from 1: {why}; say first_peg (--first-peg)")
        self.said.append(f"Its pegs are taken to count from {int(past)}, since peg {self.pegs * past} occurs.")
        self.first_peg = int(past)

    def _sample(self, way: Way) -> Iterator[NDArray[np.uint16]]:
        """Yield the rows in what is held of the text, as they are written, until one cannot be read."""
        reader = Reader(self.text.sample(), way, lambda name: self.named.get(name, 0))
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

    def agreed(self) -> Agreed | None:
        """Go over the moves that are those of the shortest way from start to goal; None for a short list or another.

        They count as made: what is left is iterated as if they had been.
        """
        template = self._template()
        if template is None or self.text.ended or self.start is None or self.goal is None or self.reader is None:
            return None
        found = agreed(self.text, template, self.start, self.goal, self.pegs)
        if found is not None:
            self.moves = self.reader.passed_over(found.step)
            if self.where is not None:
                self.where = found.solution.state(found.step).astype(np.uint16)
        return found

    def _template(self) -> Template | None:
        """Return the list's own way of writing a move, if all moves may be written so."""
        if self.found is None or set(self.way.reading) - {DISC, SOURCE, TARGET} or self.way.glued:
            return None
        item, tokens = self.found.items[0], self.found.tokens[0]
        fields = {place: f"{{{role}}}" for place, role in zip(self.way.places, self.way.reading, strict=True)}
        core = "".join(fields.get(i) or token.text.replace("{", "{{").replace("}", "}}") for i, token in enumerate(tokens))
        behind = self.text.data[item.high : item.end].decode()
        if self.text.at != item.low or len(self.found.items) < 2 or self.labels is not None and self.numbered:
            return None
        spelled = {peg: name for name, peg in self.named.items()}
        labels = tuple(str(peg + (self.first_peg or 0)) if self.numbered else spelled.get(peg, "") for peg in range(self.pegs))
        whole = len({behind, *(self.text.data[each.high : each.end].decode() for each in self.found.items[:3])}) == 1
        return Template(core + behind, labels, (core + behind).count("\n")) if all(labels) and whole else None

    def _settle(self, rows: NDArray[np.uint16]) -> None:
        """Turn what is written into pegs from 0."""
        pegs = rows[:, -2:]
        if self.table is not None:
            pegs[:] = self.table[pegs]
        elif self.numbered and self.first_peg:
            pegs -= np.uint16(self.first_peg)
        if SOURCE not in self.way.reading:
            assert self.where is not None
            fill_sources(rows, self.where)

    @property
    def notes(self) -> list[str]:
        """What else there is to say."""
        if self.reader is None:
            return []
        said, announced = list(self.said), self.announced
        if self.ended and announced not in (None, self.moves):
            said.append(f"Its first line says {announced:,} moves, but it has {self.moves:,}.")
        passed = self.reader.around.passed - (announced is not None) - bool(self.way.header)
        return [*said, f"Read as: {self.read_as}."] if passed or self.taken or not self.plain else said

    def confirm(self, row: int) -> None:
        """Refuse the text if a row that is not legal may not be what is meant, or a move may stand before it.

        Raises:
            ValueError: names the line.
        """
        if self.reader is None:
            return
        self._refuse_long(row)
        self.reader.around.settle()
        if self.text.ended and not self.text.skip_white() and self.reader.error is None:
            self.reader.close()

    @property
    def read_as(self) -> str:
        """How the text is read: the role of each place, the pegs, and from which line to which moves stand."""
        if self.reader is None:
            return ""
        roles = ", ".join(SAID[role] for role in self.way.reading)
        pegs = [f"pegs count from {self.first_peg or 0}"] if self.numbered and self.labels is None else self.taken
        first, last = self.reader.lines()
        lines = f"line {first:,} is a move" if first == last else f"lines {first:,} to {last:,} are moves"
        return "; ".join([roles, *pegs, lines])

    @property
    def announced(self) -> int | None:
        """How many moves the text says there are."""
        return None if self.reader is None else self.reader.around.announced

    def move(self, row: int) -> tuple[int, ...]:
        """Return a row of the latest block; a number below the first peg is negative."""
        *disc, source, target = self.latest[row].tolist()
        return (*disc, *(-1 if self.first_peg and peg == LARGEST else peg for peg in (source, target)))

    def _refuse_long(self, row: int) -> None:
        """Refuse a number of more digits than any has that there is: two may have lost the blank between them."""
        if self.way.spoken or not self.numbered:
            return
        *disc, source, target = self.move(row)
        most = [0 if self.start is None else self.start.size] * len(disc) + [self.pegs] * 2
        for number, limit in zip((*disc, source, target), most, strict=True):
            if number > limit and len(str(number)) > len(str(limit)):
                what = f"line {self.line(row)} has the number {number}, where {limit} is the largest"
                raise ValueError(f"{what}: has it lost a blank?")

    def name(self, peg: int) -> str:
        """Return what the list calls a peg, or what it calls one that does not exist."""
        if self.labels is not None and 0 <= peg < len(self.labels):
            return self.labels[peg]
        if self.reader is None or self.numbered:
            return str(peg + (self.first_peg or 0))
        names = [name for name, known in self.named.items() if known == peg]
        if names:
            return names[0].upper() if len(names[0]) == 1 else names[0]
        if all(map(LETTER.fullmatch, self.named)):
            return chr(ord("A") + peg % MOST_PEGS)
        return f"no. {peg + 1}"

    def line(self, row: int) -> int:
        """Return the line, from 1, of a row of the latest block."""
        assert self.reader is not None
        return self.reader.line(row)

    # ---- refusals ----

    def _refuse_first(self) -> NoReturn:
        """Refuse the text at the first line that is neither a move nor what may stand around moves."""
        text = self.text
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
        self._refuse_at(text.at, "cannot be read as a move")

    def _refuse_at(self, place: int, what: str) -> NoReturn:
        text = self.text
        here = text.line_from(place)
        line = text.line_at(place)
        if re.search(r"[\0-\x08\x0e-\x1f\x7f\ufffd]", here):
            raise ValueError(f"line {line} is not text")
        ends = text.ended and text.cut and b"\n" not in text.data[place:-1] and len(text.data) - place < LONGEST
        raise ValueError(f"line {line} {what}: {shown(here)}{', where the file ends' if ends else ''}")
