"""What a caller asks to reach: a peg, a state, or a state for each of many."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ..checks import checked_int
from .large_arrays import filled
from .states import State, as_state, as_states, is_many


def is_peg(target: object) -> bool:
    """Return whether a target is meant as a peg."""
    return target.ndim == 0 if isinstance(target, np.ndarray) else not isinstance(target, Sequence)


def target_state(target: ArrayLike, discs: int, pegs: int = 3) -> State:
    """Return a target, a peg or a state, as the state of `discs` discs that it means."""
    if is_peg(target):
        return filled(discs, checked_int(target, "target", 0, pegs - 1))
    state = as_state(target, pegs, "target")
    if state.size != discs:
        raise ValueError(f"target must have as many discs as the state, {discs}, not {state.size}")
    return state


def target_states(target: ArrayLike, shape: tuple[int, ...], pegs: int = 3) -> State:
    """Return a target, a peg, a state or a state for each row, as one row or as many as `shape` says."""
    if not is_many(target):
        return target_state(target, shape[1], pegs)[None]
    targets = as_states(target, pegs, "target")
    if targets.shape != shape:
        raise ValueError(f"target must have the shape of the states, {shape}, not {targets.shape}")
    return targets
