"""Arrow IPC files, also called Feather: columns as they lie in memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from importlib import import_module
from typing import Any, ClassVar

from ...streams.documents import Document
from .tables import Table


class Arrow(Table):
    """An Arrow IPC file, not compressed."""

    name = "arrow"
    suffixes: ClassVar[Mapping[str, str]] = {".arrow": "moves", ".feather": "moves"}

    def room(self, document: Document) -> int:
        """Return the bytes of the rows and a little more."""
        # Schema and footer, and less than a thousandth around the batches. Too little would cost more than too much:
        # where a file goes beyond its reserve, ext4 flushes all of it to the disk when it replaces another.
        return document.nbytes + (document.nbytes >> 10) + (1 << 20)

    def writer(self, file: Any, schema: Any) -> AbstractContextManager[Any]:
        """Return pyarrow's writer."""
        return import_module("pyarrow.ipc").new_file(file, schema)

    def stored(self, file: Any) -> tuple[Any, Iterator[Any]]:
        """Return the schema, and the batches as they were written."""
        reader = import_module("pyarrow.ipc").open_file(file)
        return reader.schema, map(reader.get_batch, range(reader.num_record_batches))
