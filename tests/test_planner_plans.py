"""Plans of planners, `(move d1 d2 p3)`, however long, are read as the moves they mean."""

import io
import re

import oracles
import pytest

import hanoi_fast as hf


def plan(moves, discs, first=1):
    """The plan that makes these moves from a tower on the first peg, a line for each."""
    where = [0] * discs
    for disc, source, target in moves:
        lower = (d for d in range(disc + 1, discs + 1) if where[d - 1] == source)
        upper = (d for d in range(1, discs + 1) if where[d - 1] == target)
        below = f"d{d}" if (d := next(lower, None)) else f"p{source + first}"
        on = f"d{d}" if (d := next(upper, None)) else f"p{target + first}"
        where[disc - 1] = target
        yield f"(move d{disc} {below} {on})"


def judged(lines, discs, **options):
    return hf.verify(io.BytesIO("\n".join(lines).encode()), discs, **options)


@pytest.mark.parametrize("first", [0, 1])
def test_a_plan_of_more_than_a_megabyte_is_read(first):
    moves = oracles.tower_moves(16)
    lines = ["; a plan", *(f"{step}: {line} [1]" for step, line in enumerate(plan(moves, 16, first)))]
    assert sum(map(len, lines)) > 1 << 20
    report = judged(lines, 16)
    assert report.optimal
    assert report.read_as == f"disc, from, to; pegs count from {first}; lines 2 to 65,536 are moves"
    disc, source, target = moves[60_000]
    wrong = [*moves[:60_000], (disc, source, 3 - source - target)]
    report = judged([*lines[:60_001], list(plan(wrong, 16, first))[-1]], 16)
    assert (report.moves, report.complete) == (60_001, False) if report.legal else report.first_error.line == 60_002
    with pytest.raises(ValueError, match=r"^line 60002 cannot be read as a step of a plan: '\(put d1 p1 p2\)'$"):
        judged([*lines[:60_001], "(put d1 p1 p2)", *lines[60_002:]], 16)


def test_a_first_peg_that_is_given_is_believed():
    with pytest.raises(ValueError, match=r"^cannot tell whether the pegs of the plan count from 0 or from 1: say"):
        judged(["(move d1 p1 p2)"], 1)
    assert judged(["(move d1 p1 p2)"], 1, target=1, first_peg=1).first_error is None
    report = judged(["(move d1 p1 p2)"], [1], first_peg=0)
    assert report.optimal


def test_a_line_without_an_end_is_refused():
    text = "(move d1 p1 p3)\n" + "(move d1 p3 p1) " * 100_000
    with pytest.raises(ValueError, match=re.escape("line 2")):
        hf.verify(io.BytesIO(text.encode()), 1)
