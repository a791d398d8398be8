"""Files of moves: opened, unpacked and read as their names say, ours and those of others."""

from __future__ import annotations

import gzip
import io
import os
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from .compression import zstd_module
from .formats import Format, format_of
from .layouts import DISC_TYPES
from .movelists import MoveList
from .movesources import WIDTHS, Source, source_of_array, source_of_bytes
from .sidecars import read_sidecar


@contextmanager
def named_in_errors(path: str | os.PathLike[str]) -> Iterator[None]:
    """Let what is wrong with the contents of a file begin with its name."""
    try:
        yield
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise ValueError(f"{os.fspath(path)}: the compressed data are cut or damaged ({error})") from None
    except (ValueError, TypeError) as error:
        raise ValueError(f"{os.fspath(path)}: {error}") from None
