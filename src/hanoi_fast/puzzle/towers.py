"""Towers, and the rule that says how a tower becomes smaller towers.

A tower whose rule is `SINGLE` is one move. The rule of any other says of which smaller towers it is made, in the
order of their moves. Everything that is asked of a solution is answered by walking down from a tower to its
parts (`walks`). A rule that knows a shorter way to an answer, a closed form, gives it at once.

A new kind of puzzle is a new rule: `moves`, `parts` and `inverse` are enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from .moves import Move

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Tower(NamedTuple):
    """Discs ``smaller + 1`` to ``smaller + discs``, moved from the first of `pegs` to the last.

    The pegs between are spare. `rule` says how; it is compared and hashed as an object, which is fast.
    """

    discs: int
    pegs: tuple[int, ...]
    smaller: int
    rule: Rule

    @property
    def moves(self) -> int:
        """How many moves it takes."""
        return self.rule.moves(self)

    @property
    def single(self) -> bool:
        """Whether it is a single move."""
        return self.rule is SINGLE

    @property
    def inverse(self) -> Tower:
        """The way back: the same moves in reverse order, each from its target to its source."""
        return self.rule.inverse(self)


# What a rule finds in a tower: a step; None if there is none; or the parts to look in, each with the step at
# which it begins.
Found: TypeAlias = int | list[tuple[int, Tower]] | None


class Rule:
    """How the towers of one kind of puzzle are made of smaller ones.

    There is one object for each rule, also after pickling. A rule that must not be mixed up with another is
    not equal to it.
    """

    # Whether the number of discs of a tower, unless it is a single move, says which discs they are.
    aligned = False

    def moves(self, tower: Tower) -> int:
        """Return how many moves the tower takes."""
        raise NotImplementedError

    def parts(self, tower: Tower) -> tuple[Tower, ...]:
        """Return the towers that it is made of, in the order of their moves; use `parts_of`, which remembers them."""
        raise NotImplementedError

    def inverse(self, tower: Tower) -> Tower:
        """Return the tower with the same moves in reverse order, each from its target to its source."""
        raise NotImplementedError

    def canonical(self, tower: Tower) -> Tower:
        """Return the one tower that stands for all that have as many moves of each disc."""
        return tower

    def part_at(self, tower: Tower, step: int, most: int) -> tuple[int, Tower]:
        """Return a smaller tower that makes the move at `step`, and the step at which it begins.

        The caller goes on until a tower has at most `most` moves; a rule may take several levels at once.
        """
        begin = 0
        for part in parts_of(tower):
            if step < (end := begin + part.moves):
                break
            begin = end
        return begin, part

    def state(self, tower: Tower, step: int, state: bytearray) -> tuple[int, Tower] | None:
        """Write the pegs of the tower's discs after `step` of its moves into `state`.

        Return the part whose discs are not yet written and the step within it, or None if all are.
        """
        resting: dict[tuple[int, int], int] = {}
        inner = None
        for part in parts_of(tower):
            block = (part.smaller, part.discs)
            if inner is not None:
                resting.setdefault(block, part.pegs[0])
            elif step >= part.moves:
                step -= part.moves
                resting[block] = part.pegs[-1]
            else:
                inner = step, part
                resting[block] = part.pegs[0]
        if inner is not None:
            resting.pop((inner[1].smaller, inner[1].discs))
        for (smaller, discs), peg in resting.items():
            state[smaller : smaller + discs] = tower_on(peg, discs)
        return inner

    def step(self, tower: Tower, state: bytes) -> Found:
        """Find after how many of the tower's moves its discs stand as in `state`."""
        parts = parts_of(tower)
        here = {(part.smaller, part.discs): part.pegs[0] for part in reversed(parts)}
        alone = {block: resting_on(state, *block) for block in here}
        found, begin = [], 0
        for part in parts:
            moving = (part.smaller, part.discs)
            if all(alone[block] == peg for block, peg in here.items() if block != moving):
                found.append((begin, part))
            here[moving] = part.pegs[-1]
            begin += part.moves
        return found

    def first_step(self, tower: Tower, move: Move) -> Found:
        """Find the first step at which the tower makes a move of one of its discs."""
        found, begin = [], 0
        for part in parts_of(tower):
            found.append((begin, part))
            begin += part.moves
        return found

    def fill_moves(self, tower: Tower, steps: Sequence[int] | np.ndarray, out: np.ndarray) -> bool:
        """Fill the rows of `out` with the moves at many steps, if there is a way faster than one after the other."""
        return False

    def kinds(
        self, tower: Tower, step: int, exponent: int, count: int, shows_disc: bool, within: bool
    ) -> NDArray[np.int64] | None:
        """Return numbers for `count` runs of 2**exponent moves from `step` on; runs of equal numbers are the same.

        With `shows_disc` they move the same discs, else only between the same pegs. With `within` a run begins in
        the middle of a move and ends in the middle of the one after it. None where such numbers are not known.
        """
        return None

    def fill_states(self, tower: Tower, steps: NDArray[np.uint64], out: NDArray[np.uint8]) -> bool:
        """Fill the columns of the tower's discs in `out` with the states at many steps, if there is a fast way."""
        return False

    def fill_steps(self, tower: Tower, states: NDArray[np.uint8], out: NDArray[np.uint64]) -> int | None:
        """Fill `out` with the steps of many states, if there is a fast way; return the first that has none, or -1."""
        return None


