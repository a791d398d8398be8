"""Moves as text: the named templates, what stands around their moves, and what a template of one's own may be."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from string import Formatter

from ..checks import shown

TEMPLATES = {
    "text": "{source} {target}\n",
    "full": "{disc} {source} {target}\n",
    "csv": "{disc},{source},{target}\n",
    "tsv": "{disc}\t{source}\t{target}\n",
    "jsonl": "[{disc},{source},{target}]\n",
    "json": ",[{disc},{source},{target}]",
    "english": "Move disc {disc} from {source} to {target}\n",
    "italian": "Sposto da {source} a {target}\n",
    "arrows": "{source} --> {target}; ",
    "steps-csv": "{step},{disc},{source},{target}\n",
    "steps-tsv": "{step}\t{disc}\t{source}\t{target}\n",
    "steps-jsonl": "[{step},{disc},{source},{target}]\n",
}

# What stands around the moves. Every move of a "json" file is written with a comma before it, and
# the header takes the place of the first one.
HEADERS = {
    "csv": b"disc,source,target\n",
    "tsv": b"disc\tsource\ttarget\n",
    "json": b"[",
    "steps-csv": b"step,disc,source,target\n",
    "steps-tsv": b"step\tdisc\tsource\ttarget\n",
}
DELIMITERS = {"csv": ",", "tsv": "\t", "steps-csv": ",", "steps-tsv": "\t"}
FOOTERS = {"json": b"]\n"}
SEPARATORS = {"json": b","}

# Labels that are all numbers stay numbers in JSON, any others become strings.
JSON = {"json", "jsonl", "steps-jsonl"}
JSON_NUMBER = re.compile("0|[1-9][0-9]*")

FIELDS = ("step", "disc", "source", "target")
USE = "use {step}, {disc}, {source}, {target}"

MOST_TEMPLATE = 1 << 16  # characters of a template or a label
MOST_MOVE = 1 << 20  # characters of a move
DIGITS = re.compile("[0-9]+")


def fields_of(template: str) -> list[str]:
    """Return the names of a template's fields, in order."""
    return [field for _, field, _, _ in Formatter().parse(template) if field is not None]


def with_step(template: str, text: str) -> str:
    """Return a template with a text in place of the step.

    >>> with_step("{{{step}: {source:>2}", "7")
    '{{7: {source:>2}'
    """

    def pieces() -> Iterator[str]:
        for literal, field, spec, how in Formatter().parse(template):
            yield literal.replace("{", "{{").replace("}", "}}")
            if field == "step":
                yield text
            elif field is not None:
                yield "{" + field + (f"!{how}" if how else "") + (f":{spec}" if spec else "") + "}"

    return "".join(pieces())


def quoted(field: str, delimiter: str = ",") -> str:
    """Return a field of a CSV file, in quotes where it holds what would end it (RFC 4180).

    >>> quoted("A"), quoted('a "peg", left')
    ('A', '"a ""peg"", left"')
    """
    return '"{}"'.format(field.replace('"', '""')) if set(field) & {delimiter, *'"\r\n'} else field


def check_fields(template: str, labels: Sequence[str]) -> None:
    """Refuse a template with other fields than those of a move, or with moves that would be too long."""
    if len(template) > MOST_TEMPLATE:
        raise ValueError(
            f"a template has at most {MOST_TEMPLATE:,} characters, not {len(template):,}: {shown(template)}"
        )
    try:
        found = [(field, spec or "", how) for _, field, spec, how in Formatter().parse(template) if field is not None]
    except ValueError as error:
        raise ValueError(f"template {shown(template)} has an unbalanced brace: {error}") from None
    for field, spec, how in found:
        if field not in FIELDS:
            raise ValueError(f"template {shown(template)} has an unknown field {shown(field)}; {USE}")
        if "{" in spec:
            raise ValueError(f"template {shown(template)} has a field within a field: {shown(spec)}")
        if field == "step" and (spec or how):
            raise ValueError(f"template {shown(template)} cannot be filled in: a step has no format, only {{step}}")
    if not found:
        raise ValueError(f"template {shown(template)} has no field: {USE}")
    # The places of the steps are found by the zero bytes that are left for them.
    if any(field == "step" for field, _, _ in found) and any("\0" in text for text in (template, *labels)):
        raise ValueError(f"template {shown(template)} cannot be filled in: with {{step}} there can be no zero bytes")
    refuse_long_moves(template, [spec for _, spec, _ in found], labels)


def refuse_long_moves(template: str, specs: list[str], labels: Sequence[str]) -> None:
    """Refuse a template whose moves may have more than 1 MiB: widths are read, not tried."""
    label = max(map(len, labels))
    # A width or a precision; one of more than seven digits is too long whatever it says.
    widths = [int(digits) if len(digits) < 8 else MOST_MOVE for spec in specs for digits in DIGITS.findall(spec)]
    if (longest := len(template) + len(specs) * label + sum(widths)) > MOST_MOVE:
        size = f"{'at least' if MOST_MOVE in widths else 'up to'} {longest:,} characters"
        raise ValueError(f"template {shown(template)} makes moves of {size}, the most is {MOST_MOVE:,}")
