"""What a file says of itself: a small JSON file beside it, from which it can be made again and checked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ._version import __version__
from .checksums import document_crc32
from .documents import Document
from .formats import Format
from .routes import is_tower

# What may differ between two descriptions of the same moves in the same format.
CHANGING = {"complete", "version"}


def sidecar_of(path: Path) -> Path:
    """Return the name of the file that describes a file.

    >>> sidecar_of(Path("a/moves.npy")).as_posix()
    'a/moves.npy.json'
    """
    return path.with_name(path.name + ".json")


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
        "first_step": document.first,
        "count": document.stop - document.first,
        "layout": form.layout,
        "labels": None if layout.binary else list(layout.labels),
        "container": form.container,
        "compression": form.compression,
        "bytes": document.nbytes,
        "crc32": f"{document_crc32(document):08x}",
        "complete": False,
    }


def disagreement(known: dict[str, Any], right: dict[str, Any]) -> str | None:
    """Return the first thing that a description says otherwise than the right one, or None."""
    return next((key for key in right if key not in CHANGING and known.get(key) != right[key]), None)


def peg_or_state(state: Any) -> int | list[int]:
    """Return the peg of a tower, or the pegs of all discs, smallest first."""
    return int(state[0]) if len(state) and is_tower(state) else state.tolist()


def write_sidecar(path: Path, description: dict[str, Any]) -> None:
    """Write the description beside a file, whole or not at all."""
    name = sidecar_of(path)
    new = name.with_name(f".{name.name}.new")
    new.write_text(json.dumps(description, indent=1) + "\n", encoding="utf-8")
    new.replace(name)


def read_sidecar(path: Path) -> dict[str, Any]:
    """Return the description of a file.

    Raises:
        FileNotFoundError: there is none.
        ValueError: it is not one of ours.
    """
    name = sidecar_of(path)
    try:
        description = json.loads(name.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{name} is not JSON: {error}") from None
    if not isinstance(description, dict) or description.get("package") != "hanoi_fast":
        raise ValueError(f"{name} does not describe a file of hanoi_fast")
    return description
