"""Foreign move lists: read as people write them, never guessed at, refused with the line."""

import io
import re

import oracles
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hanoi_fast.lists import parsing as movelists
from hanoi_fast.lists import texts
from hanoi_fast.lists.parsing import MoveList


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
    # Discs that count up from 1 may as well be a counter: without a puzzle nothing says which.
    assume([disc for disc, _, _ in moves] != list(range(1, len(moves) + 1)))
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


def test_a_first_peg_that_is_given_is_believed():
    moves = opened("1 2\n0 9\n", first_peg=1)
    assert [[moves.move(row) for row in range(len(block))] for block in moves] == [[(0, 1), (-1, 8)]]
    assert [moves.name(peg) for peg in (-1, 0, 2, 8)] == ["0", "1", "3", "9"]
    assert moves.notes == []


def test_letters_that_name_no_peg_are_pegs_that_do_not_exist():
    moves = opened("A D\n")
    assert [moves.move(0) for _ in moves] == [(0, 3)]
    assert [moves.name(peg) for peg in (0, 3)] == ["A", "D"]
    moves = opened("l M\nR X\n", labels="LMR")
    assert [block.tolist() for block in moves] == [[[0, 1], [2, 256 + 23]]]
    assert [moves.name(peg) for peg in (0, 2, 256 + 23)] == ["L", "R", "X"]


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
