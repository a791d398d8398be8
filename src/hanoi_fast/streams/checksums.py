"""The CRC-32 of a document without its bytes: that of a tower follows from those of its parts."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import cached_property
from itertools import chain
from zlib import crc32

from ..checks import shown_bytes
from ..kernels.checksum import fill_levels, fill_numbered, first_moves, join, multiply
from ..puzzle.rules import FRAME_STEWART, THREE_PEGS, free_tower
from ..puzzle.towers import Tower
from ..puzzle.turning import ring_of
from ..puzzle.walks import moves_in, pieces, tower_at
from .chunks import new_pages
from .documents import Document
from .layouts import Layout
from .numbered import NumberedText
from .polynomials import Checksum, checksum, shift_of
from .rendering import FEW_DISCS, Rendering
from .role_checksums import RoleChecksums, has_roles
from .step_checksums import MOST_BITS, Row, added_by_rows, added_by_text, row_of

# Texts with steps are made, where nothing better is known.
AT_ONCE, MOST_MADE = 1 << 20, 1 << 36
FEW_STEPS = 1 << 10  # moves that are soon made


def document_crc32(document: Document) -> int:
    """Return the CRC-32 of a document of any size.

    >>> from zlib import crc32
    >>> file = hf.solve(10).open("csv")
    >>> document_crc32(file.document) == crc32(file.read())
    True
    """
    moves = join(any_runs(document.rendering, document.first, document.stop))
    if document.first < document.stop:
        moves = without(checksum(document.rendering.layout.separator)[0], moves, document.high - document.low)
    return join((checksum(document.header), moves, checksum(document.footer)))[0]


def without(begin: int, whole: Checksum, rest: int) -> Checksum:
    """Return the checksum of the last `rest` bytes of a run, from that of all of it and the crc of those before."""
    shift = shift_of(rest)
    return whole[0] ^ multiply(begin, shift), shift


def any_runs(rendering: Rendering, first: int, stop: int) -> Iterator[Checksum]:
    """Yield what `runs` yields, for moves with steps too."""
    if isinstance(rendering, NumberedText):
        yield from numbered_runs(rendering, first, stop)
        return
    crc, shift = join(runs(rendering, first, stop))
    yield crc ^ (added_by_rows(rendering.layout.width, first, stop) if rendering.layout.steps else 0), shift


def runs(rendering: Rendering, first: int, stop: int) -> Iterator[Checksum]:
    """Yield the checksums of runs of bytes that together are the moves from step `first` to `stop`."""
    if first >= stop:
        return
    towers, offsets = rendering.route.towers, rendering.route.offsets
    whole = WholeTowers(rendering)
    (which, begin), (last, end) = offsets.holding(first), offsets.holding(stop - 1)
    for place in range(which, last + 1):
        tower = towers[place]
        if which < place < last:
            yield whole(tower)
            continue
        begin = begin if place == which else end
        low, high = max(first - begin, 0), min(stop - begin, tower.moves)
        if high - low == tower.moves:
            yield whole(tower)
        elif tower.rule is THREE_PEGS and tower.discs > FEW_DISCS:
            yield from of_turns(rendering, tower, low, high)
        else:
            yield from (whole.part(part) for part, _, _ in pieces((tower,), low, high, moves_in))


class WholeTowers:
    """The checksums of whole towers of a route: all those on three free pegs are levels of two towers, the largest."""

    def __init__(self, rendering: Rendering) -> None:
        self.rendering = rendering
        self.of_tower = rendering.fold(lambda move: checksum(rendering.encode(move)), join)
        self.discs = max((tower.discs for tower in rendering.route.towers if tower.rule is THREE_PEGS), default=0)
        self.known: dict[tuple[int, ...], memoryview] = {}

    def __call__(self, tower: Tower) -> Checksum:
        """Return the checksum of a tower."""
        rendering, (discs, pegs, smaller, rule) = self.rendering, tower
        if rule is not THREE_PEGS or discs <= FEW_DISCS or (smaller and rendering.layout.shows_disc):
            return self.part(tower)
        source, spare, target = pegs
        # Their largest discs go round alike, or the other way; from which peg does not matter.
        ends = pegs if (self.discs - discs) % 2 == 0 else (source, target, spare)
        key = ends[(first := ends.index(min(ends))) :] + ends[:first]
        if key not in self.known:
            self.known[key], _ = levels_of(rendering, free_tower(self.discs, key))
        levels = self.known[key]
        form = ring_of(key, self.discs - discs).index(source)
        return levels[6 * discs + form], levels[6 * discs + 3 + form]

    def part(self, tower: Tower) -> Checksum:
        """Return the checksum of a tower that may be a part of another."""
        free = tower.rule is FRAME_STEWART or tower.rule is THREE_PEGS
        if free and tower.discs > FEW_DISCS and self.by_roles is not None:
            return self.by_roles(tower)
        return self.of_tower(tower)

    @cached_property
    def by_roles(self) -> RoleChecksums | None:
        """What makes the checksums of towers by the roles of their pegs, where the layout allows it."""
        layout = self.rendering.layout
        return RoleChecksums(layout, self.rendering.route.pegs) if has_roles(layout) else None


def of_turns(rendering: Rendering, tower: Tower, low: int, high: int) -> Iterator[Checksum]:
    """Yield the checksums of the moves from step `low` to `high` of a tower on three free pegs.

    Of these moves one, at step middle - 1, is of the largest disc. Those before it are the end of a tower that is not
    much longer than they are, and those after it the beginning of one.
    """
    middle = high >> (bits := (low ^ high).bit_length() - 1) << bits if low else 0
    if low < middle - 1:
        begin, part = tower_at(tower, middle - 2, (1 << (middle - 1 - low).bit_length()) - 1)
        total, skipped = first_moves_of(rendering, part, part.moves, low - begin)
        size = rendering.length(part) - rendering.before(part, low - begin)
        yield without(skipped[0], total, size)
    if middle:
        yield checksum(rendering.encode(tower_at(tower, middle - 1, 1)[1]))
    if middle < high:
        begin, part = tower_at(tower, middle, (1 << (high - middle).bit_length()) - 1)
        yield from first_moves_of(rendering, part, high - begin)


def first_moves_of(rendering: Rendering, tower: Tower, *steps: int) -> list[Checksum]:
    """Return the checksums of the first moves of a tower on three free pegs, up to each of some steps."""
    if tower.single:
        return [checksum(rendering.encode(tower) if step else b"") for step in steps]
    levels, moves = levels_of(rendering, tower)
    return [first_moves(levels, moves, step.to_bytes(tower.discs // 8 + 1, "little")) for step in steps]


def levels_of(rendering: Rendering, tower: Tower) -> tuple[memoryview, memoryview]:
    """Return what the kernel takes: the checksums of all the smaller towers, and of the moves of each disc."""
    moves = moves_of_discs(rendering.layout, tower)
    levels = memoryview(bytearray(24 * (tower.discs + 1))).cast("I")
    fill_levels(levels, moves)
    return levels, moves


def moves_of_discs(layout: Layout, tower: Tower) -> memoryview:
    """Return the checksums of the moves of each disc of a tower, as the kernel takes them."""
    discs, pegs, smaller, _ = tower

    def ways(disc: int) -> Iterator[tuple[int, int]]:
        ring = ring_of(pegs, discs - disc)
        return ((ring[form], ring[(form + 1) % 3]) for form in range(3))

    def level(disc: int) -> Iterator[int]:
        each = (checksum(layout.encode(smaller + disc, *ends)) for ends in ways(disc))
        return chain(*zip(*each, strict=True))

    if not layout.shows_disc:  # then every other one has the same moves
        made = array("I", chain.from_iterable(map(level, (1, 2))))
        return memoryview((made * (discs // 2 + 1))[: 6 * discs])
    if layout.around_disc(*pegs[:2]) is None:
        return memoryview(array("I", chain.from_iterable(map(level, range(1, discs + 1)))))
    moves = memoryview(bytearray(24 * discs)).cast("I")
    for disc in (1, 2):
        for form, ends in enumerate(ways(disc)):
            around = array("I", chain.from_iterable(map(checksum, layout.around_disc(*ends) or ())))
            fill_numbered(moves, form, disc, smaller, around, layout.number_width)
    return moves


# ---- texts with steps ----


def numbered_runs(rendering: NumberedText, first: int, stop: int) -> Iterator[Checksum]:
    """Yield the checksums of runs of a text with steps: of one tower, and of steps of equally many digits."""
    route = rendering.route
    for begin, tower in route.offsets.between(first, stop):
        low, end = max(first, begin), min(stop, begin + tower.moves)
        while low < end:
            digits = len(str(low))
            high = min(end, 10**digits)
            # Discs that have not moved so far do not matter.
            discs = min(tower.discs, (high - begin).bit_length())
            rows = rows_of(rendering.padded(digits), tower, discs, digits) if high - low > FEW_STEPS else None
            if rows is None:
                yield made(rendering, rendering.offset(low), rendering.offset(high))
            else:
                crc, shift = join(runs(rendering.padded(digits), low, high))
                yield crc ^ added_by_text(rows, digits, low, high, low - begin + 1), shift
            low = high


def rows_of(padded: Rendering, tower: Tower, discs: int, digits: int) -> tuple[Row, ...] | None:
    """Return what `added_by_text` asks for, or None where lengths do not follow from the numbers of moves."""
    layout = padded.layout
    if not layout.even or (layout.shows_disc and tower.rule is not THREE_PEGS):
        return None
    discs = discs if layout.shows_disc else 1
    rows = [row_of(layout.encode(tower.smaller + disc, 0, 1), digits) for disc in range(1, discs + 1)]
    while len(rows) > 1 and rows[-1] == rows[-2]:
        rows.pop()
    return tuple(rows) if len(rows) - 1 <= MOST_BITS else None


def made(rendering: Rendering, low: int, high: int) -> Checksum:
    """Return the checksum of some bytes of a rendering by making them.

    Raises:
        ValueError: they are more than can be waited for.
    """
    if high - low > MOST_MADE:
        raise ValueError(
            f"the checksum of this text with {{step}} takes all its bytes, {shown_bytes(high - low)}; "
            f"at most {shown_bytes(MOST_MADE)} are made for it: use a layout without it, or binary 'steps'"
        )
    pages = new_pages(min(AT_ONCE, high - low))
    crc = 0
    for offset in range(low, high, AT_ONCE):
        piece = pages[: high - offset]
        rendering.copy_into(piece, offset)
        crc = crc32(piece, crc)
    return crc, shift_of(high - low)
