"""How a text is cut into items: by lines, by marks between moves, into brackets, or into quoted strings."""

from __future__ import annotations

import re
from itertools import islice
from typing import NamedTuple

from .shapes import Token, tokens_of

GROUP = rb"[\[({][^\[\](){}]*[\])}]"
# What stands behind a line belongs to it: the next item begins with what is not white.
CUTS = {
    "lines": re.compile(rb"(?P<core>[^\n]*?)[ \t\r]*\n\s*"),
    "semicolons": re.compile(rb"(?P<core>[^;\n]*?)[ \t\r]*(?:;\s*|\n\s*)"),
    "commas": re.compile(rb"(?P<core>[^,;\n]*?)[ \t\r]*(?:[,;]\s*|\n\s*)"),
    "blanks": re.compile(rb"(?P<core>\S+?)[,;]?\s+"),
    "brackets": re.compile(rb"(?P<core>" + GROUP + rb")\s*[,;]?\s*"),
    "strings": re.compile(rb"(?P<core>\"[^\"\n]*\"|'[^'\n]*')\s*[,;]?\s*"),
}
BETWEEN = {
    "brackets": re.compile(rb"(?P<core>[^\[\](){}\n]*[\[\](){}\n]?)\s*"),
    "strings": re.compile(rb"(?P<core>[^\"'\n]*[\n]?)\s*"),
}
# A tag at either end of a line is a line of its own.
TAG = re.compile(rb"(?P<core></?[A-Za-z_]\w*>)\s*")
LAST_TAG = re.compile(rb"</[A-Za-z_]\w*>[ \t\r]*\Z")

ELEMENT = rb"(?:[\"']?[A-Za-z_]\w*[\"']?\s*(?:=>|[:=])\s*)?(?::?\w+|\"[^\"\n]*\"|'[^'\n]*')"
DATA = re.compile(rb"[\[({]\s*" + ELEMENT + rb"(?:\s*,\s*" + ELEMENT + rb"){1,15}\s*,?\s*[\])}]")
NAMED = re.compile(
    rb"(?:[\"'][^\"'\n]*[\"']|(?:[A-Za-z_][\w.<>*\[\]]*[ \t]+){0,3}[A-Za-z_][\w.]*(?:\[\])*)\s*(?:=>|:=|[:=])"
)
STRING = re.compile(rb"\"[^\"\n]*\"|'[^'\n]*'")


SEEN = 1 << 14  # bytes that show how a text is cut


class Item(NamedTuple):
    """Where an item begins and ends, and where the next one begins; `own` is False between brackets or strings."""

    low: int
    high: int
    end: int
    own: bool


def item_at(data: bytes, at: int, cut: str) -> Item | None:
    """Return the item that begins at a place of what is held, None if it does not end there."""
    own = cut not in BETWEEN or data[at : at + 1] in (b"[", b"(", b"{", b'"', b"'")
    found = CUTS[cut].match(data, at) if own else None
    if found is None and cut in BETWEEN:
        own, found = False, BETWEEN[cut].match(data, at)
    if found is None:
        return None
    low, high, end = *found.span("core"), found.end()
    if cut not in BETWEEN and b"<" in data[low:high]:
        if tag := TAG.match(data, low):
            return Item(*tag.span("core"), tag.end(), True)
        if (tag := LAST_TAG.search(data[low:high])) and tag.start():
            return Item(low, low + len(data[low : low + tag.start()].rstrip()), low + tag.start(), True)
    return Item(low, high, max(end, low + 1), own)


def cuts_of(sample: bytes) -> list[str]:
    """Return the ways in which a text may be cut, the likeliest first."""
    sample, cuts = sample[:SEEN], ["brackets"] * has_groups(sample) + ["lines"]
    lines = sample.split(b"\n", 64)[:64]
    if any(
        len(STRING.findall(line)) > 1 and not re.search(rb"\w", NAMED.sub(b"", STRING.sub(b"", line))) for line in lines
    ):
        cuts.append("strings")
    if b";" in sample:
        cuts.append("semicolons")
    if b"," in sample:
        cuts.append("commas")
    if any(len(line.split()) > 1 for line in lines):
        cuts.append("blanks")
    return cuts


def has_groups(sample: bytes) -> bool:
    """Return whether moves may stand in brackets of their own."""
    return any(is_alone(sample, found) for found in islice(DATA.finditer(sample, 0, SEEN), 3))


def is_alone(sample: bytes, found: re.Match[bytes]) -> bool:
    """Return whether the lines of a group hold nothing but such groups, and what a list of them begins with."""
    low = sample.rfind(b"\n", 0, found.start()) + 1
    high = sample.find(b"\n", found.end())
    if re.search(rb"[\[({]\s*\Z", sample[max(0, found.start() - 100) : found.start()]):
        return True  # a list of groups
    line = sample[low : high if high >= 0 else len(sample)][: 1 << 14]
    return not re.search(rb"\w", NAMED.sub(b"", DATA.sub(b"", line)))


def cut_tokens(core: str, names: tuple[str, ...], glued: bool) -> tuple[Token, ...]:
    """Return the tokens of an item; `glued` are two letters without anything between."""
    if glued and len(core) == 2:
        return Token("word", core[0]), Token("word", core[1])
    return tokens_of(core, names)
