"""Many answers at once: a report for each, whatever the others are, and a summary of all."""

import json
import re

import numpy as np
import pytest

import hanoi_fast as hf
from hanoi_fast.lists import parsing, recalling
from hanoi_fast.lists.each import Summary

RIGHT = "1. Move disk 1 from A to B\n2. Move disk 2 from A to C\n3. Move disk 1 from B to C\n"
WRONG = RIGHT.replace("from B to C", "from A to C")


def test_each_answer_has_its_report():
    reports = list(hf.verify_each([RIGHT, WRONG, b"I do not know.", RIGHT.encode(), "A B\n"], 2))
    assert [report.optimal for report in reports] == [True, False, None, True, False]
    assert [report.legal for report in reports] == [True, False, None, True, True]
    assert reports[1].first_error.index == 2
    assert reports[2].unreadable == "line 1 cannot be read as a move: 'I do not know.', where the file ends"
    assert str(reports[2]) == f"Cannot be read: {reports[2].unreadable}."


def test_an_answer_may_say_its_own_puzzle():
    answers = [
        {"reply": RIGHT, "discs": 2},
        {"reply": "A C", "discs": 1},
        {"reply": "C A", "state": [2], "target": 0},
        {"reply": "X Z", "discs": 1, "labels": ["X", "Y", "Z"]},
        {"reply": "1 4", "discs": 1, "pegs": 4, "first_peg": 1},
        {"reply": [[0, 2]], "discs": 1},
    ]
    assert all(report.optimal for report in hf.verify_each(answers, key="reply"))


def test_an_answer_written_as_one_before_it_is_read_as_if_it_were_the_first(monkeypatch):
    texts = [
        RIGHT,
        WRONG,
        RIGHT.replace("2.", "9."),
        RIGHT + "Done in 3 moves!\n",
        RIGHT.replace("disk 2", "disc 2"),
        RIGHT.replace("B", "Q"),
        RIGHT[:-9],
        RIGHT.replace("\n", "\r\n"),
        RIGHT.replace("from B", "frm B"),
    ]
    together = [(str(report), report.read_as) for report in hf.verify_each([RIGHT, *texts], 2)][1:]
    alone = []
    for text in texts:
        recalling.REMEMBERED.clear()
        alone += [(str(report), report.read_as) for report in hf.verify_each([text], 2)]
    assert together == alone


HEADS = ["", "Here is the solution:\n\n", "Tower of Hanoi with 2 discs\n", "3\n", "Disk, from, to\n", "```\n",
         "Move disk 1 first, from A:\n", "The pegs are A, B and C.\n", "Move disk 2 from A to B\n", "[\n"]  # fmt: skip
TAILS = ["", "Done!\n", "Total moves: 3\n", "```\n", "Move them from A to C!\n", "Then move disk 1 to A.\n", "]\n"]


def test_a_title_does_not_change_how_a_list_is_read(monkeypatch):
    """A list with a title and a tail is read as one before it, and as if it were the first."""
    recalled = []
    monkeypatch.setattr(parsing, "recall", lambda *given: recalled.append(recalling.recall(*given)) or recalled[-1])
    texts = [head + body + tail for head in HEADS for tail in TAILS for body in (RIGHT, WRONG)]
    together = [(str(report), report.read_as) for report in hf.verify_each([RIGHT, *texts], 2)][1:]
    assert sum(bool(found and found.reader.around.strange) for found in recalled) > len(texts) // 4
    alone = []
    for text in texts:
        recalling.REMEMBERED.clear()
        alone += [(str(report), report.read_as) for report in hf.verify_each([text], 2)]
    assert together == alone


@pytest.mark.parametrize(
    ("answers", "options", "error", "message"),
    [
        ("A C", {}, TypeError, "answers must be an iterable of texts or mappings, not one str"),
        ([7], {}, TypeError, "answer 0: an answer must be a text or a mapping, not 7 (int)"),
        ([{"text": "A C"}], {}, ValueError, "answer 0: it has no 'answer', only 'text'"),
        ([{"answer": "A C", "discs": -1}], {}, ValueError, "answer 0: discs must be at least 0, not -1"),
        (["A C"], {"start": None}, ValueError,
         "answer 0: say where the discs are: start, or discs or state in each answer"),
        (["A C"], {"pegs": 1}, ValueError, "answer 0: pegs must be between 2 and 256, not 1"),
    ],
)  # fmt: skip
def test_what_is_no_answer_is_refused_with_its_place(answers, options, error, message):
    with pytest.raises(error, match=f"^{re.escape(message)}$"):
        list(hf.verify_each(answers, **{"start": 1, **options}))


