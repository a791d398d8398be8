"""Distances and next moves on three pegs: from one state or a million, to a peg, a state or a state each."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..checks import whole
from ..kernels import states as kernel
from .moves import Move
from .states import State, as_state, as_states, is_many

WIDEST = 64  # discs: their distances, 2**64 - 1 at most, fit a uint64


def distance(states: ArrayLike, target: ArrayLike) -> int | NDArray[np.uint64]:
    """Return the least number of moves from `states` to `target`, on three pegs.

    One state (n,) gives an exact int at any n. An array (M, n) of 64 discs at most gives uint64[M].
    `target` is a peg, a state (n,), or with an array also an array (M, n): row by row.

    Source: Hinz, Klavžar, Petr, "The Tower of Hanoi – Myths and Maths", 2nd edition, 2018, chapter 2.

    Raises:
        TypeError: `states` or `target` is not an array of ints.
        ValueError: there is no such peg; the target does not fit the states; an array of over 64 discs.

    >>> distance([1, 1, 0], 2)
    4
    >>> distance([1, 1, 0], [0, 0, 1])
    5
    >>> distance([[0, 0, 0], [1, 1, 0]], 2)
    array([7, 4], dtype=uint64)
    """
    if not is_many(states):
        return _distance_of_one(as_state(states), target)
    states = as_states(states)
    rows, discs = states.shape
    if discs > WIDEST:
        raise ValueError(
            f"an array of states must have at most {WIDEST} discs, since distances are uint64, not {discs}; "
            "ask for one state, of shape (n,), to get an exact int"
        )
    out = np.zeros(rows, np.uint64)
    if _is_peg(target):
        peg = whole(target, "target", 0, 2)
        if states.size:
            kernel.distances_to_peg(states, peg, out)
    else:
        targets = _target_states(target, states.shape)
        if states.size:
            kernel.distances_to_states(states, targets, out)
    return out


def _distance_of_one(state: State, target: ArrayLike) -> int:
    wanted = _target_state(target, state.size)
    largest = int(np.flatnonzero(state != wanted).max(initial=-1))
    if largest < 0:
        return 0
    start, end = int(state[largest]), int(wanted[largest])
    spare = 3 - start - end
    if kernel.detour(state, wanted) > 0:
        return _to_peg(state[:largest], end) + _to_peg(wanted[:largest], start) + 1 + (1 << largest)
    return _to_peg(state[:largest], spare) + _to_peg(wanted[:largest], spare) + 1


def _to_peg(state: State, peg: int) -> int:
    moving = np.empty_like(state)
    kernel.misplaced(state, peg, moving)
    return int.from_bytes(np.packbits(moving, bitorder="little").tobytes(), "little")


def detour(start: ArrayLike, target: ArrayLike) -> int:
    """Return 1 if the largest disc to move must move twice, 0 if twice is as short as once, else -1.

    >>> detour([1, 1, 0], [0, 0, 1]), detour([0, 1], [1, 0]), detour([0, 0], 2)
    (1, 0, -1)
    """
    state = as_state(start, name="start")
    wanted = _target_state(target, state.size)
    return kernel.detour(state, wanted) if state.size else -1


def next_move(states: ArrayLike, target: ArrayLike) -> Move | NDArray[np.uint8 | np.uint16] | None:
    """Return the first move of a shortest way from `states` to `target`, on three pegs.

    One state (n,) gives a Move, or None where it is the target. An array (M, n) gives the layout "moves": an
    array (M, 3) of disc, source, target, uint8 or past 255 discs uint16, with zeros where no move is left.
    `target` is as in `distance`. Of two shortest ways it is the one whose largest disc moves once.

    Raises:
        TypeError: `states` or `target` is not an array of ints.
        ValueError: there is no such peg; the target does not fit the states; an array of over 65535 discs.

    >>> next_move([0, 0], 2)
    Move(disc=1, source=0, target=1)
    >>> next_move([[0, 0], [2, 2]], 2)
    array([[1, 0, 1],
           [0, 0, 0]], dtype=uint8)
    """
    if not is_many(states):
        state = as_state(states)
        moves = _next_moves(state[None], _target_state(target, state.size)[None], np.int64)
        return Move(*moves[0].tolist()) if moves.any() else None
    states = as_states(states)
    discs = states.shape[1]
    if discs > 65535:
        raise ValueError(
            f"an array of states must have at most 65535 discs, since moves are uint16, not {discs}; "
            "ask for one state, of shape (n,)"
        )
    return _next_moves(states, _target_states(target, states.shape), np.uint8 if discs < 256 else np.uint16)


def _next_moves(states: State, targets: State, dtype: type) -> NDArray[Any]:
    out: NDArray[Any] = np.zeros((len(states), 3), dtype)
    if states.size:
        kernel.next_moves(states, targets, out)
    return out


def _is_peg(target: object) -> bool:
    return target.ndim == 0 if isinstance(target, np.ndarray) else not isinstance(target, Sequence)


def _target_state(target: ArrayLike, discs: int) -> State:
    """Return a target, a peg or a state, as the state of `discs` discs that it means."""
    if _is_peg(target):
        return np.full(discs, whole(target, "target", 0, 2), np.uint8)
    state = as_state(target, name="target")
    if state.size != discs:
        raise ValueError(f"target must have as many discs as the state, {discs}, not {state.size}")
    return state


def _target_states(target: ArrayLike, shape: tuple[int, ...]) -> State:
    """Return a target, a peg, a state or a state for each row, as one row or as many as `shape` says."""
    if not is_many(target):
        return _target_state(target, shape[1])[None]
    targets = as_states(target, name="target")
    if targets.shape != shape:
        raise ValueError(f"target must have the shape of the states, {shape}, not {targets.shape}")
    return targets
