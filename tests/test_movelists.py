"""Foreign move lists: read as people write them, never guessed at, refused with the line."""

import io
import re
from contextlib import suppress

import numpy as np
import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanoi_fast import _movelists, movelists, texts
from hanoi_fast.movelists import MoveList


class Drops(io.RawIOBase):
    """A file that gives a few bytes at a time, as a slow pipe does."""

    def __init__(self, content, size):
        self.content, self.size = io.BytesIO(content), size

    def read(self, size=-1):
        return self.content.read(min(size, self.size))


def opened(text, **options):
    return MoveList(io.BytesIO(text if isinstance(text, bytes) else text.encode()), **options)


def read(text, **options):
    """All the moves of a text as tuples."""
    return [tuple(row) for block in opened(text, **options) for row in block.tolist()]


def refuse(text, message, **options):
    """A text must be refused with just this message."""
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        read(text, **options)


PAIRS = [(0, 2), (0, 1), (2, 1)]
TRIPLES = [(1, 0, 2), (2, 0, 1), (1, 2, 1)]

PAIR_LISTS = [
    "0 2\n0 1\n2 1\n",
    "0 2\n0 1\n2 1",
    "0\t2\n0\t1\n2\t1\n",
    "0,2\n0,1\n2,1\n",
    "0, 2\n0, 1\n2, 1\n",
    "source,target\n0,2\n0,1\n2,1\n",
    "0 2; 0 1; 2 1",
    "0->2\n0->1\n2->1\n",
    "0 -> 2\n0 -> 1\n2 -> 1\n",
    "0 --> 2\n0 --> 1\n2 --> 1\n",
    "0 --> 2; 0 --> 1; 2 --> 1; ",
    "0 → 2\n0 → 1\n2 → 1\n",
    "0 => 2, 0 => 1, 2 => 1",
    "A C\nA B\nC B\n",
    "a->c, a->b, c->b",
    "1 3\n1 2\n3 2\n",
    "1. A -> C\n2. A -> B\n3. C -> B\n",
    "- A to C\n- A to B\n- C to B\n",
    "Move disc from A to C\nMove disc from A to B\nMove disc from C to B\n",
    "Move top disk from pole 1 to pole 3\nMove top disk from pole 1 to pole 2\nMove top disk from pole 3 to pole 2\n",
    "Sposto da 0 a 2\nSposto da 0 a 1\nSposto da 2 a 1\n",
    "Sposto da A a C\nSposto da A a B\nSposto da C a B\n",
    "[[0,2],[0,1],[2,1]]",
    "moves = [(0, 2), (0, 1), (2, 1)]\n",
    '[["A", "C"], ["A", "B"], ["C", "B"]]',
    "[0,2]\n[0,1]\n[2,1]\n",
    '{"from": "A", "to": "C"}\n{"from": "A", "to": "B"}\n{"from": "C", "to": "B"}\n',
    "\ufeff0 2\n0 1\n2 1\n",
    "\n\n  0 2\n\n0   1\n  2 1  \n\n",
]

TRIPLE_LISTS = [
    "1 0 2\n2 0 1\n1 2 1\n",
    "1,0,2\n2,0,1\n1,2,1\n",
    "disc,source,target\n1,0,2\n2,0,1\n1,2,1\n",
    "Disk, From, To\n1, A, C\n2, A, B\n1, C, B\n",
    "Move disk 1 from Peg 1 to Peg 3.\nMove disk 2 from Peg 1 to Peg 2.\nMove disk 1 from Peg 3 to Peg 2.\n",
    "move disc 1 from 0 to 2\nMOVE DISC 2 FROM 0 TO 1\nMove disk 1 from peg 2 to peg 1.\n",
    "1. Move disk 1 from A to C\n2. Move disk 2 from A to B\n3. Move disk 1 from C to B\n",
    "Disk 1 moved from A to C\nDisk 2 moved from A to B\nDisk 1 moved from C to B\n",
    "Disc 1: A -> C\nDisc 2: A -> B\nDisc 1: C -> B\n",
    "Sposta il disco 1 da A a C\nSposta il disco 2 da A a B\nSposta il disco 1 da C a B\n",
    "[[1,0,2],[2,0,1],[1,2,1]]",
    "[[1,0,2],[2,0,1],[1,2,1]]\n",
    "[\n  [1, 0, 2],\n  [2, 0, 1],\n  [1, 2, 1],\n]\n",
    "[\n [\n  1,\n  0,\n  2\n ],\n [\n  2,\n  0,\n  1\n ],\n [\n  1,\n  2,\n  1\n ]\n]\n",
    "moves = [[1, 0, 2], [2, 0, 1], [1, 2, 1]]",
    "moves: [(1, 'A', 'C'), (2, 'A', 'B'), (1, 'C', 'B')];",
    "[1,0,2]\n[2,0,1]\n[1,2,1]\n",
    '{"disc": 1, "source": 0, "target": 2}\n{"disc": 2, "source": 0, "target": 1}\n'
    '{"disc": 1, "source": 2, "target": 1}\n',
]


