"""Shortest walks of two blocks of discs over the pegs, for many splits at once: min-plus products of small arrays."""

from __future__ import annotations

from typing import Any, TypeAlias

# A cost that stands for "cannot be done", in arrays of int64 and in those of Python ints, and the largest of int64.
NEVER, NEVER_LARGE, LARGEST = 1 << 60, 1 << 8192, 1 << 58

Costs: TypeAlias = Any  # an array of moves from peg to peg


def array_of(values: Any) -> Costs:
    """Return costs as an array, of Python ints if some are large; None stands for what cannot be done."""
    import numpy as np

    costs = np.array(values, object)
    done = costs != None  # noqa: E711 - for each entry
    large = bool(done.any()) and max(costs[done]) > LARGEST
    costs[~done] = NEVER_LARGE if large else NEVER
    return costs if large else costs.astype(np.int64)


def shortest_walks(smaller: list[Costs], larger: list[Costs]) -> Costs:
    """Return the moves of the shortest walks (i, i) -> (j, j) of two blocks for some splits, as (splits, p, p).

    `smaller` has an array (p, p) for each split, `larger` an array (p, p, p), whose first index is where the smaller
    block stands.
    """
    import numpy as np

    large = any(costs.dtype == object or costs[costs < NEVER].max() > LARGEST // 64 for costs in [*smaller, *larger])
    never = NEVER_LARGE if large else NEVER
    small, big = (np.stack([widened(costs) if large else costs for costs in each]) for each in (smaller, larger))
    pegs = np.arange(small.shape[1])
    # [split, where both began, peg of the larger, peg of the smaller]
    walks = np.full((len(small), *3 * (len(pegs),)), never, object if large else np.int64)
    walks[:, pegs, pegs, pegs] = 0
    small = small[:, None, None, :, :]
    big = big.transpose(0, 2, 3, 1)[:, None]
    while True:
        after = np.minimum((walks[..., None] + small).min(axis=3), never)
        after = np.minimum((after[:, :, :, None, :] + big).min(axis=2), never)
        if (after == walks).all():
            return walks[:, :, pegs, pegs]
        walks = after


def widened(costs: Costs) -> Costs:
    """Return costs as Python ints."""
    if costs.dtype == object:
        return costs
    wide = costs.astype(object)
    wide[costs == NEVER] = NEVER_LARGE
    return wide
