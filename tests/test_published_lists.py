"""Lists as people publish them are read, and the first wrong move of each is found."""

import io
import random
import re
from contextlib import suppress

import fuzz_lists
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


def test_nine_of_ten_lists_are_read_and_there_are_many():
    assert len(FORMS) >= 100


@pytest.mark.parametrize("seed", range(4))
def test_what_is_read_of_spoiled_lists_is_what_stands_there(seed):
    chance = random.Random(seed)
    results = [fuzz_lists.tried(chance) for _ in range(400)]
    assert [text for result, _, text in results if result == "WRONG"] == []
    assert sum(result == "read" and kind == "move" for result, kind, _ in results) > 150


NOVEL = "It was the best of times, it was the worst of times.\nIt was the age of wisdom.\n"
REFUSED = [
    (NOVEL, "line 1 cannot be read as a move: 'It was the best of times, it was the worst of times.'"),
    ("def hanoi(n, a, b, c):\n    if n == 0:\n        return\n", "line 2 cannot be read as a move: 'if n == 0:'"),
    ("Move disk 1 from A to C\nMove disc 2 frm A to B\nMove disk 1 from C to B\n",
     "line 2 cannot be read as a move like those before it: 'Move disc 2 frm A to B'"),
    ("Move disk 1 from A to C\nThen the other.\nMove disk 1 from C to B\n",
     "line 2 cannot be read as a move like those before it: 'Then the other.'"),
    ("Move 1 to 2\nMove 1 to 3\nMove 2 to 3\n",
     "the list can be read in two ways, as source, target or disc, target: 'move # to #'; write disc or peg before its "
     "numbers"),
    ("Move disk 1 from L to M\nMove disk 2 from L to R\nMove disk 1 from M to R\n",
     "cannot tell which pegs L,M,R are: say labels, the name of each peg in order (--labels L,M,R)"),
    ("from,to,note\nA,C,x\n", "line 2 has 'x' in column note, which may be a disc or a peg"),
    ('[{"from": "A", "to": "C"}, {"from": "A", "to": ', "line 1 cannot be read as a move like those before it: "
     '\'{"from": "A", "to":\', where the file ends'),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_what_is_not_certain_is_refused(text, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        hf.verify(io.BytesIO(text.encode()), 2)


def verdict(text, discs):
    return str(hf.verify(io.BytesIO(text.encode()), discs))


def test_the_word_before_a_number_says_what_it_is():
    wrong = "Move disk 1 to peg 2\nMove disk 1 to peg 3\nMove disk 2 to peg 3\n"
    for text in (
        wrong,
        "1. " + wrong.replace("\nM", "\n2. M"),
        wrong.replace("Move disk", "Disk").replace("to peg", "->"),
    ):
        with suppress(ValueError):
            assert verdict(text, 2).startswith("Not legal: the 3rd move (line 3) takes disc 2 from peg 1 to peg 3")
    assert "optimal" in verdict("Move disc 1 to peg 2\nMove disc 2 to peg 3\nMove disc 1 to peg 3\n", 2)


def test_what_was_taken_is_said():
    text = "For 2 discs:\n\n1. Move disk 1 to peg 2\n2. Move disk 2 to peg 3\n3. Move disk 1 to peg 3\nDone!\n"
    report = hf.verify(io.BytesIO(text.encode()), 2)
    assert report.read_as == "counter, disc, to; pegs count from 1; lines 3 to 5 are moves"
    assert f"Read as: {report.read_as}." in str(report)
    report = hf.verify(io.BytesIO(b"Move disk from left to right\n"), 1)
    assert report.read_as == "from, to; left is peg 0, right is peg 2, counted from 0; line 1 is a move"


PLAN = """; a plan
0: (move d1 d2 p3) [1]
1: (MOVE D2 D3 P2) [1]
2: (move d1 p3 d2) [1]
3: (move d3 p1 p3) [1]
4: (move d1 d2 p1) [1]
5: (move d2 p2 d3) [1]
6: (move d1 p1 d2) [1]
; cost = 7
"""


def test_a_plan_is_read():
    assert verdict(PLAN, 3).startswith("Legal, complete and optimal: 7 moves.")
    assert verdict(PLAN.replace("[1]", "").replace(" p", " peg").replace(" d", " disk"), 3).startswith(
        "Legal, complete"
    )
    text = PLAN.replace("3: (move d3 p1 p3)", "3: (move d3 p1 d2)")
    with pytest.raises(ValueError, match=r"^line 5: free to lie on is not d2$"):
        verdict(text, 3)
    with pytest.raises(ValueError, match=r"^line 4: disc 1 does not lie on d3$"):
        verdict(PLAN.replace("d1 p3 d2", "d1 d3 d2"), 3)
    with pytest.raises(ValueError, match=r"^line 3 cannot be read as a step of a plan: '1: .MOV D2 D3 P2. .1.'$"):
        verdict(PLAN.replace("MOVE", "MOV"), 3)
