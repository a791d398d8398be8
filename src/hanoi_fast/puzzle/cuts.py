"""A stretch of a tower on three free pegs as the largest towers in it, in time linear in the discs.

Count moves from 1, and disc d makes those of number m with d = ctz(m) + 1; k discs make a turn between the moves
q * 2**k and (q + 1) * 2**k. So the stretch between two moves a and e is: from a upwards, at each level k where a,
rounded up to a multiple of 2**k, is an odd one, a turn of k discs and a single move; then downwards, a turn of k discs
and a move for each bit k of e. Which turn it is follows modulo 3 from the bits above k: no large number is made.
"""

from __future__ import annotations

from collections.abc import Iterator

from .rules import free_tower
from .towers import Tower, single
from .turning import ring_of


def largest_towers(tower: Tower, first: int, stop: int) -> Iterator[Tower]:
    """Yield the towers that together are the moves from step `first` to a later one, `stop`, of a tower.

    >>> [part.discs for part in largest_towers(free_tower(5, (0, 1, 2)), 6, 31)]
    [1, 1, 3, 1, 4]
    """
    discs, pegs, smaller, _ = tower
    end = stop + 1
    low, below = residues(first, discs + 2)
    high, above = residues(end, discs + 2)
    top = (first ^ end).bit_length() - 1

    def turn_of(many: int, turn: int) -> Tower:
        ring = ring_of(pegs, discs - many)
        here, there, spare = (ring[(turn + place) % 3] for place in range(3))
        return free_tower(many, (here, spare, there), smaller)

    def move_of(disc: int, turn: int) -> Tower:
        ring = ring_of(pegs, discs - disc)
        return single(ring[turn % 3], ring[(turn + 1) % 3], smaller + disc - 1)

    lowest, last = ((number & -number).bit_length() - 1 for number in (first, end))
    if not first or lowest >= top:
        if top:
            yield turn_of(top, low[top])
    else:
        for k in range(lowest, top):
            rounded = k > lowest
            if below[k] != rounded:  # it is an odd multiple of 2**k
                turn = low[k] + rounded
                if rounded:
                    yield move_of(k + 1, 2 * (turn - 1))
                if k:
                    yield turn_of(k, turn)
    if top > last:
        yield move_of(top + 1, high[top + 1])
    for k in range(top - 1, last - 1, -1):
        if above[k]:
            if k:
                yield turn_of(k, high[k] - 1)
            if k > last:
                yield move_of(k + 1, high[k + 1])


def residues(number: int, size: int) -> tuple[list[int], list[bool]]:
    """Return number >> k modulo 3 for each k below `size`, and the bits of the number.

    >>> residues(11, 5)
    ([2, 2, 2, 1, 0], [True, True, False, True, False])
    """
    found, bits, residue = [], [], 0
    for digit in f"{number:0{size}b}":
        residue = (2 * residue + (digit == "1")) % 3
        found.append(residue)
        bits.append(digit == "1")
    return found[::-1], bits[::-1]
