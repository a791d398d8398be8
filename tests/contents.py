"""The whole files that documents are read against, move by move."""

import json

from oracles import layouts, rendered

FORMATS = [*layouts(3), "json", "{disc:03d} {source}\n"]


def naive(solution, name="text", **options):
    """The whole file: its header, the moves asked for one at a time, its footer."""
    moves = [solution[step] for step in range(solution.count)]
    if name == "json":
        return json.dumps(moves, separators=(",", ":")).encode() + b"\n"
    return rendered(moves, name, discs=solution.discs, **options)
