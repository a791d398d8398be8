"""Files of moves, ours and those of others: opened, unpacked and read as their names say."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from ..checks import enough_memory
from ..face.loading import described
from ..files.compression import Compression
from ..files.containers.npy import read_header
from ..files.containers.tables import Table, load_pyarrow
from ..files.formats import SUFFIXES, suffix_of
from ..puzzle.states import State
from ..streams.layouts import binary_layout
from .columns import source_of_columns
from .parsing import MoveList
from .sources import WIDTHS, Blocks, Source, source_of_array, source_of_bytes, width_of


@contextmanager
def opened(path: Path, compression: Compression | None = None) -> Iterator[Any]:
    """Open a file for reading, and unpack it; let errors in its contents begin with its name.

    Raises:
        OSError: raised by the operating system.
        ValueError: what is compressed is cut or damaged.
    """
    if compression is not None:
        compression.load()
    packed = path.open("rb", buffering=0)
    with closing(compression.unpacked(packed) if compression else packed) as file:
        try:
            yield file
            error: Exception | None = None
        except (OSError, MemoryError, ImportError):
            raise
        except Exception as wrong:  # of whatever parser
            error = wrong
        if damage := getattr(file, "damage", ""):
            raise ValueError(f"{path}: {damage}")
        if isinstance(error, ValueError | TypeError):
            raise ValueError(f"{path}: {error}") from None
        if error is not None:
            raise ValueError(f"{path}: it cannot be read: {type(error).__name__}: {error}") from None


@contextmanager
def source_of_file(
    path: str | os.PathLike[str],
    pegs: int,
    first_peg: int | None = None,
    labels: Sequence[str] | None = None,
    start: State | None = None,
    goal: State | None = None,
) -> Iterator[Source]:
    """Open a file as a source of moves: .bin, .npy, .arrow and .parquet, all others text, with .gz or .zst behind.

    Raises:
        OSError, ValueError: as `opened`; or the contents are not what the name says.
    """
    path = Path(path)
    suffix, compression = suffix_of(path)
    container = SUFFIXES.get(suffix)
    if start is not None and np.array_equal(start, np.empty(0) if goal is None else goal) and is_empty(path):
        yield Blocks((), 2)  # no move is needed, and none is there
        return
    with opened(path, compression) as file:
        if suffix == ".bin":
            yield source_of_raw(file, path)
        elif suffix == ".npy":
            refuse_empty(path)
            yield source_of_npy(file)
        elif isinstance(container, Table):
            yield source_of_table(path, container, pegs, first_peg, labels, start, goal)
        else:
            yield MoveList(file, pegs, first_peg, labels, start, goal)


def source_of_raw(file: BinaryIO, path: Path) -> Blocks:
    """Return a file of nothing but moves: what the description beside it says, or pairs."""
    try:
        layout = described(path).document.rendering.layout
    except FileNotFoundError:
        refuse_empty(path)
        layout = binary_layout("pairs", 0, 0)
    if layout.steps:
        raise ValueError(f"layout {layout.name!r} is compared with its description: leave the discs out")
    if layout.name not in WIDTHS:
        raise ValueError(f"layout {layout.name!r} does not say which pegs a disc leaves and reaches")
    return source_of_bytes(file, WIDTHS[layout.name], np.dtype(layout.dtype))


def is_empty(path: Path) -> bool:
    """Return whether it is a regular file of no bytes."""
    return path.is_file() and not path.stat().st_size


def refuse_empty(path: Path) -> None:
    """Refuse a regular file of no bytes."""
    if is_empty(path):
        raise ValueError("the file is empty")


def source_of_npy(file: BinaryIO) -> Blocks:
    """Return a file that numpy wrote."""
    shape, fortran, dtype = read_header(file)
    width = width_of(dtype, shape)
    source = source_of_bytes(file, width, dtype, shape[0])
    if not fortran or width == 1:
        return source
    enough_memory(shape[0] * width * dtype.itemsize, "an array in Fortran order", "save it in C order")
    numbers = np.concatenate([block.reshape(-1) for block in source.blocks] or [np.empty(0, dtype)])
    return source_of_array(numbers.reshape(width, -1).T)


def source_of_table(path: Path, container: Table, *reading: Any) -> Source:
    """Return an Arrow or Parquet file as a source: its columns say which they are; pegs may be names."""
    arrow = load_pyarrow()
    try:
        schema, batches = container.stored(arrow.memory_map(str(path)))
    except arrow.ArrowInvalid as error:
        raise ValueError(f"it is no {container.name} file: {error}") from None
    return source_of_columns(schema, batches, *reading)
