"""States: their checks, which are only here, and their stacks, legal moves and numbers.

A state holds the peg of each disc, the smallest disc first; many states are the rows of a uint8 array (M, n).
"""

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..checks import MOST_DISCS, MOST_PEGS, checked_int, shown
from ..kernels import states as kernel
from .arcs import Arc, checked_arcs
from .large_arrays import as_type, extremes, parts
from .moves import Move

State: TypeAlias = NDArray[np.uint8]


# ---- what a caller may hand in ----


def as_state(state: ArrayLike, pegs: int = 3, name: str = "state") -> State:
    """Return `state`, a sequence or array of pegs, smallest disc first, as a new uint8 array (n,).

    Raises:
        TypeError: `state` is not a sequence or array of ints; bools and floats are not ints.
        ValueError: a disc is on a peg that does not exist, or the shape is not (n,).

    >>> as_state([0, 2, 1])
    array([0, 2, 1], dtype=uint8)
    >>> as_state([0, 3])
    Traceback (most recent call last):
    ValueError: the peg of disc 2 in state must be between 0 and 2, not 3
    """
    pegs = checked_int(pegs, "pegs", 1, MOST_PEGS)
    if not isinstance(state, np.ndarray):
        items = enumerate(_items(state, name), 1)
        return np.array([_peg(peg, disc, name, pegs) for disc, peg in items], np.uint8)
    if state.ndim != 1:
        raise ValueError(f"{name} must have the shape (n,), a peg for each disc, not {state.shape}")
    _refuse_wrong_pegs(state[None], pegs, name, "")
    return as_type(state[None], np.uint8)[0]


def as_states(states: ArrayLike, pegs: int = 3, name: str = "states") -> State:
    """Return `states` as a uint8 array (M, n), without a copy if it is such an array in C order already.

    Raises:
        TypeError: `states` is not an array of ints or a sequence of states.
        ValueError: a disc is on a peg that does not exist, or the shape is not (M, n).

    >>> as_states([[0, 2, 1], [0, 0, 0]]).shape
    (2, 3)
    """
    pegs = checked_int(pegs, "pegs", 1, MOST_PEGS)
    if not isinstance(states, np.ndarray):
        rows = [as_state(row, pegs, f"row {i} of {name}") for i, row in enumerate(_items(states, name))]
        if len({row.size for row in rows}) > 1:
            raise ValueError(f"{name} must have equally many discs in each row")
        return np.stack(rows) if rows else np.empty((0, 0), np.uint8)
    if states.ndim != 2:
        raise ValueError(f"{name} must have the shape (M, n), a row for each state, not {states.shape}")
    _refuse_wrong_pegs(states, pegs, name, "row {} of ")
    return states if states.dtype == np.uint8 and states.flags.c_contiguous else as_type(states, np.uint8)


def is_many(value: object) -> bool:
    """Say whether `value` is meant as many states, (M, n), rather than as one, (n,)."""
    if isinstance(value, np.ndarray):
        return value.ndim > 1
    return isinstance(value, Sequence) and len(value) > 0 and isinstance(value[0], Sequence | np.ndarray)


def _items(value: object, name: str) -> Sequence[Any]:
    if not isinstance(value, Sequence):
        text = f"{shown(value)} ({type(value).__name__})"
        raise TypeError(f"{name} must be a sequence or an array of ints, not {text}")
    return value


def _peg(peg: object, disc: int, name: str, pegs: int) -> int:
    return checked_int(peg, f"the peg of disc {disc} in {name}", 0, pegs - 1)


def _refuse_wrong_pegs(states: NDArray[Any], pegs: int, name: str, row_name: str) -> None:
    if states.dtype.kind not in "iu":
        raise TypeError(f"{name} must be an array of ints, not of {states.dtype}")
    if not states.size:
        return
    low, high = extremes(states)
    if low >= 0 and high < pegs:
        return
    for row, disc, part in parts(states):  # only for the message
        wrong = np.argwhere((part >= pegs) | (part < 0))
        if len(wrong):
            row, disc = row + int(wrong[0][0]), disc + int(wrong[0][1])
            _peg(states[row, disc], disc + 1, row_name.format(row) + name, pegs)


# ---- stacks ----


def state_from_stacks(stacks: Sequence[Sequence[int]], pegs: int | None = None) -> State:
    """Return the state of `stacks`: for each peg its discs, from bottom to top.

    Raises:
        TypeError: a disc is not an int.
        ValueError: a disc occurs twice, is missing or lies on a smaller one, or there are not `pegs` stacks.

    >>> state_from_stacks([[3, 1], [], [2]])
    array([0, 2, 0], dtype=uint8)
    """
    stacks = [list(_items(stack, f"stack {peg}")) for peg, stack in enumerate(_items(stacks, "stacks"))]
    pegs = checked_int(len(stacks) if pegs is None else pegs, "pegs", 1, MOST_PEGS)
    if len(stacks) != pegs:
        raise ValueError(f"there must be a stack for each of the {pegs} pegs, not {len(stacks)} stacks")
    where: dict[int, int] = {}
    for peg, stack in enumerate(stacks):
        below = None
        for disc in (checked_int(item, f"a disc on peg {peg}", 1) for item in stack):
            if disc in where:
                raise ValueError(f"disc {shown(disc)} stands twice: on peg {where[disc]} and on peg {peg}")
            if below is not None and disc > below:
                raise ValueError(f"disc {shown(disc)} lies on the smaller disc {shown(below)} on peg {peg}")
            where[disc] = peg
            below = disc
    discs = len(where)
    for disc in range(1, discs + 1):
        if disc not in where:
            raise ValueError(f"disc {disc} is missing: the {discs} discs go up to {shown(max(where))}")
    return np.array([where[disc] for disc in range(1, discs + 1)], np.uint8)


