"""How a move may be written in a list, as regular expressions, and the pattern of a move for the kernel.

Bytes, in either case of letters. The groups are disc, source and target, and passed: a number in front of a line.
"""

from __future__ import annotations

import re

LARGEST = 65535  # numbers are uint16

PEG = rb"(?:[0-9]{1,9}|[a-z])(?![0-9a-z])"
DISC = rb"(?P<disc>[0-9]{1,9})"
SOURCE, TARGET = rb"(?P<source>" + PEG + rb")", rb"(?P<target>" + PEG + rb")"
GAP = rb"(?:[ \t]*,[ \t]*|[ \t]+)"
ARROW = "[ \t]*(?:-+>|=>|→)[ \t]*".encode()
A_PEG = rb"(?:(?:peg|rod|pole|tower|stack)[ \t]+)?"
NUMBERED = rb"(?:(?P<passed>[0-9]+)[.)][ \t]+|[-*][ \t]+)?"
A_DISC = rb"(?:(?:the[ \t]+|top[ \t]+)*dis[ck](?:[ \t]+" + DISC + rb")?[ \t]*[:,]?[ \t]*)?"
FROM = rb"(?:moves?[ \t]+|moved[ \t]+)?(?:from[ \t]+)?" + A_PEG
TO = rb"(?:" + ARROW + rb"|[ \t]+to[ \t]+)" + A_PEG
ENGLISH = (NUMBERED, rb"(?:moved?[ \t]+)?", A_DISC, FROM, SOURCE, TO, TARGET, rb"[.!]?")
IL_DISCO = rb"(?:(?:il[ \t]+)?disco[ \t]+" + DISC + rb"[ \t]+)?"
ITALIAN = (NUMBERED, rb"spost[oa][ \t]+", IL_DISCO, rb"da[ \t]+", SOURCE, rb"[ \t]+a[ \t]+", TARGET, rb"[.!]?")
INNER_DISC = rb"(?:" + DISC + rb"\s*,\s*)?"
BRACKETS = (rb"[\[(]\s*", INNER_DISC, rb"[\"']?", SOURCE, rb"[\"']?\s*,\s*[\"']?", TARGET, rb"[\"']?\s*[\])]")
NAMED_DISC = rb"(?:\"dis[ck]\"\s*:\s*" + DISC + rb"\s*,\s*)?"
NAMED_PEGS = (rb"\"(?:source|from)\"\s*:\s*\"?", SOURCE, rb"\"?\s*,\s*\"(?:target|to)\"\s*:\s*\"?", TARGET)
OBJECT = (rb"\{\s*", NAMED_DISC, *NAMED_PEGS, rb"\"?\s*\}")

# What stands behind a move: a new line, or a semicolon; a comma only where it cannot be part of a move.
STRICT = rb"[ \t]*(?:;\s*|\r?\n\s*)"
LOOSE = rb"[ \t]*(?:[;,]\s*|\r?\n\s*)"
WITHIN = rb"\s*(?:,\s*|(?=\])|\Z)"

LINES: tuple[tuple[tuple[bytes, ...], bytes], ...] = (
    ((DISC, GAP, SOURCE, GAP, TARGET), STRICT),
    ((SOURCE, GAP, TARGET), STRICT),
    (ENGLISH, LOOSE),
    (ITALIAN, LOOSE),
    (BRACKETS, LOOSE),
    (OBJECT, LOOSE),
)
LINE_FORMS = [re.compile(b"".join((*parts, behind)), re.IGNORECASE) for parts, behind in LINES]
INNER_FORMS = [re.compile(b"".join((*parts, WITHIN)), re.IGNORECASE) for parts in (BRACKETS, OBJECT)]

COUNT_LINE = re.compile(rb"([0-9]{1,18})(?:[ \t]+moves?:?)?[ \t]*\r?\n", re.IGNORECASE)
CSV_HEADER = re.compile(rb"(dis[ck][ \t]*,[ \t]*)?(?:source|from)[ \t]*,[ \t]*(?:target|to)[ \t]*\r?\n", re.IGNORECASE)
OPENING = re.compile(rb"(?:[a-z_]\w*\s*[:=]\s*)?\[\s*(?=[\[({\]])", re.IGNORECASE)
CLOSING = re.compile(rb"\]\s*;?\s*")
NO_TEXT = re.compile(rb"[\0-\x08\x0e-\x1f\x7f]")


def disc_of(found: re.Match[bytes]) -> bytes | None:
    """Return the disc that a move names, if its form can name one."""
    return found["disc"] if "disc" in found.re.groupindex else None


def number_of(name: bytes) -> int:
    """Return a number, or the place of a letter in the alphabet, from 0."""
    return int(name) if name.isdigit() else ord(name.upper()) - ord("A")


def pattern_of(found: re.Match[bytes]) -> bytes:
    """Return what the kernel looks for to find moves written like this one."""
    fields = sorted((found.span(name), name) for name in found.re.groupindex if found[name] is not None)
    pattern, at = b"", found.start()
    for (low, high), name in fields:
        code = b"\3" if name == "passed" else b"\2" if found[name].isalpha() else b"\1"
        pattern += literal(found.string[at:low]) + code
        at = high
    return pattern + literal(found.string[at : found.end()])


def literal(text: bytes) -> bytes:
    """Return text between numbers as it stands in a pattern."""
    return re.sub(rb"\s+", lambda white: b"\n" if b"\n" in white[0] else b" ", text.lower())
