"""The files of numpy.save: a header that says what array it is, then the rows."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import ClassVar

from ...checks import shown
from ...streams.layouts import Layout
from .container import Container
from .plain import Plain

MOST_DIGITS = 4300  # numpy reads the header with Python, which reads no longer numbers


class Npy(Plain):
    """Rows behind the header of numpy."""

    name = "npy"
    suffixes: ClassVar[Mapping[str, str]] = {".npy": "pairs"}
    format_name = "npy"
    refusal = Container.refusal

    def header(self, layout: Layout, count: int) -> bytes | None:
        """Return the header that numpy writes before an array of so many moves."""
        if not layout.binary:
            return None
        if count >= 10**MOST_DIGITS:
            raise ValueError(f"a npy file holds fewer than 10**{MOST_DIGITS} moves, not {shown(count)}")
        import numpy as np

        columns = len(layout.columns)
        shape = (count,) if columns == 1 else (count, columns)
        header = io.BytesIO()
        np.lib.format.write_array_header_1_0(
            header, {"descr": np.dtype(layout.dtype).str, "fortran_order": False, "shape": shape}
        )
        return header.getvalue()

    def mappable(self, layout: Layout) -> bool:
        """Return True: behind the header, rows are all there is."""
        return layout.binary
