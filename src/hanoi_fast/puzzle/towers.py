"""What a solution is made of: towers, with exact lengths, and how to find a move or a state in them.

A tower of one disc is a single move. Any other is three smaller towers: park some discs, move the
rest without the peg they are parked on, bring them back. Everything that is ever asked of a
solution is answered by walking down from a tower to its parts, with Python's exact ints.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from ..kernels.bitwise import fill_state, fill_step
from .counts import exact_count, exact_split
from .moves import Move


class Tower(NamedTuple):
    """Discs ``smaller + 1`` to ``smaller + discs``, moved from the first of `pegs` to the last.

    The pegs between are spare, and the last of those is where discs are parked.
    """

    discs: int
    pegs: tuple[int, ...]
    smaller: int = 0

    @property
    def moves(self) -> int:
        """How many moves it takes."""
        return exact_count(self.discs, len(self.pegs))

    @property
    def inverse(self) -> Tower:
        """The way back, move by move. By induction: exchanging the end pegs of each part reverses it."""
        source, *spare, target = self.pegs
        return Tower(self.discs, (target, *spare, source), self.smaller)


def tower(discs: int, pegs: tuple[int, ...], smaller: int = 0) -> Tower:
    """Return the tower; a single disc needs no spare pegs, so equal moves are equal towers."""
    return Tower(discs, pegs if discs > 1 else (pegs[0], pegs[-1]), smaller)


@lru_cache(maxsize=1 << 14)
def parts_of(whole: Tower) -> tuple[Tower, Tower, Tower]:
    """Return the three towers that a tower of two discs or more is made of.

    The order of the pegs is that of the classic program for many pegs: it decides which spare
    peg is used for what, so it must never change.
    """
    discs, pegs, smaller = whole
    source, *between, park, target = pegs
    parked = exact_split(discs, len(pegs))
    return (
        tower(parked, (source, *between, target, park), smaller),
        tower(discs - parked, (source, *between, target), smaller + parked),
        tower(parked, (park, *between, source, target), smaller),
    )


def locate(
    towers: Sequence[Tower], offset: int, along: Callable[[Tower], int], tally: Callable[[Tower], int]
) -> tuple[int, int, Tower]:
    """Find the move that holds `offset`, where a tower is `along` long.

    Return the `tally` of all the moves before it, what is left of `offset`, and the move itself.
    """
    before = 0
    while True:
        for whole in towers:
            length = along(whole)
            if offset < length:
                break
            offset -= length
            before += tally(whole)
        if whole.discs == 1:
            return before, offset, whole
        towers = parts_of(whole)


def pieces(
    towers: Sequence[Tower], low: int, high: int, along: Callable[[Tower], int]
) -> Iterator[tuple[Tower, int, int]]:
    """Cut the stretch from `low` to `high`, where a tower is `along` long, into the largest towers within it.

    Yield (tower, skip, take) in order: a single move at an end of the stretch may be cut, all else is whole.
    """
    waiting = list(reversed(towers))
    at = 0
    while waiting and at < high:
        whole = waiting.pop()
        end = at + along(whole)
        if low < end:
            if (at < low or high < end) and whole.discs > 1:
                waiting.extend(reversed(parts_of(whole)))
                continue
            skip = max(0, low - at)
            yield whole, skip, min(end, high) - at - skip
        at = end


def move_in(whole: Tower, step: int) -> Move:
    """Return the move of a tower at `step`, counted from 0."""
    while len(whole.pegs) > 3:
        _, step, whole = locate_part(whole, step)
    _, move = tower_at(whole, step, 1)
    return Move(move.smaller + 1, move.pegs[0], move.pegs[-1])


def first_step(towers: Sequence[Tower], move: Move) -> int | None:
    """Return the step at which a move is first made, or None if it never is."""
    waiting, searched = following(towers, 0), set()
    while waiting:
        before, whole = waiting.pop()
        disc = move.disc - whole.smaller
        if not 0 < disc <= whole.discs or whole in searched:
            continue
        searched.add(whole)
        if len(whole.pegs) > 3:
            waiting += following(parts_of(whole), before)
            continue
        # A disc goes round the three pegs: its first three moves are all there are.
        for step in ((2 * turn + 1 << disc - 1) - 1 for turn in range(3)):
            if step < whole.moves and move_in(whole, step) == move:
                return before + step
    return None


def following(towers: Sequence[Tower], before: int) -> list[tuple[int, Tower]]:
    """Return towers with the step at which each begins, the last one first: a stack to take them from."""
    begins = accumulate((whole.moves for whole in towers), initial=before)
    return list(zip(begins, towers, strict=False))[::-1]


# Three pegs: move m is the (m >> d)-th of disc d, where d = ctz(m) + 1, and a disc goes round the pegs, one way or
# the other by its distance to the largest. The k smallest discs go round as one, as disc k would if there were no
# smaller ones: between the moves number q * 2**k and (q + 1) * 2**k they make their q-th turn.


def tower_at(whole: Tower, step: int, most: int) -> tuple[int, Tower]:
    """Return the tower of at most `most` discs that makes the move at `step`, and the step where it begins.

    For three pegs, at once: the size of the tower does not matter.
    """
    discs, pegs, smaller = whole
    m = step + 1
    disc = (m & -m).bit_length()
    if len(pegs) == 2 or discs <= most:
        return 0, whole
    size = max(disc, most)
    source, spare, target = pegs
    ring = (source, target, spare) if (discs - size) % 2 == 0 else (source, spare, target)
    turn = m >> size
    here, there = ring[turn % 3], ring[(turn + 1) % 3]
    if disc > most:
        return step, Tower(1, (here, there), smaller + disc - 1)
    return turn << size, tower(size, (here, ring[(turn + 2) % 3], there), smaller)


def locate_part(whole: Tower, step: int) -> tuple[int, int, Tower]:
    """Return which of its three parts makes the move at `step`, the step within it, and the part."""
    first, middle, last = parts_of(whole)
    if step < first.moves:
        return 0, step, first
    step -= first.moves
    if step < middle.moves:
        return 1, step, middle
    return 2, step - middle.moves, last


# A state is bytes in here, the peg of each disc: the command line moves towers without loading numpy.


def state_in(whole: Tower, step: int, state: bytearray) -> None:
    """Write the pegs of the tower's discs after `step` of its moves into `state`."""
    while len(whole.pegs) > 3:
        discs, pegs, smaller = whole
        parked = exact_split(discs, len(pegs))
        which, step, whole = locate_part(whole, step)
        if which == 1:
            state[smaller : smaller + parked] = tower_on(pegs[-2], parked)
        else:
            state[smaller + parked : smaller + discs] = tower_on(pegs[0 if which == 0 else -1], discs - parked)
    discs, pegs, smaller = whole
    if len(pegs) == 2:
        state[smaller] = pegs[step]
    else:
        bits = step.to_bytes((discs + 7) // 8, "little")
        fill_state(memoryview(state)[smaller : smaller + discs], bits, bytes(pegs))


def step_in(whole: Tower, state: bytes) -> int | None:
    """Return after how many of the tower's moves its discs stand as in `state`, or None."""
    before = 0
    while len(whole.pegs) > 3:
        first, middle, last = parts_of(whole)
        parked = state[whole.smaller : whole.smaller + first.discs]
        rest = state[whole.smaller + first.discs : whole.smaller + whole.discs]
        if rest == tower_on(whole.pegs[0], len(rest)):
            whole = first
        elif rest == tower_on(whole.pegs[-1], len(rest)):
            before += first.moves + middle.moves
            whole = last
        elif parked == tower_on(whole.pegs[-2], len(parked)):
            before += first.moves
            whole = middle
        else:
            return None
    discs, pegs, smaller = whole
    if len(pegs) == 2:
        return before + pegs.index(state[smaller]) if state[smaller] in pegs else None
    bits = bytearray((discs + 7) // 8)
    if not fill_step(state[smaller : smaller + discs], bits, bytes(pegs)):
        return None
    return before + int.from_bytes(bits, "little")


def tower_on(peg: int, discs: int) -> bytes:
    """Return the state in which all discs are on one peg."""
    return bytes((peg,)) * discs


def joined(towers: Iterator[Tower] | Sequence[Tower]) -> tuple[Tower, ...]:
    """Return the same moves with every three towers on three pegs that make a larger one put together."""
    done: list[Tower] = []
    for whole in towers:
        done.append(whole)
        while len(done) > 2 and done[-1].discs == done[-3].discs and (larger := made_of(*done[-3:])) is not None:
            done[-3:] = [larger]
    return tuple(done)


def made_of(first: Tower, middle: Tower, last: Tower) -> Tower | None:
    """Return the tower on three pegs that has these three parts, if there is one."""
    if middle.discs != 1 or not first.discs == last.discs == middle.smaller - first.smaller:
        return None
    larger = Tower(first.discs + 1, (first.pegs[0], first.pegs[-1], last.pegs[-1]), first.smaller)
    return larger if parts_of(larger) == (first, middle, last) else None
