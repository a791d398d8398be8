"""Parquet files: columns as dictionaries, compressed with zstd."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from importlib import import_module
from typing import Any, ClassVar

from ...streams.documents import Document
from .tables import BATCH, Table

PAGE = 1 << 23  # bytes


class Parquet(Table):
    """A Parquet file."""

    name = "parquet"
    suffixes: ClassVar[Mapping[str, str]] = {".parquet": "moves"}

    def writer(self, file: Any, schema: Any) -> AbstractContextManager[Any]:
        """Return pyarrow's writer."""
        # Written plain, uint8 becomes 4 bytes: dictionary and zstd bring it back.
        # Steps count up: as differences they are next to nothing.
        parquet = import_module("pyarrow.parquet")
        kinds: dict[str, Any] = {"use_dictionary": [name for name in schema.names if name != "step"]}
        if "step" in schema.names:
            kinds["column_encoding"] = {"step": "DELTA_BINARY_PACKED"}
        return parquet.ParquetWriter(file, schema, compression="zstd", data_page_size=PAGE, **kinds)

    def write_rows(self, document: Document, schema: Any, file: Any) -> Iterator[int]:
        """Write the rows: each different column of a row group once, where they repeat."""
        from .row_groups import repeats, write_groups

        if repeats(document):
            return write_groups(document, schema, file, self.writer)
        return super().write_rows(document, schema, file)

    def stored(self, file: Any) -> tuple[Any, Iterator[Any]]:
        """Return the schema, and the rows in batches."""
        reader = import_module("pyarrow.parquet").ParquetFile(file)
        return reader.schema_arrow, reader.iter_batches(BATCH)
