"""What a file's name says: the layout of its moves, the container around them, the compression."""

from __future__ import annotations

import io
import os
from pathlib import PurePath
from typing import NamedTuple

from ..checks import shown
from ..streams.layouts import Layout

# Suffix -> (container, layout where none is asked for).
SUFFIXES = {
    ".bin": ("raw", "pairs"),
    ".npy": ("npy", "pairs"),
    ".txt": ("raw", "text"),
    ".csv": ("raw", "csv"),
    ".jsonl": ("raw", "jsonl"),
    ".json": ("raw", "json"),
    ".arrow": ("arrow", "moves"),
    ".parquet": ("parquet", "moves"),
}
TEXTS = {".txt", ".csv", ".jsonl", ".json"}
ARROW = ("arrow", "parquet")
MOST_NPY_DIGITS = 4300  # numpy reads the header with Python, which reads no longer numbers
COMPRESSIONS = {".gz": "gz", ".zst": "zst"}


class Format(NamedTuple):
    """How moves are written: which layout, in which container, compressed how, or not at all ("")."""

    layout: str
    container: str = "raw"
    compression: str = ""

    @property
    def arrow(self) -> bool:
        """Whether pyarrow writes it, and nothing else here."""
        return self.container in ARROW


def format_named(name: str) -> Format:
    """Return the format of that name: "bin" and "npy" are files of pairs, any other is a layout or a template.

    >>> format_named("npy")
    Format(layout='pairs', container='npy', compression='')
    """
    return Format("pairs", {"npy": "npy"}.get(name, "raw")) if name in ("bin", "npy") else Format(name)


def format_of(path: str | os.PathLike[str], name: str | None = None) -> Format:
    """Return the format that a path asks for, with the layout that is asked for by name.

    Raises:
        ValueError: the suffix is unknown and no format is named, or they do not go together.

    >>> format_of("moves.txt.gz")
    Format(layout='text', container='raw', compression='gz')
    >>> format_of("moves.npy", "moves")
    Format(layout='moves', container='npy', compression='')
    """
    suffix, compression = suffix_of(path)
    container, usual = SUFFIXES.get(suffix, ("raw", None))
    if name is None and usual is None:
        known = ", ".join(SUFFIXES)
        raise ValueError(f"cannot tell the format of {os.fspath(path)!r} by its name: end it in {known}, or name one")
    if compression and container in ARROW:
        raise ValueError(f"{suffix} files have a compression of their own: leave .{compression} out of the name")
    if name is None:
        return Format(str(usual), container, compression)
    named = format_named(name)
    return Format(named.layout, named.container if container == "raw" else container, compression)


def suffix_of(path: str | os.PathLike[str]) -> tuple[str, str]:
    """Return the suffix that says the format, and the compression behind it.

    >>> suffix_of("a.b/moves.TXT.gz")
    ('.txt', 'gz')
    """
    suffixes = [suffix.lower() for suffix in PurePath(path).suffixes]
    compression = COMPRESSIONS.get(suffixes[-1], "") if suffixes else ""
    kept = suffixes[:-1] if compression else suffixes
    return (kept[-1] if kept else ""), compression


def check_container(path: str | os.PathLike[str], form: Format, layout: Layout) -> None:
    """Refuse a layout that the file cannot hold, or that its name belies."""
    suffix, _ = suffix_of(path)
    if form.container != "raw" and not layout.binary:
        raise ValueError(f"a {form.container} file holds a binary layout, not {layout.name!r}")
    if layout.binary and suffix in TEXTS:
        raise ValueError(f"{os.fspath(path)!r} is named as text, but layout {layout.name!r} is binary")
    if not layout.binary and suffix == ".bin":
        raise ValueError(f"{os.fspath(path)!r} is named as binary, but layout {layout.name!r} is text")


def npy_header(layout: Layout, count: int) -> bytes:
    """Return the header that numpy writes before an array of so many moves."""
    import numpy as np

    if count >= 10**MOST_NPY_DIGITS:
        raise ValueError(f"a npy file holds fewer than 10**{MOST_NPY_DIGITS} moves, not {shown(count)}")
    columns = len(layout.columns)
    shape = (count,) if columns == 1 else (count, columns)
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(
        header, {"descr": np.dtype(layout.dtype).str, "fortran_order": False, "shape": shape}
    )
    return header.getvalue()
