"""Lists in which one character is wrong, so that they would be read as another list, are refused."""

import io
import itertools

import pytest

import hanoi_fast as hf

COUNTER = "may be a counter with a mistake"
NO_MOVE = "line {} cannot be read as a move like those before it"
MISTYPED = [
    (2, "left too middle\nleft to right\nmiddle to right\n", "line 1 may be a move that cannot be read"),
    (2, "left middl:\nleft right\nmiddle right\n", "line 1 may be a move that cannot be read"),
    (3, "AC:\nAB\nCB\nAC\nBA\nBC\nAC\n", "line 1 may be a move that cannot be read"),
    (2, "Move disk 1 to peg 2\nMove disk 2 to peg 3\nMove disk 1 t\no peg 3\n", NO_MOVE.format(4)),
    (1, "* Disk 1 b-> c\n", "line 1 has uneven room beside its arrow"),
    (1, "C{:move, :a, :c}]\n", "line 1 cannot be read as a move"),
    (1, "1)0 A to C\n", "line 1 has disc 0, and there are too few others to know what that is"),
    (2, "A B\nA C\nB CTotal moves: 3\n", NO_MOVE.format(3)),
    (2, "left mi(dle\nmiddle right\nleft right\n", "line 1 may be a move that cannot be read"),
    (1, "transfer disk 1 (. to C)\n", "line 1 cannot be read as a move"),
    (2, "Mover disco 1 de a a b\nMover disco 2 d a a a\n", NO_MOVE.format(2)),
    (1, "> 1 from 0 to .\n", "line 1 cannot be read as a move"),
    (1, "Sposta il disco 1 dacmiddle a right\n", "line 1 has a word that is not known, 'dacmiddle'"),
    (1, "Sposta il disco 1 dacb a c\n", "line 1 has a word that is not known, 'dacb'"),
    (1, "[{:move,B:a, :c}]\n", "line 1 cannot be read as a move"),
    (2, "A B\nA C\nB CcTotal moves: 3\n", NO_MOVE.format(3)),
    (2, "A B\nA C\nB CcDone!\n", NO_MOVE.format(3)),
    (2, "Here are the moves that solve it:AA B\nA C\nB C\n", "line 1 may be a move that cannot be read"),
    (1, "0 \t\n", "line 1 cannot be read as a move"),
    (2, "1: (1, 2)\n2: (1, 3)\n2: (2, 3)\n", COUNTER),
    (3, "7\n1: A -> C\n2: A -> B\n3: C -> B\n4: A -> C-5: B -> A\n6: B -> C\n7: A -> C\n", COUNTER),
    (3, "[1] A C\n[2] A B\n[3] C B\n[] A C\n[5] B A\n[6] B C\n[7] A C\n", NO_MOVE.format(4)),
    (3, "71: a -> c\n2: a -> b\n1: c -> b\n3: a -> c\n1: b -> a\n2: b -> c\n1: a -> c\n", "has it lost a blank?"),
]  # fmt: skip


@pytest.mark.parametrize(("discs", "text", "message"), MISTYPED)
def test_what_a_wrong_character_made_of_a_list_is_refused(discs, text, message):
    with pytest.raises(ValueError, match=r"^line [0-9]+ ") as caught:
        hf.verify(io.BytesIO(text.encode()), discs)
    assert message in str(caught.value)


def test_a_column_that_does_not_count_is_no_counter():
    text = "1: A -> C\n2: A -> B\n3: C -> B\n30: A -> C\n1: B -> A\n2: B -> C\n1: A -> C\n"
    assert hf.verify(io.BytesIO(text.encode()), 3).first_error.index == 2


def test_numbers_that_begin_anew_do_not_count():
    right = "Move 1 from A to C\nMove 2 from A to B\nMove 1 from C to B\nMove 3 from A to C\n"
    right += "Move 1 from B to A\nMove 2 from B to C\nMove 1 from A to C\n"
    assert hf.verify(io.BytesIO(right.encode()), 3).optimal
    lines = right.splitlines()
    lines[2], lines[6] = "Move51 from C to B", "Move 3 from A to C"
    assert hf.verify(io.BytesIO("\n".join(lines).encode()), 3).first_error.index == 2


def test_a_quotation_mark_is_no_arrow():
    text = "> 1 from 0 to 1\n> 2 from 0 to 2\n> 1 from 1 to 2\n"
    assert hf.verify(io.BytesIO(text.encode()), 2).optimal


@pytest.mark.parametrize("tail", ["Total moves: 7", "All disks are on the last peg now.", "Done in 7 moves!"])
@pytest.mark.parametrize("line", ["{} => {}", "{} to {}", "from {} to {}", "Move disk from {} to {}"])
@pytest.mark.parametrize("pegs", ["ABC", ["source", "spare", "target"], ["left", "middle", "right"]])
def test_a_last_move_that_runs_into_what_stands_behind_it_is_no_remark(pegs, line, tail):
    lines = [line.format(pegs[source], pegs[target]) for source, target in hf.solve(3).array().tolist()]
    assert hf.verify(io.BytesIO("\n".join((*lines, tail)).encode()), 3).optimal
    for mistake in "exQ":
        text = "\n".join(lines) + mistake + tail
        with pytest.raises(ValueError, match=r"^line 7 cannot be read as a move like those before it"):
            hf.verify(io.BytesIO(text.encode()), 3)


@pytest.mark.parametrize("header", ["disc-from to", "# disc.from to", "disc from-to", "# source disk,target"])
def test_a_column_of_two_names_is_no_column(header):
    (report,) = hf.verify_each([header + "\n1 A C\n2 A B\n1 C B\n3 A C\n1 B A\n2 B C\n3 A C\n"], 3)
    assert (report.unreadable or "").startswith("line 1 ") or report.first_error.index == 6


