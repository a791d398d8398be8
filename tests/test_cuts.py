"""A stretch of a tower on three pegs is cut into the largest towers in it, in linear time."""

from hypothesis import given
from hypothesis import strategies as st

import hanoi_fast as hf
from hanoi_fast.puzzle.cuts import largest_towers
from hanoi_fast.puzzle.rules import free_tower
from hanoi_fast.puzzle.walks import moves_in, pieces


def test_every_stretch_of_small_towers_is_cut_as_a_walk_down_the_tower_does():
    for discs in range(2, 7):
        tower = free_tower(discs, (2, 0, 1), discs % 3)
        for first in range(tower.moves):
            for stop in range(first + 1, tower.moves + 1):
                right = [part for part, _, _ in pieces((tower,), first, stop, moves_in)]
                assert list(largest_towers(tower, first, stop)) == right


@given(st.integers(2, 200), st.permutations(range(3)).map(tuple), st.integers(0, 9), st.data())
def test_a_stretch_of_any_tower_is_cut_as_a_walk_down_the_tower_does(discs, pegs, smaller, data):
    tower = free_tower(discs, pegs, smaller)
    first = data.draw(st.integers(0, tower.moves - 1))
    stop = data.draw(st.integers(first + 1, tower.moves))
    right = [part for part, _, _ in pieces((tower,), first, stop, moves_in)]
    assert list(largest_towers(tower, first, stop)) == right


def test_slices_of_a_hundred_thousand_discs_are_compared_and_searched():
    whole, other = hf.solve(100_000), hf.solve(100_001, 1)
    # The larger tower begins with the smaller one.
    assert other[5 : whole.count - 7] == hf.solve([0] * 100_001, [2] * 100_000 + [0])[5:-7]
    assert (70_000, 0, 1) not in whole[9:-9] or (70_000, 0, 2) not in whole[9:-9]
    assert whole[9:].index(whole[2**99_998 - 1]) == 2**99_998 - 10