@pytest.mark.parametrize("text", PAIR_LISTS)
def test_pairs_are_read_however_they_are_written(text):
    assert read(text) == PAIRS
    assert read(text.replace("\n", "\r\n")) == PAIRS


@pytest.mark.parametrize("text", TRIPLE_LISTS)
def test_moves_with_their_disc_are_read_however_they_are_written(text):
    assert read(text) == TRIPLES
    assert read(text.replace("\n", "\r\n")) == TRIPLES


@pytest.mark.parametrize("size", [1, 2, 3, 7])
@pytest.mark.parametrize("text", PAIR_LISTS + TRIPLE_LISTS)
def test_where_a_file_is_torn_between_two_reads_does_not_matter(text, size):
    moves = [tuple(row) for block in MoveList(Drops(text.encode(), size)) for row in block.tolist()]
    assert moves == (PAIRS if text in PAIR_LISTS else TRIPLES)


NAMED = sorted(oracles.TEMPLATES)


@pytest.mark.parametrize("name", NAMED)
@given(data=st.data())
def test_every_template_is_read_back(name, data):
    first = data.draw(st.sampled_from([0, 1, "ABCDE"]))
    names = first if isinstance(first, str) else [str(peg + first) for peg in range(5)]
    moves = data.draw(st.lists(st.tuples(st.integers(1, 300), st.integers(0, 4), st.integers(0, 4)), min_size=1))
    template = oracles.TEMPLATES[name]
    text = "".join(template.format(disc=d, source=names[s], target=names[t]) for d, s, t in moves)
    given_first = {} if isinstance(first, str) else {"first_peg": first}
    expected = moves if "{disc}" in template else [move[1:] for move in moves]
    assert read(oracles.HEADERS.get(name, b"") + text.encode(), pegs=5, **given_first) == expected


@given(st.lists(st.sampled_from(["0 2\n", "0  1\n", " 2 1\n", "1\t0 \n", "2 0;\n", "0 1; ", "\n2 0\r\n"]), min_size=1))
def test_a_list_may_be_written_unevenly(lines):
    expected = [tuple(map(int, re.findall(r"\d", line))) for line in lines]
    assert read("".join(lines), first_peg=0) == expected


def test_a_list_longer_than_every_buffer_is_read(monkeypatch):
    monkeypatch.setattr(texts, "CHUNK", 100)
    monkeypatch.setattr(texts, "LONGEST", 30)
    monkeypatch.setattr(movelists, "ROWS", 7)
    lines = [f"Move disc {n} from {n % 3} to {(n + 1) % 3}\n" for n in range(1, 500)]
    lines[250] = "move disk 251 from peg 2 to peg 0.\n"
    assert read("".join(lines)) == [(n, n % 3, (n + 1) % 3) for n in range(1, 500)]


# The count, and lists of no moves


@pytest.mark.parametrize("first", ["3\n", "3 moves\n", "3 moves:\n", "\n 3 \n"])
def test_a_first_line_may_say_how_many_moves_there_are(first):
    moves = opened(first + "A B\nA C\nB C\n")
    assert sum(map(len, moves)) == moves.announced == 3
    assert moves.notes == []


def test_a_wrong_count_is_said():
    moves = opened("1000\nA B\nA C\n")
    assert sum(map(len, moves)) == 2
    assert moves.notes == ["Its first line says 1,000 moves, but it has 2."]


@pytest.mark.parametrize("text", ["[]", "[ ]\n", "moves = []", "0\n", "disc,source,target\n"])
def test_a_list_may_have_no_moves(text):
    assert read(text) == []


# Pegs


@pytest.mark.parametrize(
    ("text", "pegs", "first", "note"),
    [
        ("0 1\n", 3, 0, "Its pegs are taken to count from 0, since peg 0 occurs."),
        ("1 0\n", 3, 0, "Its pegs are taken to count from 0, since peg 0 occurs."),
        ("1 3\n", 3, 1, "Its pegs are taken to count from 1, since peg 3 occurs."),
        ("1 2\n1 2\n2 4\n", 4, 1, "Its pegs are taken to count from 1, since peg 4 occurs."),
        ("1 0 3\n", 4, 0, "Its pegs are taken to count from 0, since peg 0 occurs."),
        ("0 7\n", 3, 0, "Its pegs are taken to count from 0, since peg 0 occurs."),
    ],
)
def test_the_first_peg_is_found_out_and_said(text, pegs, first, note):
    moves = opened(text, pegs=pegs)
    assert (moves.first_peg, moves.notes) == (first, [note])


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


