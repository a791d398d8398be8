"""Tables with columns that say nothing of a move are read without them, where that is certain."""

import io
import re

import pytest

import hanoi_fast as hf

ROWS = "step{0}disk{0}from{0}to{0}seconds\n1{0}1{0}A{0}B{0}0.25\n2{0}2{0}A{0}C{0}0.5\n3{0}1{0}B{0}C{0}12.0\n"


def judged(text, discs=2, **options):
    return hf.verify(io.BytesIO(text.encode()), discs, **options)


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_a_column_of_another_kind_is_set_aside_and_said(delimiter):
    report = judged(ROWS.format(delimiter))
    assert report.optimal
    assert report.read_as == "counter, disc, from, to; not read: seconds; lines 2 to 4 are moves"
    assert f"Read as: {report.read_as}." in str(report)
    wrong = judged(ROWS.format(delimiter).replace(f"B{delimiter}C", f"B{delimiter}A"))
    assert (wrong.legal, wrong.complete) == (True, False)
    wrong = judged(ROWS.format(delimiter).replace("12.0", "1.5").replace(f"A{delimiter}C", f"A{delimiter}B"))
    assert (wrong.first_error.index, wrong.first_error.line) == (1, 3)


@pytest.mark.parametrize(
    "text",
    [
        "remark,from,to\nwell done,A,B\nso far so good,A,C\n,B,C\n",
        "A table:\n\nfrom,to,ok\nA,B,True\nA,C,True\nB,C,False\nDone!\n",
        "| player | from | to | note |\n|---|---|---|---|\n| bob | A | B | x y |\n"
        "| bob | A | C | z z |\n| bob | B | C | good |\n",
        "# who;from;to\nbob;A;B\r\nbob;A;C\r\nbob;B;C\r\n",
        '"disk","from","to","at noon"\n"1","A","B","12:30"\n"2","A","C","12:31"\n"1","B","C","12:32"\n',
        "from;to;state\nleft;middle;[2, 1]\nleft;right;[2, 0]\nmiddle;right;[1, 2]\n",
    ],
)
def test_remarks_of_many_kinds_are_set_aside(text):
    assert judged(text).optimal


MAY = "which may be a disc or a peg"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("from,to,note\nA,B,x\nA,C,y\n", f"line 2 has 'x' in column note, {MAY}"),
        ("from,to,note\nA,B,so\nA,C,2\n", f"line 3 has '2' in column note, {MAY}"),
        ("from,to,via\nA,B,C\nA,C,B\n", f"line 2 has 'C' in column via, {MAY}"),
        ("disk,to,holder\n1,B,left\n", f"line 2 has 'left' in column holder, {MAY}"),
        ("from,to,note\nA,B,disk 1\n", f"line 2 has 'disk 1' in column note, {MAY}"),
        ("from,to,note\nA,B,ok\nA,C\nB,C,ok\n", "line 3 does not have the 3 columns of the header: 'A,C'"),
        ("from,to,note\nA,B,ok\nA,C,so,so\n", "line 3 does not have the 3 columns of the header: 'A,C,so,so'"),
        ('from,to,note\nA,B,"ok\nA,C,ok\n', f"line 2 has '\"ok' in column note, {MAY}"),
    ],
)
def test_what_may_be_part_of_a_move_is_refused(text, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        judged(text)


def test_a_long_table_is_read_in_pieces():
    moves = hf.solve(16).array("moves").tolist()
    rows = "".join(f"{disc},{'ABC'[a]},{'ABC'[b]},after {i} s\n" for i, (disc, a, b) in enumerate(moves))
    assert judged("disk,from,to,time\n" + rows, 16).optimal
    cut = rows.replace(",after 40000 s", "")
    with pytest.raises(ValueError, match=r"^line 40002 does not have the 4 columns of the header: '.,.,.'$"):
        judged("disk,from,to,time\n" + cut, 16)
