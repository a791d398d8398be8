"""Distances and next moves of one state or of millions, to a peg or to states; on three free pegs by formulas."""

from collections.abc import Iterable, Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..checks import MOST_PEGS, checked_int
from ..kernels import one_state
from ..kernels import states as kernel
from . import searched_distances as searched
from .arcs import Arc, checked_arcs
from .moves import Move
from .states import State, as_state, as_states, is_many
from .targets import is_peg, target_state, target_states

WIDEST = 64  # discs on three free pegs: their distances, 2**64 - 1 at most, fit a uint64
WIDEST_ALONG_ARCS = 40  # discs on three pegs: no way visits more than 3**40 states


@overload
def distance(
    states: Sequence[int],
    target: ArrayLike,
    *,
    pegs: int = 3,
    arcs: str | Iterable[Arc] = "complete",
    memory: int | None = None,
) -> int: ...
@overload
def distance(
    states: Sequence[Sequence[int]],
    target: ArrayLike,
    *,
    pegs: int = 3,
    arcs: str | Iterable[Arc] = "complete",
    memory: int | None = None,
) -> NDArray[np.uint64]: ...
@overload
def distance(
    states: NDArray[Any],
    target: ArrayLike,
    *,
    pegs: int = 3,
    arcs: str | Iterable[Arc] = "complete",
    memory: int | None = None,
) -> Any: ...
def distance(
    states: ArrayLike,
    target: ArrayLike,
    *,
    pegs: int = 3,
    arcs: str | Iterable[Arc] = "complete",
    memory: int | None = None,
) -> int | NDArray[np.uint64]:
    """Return the least number of moves from `states` to `target`.

    One state (n,) gives an exact int, on three pegs for any n. An array (M, n) with at most 64 discs gives uint64[M].
    `target` is a peg or a state (n,). For an array it may also be an array (M, n), with a target for each row.

    `arcs` says between which pegs discs may move, as in `solve`. Along arcs on three pegs one state gives an exact int
    for up to 10,000 discs, and an array has at most 40.

    On other than three pegs, at most 16, a search starts from the state, or from each row if each row has its own
    target. For an array with one target, a table of the distances of all states is made first, as by `distances_from`.
    Search and table may use `memory` bytes, by default half of the free memory.

    Source: Hinz, Klavžar, Petr, "The Tower of Hanoi – Myths and Maths", 2nd edition, 2018, chapter 2.

    Raises:
        TypeError: `states` or `target` is not an array of ints.
        ValueError: there is no such peg; the target does not fit the states; an array has too many discs; or the arcs
            do not join all pegs.
        MemoryError: the search or the table needs more than `memory`.

    >>> distance([1, 1, 0], 2)
    4
    >>> distance([1, 1, 0], [0, 0, 1])
    5
    >>> distance([[0, 0, 0], [1, 1, 0]], 2)
    array([7, 4], dtype=uint64)
    >>> distance([0, 3, 1, 1, 0], 2, pegs=4)
    8
    >>> distance([0] * 100, 2, arcs="linear") == 3**100 - 1
    True
    """
    pegs = checked_int(pegs, "pegs", 2, MOST_PEGS)
    joined = checked_arcs(arcs, pegs)
    if not is_many(states):
        return _distance_of_one(as_state(states, pegs), target, pegs, joined, memory)
    states = as_states(states, pegs)
    rows, discs = states.shape
    widest = WIDEST if joined is None else WIDEST_ALONG_ARCS
    if discs > widest:
        raise ValueError(
            f"an array of states must have at most {widest} discs, since distances are uint64, not {discs}; "
            "ask for one state, of shape (n,), to get an exact int"
        )
    if pegs != 3 or joined is not None:
        targets = target_states(target, states.shape, pegs)
        return searched.distances_of_many(states, targets, pegs, joined, memory)
    out = np.zeros(rows, np.uint64)
    if is_peg(target):
        peg = checked_int(target, "target", 0, 2)
        if states.size:
            kernel.distances_to_peg(states, peg, out)
    else:
        targets = target_states(target, states.shape)
        if states.size:
            kernel.distances_to_states(states, targets, out)
    return out


def _distance_of_one(state: State, target: ArrayLike, pegs: int, joined: searched.Arcs, memory: int | None) -> int:
    wanted = target_state(target, state.size, pegs)
    if pegs != 3 or joined is not None:
        return searched.distance_of_one(state.tobytes(), wanted.tobytes(), pegs, joined, memory)
    largest = one_state.largest_differing(state, wanted) - 1
    if largest < 0:
        return 0
    start, end = int(state[largest]), int(wanted[largest])
    spare = 3 - start - end
    if one_state.detour(state, wanted, largest + 1) > 0:
        return _to_peg(state[:largest], end) + _to_peg(wanted[:largest], start) + 1 + (1 << largest)
    return _to_peg(state[:largest], spare) + _to_peg(wanted[:largest], spare) + 1