def stacks_of(state: ArrayLike, pegs: int = 3) -> list[list[int]]:
    """Return the discs on each peg from bottom to top, the inverse of `state_from_stacks`.

    >>> stacks_of([0, 2, 0])
    [[3, 1], [], [2]]
    """
    state = as_state(state, pegs)
    return [(np.flatnonzero(state == peg)[::-1] + 1).tolist() for peg in range(pegs)]


# ---- moves ----


def legal_moves(state: ArrayLike, pegs: int = 3, *, arcs: str | Iterable[Arc] = "complete") -> list[Move]:
    """Return the legal moves in `state`, sorted by disc and then by target.

    `arcs` says between which pegs discs may move, as in `solve`.

    >>> legal_moves([0, 1, 1])
    [Move(disc=1, source=0, target=1), Move(disc=1, source=0, target=2), Move(disc=2, source=1, target=2)]
    >>> legal_moves([0, 1, 1], arcs="cyclic")
    [Move(disc=1, source=0, target=1), Move(disc=2, source=1, target=2)]
    """
    state = as_state(state, pegs)
    joined = checked_arcs(arcs, pegs)
    held, first = np.unique(state, return_index=True)
    top = dict(zip(held.tolist(), (first + 1).tolist(), strict=True))
    return [
        Move(disc, source, target)
        for disc, source in sorted((disc, source) for source, disc in top.items())
        for target in range(pegs)
        if disc < top.get(target, state.size + 1) and (joined is None or (source, target) in joined)
    ]


# ---- numbers ----


def rank(states: ArrayLike, pegs: int = 3) -> int | NDArray[np.uint64]:
    """Return the number of each state: its pegs as digits in base `pegs`, the largest disc most significant.

    One state (n,) gives an int, and an array (M, n) gives uint64[M]. The literature on Hanoi graphs numbers the
    vertices in this way.

    Raises:
        TypeError: `states` is not an array of ints.
        ValueError: there is no such peg, or there are 2**64 states or more.

    >>> rank([1, 1, 0, 2, 1]), rank([0, 0, 2])
    (139, 18)
    """
    many = is_many(states)
    rows = as_states(states, pegs) if many else as_state(states, pegs)[None]
    _refuse_too_many(rows.shape[1], pegs)
    out = np.zeros(len(rows), np.uint64)
    if rows.size and pegs > 1:
        kernel.ranks(rows, pegs, out)
    return out if many else int(out[0])


def unrank(ranks: ArrayLike, discs: int, pegs: int = 3) -> State:
    """Return the states with the numbers `ranks`, the inverse of `rank`.

    An int gives one state (n,), and an array or sequence of M ints gives an array (M, n).

    Raises:
        TypeError: `ranks` is not an int or an array of ints.
        ValueError: a number is not below ``pegs**discs``, or there are 2**64 states or more.

    >>> unrank(139, 5)
    array([1, 1, 0, 2, 1], dtype=uint8)
    """
    discs, pegs = checked_int(discs, "discs", 0, MOST_DISCS), checked_int(pegs, "pegs", 1, MOST_PEGS)
    _refuse_too_many(discs, pegs)
    numbers = _numbers(ranks, pegs**discs - 1)
    out = np.zeros((len(numbers), discs), np.uint8)
    if out.size and pegs > 1:
        kernel.unranks(numbers, pegs, out)
    return out if isinstance(ranks, Sequence) or np.ndim(ranks) else out[0]


def _refuse_too_many(discs: int, pegs: int) -> None:
    if pegs > 1 and (discs >= 64 or pegs**discs >= 1 << 64):
        raise ValueError(f"pegs**discs must be less than 2**64 for numbers, not {pegs}**{shown(discs)}")


def _numbers(ranks: ArrayLike, last: int) -> NDArray[np.uint64]:
    """Return `ranks` as uint64[M], each between 0 and `last`."""
    if not isinstance(ranks, np.ndarray) or ranks.ndim == 0:
        numbers = list(ranks) if isinstance(ranks, Sequence) else [ranks]
        return np.array([checked_int(number, "a rank", 0, last) for number in numbers], np.uint64)
    if ranks.dtype.kind not in "iu":
        raise TypeError(f"ranks must be an array of ints, not of {ranks.dtype}")
    if ranks.ndim != 1:
        raise ValueError(f"ranks must have the shape (M,), not {ranks.shape}")
    for extreme in extremes(ranks[None]) if ranks.size else ():
        checked_int(extreme, "a rank", 0, last)
    return as_type(ranks[None], np.uint64)[0]
