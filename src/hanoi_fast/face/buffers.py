"""Arrays and buffers that moves are written into."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..streams.layouts import Layout


def rows(layout: Layout, count: int) -> np.ndarray:
    """Return a new array for `count` moves."""
    return np.empty((count, *layout.row_shape), layout.row_type)


def as_bytes(out: Any, layout: Layout) -> memoryview:
    """Return the caller's array or buffer as writable bytes; it is refused unless moves fit it exactly."""
    if isinstance(out, np.ndarray):
        check_array(out, layout)
        return memoryview(out.reshape(-1).view(np.uint8))
    try:
        view = memoryview(out)
    except TypeError:
        raise TypeError(f"out must be an array or a writable buffer, not {out!r} ({type(out).__name__})") from None
    if view.readonly:
        raise ValueError("out is read-only")
    if not view.c_contiguous:
        raise ValueError("out must be C-contiguous")
    if view.itemsize > 1:
        raise TypeError(f"out must be a buffer of bytes, not of items {view.format!r}: cast it to 'B'")
    if view.nbytes % layout.width:
        raise ValueError(f"out must hold whole moves of {layout.width} bytes, not {view.nbytes} bytes")
    return view.cast("B") if view.nbytes else memoryview(bytearray())


def check_array(out: np.ndarray, layout: Layout) -> None:
    """Refuse an array whose rows are not moves of that layout."""
    if out.dtype != np.dtype(layout.row_type):
        raise TypeError(f"out must be {np.dtype(layout.row_type)} for layout {layout.name!r}, not {out.dtype}")
    if out.ndim == 0 or out.shape[1:] != layout.row_shape:
        wanted = f"(N, {layout.row_shape[0]})" if layout.row_shape else "(N,)"
        raise ValueError(f"out must have shape {wanted} for layout {layout.name!r}, not {out.shape}")
    if not out.flags.c_contiguous:
        raise ValueError(f"out must be C-contiguous, its strides are {out.strides}")
    if not out.flags.writeable:
        raise ValueError("out is read-only")
