"""A virtual file: a document's bytes to read, seek and map, without a file."""

from __future__ import annotations

import io
import os
from operator import index
from typing import NoReturn

from ..checks import enough_memory, shown
from .documents import Document

SMALL = 1 << 20  # bytes that every machine has: smaller reads do not ask how much memory there is


class DocumentFile(io.RawIOBase):
    """A read-only, seekable file of a document's bytes, made as they are read.

    Positions are Python ints: a file of 10**20 bytes can be opened, and read near its end.
    """

    def __init__(self, document: Document) -> None:
        super().__init__()
        self.document = document
        self._position = 0

    @property
    def size(self) -> int:
        """How many bytes the file has."""
        return self.document.nbytes

    def readable(self) -> bool:
        """Return True."""
        return True

    def seekable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        """Read bytes into a buffer; return how many, 0 at the end."""
        self._check_open()
        view = memoryview(buffer)
        if view.readonly:
            raise TypeError(f"readinto() needs a writable buffer, not {type(buffer).__name__}")
        # A view of no bytes but several dimensions cannot be cast.
        count = self.document.read_into(view.cast("B"), self._position) if view.nbytes else 0
        self._position += count
        return count

    def read(self, size: int | None = -1) -> bytes:
        """Read `size` bytes, fewer at the end; all that is left if `size` is negative or None."""
        self._check_open()
        wanted = left = max(0, self.document.nbytes - self._position)
        if size is not None and 0 <= index(size) < left:
            wanted = index(size)
        if wanted > SMALL:
            enough_memory(wanted, "such a read", "read in pieces with readinto()")
        found = self.document.read(self._position, wanted)
        self._position += wanted
        return found

    def mapped(self) -> memoryview:
        """Return all the bytes as read-only memory in which equal pages are the same; see `Solution.mapped`.

        >>> text = hf.solve(36).open("text").mapped()
        >>> text.nbytes, bytes(text[-4:])
        (274877906940, b'1 2\\n')
        """
        self._check_open()
        from .mapped import map_document

        return memoryview(map_document(self.document))

    def readall(self) -> bytes:
        """Read all that is left."""
        return self.read()

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """Go to a position, as in any file; return it."""
        self._check_open()
        if index(whence) not in (os.SEEK_SET, os.SEEK_CUR, os.SEEK_END):
            raise ValueError(f"whence must be 0, 1 or 2, not {whence!r}")
        position = index(offset) + (0, self._position, self.size)[whence]
        if position < 0:
            # An OSError, as of a real file, which zipfile expects; and a ValueError, as of io.BytesIO.
            raise io.UnsupportedOperation(f"cannot seek to {shown(position)}: before the start of the file")
        self._position = position
        return position

    def write(self, data: object) -> int:
        """Refuse: the file is read-only."""
        raise io.UnsupportedOperation("not writable")

    def tell(self) -> int:
        """Return the position."""
        self._check_open()
        return self._position

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError("an open file cannot be pickled: pickle the Solution, and open it again")

    def _check_open(self) -> None:
        if self.closed:
            raise ValueError("I/O operation on closed file")
