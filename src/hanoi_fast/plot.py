"""Pictures with matplotlib: the graph of all states, the discs that move, how moves grow, and how fast they are made.

Each function draws on the axes it is given, or on those of a new figure, and returns them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import log10
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .benchmarks.contenders import RECURSION
from .checks import MOST_PEGS, checked_int, shown
from .face.solution import Solution
from .pictures.figures import FAINT, INK, PAPER, SOFT, TEAL, axes_or_new, matplotlib, quiet
from .pictures.histogram import distances as distances
from .pictures.lines import LINES, colours, write_ends
from .pictures.triangle import CORNERS, draw_moves, positions, with_gaps
from .puzzle.arcs import Arc, checked_arcs
from .puzzle.closed_forms import exact_count
from .puzzle.states import unrank
from .quantities import grouped, spoken

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_GRAPH_DISCS = 9  # 3**9 states: more would be smaller than a pixel
WRITTEN_DISCS = 3  # up to so many the states are written beside their dots
MOST_RULER_MOVES = 1 << 14
NUMBERED = 64  # moves whose disc stands at its mark


BESIDE: dict[str, Any] = {"textcoords": "offset points", "ha": "center", "va": "center"}


# ---- the graph of all states ----


def graph(
    discs: int,
    path: Solution | None = None,
    ax: Axes | None = None,
    *,
    labels: Sequence[str] = ("0", "1", "2"),
    arcs: str | Iterable[Arc] = "complete",
) -> Axes:
    """Draw all states of some discs on three pegs, joined where a move leads from one to the other, and a way.

    The towers are the corners: peg 0 on top, peg 1 left, peg 2 right. A large disc chooses one of three
    triangles, the next one a triangle in it, and so on: the Hanoi graph looks like Sierpinski's triangle
    (Hinz and others, The Tower of Hanoi: Myths and Maths, chapter 2).

    Args:
        discs: how many, 1 to 9.
        path: a solution of as many discs on three pegs, drawn from its start to its target.
        ax: where to draw; a new figure if not given.
        labels: what the pegs are called.
        arcs: between which pegs discs move, as in `solve`. What leads one way only has an arrow, up to 5 discs.

    Raises:
        TypeError, ValueError: there are too many discs, or `path` is of another puzzle.

    >>> ax = graph(3, hf.solve(3))
    >>> ax.get_title(loc="left")
    '27 states of 3 discs and a way of 7 moves'
    """
    discs = checked_int(discs, "discs", 1, MOST_GRAPH_DISCS)
    if path is not None:
        _check_solution(path, "path")
    if path is not None and (path.discs, path.pegs) != (discs, 3):
        raise ValueError(f"path must be of {discs} discs on 3 pegs, not {path!r}")
    ax = axes_or_new(ax, (6, 5.6))
    draw_moves(ax, discs, checked_arcs(arcs, 3))
    if discs <= 6:
        points = positions(unrank(np.arange(3**discs), discs))
        ax.plot(*points.T, "o", color="#8b8675", markersize=max(1.2, 6.5 - discs), markeredgewidth=0, zorder=2)
    if discs <= WRITTEN_DISCS and max(map(len, labels)) == 1:
        _write_states(ax, discs, labels)
    else:
        _write_corners(ax, labels)
    title = f"{grouped(3**discs)} states of {discs} {'disc' if discs == 1 else 'discs'}"
    if path is not None:
        title += f" and a way of {grouped(path.count)} {'move' if path.count == 1 else 'moves'}"
        _draw_path(ax, path)
    ax.set_title(title, loc="left", color=INK, fontsize=12, pad=12)
    ax.set_aspect("equal")
    ax.margins(0.08)
    ax.set_axis_off()
    return ax


def _check_solution(value: object, name: str) -> None:
    """Refuse what is no solution, a number of discs above all."""
    if not isinstance(value, Solution):
        raise TypeError(f"{name} must be a Solution, not {shown(value)} ({type(value).__name__})")


def _write_corners(ax: Axes, labels: Sequence[str]) -> None:
    """Write at the corners what stands there."""
    for label, corner, offset in zip(labels, CORNERS, ((0, 14), (-12, -14), (12, -14)), strict=True):
        ax.annotate(f"all on {label}", corner, offset, **BESIDE, color=SOFT, fontsize=9)


def _write_states(ax: Axes, discs: int, labels: Sequence[str]) -> None:
    """Write the pegs of the discs, the smallest first, beside each state: outside, or in the hole it is at."""
    states = unrank(np.arange(3**discs), discs)
    points = positions(states)
    inner, outer = (_away(points, min(size, 3**discs)) for size in (9, 27))
    outward = inner + outer * ((inner * outer).sum(axis=1) > 0)[:, None]
    for state, point, out in zip(states, points, outward, strict=True):
        text = "".join(labels[peg] for peg in state)
        ax.annotate(text, point, out / np.hypot(*out) * (22, 14), **BESIDE, color=INK, fontsize=8)


def _away(points: NDArray[np.float64], size: int) -> NDArray[np.float64]:
    """Return the directions from the middle of each so many points to them."""
    away = points - points.reshape(-1, size, 2).mean(axis=1).repeat(size, axis=0)
    return away / np.hypot(*away.T)[:, None]


def _draw_path(ax: Axes, path: Solution) -> None:
    """Draw a way, a ring at its start and a full dot at its target."""
    points = positions(np.stack([path.state(step) for step in range(path.count + 1)]))
    wide = max(1.6, 4.2 - 0.35 * path.discs)
    ax.plot(*points.T, color=TEAL, linewidth=wide, solid_capstyle="round", solid_joinstyle="round", zorder=3)
    for point, face, name in ((points[0], PAPER, "start"), (points[-1], TEAL, "target")):
        ax.plot(*point, "o", color=TEAL, markerfacecolor=face, markersize=9, markeredgewidth=2, zorder=4, label=name)


# ---- which disc moves ----


def rulers(solution: Solution, ax: Axes | None = None) -> Axes:
    """Draw which disc moves at each step: for a tower on three pegs, the marks of a binary ruler.

    Args:
        solution: at most 16,384 moves; a slice of a longer one will do.
        ax: where to draw; a new figure if not given.

    Raises:
        TypeError: it is no solution.
        ValueError: the solution has more moves.

    >>> ax = rulers(hf.solve(5))
    >>> ax.get_xlabel(), ax.get_ylabel()
    ('step', 'disc')
    """
    _check_solution(solution, "solution")
    if solution.count > MOST_RULER_MOVES:
        raise ValueError(
            f"rulers show at most {MOST_RULER_MOVES} moves, not {shown(solution.count)}: take a slice of the solution"
        )
    ax = axes_or_new(ax, (7.2, 3.2))
    discs = solution.array("discs").astype(int)
    steps = np.arange(len(discs))
    thin = min(4.0, 300 / max(len(discs), 1))
    for disc in np.unique(discs).tolist():
        at = steps[discs == disc]
        line = np.column_stack([at, np.zeros(len(at)), at, np.full(len(at), disc)]).reshape(-1, 2)
        ax.plot(*with_gaps(line, 2).T, color=LINES[(disc - 1) % len(LINES)], linewidth=thin, solid_capstyle="butt")
    if len(discs) <= NUMBERED:
        for step, disc in zip(steps.tolist(), discs.tolist(), strict=True):
            ax.annotate(str(disc), (step, disc), (0, 3), textcoords="offset points", ha="center", color=INK, fontsize=8)
    quiet(
        ax, f"Which disc moves: {solution.discs} {'disc' if solution.discs == 1 else 'discs'} on {solution.pegs} pegs"
    )
    ax.set(xlabel="step", ylabel="disc", ylim=(0, None))
    ax.spines["left"].set_visible(False)
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_locator(matplotlib("ticker").MaxNLocator(integer=True))
    return ax


# ---- how the moves grow ----


def frame_stewart_growth(discs: int = 64, pegs: Iterable[int] = (3, 4, 5, 6), ax: Axes | None = None) -> Axes:
    """Draw how many moves towers take on some numbers of pegs, on a scale where each step is ten times the last.

    Args:
        discs: up to how many, 1 to 1000.
        pegs: on which numbers of pegs, each 3 to 256.
        ax: where to draw; a new figure if not given.

    Raises:
        TypeError, ValueError: a number is none or outside its limits.

    >>> ax = frame_stewart_growth(20, [3, 4])
    >>> [text.get_text() for text in ax.texts]
    ['3 pegs', '4 pegs']
    """
    discs = checked_int(discs, "discs", 1, 1000)
    columns = [checked_int(number, "pegs", 3, MOST_PEGS) for number in pegs]
    ax = axes_or_new(ax, (7.2, 4.5))
    numbers = range(1, discs + 1)
    ends = []
    for number, colour in zip(columns, colours(len(columns)), strict=True):
        moves = [log10(exact_count(some, number)) for some in numbers]
        ax.plot(numbers, moves, color=colour, linewidth=2)
        ends.append((moves[-1], f"{number} pegs", colour))
    quiet(ax, "Moves of a tower: one peg more changes how they grow")
    highest = max((end for end, _, _ in ends), default=0.0)
    ax.set(xlabel="discs", ylabel="moves", xlim=(1, max(discs, 2)), ylim=(0, max(1.0, 1.03 * highest)))
    # Of the count only the logarithm is drawn: a float holds no more than 1023 discs.
    ax.yaxis.set_major_locator(matplotlib("ticker").MaxNLocator(integer=True))
    ax.yaxis.set_major_formatter(lambda exponent, _: f"$10^{{{exponent:g}}}$" if exponent else "1")
    ax.grid(axis="y", color=FAINT, linewidth=0.6)
    write_ends(ax, discs, sorted(ends, reverse=True))
    return ax


# ---- how fast moves are made ----


# Told apart in grey too. What stands before the colon of a contender's name is its kind.
KINDS = {
    "Python": "#c9c3b4",
    "numpy": "#d9b26a",
    "numba": "#d9b26a",
    "Cython": "#7fa8a3",
    "blocks": TEAL,
    "limit": PAPER,
}


def benchmark(rows: Iterable[Any], ax: Axes | None = None) -> Axes:
    """Draw how many moves a second each contender of a benchmark makes, the fastest on top.

    Bars begin at the recursion in Python, or at the slowest where that is not there. Each line of the scale is ten
    times the one before. Limits of the machine are hollow.

    Args:
        rows: as `benchmark()` returns them, or as mappings, as ``hanoi-fast bench --json`` writes them:
            "contender" and "moves_per_second"; rows in which the second is None were not measured.
        ax: where to draw; a new figure if not given.

    Raises:
        ValueError: nothing was measured.

    >>> rows = [{"contender": "Python: recursion", "moves_per_second": 4e6}]
    >>> [text.get_text() for text in benchmark(rows).texts]
    ['4 million']
    """
    pairs = [(_field(row, "contender"), _field(row, "moves_per_second")) for row in rows]
    measured = sorted((speed, name) for name, speed in pairs if speed)
    if not measured:
        raise ValueError("rows hold nothing that was measured: there is nothing to draw")
    ax = axes_or_new(ax, bars_size(len(measured)))
    base = next((speed for speed, name in measured if name == RECURSION), measured[0][0])
    ratios = [speed / base for speed, _ in measured]
    for place, (ratio, (speed, name)) in enumerate(zip(ratios, measured, strict=True)):
        kind, _, what = name.partition(": ")
        limit = kind == "limit"
        colour, line = KINDS.get(kind, TEAL), "--" if limit else "-"
        ax.barh(place, ratio - 1, left=1, height=0.72, color=colour, edgecolor=SOFT, linestyle=line)
        end = (max(ratio, 1), place)
        ax.annotate(spoken(speed), end, (6, 0), textcoords="offset points", va="center", color=INK, fontsize=12)
        measured[place] = speed, f"{what} (limit)" if limit else name
    ax.set_yticks(range(len(measured)), [name for _, name in measured])
    ax.set_xscale("log")
    beside = "the recursion in Python" if any(name == RECURSION for _, name in measured) else "the slowest"
    quiet(ax, f"Moves a second, and how many times those of {beside}: each line is ten times the one before")
    ax.minorticks_off()
    ax.set(xlim=(min(ratios[0], 1) / 2, max(ratios[-1], 1) * 12), ylim=(-0.6, len(measured) - 0.4))
    ax.tick_params(axis="y", length=0, labelsize=12, labelcolor=INK)
    ax.tick_params(axis="x", labelsize=11)
    ax.grid(axis="x", color=FAINT, linewidth=0.6)
    ax.set_axisbelow(True)
    return ax


def bars_size(bars: int) -> tuple[float, float]:
    """Return the size in inches of a figure in which so many bars and their names can be read."""
    return 10, 1.4 + 0.42 * bars


def _field(row: Any, name: str) -> Any:
    return row[name] if isinstance(row, Mapping) else getattr(row, name)
