"""The textbook algorithms, against the rules of the puzzle, each other and the answers in the literature."""

import ast
import doctest
import hashlib
import itertools
from fractions import Fraction
from pathlib import Path

import numpy as np
import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanoi_fast import reference

METHODS = [
    reference.recursive,
    reference.recursive_list,
    reference.bitwise,
    reference.alternating,
    reference.pair_sums,
    reference.two_colour,
]
ROUTES = list(itertools.product(range(3), repeat=2))

each_method = pytest.mark.parametrize("method", METHODS, ids=lambda method: method.__name__)


def digest(moves):
    return hashlib.sha256(oracles.render(moves, "pairs")).hexdigest()


# The module.


def test_the_reference_imports_nothing_of_the_package():
    nodes = list(ast.walk(ast.parse(Path(reference.__file__).read_text(encoding="utf-8"))))
    assert not [node for node in nodes if isinstance(node, ast.Import)]
    imported = {node.module for node in nodes if isinstance(node, ast.ImportFrom)}
    assert imported == {"collections", "collections.abc", "itertools", "typing"}


def test_every_public_name_has_an_example_that_holds():
    assert doctest.testmod(reference).failed == 0
    public = [name for name, value in vars(reference).items() if getattr(value, "__module__", "") == reference.__name__]
    assert len(public) >= 12
    assert [name for name in public if ">>>" not in getattr(reference, name).__doc__] == []


# Three pegs, tower to tower.


@each_method
@pytest.mark.parametrize(
    ("discs", "target", "expected"),
    [
        (0, 2, ""),
        (1, 2, "1:0-2"),
        (2, 2, "1:0-1 2:0-2 1:1-2"),
        (3, 1, "1:0-1 2:0-2 1:1-2 3:0-1 1:2-0 2:2-1 1:0-1"),
        (3, 2, "1:0-2 2:0-1 1:2-1 3:0-2 1:1-0 2:1-2 1:0-2"),
    ],
)
def test_small_towers_move_as_printed(method, discs, target, expected):
    assert " ".join("{}:{}-{}".format(*move) for move in method(discs, target)) == expected


@each_method
@pytest.mark.parametrize(("source", "target"), ROUTES)
def test_all_methods_give_the_closed_form_for_every_route(method, source, target):
    for discs in range(11):
        count = 0 if source == target else 2**discs - 1
        expected = [oracles.tower_move(step, discs, target, source) for step in range(count)]
        assert list(method(discs, target, source)) == expected


@each_method
def test_sixteen_discs_have_the_known_digest(method):
    assert digest(method(16)) == "a57a32d6070f85da5cefa75917484d83c8aabeaac172316b04674f6b69e04c89"


@pytest.mark.parametrize("discs", range(1, 9))
def test_a_tower_moves_in_as_many_moves_as_breadth_first_search_needs(discs):
    moves = list(reference.recursive(discs))
    assert oracles.replay(moves, [0] * discs) == (2,) * discs
    assert len(moves) == oracles.distances([0] * discs)[(2,) * discs]


@pytest.mark.parametrize(("discs", "code"), [(2, [3, 4, 5]), (4, [3, 4, 5] * 5), (5, [4, 3, 5] * 10 + [4])])
def test_pair_sums_repeat_with_period_three(discs, code):
    assert [source + target + 2 for _, source, target in reference.pair_sums(discs)] == code


def test_without_colours_not_undoing_the_last_move_leaves_a_choice():
    state = oracles.after((0, 0), (1, 0, 1))
    assert [move for move in oracles.legal_moves(state) if move != (1, 1, 0)] == [(1, 1, 2), (2, 0, 2)]
    assert list(reference.two_colour(2))[1] == (2, 0, 2)


@pytest.mark.parametrize("method", [m for m in METHODS if m not in (reference.recursive_list,)])
def test_generators_start_at_once_on_more_discs_than_can_be_moved(method):
    assert list(itertools.islice(method(64), 3)) == [(1, 0, 1), (2, 0, 2), (1, 1, 2)]


