"""How a list is written: the shape that most of its items have, and the readings that are left of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from .frames import is_count
from .items import Item, cut_tokens, cuts_of, item_at
from .roles import COUNTER, SOURCE, TARGET, Reading, readings_of
from .shapes import NUMBER, Token, canonical, key_of, places_of
from .tables import columns_of, is_header, reading_by
from .words import DISC

LOOKED_AT = 64  # items that are looked at to find the shape
WHITE = re.compile(rb"\s*")
Key = tuple[str, ...]


class Shape(NamedTuple):
    """What items of one key have in common: which tokens are places, and the readings of these."""

    key: Key
    places: tuple[int, ...]
    readings: tuple[Reading, ...]
    spoken: bool  # whether words or arrows say which peg is left and which is reached


class Found(NamedTuple):
    """What was found: how the text is cut, and the shape of its moves."""

    cut: str
    glued: bool
    shape: Shape
    items: list[Item]  # those of the shape
    tokens: list[Sequence[Token]]
    share: float  # of all that is no frame
    header: str
    misfit: int  # columns of a header that the rows do not have, 0 if there is none


def detect(sample: bytes, at: int, names: tuple[str, ...], pegs: int) -> Found | None:
    """Return how the text from `at` on is written, or None if nothing in it looks like moves."""
    best = None
    for cut in cuts_of(sample[at:]):
        for glued in (False, True):
            found = detect_in(sample, at, cut, glued, names, pegs)
            if found and (best is None or found.share > best.share):
                best = found
            if found:
                break
        if best and best.share >= 1:
            break
    return best


def detect_in(sample: bytes, at: int, cut: str, glued: bool, names: tuple[str, ...], pegs: int) -> Found | None:
    """Return what is found if the text is cut in this way."""
    items = items_of(sample, at, cut)
    cores = [sample[item.low : item.high].decode(errors="replace") for item in items]
    if glued and not are_glued(cores, names, pegs):
        return None
    tokens = [cut_tokens(core, names, glued) for core in cores]
    head = header_in(cores)
    groups: dict[Key, list[int]] = {}
    for which, (item, core) in enumerate(zip(items, cores, strict=True)):
        if item.own and len(core) < 2000 and which != head:
            groups.setdefault(key_of(tokens[which]), []).append(which)
    each = {key: [tokens[i] for i in members] for key, members in groups.items()}
    shapes = [(shape, groups[key]) for key in groups if (shape := shape_of(key, each[key], pegs))]
    header, misfit = "", 0
    if head is not None and (below := [pair for pair in groups.items() if pair[1][-1] > head]):
        key, members = max(below, key=lambda pair: len(pair[1]))
        places = places_of(each[key])
        reading = reading_by(cores[head], each[key][0], places)
        misfit = 0 if reading else columns_of(cores[head])
        if reading:
            header, shapes = cores[head], [(Shape(key, places, (reading,), False), members)]
    if not shapes:
        return None
    shape, members = max(shapes, key=lambda pair: (pair[0].spoken, len(pair[1])))
    if cut == "commas" and not (shape.spoken or glued):
        return None
    share = share_of(shape, members, shapes, cores, tokens, bool(header))
    if share < 1 and cut in ("semicolons", "commas", "blanks"):
        return None
    kept = [items[i] for i in members]
    return Found(cut, glued, shape, kept, [tokens[i] for i in members], share, header, misfit)


def header_in(cores: Sequence[str]) -> int | None:
    """Return which item is a header: not one whose words stand in the rows below, where they are names of pegs."""
    head = next((which for which, core in enumerate(cores[:20]) if is_header(core)), None)
    if head is None or set(re.findall(r"\w+", cores[head].lower())) & set(
        re.findall(r"\w+", " ".join(cores[head + 1 :]).lower())
    ):
        return None
    return head


def are_glued(cores: Sequence[str], names: Sequence[str], pegs: int) -> bool:
    """Return whether nearly all items are the letters of two pegs with nothing between."""
    letters = {name.lower() for name in names} or {chr(ord("a") + peg) for peg in range(pegs + 1)}
    pairs = sum(len(core) == 2 and set(core.lower()) <= letters for core in cores)
    return pairs > 0 and pairs >= 0.8 * len(cores)


def share_of(
    shape: Shape,
    members: Sequence[int],
    shapes: Sequence[tuple[Shape, list[int]]],
    cores: Sequence[str],
    tokens: Sequence[Sequence[Token]],
    header: bool,
) -> float:
    """Return how many of the items are moves of a shape, or of others like it; those around them do not count."""
    own = canonical(tokens[members[0]], shape.places)
    like = [
        which
        for other, which in shapes
        if (other.spoken if shape.spoken else not other.spoken and canonical(tokens[which[0]], other.places) == own)
    ]
    first, last = min(which[0] for which in like), max(which[-1] for which in like)
    if not shape.spoken:
        first, last = 0, len(cores) - 1
    speaking = [
        core for core in cores[first : last + 1] if re.search(r"\w", core) and (shape.spoken or is_count(core) is None)
    ]
    return sum(map(len, like)) / max(1, len(speaking) - header)


def items_of(sample: bytes, at: int, cut: str) -> list[Item]:
    """Return the first items of a text."""
    items: list[Item] = []
    at = WHITE.match(sample, at).end()  # type: ignore[union-attr]
    while at < len(sample) and len(items) < LOOKED_AT and (item := item_at(sample, at, cut)):
        items.append(item)
        at = item.end
    return items


def shape_of(key: Key, items: Sequence[Sequence[Token]], pegs: int) -> Shape | None:
    """Return the shape of items with one key, None if they cannot be moves."""
    places = places_of(items)
    if not 2 <= len(places) <= 12 or _has_fractions(key):
        return None
    readings, spoken = readings_of(items[0], places)
    kept = tuple(reading for reading in readings if _names_are_few(items, places, reading, pegs))
    return Shape(key, places, kept, spoken) if kept else None


def _has_fractions(key: Key) -> bool:
    """Return whether an item has numbers that are no whole ones, or are less than none."""
    for i in range(len(key) - 1):
        if key[i] == "#" and key[i + 1] in (".", ",") and key[i + 2 : i + 3] == ("#",) and key[i + 1] == ".":
            return True
        if (
            key[i] in ("-", "+")
            and key[i + 1] == "#"
            and (i == 0 or key[i - 1] in (" ", ",", "[", "(", "{", ":", "\n"))
        ):
            return True
    return False


def _names_are_few(items: Sequence[Sequence[Token]], places: Sequence[int], reading: Reading, pegs: int) -> bool:
    """Return whether the names of pegs in a reading are no more than there can be."""
    at = [place for place, role in zip(places, reading, strict=True) if role in (SOURCE, TARGET)]
    names = {item[i].text.lower() for item in items for i in at if item[i].kind != NUMBER}
    longer = [name for name in names if len(name) > 1]
    return len(names) <= max(pegs + 2, 4) if not longer else len(names) <= pegs


def counters_left(found: Found, discs: int | None) -> list[Reading]:
    """Return the readings that the values allow: a counter counts, a disc is one of those there are."""
    readings = list(found.shape.readings)
    many = len(found.shape.places) > 3 and not found.shape.spoken and not found.header
    kept = []
    for reading in readings:
        doubtful = {i for other in readings for i in range(len(reading)) if other[i] != reading[i]}
        doubtful |= {i for i, role in enumerate(reading) if role == COUNTER and many}
        if all(_may_be(found, i, reading[i], discs) for i in doubtful):
            kept.append(reading)
    return kept


def _may_be(found: Found, i: int, role: str, discs: int | None) -> bool:
    """Return whether the values of a place may be what a reading says."""
    values = [int(tokens[found.shape.places[i]].text[:18]) for tokens in found.tokens]
    steps = [after - before == 1 for before, after in pairwise(values)]
    counting = values[0] in (0, 1) and all(steps)
    rises = values[-1] - values[0] >= len(steps)  # as 1, 2, 3, 1, 2, 3 does not
    nearly = len(steps) > 4 and sum(steps) > 0.7 * len(steps) and rises
    many = len(found.shape.places) > 3 or (discs is None and not found.shape.spoken)
    counts = (counting and len(steps) >= 2 * many) or nearly
    if discs is None:
        names = found.shape.spoken or not (counting and len(steps) > 1)
    else:
        # Three lines may count, or be three discs of which one is wrong: with words between, that is asked.
        enough = 2 if _is_marked(found, i) else 4
        names = not (max(values) > discs and ((counting and len(values) >= enough) or nearly))
        right = [1 <= value <= discs for value in values]
        mostly = len(right) > 6 and sum(right) > 0.8 * len(right) and sum(steps) < 0.5 * len(steps)
        # Neither, but it runs on from another number. And [1, 0, 2] is how programs write disc, source, target.
        counts |= all(steps) and not (all(right) or mostly or is_array(found))
    return counts if role == COUNTER else names if role == DISC else True


def is_array(found: Found) -> bool:
    """Return whether an item is three numbers in brackets with the same between."""
    return canonical(found.tokens[0], found.shape.places) == ("[", "#", ",", "#", ",", "#", "]")


def _is_marked(found: Found, i: int) -> bool:
    """Return whether a number opens its item and a mark or much room follows it, as in `1: A -> C`."""
    tokens, at = found.tokens[0], found.shape.places[i]
    behind = tokens[at + 1].text if at + 1 < len(tokens) else ""
    return i == 0 and (
        len(behind) > 1 and found.shape.spoken if behind.isspace() else behind != "" and not behind.isalnum()
    )


def names_in(found: Found, reading: Reading) -> set[str]:
    """Return the names of pegs in the items that were looked at."""
    at = [place for place, role in zip(found.shape.places, reading, strict=True) if role in (SOURCE, TARGET)]
    return {tokens[i].text for tokens in found.tokens for i in at if tokens[i].kind != NUMBER}
