"""Tables written and read by pyarrow, one column a field, with the description in the metadata of the schema."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import AbstractContextManager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...streams.documents import Document, Span
from ...streams.layouts import Layout
from ..comparing import Comparison
from ..compression import Compression
from ..opening import open_regular
from ..sinks import Progress
from ..stores import Stored
from .container import Container, Sink

if TYPE_CHECKING:
    import numpy as np


BATCH = 1 << 20  # rows
KEY = b"hanoi_fast"  # of the description, in the metadata


def load_pyarrow() -> Any:
    """Return pyarrow, or say how to get it."""
    try:
        return import_module("pyarrow")
    except ImportError:
        raise ModuleNotFoundError("Arrow and Parquet need pyarrow: pip install 'hanoi_fast[arrow]'") from None


class Table(Container):
    """A container that pyarrow writes and reads."""

    compressible = False
    exact = False
    direct = False

    def load(self) -> None:
        """Refuse a Python without pyarrow."""
        load_pyarrow()

    def writer(self, file: Any, schema: Any) -> AbstractContextManager[Any]:
        """Return a writer of record batches to a file object."""
        raise NotImplementedError

    def stored(self, file: Any) -> tuple[Any, Iterator[Any]]:
        """Return the schema of an open file, and its record batches."""
        raise NotImplementedError

    def write(
        self,
        document: Document,
        sink: Sink,
        compression: Compression | None,
        description: str,
        progress: Progress | None,
    ) -> None:
        """Write the columns."""
        schema = schema_for(load_pyarrow(), document.rendering.layout).with_metadata({KEY: description})
        with SinkFile(sink) as file:
            for rows in self.write_rows(document, schema, file):
                if progress is not None:
                    progress(rows * document.rendering.layout.width)

    def write_rows(self, document: Document, schema: Any, file: Any) -> Iterator[int]:
        """Write the columns to a file object, a batch at a time; yield the rows of each."""
        with self.writer(file, schema) as out:
            for batch in record_batches(document, schema):
                out.write_batch(batch)
                yield batch.num_rows

    def compare(
        self,
        document: Document,
        path: Path | Stored,
        compression: Compression | None,
        progress: Progress | None,
        threads: int = 1,
    ) -> Comparison:
        """Compare the names, the order and the types of the columns, and all their rows."""
        open_regular(path).close()
        pa, step, width = load_pyarrow(), document.first, document.rendering.layout.width
        try:
            with opened(pa, path) as file:
                schema, batches = self.stored(file)
                if (reason := schema_difference(schema, schema_for(pa, document.rendering.layout))) is not None:
                    return Comparison(0, reason=reason)
                columns = Columns(document)
                for batch in batches:
                    same = columns.same(step, batch)
                    step += same
                    if same == batch.num_rows:
                        continue
                    reason = ""
                    if step == document.stop:
                        more = batch.num_rows - same + sum(further.num_rows for further in batches)
                        reason = row_reason(document, step - document.first + more)
                    return Comparison((step - document.first) * width, reason=reason)
        except (pa.ArrowException, OSError) as error:
            return Comparison((step - document.first) * width, reason=f"it cannot be read: {first_line(error)}")
        if step < document.stop:
            return Comparison((step - document.first) * width, reason=row_reason(document, step - document.first))
        return Comparison(None)

    def description_in(self, path: Path) -> bytes | None:
        """Return what stands in the metadata of the schema."""
        open_regular(path).close()
        pa = load_pyarrow()
        try:
            with pa.memory_map(str(path)) as file:
                return (self.stored(file)[0].metadata or {}).get(KEY)
        except (pa.ArrowException, OSError):
            return None


class Columns:
    """The moves of a document as one array a column, in buffers that are used again."""

    def __init__(self, document: Document) -> None:
        import numpy as np

        layout = document.rendering.layout
        self.stop = document.stop
        # A column alone is a layout too, so the block engine writes it as fast as any.
        span = Span(document.rendering.route)
        self.renderings = [span.rendering(layout._replace(name=column, columns=(column,))) for column in layout.columns]
        rows = min(BATCH, document.stop - document.first)
        self.buffers = [np.empty(rows, layout.type_of(column)) for column in layout.columns]

    def at(self, step: int, stop: int) -> list[np.ndarray]:
        """Return the moves from a step on, up to `stop` and at most a batch: valid until the next call."""
        moves = min(BATCH, stop - step)
        columns = [buffer[:moves] for buffer in self.buffers]
        for rendering, column in zip(self.renderings, columns, strict=True):
            rendering.copy_into(memoryview(column.view("u1")), step * rendering.layout.width)
        return columns

    def same(self, step: int, batch: Any) -> int:
        """Return how many rows at the beginning of a batch are the moves from a step on."""
        import numpy as np

        rows = min(batch.num_rows, self.stop - step)
        for low in range(0, rows, BATCH):
            columns = self.at(step + low, step + rows)
            differ = np.zeros(len(columns[0]), bool)
            for column, stored in zip(columns, batch.slice(low, len(differ)).columns, strict=True):
                if stored.null_count:
                    differ |= stored.is_null().to_numpy(zero_copy_only=False)
                    stored = stored.fill_null(0)
                differ |= column != stored.to_numpy()
            if differ.any():
                return low + int(differ.argmax())
        return rows


def opened(pa: Any, path: Path | Stored) -> Any:
    """Return a file for pyarrow to read: mapped into memory, or an object in a store."""
    return pa.PythonFile(path.open(), "r") if isinstance(path, Stored) else pa.memory_map(str(path))


def record_batches(document: Document, schema: Any) -> Iterator[Any]:
    """Yield a document as record batches, each valid until the next."""
    pa = load_pyarrow()
    columns = Columns(document)
    for step in range(document.first, document.stop, BATCH):
        arrays = [
            pa.Array.from_buffers(kind, len(column), [None, pa.py_buffer(column)])
            for kind, column in zip(schema.types, columns.at(step, document.stop), strict=True)
        ]
        yield pa.record_batch(arrays, schema=schema)


def schema_for(pa: Any, layout: Layout) -> Any:
    """Return the columns of a layout as a schema."""
    import numpy as np

    types = ((column, np.dtype(layout.type_of(column))) for column in layout.columns)
    return pa.schema([(column, pa.from_numpy_dtype(kind)) for column, kind in types])


def schema_difference(found: Any, right: Any) -> str | None:
    """Return in words what is wrong with the columns of a file, or None."""
    if found.names != right.names:
        return f"its columns are {', '.join(found.names) or 'none'}, not {', '.join(right.names)}"
    for name, here, there in zip(right.names, found.types, right.types, strict=True):
        if here != there:
            return f"its column {name} is of type {here}, not {there}"
    return None


def row_reason(document: Document, rows: int) -> str:
    """Return in words that a file has another number of rows."""
    return f"it has {rows:,} rows, not {document.stop - document.first:,}"


def first_line(error: Exception) -> str:
    """Return the first line of what an error says."""
    return str(error).partition("\n")[0].rstrip(".")


class SinkFile(io.RawIOBase):
    """A sink as a file object to write to."""

    def __init__(self, sink: Sink) -> None:
        super().__init__()
        self.sink = sink

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, chunk: Any) -> int:
        """Put a chunk."""
        view = memoryview(chunk).cast("B")
        if len(view):
            self.sink.put(view)
        return len(view)

    def tell(self) -> int:
        """Return how much was put."""
        return self.sink.position
