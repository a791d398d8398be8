"""The rules of the classic puzzle, in which any peg can be reached from any other.

On three pegs a tower of k discs is a tower of k - 1, a move of the largest disc, and a tower of k - 1. On more
pegs the Frame–Stewart method parks some discs, moves the others without the peg they are parked on, and brings
the parked ones back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..kernels.bitwise import fill_kinds, fill_moves_at, fill_state, fill_step
from ..kernels.path import fill_states_at, fill_steps_of
from .closed_forms import exact_count, exact_split
from .moves import Move
from .towers import SINGLE, Rule, Tower, parts_of, single
from .turning import ring_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_AT_ONCE = 64  # discs: their steps fit a uint64


class FrameStewart(Rule):
    """Any number of pegs, at least three, all free: Frame–Stewart with the largest optimal split.

    The last of the spare pegs is where discs are parked.
    """

    def __reduce__(self) -> str:
        return "FRAME_STEWART"

    def moves(self, tower: Tower) -> int:
        """Return how many moves the tower takes."""
        return exact_count(tower.discs, len(tower.pegs))

    def parts(self, tower: Tower) -> tuple[Tower, ...]:
        """Return three towers: park, move the others, bring the parked discs back.

        The order of the pegs is that of the classic program for many pegs. It decides which spare peg is used
        for what, so it must never change.
        """
        discs, pegs, smaller, _ = tower
        source, *between, park, target = pegs
        parked = exact_split(discs, len(pegs))
        return (
            free_tower(parked, (source, *between, target, park), smaller),
            free_tower(discs - parked, (source, *between, target), smaller + parked),
            free_tower(parked, (park, *between, source, target), smaller),
        )

    def inverse(self, tower: Tower) -> Tower:
        """Return the tower with its ends exchanged. By induction: exchanging the ends of each part reverses it."""
        source, *spare, target = tower.pegs
        return tower._replace(pegs=(target, *spare, source))

    def canonical(self, tower: Tower) -> Tower:
        """Return the tower on the pegs 0, 1, 2, ..."""
        return tower._replace(pegs=tuple(range(len(tower.pegs))))


# Three pegs: move m is the (m >> d)-th of disc d, where d = ctz(m) + 1, and a disc goes round the pegs, one way or
# the other by its distance to the largest. The k smallest discs go round as one, as disc k would if there were no
# smaller ones: between the moves number q * 2**k and (q + 1) * 2**k they make their q-th turn.


class ThreePegs(FrameStewart):
    """Three free pegs: Frame–Stewart leaves one disc to move, and there are closed forms for every question."""

    aligned = True

    def __reduce__(self) -> str:
        return "THREE_PEGS"

    def part_at(self, tower: Tower, step: int, most: int) -> tuple[int, Tower]:
        """Return the largest tower of at most `most` moves that makes the move at `step`, and where it begins."""
        discs, (source, spare, target), smaller, _ = tower
        m = step + 1
        disc, size = (m & -m).bit_length(), (most + 1).bit_length() - 1
        turning = max(disc, size)
        ring = (source, target, spare) if (discs - turning) % 2 == 0 else (source, spare, target)
        turn = m >> turning
        here, there = ring[turn % 3], ring[(turn + 1) % 3]
        if disc > size:
            return step, single(here, there, smaller + disc - 1)
        return turn << size, free_tower(size, (here, ring[(turn + 2) % 3], there), smaller)

    def state(self, tower: Tower, step: int, state: bytearray) -> None:
        """Write the pegs of all the discs, from the bits of the step."""
        discs, pegs, smaller, _ = tower
        bits = step.to_bytes((discs + 7) // 8, "little")
        fill_state(memoryview(state)[smaller : smaller + discs], bits, bytes(pegs))

    def step(self, tower: Tower, state: bytes) -> int | None:
        """Return the step whose bits the pegs of the discs are, or None."""
        discs, pegs, smaller, _ = tower
        bits = bytearray((discs + 7) // 8)
        found = fill_step(state[smaller : smaller + discs], bits, bytes(pegs))
        return int.from_bytes(bits, "little") if found else None

    def first_step(self, tower: Tower, move: Move) -> int | None:
        """Return the first step that makes the move."""
        return self.step_from(tower, move, 0)

    def step_from(self, tower: Tower, move: Move, first: int) -> int | None:
        """Return the first step from `first` on that makes the move: every third turn of its disc may be one."""
        disc = move.disc - tower.smaller
        if not 0 < disc <= tower.discs:
            return None
        ring = ring_of(tower.pegs, tower.discs - disc)
        ways = [(ring[turn], ring[(turn + 1) % 3]) for turn in range(3)]
        if (move.source, move.target) not in ways:
            return None
        turn = first + (1 << disc - 1) >> disc  # the first one at this step or later
        turn += (ways.index((move.source, move.target)) - turn) % 3
        # Its turns are 2**(discs - disc), each made by move 2 * turn + 1 times 2**(disc - 1), counted from 1.
        return (2 * turn + 1 << disc - 1) - 1 if turn.bit_length() <= tower.discs - disc else None

    def fill_moves(self, tower: Tower, steps: Sequence[int] | np.ndarray, out: np.ndarray) -> bool:
        """Fill the rows of `out` in a kernel, for a tower from disc 1 on whose steps fit 64 bits."""
        import numpy as np

        if tower.smaller or tower.discs > MOST_AT_ONCE or out.dtype != np.uint8:
            return False
        source, spare, target = tower.pegs
        label = (source, spare, target) if tower.discs % 2 else (source, target, spare)
        fill_moves_at(out, np.asarray(steps, np.uint64), bytes(label))
        return True

    def kinds(
        self, tower: Tower, step: int, exponent: int, count: int, shows_disc: bool, within: bool
    ) -> NDArray[np.int64] | None:
        """Return numbers for runs of moves: which turn the small discs are in, modulo 3, and the larger moves."""
        if exponent >= tower.discs:
            return None
        turn, place = divmod(step + 1, 1 << exponent)
        kinds = larger_moves(turn + (place > 0), count, shows_disc)
        if within and not place:  # the run begins in a larger move and ends in the next
            kinds |= larger_moves(turn + 1, count, shows_disc) << 30
        return 3 * kinds + turn_of_each(turn, count)

    def fill_states(self, tower: Tower, steps: NDArray[np.uint64], out: NDArray[np.uint8]) -> bool:
        """Fill the states in a kernel, for a tower of all the discs whose steps fit 64 bits."""
        if tower.smaller or tower.discs != out.shape[1] or tower.discs > MOST_AT_ONCE:
            return False
        fill_states_at(out, steps, bytes(tower.pegs))
        return True

    def fill_steps(self, tower: Tower, states: NDArray[np.uint8], out: NDArray[np.uint64]) -> int | None:
        """Fill the steps in a kernel, for a tower of all the discs whose steps fit 64 bits."""
        if tower.smaller or tower.discs != states.shape[1] or tower.discs > MOST_AT_ONCE:
            return None
        return fill_steps_of(states, out, bytes(tower.pegs))


FRAME_STEWART = FrameStewart()
THREE_PEGS = ThreePegs()
RULES = {2: SINGLE, 3: THREE_PEGS}


def free_tower(discs: int, pegs: tuple[int, ...], smaller: int = 0) -> Tower:
    """Return the tower of the classic puzzle, from the first of the pegs to the last.

    A single disc needs no spare pegs, so that equal moves are equal towers.
    """
    if discs == 1:
        return single(pegs[0], pegs[-1], smaller)
    return Tower(discs, pegs, smaller, RULES.get(len(pegs), FRAME_STEWART))


def joined_towers(towers: Sequence[Tower]) -> tuple[Tower, ...]:
    """Return the same moves with every three towers on three free pegs that make a larger one put together."""
    done: list[Tower] = []
    for tower in towers:
        done.append(tower)
        while len(done) > 2 and done[-1].discs == done[-3].discs and (larger := made_of(*done[-3:])) is not None:
            done[-3:] = [larger]
    return tuple(done)


def made_of(first: Tower, middle: Tower, last: Tower) -> Tower | None:
    """Return the tower on three free pegs that has these three parts, if there is one."""
    if not middle.single or not first.discs == last.discs == middle.smaller - first.smaller:
        return None
    pegs = (first.pegs[0], first.pegs[-1], last.pegs[-1])
    larger = Tower(first.discs + 1, pegs, first.smaller, THREE_PEGS)
    return larger if parts_of(larger) == (first, middle, last) else None


# Cut a tower into runs of 2**k moves, k below its discs. A run is the end of a turn of the k smallest discs, one move
# of a larger disc, and the beginning of the next turn. Turns come in three forms, one after the other, as the k discs
# go round; so a run is known by the number of its turn modulo 3 and by its larger move.


def turn_of_each(turn: int, count: int) -> NDArray[np.int64]:
    """Return the numbers of `count` turns from `turn` on, modulo 3."""
    import numpy as np

    return (np.arange(count) + turn % 3) % 3


def larger_moves(first: int, count: int, shows_disc: bool) -> NDArray[np.int64]:
    """Return what tells `count` moves of a tower apart, from number `first` on, counted from 1: pegs, and the disc."""
    import numpy as np

    found = np.empty(count, np.uint32)
    done = 0
    while done < count:
        high, low = divmod(first + done, 1 << 64)
        if low:
            take = min(count - done, (1 << 64) - low)
            fill_kinds(found[done : done + take], low, high % 3, shows_disc)
            done += take
        else:
            m = first + done
            found[done] = (m & m - 1) % 3 * 3 + ((m | m - 1) + 1) % 3 + 9 * shows_disc * ((m & -m).bit_length() - 1)
            done += 1
    return found.astype(np.int64)
