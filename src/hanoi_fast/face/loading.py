"""From a file back to its moves, by the description next to it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..checks import checked_int, enough_memory, shown
from ..files.contents import compare
from ..files.descriptions import describe, disagreement
from ..files.formats import Format, document_of, format_described
from ..files.opening import open_regular
from ..files.sidecars import description_of, read_sidecar
from ..files.stores import Stored, place_of
from ..puzzle.arcs import checked_arcs
from ..puzzle.graphs import graph_of
from ..puzzle.towers import tower_on
from ..puzzle.ways import route_of
from ..streams.documents import Document
from .solution import Solution, span_of
from .solving import solve, state_given


class Described(NamedTuple):
    """What is made again from the description of a file."""

    solution: Solution
    document: Document
    form: Format
    complete: bool


def load(path: str | os.PathLike[str], *, storage_options: Mapping[str, Any] | None = None) -> tuple[NDArray, Solution]:
    """Return the moves in a file that `save()` wrote, and the solution that made them.

    Uncompressed .bin and .npy files are mapped into memory, read-only, and only their length is checked. Any other
    file is read and compared completely, and so is an object in a store, named by a URL, with `storage_options` as in
    pandas. Then the array is in memory, in the layout of the file. For text it is uint8[count, 2] of source and
    target, or [count, 3] if the text shows discs.

    Raises:
        FileNotFoundError: there is no such file, or no description next to it.
        ValueError: the file is not complete, it differs from its description, or the description contradicts itself.
        MemoryError: the array does not fit in memory.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     hf.solve(20).save(f"{folder}/moves.npy")
    ...     array, solution = hf.load(f"{folder}/moves.npy")
    >>> array.shape, solution
    ((1048575, 2), <Solution: 20 discs, 3 pegs, 1,048,575 moves from peg 0 to peg 2>)
    """
    place = place_of(path, storage_options)
    found = described(place)
    if not found.complete:
        raise ValueError(f"{place} is not complete: save it again with resume")
    layout = found.document.rendering.layout
    if found.form.container.mappable(layout) and not found.form.compression and isinstance(place, Path):
        return mapped(place, found), found.solution
    name: Any = layout.name if layout.binary else ("moves" if layout.shows_disc else "pairs")
    enough_memory(found.document.nbytes, "the array", "use blocks() of solve() instead")
    where, _, reason = compare(place, found.document, found.form)
    if where is not None:
        why = f": {reason}" if reason else ""
        raise ValueError(f"{place} is not what its description says from byte {where:,} of its contents on{why}")
    return found.solution.array(name), found.solution


def mapped(path: Path, found: Described) -> NDArray:
    """Return the moves in a file that has only a header and moves, without reading them."""
    refuse_other_size(path, found)
    document = found.document
    layout, count = document.rendering.layout, document.stop - document.first
    shape = (count, *layout.row_shape)
    if not count:
        return np.empty(shape, layout.row_type)
    return np.memmap(path, layout.row_type, "r", len(document.header), shape)


def refuse_other_size(path: Path | Stored, found: Described) -> None:
    """Refuse a complete file whose length is wrong, if that can be seen without reading it."""
    size, wanted = size_of(path), found.document.nbytes
    exact = found.form.compression is None and found.form.container.exact
    if exact and found.complete and size != wanted:
        raise ValueError(f"{path} has {size:,} bytes, its description says {wanted:,}")


def size_of(path: Path | Stored) -> int:
    """Return how many bytes a regular file has, or an object in a store."""
    if isinstance(path, Stored):
        return path.size()
    with open_regular(path) as file:
        return os.fstat(file.fileno()).st_size


def described(path: Path | Stored) -> Described:
    """Return what is made again from the description of a file, after a check that it agrees with itself.

    Raises:
        FileNotFoundError: there is no description.
        ValueError: it is not one of ours, or contradicts itself.
    """
    return made_again(read_sidecar(path), description_of(path))


def made_again(description: dict[str, Any], name: Path | Stored) -> Described:
    """Return what is made again from a description, compared with all that it says; errors as `described`."""
    try:
        solution = solution_of(description)
        form = format_described(*(description[key] for key in ("layout", "container", "compression")))
        document = document_of(span_of(solution), form, description["labels"])
        right = describe(document, form)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} cannot be: {error}") from None
    if (key := disagreement(description, right)) is not None:
        raise ValueError(f"{name} contradicts itself: {key} is {shown(description.get(key))}, not {shown(right[key])}")
    return Described(solution, document, form, description["complete"])


def solution_of(description: dict[str, Any]) -> Solution:
    """Return the moves that a description is of."""
    start, target = description["source"], description["target"]
    tower = not isinstance(start, list)
    if "moves" in description:
        full = listed(description)
    else:
        # What the description says is compared with what comes of it: nothing is searched for one that lacks moves.
        full = solve(
            description["discs"] if tower else start,
            target,
            pegs=description["pegs"],
            source=start if tower else 0,
            arcs=description.get("arcs", "complete"),
            exact=False,
        )
    first = checked_int(description["first_step"], "first_step", 0, full.count)
    return full[first : first + checked_int(description["count"], "count", 0, full.count - first)]


def listed(description: dict[str, Any]) -> Solution:
    """Return the solution that makes the moves that a description lists: nothing is searched again."""
    pegs = description["pegs"]
    start, goal = (
        state_given(end, pegs, "state") if isinstance(end, list) else tower_on(end, description["discs"])
        for end in (description["source"], description["target"])
    )
    joined = checked_arcs(description.get("arcs", "complete"), pegs)
    return Solution(
        route_of(start, goal, pegs, description["moves"], None if joined is None else graph_of(joined, pegs))
    )