class SingleMove(Rule):
    """The rule of a tower of one disc between two pegs: it has no parts."""

    aligned = True

    def __reduce__(self) -> str:
        return "SINGLE"

    def moves(self, tower: Tower) -> int:
        """Return 1."""
        return 1

    def inverse(self, tower: Tower) -> Tower:
        """Return the move back."""
        source, target = tower.pegs
        return single(target, source, tower.smaller)

    def canonical(self, tower: Tower) -> Tower:
        """Return the move of the same disc from peg 0 to peg 1."""
        return single(0, 1, tower.smaller)

    def state(self, tower: Tower, step: int, state: bytearray) -> None:
        """Write the peg of the disc: the source at step 0, the target at step 1."""
        state[tower.smaller] = tower.pegs[step]

    def step(self, tower: Tower, state: bytes) -> int | None:
        """Return 0 if the disc is on the source, 1 if it is on the target."""
        peg = state[tower.smaller]
        return tower.pegs.index(peg) if peg in tower.pegs else None

    def first_step(self, tower: Tower, move: Move) -> int | None:
        """Return 0 if it is this move."""
        return 0 if move_of(tower) == move else None


SINGLE = SingleMove()


def single(source: int, target: int, smaller: int = 0) -> Tower:
    """Return the move of disc ``smaller + 1``; equal moves are equal towers, whatever rule they come from."""
    return Tower(1, (source, target), smaller, SINGLE)


def move_of(tower: Tower) -> Move:
    """Return the move that a tower of a single move is."""
    return Move(tower.smaller + 1, tower.pegs[0], tower.pegs[-1])


@lru_cache(maxsize=1 << 14)
def parts_of(tower: Tower) -> tuple[Tower, ...]:
    """Return the towers that a tower is made of, in the order of their moves; a single move has none."""
    return tower.rule.parts(tower)


# Below the face a state is bytes, the peg of each disc: the command line moves towers without loading numpy.


def tower_on(peg: int, discs: int) -> bytes:
    """Return the state in which all discs are on one peg."""
    return bytes((peg,)) * discs


def resting_on(state: bytes | bytearray, smaller: int, discs: int) -> int | None:
    """Return the peg that discs ``smaller + 1`` to ``smaller + discs`` are on, or None if it is not one peg."""
    peg = state[smaller]
    return peg if state.count(peg, smaller, smaller + discs) == discs else None
