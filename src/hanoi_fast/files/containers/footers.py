"""The footer of a Parquet file, read and written by Apache Thrift: numbered fields, as parquet.thrift numbers them.

A struct is a dict of its fields, each with its type; a list has the type of its items. So a footer is written as it was
read, with whatever fields it has. Where a place in the file goes that is not known yet, there is a `Shift`.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from itertools import groupby
from typing import Any, NamedTuple

Struct = dict[int, tuple[int, Any]]

MAGIC = b"PAR1"

# Fields of parquet.thrift.
ROW_COUNT, ROW_GROUPS = 3, 4  # of the file
COLUMNS, GROUP_BYTES, GROUP_ROWS, GROUP_OFFSET, GROUP_PACKED = 1, 2, 3, 5, 6  # of a row group
FILE_OFFSET, META = 2, 3  # of a column
PATH, UNPACKED, PACKED, OFFSETS = 3, 6, 7, (9, 10, 11)  # of its metadata; where its pages are


class Shift(NamedTuple):
    """A place in the file: so many bytes behind the one that is still to be told."""

    by: int


class Inserted(NamedTuple):
    """Items of a list that are bytes already."""

    items: list[bytes]


class Pieces(list):
    """Bytes, and what stands between them, in order: what thrift takes for a transport."""

    write = list.append


def available() -> bool:
    """Return whether thrift is installed."""
    return find_spec("thrift") is not None


def compact() -> Any:
    """Return the module of the protocol that Parquet uses."""
    return import_module("thrift.protocol.TCompactProtocol")


def read_footer(file: memoryview) -> Struct:
    """Return the footer of a whole Parquet file."""
    size = int.from_bytes(file[-8:-4], "little")
    transport = import_module("thrift.transport.TTransport").TMemoryBuffer(bytes(file[-8 - size : -8]))
    return read_struct(compact().TCompactProtocol(transport, string_length_limit=None))


def footer_start(file: memoryview) -> int:
    """Return where the footer of a whole Parquet file begins."""
    return len(file) - 8 - int.from_bytes(file[-8:-4], "little")


def read_struct(protocol: Any) -> Struct:
    """Read a struct, field by field."""
    fields: Struct = {}
    protocol.readStructBegin()
    while (found := protocol.readFieldBegin())[1]:
        fields[found[2]] = found[1], read_value(protocol, found[1])
        protocol.readFieldEnd()
    protocol.readStructEnd()
    return fields


def read_value(protocol: Any, kind: int) -> Any:
    """Read a value of a type."""
    types = import_module("thrift.Thrift").TType
    if kind == types.STRUCT:
        return read_struct(protocol)
    if kind == types.LIST:
        items, size = protocol.readListBegin()
        found = [read_value(protocol, items) for _ in range(size)]
        protocol.readListEnd()
        return items, found
    return getattr(protocol, f"read{names(types)[kind]}")()


def write_struct(protocol: Any, fields: Struct) -> None:
    """Write a struct, its fields in rising order."""
    protocol.writeStructBegin(None)
    for number, (kind, value) in sorted(fields.items()):
        protocol.writeFieldBegin(None, kind, number)
        write_value(protocol, kind, value)
        protocol.writeFieldEnd()
    protocol.writeFieldStop()
    protocol.writeStructEnd()


def write_value(protocol: Any, kind: int, value: Any) -> None:
    """Write a value of a type; a `Shift` is put between the bytes."""
    types = import_module("thrift.Thrift").TType
    if isinstance(value, Shift):
        before = len(protocol.trans)
        protocol.writeI64(value.by)
        protocol.trans[before:] = [value]
    elif kind == types.STRUCT:
        write_struct(protocol, value)
    elif kind == types.LIST:
        items, values = value
        inserted = isinstance(values, Inserted)
        protocol.writeListBegin(items, len(values.items if inserted else values))
        if inserted:
            protocol.trans.extend(values.items)
        else:
            for item in values:
                write_value(protocol, items, item)
        protocol.writeListEnd()
    else:
        getattr(protocol, f"write{names(types)[kind]}")(value)


def pieces_of(fields: Struct) -> Pieces:
    """Return a struct as bytes, and the shifts between them."""
    pieces = Pieces()
    write_struct(compact().TCompactProtocol(pieces), fields)
    return Pieces(
        piece
        for whole, several in groupby(pieces, lambda piece: isinstance(piece, bytes))
        for piece in ([b"".join(several)] if whole else several)
    )


def names(types: Any) -> dict[int, str]:
    """Return what the protocol calls types that hold no others."""
    return {
        types.BOOL: "Bool",
        types.BYTE: "Byte",
        types.I16: "I16",
        types.I32: "I32",
        types.I64: "I64",
        types.DOUBLE: "Double",
        types.STRING: "Binary",
    }
