"""How often the discs of a tower on three free pegs have moved, and between which pegs, after some of its moves.

Disc d, counted from 1 within the tower, makes move m where d = ctz(m) + 1, moves counted from 1: so
(m + 2**(d-1)) >> d of the first m. It goes round the pegs, one way or the other by its distance to the largest.
Everything here is linear in the bits of m, where a walk down the tower is quadratic.
"""

from __future__ import annotations

from collections.abc import Sequence

from .powers import sum_of_powers

Pair = tuple[int, int]  # source and target


def ring_of(pegs: tuple[int, ...], above: int) -> tuple[int, int, int]:
    """Return the pegs in the order in which a disc visits them that has so many larger discs in the tower.

    >>> ring_of((0, 1, 2), 0), ring_of((0, 1, 2), 1)
    ((0, 2, 1), (0, 1, 2))
    """
    source, spare, target = pegs
    return (source, spare, target) if above % 2 else (source, target, spare)


def moves_of_discs(step: int, low: int, high: int) -> int:
    """Return how many of the first `step` moves are moves of the discs `low` to `high`, counted within the tower.

    >>> [moves_of_discs(7, disc, disc) for disc in (1, 2, 3)]
    [4, 2, 1]
    """
    return (step >> low - 1) - (step >> high)


def moves_between(discs: int, pegs: tuple[int, ...], step: int) -> dict[Pair, int]:
    """Return for each source and target how many of the first `step` moves of the tower go that way.

    >>> moves_between(2, (0, 1, 2), 3)
    {(0, 2): 1, (2, 1): 0, (1, 0): 0, (0, 1): 1, (1, 2): 1, (2, 0): 0}
    """
    between: dict[Pair, int] = {}
    left = once_more(discs, step)
    for above in (0, 1):
        first = 2 - (discs - above) % 2  # the smallest disc that goes round this way
        one, two = left[first % 2]
        made = (moves_of_every_other(step, first) - one - 2 * two) // 3
        ring = ring_of(pegs, above)
        for place, number in enumerate((made + one + two, made + two, made)):
            between[ring[place], ring[(place + 1) % 3]] = number
    return between


def once_more(discs: int, step: int) -> tuple[list[int], list[int]]:
    """Return how many even discs, and how many odd ones, have moved 1 and 2 times more than a multiple of 3."""
    left = [0, 0, 0], [0, 0, 0]
    turns = 0  # step >> disc, modulo 3; 2 is -1 there
    for disc, bit in zip(range(discs, 0, -1), f"{step:0{discs}b}", strict=True):
        moved = bit == "1"
        left[disc % 2][(turns + moved) % 3] += 1
        turns = (2 * turns + moved) % 3
    return left[0][1:], left[1][1:]


def moves_of_every_other(step: int, first: int) -> int:
    """Return how many of the first `step` moves are moves of the discs `first`, `first` + 2, ...; `first` is 1 or 2."""
    # The sum of m >> 1, m >> 3, ... or of m >> 2, m >> 4, ..., by Legendre from the digits of m to the base 4; and a
    # move more for each disc that is in the middle of its turn, a bit of m.
    bits = f"{step:b}"[::-1]
    halves = (2 * step - digit_sum(bits, 1)) // 3 if first == 1 else (step - digit_sum(bits, 2)) // 3
    return halves + bits[first - 1 :: 2].count("1")


def digit_sum(bits: str, first: int) -> int:
    """Return the sum over the bits that are 1 of 2 or 1, as they stand in a digit to the base 4."""
    even, odd = bits[::2].count("1"), bits[1::2].count("1")
    return 2 * even + odd if first == 1 else even + 2 * odd


# Of whole towers in a row, each of n discs, disc n - j makes 2**j moves: sums of powers of two.


def moves_of_discs_in_all(towers: Sequence[int], low: int, high: int) -> int:
    """Return how many moves whole towers of so many discs make with their discs `low` to `high`.

    >>> moves_of_discs_in_all([3, 1, 2], 1, 2) == (4 + 2) + 1 + (2 + 1)
    True
    """
    reaching = [discs for discs in towers if discs >= low]
    beyond = [discs - high for discs in reaching if discs > high]
    powers = sum_of_powers([discs - low + 1 for discs in reaching])
    return powers - sum_of_powers(beyond) - (len(reaching) - len(beyond))


def moves_between_in_all(towers: Sequence[int], pegs: tuple[int, ...]) -> dict[Pair, int]:
    """Return for each source and target how many moves whole towers of so many discs, with these pegs, make that way.

    >>> moves_between_in_all([2], (0, 1, 2)) == moves_between(2, (0, 1, 2), 3)
    True
    """
    between: dict[Pair, int] = {}
    for above in (0, 1):
        # Every other disc from the largest or the next on, k of them: 2**above * (4**k - 1) / 3 moves.
        discs = [(discs - above + 1) // 2 for discs in towers]
        turns, more = sum(discs), above + 1  # of each, so many more than a multiple of 3
        moves = (sum_of_powers([2 * k for k in discs]) - len(discs) << above) // 3
        made = (moves - more * turns) // 3
        ring = ring_of(pegs, above)
        for place, number in enumerate((made + turns, made + above * turns, made)):
            between[ring[place], ring[(place + 1) % 3]] = number
    return between
