"""How many moves a tower takes and where it splits, exactly at any size.

On p pegs the Frame–Stewart method parks k small discs, moves the others on p - 1 pegs, and brings the k back:

    count(n, p) = min over k of 2*count(k, p) + count(n - k, p - 1)

Proved optimal for 3 pegs and for 4 (T. Bousch, 2014); for 5 and more only presumed so: docs/frame_stewart.md.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb

from ..checks import MOST_PEGS, enough_memory, shown, whole

# The closed forms. Increments are count(n, p) - count(n-1, p).
#
# Claim: on p pegs they never fall, and 2**x occurs C(x+p-3, p-3) times. On 3 pegs they are 1, 2, 4, ...
# Let it hold for p - 1 pegs, and for p pegs below n discs. In the recurrence, raising the split from k-1 to k
# costs twice the k-th increment of p and saves the (n-k+1)-th of p - 1. With k the costs never fall and the
# savings never rise, so the minimum takes the n smallest terms of two sequences, k of them from the first:
#     A = twice the increments of p          2**x occurs C(x+p-4, p-3) times
#     B = the increments of p - 1            2**x occurs C(x+p-4, p-4) times
# The n-th increment of p is thus the n-th smallest term of both, and by Pascal's rule 2**x occurs
# C(x+p-3, p-3) times. (B begins with 1, below all of A: so k < n, and A is known as far as it is needed.)
# Summed over lower exponents: the run of 2**x starts after C(x+p-3, p-2) discs.
#
# Splits: where a cost equals a saving, k-1 and k tie, and the largest split takes equal terms from A first.
# Of the n terms, A holds C(x+p-4, p-2) below 2**x and as many equal ones as it can, at most C(x+p-4, p-3):
#     split = C(x+p-4, p-2) + min(n - start, C(x+p-4, p-3)) = min(n - C(x+p-4, p-3), start)
# The split rises through the discs of the run before and waits at its end.


def last_exponent(discs: int, pegs: int) -> int:
    """Return x of count(discs) - count(discs - 1) = 2**x; unvalidated, discs > 0 and pegs > 2."""
    if pegs == 3:
        return discs - 1
    high = 1
    while comb(high + pegs - 3, pegs - 2) < discs:
        high *= 2
    low = high // 2  # its run starts below `discs`, that of `high` does not
    while high - low > 1:
        middle = (low + high) // 2
        if comb(middle + pegs - 3, pegs - 2) < discs:
            low = middle
        else:
            high = middle
    return low


def exact_count(discs: int, pegs: int) -> int:
    """Return the moves of a tower; unvalidated, see `count`. Takes microseconds, however many discs."""
    if discs <= 1:
        return discs
    # Not kept: a tower of 2**20 discs on 3 pegs has a million counts of 128 KiB, each made in no time.
    return (1 << discs) - 1 if pegs == 3 else count_on_many(discs, pegs)


@lru_cache(maxsize=2**14)
def count_on_many(discs: int, pegs: int) -> int:
    """Return the moves of a tower of at least one disc on at least four pegs; unvalidated."""
    exponent, m = last_exponent(discs, pegs), pegs - 3
    last_run = discs - comb(exponent + m, m + 1) << exponent
    if exponent <= m:
        return last_run + sum(comb(x + m, m) << x for x in range(exponent))
    # The same sum by parts, m + 1 times, as C(x+m, m) has no more differences: 10**18 discs stay cheap.
    by_parts = 0
    for j in range(m + 1):
        by_parts = comb(exponent + m, j) - 2 * by_parts
    return last_run + (by_parts << exponent) + (1 if m % 2 else -1)


@lru_cache(maxsize=2**14)
def exact_split(discs: int, pegs: int) -> int:
    """Return the largest optimal split; unvalidated, see `split`."""
    if discs <= 1:
        return 0
    exponent = last_exponent(discs, pegs)
    return min(discs - comb(exponent + pegs - 4, pegs - 3), comb(exponent + pegs - 3, pegs - 2))


def enough_pegs(discs: int, pegs: int) -> None:
    """Refuse a tower that cannot move: more than one disc needs three pegs.

    Raises:
        ValueError: names the discs and the pegs they need.

    >>> enough_pegs(5, 2)
    Traceback (most recent call last):
    ValueError: 5 discs need at least 3 pegs, not 2
    """
    if discs > 1 and pegs < 3:
        raise ValueError(f"{shown(discs)} discs need at least 3 pegs, not {pegs}")


def _checked(discs: int, pegs: int) -> tuple[int, int]:
    discs, pegs = whole(discs, "discs", 0), whole(pegs, "pegs", 2, MOST_PEGS)
    enough_pegs(discs, pegs)
    return discs, pegs


def count(discs: int, pegs: int = 3) -> int:
    """Return how many moves a tower of `discs` discs takes on `pegs` pegs, exactly, at any size.

    This is the Frame–Stewart number: the optimum for 3 and 4 pegs, the presumed optimum for 5 and more.
    Two pegs move at most one disc.

    Raises:
        TypeError: `discs` or `pegs` is not an int.
        ValueError: `discs` is negative, `pegs` is not between 2 and 256, or two pegs have more than one disc.
        MemoryError: the number itself is larger than the memory of the machine.

    >>> count(64)
    18446744073709551615
    >>> count(50, pegs=4)
    6657
    >>> count(10**18, pegs=12).bit_length()
    337
    """
    discs, pegs = _checked(discs, pegs)
    if discs > 1:
        enough_memory(last_exponent(discs, pegs) // 8, "the count", "ask for fewer discs or more pegs")
    return exact_count(discs, pegs)


def split(discs: int, pegs: int) -> int:
    """Return how many of the smallest discs a tower parks first: the largest optimal split, at any size.

    It is 0 for no disc and for one, and always below `discs`.

    Raises:
        TypeError: `discs` or `pegs` is not an int.
        ValueError: `discs` is negative, `pegs` is not between 2 and 256, or two pegs have more than one disc.

    >>> [split(n, 4) for n in range(1, 11)]
    [0, 1, 1, 2, 3, 3, 4, 5, 6, 6]
    """
    return exact_split(*_checked(discs, pegs))
