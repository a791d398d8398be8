"""The drawing of how many states are how far away."""

import numpy as np
import pytest

import hanoi_fast as hf

pytest.importorskip("matplotlib", reason="pictures need matplotlib")

from hanoi_fast import plot
from hanoi_fast.pictures import histogram


def test_distances_are_counted_in_bars(monkeypatch):
    table = hf.distances_from([0, 1, 2, 3, 0], pegs=4)
    whole = [bar.get_height() for bar in plot.distances(table).patches]
    assert whole == np.bincount(table).tolist()
    monkeypatch.setattr(histogram, "COUNTED", 100)
    assert [bar.get_height() for bar in plot.distances(table).patches] == whole


def test_distances_are_drawn_of_a_table_only():
    with pytest.raises(TypeError, match=r"^table must be an array of unsigned ints, not 3 \(int\)$"):
        plot.distances(3)
    with pytest.raises(TypeError, match=r"^table must be an array of unsigned ints, not "):
        plot.distances(np.zeros(4))
    with pytest.raises(ValueError, match=r"^table holds no distance"):
        plot.distances(np.zeros(0, np.uint8))
