"""Where towers in a row begin: sums of many large numbers in linear time, and the same as one after the other."""

from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hanoi_fast as hf
from hanoi_fast.puzzle import totals
from hanoi_fast.puzzle.powers import sum_of_powers
from hanoi_fast.puzzle.rules import free_tower
from hanoi_fast.puzzle.totals import Totals, moves_of
from hanoi_fast.puzzle.towers import single
from hanoi_fast.puzzle.walks import moves_in

TOWERS = st.lists(
    st.one_of(
        st.builds(free_tower, st.integers(1, 90), st.permutations(range(3)).map(tuple)),
        st.builds(free_tower, st.integers(1, 20), st.permutations(range(4)).map(tuple), st.integers(0, 5)),
        st.builds(single, st.just(0), st.just(2), st.integers(0, 9)),
    ),
    max_size=80,
).map(tuple)


@given(st.lists(st.integers(0, 400), max_size=200))
def test_powers_of_two_add_up(exponents):
    assert sum_of_powers(exponents) == sum(1 << exponent for exponent in exponents)


@given(TOWERS)
def test_moves_add_up_whatever_the_towers_are(towers):
    assert moves_of(towers) == sum(tower.moves for tower in towers)


@pytest.fixture(params=[(1 << 22, 64), (0, 64), (0, 5), (0, 1)])
def kept(request, monkeypatch):
    """How many totals are kept: all of them, or few."""
    monkeypatch.setattr(totals, "MOST_KEPT", request.param[0])
    monkeypatch.setattr(totals, "FEWEST", request.param[1])
    monkeypatch.setattr(totals, "FEW", 2)
    return request.param


def test_every_total_and_every_place_is_found(kept):
    @given(TOWERS, st.integers(0, 1 << 100))
    def every(towers, offset):
        found, right = Totals(towers, moves_in, moves_of), list(accumulate(map(moves_in, towers), initial=0))
        assert (list(found), found[:], found.whole) == (right, right, right[-1])
        assert [found[place] for place in range(-len(right), len(right))] == right + right
        if not towers:
            return
        for at in {offset % right[-1], *(begin + by for begin in right for by in (-1, 0, 1))}:
            if 0 <= at < right[-1]:
                which, begin = found.holding(at)
                assert begin == right[which]
                assert begin <= at < right[which + 1]
        low, high = sorted((offset % right[-1], offset // 3 % right[-1]))
        reaching = [
            (begin, tower) for begin, tower in zip(right, towers, strict=False)
            if begin < high and low < begin + tower.moves
        ]  # fmt: skip
        assert list(found.between(low, high)) == (reaching if low < high else [])

    every()


def test_few_totals_of_many_towers_are_kept():
    start, goal = bytes([0, 1, 2] * 4000), bytes([1, 0, 2, 2] * 3000)
    route = hf.solve(list(start), list(goal))._route
    assert len(route.towers) > 10_000
    assert len(route.offsets.kept) < 5_000
    assert route.offsets.whole == route.count == hf.distance(list(start), list(goal))
