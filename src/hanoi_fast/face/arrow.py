"""A solution as a lazy stream of Arrow record batches, which other libraries take without a copy."""

from __future__ import annotations

from typing import Any

from ..kernels.arrow_stream import Column, capsule, formats_asked
from ..puzzle.moves import disc_type
from ..streams.columns import Field, batches
from ..streams.documents import Span

# Arrow's letters for the types of integers; discs, pegs and steps are the same bytes with and without a sign.
TYPES = {"C": "u1", "S": "u2", "I": "u4", "L": "u8", "c": "u1", "s": "u2", "i": "u4", "l": "u8"}
SIGNED = "csil"
NAMES = ("step", "disc", "source", "target")


def arrow_stream(span: Span, requested: Any = None) -> Any:
    """Return a capsule with a stream of the moves: by default disc, source and target, in the type of layout "moves".

    A requested schema may have any of step, disc, source and target, in any order, as integers that are wide enough.
    Any other request gets the default, as the rules of the interface say.
    """
    usual = disc_type(span.route.discs)
    letter = next(letter for letter, dtype in TYPES.items() if dtype == usual)
    asked = [] if requested is None else formats_asked(requested)
    if not asked or not all(fits(span, name, form) for name, form in asked):
        asked = [(name, letter) for name in NAMES[1:]]
    fields = tuple(Field(name, TYPES[form]) for name, form in asked)
    names, forms = zip(*asked, strict=True)
    return capsule(names, forms, batches(span, fields, lambda field, memory: Column(memory)))


def fits(span: Span, name: str, form: str) -> bool:
    """Return whether a type of Arrow holds all the numbers of a column."""
    if name not in NAMES or form not in TYPES:
        return False
    largest = {"step": span.stop, "disc": span.route.discs}.get(name, span.route.pegs - 1)
    return largest < 1 << 8 * int(TYPES[form][-1]) - (form in SIGNED)
