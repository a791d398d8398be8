"""Lists as people publish them are read, and the first wrong move of each is found."""

import io

import oracles
import pytest
from written_lists import KINDS, Written, written

import hanoi_fast as hf

FORMS = [pytest.param(form, id=f"{kind} {i}") for kind, forms in KINDS.items() for i, form in enumerate(forms, 1)]
REASONS = {
    "same peg": "that is the same peg",
    "empty peg": "is empty",
    "disc": "the disc on top of peg",
    "larger on smaller": "which is smaller",
}


def judged(form: Written, moves, discs):
    return hf.verify(io.BytesIO(written(form, moves, discs)), discs, **form.options)


def expected(form, moves, discs):
    """The index and the reason of the first wrong move by the slow replay; None if there is none."""
    shows_disc, shows_source = "{d}" in form.line, "{s}" in form.line
    state = [0] * discs
    told = []
    for disc, source, target in moves:
        told.append((disc, source if shows_source else state[disc - 1], target) if shows_disc else (source, target))
        state[disc - 1] = target
    try:
        oracles.replay(told, (0,) * discs)
    except AssertionError as error:
        index, _, reason = str(error).removeprefix("move ").partition(": ")
        return int(index), next(said for key, said in REASONS.items() if reason.startswith(key))
    return None


@pytest.mark.parametrize("discs", [2, 3])
@pytest.mark.parametrize("form", FORMS)
def test_a_right_list_is_read(form, discs):
    report = judged(form, oracles.tower_moves(discs), discs)
    assert report.optimal, str(report)


def spoiled(discs):
    """The list with each of its moves to another peg, or of another disc."""
    right = oracles.tower_moves(discs)
    for i, (disc, source, target) in enumerate(right):
        yield [*right[:i], (disc, source, 3 - source - target), *right[i + 1 :]]
        yield [*right[:i], (disc, target, source), *right[i + 1 :]]
        yield [*right[:i], (disc % discs + 1, source, target), *right[i + 1 :]]


@pytest.mark.parametrize("form", FORMS)
def test_the_first_wrong_move_is_found_or_the_list_is_refused(form):
    found = refused = 0
    for discs in (2, 3):
        for moves in spoiled(discs):
            wrong = expected(form, moves, discs)
            try:
                report = judged(form, moves, discs)
            except ValueError:
                refused += 1
                continue
            found += 1
            if wrong is None:
                assert report.legal
            else:
                assert not report.legal
                assert report.first_error.index == wrong[0]
                assert wrong[1] in report.first_error.reason
    assert found >= 3 * refused
