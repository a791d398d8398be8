"""What a file's name says: the layout of its moves, the container around them, the compression."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import PurePath
from typing import NamedTuple

from ..checks import shown
from ..streams.documents import Document, Span
from ..streams.layouts import BINARY, Layout, binary_layout, layout_for
from ..streams.templates import TEMPLATES, fields_of
from .compression import COMPRESSIONS, Compression
from .containers import CONTAINERS
from .containers.container import Container

SUFFIXES = {suffix: container for container in CONTAINERS for suffix in container.suffixes}
NAMES = {container.format_name: container for container in CONTAINERS if container.format_name}


class Format(NamedTuple):
    """How moves are written: which layout, in which container, compressed how, or not at all."""

    layout: str
    container: Container
    compression: Compression | None = None

    @property
    def compression_name(self) -> str:
        """What a description calls the compression."""
        return "" if self.compression is None else self.compression.name

    def load(self) -> None:
        """Refuse, before any work, a format that needs a package which is not installed."""
        self.container.load()
        if self.compression is not None:
            self.compression.load()


def format_named(name: str) -> Format:
    """Return the format of that name: "bin" and "npy" are files of pairs, any other is a layout or a template.

    >>> format_named("npy")
    Format(layout='pairs', container=<container npy>, compression=None)
    """
    check_name(name)
    if name in NAMES:
        return Format(next(iter(NAMES[name].suffixes.values())), NAMES[name])
    return Format(name, plain_container(name))


def check_name(name: str) -> None:
    """Refuse what is no name of a format and no template; what is not a string is refused as a layout.

    Raises:
        ValueError: it names those there are.
    """
    if isinstance(name, str) and name not in (*NAMES, *BINARY, *TEMPLATES) and not set("{}") & set(name):
        known = ", ".join((*NAMES, *BINARY, *TEMPLATES))
        raise ValueError(
            f"unknown format {shown(name)}: use one of {known}, "
            "or a template with {step}, {disc}, {source} or {target}"
        )


def plain_container(layout: str) -> Container:
    """Return the container of nothing but moves in a layout."""
    return SUFFIXES[".bin" if layout in BINARY else ".txt"]


def format_of(path: str | os.PathLike[str], name: str | None = None) -> Format:
    """Return the format that a path asks for, with the layout that is asked for by name.

    Raises:
        ValueError: the suffix is unknown and no format is named, or they do not go together.

    >>> format_of("moves.txt.gz").layout
    'text'
    >>> format_of("moves.npy", "moves")
    Format(layout='moves', container=<container npy>, compression=None)
    """
    suffix, compression = suffix_of(path)
    container = SUFFIXES.get(suffix)
    if container is None:
        if name is not None:
            return format_named(name)._replace(compression=compression)
        known = ", ".join(SUFFIXES)
        raise ValueError(
            f"cannot tell the format of {shown(PurePath(path).name)} by its name: end it in {known}, or name one"
        )
    if compression is not None and not container.compressible:
        raise ValueError(f"{suffix} files have a compression of their own: leave .{compression.name} out of the name")
    if name is None:
        return Format(container.suffixes[suffix], container, compression)
    named = format_named(name)
    if container is not named.container is SUFFIXES[".arrows"]:
        raise ValueError(f"{shown(PurePath(path).name)} is not named as an Arrow stream: end it in .arrows")
    if name in NAMES and container is SUFFIXES[".bin"] and named.container is not container:
        raise ValueError(f"{shown(PurePath(path).name)} is named as rows without a header: end it in .{name}")
    return Format(named.layout, container, compression)


def format_meant(path: str | os.PathLike[str], name: str | None, columns: Sequence[str] | None) -> str | None:
    """Return the format that is asked for by name, or by its columns in their order.

    Raises:
        ValueError: there is none with these columns, or it is asked for in both ways.

    >>> format_meant("moves.parquet", None, ["step", "disc", "source", "target"])
    'steps'
    >>> format_meant("moves.csv.gz", None, ("step", "disc", "source", "target"))
    'steps-csv'
    """
    if columns is None:
        return name
    if name is not None:
        raise ValueError("give a format or columns, not both")
    suffix, _ = suffix_of(path)
    container = SUFFIXES.get(suffix, SUFFIXES[".bin"])
    if container.binary:
        known = {binary_layout(name, 0, 3).columns: name for name in BINARY}
    else:
        usual = container.suffixes[suffix]
        known = {tuple(fields_of(TEMPLATES[name])): name for name in (usual, f"steps-{usual}") if name in TEMPLATES}
    if (found := known.get(tuple(columns))) is None:
        those = "; ".join(map(", ".join, known))
        raise ValueError(f"columns of {shown(PurePath(path).name)} must be {those}, not {shown(columns)}")
    return found


def suffix_of(path: str | os.PathLike[str]) -> tuple[str, Compression | None]:
    """Return the suffix that says the format, and the compression behind it.

    >>> suffix, compression = suffix_of("a.b/moves.TXT.gz")
    >>> suffix, compression.name
    ('.txt', 'gz')
    """
    suffixes = [suffix.lower() for suffix in PurePath(path).suffixes]
    compression = COMPRESSIONS.get(suffixes[-1]) if suffixes else None
    kept = suffixes[:-1] if compression else suffixes
    return (kept[-1] if kept else ""), compression


def format_described(layout: str, container: str, compression: str) -> Format:
    """Return the format that a description names.

    Raises:
        ValueError: there is none of these names, or they do not go together.
    """
    binary = layout in BINARY
    found = [known for known in CONTAINERS if known.name == container and known.binary == binary]
    if not found:
        raise ValueError(f"there is no container {shown(container)} for layout {shown(layout)}")
    if not compression:
        return Format(layout, found[0])
    if not found[0].compressible or f".{compression}" not in COMPRESSIONS:
        raise ValueError(f"there is no compression {shown(compression)} of a {container} file")
    return Format(layout, found[0], COMPRESSIONS[f".{compression}"])


def document_of(span: Span, form: Format, labels: Sequence[str] | None = None) -> Document:
    """Return what a file of some moves holds: the one place where documents are made.

    Raises:
        TypeError, ValueError: as `layout_for`; or a header cannot say how many moves there are.

    >>> from hanoi_fast.face.solution import span_of
    >>> document_of(span_of(hf.solve(2)), format_named("text"), "ABC").read(0, 12)
    b'A B\\nA C\\nB C\\n'
    """
    layout = layout_for(form.layout, span.route.discs, span.route.pegs, labels)
    return Document(span.rendering(layout), span.first, span.stop, form.container.header(layout, span.count))


def check_container(path: str | os.PathLike[str], form: Format, layout: Layout) -> None:
    """Refuse a layout that the file cannot hold, or that its name belies."""
    if layout.binary != form.container.binary:
        raise ValueError(form.container.refusal(os.fspath(path), layout))
