"""Files of parts of one solution: their descriptions together are the manifest of the whole."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ..quantities import grouped
from .descriptions import disagreement
from .sidecars import read_sidecar
from .stores import Stored

# What may differ between the descriptions of the parts of one solution.
OF_THE_PART = ("first_step", "count", "bytes", "crc32")


class Joined(NamedTuple):
    """Whether files are parts of one solution that follow each other, and in words what they make."""

    right: bool
    verdict: str


def joined(paths: Sequence[Path | Stored], count: int) -> Joined:
    """Return what the parts of a solution of `count` moves make together.

    Raises:
        FileNotFoundError: a file has no description.
        ValueError: it is not one of ours.
    """
    first = read_sidecar(paths[0])
    at = begin = first["first_step"]
    for path in paths:
        part = read_sidecar(path)
        if (key := disagreement(without_part(part, first), first)) is not None:
            return Joined(False, f"{path} and {paths[0]} are no parts of one solution: they differ in {key}.")
        if (here := part["first_step"]) != at:
            return Joined(False, f"{path} begins at step {grouped(here)}, but the one before it ends at {grouped(at)}.")
        at += part["count"]
    stretch = f"steps {grouped(begin)} to {grouped(at)} of {grouped(count)}"
    moves = f"{grouped(at - begin)} moves, {'the whole solution' if at - begin == count else stretch}"
    return Joined(True, f"The {len(paths)} files follow each other: {moves}.")


def without_part(part: dict[str, Any], first: dict[str, Any]) -> dict[str, Any]:
    """Return the description of a part as if it were of the part that the first one is of."""
    return {**part, **{key: first[key] for key in OF_THE_PART}}
