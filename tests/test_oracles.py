"""The oracles themselves, by the numbers of the literature."""

import numpy as np
import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st

SMALL = [(1, 0, 1), (2, 0, 2), (1, 1, 2)]


@pytest.mark.parametrize(
    "step",
    [2**30, 2**31, 2**62, 2**63],
)
def test_the_closed_form_is_right_where_fixed_widths_overflow(step):
    # A power of two moves one disc for the first time: everything smaller stands on one peg beside it.
    discs, disc = 64, step.bit_length()
    move = oracles.tower_move(step - 1, discs)
    state = oracles.tower_state(step - 1, discs)
    assert move[0] == disc
    assert len(set(state[: disc - 1])) == 1
    assert {*move[1:], state[0]} == {0, 1, 2}
    assert set(state[disc - 1 :]) == {0}


@given(st.data())
def test_the_closed_form_of_moves_and_states_is_the_replay(data):
    discs, _, source, target = data.draw(oracles.towers(max_discs=9))
    moves = oracles.tower_moves(discs, 3, target, source)
    step = data.draw(st.integers(0, len(moves)))
    assert oracles.replay(moves[:step], [source] * discs) == oracles.tower_state(step, discs, target, source)


@pytest.mark.parametrize(
    ("discs", "step", "expected"),
    [
        (3, 5, [1, 1, 1]),
        (64, 2, [62, 1, 1]),
        (8, 45, [4, 2, 2]),
        (100, 2**100 - 1, [0, 0, 100]),
        (100, 1, [99, 1, 0]),
    ],
)
def test_the_pegs_hold_the_known_counts_of_discs(discs, step, expected):
    state = oracles.tower_state(step, discs)
    assert [state.count(peg) for peg in range(3)] == expected


@pytest.mark.parametrize(("pegs", "fitting"), [(3, 64), (4, 1717)])
def test_counts_leave_64_bits_where_they_are_known_to(pegs, fitting):
    assert oracles.tower_count(fitting, pegs) < 2**64 <= oracles.tower_count(fitting + 1, pegs)


def test_the_way_to_a_tower_is_the_only_shortest_one():
    assert all(ways == 1 for _, ways in oracles.search((2,) * 6).values())


@pytest.mark.parametrize(
    ("pegs", "expected"), [(3, [3, 12, 39, 120, 363]), (4, [6, 36, 168, 720])], ids=["three", "four"]
)
def test_the_state_graph_has_the_known_number_of_edges(pegs, expected):
    assert [len(oracles.edges(discs, pegs)) for discs in range(1, len(expected) + 1)] == expected


@pytest.mark.parametrize(("discs", "expected"), [(1, 3), (2, 72), (3, 1419), (4, 26580)])
def test_distances_over_all_pairs_sum_to_the_known_numbers(discs, expected):
    total = sum(sum(oracles.distances(state).values()) for state in oracles.all_states(discs))
    assert total == 2 * expected


def test_four_pegs_have_the_known_numbers_of_shortest_solutions():
    ways = [oracles.search([0] * discs, 4)[(3,) * discs][1] for discs in range(1, 7)]
    assert ways == [1, 2, 2, 22, 40, 18]


@pytest.mark.parametrize(
    ("layout", "expected"),
    [
        ("pairs", b"\x00\x01\x00\x02\x01\x02"),
        ("moves", b"\x01\x00\x01\x02\x00\x02\x01\x01\x02"),
        ("packed", b"\x01\x02\x12"),
        ("discs", b"\x01\x02\x01"),
        ("sums", b"\x03\x04\x05"),
        ("text", b"0 1\n0 2\n1 2\n"),
        ("full", b"1 0 1\n2 0 2\n1 1 2\n"),
        ("csv", b"disc,source,target\n1,0,1\n2,0,2\n1,1,2\n"),
        ("jsonl", b"[1,0,1]\n[2,0,2]\n[1,1,2]\n"),
        (
            "english",
            b"Move disc 1 from 0 to 1\nMove disc 2 from 0 to 2\nMove disc 1 from 1 to 2\n",
        ),
        ("italian", b"Sposto da 0 a 1\nSposto da 0 a 2\nSposto da 1 a 2\n"),
        ("arrows", b"0 --> 1; 0 --> 2; 1 --> 2; "),
        ("{disc}{{{source}}}", b"1{0}2{0}1{1}"),
    ],
)
def test_the_oracle_renders_each_layout(layout, expected):
    assert oracles.rendered(SMALL, layout) == expected


def test_the_oracle_renders_wide_discs_and_labels():
    assert oracles.render([(258, 0, 1)], "discs", discs=300) == np.array([258], np.uint16).tobytes()
    assert oracles.render([(1, 0, 2)], "text", labels="ABC") == b"A C\n"


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ([(0, 3)], "move 0: no peg 3"),
        ([(3, 0)], "move 0: no peg 3"),
        ([(0, 0)], "move 0: same peg 0"),
        ([(0, 1), (2, 1)], "move 1: empty peg 2"),
        ([(0, 1), (0, 1)], "move 1: larger on smaller"),
        ([(2, 0, 1)], "move 0: disc 1 moves, not 2"),
    ],
)
def test_the_oracle_refuses_illegal_moves(moves, message):
    with pytest.raises(AssertionError, match=message):
        oracles.replay(moves, (0, 0))


@given(st.integers(0, 50).flatmap(lambda length: st.tuples(st.just(length), oracles.cuts(length))))
def test_cuts_join_to_the_whole(case):
    length, pieces = case
    assert [i for start, stop in pieces for i in range(start, stop)] == list(range(length))


@given(st.sampled_from([1, 7, 2**64, 10**30]).flatmap(lambda count: st.tuples(st.just(count), oracles.steps(count))))
def test_steps_lie_inside_the_solution(case):
    count, step = case
    assert 0 <= step < count


@pytest.mark.parametrize(("pegs", "missing"), [(3, set()), (4, {"sums"}), (16, {"sums"}), (17, {"packed", "sums"})])
def test_layouts_leave_out_what_the_pegs_do_not_allow(pegs, missing):
    assert set(oracles.layouts(3)) - set(oracles.layouts(pegs)) == missing