def test_a_first_peg_that_is_given_is_believed():
    moves = opened("1 2\n0 9\n", first_peg=1)
    assert [moves.move(0) for _ in moves] == [(0, 1), (-1, 8)]
    assert [moves.name(peg) for peg in (-1, 0, 2, 8)] == ["0", "1", "3", "9"]
    assert moves.notes == []


def test_letters_that_name_no_peg_are_pegs_that_do_not_exist():
    moves = opened("A D\n")
    assert [moves.move(0) for _ in moves] == [(0, 3)]
    assert [moves.name(peg) for peg in (0, 3)] == ["A", "D"]
    moves = opened("l M\nR X\n", labels="LMR")
    assert [block.tolist() for block in moves] == [[[0, 1]], [[2, 256 + 23]]]
    assert [moves.name(peg) for peg in (0, 2, 256 + 23)] == ["L", "R", "X"]


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("A B\n", {"first_peg": 1}, "first_peg is for pegs that are numbers, and this list names them by letters"),
        ("0 1\n", {"labels": "ABC"}, "labels are for pegs that are letters, and this list names them by numbers"),
        (
            "A B\n",
            {"labels": ["left", "b", "c"]},
            "the pegs of this list are letters, so labels must be letters, not 'left'",
        ),
        ("0 1\n", {"first_peg": 2}, "first_peg must be between 0 and 1, not 2"),
        ("0 1\n", {"pegs": 257}, "pegs must be between 1 and 256, not 257"),
    ],
)
def test_options_that_do_not_fit_are_refused(text, options, message):
    refuse(text, message, **options)


# What cannot be read


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
        ("0 2\n0 -> 1\n", "line 2 cannot be read as a move like those before it: '0 -> 1'"),
        ("1: A -> C\n", "line 1 cannot be read as a move: '1: A -> C'"),
        ("1 A -> C\n", "line 1 cannot be read as a move: '1 A -> C'"),
        ("0 2 1 0\n", "line 1 cannot be read as a move: '0 2 1 0'"),
        ("AC\n", "line 1 cannot be read as a move: 'AC'"),
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
        ("[[1,0,2]] and so on\n", "line 1 cannot be read as a move: 'and so on'"),
        ("[[1,0,2],[2,0]]", "line 1 names no disc, though those before do: '[2,0]]'"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "line 1 is not text"),
        (b"0 2\n0 1\n\0\0\0\0", "line 3 is not text"),
        (bytes(10**5), "line 1 is not text"),
        ("0 2\n".encode("utf-16"), "the list is UTF-16 text: save it as UTF-8"),
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


def test_the_line_of_each_move_is_known(monkeypatch):
    monkeypatch.setattr(texts, "CHUNK", 64)
    monkeypatch.setattr(texts, "LONGEST", 16)
    lines = ["0 2\n", "\n0 1\n", "2   1\n", "0 2;", " 1 0\n\n\n"] * 40
    moves, found, expected, line = opened("".join(lines)), [], [], 1
    for block in moves:
        found += [moves.line(row) for row in range(len(block))]
    for text in lines:
        expected.append(line + text.startswith("\n"))
        line += text.count("\n")
    assert found == expected


# The kernel


def scan(text, pattern, rows=10, offset=0):
    out = np.zeros((rows, sum(pattern.count(code) for code in b"\1\2")), np.uint16)
    used, done = _movelists.scan(text, offset, pattern, out)
    return used, out[:done].tolist()


@pytest.mark.parametrize(
    ("text", "pattern", "used", "rows"),
    [
        (b"0 2\n10  1\r\n7", b"\1 \1\n", 11, [[0, 2], [10, 1]]),
        (b"", b"\1\n", 0, []),
        (b"5", b"\1\n", 0, []),
        (b"A-b.Z-y.", b"\2-\2.", 8, [[0, 1], [25, 24]]),
        (b"MOVE a,move B,move", b"move \2,", 14, [[0], [1]]),
        (b"1. 7;999999999999. 8;", b"\3. \1;", 21, [[7], [8]]),
        (b"65535;65536;", b"\1;", 6, [[65535]]),
        (b"1\n \t\r\n 2\n", b"\1\n", 9, [[1], [2]]),
        (b"1 2", b"\1\n", 0, []),
        (b"@;[;`;{;", b"\2;", 0, []),
        (b"/;:;", b"\1;", 0, []),
    ],
)
def test_the_kernel_reads_whole_repetitions_of_a_pattern(text, pattern, used, rows):
    assert scan(text, pattern) == (used, rows)


def test_the_kernel_stops_where_there_are_no_rows_left_and_goes_on_anywhere():
    assert scan(b"1;2;3;4;", b"\1;", rows=2) == (4, [[1], [2]])
    assert scan(b"1;2;3;4;", b"\1;", rows=2, offset=4) == (8, [[3], [4]])
    assert scan(b"1;2;", b"\1;", rows=0) == (0, [])
    text = b"7;" * 200_000
    assert scan(text, b"\1;", rows=200_001) == (400_000, [[7]] * 200_000)
