"""How many moves a tower takes and where it splits, exactly at any size.

On p pegs the Frame–Stewart method parks k small discs, moves the others on p - 1 pegs, and brings the k back:

    count(n, p) = min over k of 2*count(k, p) + count(n - k, p - 1)

Proved optimal for 3 pegs and for 4 (T. Bousch, 2014); for 5 and more only presumed so: docs/frame_stewart.md.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb, factorial, isqrt, log2

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


# Counts and splits of so many discs are kept, so many of each: a count has at most 200 bytes, so it is 5 MB in all.
MOST_KEPT_DISCS = 1 << 20
MOST_KEPT = 1 << 14


def last_exponent(discs: int, pegs: int) -> int:
    """Return x of count(discs) - count(discs - 1) = 2**x; unvalidated, discs > 0 and pegs > 2."""
    if pegs == 3:
        return discs - 1
    m = pegs - 2
    # x**m <= m! * comb(x+m-1, m) <= (x+m-1)**m, so the largest x whose run starts below `discs` is near a root.
    root = integer_root(factorial(m) * discs, m)
    low, high = max(0, root - m), root + 1
    while high - low > 1:
        middle = (low + high) // 2
        if comb(middle + m - 1, m) < discs:
            low = middle
        else:
            high = middle
    return low


def integer_root(number: int, degree: int) -> int:
    """Return the largest int whose power of that degree, at least 2, is at most `number`, a positive int.

    >>> integer_root(10**300, 3) == 10**100
    True
    """
    if degree == 2:
        return isqrt(number)
    # Newton's method from above; floats give the first 30 bits.
    cut = max(0, number.bit_length() - 64)
    exponent = (log2(number >> cut) + cut) / degree
    shift = max(0, int(exponent) - 52)
    root = int(2 ** (exponent - shift) * (1 + 2**-30)) + 1 << shift
    while (smaller := ((degree - 1) * root + number // root ** (degree - 1)) // degree) < root:
        root = smaller
    return root


def exact_count(discs: int, pegs: int) -> int:
    """Return the moves of a tower; unvalidated, see `count`. Takes microseconds, however many discs."""
    if discs <= 1:
        return discs
    # Not kept: a tower of 2**20 discs on 3 pegs has a million counts of 128 KiB, each made in no time.
    if pegs == 3:
        return (1 << discs) - 1
    return kept_count(discs, pegs) if discs <= MOST_KEPT_DISCS else count_on_many(discs, pegs)


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


kept_count = lru_cache(maxsize=MOST_KEPT)(count_on_many)


def exact_split(discs: int, pegs: int) -> int:
    """Return the largest optimal split; unvalidated, see `split`."""
    if discs <= 1:
        return 0
    return kept_split(discs, pegs) if discs <= MOST_KEPT_DISCS else split_of_many(discs, pegs)


def split_of_many(discs: int, pegs: int) -> int:
    """Return the largest optimal split of at least two discs; unvalidated."""
    exponent = last_exponent(discs, pegs)
    return min(discs - comb(exponent + pegs - 4, pegs - 3), comb(exponent + pegs - 3, pegs - 2))


kept_split = lru_cache(maxsize=MOST_KEPT)(split_of_many)


def exponent_passes(discs: int, pegs: int, bits: int) -> bool:
    """Return whether the count has certainly more bits than that, which is found at once for any number of discs."""
    return discs > bits + 1 if pegs == 3 else comb(bits + pegs - 3, pegs - 2) < discs
