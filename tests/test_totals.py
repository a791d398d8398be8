"""Where each of many towers begins, against adding them up."""

from itertools import accumulate

import pytest

from hanoi_fast.puzzle.rules import free_tower
from hanoi_fast.puzzle.totals import EVERY, FEW, Totals


@pytest.mark.parametrize("count", [0, 1, 2, EVERY, FEW, FEW + 1, FEW + EVERY, FEW + EVERY + 1])
def test_totals_are_sums_and_each_offset_is_held_by_the_right_tower(count):
    towers = [free_tower(1 + place % 3, (place % 3, (place + 1) % 3, (place + 2) % 3)) for place in range(count)]
    sums = list(accumulate((tower.moves for tower in towers), initial=0))
    totals = Totals(towers, lambda tower: tower.moves)
    assert (list(totals), len(totals), totals.whole) == (sums, count + 1, sums[-1])
    places = {0, 1, EVERY - 1, EVERY, EVERY + 1, count - 1, count} & set(range(count + 1))
    assert [totals[place] for place in sorted(places)] == [sums[place] for place in sorted(places)]
    for place, tower in enumerate(towers):
        for offset in {sums[place], sums[place] + tower.moves - 1}:
            assert totals.holding(offset) == (place, sums[place])