def _to_peg(state: State, peg: int) -> int:
    bits = np.zeros(len(state) // 8 + 1, np.uint8)
    one_state.fill_distance(state, peg, bits)
    return int.from_bytes(bits.data, "little")


def detour(start: ArrayLike, target: ArrayLike) -> int:
    """Return 1 if the largest disc that moves must move twice, 0 if twice is as short as once, else -1.

    >>> detour([1, 1, 0], [0, 0, 1]), detour([0, 1], [1, 0]), detour([0, 0], 2)
    (1, 0, -1)
    """
    state = as_state(start, name="start")
    wanted = target_state(target, state.size)
    largest = one_state.largest_differing(state, wanted)
    return one_state.detour(state, wanted, largest) if largest else -1


@overload
def next_move(
    states: Sequence[int],
    target: ArrayLike,
    *,
    pegs: int = 3,
    arcs: str | Iterable[Arc] = "complete",
    memory: int | None = None,
) -> Move | None: ...
@overload
def next_move(
    states: Sequence[Sequence[int]],
    target: ArrayLike,
    *,
    pegs: int = 3,
    arcs: str | Iterable[Arc] = "complete",
    memory: int | None = None,
) -> NDArray[np.uint8 | np.uint16]: ...
@overload
def next_move(
    states: NDArray[Any],
    target: ArrayLike,
    *,
    pegs: int = 3,
    arcs: str | Iterable[Arc] = "complete",
    memory: int | None = None,
) -> Any: ...
def next_move(
    states: ArrayLike,
    target: ArrayLike,
    *,
    pegs: int = 3,
    arcs: str | Iterable[Arc] = "complete",
    memory: int | None = None,
) -> Move | NDArray[np.uint8 | np.uint16] | None:
    """Return the first move of a shortest way from `states` to `target`.

    One state (n,) gives a Move, or None if it is the target. An array (M, n) gives the layout "moves": an array (M, 3)
    of disc, source, target, in uint8, or in uint16 for more than 255 discs, with zeros where no move is left.
    `target`, `pegs`, `arcs` and `memory` are as in `distance`. If there are two shortest ways on three pegs, the move
    belongs to the one whose largest disc moves once. On more pegs it may belong to any shortest way.

    Raises:
        TypeError: `states` or `target` is not an array of ints.
        ValueError: there is no such peg; the target does not fit the states; an array has more than 65535 discs; or the
            arcs do not join all pegs.
        MemoryError: the search or the table needs more than `memory`.

    >>> next_move([0, 0], 2)
    Move(disc=1, source=0, target=1)
    >>> next_move([[0, 0], [2, 2]], 2)
    array([[1, 0, 1],
           [0, 0, 0]], dtype=uint8)
    >>> next_move([1, 2, 3], [1, 0, 3], pegs=4)
    Move(disc=2, source=2, target=0)
    >>> next_move([0, 0], 2, arcs="linear")
    Move(disc=1, source=0, target=1)
    """
    pegs = checked_int(pegs, "pegs", 2, MOST_PEGS)
    joined = checked_arcs(arcs, pegs)
    if not is_many(states):
        state = as_state(states, pegs)
        wanted = target_state(target, state.size, pegs)
        if pegs != 3 or joined is not None:
            return searched.next_of_one(state.tobytes(), wanted.tobytes(), pegs, joined, memory)
        return _next_of_one(state, wanted)
    states = as_states(states, pegs)
    discs = states.shape[1]
    if discs > 65535:
        raise ValueError(
            f"an array of states must have at most 65535 discs, since moves are uint16, not {discs}; "
            "ask for one state, of shape (n,)"
        )
    targets, dtype = target_states(target, states.shape, pegs), np.uint8 if discs < 256 else np.uint16
    if pegs != 3 or joined is not None:
        return searched.next_of_many(states, targets, pegs, joined, memory, dtype)
    return _next_moves(states, targets, dtype)


def _next_of_one(state: State, wanted: State) -> Move | None:
    largest = one_state.largest_differing(state, wanted)
    if not largest:
        return None
    peg = int(wanted[largest - 1])
    if one_state.detour(state, wanted, largest) > 0:
        peg = 3 - peg - int(state[largest - 1])
    move = one_state.step_toward(state, largest, peg)
    return None if move is None else Move(*move)


def _next_moves(states: State, targets: State, dtype: type) -> NDArray[Any]:
    out: NDArray[Any] = np.zeros((len(states), 3), dtype)
    if states.size:
        kernel.next_moves(states, targets, out)
    return out
