"""The CRC-32 of towers on free pegs whose moves show their discs, in one pass over the discs, whatever the pegs.

On four or more pegs nearly every part of a tower moves other discs, or moves them between other pegs: to make a
checksum for each takes seconds. But a CRC-32 is linear in the bits. Put pegs whose labels are equally long into one
class, with one of them, r(i), to stand for peg i. Let e(d, i, j) be the bytes of a move of disc d from peg i to peg j.
Where the disc stands before the pegs,

    crc(e(d, i, j)) = crc(e(d, r(i), r(j))) + leaving(i) + reaching(j)

and leaving(i) is the same for all discs and all j of a class, reaching(j) for all discs and all i of a class. So

    crc of a tower = base + the sum of leaving(peg) * left + reaching(peg) * reached

over its pegs and the classes at the other end. `base` is the crc of its moves if each peg were the one that stands for
it; `left` and `reached` are sums of x**(8 * bytes behind) over the moves that leave or reach a peg. They ask which
*role* a peg has, the source, a spare peg, where discs are parked, the target, and how long its label is, but not which
peg it is. So they are worked out once for both parts with the same discs: a tower of n discs is cut in n - 1 places.
"""

from __future__ import annotations

from array import array
from functools import lru_cache, partial
from typing import NamedTuple

from ..kernels.checksum import join_roles, multiply
from ..puzzle.closed_forms import exact_split
from ..puzzle.towers import Tower
from .layouts import Layout
from .polynomials import ONE, Checksum, checksum
from .templates import fields_of

MOST_CLASSES = 3  # of labels: 0 to 255 have one, two or three digits

# The class of the peg in each role: the source, those between, where discs are parked, the target.
Classes = tuple[int, ...]


def has_roles(layout: Layout) -> bool:
    """Return whether the moves show their discs, nothing of the pegs before them, and labels of few lengths."""
    if layout.binary:
        return layout.shows_disc
    fields = fields_of(layout.template)
    first = min((place for place, field in enumerate(fields) if field in ("source", "target")), default=len(fields))
    few = len(set(label_lengths(layout, len(layout.labels)))) <= MOST_CLASSES
    return layout.shows_disc and "disc" not in fields[first:] and few


def label_lengths(layout: Layout, pegs: int) -> list[tuple[int, int]]:
    """Return how long a move from each peg is, and how long one to it."""
    return [(len(layout.encode(1, peg, 0)), len(layout.encode(1, 0, peg))) for peg in range(pegs)]


class RoleChecksums:
    """The checksums of towers on free pegs, in a layout that `has_roles`."""

    def __init__(self, layout: Layout, pegs: int) -> None:
        self.layout = layout
        lengths = label_lengths(layout, pegs)
        each = list(dict.fromkeys(lengths))
        self.classes = [each.index(length) for length in lengths]
        self.standing = standing = [lengths.index(length) for length in each]  # the peg that stands for a class

        def added(class_: int, leaves: bool, peg: int) -> int:
            other, own = standing[class_], standing[self.classes[peg]]
            ends = ((peg, other), (own, other)) if leaves else ((other, peg), (other, own))
            return checksum(layout.encode(1, *ends[0]))[0] ^ checksum(layout.encode(1, *ends[1]))[0]

        # For each row of roles, what they are multiplied with: by the peg that has the role.
        self.factors = [
            list(map(partial(added, class_, leaves), range(pegs)))
            for leaves in (True, False)
            for class_ in range(len(each))
        ]

    def __call__(self, tower: Tower) -> Checksum:
        """Return the checksum of a tower."""
        discs, pegs, smaller, _ = tower
        crc, shift, *roles = self.roles(discs, tuple(self.classes[peg] for peg in pegs), smaller)
        factors = (row[peg] for row in self.factors for peg in pegs)
        for factor, role in zip(factors, roles, strict=True):
            crc ^= multiply(factor, role)
        return crc, shift

    def roles(self, discs: int, classes: Classes, smaller: int) -> array[int]:
        """Return what a tower does: its base and the shift of that, then `left` and `reached` of each class and role.

        A stack instead of recursion: towers nest deep. Of a part all classes that are asked for are made at once.
        """
        waiting = [(discs, smaller, frozenset({classes}))]
        done: list[dict[Classes, array[int]]] = []
        while waiting:
            discs, smaller, asked = waiting.pop()
            if discs == 1:
                done.append({classes: self.single(smaller + 1, classes) for classes in asked})
                continue
            parts = parts_asked(asked)
            if discs:
                parked = exact_split(discs, parts.pegs)
                waiting += [
                    (0, 0, asked),
                    (discs - parked, smaller + parked, parts.others),
                    (parked, smaller, parts.parked),
                ]
            else:  # both parts are done
                others, twice = done.pop(), done.pop()
                done.append({})
                for classes, parking, rest, back in parts.joins:
                    done[-1][classes] = roles = array("I", bytes(4 * len(twice[back])))
                    join_roles(roles, twice[parking], others[rest], twice[back], parts.pegs)
        return done[0].popitem()[1]

    def single(self, disc: int, classes: Classes) -> array[int]:
        """Return what a single move does: it leaves the first peg and reaches the last."""
        source, target, pegs, rows = classes[0], classes[-1], len(classes), len(self.factors)
        roles = array("I", bytes(8 + 4 * rows * pegs))
        roles[:2] = array("I", checksum(self.layout.encode(disc, self.standing[source], self.standing[target])))
        roles[2 + target * pegs] = roles[1 + (rows // 2 + source + 1) * pegs] = ONE
        return roles


class Parts(NamedTuple):
    """The classes that are asked of the parts of a tower: of the one that occurs twice, and of the others."""

    pegs: int
    parked: frozenset[Classes]
    others: frozenset[Classes]
    joins: list[tuple[Classes, Classes, Classes, Classes]]  # of a tower, and of its three parts


@lru_cache(maxsize=1024)  # few are different, and there are two parts for each disc
def parts_asked(asked: frozenset[Classes]) -> Parts:
    """Return what is asked of the parts if these are asked of a tower; FrameStewart.parts says where each peg goes."""
    joins = []
    for classes in asked:
        source, *between, park, target = classes
        parking, others, back = (*classes[:-2], target, park), (*classes[:-2], target), (park, *between, source, target)
        joins.append((classes, parking, others, back))
    _, parking_all, others_all, back_all = map(frozenset, zip(*joins, strict=True))
    return Parts(len(classes), parking_all | back_all, others_all, joins)