@pytest.mark.parametrize(
    ("discs", "expected"),
    [
        (0, 0),
        (31, 2147483647),
        (32, 4294967295),
        (63, 9223372036854775807),
        (64, 18446744073709551615),
    ],
)
def test_the_count_of_a_tower_is_known(discs, expected):
    assert oracles.tower_count(discs) == expected
    assert reference.regroup_count([0] * discs, 2) == expected
    assert reference.frame_stewart_table(discs, 3)[0][3][discs] == expected


# Many pegs.

COUNTS = {
    4: [0, 1, 3, 5, 9, 13, 17, 25, 33, 41, 49, 65, 81, 97, 113, 129, 161, 193, 225, 257, 289],
    5: [0, 1, 3, 5, 7, 11, 15, 19, 23, 27, 31, 39, 47, 55, 63, 71, 79, 87, 95, 103, 111],
}
SPLITS = {
    4: [0, 1, 1, 2, 3, 3, 4, 5, 6, 6, 7, 8, 9, 10, 10, 11, 12, 13, 14, 15],
    5: [0, 1, 1, 1, 2, 3, 4, 4, 4, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 10],
}


@pytest.mark.parametrize("pegs", [4, 5])
def test_the_table_holds_the_known_counts_and_largest_splits(pegs):
    counts, splits = reference.frame_stewart_table(20, pegs)
    assert counts[pegs] == COUNTS[pegs]
    assert splits[pegs][1:] == SPLITS[pegs]


@pytest.mark.parametrize(
    ("discs", "pegs", "expected"),
    [
        (50, 4, 6657),
        (50, 51, 99),
        (64, 4, 18433),
        (65, 4, 19457),
        (28, 4, 769),
        (100, 4, 172033),
        (190, 4, 9437185),
        (64, 5, 1535),
    ],
)
def test_single_counts_are_as_known(discs, pegs, expected):
    assert reference.frame_stewart_table(discs, pegs)[0][pegs][discs] == expected
    assert oracles.tower_count(discs, pegs) == expected


def test_the_table_agrees_with_the_increments_and_marks_the_impossible():
    counts, splits = reference.frame_stewart_table(40, 12)
    for pegs, discs in itertools.product(range(13), range(41)):
        assert counts[pegs][discs] == oracles.tower_count(discs, pegs)
        possible = pegs >= 3 or discs <= 1
        assert splits[pegs][discs] == (oracles.largest_split(discs, pegs) if possible else None)


@pytest.mark.parametrize(("discs", "pegs"), [(0, 0), (0, 3), (1, 2), (1, 5), (3, 0)])
def test_the_table_has_a_row_for_each_peg_and_a_column_for_each_disc(discs, pegs):
    for table in reference.frame_stewart_table(discs, pegs):
        assert [len(row) for row in table] == [discs + 1] * (pegs + 1)


@pytest.mark.parametrize(
    ("discs", "pegs"), [*((n, 4) for n in range(9)), *((n, 5) for n in range(7)), *((n, 6) for n in range(6))]
)
def test_frame_stewart_needs_no_more_moves_than_breadth_first_search(discs, pegs):
    found = oracles.distances([0] * discs, pegs)[(pegs - 1,) * discs]
    assert len(list(reference.frame_stewart(discs, pegs))) == found == oracles.tower_count(discs, pegs)


def test_three_discs_on_four_pegs_move_as_printed():
    printed = "1 --> 3; 1 --> 2; 1 --> 4; 2 --> 4; 3 --> 4; "
    assert oracles.render(reference.frame_stewart(3, 4), "arrows", labels="1234") == printed.encode()


def test_forty_discs_on_four_pegs_have_the_known_digest():
    expected = "3c9c86115812a925173d481ee7de79087433671e5fb941fa8d6d2955ebea072a"
    assert digest(reference.frame_stewart(40, 4)) == expected
    assert digest(oracles.tower_moves(40, 4)) == expected


