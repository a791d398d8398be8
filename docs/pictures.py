"""Draw the pictures of the puzzle for the documentation: python docs/pictures.py.

Those of measurements come from bench/pictures.py, by `make bench-report`.
"""

from functools import partial
from pathlib import Path

import hanoi_fast as hf
from hanoi_fast import plot
from hanoi_fast.pictures import figures

FOLDER = Path(__file__).with_name("pictures")


def draw(name, function, *arguments, size):
    """Draw one picture into the folder."""
    ax = figures.new_axes(size)
    function(*arguments, ax=ax)
    figures.save(ax, FOLDER / f"{name}.svg")


draw("graph", plot.graph, 5, hf.solve(5), size=(6, 5.6))
draw("graph_any", plot.graph, 3, hf.solve([1, 1, 0], [0, 0, 1]), size=(6, 5.6))
for name in ("linear", "cyclic"):
    way = partial(plot.graph, arcs=name)
    draw(f"graph_{name}", way, 4, hf.solve(4, arcs=name), size=(6, 5.6))
draw("rulers", plot.rulers, hf.solve(6), size=(7.2, 3.2))
draw("rulers_four_pegs", plot.rulers, hf.solve(10, pegs=4), size=(7.2, 3.2))
draw("growth", plot.frame_stewart_growth, 64, size=(7.2, 4.5))
