"""Which pegs a disc may move between: named graphs of pegs, or a set of pairs, checked in one place."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

from ..checks import checked_int, shown

Arc: TypeAlias = tuple[int, int]

MOST_PEGS = 16  # of a graph that is not complete: the towers on parts of it must stay few enough to plan

NAMES = ("complete", "linear", "cyclic", "ring", "star")


def named_arcs(name: str, pegs: int) -> frozenset[Arc]:
    """Return the arcs of a graph that has a name.

    >>> sorted(named_arcs("linear", 3))
    [(0, 1), (1, 0), (1, 2), (2, 1)]
    """
    if name == "complete":
        return frozenset((a, b) for a in range(pegs) for b in range(pegs) if a != b)
    if name == "star":
        forward = {(0, peg) for peg in range(1, pegs)}
    else:
        forward = {(peg, peg + 1) for peg in range(pegs - 1)}
        if name != "linear":
            forward.add((pegs - 1, 0))
    back = set() if name == "cyclic" else {(b, a) for a, b in forward}
    return frozenset(forward | back)


def name_of(arcs: frozenset[Arc], pegs: int) -> str | None:
    """Return the first name that a graph has, or None."""
    return next((name for name in NAMES if named_arcs(name, pegs) == arcs), None)


def checked_arcs(arcs: str | Iterable[Arc], pegs: int) -> frozenset[Arc] | None:
    """Return the arcs a caller gives, by name or as pairs (source, target); None if every peg leads to every other.

    Raises:
        TypeError: `arcs` is neither a name nor pairs of ints.
        ValueError: there is no such name or peg; an arc leads from a peg to itself; some peg cannot be reached from
            another; or there are more than 16 pegs.

    >>> checked_arcs({(0, 1), (1, 0)}, 3)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ValueError: every peg must be reached from every other: from peg 0 there is no way to peg 2, from peg 1 none to ...
    """
    if isinstance(arcs, str) and arcs == "complete":
        return None
    found = named_arcs(known_name(arcs), pegs) if isinstance(arcs, str) else frozenset(pairs(arcs, pegs))
    if len(found) == pegs * (pegs - 1):
        return None
    if pegs > MOST_PEGS:
        raise ValueError(f"arcs need at most {MOST_PEGS} pegs, not {pegs}")
    refuse_unreached(found, pegs)
    return found


def known_name(name: str) -> str:
    """Return a name that there is."""
    if name not in NAMES:
        raise ValueError(f"arcs must be one of {', '.join(NAMES)}, or pairs of pegs, not {shown(name)}")
    return name


def pairs(arcs: Iterable[Arc], pegs: int) -> Iterable[Arc]:
    """Yield the pairs that a caller gives, checked."""
    if not isinstance(arcs, Iterable):
        raise TypeError(f"arcs must be a name or pairs of pegs, not {shown(arcs)} ({type(arcs).__name__})")
    for arc in arcs:
        if isinstance(arc, str) or not isinstance(arc, Iterable) or len(ends := tuple(arc)) != 2:
            raise TypeError(f"an arc must be a pair (source, target), not {shown(arc)} ({type(arc).__name__})")
        source, target = (checked_int(peg, f"a peg of arc {shown(ends)}", 0, pegs - 1) for peg in ends)
        if source == target:
            raise ValueError(f"an arc must lead to another peg, not from {source} to {target}")
        yield source, target


def refuse_unreached(arcs: frozenset[Arc], pegs: int) -> None:
    """Refuse a graph in which some peg cannot be reached from another."""
    missing = {peg: sorted(set(range(pegs)) - reached(arcs, peg)) for peg in range(pegs)}
    said = [f"from peg {peg} {{}} to peg {' and '.join(map(str, lost))}" for peg, lost in missing.items() if lost]
    if said:
        ways = ", ".join(text.format("none" if place else "there is no way") for place, text in enumerate(said))
        raise ValueError(f"every peg must be reached from every other: {ways}")


@lru_cache(maxsize=1 << 12)
def reached(arcs: frozenset[Arc], start: int) -> frozenset[int]:
    """Return the pegs that can be reached from one along arcs, with that one."""
    found, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        new = {target for source, target in arcs if source == here} - found
        found |= new
        waiting += new
    return frozenset(found)


@lru_cache(maxsize=1 << 16)
def shortest_path(arcs: frozenset[Arc], source: int, target: int) -> tuple[int, ...] | None:
    """Return the pegs on the shortest way of a disc, or None; of several ways the first when they are sorted."""
    paths: dict[int, tuple[int, ...]] = {source: (source,)}
    new = [paths[source]]
    while target not in paths and new:
        longer = sorted((*path, b) for path in new for a, b in arcs if a == path[-1] and b not in paths)
        new = []
        for path in longer:
            if path[-1] not in paths:
                paths[path[-1]] = path
                new.append(path)
    return paths.get(target)
