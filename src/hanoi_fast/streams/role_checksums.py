"""The CRC-32 of towers on four or more free pegs whose moves show their discs, in one pass over the discs.

Nearly every part of such a tower moves other discs, or moves them between other pegs: to make a checksum for each takes
seconds. But a CRC-32 is linear in the bits. Let e(d, i, j) be the bytes of a move of disc d from peg i to peg j. Where
the bytes of the pegs have one length, and none of a disc behind them,

    crc(e(d, i, j)) = crc(e(d, 0, 1)) + leaving(i) + reaching(j)

and the sums leaving(i) and reaching(j) are the same for all discs. So a tower has

    crc = base + the sum over its pegs of leaving(peg) * left + reaching(peg) * reached

where `base` is the crc of its moves with pegs 0 and 1 in each, and `left` and `reached` are sums of x**(8 * bytes
behind) over the moves that leave and reach a peg. These three say nothing of which pegs they are, only of their
*roles*: the source, the spare pegs, where discs are parked, the target. What a tower does with its roles is worked out
once for both of its equal parts, and its discs are cut in two at every step: a tower of n discs has n - 1 such steps.
"""

from __future__ import annotations

from array import array

from ..kernels.checksum import join_roles, multiply
from ..puzzle.closed_forms import exact_split
from ..puzzle.towers import Tower
from .layouts import Layout
from .polynomials import ONE, Checksum, checksum
from .templates import fields_of


def has_roles(layout: Layout) -> bool:
    """Return whether moves show their discs, and what they show of the pegs stands behind, in bytes of one length."""
    if layout.binary:
        return layout.shows_disc
    fields = fields_of(layout.template)
    pegs = [place for place, field in enumerate(fields) if field in ("source", "target")]
    return layout.shows_disc and layout.even and "disc" not in fields[min(pegs, default=len(fields)) :]


class RoleChecksums:
    """The checksums of towers on free pegs, in a layout that `has_roles`."""

    def __init__(self, layout: Layout, pegs: int) -> None:
        self.layout = layout
        base, _ = checksum(layout.encode(1, 0, 1))
        self.leaving = [checksum(layout.encode(1, peg, 1))[0] ^ base for peg in range(pegs)]
        self.reaching = [checksum(layout.encode(1, 0, peg))[0] ^ base for peg in range(pegs)]

    def __call__(self, tower: Tower) -> Checksum:
        """Return the checksum of a tower."""
        discs, pegs, smaller, _ = tower
        crc, shift, *roles = self.roles(discs, len(pegs), smaller)
        factors = (column[peg] for column in (self.leaving, self.reaching) for peg in pegs)
        for factor, role in zip(factors, roles, strict=True):
            crc ^= multiply(factor, role)
        return crc, shift

    def roles(self, discs: int, pegs: int, smaller: int) -> array[int]:
        """Return what a tower does: its base and shift, what leaves the peg of each role, and what reaches it.

        A stack instead of recursion: towers nest deep.
        """
        waiting, done = [(discs, pegs, smaller)], []
        while waiting:
            discs, pegs, smaller = waiting.pop()
            if discs == 1:
                done.append(self.single(smaller + 1, pegs))
            elif discs:
                parked = exact_split(discs, pegs)
                waiting += [(0, pegs, 0), (discs - parked, pegs - 1, smaller + parked), (parked, pegs, smaller)]
            else:  # both parts are done
                others, parts = done.pop(), done.pop()
                done.append(array("I", bytes(4 * len(parts))))
                join_roles(done[-1], parts, others)
        return done[0]

    def single(self, disc: int, pegs: int) -> array[int]:
        """Return what a single move does: it leaves the first peg and reaches the last."""
        roles = array("I", bytes(8 + 8 * pegs))
        roles[0], roles[1] = checksum(self.layout.encode(disc, 0, 1))
        roles[2] = roles[-1] = ONE
        return roles
