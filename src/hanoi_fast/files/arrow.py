"""Arrow and Parquet files, written with pyarrow: one column a field, the description in the schema's metadata."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from ..streams.documents import Document
from ..streams.rendering import Rendering
from .formats import Format
from .saving import Part
from .sinks import Progress

BATCH = 1 << 20  # moves
PAGE = 1 << 23


class PartFile(io.RawIOBase):
    """An unfinished file as a file object to write to."""

    def __init__(self, part: Part, progress: Progress | None) -> None:
        super().__init__()
        self.part = part
        self.progress = progress

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, chunk: Any) -> int:
        """Put a chunk."""
        view = memoryview(chunk).cast("B")
        if len(view):
            self.part.put(view)
        if self.progress is not None:
            self.progress(len(view))
        return len(view)

    def tell(self) -> int:
        """Return how much was put."""
        return self.part.position


def load_pyarrow() -> Any:
    """Return pyarrow, or say how to get it."""
    try:
        return import_module("pyarrow")
    except ImportError:
        raise ModuleNotFoundError("Arrow and Parquet need pyarrow: pip install 'hanoi_fast[arrow]'") from None


def write_arrow(
    document: Document, form: Format, part: Part, description: dict[str, Any], progress: Progress | None
) -> None:
    """Write the moves of a document as an Arrow IPC or a Parquet file."""
    pa = load_pyarrow()
    layout = document.rendering.layout
    kind = pa.from_numpy_dtype(np.dtype(layout.dtype))
    metadata = {"hanoi_fast": json.dumps({**description, "complete": True})}
    schema = pa.schema([(column, kind) for column in layout.columns], metadata)
    with PartFile(part, progress) as file, writer(pa, form, file, schema) as out:
        for columns in batches(document):
            arrays = [pa.Array.from_buffers(kind, len(column), [None, pa.py_buffer(column)]) for column in columns]
            out.write_batch(pa.record_batch(arrays, schema=schema))


def writer(pa: Any, form: Format, file: PartFile, schema: Any) -> Any:
    """Return the writer of a file."""
    if form.container == "arrow":
        return import_module("pyarrow.ipc").new_file(file, schema)
    # Written plain, uint8 becomes 4 bytes: dictionary and zstd bring it back.
    parquet = import_module("pyarrow.parquet")
    return parquet.ParquetWriter(file, schema, compression="zstd", use_dictionary=True, data_page_size=PAGE)


def batches(document: Document) -> Iterator[list[np.ndarray]]:
    """Yield the moves as one array a column, views of buffers that are used again."""
    layout = document.rendering.layout
    # A column alone is a layout too, so the block engine writes it as fast as any.
    renderings = [
        Rendering(document.rendering.route, layout._replace(name=column, columns=(column,)))
        for column in layout.columns
    ]
    buffers = [np.empty(min(BATCH, document.stop - document.first), layout.dtype) for _ in renderings]
    for step in range(document.first, document.stop, BATCH):
        moves = min(BATCH, document.stop - step)
        for rendering, buffer in zip(renderings, buffers, strict=True):
            view = memoryview(buffer[:moves].view(np.uint8))
            rendering.copy_into(view, step * rendering.layout.width)
        yield [buffer[:moves] for buffer in buffers]


def arrow_difference(document: Document, form: Format, path: Path) -> int | None:
    """Return where the moves of an Arrow or Parquet file first differ from a document's, as a place in its bytes."""
    pa, width = load_pyarrow(), document.rendering.layout.width
    step = 0
    path.stat()  # a file that is not there is not a damaged one
    try:
        theirs = stored_batches(pa, form, path)
        for columns in batches(document):
            same = alike(columns, next(theirs, None))
            step += same
            if same < len(columns[0]):
                return step * width
        return step * width if next(theirs, None) is not None else None
    except (pa.ArrowException, OSError):  # cut or damaged
        return step * width


def stored_batches(pa: Any, form: Format, path: Path) -> Iterator[Any]:
    """Yield what a file holds, as it was written."""
    with pa.memory_map(str(path)) as file:
        if form.container == "arrow":
            stored = import_module("pyarrow.ipc").open_file(file)
            yield from map(stored.get_batch, range(stored.num_record_batches))
        else:
            yield from import_module("pyarrow.parquet").ParquetFile(file).iter_batches(BATCH)


def alike(columns: list[np.ndarray], batch: Any) -> int:
    """Return how many rows at the beginning of some columns are those of a batch."""
    if batch is None or batch.num_columns != len(columns):
        return 0
    rows = min(len(columns[0]), batch.num_rows)
    differ = np.zeros(rows, bool)
    for column, stored in zip(columns, batch.columns, strict=True):
        differ |= column[:rows] != stored.to_numpy()[:rows]
    return int(differ.argmax()) if differ.any() else rows
