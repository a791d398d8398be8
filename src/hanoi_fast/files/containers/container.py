"""What every container of moves can do, and says of itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import ClassVar, Protocol

from ...streams.documents import Document
from ...streams.layouts import Layout
from ..comparing import Comparison
from ..compression import Compression
from ..sinks import Progress
from ..stores import Stored


class Sink(Protocol):
    """What a container writes to: an unfinished file, or whatever else takes chunks in order."""

    position: int  # bytes that were put
    held: int  # bytes that were there before, and are compared with what is put
    direct: bool  # whether chunks must be whole pages
    threads: int  # how many may make the chunks, and compare them

    def put(self, chunk: memoryview) -> None:
        """Take a chunk, all of it."""

    def accept(self, agreement: Callable[[int], int]) -> None:
        """Keep as much of what was there before as `agreement` finds right in the descriptor, as if it had been put."""


class Container:
    """A way in which moves stand in a file. There is one object of each; `CONTAINERS` lists them."""

    name = ""  # in descriptions
    suffixes: ClassVar[Mapping[str, str]] = {}  # each suffix of such a file, and the layout where none is asked for
    format_name = ""  # what `format=` calls it, where that means more than a layout
    binary = True  # whether it holds binary layouts, or else text
    compressible = True
    exact = True  # whether an uncompressed file has as many bytes as its document
    direct = True  # whether pages may be written past the cache

    def load(self) -> None:
        """Refuse, before any work, a container whose package is not installed."""

    def refusal(self, path: str, layout: Layout) -> str:
        """Return in words why a file of that name cannot hold a layout."""
        return f"a {self.name} file holds a binary layout, not {layout.name!r}"

    def header(self, layout: Layout, count: int) -> bytes | None:
        """Return the header of a file of `count` moves, or None where the layout has its own."""
        return None

    def chunks(
        self, document: Document, compression: Compression | None, compared: bool = False, threads: int = 1
    ) -> Iterator[memoryview] | None:
        """Return the bytes of a file as chunks, in order; `compared` asks for the size that is fastest to compare.

        None means that only `write()` makes such a file: it cannot be sent through a pipe.
        """
        return None

    def room(self, document: Document) -> int | None:
        """Return how many bytes a file takes at most, or None if only writing it tells."""
        return None

    def write(
        self,
        document: Document,
        sink: Sink,
        compression: Compression | None,
        description: str,
        progress: Progress | None,
    ) -> None:
        """Write a document to a sink; `description` is for a container with a place for it inside."""
        raise NotImplementedError

    def compare(
        self,
        document: Document,
        path: Path | Stored,
        compression: Compression | None,
        progress: Progress | None,
        threads: int = 1,
    ) -> Comparison:
        """Compare a file with a document; errors as `open_regular`."""
        raise NotImplementedError

    def description_in(self, path: Path) -> bytes | None:
        """Return the description inside of a file, or None if there is none."""
        return None

    def mappable(self, layout: Layout) -> bool:
        """Return whether the moves in an uncompressed file are, behind a header, an array as numpy maps it."""
        return False

    def __repr__(self) -> str:
        return f"<container {self.name}>"
