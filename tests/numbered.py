"""Moves with the numbers of their steps, as plain Python writes them."""

import numpy as np

from hanoi_fast.streams.templates import HEADERS, TEMPLATES


def moves_of(solution):
    first = solution._first
    return [(first + place, *move) for place, move in enumerate(solution)]


def written(solution, form, labels=None):
    """Return a text as Python formats it, move by move."""
    labels = labels or [str(peg) for peg in range(solution.pegs)]
    quoted = [f'"{label}"' for label in labels] if form == "steps-jsonl" and labels[0] == "A" else labels
    template = TEMPLATES.get(form, form)
    rows = [
        template.format(step=step, disc=disc, source=quoted[source], target=quoted[target])
        for step, disc, source, target in moves_of(solution)
    ]
    return HEADERS.get(form, b"") + "".join(rows).encode()


def assert_steps(array, solution):
    assert array.dtype.names == ("step", "disc", "source", "target")
    assert array["step"].dtype == np.uint64
    assert np.array_equal(array["step"], np.arange(solution._first, solution._stop, dtype=np.uint64))
    moves = solution.array("moves")
    for column, name in enumerate(("disc", "source", "target")):
        assert array[name].dtype == moves.dtype
        assert np.array_equal(array[name], moves[:, column])
