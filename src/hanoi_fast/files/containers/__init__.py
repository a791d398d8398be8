"""The containers of moves: one object each. A new one is a module here and a line in `CONTAINERS`."""

from __future__ import annotations

from .arrow import Arrow, ArrowStream
from .container import Container
from .npy import Npy
from .parquet import Parquet
from .plain import Binary, Text

CONTAINERS: tuple[Container, ...] = (
    Binary(),
    Npy(),
    Text(),
    Arrow(),
    ArrowStream(),
    Parquet(),
)
