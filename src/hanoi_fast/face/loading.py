"""From a file back to its moves: the description beside it says which they are."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..checks import MOST_PEGS, enough_memory, shown, whole
from ..files.contents import difference
from ..files.formats import Format
from ..files.sidecars import describe, description_of, disagreement, read_sidecar
from ..puzzle.towers import tower_on
from ..puzzle.ways import route_of
from ..streams.documents import Document
from .solution import Solution
from .solving import solve, state_given


class Described(NamedTuple):
    """What the description of a file says, made again."""

    solution: Solution
    document: Document
    form: Format
    complete: bool


def load(path: str | os.PathLike[str]) -> tuple[NDArray, Solution]:
    """Return the moves in a file that `save()` has written, and the solution that they belong to.

    Uncompressed .bin and .npy files are mapped into memory, read-only, and only their length is checked. Any other
    file is read and compared, all of it; the array is then in memory, of the file's layout, or for text
    uint8[count, 2] of source and target, or [count, 3] where the text shows discs.

    Raises:
        FileNotFoundError: there is no such file, or no description beside it.
        ValueError: the file is not complete, or it is not what its description says, or that contradicts itself.
        MemoryError: the machine has not enough for the array.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     hf.solve(20).save(f"{folder}/moves.npy")
    ...     array, solution = hf.load(f"{folder}/moves.npy")
    >>> array.shape, solution
    ((1048575, 2), <Solution: 20 discs, 3 pegs, 1,048,575 moves from peg 0 to peg 2>)
    """
    path = Path(path)
    found = described(path)
    if not found.complete:
        raise ValueError(f"{path} is not complete: save it again with resume")
    layout = found.document.rendering.layout
    if found.form.container in ("raw", "npy") and not found.form.compression and layout.binary:
        return mapped(path, found), found.solution
    name = layout.name if layout.binary else ("moves" if layout.shows_disc else "pairs")
    enough_memory(found.document.nbytes, "the array", "use blocks() of solve() instead")
    place = difference(path, found.document, found.form)
    if place is not None:
        raise ValueError(f"{path} is not what its description says from byte {place:,} of its contents on")
    return found.solution.array(name), found.solution


def mapped(path: Path, found: Described) -> NDArray:
    """Return the moves in a file of nothing but moves, behind a header, without reading them."""
    refuse_other_size(path, found)
    document = found.document
    layout, count = document.rendering.layout, document.stop - document.first
    shape = (count,) if len(layout.columns) == 1 else (count, len(layout.columns))
    if not count:
        return np.empty(shape, layout.dtype)
    return np.memmap(path, layout.dtype, "r", len(document.header), shape)


def refuse_other_size(path: Path, found: Described) -> None:
    """Refuse a complete file of another length than it should have, where that is known without reading it."""
    size, wanted = path.stat().st_size, found.document.nbytes
    plain = not found.form.compression and not found.form.arrow
    if plain and found.complete and size != wanted:
        raise ValueError(f"{path} has {size:,} bytes, its description says {wanted:,}")


def described(path: Path) -> Described:
    """Return what the description of a file says, made again, and checked against all else that it says.

    Raises:
        FileNotFoundError: there is no description.
        ValueError: it is not one of ours, or contradicts itself.
    """
    description, name = read_sidecar(path), description_of(path)
    try:
        solution = solution_of(description)
        form = Format(*(description[key] for key in ("layout", "container", "compression")))
        document = solution._document(form, description["labels"], None)
        right = describe(document, form)
    except KeyError as error:
        raise ValueError(f"{name} does not say its {error}") from None
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} cannot be: {error}") from None
    if (key := disagreement(description, right)) is not None:
        raise ValueError(f"{name} contradicts itself: {key} is {shown(description.get(key))}, not {shown(right[key])}")
    return Described(solution, document, form, description.get("complete") is True)


def solution_of(description: dict[str, Any]) -> Solution:
    """Return the moves that a description is of."""
    start, target = description["source"], description["target"]
    tower, pegs = not isinstance(start, list), whole(description["pegs"], "pegs", 2, MOST_PEGS)
    if "moves" in description:
        full = listed(start, target, whole(description["discs"], "discs", 1), pegs, description["moves"])
    else:
        full = solve(
            description["discs"] if tower else start,
            target,
            pegs=pegs,
            source=start if tower else 0,
            exact=False,
        )
    first = whole(number_in(description, "first_step"), "first_step", 0, full.count)
    return full[first : first + whole(number_in(description, "count"), "count", 0, full.count - first)]


def listed(start: Any, target: Any, discs: int, pegs: int, moves: Any) -> Solution:
    """Return the solution that makes the moves that a description lists: nothing is searched again."""
    begin, end = (
        state_given(some, pegs, "state") if isinstance(some, list) else tower_on(whole(some, "peg", 0, pegs - 1), discs)
        for some in (start, target)
    )
    if not isinstance(moves, list) or not all(isinstance(move, list) for move in moves):
        raise ValueError(f"moves must be a list of disc, source and target, not {shown(moves)}")
    if len(begin) != len(end):
        raise ValueError(f"the start has {len(begin)} discs and the target {len(end)}")
    return Solution(route_of(begin, end, pegs, moves))


def number_in(description: dict[str, Any], key: str) -> Any:
    """Return a number of a description: very long ones are written in hex."""
    value = description[key]
    return int(value, 16) if isinstance(value, str) else value
