"""Verifying: the rules hold for every move, the end is the target, the length is the least; and it is said in words."""

import io

import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st

import hanoi_fast as hf

SOLVED = [(0, 2), (0, 1), (2, 1), (0, 2), (1, 0), (1, 2), (0, 2)]


# The verdict


def test_a_solution_is_legal_complete_and_optimal():
    report = hf.verify(SOLVED, 3)
    assert (report.legal, report.complete, report.optimal, report.moves, report.minimum) == (True, True, True, 7, 7)
    assert report.first_error is None
    assert report.state.tolist() == [2, 2, 2]
    assert str(report) == "Legal, complete and optimal: 7 moves."


@pytest.mark.parametrize(
    ("moves", "start", "target", "pegs", "verdict"),
    [
        ([], [2, 2], None, 3, "Legal, complete and optimal: 0 moves."),
        ([], 0, None, 3, "Legal, complete and optimal: 0 moves."),
        ([], 3, 0, 3, "Legal, complete and optimal: 0 moves."),
        ([(0, 2)], 1, None, 3, "Legal, complete and optimal: 1 move."),
        ([(0, 1), (1, 2)], 1, None, 3, "Legal and complete, but not optimal: 2 moves where 1 is enough."),
        ([(0, 1), (1, 0), *SOLVED], 3, None, 3, "Legal and complete, but not optimal: 9 moves where 7 are enough."),
        (SOLVED[:-1], 3, None, 3, "Legal, but not complete: after 6 moves disc 1 is on peg 0, not on peg 2."),
        (
            SOLVED[:1],
            3,
            None,
            3,
            "Legal, but not complete: after 1 move 2 of the 3 discs are not where they should be; the largest of "
            "them, disc 3, is on peg 0, not on peg 2.",
        ),
        ([(0, 1)], 1, [1], 3, "Legal, complete and optimal: 1 move."),
        (
            [(1, 2), (1, 0), (2, 0), (0, 2)],
            [1, 1, 0],
            [2, 0, 0],
            3,
            "Legal and complete, but not optimal: 4 moves where 2",
        ),
        ([(0, 1), (0, 2), (0, 3), (2, 3), (1, 3)], 3, None, 4, "Legal, complete and optimal: 5 moves."),
        (
            [(0, 1), (0, 2), (0, 3), (0, 4), (3, 4), (2, 4), (1, 4)],
            4,
            None,
            5,
            "Legal, complete and presumed optimal: 7 moves, and no shorter way is known.",
        ),
        (
            [(0, 3), (1, 2)],
            [0, 1] + [3, 0] * 9,
            [3, 2] + [3, 0] * 9,
            4,
            "Legal, complete and optimal: 2 moves.",
        ),
        (
            [(0, 3), (1, 2)],
            [0, 1] + [16] * 9,
            [3, 2] + [16] * 9,
            17,
            "Legal and complete in 2 moves; the least number of moves is not known.",
        ),
        ([(0, 3)], [0, 1], [3, 1], 4, "Legal, complete and optimal: 1 move."),
        ([(0, 1)], 1, None, 2, "Legal, complete and optimal: 1 move."),
    ],
)
def test_the_verdict_is_said_as_a_person_would(moves, start, target, pegs, verdict):
    report = hf.verify(moves, start, target, pegs=pegs)
    assert str(report).startswith(verdict)
    assert report.complete == ("complete" in verdict and "not complete" not in verdict)
    assert report.optimal is (None if "not known" in verdict else "optimal" in verdict and "not optimal" not in verdict)


def test_the_two_shortest_ways_are_both_optimal():
    # The larger disc moves once or twice.
    for way in ([(0, 2), (1, 0), (2, 1)], [(1, 2), (0, 1), (2, 0)]):
        assert hf.verify(way, [0, 1], [1, 0]).optimal


@pytest.mark.parametrize("discs", [1, 2, 3])
def test_optimal_is_what_breadth_first_search_finds(discs):
    for start in oracles.all_states(discs):
        for target, far in oracles.distances(start).items():
            moves = list(hf.solve(start, target))
            report = hf.verify(moves, start, target)
            assert (report.complete, report.optimal, report.moves) == (True, True, far)


def test_a_way_to_a_tower_shorter_than_the_presumed_least_is_no_failure(monkeypatch):
    monkeypatch.setattr("hanoi_fast.lists.verifying.count", lambda discs, pegs: 100)
    report = hf.verify(hf.solve(4, pegs=5), 4, pegs=5)
    assert report.optimal is None
    assert str(report) == "Legal and complete in 7 moves, which is less than the least number known, 100!"


# The first error


