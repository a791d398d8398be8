"""The moves as columns in batches: memory that is made once and shared by all batches of the same moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from .chunks import Chunks, new_pages
from .documents import Document, Span
from .layouts import Layout

ROWS = 1 << 20  # of a batch: enough that nothing but the columns costs time

# A tower of fewer batches is not worth looking up what repeats in it.
FEWEST = 4

# Columns kept for a stretch that repeats: each disc beyond the 20th has its own, every one half as often as the last.
MOST_KEPT = 64

Make = Callable[["Field", memoryview], Any]  # what a consumer makes of the memory of a column, once
Batch = tuple[int, tuple[Any, ...]]  # rows, columns


class Field(NamedTuple):
    """A column: "step", "disc", "source" or "target", and its dtype."""

    name: str
    dtype: str

    @property
    def layout(self) -> Layout:
        """The layout whose bytes are this column."""
        return Layout(self.name, self.dtype, (self.name,))


def batches(span: Span, fields: tuple[Field, ...], make: Make, most: int | None = None) -> Iterator[Batch]:
    """Yield the moves of a span as columns; columns known to be equal are one object.

    At most `most` at a time, a power of two; by default ROWS.
    """
    most = most or ROWS
    low = span.first
    for begin, tower in span.route.offsets.between(span.first, span.stop):
        first, stop = max(begin, span.first), min(begin + tower.moves, span.stop)
        count = (stop - first) // most
        if count < FEWEST:
            continue
        kinds = partial(tower.rule.kinds, tower, first - begin, most.bit_length() - 1, count, within=False)
        with_disc, without = kinds(shows_disc=True), kinds(shows_disc=False)
        if with_disc is None or without is None:
            continue
        yield from grouped(span, low, first, fields, make, most)
        yield from repeated(span, first, fields, make, most, with_disc.tolist(), without.tolist())
        low = first + count * most
    yield from grouped(span, low, span.stop, fields, make, most)


def repeated(
    span: Span, first: int, fields: tuple[Field, ...], make: Make, rows: int, with_disc: list[int], without: list[int]
) -> Iterator[Batch]:
    """Yield batches of `rows` moves, of which those of equal kinds are the same."""
    known: dict[tuple[str, int], Any] = {}
    for place, kinds in enumerate(zip(with_disc, without, strict=True)):
        columns = []
        for field in fields:
            if field.name == "step":
                columns.append(make(field, steps(field, first + place * rows, rows)))
                continue
            key = field.name, kinds[field.name != "disc"]
            if key not in known:
                if len(known) >= MOST_KEPT:
                    known.clear()
                known[key] = make(field, column(span, field, first + place * rows, rows))
            columns.append(known[key])
        yield rows, tuple(columns)


def grouped(span: Span, low: int, high: int, fields: tuple[Field, ...], make: Make, most: int) -> Iterator[Batch]:
    """Yield batches of whole towers, as chunks are made: the same towers give the same memory."""
    if low == high:
        return
    each = [iter(()) if field.name == "step" else iter(chunks(span, low, high, field, most)) for field in fields]
    counting = Field("source", "u1")
    at = low
    for counted in chunks(span, low, high, counting, most):
        rows = len(counted)
        columns = (
            make(field, steps(field, at, rows) if field.name == "step" else next(made))
            for field, made in zip(fields, each, strict=True)
        )
        yield rows, tuple(columns)
        at += rows


def chunks(span: Span, low: int, high: int, field: Field, most: int) -> Chunks:
    """Return a column from step `low` to `high` as chunks of at most `most` moves, cut alike in all fields."""
    return Chunks(Document(span.rendering(field.layout), low, high), most * field.layout.width)


def column(span: Span, field: Field, first: int, rows: int) -> memoryview:
    """Return a column of so many moves from a step on, in memory of its own."""
    layout = field.layout
    memory = new_pages(rows * layout.width)
    span.rendering(layout).copy_into(memory, first * layout.width, untouched=True)
    return memory.toreadonly()


def steps(field: Field, first: int, rows: int) -> memoryview:
    """Return the numbers of so many moves from `first` on."""
    import numpy as np

    return np.arange(first, first + rows, dtype=field.dtype).view(np.uint8).data