@given(oracles.towers(max_discs=14, min_pegs=4, max_pegs=8))
def test_frame_stewart_moves_are_legal_arrive_and_reverse_to_the_way_back(puzzle):
    discs, pegs, source, target = puzzle
    moves = list(reference.frame_stewart(discs, pegs, target, source))
    assert moves == oracles.tower_moves(discs, pegs, target, source)
    assert oracles.replay(moves, [source] * discs, pegs) == (target,) * discs
    back = list(reference.frame_stewart(discs, pegs, source, target))
    assert back == [(disc, b, a) for disc, a, b in reversed(moves)]


@given(oracles.towers(max_discs=8))
def test_frame_stewart_on_three_pegs_is_the_classic_solution(puzzle):
    discs, _, source, target = puzzle
    expected = list(reference.recursive(discs, target, source))
    assert list(reference.frame_stewart(discs, 3, target, source)) == expected


def test_two_pegs_move_one_disc_and_no_more():
    assert list(reference.frame_stewart(0, 2)) == []
    assert list(reference.frame_stewart(1, 2)) == [(1, 0, 1)]
    assert list(reference.frame_stewart(5, 2, target=0)) == []
    with pytest.raises(ValueError, match=r"^2 discs cannot be moved with 2 pegs: 3 pegs are the fewest$"):
        next(reference.frame_stewart(2, 2))


# Any state.


@pytest.mark.parametrize("discs", range(7))
def test_regrouping_any_state_is_as_short_as_breadth_first_search(discs):
    for target in range(3):
        distance = oracles.distances((target,) * discs)
        for state in oracles.all_states(discs):
            moves = list(reference.regroup(state, target))
            assert oracles.replay(moves, state) == (target,) * discs
            assert len(moves) == reference.regroup_count(state, target) == distance[state]


@pytest.mark.parametrize("discs", range(9))
def test_the_mean_distance_to_a_tower_is_two_thirds_of_the_largest(discs):
    total = sum(reference.regroup_count(state, 2) for state in oracles.all_states(discs))
    assert Fraction(total, 3**discs) == Fraction(2, 3) * (2**discs - 1)


def test_a_disc_on_the_last_peg_can_still_be_misplaced():
    # Disc 1 lies where it shall end, but disc 2 has to leave first: by the last peg alone it were 2 moves.
    assert reference.regroup_count([2, 0], 2) == 3
    assert list(reference.regroup([2, 0], 2)) == [(1, 2, 1), (2, 0, 2), (1, 1, 2)]


def test_a_game_left_in_the_middle_goes_on():
    assert reference.regroup_count([1, 1, 0], 2) == 4
    assert next(reference.regroup([0, 0], 2)) == (1, 0, 1)


def test_a_thousand_discs_are_counted():
    assert reference.regroup_count([0] * 1000, 1) == 2**1000 - 1
    assert reference.regroup_count(np.zeros(100, np.uint8), 1) == 2**100 - 1


@given(oracles.state_pairs(max_discs=5), st.integers(3, 4))
def test_a_shortest_path_arrives_and_is_as_short_as_any(ends, pegs):
    start, target = ends
    moves = list(reference.shortest_path(start, target, pegs))
    assert oracles.replay(moves, start, pegs) == target
    assert len(moves) == oracles.distances(start, pegs)[target]


def test_the_largest_disc_may_have_to_move_twice():
    moves = list(reference.shortest_path([1, 1, 0], [0, 0, 1]))
    assert len(moves) == 5
    assert [disc for disc, _, _ in moves].count(3) == 2


def test_two_shortest_paths_may_lie_between_two_states():
    assert oracles.search([0, 1])[1, 0] == (3, 2)
    assert len(list(reference.shortest_path([0, 1], [1, 0]))) == 3


def test_no_path_is_found_where_two_pegs_block():
    with pytest.raises(ValueError, match=r"^no moves lead from \[0, 0\] to \[1, 1\] over 2 pegs$"):
        list(reference.shortest_path([0, 0], [1, 1], 2))