def test_the_summary_counts():
    summary = Summary()
    for report in hf.verify_each([RIGHT, RIGHT, WRONG, "?", "A B\nA B", "A B\nB C"], 2):
        summary.add(report)
    expected = {"answers": 6, "legal": 3, "complete": 2, "optimal": 2, "unreadable": 1, "first_wrong": {"1": 1, "2": 1}}
    assert summary.facts() == expected


def test_no_answer_is_held_longer_than_it_takes():
    def endless():
        while True:
            yield RIGHT

    reports = hf.verify_each(endless(), np.zeros(2, np.uint8))
    assert next(reports).optimal
    assert next(reports).optimal


# The command


@pytest.fixture
def answers(tmp_path):
    path = tmp_path / "answers.jsonl"
    lines = [{"answer": RIGHT}, {"answer": WRONG, "discs": 2}, {"answer": "no"}]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_the_command_writes_a_line_for_each_and_a_summary(called, answers):
    status, out, err = called("verify", "--each", str(answers), "--discs", "2")
    told = [json.loads(line) for line in out.splitlines()]
    assert status == 1
    assert [line["legal"] for line in told] == [True, False, None]
    assert told[2]["unreadable"].startswith("line 1 cannot be read as a move")
    assert err == ("3 answers: 1 legal, 1 complete, 1 optimal, 1 unreadable. First wrong move, from 1: 3 (1).\n")
    err = called("verify", "--each", str(answers), "--discs", "2", "--json")[2]
    assert json.loads(err)["first_wrong"] == {"2": 1}


def test_the_command_ends_well_only_if_all_are_right(called, tmp_path):
    path = tmp_path / "answers.jsonl"
    path.write_text(json.dumps({"text": "A C"}) + "\n\n" + json.dumps("A C") + "\n")
    status, out, _ = called("verify", "--each", str(path), "--key", "text", "--discs", "1")
    assert (status, len(out.splitlines())) == (0, 2)


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("{", ["--discs", "1"], "line 1 is no JSON: "),
        ("[1]", ["--discs", "1"], "line 1 must be an object or a text, not [1]"),
        ('{"answer": "A C"}', [], "answer 0: say where the discs are: start, or discs or state in each answer"),
        ('{"answer": "A C"}', ["--to", "2"], "--to goes with --discs, --state or --stacks"),
        ('{"answer": "A C"}', ["x.txt", "--discs", "1"], "--each FILE has the answers: no other FILE goes with it"),
    ],
)
def test_what_the_command_cannot_use_is_said_with_status_2(text, options, message, called, tmp_path):
    path = tmp_path / "answers.jsonl"
    path.write_text(text)
    status, _, err = called("verify", *options, "--each", str(path))
    assert status == 2
    assert err.startswith(f"hanoi-fast verify: error: {message}")
    assert err.count("\n") == 1


def test_a_line_that_is_no_answer_ends_it_after_the_reports_of_those_before(called, tmp_path):
    path = tmp_path / "answers.jsonl"
    path.write_text('{"answer": "A C"}\n{"reply": "A C"}\n{"answer": "A C"}\n')
    status, out, err = called("verify", "--each", str(path), "--discs", "1")
    assert (status, out.count("\n")) == (2, 1)
    assert '"optimal": true' in out
    assert "it has no 'answer', only 'reply'" in err


def test_what_is_done_to_a_report_does_not_reach_the_next():
    right = "A -> B\nA -> C\nB -> C\n"
    for start in (2, [0, 0], np.zeros(2, np.uint8)):
        reports = []
        for report in hf.verify_each([right, {"answer": right}, "no moves at all", right, {"answer": right}], start):
            reports.append((report.optimal, report.unreadable is None))
            report.state[:] = 1
        assert reports == [(True, True), (True, True), (None, False), (True, True), (True, True)]


def test_each_answer_may_have_a_question_of_its_own_between_others():
    moves = {discs: hf.solve(discs).array().tolist() for discs in (2, 3)}
    right = {discs: "".join(f"{'ABC'[s]} {'ABC'[t]}\n" for s, t in moves[discs]) for discs in moves}
    answers = [right[2], {"answer": right[3], "discs": 3}, right[2], {"answer": right[2]}, {"answer": right[3]}]
    reports = list(hf.verify_each(answers, 2))
    assert [report.optimal for report in reports] == [True, True, True, True, False]
    assert [report.minimum for report in reports[:4]] == [3, 7, 3, 3]
