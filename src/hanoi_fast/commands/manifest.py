"""Files of parts of one solution: their descriptions together are the manifest of the whole."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..face.loading import described
from ..files.sidecars import disagreement, read_sidecar
from ..quantities import grouped

# What may differ between the descriptions of the parts of one solution.
OF_THE_PART = ("first_step", "count", "bytes", "crc32")


def together(paths: Sequence[Path]) -> tuple[bool, str]:
    """Return whether files hold parts of one solution that follow each other, and what they make, in words.

    Raises:
        FileNotFoundError: a file has no description.
        ValueError: a description contradicts itself.
    """
    first = read_sidecar(paths[0])
    at = begin = described(paths[0]).document.first
    for path in paths:
        found = described(path)
        key = disagreement({**read_sidecar(path), **{key: first[key] for key in OF_THE_PART}}, first)
        if key is not None:
            return False, f"{path} and {paths[0]} are no parts of one solution: they differ in {key}."
        if (here := found.document.first) != at:
            return False, f"{path} begins at step {grouped(here)}, but the one before it ends at {grouped(at)}."
        at = found.document.stop
    count = found.document.rendering.route.count
    part = f"steps {grouped(begin)} to {grouped(at)} of {grouped(count)}"
    moves = f"{grouped(at - begin)} moves, {'the whole solution' if at - begin == count else part}"
    return True, f"The {len(paths)} files follow each other: {moves}."