def test_a_number_before_a_wrong_list_may_be_what_is_left_of_a_move():
    with pytest.raises(ValueError, match=r"^line 1 cannot be read as a move like those before it: '2'"):
        hf.verify(io.BytesIO(b" 2\n1 3\n2 3\n"), 2)
    assert hf.verify(io.BytesIO(b"3\n1 2\n1 3\n2 3\n"), 2).optimal


TITLES = ["A table:", "Here is a solution:", "Total moves: 3", "For 2 discs:", "The moves I made are these:"]


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("form", ["{} -> {}", "{} {}", "{},{}", "{} to {}", "Move the top disc from {} to {}"])
def test_titles_are_titles_still(title, form):
    moves = "".join(form.format(*pair) + "\n" for pair in ("AB", "AC", "BC"))
    assert hf.verify(io.BytesIO(f"{title}\n{moves}".encode()), 2).optimal


def test_a_letter_in_both_cases_may_be_one_peg_or_two():
    text = b"Step 1: 1 B a b\nStep 2: 2 a c\nStep 3: 1 b c\n"
    with pytest.raises(ValueError, match=r"^cannot tell whether B and b are one peg: spell it alike, or say labels$"):
        hf.verify(io.BytesIO(text), 2)
    assert hf.verify(io.BytesIO(b"A b\na C\nB c\n"), 2, labels="abc").optimal


@pytest.mark.parametrize("discs", [3, 7])
def test_a_letter_in_another_case_is_refused_wherever_it_stands(discs):
    moves = ["ABC"[source] + " -> " + "ABC"[target] for source, target in hf.solve(discs).array().tolist()]
    for which in (len(moves) // 2, len(moves) - 1):
        spoiled = "\n".join((*moves[:which], moves[which].lower(), *moves[which + 1 :]))
        for text in ("\n".join(moves), spoiled):
            list(hf.verify_each([text], discs))  # the next is read as one before it
        (report,) = hf.verify_each([spoiled], discs)
        assert "cannot tell whether" in report.unreadable
        assert "are one peg" in report.unreadable


@pytest.mark.parametrize("text", ["Move 1: D | a | c", "Move 1: B | a | c", "Move 1: B a c", "Move D a c"])
def test_one_move_of_three_letters_is_refused(text):
    with pytest.raises(ValueError, match=r"cannot be read|a letter that may be a peg or a word, a|cannot tell what D"):
        hf.verify(io.BytesIO(text.encode()), 1)


@pytest.mark.parametrize("text", ["Mover A a C", "Mover disco 1 de a a c", "Mover disco 1 de A a C"])
def test_a_small_word_between_two_pegs_is_a_word_still(text):
    assert hf.verify(io.BytesIO(text.encode()), 1).optimal


BROKEN = [
    ("Move disk {} from source {} to destination {}", "ABC"),
    ("Move disk {} from source {} to destination {}", "123"),
    ("Take ring {} off {}, put it on after {}", "abc"),
    ("Move disc {} from peg {} to peg {}", "abc"),
    ("Move disk {} from {} to {}", ["source", "spare", "target"]),
    ("{}: {} -> {}", ["left", "middle", "right"]),
]


@pytest.mark.parametrize("which", range(3))
@pytest.mark.parametrize(("line", "pegs"), BROKEN)
def test_a_move_with_a_line_feed_in_it_is_read_as_it_was_or_refused(line, pegs, which):
    """Wherever the line feed stands, and whatever is left before it: "to d" and "stination C"."""
    solution = hf.solve(2).array("moves").tolist()
    moves = [line.format(disc, pegs[source], pegs[target]) for disc, source, target in solution]
    assert hf.verify(io.BytesIO("\n".join(moves).encode()), 2).optimal
    for at in range(1, len(moves[which])):
        text = "\n".join((*moves[:which], moves[which][:at], moves[which][at:], *moves[which + 1 :]))
        try:
            report = hf.verify(io.BytesIO(text.encode()), 2)
        except ValueError:
            continue
        assert report.optimal, text


@pytest.mark.parametrize("labels", [None, "ABC", "abc"])
@pytest.mark.parametrize("letter", "dez")
def test_a_letter_of_no_peg_in_another_case_is_no_peg(letter, labels):
    for text in (f"A -> B\nA -> C\nB -> {letter}\n", f"{letter} -> B\nA -> C\nB -> C\n"):
        with pytest.raises(ValueError, match=f"cannot tell what {letter} is: it is none of 3 pegs, and not written as"):
            hf.verify(io.BytesIO(text.encode()), 2, labels=labels)
        report = hf.verify(io.BytesIO(text.replace(letter, "D").encode()), 2, labels=labels)
        assert "no peg D" in report.first_error.reason


@pytest.mark.parametrize("form", ["MOVE 1 FROM L TO R", "Move 1 from L to R", "STEP 1 FROM L TO R", "1. from L to R"])
@pytest.mark.parametrize("room", ["\n", " \n", "\n "])
def test_a_single_move_with_a_line_feed_in_it_is_read_as_it_was_or_refused(form, room):
    assert hf.verify(io.BytesIO(form.encode()), 1, labels="LMR").optimal
    for at, left_out in itertools.product(range(1, len(form)), (0, 1)):
        text = form[:at] + room + form[at + left_out :]
        try:
            report = hf.verify(io.BytesIO(text.encode()), 1, labels="LMR")
        except ValueError:
            continue
        assert report.optimal, text
