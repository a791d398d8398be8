"""How many moves a tower takes, and where it splits: the public functions, which check their arguments."""

from __future__ import annotations

from collections.abc import Iterable

from ..checks import MOST_PEGS, checked_int, enough_memory, machine_memory, shown
from .arcs import Arc, checked_arcs
from .closed_forms import exact_count, exact_split, exponent_passes, last_exponent
from .plans import exact_moves

# Bits of a number of discs for which it takes no time to say how large the count is.
MOST_BITS = 1 << 12


def enough_pegs(discs: int, pegs: int) -> None:
    """Refuse a tower that cannot move: more than one disc needs three pegs.

    Raises:
        ValueError: names the discs and the pegs they need.

    >>> enough_pegs(5, 2)
    Traceback (most recent call last):
    ValueError: 5 discs need at least 3 pegs, not 2
    """
    if discs > 1 and pegs < 3:
        raise ValueError(f"{shown(discs)} discs need at least 3 pegs, not {pegs}")


def _checked(discs: int, pegs: int) -> tuple[int, int]:
    discs, pegs = checked_int(discs, "discs", 0), checked_int(pegs, "pegs", 2, MOST_PEGS)
    enough_pegs(discs, pegs)
    return discs, pegs


def count(
    discs: int,
    pegs: int = 3,
    *,
    arcs: str | Iterable[Arc] = "complete",
    source: int = 0,
    target: int | None = None,
) -> int:
    """Return the exact number of moves of a tower of `discs` discs on `pegs` pegs, at any size.

    `solve()` makes this number of moves. It is the Frame–Stewart number: the least number on 3 and 4 pegs, and
    presumed to be the least on 5 and more. With two pegs at most one disc can be moved.

    Args:
        discs: how many discs.
        pegs: how many pegs, 2 to 256; with arcs that do not join all of them, 2 to 16.
        arcs: the pegs between which discs may move: "complete", "linear", "cyclic", "ring", "star", or pairs
            (source, target). On three pegs the count is the least for all of them (docs/peg_graphs.md).
        source: the peg where the tower starts. It matters only with `arcs`, and so does `target`.
        target: the peg where it ends, by default the last.

    Raises:
        TypeError: a number is not an int, or `arcs` is neither a name nor pairs of ints.
        ValueError: `discs` is negative, `pegs` is not between 2 and 256, two pegs have more than one disc, there is no
            such peg, or the arcs do not lead from every peg to every other.
        MemoryError: the number itself is larger than the memory of the machine.

    >>> count(64)
    18446744073709551615
    >>> count(50, pegs=4)
    6657
    >>> count(10**18, pegs=12).bit_length()
    337
    >>> count(4, arcs="linear"), count(4, arcs="linear", target=1)
    (80, 40)
    """
    discs, pegs = _checked(discs, pegs)
    source = checked_int(source, "source", 0, pegs - 1)
    target = pegs - 1 if target is None else checked_int(target, "target", 0, pegs - 1)
    joined = checked_arcs(arcs, pegs)
    if not discs or source == target:
        return 0
    if joined is not None:
        return exact_moves(joined, pegs, discs, source, target)
    if discs > 1:
        if discs.bit_length() > MOST_BITS and exponent_passes(discs, pegs, 8 * machine_memory()):
            raise MemoryError(
                f"the count needs more than the {machine_memory()} bytes of this machine; ask for fewer discs"
            )
        enough_memory(last_exponent(discs, pegs) // 8, "the count", "ask for fewer discs or more pegs")
    return exact_count(discs, pegs)


def split(discs: int, pegs: int) -> int:
    """Return how many of the smallest discs a tower parks first: the largest optimal split, at any size.

    It is 0 for 0 discs and for 1 disc, and otherwise less than `discs`.

    Raises:
        TypeError: `discs` or `pegs` is not an int.
        ValueError: `discs` is negative, `pegs` is not between 2 and 256, or two pegs have more than one disc.

    >>> [split(n, 4) for n in range(1, 11)]
    [0, 1, 1, 2, 3, 3, 4, 5, 6, 6]
    """
    return exact_split(*_checked(discs, pegs))
