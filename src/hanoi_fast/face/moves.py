"""Moves as a sequence that works like range, and the states between them.

`Moves` is separate from `Solution` because it never makes bytes: a picture or a replay needs no layout.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log2
from operator import index
from typing import TYPE_CHECKING, Any, TypeVar, overload

from ..checks import checked_index, checked_int, shown
from ..puzzle.moves import Move
from ..puzzle.optimality import is_optimal
from ..puzzle.routes import RULED, Route, same_stretch, standing
from .selection import Selection

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

Self = TypeVar("Self", bound="Moves")


class Moves:
    """The moves of a route from step `first` to `stop`, one by one or a few; see `Solution`."""

    __slots__ = ("__weakref__", "_first", "_route", "_stop")

    def __init__(self, route: Route, first: int = 0, stop: int | None = None) -> None:
        self._route = route
        self._first = first
        self._stop = route.count if stop is None else stop

    @property
    def discs(self) -> int:
        """How many discs there are."""
        return self._route.discs

    @property
    def pegs(self) -> int:
        """How many pegs there are."""
        return self._route.pegs

    @property
    def count(self) -> int:
        """How many moves there are, exactly."""
        return self._stop - self._first

    @property
    def start(self) -> NDArray[np.uint8]:
        """The state before the first move, uint8[discs] with the peg of each disc, smallest first."""
        return as_array(self._route.state(self._first))

    @property
    def target(self) -> NDArray[np.uint8]:
        """The state after the last move, uint8[discs]."""
        return as_array(self._route.state(self._stop))

    @property
    def unique(self) -> bool | None:
        """Whether no other way is as short; None if that is not known (for a slice on many pegs)."""
        if self.count < 2:
            return True
        if self.pegs == 3:
            return self._route.only_way(self._first, self._stop)
        # Each spare peg serves as well for the smallest disc, if all pegs are joined.
        return (
            False
            if self._route.found == RULED and self.count == self._route.count and self._route.graph is None
            else None
        )

    @property
    def arcs(self) -> str | frozenset[tuple[int, int]]:
        """The pegs between which discs may move: a name, or pairs (source, target); see `solve`.

        >>> hf.solve(3).arcs, hf.solve(3, arcs={(0, 1), (1, 0), (1, 2), (2, 1)}).arcs
        ('complete', 'linear')
        """
        graph = self._route.graph
        return "complete" if graph is None else graph.name or graph.arcs

    @property
    def optimal(self) -> bool | None:
        """Whether no way is shorter: True if that is proved, False if a shorter way exists, None if neither is known.

        docs/peg_graphs.md says what is proved, and by whom.

        >>> hf.solve(64).optimal, hf.solve(64, pegs=5).optimal, hf.solve(5, pegs=4, arcs="linear").optimal
        (True, None, False)
        """
        if self.count < 2:
            return True
        optimal = is_optimal(self._route)
        # Each stretch of a shortest way is one; of another it may be.
        return optimal if optimal or self.count == self._route.count else None

    def __len__(self) -> int:
        return self.count

    def __bool__(self) -> bool:
        return self.count > 0

    @overload
    def __getitem__(self, key: int) -> Move: ...
    @overload
    def __getitem__(self: Self, key: slice) -> Self: ...
    def __getitem__(self: Self, key: int | slice) -> Move | Self | Selection:
        if not isinstance(key, slice):
            return self._route.move(self._first + checked_index(key, "step", self.count, "moves"))
        first, stop, step = key.indices(self.count)
        if step != 1:
            return Selection(self, range(first, stop, step))
        return self._part(self._first + first, self._first + max(first, stop))

    def _part(self: Self, first: int, stop: int) -> Self:
        return type(self)(self._route, first, stop)

    def __contains__(self, move: object) -> bool:
        return self._first_step(move) is not None

    def index(self, move: tuple[int, int, int], start: int = 0, stop: int | None = None) -> int:
        """Return the first step from `start` to `stop` that makes the move: a tuple of disc, source and target.

        `start` and `stop` are as in a slice. The step is counted from the beginning of this solution.

        Raises:
            ValueError: no step makes this move.

        >>> hf.solve(64).index((64, 0, 2)) == 2**63 - 1
        True
        >>> hf.solve(3).index((1, 0, 2), 1)
        6
        """
        first, _, _ = slice(start, stop).indices(self.count)
        step = self[start:stop]._first_step(move)
        if step is None:
            raise ValueError(f"move {shown(move)} is not made in {self}")
        return first + step

    def _first_step(self, move: object) -> int | None:
        if not isinstance(move, tuple) or len(move) != 3:
            return None
        try:
            wanted = Move(*map(index, move))
        except TypeError:
            return None
        step = self._route.first_step(wanted, self._first, self._stop)
        return None if step is None else step - self._first

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Moves):
            return NotImplemented
        return self._same() == other._same() and same_stretch(self._stretch(), other._stretch())

    def __hash__(self) -> int:
        return hash(self._same())

    def _same(self) -> tuple:
        return self.count, self.pegs, bytes(self._route.state(self._first))

    def _stretch(self) -> tuple[Route, int, int]:
        return self._route, self._first, self._stop

    def __reduce__(self) -> tuple:
        # As hexadecimal: the first protocol of pickle writes ints in decimal, and Python refuses long ones.
        return unpickled, (type(self), self._route, hex(self._first), hex(self._stop))

    def __repr__(self) -> str:
        puzzle = f"{self.discs} discs, {self.pegs} pegs{along(self.arcs)}"
        return (
            f"<{type(self).__name__}: {puzzle}, {short_number(self.count)} moves "
            f"from {standing(self._route.state(self._first))} to {standing(self._route.state(self._stop))}>"
        )

    def state(self, step: ArrayLike) -> NDArray[np.uint8]:
        """Return the state after `step` moves, 0 to count, as uint8[discs]; for M steps, uint8[M, discs].

        An array of ints is fastest: for a tower of at most 64 discs on three pegs, compiled code does all the work.

        Raises:
            TypeError: a step is not an int.
            ValueError: a step is not between 0 and count.

        >>> hf.solve(3).state(4).tolist(), hf.solve(3).state([0, 4, 7]).tolist()
        ([1, 1, 2], [[0, 0, 0], [1, 1, 2], [2, 2, 2]])
        """
        if is_several(step):
            from .paths import states_at

            return states_at(self._route, self._first, self._stop, step)
        return as_array(self._route.state(self._first + checked_int(step, "step", 0, self.count)))

    @overload
    def step_of(self, state: Sequence[int]) -> int: ...
    @overload
    def step_of(self, state: ArrayLike) -> Any: ...
    def step_of(self, state: ArrayLike) -> Any:
        """Return the number of moves after which the state is reached, as an int: the inverse of `state()`.

        For states (M, discs), return the steps as uint64[M], or as an object array if they need more than 64 bits.

        Raises:
            ValueError: a state is not on the path.

        >>> hf.solve(3).step_of([1, 1, 2]), hf.solve(3).step_of([[1, 1, 2], [2, 2, 2]])
        (4, array([4, 7], dtype=uint64))
        """
        from ..puzzle.states import as_state, is_many

        if is_many(state):
            from .paths import steps_of

            return steps_of(self._route, self._first, self._stop, state)
        given = as_state(state, self.pegs).tobytes()
        if len(given) != self.discs:
            raise ValueError(f"state must have {self.discs} discs, not {len(given)}")
        step = self._route.step_of(given)
        if step is None or not self._first <= step <= self._stop:
            raise ValueError(f"state {standing(given)} is not on the path from {self}")
        return step - self._first

    def take(self, steps: NDArray | Iterable[int]) -> NDArray:
        """Return the moves at many steps, in any order: rows of disc, source, target, as in layout "moves".

        Negative steps count from the end. An array of ints is fastest: for a tower of at most 64 discs on three pegs,
        compiled code does all the work.

        Raises:
            TypeError: a step is not an int.
            ValueError: a step is not between -count and count - 1.

        >>> hf.solve(64).take([0, 2**63, -1]).tolist()
        [[1, 0, 1], [1, 1, 2], [1, 1, 2]]
        """
        import numpy as np

        if isinstance(steps, np.ndarray) and steps.dtype.kind in "iu" and steps.ndim == 1 and self._stop <= 1 << 64:
            if steps.size:
                for extreme in (steps.min(), steps.max()):
                    checked_int(extreme, "step", -self.count, self.count - 1)
            # Modulo 2**64: a step from the end is `count` more.
            places = steps.astype(np.uint64) + np.uint64(self._first % (1 << 64))
            places[steps < 0] += np.uint64(self.count % (1 << 64))
            return self._route.moves_at(places)
        each = steps.tolist() if isinstance(steps, np.ndarray) else steps
        checked = (checked_int(step, "step", -self.count, self.count - 1) for step in each)
        return self._route.moves_at([self._first + step % self.count for step in checked])

    def inverse(self: Self) -> Self:
        """Return the way back: the moves reversed, source and target exchanged.

        >>> hf.solve(2).inverse().array().tolist()
        [[2, 1], [2, 0], [1, 0]]
        """
        count = self._route.count
        return type(self)(self._route.inverse, count - self._stop, count - self._first)


def unpickled(kind: type[Self], route: Route, first: str, stop: str) -> Self:
    """Return the moves that were pickled."""
    return kind(route, int(first, 16), int(stop, 16))


def is_several(steps: object) -> bool:
    """Return whether an argument is meant as many steps: a sequence, or an array that has a dimension."""
    return hasattr(steps, "__len__") and not isinstance(steps, str | bytes) and getattr(steps, "ndim", 1) > 0


def as_array(state: bytearray) -> NDArray[np.uint8]:
    """Return a state as an array; numpy is loaded when the first is asked for."""
    import numpy as np

    return np.frombuffer(state, np.uint8)


def along(arcs: str | frozenset[tuple[int, int]]) -> str:
    """Return in words between which pegs discs move, where it is not between all.

    >>> along("linear"), along(frozenset({(0, 1), (1, 2), (2, 0), (1, 0)})), along("complete")
    (' (linear)', ' (4 arcs)', '')
    """
    if arcs == "complete":
        return ""
    return f" ({arcs})" if isinstance(arcs, str) else f" ({len(arcs)} arcs)"


def short_number(count: int) -> str:
    """Return a count as people read it, to a few digits when it has very many."""
    return f"{count:,}" if count < 10**30 else f"about 2**{round(log2(count))}"
