"""Distances, next moves, legal moves and numbers of shortest ways along arcs, against a plain search."""

from itertools import product

import pytest
from graph_oracles import fewest_along, legal_along, ways_along

import hanoi_fast as hf
from hanoi_fast.puzzle.arcs import named_arcs

OTHER = frozenset({(0, 1), (1, 2), (2, 0), (1, 0)})
DISTANCES = [("linear", 3), ("cyclic", 3), (OTHER, 3), ("star", 4), ("linear", 4), ("cyclic", 4), ("ring", 5)]


@pytest.mark.parametrize(("arcs", "pegs"), DISTANCES)
@pytest.mark.parametrize("discs", [1, 2, 3])
def test_distances_along_arcs_are_those_of_a_search(arcs, pegs, discs):
    there = named_arcs(arcs, pegs) if isinstance(arcs, str) else arcs
    states = list(product(range(pegs), repeat=discs))
    fewest = {start: fewest_along(there, start) for start in states}
    for goal in states[:: 1 + len(states) // 9]:
        expected = [fewest[start][goal] for start in states]
        assert hf.distance(states, goal, pegs=pegs, arcs=arcs).tolist() == expected
        assert [hf.distance(start, goal, pegs=pegs, arcs=arcs) for start in states] == expected
        rows = hf.next_move(states, goal, pegs=pegs, arcs=arcs).tolist()
        for start, row, left in zip(states, rows, expected, strict=True):
            one = hf.next_move(start, goal, pegs=pegs, arcs=arcs)
            if not left:
                assert (row, one) == ([0, 0, 0], None)
                continue
            after = {move: state for state, move in legal_along(there, start)}
            assert fewest[after[tuple(row)]][goal] == fewest[after[tuple(one)]][goal] == left - 1


@pytest.mark.parametrize("arcs", ["linear", "cyclic"])
def test_a_row_each_with_its_own_target(arcs):
    states, goals = [[0, 1, 2], [2, 2, 2], [1, 0, 1]], [[2, 1, 2], [0, 0, 0], [1, 0, 1]]
    expected = [fewest_along(named_arcs(arcs, 3), tuple(a))[tuple(b)] for a, b in zip(states, goals, strict=True)]
    assert hf.distance(states, goals, arcs=arcs).tolist() == expected
    assert hf.next_move(states, goals, arcs=arcs)[2].tolist() == [0, 0, 0]


def test_distances_along_arcs_are_exact_at_any_size_and_refused_beyond_their_type():
    assert hf.distance([0] * 200, 2, arcs="linear") == 3**200 - 1
    assert hf.distance([[0] * 40, [2] * 40], 2, arcs="linear").tolist() == [3**40 - 1, 0]
    assert hf.next_move([[0] * 41], 2, arcs="linear").tolist() == [[1, 0, 1]]
    with pytest.raises(ValueError, match="must have at most 40 discs, since distances are uint64, not 41"):
        hf.distance([[0] * 41], 2, arcs="linear")


@pytest.mark.parametrize(("arcs", "pegs"), DISTANCES)
def test_shortest_ways_along_arcs_are_counted(arcs, pegs):
    there = named_arcs(arcs, pegs) if isinstance(arcs, str) else arcs
    for start in [(0,) * 3, (1, 0, 2), (2, 2, 1)]:
        for goal, (_, ways) in ways_along(there, start).items():
            assert hf.shortest_paths(start, goal, pegs=pegs, arcs=arcs) == ways


@pytest.mark.parametrize(("arcs", "pegs"), DISTANCES)
def test_legal_moves_along_arcs(arcs, pegs):
    there = named_arcs(arcs, pegs) if isinstance(arcs, str) else arcs
    for state in product(range(pegs), repeat=3):
        expected = sorted(move for _, move in legal_along(there, state))
        assert [tuple(move) for move in hf.legal_moves(state, pegs, arcs=arcs)] == expected


@pytest.mark.parametrize("ask", [hf.distance, hf.next_move, hf.shortest_paths])
def test_arcs_that_do_not_join_all_pegs_are_refused(ask):
    with pytest.raises(ValueError, match="every peg must be reached from every other"):
        ask([0, 1], 2, arcs=[(0, 1), (1, 2)])
    with pytest.raises(ValueError, match="arcs must be one of"):
        ask([0, 1], 2, arcs="lineal")


def test_a_tower_on_four_pegs_is_as_far_as_is_proved_whatever_its_size():
    assert hf.distance([0] * 200, 3, pegs=4) == hf.count(200, 4)
    assert hf.next_move([0] * 200, 3, pegs=4) == hf.solve(200, pegs=4)[0]
