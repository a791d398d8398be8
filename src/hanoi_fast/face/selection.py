"""Every k-th move of a sequence, forward or backward: the result of a slice with a step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol, overload

from ..checks import checked_index
from ..puzzle.moves import Move

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Moves looked up at a time for a loop in Python: enough to hide the call, few enough for the inner caches.
LOOKED_UP = 1 << 12


class Sequential(Protocol):
    """A sequence of moves with access to any step."""

    def __getitem__(self, key: int) -> Move: ...

    def take(self, steps: Any) -> NDArray[Any]:
        """Return the moves at many steps as rows of disc, source, target."""


class Selection(Sequence[Move]):
    """Some moves of a sequence, at the steps of a range. They need not follow each other, so this is not a Solution.

    >>> s = hf.solve(64)
    >>> s[::2**63][1]
    Move(disc=1, source=1, target=2)
    >>> [move.disc for move in s[6::-2]]
    [1, 1, 1, 1]
    """

    __slots__ = ("_moves", "_steps")

    def __init__(self, moves: Sequential, steps: range) -> None:
        self._moves = moves
        self._steps = steps

    def __len__(self) -> int:
        return len(self._steps)

    def __bool__(self) -> bool:
        return bool(self._steps)

    @overload
    def __getitem__(self, key: int) -> Move: ...
    @overload
    def __getitem__(self, key: slice) -> Selection: ...
    def __getitem__(self, key: int | slice) -> Move | Selection:
        if isinstance(key, slice):
            return Selection(self._moves, self._steps[key])
        steps = self._steps
        return self._moves[steps[checked_index(key, "step", size(steps), "moves")]]

    def __iter__(self) -> Iterator[Move]:
        for first in range(0, size(self._steps), LOOKED_UP):
            rows = self._moves.take(self._steps[first : first + LOOKED_UP])
            yield from map(Move._make, rows.tolist())

    def __repr__(self) -> str:
        return f"<Selection: steps {self._steps} of {self._moves}>"


def size(steps: range) -> int:
    """Return the length of a range of any size."""
    return max(0, -((steps.start - steps.stop) // steps.step))
