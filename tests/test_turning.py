"""How often discs have moved, and between which pegs, is what counting the moves says."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanoi_fast import reference
from hanoi_fast.puzzle.turning import (
    moves_between,
    moves_between_in_all,
    moves_of_discs,
    moves_of_discs_in_all,
    ring_of,
)

PEGS = [(0, 1, 2), (0, 2, 1), (2, 0, 1)]


def counted(discs, pegs):
    """Yield the counters of discs and of pairs after each number of moves, by recursion."""
    by_disc, by_pair = Counter(), Counter()
    yield by_disc, by_pair
    for disc, source, target in reference.recursive(discs, pegs[2], pegs[0]):
        by_disc[disc] += 1
        by_pair[source, target] += 1
        yield by_disc, by_pair


@pytest.mark.parametrize("pegs", PEGS)
@pytest.mark.parametrize("discs", [2, 3, 4, 7, 8])
def test_the_moves_of_every_prefix_are_counted(discs, pegs):
    for step, (by_disc, by_pair) in enumerate(counted(discs, pegs)):
        assert Counter(moves_between(discs, pegs, step)) == by_pair
        for low in range(1, discs + 1):
            for high in range(low, discs + 1):
                assert moves_of_discs(step, low, high) == sum(by_disc[disc] for disc in range(low, high + 1))


@given(st.integers(31, 300), st.data())
def test_what_two_prefixes_of_any_size_add_up_to_is_the_whole(discs, data):
    step = data.draw(st.integers(0, 2**discs - 1))
    between = moves_between(discs, (0, 1, 2), step)
    assert sum(between.values()) == step == moves_of_discs(step, 1, discs)
    # The way back makes the same moves, from their targets to their sources.
    rest = moves_between(discs, (2, 1, 0), 2**discs - 1 - step)
    whole = moves_between(discs, (0, 1, 2), 2**discs - 1)
    assert {(s, t): between[s, t] + rest[t, s] for s, t in between} == whole


@pytest.mark.parametrize("pegs", PEGS)
def test_the_largest_disc_goes_straight_to_the_target(pegs):
    assert ring_of(pegs, 0)[:2] == (pegs[0], pegs[2])
    assert ring_of(pegs, 1)[:2] == (pegs[0], pegs[1])


@given(st.lists(st.integers(2, 70), max_size=40), st.sampled_from(PEGS))
def test_whole_towers_in_a_row_add_up(towers, pegs):
    total = Counter()
    for discs in towers:
        total.update(moves_between(discs, pegs, 2**discs - 1))
    assert Counter(moves_between_in_all(towers, pegs)) == total
    for low, high in [(1, 70), (1, 1), (3, 9), (20, 64), (70, 99)]:
        each = (moves_of_discs(2**discs - 1, low, min(discs, high)) for discs in towers if discs >= low)
        assert moves_of_discs_in_all(towers, low, high) == sum(each)
