"""Parquet files of row groups of which most are copies of a few.

A column of a row group is encoded once, by pyarrow as a file of that column alone, and its bytes are put wherever it
occurs. Its part of the footer is the same but for where it stands in the file, so it is kept as bytes with gaps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import blake2b
from importlib import import_module
from typing import Any, NamedTuple

from ...streams.columns import Field, batches
from ...streams.documents import Document, Span
from .footers import (
    COLUMNS,
    FILE_OFFSET,
    GROUP_BYTES,
    GROUP_OFFSET,
    GROUP_PACKED,
    MAGIC,
    META,
    OFFSETS,
    PATH,
    ROW_COUNT,
    ROW_GROUPS,
    Inserted,
    Pieces,
    Shift,
    Struct,
    available,
    compact,
    footer_start,
    pieces_of,
    read_footer,
)

# Row groups of 2**20 rows take the least to encode; of more than 2**14 a footer takes seconds to read.
LEAST_EXPONENT, MOST_EXPONENT, MOST_GROUPS = 20, 24, 14

FEWEST = 1 << 22  # rows: in fewer, little repeats

# Columns kept encoded: some 25 KiB each with 2**20 rows, 400 KiB with 2**24.
MOST_KEPT = 128

Writer = Callable[[Any, Any], Any]  # of a file object and a schema


class Column(NamedTuple):
    """A column of a row group, encoded: its bytes, which begin at `begin` by what its footer says."""

    digest: bytes
    content: memoryview
    begin: int
    group: Struct


def repeats(document: Document) -> bool:
    """Return whether the row groups of a document repeat, on three pegs if it is large, and can be copied."""
    route = document.rendering.route
    large = document.stop - document.first >= FEWEST
    return large and route.pegs == 3 and route.graph is None and available()


def rows_of_group(count: int) -> int:
    """Return how many rows a group should have, in a file of so many."""
    return 1 << min(MOST_EXPONENT, max(LEAST_EXPONENT, count.bit_length() - MOST_GROUPS))


class Encoder:
    """Columns of a schema, encoded; equal ones once."""

    def __init__(self, schema: Any, writer: Writer) -> None:
        self.schema = schema
        self.writer = writer
        self.known: dict[bytes, Column] = {}

    def encoded(self, field: Field, memory: memoryview) -> Column:
        """Return the column whose values are in memory."""
        kind = self.schema.field(field.name)
        if field.name == "step":  # two runs of steps are never equal
            return self.encode(kind, bytes(memory[:8]), memory)
        key = blake2b(memory, digest_size=32).digest()
        if key not in self.known:
            if len(self.known) >= MOST_KEPT:
                self.known.clear()
            self.known[key] = self.encode(kind, key, memory)
        return self.known[key]

    def encode(self, field: Any, digest: bytes, memory: memoryview) -> Column:
        """Return a column as pyarrow encodes it."""
        pa = import_module("pyarrow")
        rows = len(memory) * 8 // field.type.bit_width
        values = pa.Array.from_buffers(field.type, rows, [None, pa.py_buffer(memory)])
        out = pa.BufferOutputStream()
        with self.writer(out, schema := pa.schema([field])) as file:
            file.write_batch(pa.record_batch([values], schema=schema), rows)
        whole = memoryview(out.getvalue())
        (group,) = read_footer(whole)[ROW_GROUPS][1][1]
        return Column(digest, whole[len(MAGIC) : footer_start(whole)], len(MAGIC), group)


def write_groups(document: Document, schema: Any, file: Any, writer: Writer) -> Iterator[int]:
    """Write a document to a file object as `writer` would, but each different column once; yield rows of each group."""
    pa = import_module("pyarrow")
    with writer(out := pa.BufferOutputStream(), schema):
        pass
    footer = read_footer(memoryview(out.getvalue()))
    layout = document.rendering.layout
    fields = tuple(Field(name, layout.type_of(name)) for name in layout.columns)
    span = Span(document.rendering.route, document.first, document.stop)
    encoder = Encoder(schema, writer)
    entries: dict[tuple[bytes, ...], list[bytes | Shift]] = {}
    groups = []
    file.write(MAGIC)
    for rows, columns in batches(span, fields, encoder.encoded, rows_of_group(span.count)):
        key = tuple(column.digest for column in columns)
        if key not in entries:
            if len(entries) >= MOST_KEPT:
                entries.clear()
            entries[key] = pieces_of(entry(schema.names, columns))
        groups.append(placed(entries[key], file.tell()))
        for column in columns:
            file.write(column.content)
        yield rows
    kind, (items, _) = footer[ROW_GROUPS]
    footer[ROW_COUNT] = footer[ROW_COUNT][0], span.count
    footer[ROW_GROUPS] = kind, (items, Inserted(groups))
    written = b"".join(pieces_of(footer))
    file.write(written + len(written).to_bytes(4, "little") + MAGIC)


def entry(names: list[str], columns: tuple[Column, ...]) -> Struct:
    """Return what the footer says of a row group of some columns, with shifts from where it begins."""
    group = dict(columns[0].group)
    members, at = [], 0
    for name, column in zip(names, columns, strict=True):
        items, (member,) = column.group[COLUMNS][1]
        members.append(shifted(member, name, at - column.begin))
        at += len(column.content)
    group[COLUMNS] = group[COLUMNS][0], (items, members)
    for number in (GROUP_BYTES, GROUP_PACKED):
        if number in group:
            group[number] = group[number][0], sum(column.group[number][1] for column in columns)
    if GROUP_OFFSET in group:
        group[GROUP_OFFSET] = group[GROUP_OFFSET][0], Shift(0)
    return {number: value for number, value in group.items() if number <= GROUP_PACKED}


def shifted(member: Struct, name: str, by: int) -> Struct:
    """Return what the footer says of a column, under its name and with shifts for where its pages are."""
    meta = dict(member[META][1])
    kind, (items, _) = meta[PATH]
    meta[PATH] = kind, (items, [name.encode()])
    for number in OFFSETS:
        if number in meta:
            meta[number] = meta[number][0], Shift(meta[number][1] + by)
    # Nobody reads the other offset; pyarrow writes 0.
    return {**member, FILE_OFFSET: (member[FILE_OFFSET][0], 0), META: (member[META][0], meta)}


def placed(pieces: list[bytes | Shift], at: int) -> bytes:
    """Return pieces as bytes, for what begins at `at`."""
    return b"".join(piece if isinstance(piece, bytes) else varint(2 * (at + piece.by)) for piece in pieces)


def varint(number: int) -> bytes:
    """Return a number as Thrift writes it, which for an offset is twice as much: the last bit is the sign."""
    out = Pieces()
    compact().writeVarint(out, number)
    return b"".join(out)
