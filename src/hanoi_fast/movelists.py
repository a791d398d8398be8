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

from ._movelists import scan
from .checks import MOST_PEGS, shown, whole
from .listforms import (
    CLOSING,
    COUNT_LINE,
    CSV_HEADER,
    INNER_FORMS,
    LARGEST,
    LINE_FORMS,
    NO_TEXT,
    OPENING,
    WHITE,
    disc_of,
    number_of,
    pattern_of,
)

CHUNK = 1 << 20  # bytes read at a time
ROWS = 1 << 16  # moves of a block
LONGEST = 1 << 12  # bytes that a move may take, with the white space around it


class Text:
    """A file read in pieces: what is held of it, and where the reading is.

    At the end of the file stands a line feed, whether the file has one or not.
    """

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self.data = b""
        self.at = 0
        self.line = 1  # of the first byte held
        self.ended = False
        self.size = 0
        self.cut = False  # whether the last line has no end

    def hold(self, size: int) -> None:
        """Hold so many bytes from here on, or all there are."""
        while len(self.data) - self.at < size and not self.ended:
            chunk = self.file.read(CHUNK)
            self.ended = not chunk
            self.cut = self.cut if self.ended else not chunk.endswith(b"\n")
            self.size += len(chunk)
            self.line += self.data.count(b"\n", 0, self.at)
            self.data = self.data[self.at :] + (chunk or b"\n")
            self.at = 0

    def match(self, form: re.Pattern[bytes]) -> re.Match[bytes] | None:
        """Match from here on."""
        self.hold(LONGEST)
        return form.match(self.data, self.at)

    def take(self, form: re.Pattern[bytes]) -> re.Match[bytes] | None:
        """Match from here on, and go to the end of the match."""
        found = self.match(form)
        if found:
            self.at = found.end()
        return found

    def skip_white(self) -> bool:
        """Go to what is not white space; return whether there is anything."""
        while True:
            self.take(WHITE)
            if self.at < len(self.data):
                return True
            if self.ended:
                return False

    def line_at(self, place: int) -> int:
        """Return the line of a place in what is held, counted from 1."""
        return self.line + self.data.count(b"\n", 0, place)


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
        self.block = (0, b"")
        if self._more():
            self._detect()

    def __iter__(self) -> Iterator[NDArray[np.uint16]]:
        out = np.empty((ROWS, self.width), np.uint16)
        table = self._table()
        for rows in self._raw(out):
            self.moves += rows
            pegs = out[:rows, -2:]
            np.copyto(pegs, table[pegs] if self.letters else pegs - np.uint16(self.first_peg or 0))
            yield out[:rows]
        if self.announced not in (None, self.moves):
            self.notes.append(f"Its first line says {self.announced:,} moves, but it has {self.moves:,}.")

    def name(self, peg: int) -> str:
        """Return what the list calls a peg, or what it calls one that does not exist."""
        if not self.letters:
            return str((peg + (self.first_peg or 0)) % (LARGEST + 1))
        if peg > LARGEST - 26:
            return chr(ord("A") + LARGEST - peg)
        return self.labels[peg] if self.labels else chr(ord("A") + peg)

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
            self.first_peg = self._find_first_peg() if self.first_peg is None else self.first_peg
        elif self.first_peg is not None:
            raise ValueError("first_peg is for pegs that are numbers, and this list names them by letters")

    def _find_first_peg(self) -> int:
        """Find out the number of the first peg, or refuse to guess."""
        occur = self._pegs_ahead()
        first, past = bool(occur[0]), bool(occur[self.pegs])
        if first == past:
            both = f"pegs 0 and {self.pegs} occur both" if first else f"neither peg 0 nor peg {self.pegs} occurs"
            hint = f", so {self.pegs} pegs are not enough; or" if first else ";"
            raise ValueError(f"cannot tell whether pegs count from 0 or from 1: {both}{hint} say first_peg, 0 or 1")
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
        """Return the peg of each letter; a letter that names none becomes a peg that does not exist."""
        table = LARGEST - np.arange(LARGEST + 1, dtype=np.uint16)
        names = self.labels or [chr(ord("A") + peg) for peg in range(min(self.pegs, 26))]
        if self.letters:
            for peg, name in enumerate(names):
                if not re.fullmatch("[A-Za-z]", name):
                    raise ValueError(f"the pegs of this list are letters, so labels must be letters, not {shown(name)}")
                table[ord(name.upper()) - ord("A")] = peg
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
            raise ValueError(f"the list is cut: it ends on line {self.text.line_at(self.text.at) - 1} without a ]")
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
