"""Arrow IPC files, also called Feather, and streams: columns as they lie in memory."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from importlib import import_module
from typing import Any, ClassVar

from ...streams.chunks import on_new_pages
from ...streams.documents import Document
from ..compression import Compression
from .tables import Table, load_pyarrow, record_batches, schema_for


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


class ArrowStream(Table):
    """An Arrow IPC stream: the same batches, which can be sent through a pipe."""

    name = "arrows-stream"
    suffixes: ClassVar[Mapping[str, str]] = {".arrows": "moves"}
    format_name = "arrows-stream"

    def writer(self, file: Any, schema: Any) -> AbstractContextManager[Any]:
        """Return pyarrow's writer."""
        return import_module("pyarrow.ipc").new_stream(file, schema)

    def stored(self, file: Any) -> tuple[Any, Iterator[Any]]:
        """Return the schema, and the batches as they were written."""
        reader = import_module("pyarrow.ipc").open_stream(file)
        return reader.schema, iter(reader)

    def chunks(
        self, document: Document, compression: Compression | None, compared: bool = False, threads: int = 1
    ) -> Iterator[memoryview]:
        """Yield the stream, a batch at a time, on pages that never change: pipes may be lent them."""
        schema = schema_for(load_pyarrow(), document.rendering.layout)
        waiting = io.BytesIO()
        with self.writer(waiting, schema) as out:
            for batch in record_batches(document, schema):
                out.write_batch(batch)
                yield on_new_pages(waiting.getvalue())
                waiting.seek(0)
                waiting.truncate()
        yield on_new_pages(waiting.getvalue())
