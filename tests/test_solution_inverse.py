"""The way back, and whether a solution is the only one."""

import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st
from solutions import puzzles

import hanoi_fast as hf


@given(puzzles(), st.integers(0, 40), st.integers(0, 40))
def test_the_inverse_is_the_reversed_sequence_with_source_and_target_exchanged(puzzle, first, count):
    solution, moves = puzzle
    part, moves = solution[first : first + count], moves[first : first + count]
    back = part.inverse()
    assert list(back) == [(disc, target, source) for disc, source, target in reversed(moves)]
    assert back.start.tolist() == part.target.tolist()
    assert back.target.tolist() == part.start.tolist()


@pytest.mark.parametrize("pegs", range(3, 8))
@pytest.mark.parametrize("discs", [1, 5, 60])
def test_the_inverse_of_a_tower_is_the_tower_the_other_way(discs, pegs):
    assert hf.solve(discs, 2, pegs=pegs, source=1).inverse() == hf.solve(discs, 1, pegs=pegs, source=2)


@pytest.mark.parametrize(("discs", "pegs"), [(d, p) for p in range(3, 6) for d in range(1, 6)])
def test_a_solution_is_unique_if_the_search_finds_one_shortest_way(discs, pegs):
    distance, ways = oracles.search((0,) * discs, pegs)[(pegs - 1,) * discs]
    solution = hf.solve(discs, pegs=pegs)
    assert (solution.count, solution.unique) == (distance, ways == 1)


def test_where_it_is_not_known_unique_is_none():
    assert hf.solve(5, pegs=4)[1:6].unique is None
    assert hf.solve(5, pegs=4)[1:2].unique is True
    assert hf.solve(5, pegs=4)[:].unique is False


@given(oracles.state_pairs(max_discs=4), st.integers(0, 12), st.integers(0, 12))
def test_a_slice_is_unique_if_the_search_finds_one_shortest_way(pair, first, count):
    part = hf.solve(*pair)[first : first + count]
    distance, ways = oracles.search(tuple(part.start.tolist()))[tuple(part.target.tolist())]
    assert (part.count, part.unique) == (distance, ways == 1)
