"""Moves as a sequence: what range does for integers, and the states between them."""

from __future__ import annotations

from collections.abc import Iterable
from math import log2
from operator import index
from typing import TYPE_CHECKING, TypeVar, overload

from ..checks import shown, whole
from ..puzzle.moves import Move
from ..puzzle.optimality import is_optimal
from ..puzzle.routes import Route, same_stretch, standing

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

Self = TypeVar("Self", bound="Moves")


class Moves:
    """The moves of a route from step `first` to `stop`, one by one or a few; see `Solution`."""

    __slots__ = ("_first", "_route", "_stop")

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
        """Whether no other way is as short; None where that is not known (a slice on many pegs)."""
        if self.count < 2:
            return True
        if self.pegs == 3:
            return self._route.only_way(self._first, self._stop)
        # Each spare peg serves as well for the smallest disc, if all pegs are joined.
        return False if self.count == self._route.count and self._route.graph is None else None

    @property
    def arcs(self) -> str | frozenset[tuple[int, int]]:
        """Between which pegs discs move: a name, or pairs (source, target); see `solve`.

        >>> hf.solve(3).arcs, hf.solve(3, arcs={(0, 1), (1, 0), (1, 2), (2, 1)}).arcs
        ('complete', 'linear')
        """
        graph = self._route.graph
        return "complete" if graph is None else graph.name or graph.arcs

    @property
    def optimal(self) -> bool | None:
        """Whether no way is shorter: True if that is proved, False if a shorter one is known to be, None if neither.

        What is proved and by whom is in docs/peg_graphs.md.

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
    def __getitem__(self: Self, key: int | slice) -> Move | Self:
        if isinstance(key, slice):
            return self._slice(key)
        step = index(key)
        if not -self.count <= step < self.count:
            raise IndexError(f"step {shown(step)} is out of range for {shown(self.count)} moves")
        return self._route.move(self._first + step % self.count)

    def _slice(self: Self, key: slice) -> Self:
        first, stop, step = key.indices(self.count)
        if step != 1:
            raise ValueError(f"a slice of a solution must have step 1, not {shown(step)}")
        return self._part(self._first + first, self._first + max(first, stop))

    def _part(self: Self, first: int, stop: int) -> Self:
        return type(self)(self._route, first, stop)

    def __contains__(self, move: object) -> bool:
        return self._first_step(move) is not None

    def index(self, move: tuple[int, int, int]) -> int:
        """Return the first step that makes the move: a tuple of disc, source and target.

        Raises:
            ValueError: no step makes it.

        >>> hf.solve(64).index((64, 0, 2)) == 2**63 - 1
        True
        """
        step = self._first_step(move)
        if step is None:
            raise ValueError(f"move {shown(move)} is not made in {self}")
        return step

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
        return type(self), (self._route, self._first, self._stop)

    def __repr__(self) -> str:
        puzzle = f"{self.discs} discs, {self.pegs} pegs{along(self.arcs)}"
        return (
            f"<{type(self).__name__}: {puzzle}, {written(self.count)} moves "
            f"from {standing(self._route.state(self._first))} to {standing(self._route.state(self._stop))}>"
        )

    def state(self, step: int) -> NDArray[np.uint8]:
        """Return the state after `step` moves, 0 to count, as uint8[discs].

        >>> hf.solve(3).state(4).tolist()
        [1, 1, 2]
        """
        return as_array(self._route.state(self._first + whole(step, "step", 0, self.count)))

    def step_of(self, state: ArrayLike) -> int:
        """Return after how many moves the state is reached: the inverse of `state()`.

        Raises:
            ValueError: the state is not on the path.

        >>> hf.solve(3).step_of([1, 1, 2])
        4
        """
        from ..puzzle.states import as_state

        given = as_state(state, self.pegs).tobytes()
        if len(given) != self.discs:
            raise ValueError(f"state must have {self.discs} discs, not {len(given)}")
        step = self._route.step_of(given)
        if step is None or not self._first <= step <= self._stop:
            raise ValueError(f"state {standing(given)} is not on the path from {self}")
        return step - self._first

    def take(self, steps: NDArray | Iterable[int]) -> NDArray:
        """Return the moves at many steps, in any order: rows of disc, source, target, as in layout "moves".

        An array of ints is fastest: on three pegs, a tower of at most 64 discs, it never leaves the kernel.

        Raises:
            TypeError: a step is not an int.
            ValueError: a step is not between 0 and count - 1.

        >>> hf.solve(64).take([0, 2**63, 2**64 - 2]).tolist()
        [[1, 0, 1], [1, 1, 2], [1, 1, 2]]
        """
        import numpy as np

        if isinstance(steps, np.ndarray):
            if steps.dtype.kind in "iu" and steps.ndim == 1 and steps.size and self._stop <= 1 << 64:
                for extreme in (steps.min(), steps.max()):
                    whole(extreme, "step", 0, self.count - 1)
                return self._route.moves_at(steps.astype(np.uint64) + np.uint64(self._first))
            steps = steps.tolist()
        return self._route.moves_at([self._first + whole(step, "step", 0, self.count - 1) for step in steps])

    def inverse(self: Self) -> Self:
        """Return the way back: the moves reversed, source and target exchanged.

        >>> hf.solve(2).inverse().array().tolist()
        [[2, 1], [2, 0], [1, 0]]
        """
        count = self._route.count
        return type(self)(self._route.inverse, count - self._stop, count - self._first)


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


def written(count: int) -> str:
    """Return a count as people read it, to a few digits when it has very many."""
    return f"{count:,}" if count < 10**30 else f"about 2**{round(log2(count))}"
