"""What each command of the command line says."""

import csv
import io
import json

import numpy as np
import pytest

import hanoi_fast as hf
from hanoi_fast import reference


@pytest.mark.parametrize(
    ("line", "out"),
    [
        ("moves 1", "0 2\n"),
        ("moves 0", ""),
        ("moves 3 --target 1", "0 1\n0 2\n1 2\n0 1\n2 0\n2 1\n0 1\n"),
        ("moves 3 --source 2 --target 0 --stop 2", "2 0\n2 1\n"),
        ("moves 3 --target 0", ""),
        ("moves 3 --start 2 --stop 4 --format full", "1 2 1\n3 0 2\n"),
        ("moves 3 --start 7", ""),
        ("moves 3 --target 1 --format italian --stop 1", "Sposto da 0 a 1\n"),
        ("moves 3 --pegs 4 --first-peg 1 --format arrows", "1 --> 3; 1 --> 2; 1 --> 4; 2 --> 4; 3 --> 4; "),
        ("moves 2 --format csv", "disc,source,target\n1,0,1\n2,0,2\n1,1,2\n"),
        ("moves 2 --labels ABC --target B", "A C\nA B\nC B\n"),
        ("moves 1 --labels left,middle,right --source right --target left", "right left\n"),
        ("moves 2 --first-peg 1 --target 3", "1 2\n1 3\n2 3\n"),
        ("moves 64 --start 2^64-2 -o -", "1 2\n"),
        ("moves 1000 --start 2**1000-2 --format full", "1 1 2\n"),
        (r"moves 1 --template {disc}\t{source}\\{target}\n", "1\t0\\2\n"),
        ("count 0", "0\n"),
        ("count 31", "2147483647\n"),
        ("count 64", "18446744073709551615\n"),
        ("count 50 --pegs 4", "6657\n"),
        ("count 3 --rate 1", "7\n7 seconds at 1 move a second\n"),
        ("solve --state 0,1 --to 1,0", "0 2\n1 0\n2 1\n"),
        ("solve --state 0,1 --start 1 --stop 2 --format full", "1 0 2\n"),
        ("next --state 0,0,0", "Move disc 1 from 0 to 2, 7 moves left\n"),
        ("next --state 1,1,0", "Move disc 3 from 0 to 2, 4 moves left\n"),
        ("next --state 2,2,1 --to 2", "Move disc 1 from 2 to 1, 7 moves left\n"),
        ("next --state 2,1", "Move disc 1 from 2 to 0, 3 moves left\n"),
        ("next --state 0", "Move disc 1 from 0 to 2, 1 move left\n"),
        ("next --state 2,2", "No move is left\n"),
        ("next --state 2,2 --format text", ""),
        ("next --state A,A --labels ABC --to C --format full", "1 A B\n"),
        ("next --state 0,0,0 --pegs 4", "Move disc 1 from 0 to 2, 5 moves left\n"),
    ],
)
def test_a_command_writes_what_it_should(called, line, out):
    assert called(*line.split(" ")) == (0, out, "")


def test_two_ways_to_write_a_position_are_one(called):
    moves = called("solve", "--state", "0,2,1,0", "--to", "1,1,0,2")
    assert moves[0] == 0
    assert called("solve", "--stacks", "4 1 | 3 | 2", "--to", "3 | 2 1 | 4") == moves
    assert called("solve", "--state", "[0, 2, 1, 0]", "--to", "[1, 1, 0, 2]") == moves
    assert called("solve", "--state", "A C B A", "--to", "B B A C", "--labels", "ABC", "--format", "pairs")[0] == 2


def test_the_moves_from_a_position_lead_to_the_other(called):
    _, out, _ = called("solve", "--state", "1,1,0", "--to", "0,0,1", "--format", "full")
    moves = [tuple(map(int, line.split())) for line in out.splitlines()]
    assert len(moves) == 5
    assert reference.Pegs.from_state([1, 1, 0]).replay(moves).state == [0, 0, 1]


@pytest.mark.parametrize(
    ("rate", "words"),
    [
        ("1", "18,446,744,073,709,551,615 seconds, 584.54 billion years of 365.25 days at 1 move a second"),
        ("100M", "184,467,440,737.09551615 seconds, 5,845 years of 365.25 days at 100,000,000 moves a second"),
    ],
)
def test_a_rate_says_how_long_it_takes_exactly_and_in_words(called, rate, words):
    assert called("count", "64", "--rate", rate) == (0, f"18446744073709551615\n{words}\n", "")


def test_a_count_of_any_size_is_written_in_full(called):
    _, out, _ = called("count", "20000")
    assert len(out) == 6022
    assert out.endswith(f"{(2**20000 - 1) % 10**50}\n")


@pytest.mark.parametrize(
    ("discs", "step", "counts"),
    [
        ("3", "5", [1, 1, 1]),
        ("64", "2", [62, 1, 1]),
        ("8", "45", [4, 2, 2]),
        ("100", "2^100-1", [0, 0, 100]),
        ("100", "1", [99, 1, 0]),
    ],
)
def test_a_state_has_the_right_discs_on_each_peg(called, discs, step, counts):
    _, out, _ = called("state", discs, step, "--json")
    said = json.loads(out)
    assert said["counts"] == counts == [len(stack) for stack in said["stacks"]]
    assert said["state"] == hf.solve(int(discs)).state(hf.solve(int(discs)).step_of(said["state"])).tolist()
    rows = [line.split() for line in called("state", discs, step)[1].splitlines()[1:]]
    assert [[int(word) for word in row] for row in rows] == [
        [peg, len(stack), *stack] for peg, stack in enumerate(said["stacks"])
    ]


def test_a_state_is_shown_as_stacks_from_bottom_to_top(called):
    assert called("state", "8", "45", "--labels", "A,mid,C")[1] == (
        "peg  discs  from bottom to top\n  A      4  8 7 4 3\nmid      2  5 2\n  C      2  6 1\n"
    )
    assert called("state", "1", "1")[1].splitlines()[1] == "  0      0"


def test_the_table_is_aligned_and_right(called):
    status, out, _ = called("table", "20", "--pegs", "5")
    head, *rows = out.splitlines()
    assert status == 0
    assert head == "discs   3 pegs  split  4 pegs  split  5 pegs  split"
    assert {len(row) for row in rows} == {len(head)}
    values = np.array([row.split() for row in rows], int)
    table = hf.frame_stewart(20, 5)
    assert values[:, 0].tolist() == list(range(21))
    assert (table.counts[3:] == values[:, 1::2].T).all()
    assert (table.splits[3:] == values[:, 2::2].T).all()


def test_the_table_as_csv_is_exact_beyond_64_bits(called):
    _, out, _ = called("table", "100", "--pegs", "4", "--csv")
    rows = {(int(row["pegs"]), int(row["discs"])): row for row in csv.DictReader(io.StringIO(out))}
    assert len(rows) == 2 * 101
    assert rows[3, 100]["moves"] == str(2**100 - 1)
    assert (rows[4, 100]["moves"], rows[4, 100]["split"]) == ("172033", "87")


def test_a_table_for_two_pegs_has_one_disc_at_most(called):
    assert (
        called("table", "1", "--pegs", "2")[1] == "discs  2 pegs  split\n    0       0      0\n    1       1      0\n"
    )
