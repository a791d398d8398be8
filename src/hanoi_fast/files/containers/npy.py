"""The files of numpy.save: a header that says what array it is, then the rows."""

from __future__ import annotations

import io
import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, ClassVar

from ...checks import shown
from ...streams.layouts import Layout
from .container import Container
from .plain import Plain

if TYPE_CHECKING:
    import numpy as np

MOST_DIGITS = 4300  # numpy reads the header with Python, which reads no longer numbers
MOST_HEADER = 1 << 16  # bytes; those that numpy writes for rows of moves have some hundreds
MOST_ROWS = 1 << 63  # no file has as many


class Npy(Plain):
    """Rows behind the header of numpy."""

    name = "npy"
    suffixes: ClassVar[Mapping[str, str]] = {".npy": "pairs"}
    format_name = "npy"
    refusal = Container.refusal

    def header(self, layout: Layout, count: int) -> bytes | None:
        """Return the header that numpy writes before an array of `count` moves."""
        if not layout.binary:
            return None
        if count >= 10**MOST_DIGITS:
            raise ValueError(f"a npy file holds fewer than 10**{MOST_DIGITS} moves, not {shown(count)}")
        import numpy as np

        descr = np.lib.format.dtype_to_descr(np.dtype(layout.row_type))
        header = io.BytesIO()
        np.lib.format.write_array_header_1_0(
            header, {"descr": descr, "fortran_order": False, "shape": (count, *layout.row_shape)}
        )
        return header.getvalue()

    def mappable(self, layout: Layout) -> bool:
        """Return True: behind the header, rows are all there is."""
        return layout.binary


def read_header(file: BinaryIO) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    """Return the shape, whether it is in Fortran order, and the dtype that the header of an npy file says.

    Raises:
        ValueError: it is not such a header, whatever numpy makes of it, or one of more than 64 KiB.
    """
    import numpy as np

    start = io.BytesIO(filled(file, 8))
    try:
        version = np.lib.format.read_magic(start)
        long = version in ((2, 0), (3, 0))
        if not long and version != (1, 0):
            raise ValueError(f"its version {version[0]}.{version[1]} is not known")
        size = filled(file, 4 if long else 2)
        length = int.from_bytes(size, "little")
        if length > MOST_HEADER:
            raise ValueError(f"it has {length:,} bytes, more than {MOST_HEADER:,}")
        header = io.BytesIO(size + filled(file, length))
        read = np.lib.format.read_array_header_2_0 if long else np.lib.format.read_array_header_1_0
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # numpy warns of headers that Python 2 wrote
            shape, fortran, dtype = read(header)
    except OSError:
        raise
    # numpy evaluates the header as Python, and any error of its parser may come out, MemoryError too.
    except Exception as error:
        reason = str(error).partition("\n")[0] or type(error).__name__
        raise ValueError(f"its npy header cannot be read: {shown(reason)}") from None
    if any(type(length) is not int or not 0 <= length < MOST_ROWS for length in shape):
        raise ValueError(f"its npy header says that the shape is {shown(shape)}")
    return shape, fortran, dtype


def filled(file: BinaryIO, size: int) -> bytes:
    """Read `size` bytes of a file that may return them in pieces; fewer at its end."""
    found = b""
    while len(found) < size and (more := file.read(size - len(found))):
        found += more
    return found