@pytest.mark.parametrize(
    ("moves", "index", "move", "reason"),
    [
        ([(0, 2), (0, 2)], 1, (2, 0, 2), "disc 2 would lie on disc 1, which is smaller"),
        ([(0, 2), (1, 1)], 1, (0, 1, 1), "that is the same peg"),
        ([(0, 0)], 0, (1, 0, 0), "that is the same peg"),
        ([(1, 2)], 0, (0, 1, 2), "peg 1 is empty"),
        ([(0, 3)], 0, (1, 0, 3), "there is no peg 3, only 0 to 2"),
        ([(-1, 2)], 0, (0, -1, 2), "there is no peg -1, only 0 to 2"),
        ([(0, 2), (0, 10**30)], 1, (2, 0, 10**30), f"there is no peg {10**30}, only 0 to 2"),
        ([(1, 0, 2), (1, 0, 1)], 1, (1, 0, 1), "the disc on top of peg 0 is 2"),
        ([(9, 0, 2)], 0, (9, 0, 2), "there is no disc 9, only 1 to 3"),
        ([(0, 0, 2)], 0, (0, 0, 2), "there is no disc 0, only 1 to 3"),
        ([(2**70, 0, 2)], 0, (2**70, 0, 2), f"there is no disc {2**70}, only 1 to 3"),
    ],
)
def test_the_first_error_is_named(moves, index, move, reason):
    report = hf.verify([*moves, (7, 7, 7)[: len(moves[0])]], 3)
    assert not report.legal
    assert not report.complete
    assert report.optimal is False
    assert report.moves == index
    error = report.first_error
    assert (error.index, error.move, error.reason, error.line) == (index, move, reason, None)
    assert report.state.tolist() == ([2, 0, 0] if index else [0, 0, 0])


HAND_WRITTEN = [
    (
        "0 2\n0 1\n2 1\n0 2\n1 0\n1 2\n1 2\n",
        "Not legal: the 7th move (line 7) goes from peg 1 to peg 2, but peg 1 is empty. "
        "Its pegs are taken to count from 0, since peg 0 occurs.",
    ),
    (
        "A->C\nA->C\n",
        "Not legal: the 2nd move (line 2) takes disc 2 from peg A to peg C, but disc 2 would lie on disc 1, which is "
        "smaller.",
    ),
    (
        "7\r\nMove disk 1 from Peg 1 to Peg 3.\r\nMove disk 3 from Peg 1 to Peg 2.\r\n",
        "Not legal: the 2nd move (line 3) takes disc 3 from peg 1 to peg 2, but the disc on top of peg 1 is 2. "
        "Its pegs are taken to count from 1, since peg 3 occurs.",
    ),
    (
        "disc,source,target\n1,A,C\n2,A,D\n",
        "Not legal: the 2nd move (line 3) takes disc 2 from peg A to peg D, but there is no peg D, only A to C.",
    ),
    (
        "moves = [\n  [1, 0, 2],\n  [2, 0, 1],\n  [1, 2, 2]\n]\n",
        "Not legal: the 3rd move (line 4) takes disc 1 from peg 2 to peg 2, but that is the same peg. "
        "Its pegs are taken to count from 0, since peg 0 occurs.",
    ),
    (
        "[1,0,2]\n[2,0,1]\n[4,2,1]\n",
        "Not legal: the 3rd move (line 3) takes disc 4 from peg 2 to peg 1, but there is no disc 4, only 1 to 3. "
        "Its pegs are taken to count from 0, since peg 0 occurs.",
    ),
    (
        "0 --> 2; 0 --> 1; 2 --> 1; 0 --> 2; 1 --> 0; 1 --> 2; ",
        "Legal, but not complete: after 6 moves disc 1 is on peg 0, not on peg 2. "
        "Its pegs are taken to count from 0, since peg 0 occurs.",
    ),
    (
        "8\nA C\nA B\nC B\nA C\nB A\nB C\nA C\n",
        "Legal, complete and optimal: 7 moves. Its first line says 8 moves, but it has 7.",
    ),
    (
        "1. Move disk 1 from B to C\n",
        "Not legal: the 1st move (line 1) takes disc 1 from peg B to peg C, but peg B is empty.",
    ),
]


@pytest.mark.parametrize(("text", "said"), HAND_WRITTEN)
def test_a_list_with_one_error_is_answered_as_a_person_would(text, said, tmp_path):
    (tmp_path / "list.txt").write_bytes(text.encode())
    assert str(hf.verify(tmp_path / "list.txt", 3)) == said
    assert str(hf.verify(io.BytesIO(text.encode()), 3)) == said


@given(data=st.data())
def test_an_error_anywhere_is_found_where_the_slow_replay_finds_it(data):
    pegs = data.draw(st.integers(2, 5))
    start = data.draw(oracles.states(5, pegs, min_discs=1))
    state, moves = start, []
    for choice in data.draw(st.lists(st.integers(0, 99), max_size=12)):
        allowed = oracles.legal_moves(state, pegs)
        if allowed:
            moves.append(allowed[choice % len(allowed)])
            state = oracles.after(state, moves[-1])
    peg = st.integers(0, pegs)
    moves += data.draw(st.lists(st.tuples(st.integers(1, 6), peg, peg), max_size=3))
    width = data.draw(st.sampled_from([2, 3]))
    given_moves = [move[-width:] for move in moves]
    report = hf.verify(given_moves, start, state, pegs=pegs)
    assert tuple(report.state) == oracles.replay(given_moves[: report.moves], start, pegs)
    if report.legal:
        assert report.moves == len(moves)
    else:
        assert report.first_error.index == report.moves
        with pytest.raises(AssertionError, match=f"move {report.moves}: "):
            oracles.replay(given_moves, start, pegs)
