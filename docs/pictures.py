"""Draw the pictures of the puzzle for the documentation: python docs/pictures.py.

Those of measurements come from bench/pictures.py, by `make bench-report`.
"""

from functools import partial
from pathlib import Path

import numpy as np

import hanoi_fast as hf
from hanoi_fast import plot
from hanoi_fast.pictures import figures
from hanoi_fast.puzzle.rules import free_tower

FOLDER = Path(__file__).with_name("pictures")


def draw(name, function, *arguments, size):
    """Draw one picture into the folder."""
    ax = figures.new_axes(size)
    function(*arguments, ax=ax)
    figures.save(ax, FOLDER / f"{name}.svg")


def pieces(ax):
    """Draw a hundred pieces of a tower, equal ones in equal colours: row by row, from the left."""
    tower = free_tower(40, (0, 1, 2))
    kinds = tower.rule.kinds(tower, 2**32 - 1, 32, 100, shows_disc=False, within=False)
    # Equal turns in equal hues; of two kinds with the same turn the one that is the rarer is the lighter.
    found, counts = np.unique(kinds, return_counts=True)
    colours = {}
    for turn, pair in enumerate((("#28655f", "#9cc9c2"), ("#a8501c", "#e5b48f"), ("#3b5f9e", "#aebfe0"))):
        often = zip(counts.tolist(), found.tolist(), strict=True)
        same = sorted(((count, kind) for count, kind in often if kind % 3 == turn), reverse=True)
        colours |= {kind: colour for (_, kind), colour in zip(same, pair, strict=True)}
    for place, kind in enumerate(kinds.tolist()):
        down, right = divmod(place, 20)
        ax.barh(-down, 0.94, left=right, height=0.86, color=colours[kind])
    ax.set(xlim=(-0.2, 20.2), ylim=(-4.7, 0.7))
    ax.axis("off")


draw("pieces", pieces, size=(9, 2.6))
draw("graph", plot.graph, 5, hf.solve(5), size=(6, 5.6))
draw("graph_any", plot.graph, 3, hf.solve([1, 1, 0], [0, 0, 1]), size=(6, 5.6))
for name in ("linear", "cyclic"):
    way = partial(plot.graph, arcs=name)
    draw(f"graph_{name}", way, 4, hf.solve(4, arcs=name), size=(6, 5.6))
draw("rulers", plot.rulers, hf.solve(6), size=(7.2, 3.2))
draw("rulers_four_pegs", plot.rulers, hf.solve(10, pegs=4), size=(7.2, 3.2))
draw("growth", plot.frame_stewart_growth, 64, size=(7.2, 4.5))
