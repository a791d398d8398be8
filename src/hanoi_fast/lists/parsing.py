"""Move lists that people and programs wrote: tolerant in how a move is written, never guessing what is meant.

The first move decides how the list is written. A regular expression reads it, and the rest goes through a kernel
that knows only the pattern of the move before; what does not fit it comes back to the expression.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import BinaryIO, NoReturn

import numpy as np
from numpy.typing import NDArray

from ..checks import MOST_PEGS, shown, whole
from ..kernels.movelists import scan
from .forms import (
    CLOSING,
    COUNT_LINE,
    CSV_HEADER,
    INNER_FORMS,
    LARGEST,
    LINE_FORMS,
    NO_TEXT,
    OPENING,
    disc_of,
    number_of,
    pattern_of,
)
from .texts import CHUNK, LONGEST, Text

ROWS = 1 << 16  # moves of a block


class MoveList:
    """The moves of a text in blocks: uint16 arrays (N, 2) of source and target, or (N, 3) with the disc before.

    Iterating, once, yields views of one buffer that is used again; pegs count from 0 in them, and a
    peg that does not exist is `pegs` or more.

    Args:
        file: a binary file, read to its end.
        pegs: how many pegs there are.
        first_peg: the number of the first peg, 0 or 1, where pegs are numbers. Found out if not given and
            one of the pegs 0 and `pegs` occurs, but not both, in the first megabyte.
        labels: what the pegs are called, where they are letters; A, B, C, ... if not given.

    Raises:
        ValueError: the text is no list of moves; names the line. Or the first peg is not known.

    >>> from io import BytesIO
    >>> [block.tolist() for block in MoveList(BytesIO(b"A->B, A->C"))]
    [[[0, 1]], [[0, 2]]]
    """

    def __init__(
        self, file: BinaryIO, pegs: int = 3, first_peg: int | None = None, labels: Sequence[str] | None = None
    ) -> None:
        self.text = Text(file)
        self.pegs = whole(pegs, "pegs", 1, MOST_PEGS)
        self.first_peg = None if first_peg is None else whole(first_peg, "first_peg", 0, 1)
        self.labels = labels
        self.notes: list[str] = []
        self.moves = 0
        self.announced, self.columns, self.inner = self._head()
        self.width = self.columns or 2
        self.form, self.letters, self.pattern = re.compile(b""), False, b""
        self.latest = np.empty((0, self.width), np.uint16)
        self.block = (0, b"")  # where it begins, and its pattern
        if self._more():
            self._detect()

    def __iter__(self) -> Iterator[NDArray[np.uint16]]:
        out = np.empty((ROWS, self.width), np.uint16)
        table = self._table() if self.letters else None
        for rows in self._raw(out):
            self.moves += rows
            pegs = out[:rows, -2:]
            if table is not None:
                pegs[:] = table[pegs]
            elif self.first_peg:
                pegs -= np.uint16(self.first_peg)
            self.latest = out[:rows]
            yield self.latest
        if self.announced not in (None, self.moves):
            self.notes.append(f"Its first line says {self.announced:,} moves, but it has {self.moves:,}.")

    def move(self, row: int) -> tuple[int, ...]:
        """Return a row of the latest block; a number below the first peg is negative."""
        *disc, source, target = self.latest[row].tolist()
        return (*disc, *(-1 if self.first_peg and peg == LARGEST else peg for peg in (source, target)))

    def name(self, peg: int) -> str:
        """Return what the list calls a peg, or what it calls one that does not exist."""
        if not self.letters:
            return str(peg + (self.first_peg or 0))
        if self.labels is not None and peg < MOST_PEGS:
            return self.labels[peg]
        return chr(ord("A") + peg % MOST_PEGS)

    def line(self, row: int) -> int:
        """Return the line, from 1, of a row of the latest block."""
        start, pattern = self.block
        scratch = np.empty((row, self.width), np.uint16)
        place, _ = scan(self.text.data, start, pattern, scratch)
        return self.text.line_at(place)

    # ---- the head ----

    def _head(self) -> tuple[int | None, int, bool]:
        """Read what stands before the moves: the count, the columns, whether they stand in brackets."""
        text = self.text
        text.hold(LONGEST)
        if text.data.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise ValueError("the list is UTF-16 text: save it as UTF-8")
        text.at = 3 if text.data.startswith(b"\xef\xbb\xbf") else 0
        if not text.skip_white():
            raise ValueError("the list is empty; one of no moves is written []" if text.size else "the file is empty")
        count = text.take(COUNT_LINE)
        text.skip_white()
        header = text.take(CSV_HEADER)
        text.skip_white()
        inner = text.take(OPENING) is not None
        return int(count[1]) if count else None, 0 if not header else 3 if header[1] else 2, inner

    def _detect(self) -> None:
        """Find out how the moves are written, by the first one."""
        for form in INNER_FORMS if self.inner else LINE_FORMS:
            found = self.text.match(form)
            if found:
                self.form = form
                self.width = 3 if disc_of(found) is not None else 2
                self.letters = found["source"].isalpha()
                break
        else:
            self._unreadable()
        if self.columns not in (0, self.width):
            self._refuse(f"does not have the {self.columns} columns of the header: {self._here()}")
        if not self.letters:
            if self.labels is not None:
                raise ValueError("labels are for pegs that are letters, and this list names them by numbers")
            self.first_peg = self._find_first_peg() if self.first_peg is None else self.first_peg
        elif self.first_peg is not None:
            raise ValueError("first_peg is for pegs that are numbers, and this list names them by letters")

    def _find_first_peg(self) -> int:
        """Find out the number of the first peg, or refuse to guess."""
        occur = self._pegs_ahead()
        first, past = bool(occur[0]), bool(occur[self.pegs])
        if first == past:
            both = f"pegs 0 and {self.pegs} both occur, one too many for {self.pegs} pegs"
            why = both if first else f"neither peg 0 nor peg {self.pegs} occurs"
            raise ValueError(f"cannot tell whether pegs count from 0 or from 1: {why}; say first_peg (--first-peg)")
        self.notes.append(f"Its pegs are taken to count from {int(past)}, since peg {self.pegs * past} occurs.")
        return int(past)

    def _pegs_ahead(self) -> NDArray[np.bool_]:
        """Return which numbers name pegs in the first megabyte."""
        occur = np.zeros(LARGEST + 1, np.bool_)
        out = np.empty((ROWS, self.width), np.uint16)
        text, inner = self.text, self.inner
        text.hold(CHUNK)
        self.text = Text(text.file)
        self.text.data, self.text.ended = text.data[text.at :], True
        try:
            for rows in self._raw(out):
                occur[out[:rows, -2:]] = True
        except ValueError:
            pass  # said again, with the line, when it is read
        self.text, self.inner, self.pattern = text, inner, b""
        return occur

    def _table(self) -> NDArray[np.uint16]:
        """Return the peg of each letter, a peg that does not exist for a letter that names none."""
        if self.labels is None:
            return np.arange(26, dtype=np.uint16)
        table = np.arange(MOST_PEGS, MOST_PEGS + 26, dtype=np.uint16)
        for peg, name in enumerate(self.labels):
            if not re.fullmatch("[A-Za-z]", name):
                raise ValueError(f"the pegs of this list are letters, so labels must be letters, not {shown(name)}")
            table[number_of(name.encode())] = peg
        return table

    # ---- the moves ----

    def _raw(self, out: NDArray[np.uint16]) -> Iterator[int]:
        """Fill `out` with moves as they are written, and yield how many, until the end."""
        text = self.text
        while True:
            rows = 0
            if self.pattern:
                self.block = (text.at, self.pattern)
                text.at, rows = scan(text.data, text.at, self.pattern, out)
            if not rows:
                if not self._more():
                    return
                self._read_one(out[0])
                rows = 1
            yield rows

    def _more(self) -> bool:
        """Go to the next move; return whether there is one."""
        there = self.text.skip_white()
        if not self.inner:
            return there
        if not there:
            last = self.text.line_at(self.text.at) - (1 if self.text.cut else 2)
            raise ValueError(f"the list is cut: it ends on line {last} without a ]")
        if self.text.take(CLOSING) is None:
            return True
        if self.text.skip_white():
            self._unreadable()
        self.inner = False
        return False

    def _read_one(self, row: NDArray[np.uint16]) -> None:
        """Read one move by the expression, and let the kernel look for its pattern from now on."""
        found = self.text.match(self.form)
        if found is None:
            self._unreadable(" like those before it")
        disc, source, target = disc_of(found), found["source"], found["target"]
        if (disc is not None) != (self.width == 3):
            names = "names no disc, though those before do" if disc is None else "names a disc; those before do not"
            self._refuse(f"{names}: {self._here()}")
        if not source.isalpha() == target.isalpha() == self.letters:
            self._refuse(f"names pegs otherwise than the moves before it: {self._here()}")
        numbers = [number_of(name) for name in (disc, source, target) if name is not None]
        if max(numbers) > LARGEST:
            self._refuse(f"has {max(numbers)}; the largest number that can be read is {LARGEST}")
        row[:] = numbers
        self.pattern = pattern_of(found)
        self.block = (self.text.at, self.pattern)
        self.text.at = found.end()

    def _here(self) -> str:
        """Return the text from here to the end of the line."""
        here = self.text.data[self.text.at :][:LONGEST].split(b"\n")[0].rstrip()
        return shown(here.decode(errors="replace"))

    def _unreadable(self, what: str = "") -> NoReturn:
        here = self.text.data[self.text.at :][:LONGEST]
        first = here.split(b"\n")[0]
        if NO_TEXT.search(first) or "\ufffd" in first.decode(errors="replace"):
            self._refuse("is not text")
        last = self.text.ended and self.text.cut and b"\n" not in here[:-1]
        self._refuse(f"cannot be read as a move{what}: {self._here()}{', where the file ends' if last else ''}")

    def _refuse(self, why: str) -> NoReturn:
        raise ValueError(f"line {self.text.line_at(self.text.at)} {why}")
