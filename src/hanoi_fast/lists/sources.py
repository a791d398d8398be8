"""Moves from wherever they are, block by block: arrays, sequences, solutions, and the bytes of a file.

A source is iterated once, over blocks as the replay kernel takes them; `move(row)`, `line(row)` and `name(peg)` speak
of the latest block, for messages.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import FileIO
from itertools import chain, islice
from operator import index
from typing import Any, BinaryIO, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from ..checks import shown
from ..face.solution import Solution
from ..files.comparing import PLACED_READS, Stretch

BATCH = 1 << 12  # moves of a Python iterable made an array at a time
BLOCK = 1 << 16  # moves of an array or a solution: they stay in the caches
BEYOND = 65535  # names no peg, and no disc of a puzzle that is checked with its discs

WIDTHS = {"packed": 1, "pairs": 2, "moves": 3}


class Source(Protocol):
    """What moves come from."""

    width: int

    @property
    def first_peg(self) -> int | None:
        """Return the number of the first peg."""

    @property
    def notes(self) -> list[str]:
        """Return what else there is to say."""

    @property
    def read_as(self) -> str:
        """Return how a text was read, in words."""

    def __iter__(self) -> Iterator[NDArray[Any]]: ...

    def move(self, row: int) -> tuple[int, ...]:
        """Return a row of the latest block: packed, or a pair, or with the disc before it."""

    def line(self, row: int) -> int | None:
        """Return the line where it stands, if it stands in a text."""

    def name(self, peg: int) -> str:
        """Return what the source calls a peg."""

    def confirm(self, row: int, why: int) -> None:
        """Raise a ValueError if it is not certain that a row is what it seems, or that none is missing before it."""


class Blocks:
    """Blocks of two-dimensional arrays of ints of any width, whose rows are moves."""

    def __init__(self, blocks: Iterable[NDArray[Any]], width: int) -> None:
        self.blocks = blocks
        self.width = width
        self.notes: list[str] = []
        self.first_peg = 0
        self.read_as = ""
        self.latest: NDArray[Any] = np.empty((0, width), np.uint8)

    def __iter__(self) -> Iterator[NDArray[Any]]:
        for block in self.blocks:
            self.latest = block
            yield replayable(block)

    def move(self, row: int) -> tuple[int, ...]:
        """Return a row of the latest block as Python ints."""
        return tuple(self.latest[row].tolist())

    def line(self, row: int) -> None:
        """Return None: there are no lines."""

    def confirm(self, row: int, why: int) -> None:
        """Do nothing: all is as it was read."""

    def name(self, peg: int) -> str:
        """Return the number of the peg."""
        return shown(peg)


class Stored(Blocks):
    """Blocks of moves that can be had from any row on, and any `count` of which by any number of threads."""

    def __init__(
        self,
        count: int,
        rows: Callable[[int, int], NDArray[Any]],
        blocks_from: Callable[[int], Iterable[NDArray[Any]]],
        width: int,
    ) -> None:
        super().__init__(blocks_from(0), width)
        self.count = count
        self.rows = rows
        self.blocks_from = blocks_from

    def skip(self, made: int) -> None:
        """Go on behind the first `made` rows, which were looked at."""
        self.blocks = self.blocks_from(made)


def replayable(block: NDArray[Any]) -> NDArray[Any]:
    """Return a block as uint8 or uint16 in C order; what these cannot hold names nothing that exists."""
    if block.dtype not in (np.dtype(np.uint8), np.dtype(np.uint16)):
        block = np.where((block < 0) | (block > BEYOND), np.uint16(BEYOND), block).astype(np.uint16)
    return np.ascontiguousarray(block)


def width_of(dtype: np.dtype[Any], shape: tuple[int, ...]) -> int:
    """Return how many numbers make a move in an array of layout "packed", "pairs" or "moves".

    Raises:
        TypeError: it is not an array of ints.
        ValueError: its shape or dtype is none of these layouts'.
    """
    if dtype.kind not in "iu":
        raise TypeError(f"moves must be an array of ints, not of {dtype}")
    if len(shape) == 1:
        if dtype != np.uint8:
            raise ValueError(f"an array of one dimension must be uint8, layout 'packed', not {dtype}")
        return 1
    if len(shape) != 2 or shape[1] not in (2, 3):
        layouts = "(N, 2) for pairs, (N, 3) for moves or (N,) for packed"
        raise ValueError(f"an array of moves must have the shape {layouts}, not {shape}")
    return shape[1]


def source_of_array(moves: NDArray[Any]) -> Blocks:
    """Return an array of moves as a source; errors as `width_of`."""
    width = width_of(moves.dtype, moves.shape)
    rows = moves[:, None] if width == 1 else moves

    def blocks_from(made: int) -> Iterator[NDArray[Any]]:
        return (rows[start : start + BLOCK] for start in range(made, len(rows), BLOCK))

    return Stored(len(rows), lambda first, stop: rows[first:stop], blocks_from, width)


def source_of_solution(solution: Solution) -> Blocks:
    """Return a solution as a source, with the discs where they fit 16 bits."""
    layout: Literal["moves", "pairs"] = "moves" if solution.discs < BEYOND else "pairs"
    return Blocks(solution.blocks(BLOCK, layout), WIDTHS[layout])


def source_of_items(items: Iterable[Any]) -> Blocks:
    """Return an iterable of pairs or triples of ints as a source.

    Raises:
        TypeError, ValueError: `items` is not iterable, or its first item is no move.
    """
    try:
        iterator = iter(items)
    except TypeError:
        text = f"{shown(items)} ({type(items).__name__})"
        raise TypeError(f"moves must be an array, an iterable of moves or a path, not {text}") from None
    first = list(islice(iterator, 1))
    width = len(as_move(first[0], 0, None)) if first else 2
    return Blocks(batches(chain(first, iterator), width), width)


def batches(items: Iterator[Any], width: int) -> Iterator[NDArray[Any]]:
    """Yield the items as arrays of ints."""
    made = 0
    while batch := list(islice(items, BATCH)):
        moves = [as_move(item, made + i, width) for i, item in enumerate(batch)]
        try:
            yield np.array(moves, np.int64)
        except OverflowError:
            yield np.array(moves, object)
        made += len(batch)


def as_move(item: Any, which: int, width: int | None) -> tuple[int, ...]:
    """Return an item as a tuple of two or three ints, of `width` if that is known."""
    # Plain tuples, by far the most, are seen at a glance.
    if not (isinstance(item, tuple) and all(type(number) is int for number in item)):
        item = numbers_of(item, which)
    if len(item) != width:
        if width is not None:
            raise ValueError(f"move {which} has {len(item)} numbers, those before it have {width}: {shown(item)}")
        if len(item) not in (2, 3):
            raise ValueError(f"a move must be (source, target) or (disc, source, target), not {shown(item)}")
    return item


def numbers_of(item: Any, which: int) -> tuple[int, ...]:
    """Return the ints of an item."""
    if not isinstance(item, Sequence | np.ndarray) or isinstance(item, str | bytes):
        text = f"{shown(item)} ({type(item).__name__})"
        raise TypeError(f"move {which} must be (source, target) or (disc, source, target), not {text}")
    for number in item:
        if isinstance(number, bool | np.bool_) or not hasattr(number, "__index__"):
            raise TypeError(f"move {which} must be of ints, not {shown(item)}")
    return tuple(map(index, item))


def source_of_bytes(file: BinaryIO, width: int, dtype: np.dtype[Any], count: int | None = None) -> Blocks:
    """Return a binary file of rows of `width` numbers, `count` of them if that is known, as a source."""
    if not (PLACED_READS and isinstance(file, FileIO) and stat.S_ISREG(os.fstat(file.fileno()).st_mode)):
        return Blocks(rows_of(file, width, dtype, count), width)
    begin, size = file.tell(), width * dtype.itemsize

    def rows(first: int, stop: int) -> NDArray[Any]:
        buffer = bytearray((stop - first) * size)
        part = Stretch(file.fileno(), begin + first * size, begin + stop * size)
        return np.frombuffer(buffer, dtype, part.readinto(memoryview(buffer)) // size * width).reshape(-1, width)

    def blocks_from(made: int) -> Iterator[NDArray[Any]]:
        file.seek(begin + made * size)
        return rows_of(file, width, dtype, count, made)

    return Stored((os.fstat(file.fileno()).st_size - begin) // size, rows, blocks_from, width)


def rows_of(
    file: BinaryIO, width: int, dtype: np.dtype[Any], count: int | None, whole: int = 0
) -> Iterator[NDArray[Any]]:
    """Yield the rows of a binary file that has them behind the first `whole`.

    Raises:
        ValueError: the file ends in the middle of a row, or has not `count` rows.
    """
    size, rest = width * dtype.itemsize, b""
    while chunk := file.read(BLOCK * size):
        chunk = rest + chunk
        rows = len(chunk) // size
        rest = chunk[rows * size :]
        whole += rows
        if count is not None and whole > count:
            raise ValueError(f"the file goes on behind the {count:,} moves of its header")
        yield np.frombuffer(chunk, dtype, rows * width).reshape(rows, width)
    if rest:
        raise ValueError(f"the file is cut in the middle of a move: {whole:,} of {size} bytes are whole")
    if count not in (None, whole):
        raise ValueError(f"the file has {whole:,} moves, not the {count:,} of its header: is it cut?")
