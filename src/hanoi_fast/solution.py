"""The face: a solution is to moves what range is to integers, huge, exact, and free until it is looked at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import index
from typing import overload

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from .buffers import as_bytes, cache_size, rows
from .checks import enough_memory, shown, whole
from .documents import Document, DocumentFile
from .layouts import Layout, Move, layout_for
from .rendering import Rendering
from .routes import Route, to_state
from .states import as_state

# Moves made at a time for a loop in Python: enough to hide the call, few enough for the inner caches.
ITERATED = 1 << 12


class Solution(Sequence):
    """The moves from one state to another: a sequence of `Move`, lazy as range is. Made by `solve()`.

    Indexing gives a `Move`, slicing a Solution again. Neither makes any other move, so any
    step of any size may be asked for.

    >>> s = hf.solve(64)
    >>> s[10**18]
    Move(disc=1, source=2, target=0)
    >>> s[10**18 : 10**18 + 3].array().tolist()
    [[2, 0], [2, 1], [0, 1]]
    """

    __slots__ = ("_first", "_renderings", "_route", "_stop")

    def __init__(self, route: Route, first: int = 0, stop: int | None = None) -> None:
        self._route = route
        self._first = first
        self._stop = route.count if stop is None else stop
        self._renderings: dict[Layout, Rendering] = {}

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
        """The state before the first move: uint8[discs], the peg of each disc, smallest first."""
        return self._route.state(self._first)

    @property
    def target(self) -> NDArray[np.uint8]:
        """The state after the last move: uint8[discs]."""
        return self._route.state(self._stop)

    @property
    def unique(self) -> bool | None:
        """Whether no other way is as short; None where that is not known (a slice on many pegs)."""
        if self.count < 2:
            return True
        if self.pegs == 3:
            return to_state(self.start.tolist(), self.target.tolist())[1]
        # Each spare peg serves as well for the smallest disc.
        return False if self.count == self._route.count else None

    def __len__(self) -> int:
        return self.count

    def __bool__(self) -> bool:
        return self.count > 0

    @overload
    def __getitem__(self, key: int) -> Move: ...
    @overload
    def __getitem__(self, key: slice) -> Solution: ...
    def __getitem__(self, key: int | slice) -> Move | Solution:
        if isinstance(key, slice):
            return self._slice(key)
        step = index(key)
        if not -self.count <= step < self.count:
            raise IndexError(f"step {shown(step)} is out of range for {shown(self.count)} moves")
        return self._route.move(self._first + step % self.count)

    def _slice(self, key: slice) -> Solution:
        first, stop, step = key.indices(self.count)
        if step != 1:
            raise ValueError(f"a slice of a solution must have step 1, not {step}")
        return self._window(self._first + first, self._first + max(first, stop))

    def _window(self, first: int, stop: int) -> Solution:
        window = Solution(self._route, first, stop)
        window._renderings = self._renderings
        return window

    def __iter__(self) -> Iterator[Move]:
        for block in self.blocks(ITERATED, "moves"):
            yield from map(Move._make, block.tolist())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solution):
            return NotImplemented
        return self._same() == other._same() and self._cut() == other._cut()

    def __hash__(self) -> int:
        return hash(self._same())

    def _same(self) -> tuple:
        return self.count, self.pegs, self.start.tobytes()

    def _cut(self) -> tuple:
        return self._route.cut(self._first, self._stop)

    def __reduce__(self) -> tuple:
        return Solution, (self._route, self._first, self._stop)

    def __repr__(self) -> str:
        return (
            f"<Solution: {self.discs} discs, {self.pegs} pegs, {written(self.count)} moves "
            f"from {standing(self.start)} to {standing(self.target)}>"
        )

    def state(self, step: int) -> NDArray[np.uint8]:
        """Return the state after `step` moves, 0 to count, as uint8[discs].

        >>> hf.solve(3).state(4).tolist()
        [1, 1, 2]
        """
        return self._route.state(self._first + whole(step, "step", 0, self.count))

    def step_of(self, state: ArrayLike) -> int:
        """Return after how many moves the state is reached: the inverse of `state()`.

        Raises:
            ValueError: the state is not on the path.

        >>> hf.solve(3).step_of([1, 1, 2])
        4
        """
        given = as_state(state, self.pegs)
        if len(given) != self.discs:
            raise ValueError(f"state must have {self.discs} discs, not {len(given)}")
        step = self._route.step_of(given)
        if step is None or not self._first <= step <= self._stop:
            raise ValueError(f"state {standing(given)} is not on the path from {self}")
        return step - self._first

    def take(self, steps: NDArray | Iterable[int]) -> NDArray:
        """Return the moves at many steps, in any order: rows of disc, source, target, as in layout "moves".

        >>> hf.solve(64).take([0, 2**63, 2**64 - 2]).tolist()
        [[1, 0, 1], [1, 1, 2], [1, 1, 2]]
        """
        numbers = steps.tolist() if isinstance(steps, np.ndarray) else list(steps)
        numbers = [whole(step, "step", 0, self.count - 1) for step in numbers]
        return self._route.moves_at([self._first + step for step in numbers])

    def array(self, layout: str = "pairs") -> NDArray:
        """Return all the moves as a new array of a binary layout, by default uint8[count, 2]: source, target.

        Raises:
            MemoryError: the machine has not as much; the message names the bytes.

        >>> hf.solve(2).array("moves").tolist()
        [[1, 0, 1], [2, 0, 2], [1, 1, 2]]
        """
        binary = self._binary(layout)
        enough_memory(self.count * binary.width, "the array", "blocks() or save() need none")
        out = rows(binary, self.count)
        self._fill(as_bytes(out, binary), 0, binary)
        return out

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray:
        if copy is False:
            raise ValueError("a Solution holds no array: it cannot be had without a copy")
        return self.array().astype(dtype or np.uint8, copy=False)

    def fill(self, out: NDArray | bytearray | memoryview, start: int = 0, layout: str = "pairs") -> int:
        """Fill the caller's array or buffer with moves from step `start` on; return how many there were.

        `out` is a C-contiguous array of the layout's dtype and columns, or a writable buffer that
        holds whole moves. It is filled as far as there are moves. The GIL is released.

        >>> out = np.empty((4, 2), np.uint8)
        >>> hf.solve(64).fill(out, start=2**64 - 4)
        3
        """
        binary = self._binary(layout)
        view = as_bytes(out, binary)
        return self._fill(view, whole(start, "start", 0, self.count), binary)

    def blocks(self, moves: int = 1 << 16, layout: str = "pairs") -> Iterator[NDArray]:
        """Return an iterator over all the moves, so many at a time: views of one buffer that is used again.

        A view is valid until the next step: copy what is to be kept.

        >>> [len(block) for block in hf.solve(10).blocks(400)]
        [400, 400, 223]
        """
        binary = self._binary(layout)
        moves = whole(moves, "moves", 1)
        enough_memory(moves * binary.width, "a block", "ask for fewer moves at a time")
        return self._refill(rows(binary, min(moves, self.count)), binary)

    def open(
        self, format: str = "text", *, labels: Sequence[str] | None = None, first_peg: int | None = None
    ) -> DocumentFile:
        """Return the moves as a read-only, seekable binary file; no byte is made before it is read.

        `format` is the name of a layout or a template; pegs are printed as `labels`, or as
        numbers from `first_peg`.

        >>> hf.solve(2).open("text", labels="ABC").read()
        b'A B\\nA C\\nB C\\n'
        """
        layout = layout_for(format, self.discs, self.pegs, labels, first_peg)
        return DocumentFile(Document(self._rendering(layout), self._first, self._stop))

    def inverse(self) -> Solution:
        """Return the way back: the moves reversed, source and target exchanged.

        >>> hf.solve(2).inverse().array().tolist()
        [[2, 1], [2, 0], [1, 0]]
        """
        count = self._route.count
        return Solution(self._route.inverse, count - self._stop, count - self._first)

    def _binary(self, name: str) -> Layout:
        layout = layout_for(name, self.discs, self.pegs)
        if not layout.binary:
            raise ValueError(f"layout {name!r} is text, no array: use open() or save()")
        return layout

    def _rendering(self, layout: Layout) -> Rendering:
        known = self._renderings.get(layout)
        return known or self._renderings.setdefault(layout, Rendering(self._route, layout))

    def _fill(self, view: memoryview, start: int, layout: Layout) -> int:
        moves = min(view.nbytes // layout.width, self.count - start)
        view = view[: moves * layout.width]
        self._rendering(layout).copy_into(view, (self._first + start) * layout.width, view.nbytes > cache_size())
        return moves

    def _refill(self, buffer: NDArray, layout: Layout) -> Iterator[NDArray]:
        view, rendering = as_bytes(buffer, layout), self._rendering(layout)
        streaming = view.nbytes > cache_size()
        at, end = self._first * layout.width, self._stop * layout.width
        while end - at >= view.nbytes > 0:
            rendering.copy_into(view, at, streaming)
            at += view.nbytes
            yield buffer
        if at < end:
            rendering.copy_into(view[: end - at], at, streaming)
            yield buffer[: (end - at) // layout.width]


def written(count: int) -> str:
    """Return a count as people read it, to a few digits when it has very many."""
    return f"{count:,}" if count < 10**30 else f"about 2**{count.bit_length() - 1}"


def standing(state: NDArray[np.uint8]) -> str:
    """Return a state in words: its peg for a tower, else its first pegs."""
    if len(state) and (state == state[0]).all():
        return f"peg {state[0]}"
    return str(state.tolist()) if len(state) <= 12 else f"[{', '.join(map(str, state[:12]))}, ...]"
