"""What a file says of itself: a small JSON file beside it, from which it can be made again and checked."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import Any

from .._version import __version__
from ..puzzle.routes import GATHERED, LISTED, SEARCHED, Route, is_tower
from ..streams.checksums import document_crc32
from ..streams.documents import Document
from .formats import Format
from .saving import sync_folder

LONG_NUMBER = 1 << 13  # bits
BEGINNING = b'{\n "package": "hanoi_fast",'

# What may differ between two descriptions of the same moves in the same format.
CHANGING = {"complete", "version"}


def sidecar_of(path: Path) -> Path:
    """Return the name of the file that describes a file.

    >>> sidecar_of(Path("a/moves.npy")).as_posix()
    'a/moves.npy.json'
    """
    return path.with_name(path.name + ".json")


def description_of(path: Path) -> Path:
    """Return the name of the description that is there: beside a file, or beside the file that a link leads to."""
    beside, real = sidecar_of(path), sidecar_of(Path(os.path.realpath(path)))
    return real if real.exists() and not beside.exists() else beside


def describe(document: Document, form: Format) -> dict[str, Any]:
    """Return what is to be known of a document: the puzzle, the moves of it, how they are written, and a checksum.

    `bytes` and `crc32` are those of the document, before compression or an Arrow container.
    """
    route, layout = document.rendering.route, document.rendering.layout
    return {
        "package": "hanoi_fast",
        "version": __version__,
        "discs": route.discs,
        "pegs": route.pegs,
        "source": peg_or_state(route.start),
        "target": peg_or_state(route.state(route.count)),
        **way_found(route),
        "first_step": written(document.first),
        "count": written(document.stop - document.first),
        "layout": form.layout,
        "labels": None if layout.binary else list(layout.labels),
        "container": form.container,
        "compression": form.compression,
        "bytes": written(document.nbytes),
        "crc32": f"{document_crc32(document):08x}",
        "complete": False,
    }


def way_found(route: Route) -> dict[str, Any]:
    """Return what says which way it is, where start and target do not: all its moves, or that it is a short one."""
    if route.found in (SEARCHED, LISTED):
        return {"moves": [list(route.move(step)) for step in range(route.count)]}
    return {"exact": False} if route.found == GATHERED else {}


def written(number: int) -> int | str:
    """Return a number as JSON can hold it: Python reads and writes none of more than 4300 digits, but in hex."""
    return number if number.bit_length() < LONG_NUMBER else hex(number)


def disagreement(known: dict[str, Any], right: dict[str, Any]) -> str | None:
    """Return the first thing that a description says otherwise than the right one, or None."""
    return next((key for key in right if key not in CHANGING and known.get(key) != right[key]), None)


def peg_or_state(state: Any) -> int | list[int]:
    """Return the peg of a tower, or the pegs of all discs, smallest first."""
    return state[0] if state and is_tower(state) else list(state)


def write_sidecar(path: Path, description: dict[str, Any], fsync: bool = False) -> None:
    """Write the description beside a file, whole or not at all."""
    name = sidecar_of(path)
    new = name.with_name(f".{name.name}.new")
    with new.open("w", encoding="utf-8") as file:
        file.write(json.dumps(description, indent=1) + "\n")
        if fsync:
            file.flush()
            os.fsync(file.fileno())
    new.replace(name)
    if fsync:
        sync_folder(name.parent)


def read_sidecar(path: Path) -> dict[str, Any]:
    """Return the description of a file.

    Raises:
        FileNotFoundError: there is none.
        IsADirectoryError: the path is that of a folder.
        ValueError: it is not one of ours.
    """
    refuse_folder(path)
    name = description_of(path)
    try:
        if not is_ours(name):
            raise ValueError(f"{name} does not describe a file of hanoi_fast")
        description = json.loads(name.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise FileNotFoundError(error.errno, "there is no description of the file", str(name)) from None
    except json.JSONDecodeError as error:
        raise ValueError(f"{name} is cut or damaged: {error}") from None
    return description


def refuse_folder(path: Path) -> None:
    """Refuse a folder: it has no description, and "." not even a name."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))


def is_ours(name: Path) -> bool:
    """Return whether a file begins as our descriptions do; others may be large, and are not read."""
    with name.open("rb") as file:
        return file.read(len(BEGINNING)) == BEGINNING


def refuse_other_sidecar(path: Path) -> None:
    """Refuse to save a file whose description would replace a file that is none."""
    name = sidecar_of(path)
    if name.exists() and not is_ours(name):
        raise FileExistsError(errno.EEXIST, "the description would go here, but this file is none of ours", str(name))
