"""Move lists that cannot be read are refused with their line, and what is not certain is never guessed."""

import io
import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanoi_fast.lists.parsing import MoveList


def read(text, **options):
    """All the moves of a text as tuples."""
    file = io.BytesIO(text if isinstance(text, bytes) else text.encode())
    return [tuple(row) for block in MoveList(file, **options) for row in block.tolist()]


def refuse(text, message, **options):
    """A text must be refused with just this message."""
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        read(text, **options)


@pytest.mark.parametrize(
    ("text", "pegs", "why"),
    [
        ("1 2\n", 3, "neither peg 0 nor peg 3 occurs"),
        ("1 2\n1 3\n", 4, "neither peg 0 nor peg 4 occurs"),
        ("0 3\n", 3, "pegs 0 and 3 both occur, one too many for 3 pegs"),
    ],
)
def test_the_first_peg_is_never_guessed(text, pegs, why):
    expected = f"cannot tell whether pegs count from 0 or from 1: {why}; say first_peg (--first-peg)"
    refuse(text, expected, pegs=pegs)
    assert len(read(text, pegs=pegs, first_peg=1)) == len(read(text, pegs=pegs, first_peg=0)) > 0


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("A B\n", {"first_peg": 1}, "first_peg is for pegs that are numbers, and this list names them by letters"),
        ("0 1\n", {"labels": "ABC"}, "labels are for pegs that are letters, and this list names them by numbers"),
        (
            "A B\n",
            {"labels": ["left", "b", "c"]},
            "the list names a peg 'A', which is none of the labels left, b, c",
        ),
        ("0 1\n", {"first_peg": 2}, "first_peg must be between 0 and 1, not 2"),
        ("0 1\n", {"pegs": 257}, "pegs must be between 1 and 256, not 257"),
    ],
)
def test_options_that_do_not_fit_are_refused(text, options, message):
    refuse(text, message, **options)


TWO_WAYS = (
    "the list can be read in two ways, as disc, source, target or counter, source, target: '{}'; write disc or peg "
    "before its numbers"
)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file is empty"),
        (" \n\n", "the list is empty; one of no moves is written []"),
        ("0 2\n0 1\nhello\n", "line 3 cannot be read as a move like those before it: 'hello'"),
        ("hello\n", "line 1 cannot be read as a move: 'hello'"),
        ("7\n\n0 2\n\nx\n", "line 5 cannot be read as a move like those before it: 'x'"),
        ("0 2\n0 1\n2", "line 3 cannot be read as a move like those before it: '2', where the file ends"),
        ("1 0 2\n1 0", "line 2 cannot be read as a move like those before it: '1 0', where the file ends"),
        ("0 2\r\n0 1 2\r\n", "line 2 cannot be read as a move like those before it: '0 1 2'"),
        ("0 2\n0 -> 1\n", "line 1 may be a move that cannot be read: '0 2'; mend it, or take it out if it is none"),
        ("1: A -> C\n", TWO_WAYS.format("#: @ -> @")),
        ("1 A -> C\n", TWO_WAYS.format("# @ -> @")),
        ("0 2 1 0\n", "line 1 cannot be read as a move: '0 2 1 0'"),
        ("ACB\n", "line 1 cannot be read as a move: 'ACB'"),
        ("0\n2\n", "line 2 cannot be read as a move: '2'"),
        ("0.0 1.5\n", "line 1 cannot be read as a move: '0.0 1.5'"),
        ("-1 2\n", "line 1 cannot be read as a move: '-1 2'"),
        ("A C\n0 1\n", "line 2 names pegs otherwise than the moves before it: '0 1'"),
        ("A C\nA 1\n", "line 2 names pegs otherwise than the moves before it: 'A 1'"),
        (
            "Move disc 1 from A to C\nMove disc from A to B\n",
            "line 2 names no disc, though those before do: 'Move disc from A to B'",
        ),
        (
            "Move disc from A to C\nMove disc 1 from A to B\n",
            "line 2 names a disc; those before do not: 'Move disc 1 from A to B'",
        ),
        ("disc,source,target\n0,2\n", "line 2 does not have the 3 columns of the header: '0,2'"),
        ("source,target\n1,0,2\n", "line 2 does not have the 2 columns of the header: '1,0,2'"),
        ("1 0 2\n70000 0 1\n", "line 2 has 70000; the largest number that can be read is 65535"),
        ("[[1,0,2],[2,0,1]", "the list is cut: it ends on line 1 without a ]"),
        ("[\n[1,0,2],\n[2,0,1],\n", "the list is cut: it ends on line 3 without a ]"),
        ("[[1,0,2],[2,0", "line 1 cannot be read as a move like those before it: '[2,0', where the file ends"),
        ("[[1,0,2]] and so on\n", "line 1 cannot be read as a move like those before it: 'and so on'"),
        ("[[1,0,2],[2,0]]", "line 1 names no disc, though those before do: '[2,0]'"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "line 1 is not text"),
        (b"0 2\n0 1\n\0\0\0\0", "line 3 is not text"),
        (bytes(10**5), "line 1 is not text"),
        ("0 2\n".encode("utf-16")[:-1], "the list is UTF-16 text that is damaged or cut"),
        ("x" * 10**6, "line 1 cannot be read as a move: '" + "x" * 56 + "..."),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(text, message):
    refuse(text, message)


@given(st.binary(max_size=300))
def test_rubbish_is_refused_or_read_but_nothing_worse(rubbish):
    moves = []
    with suppress(ValueError):
        moves = read(rubbish)
    assert all(len(move) in (2, 3) for move in moves)
