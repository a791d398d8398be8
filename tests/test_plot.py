"""Pictures: the graph is the graph of the rules, the lines are the solution, and files are always the same."""

import re
from itertools import pairwise, product
from math import log10
from types import SimpleNamespace

import numpy as np
import pytest

import hanoi_fast as hf
from hanoi_fast.pictures.triangle import positions, threads

ROWS = [
    {"contender": "Python: recursion", "moves_per_second": 4.2e6},
    {"contender": "blocks: reused buffer", "moves_per_second": 2.34e10},
    {"contender": "numba: one move at a time", "moves_per_second": None},
    {"contender": "limit: copying in the cache", "moves_per_second": 4.1e10},
]


def neighbours(state, other):
    """Whether one move leads from a state to the other, by the rules alone."""
    moved = [disc for disc in range(len(state)) if state[disc] != other[disc]]
    return len(moved) == 1 and not {state[moved[0]], other[moved[0]]} & set(state[: moved[0]])


# ---- the triangle ----


@pytest.mark.parametrize("discs", [1, 2, 3, 4])
def test_states_are_one_unit_apart_exactly_where_a_move_joins_them(discs):
    states = list(product(range(3), repeat=discs))
    points = positions(np.array(states, np.uint8))
    unit = 1 / (2**discs - 1)
    for i, state in enumerate(states):
        apart = np.hypot(*(points - points[i]).T)
        near = {states[j] for j in np.flatnonzero(np.isclose(apart, unit))}
        assert near == {other for other in states if neighbours(state, other)}
        assert (np.delete(apart, i) > 0.99 * unit).all()


def test_the_towers_stand_at_the_corners_the_first_on_top():
    corners = positions(np.array([[peg] * 5 for peg in range(3)], np.uint8))
    assert corners[0, 1] > corners[1, 1] == pytest.approx(corners[2, 1])
    assert corners[1, 0] < corners[0, 0] == pytest.approx(0)
    assert corners[2, 0] > 0
    assert np.hypot(*(corners - np.roll(corners, 1, axis=0)).T) == pytest.approx([1, 1, 1])


@pytest.mark.parametrize("discs", [1, 2, 3, 4])
def test_each_edge_of_the_graph_is_drawn_once(discs):
    states = list(product(range(3), repeat=discs))
    points = map(tuple, positions(np.array(states, np.uint8)).round(6))
    place = dict(zip(points, states, strict=True))
    line = threads(discs)
    pairs = [pair for pair in pairwise(line) if not np.isnan(pair).any()]
    drawn = [frozenset(place[tuple(point.round(6))] for point in pair) for pair in pairs]
    edges = {frozenset((a, b)) for a in states for b in states if neighbours(a, b)}
    assert len(drawn) == len(set(drawn)) == 3 * (3**discs - 1) // 2
    assert set(drawn) == edges


# ---- the pictures ----


def test_the_path_goes_from_state_to_state_of_the_solution(ax):
    solution = hf.solve([0, 2, 1, 0], [1, 1, 0, 2])
    assert hf.plot.graph(4, solution, ax) is ax
    states = [solution.state(step) for step in range(solution.count + 1)]
    paths = [line.get_xydata() for line in ax.lines if len(line.get_xydata()) == len(states)]
    assert any(np.allclose(path, positions(np.array(states))) for path in paths)
    start, target = ax.lines[-2:]
    assert (start.get_label(), target.get_label()) == ("start", "target")
    assert np.allclose(start.get_xydata(), positions(solution.start[None]))
    assert np.allclose(target.get_xydata(), positions(solution.target[None]))


@pytest.mark.parametrize(
    ("discs", "labels", "texts"),
    [
        (1, "012", ["0", "1", "2"]),
        (2, "ABC", ["AA", "AB", "AC", "BA", "BB", "BC", "CA", "CB", "CC"]),
        (3, ["left", "middle", "right"], ["all on left", "all on middle", "all on right"]),
        (4, "012", ["all on 0", "all on 1", "all on 2"]),
    ],
)
def test_small_graphs_name_all_states_and_large_ones_their_corners(ax, discs, labels, texts):
    hf.plot.graph(discs, ax=ax, labels=labels)
    assert sorted(text.get_text() for text in ax.texts) == texts
    assert ax.get_title(loc="left") == f"{3**discs} states of {discs} {'disc' if discs == 1 else 'discs'}"


def test_the_name_of_a_state_stands_next_to_it(ax):
    hf.plot.graph(3, ax=ax)
    for text in ax.texts:
        state = np.array([[int(peg) for peg in text.get_text()]], np.uint8)
        assert np.allclose(text.xy, positions(state)[0])
        assert 10 < np.hypot(*text.xyann) < 50


def test_each_step_has_a_mark_as_high_as_its_disc(ax):
    solution = hf.solve(9, pegs=5)
    assert hf.plot.rulers(solution, ax) is ax
    marks = {}
    for line in ax.lines:
        for foot, top in line.get_xydata().reshape(-1, 3, 2)[:, :2]:
            assert foot.tolist() == [top[0], 0]
            marks[int(top[0])] = int(top[1])
    assert [marks[step] for step in range(solution.count)] == [move.disc for move in solution]
    assert [text.get_text() for text in ax.texts] == [str(move.disc) for move in solution]


def test_a_slice_of_a_large_puzzle_is_drawn_without_numbers(ax):
    assert hf.plot.rulers(hf.solve(64)[10**18 : 10**18 + 100], ax).texts[:] == []


def test_the_growth_is_that_of_the_exact_numbers(ax):
    assert hf.plot.frame_stewart_growth(80, [3, 4, 7], ax) is ax
    for line, pegs in zip(ax.lines, (3, 4, 7), strict=True):
        assert line.get_xdata().tolist() == list(range(1, 81))
        assert line.get_ydata().tolist() == [log10(hf.count(discs, pegs)) for discs in range(1, 81)]
    assert [text.get_text() for text in ax.texts] == ["3 pegs", "4 pegs", "7 pegs"]
    ax.figure.draw_without_rendering()
    assert "$10^{6}$" in [label.get_text() for label in ax.get_yticklabels()]


@pytest.mark.parametrize(("discs", "pegs"), [(1, 3), (2, 3), (1000, 3), (1000, 256)])
def test_the_smallest_and_the_largest_towers_are_drawn_without_a_warning(ax, discs, pegs):
    hf.plot.frame_stewart_growth(discs, [pegs], ax)
    ax.figure.draw_without_rendering()


def test_sixteen_lines_have_colours_of_their_own_and_names_beside_the_axes(ax):
    hf.plot.frame_stewart_growth(200, range(3, 17), ax)
    ax.figure.draw_without_rendering()
    assert len({str(line.get_color()) for line in ax.lines}) == 14
    assert min(text.get_window_extent().y1 for text in ax.texts) > ax.bbox.y0


def test_the_names_of_lines_that_end_together_stand_apart(ax):
    hf.plot.frame_stewart_growth(20, range(3, 13), ax)
    ax.figure.draw_without_rendering()
    boxes = sorted(text.get_window_extent().y0 for text in ax.texts)
    assert np.diff(boxes).min() > 10


@pytest.mark.parametrize("kind", [lambda row: row, lambda row: SimpleNamespace(**row)])
def test_the_fastest_stands_on_top_and_what_was_not_measured_is_left_out(ax, kind):
    assert hf.plot.benchmark(map(kind, ROWS), ax) is ax
    names = [label.get_text() for label in ax.get_yticklabels()]
    assert names == ["Python: recursion", "blocks: reused buffer", "copying in the cache (limit)"]
    # From the recursion on, which is 1.
    assert [bar.get_x() for bar in ax.patches] == [1, 1, 1]
    assert [1 + bar.get_width() for bar in ax.patches] == pytest.approx([1, 2.34e10 / 4.2e6, 4.1e10 / 4.2e6])
    assert "how many times those of the recursion in Python" in ax.get_title(loc="left")
    assert [text.get_text() for text in ax.texts] == ["4.2 million", "23.4 billion", "41 billion"]
    assert ax.get_xscale() == "log"


def test_bars_begin_at_the_slowest_where_there_is_no_recursion(ax):
    rows = [{"contender": name, "moves_per_second": speed} for name, speed in (("a", 2.0), ("b", 8.0))]
    hf.plot.benchmark(rows, ax)
    assert [1 + bar.get_width() for bar in ax.patches] == [1, 4]
    assert "those of the slowest" in ax.get_title(loc="left")


@pytest.mark.parametrize(
    ("draw", "error", "text"),
    [
        (lambda ax: hf.plot.graph(0, ax=ax), ValueError, "discs must be between 1 and 9, not 0"),
        (lambda ax: hf.plot.graph(10, ax=ax), ValueError, "discs must be between 1 and 9, not 10"),
        (lambda ax: hf.plot.graph(2.0, ax=ax), TypeError, "discs must be an int, not 2.0 (float)"),
        (
            lambda ax: hf.plot.graph(3, hf.solve(4), ax),
            ValueError,
            "path must be of 3 discs on 3 pegs, not <Solution: 4",
        ),
        (lambda ax: hf.plot.graph(3, hf.solve(3, pegs=4), ax), ValueError, "path must be of 3 discs on 3 pegs, not <"),
        (lambda ax: hf.plot.rulers(hf.solve(15), ax), ValueError, "rulers show at most 16384 moves, not 32767: take a"),
        (lambda ax: hf.plot.rulers(5, ax), TypeError, "solution must be a Solution, not 5 (int)"),
        (lambda ax: hf.plot.graph(3, 5, ax), TypeError, "path must be a Solution, not 5 (int)"),
        (lambda ax: hf.plot.frame_stewart_growth(0, ax=ax), ValueError, "discs must be between 1 and 1000, not 0"),
        (lambda ax: hf.plot.frame_stewart_growth(9, [2], ax), ValueError, "pegs must be between 3 and 256, not 2"),
        (lambda ax: hf.plot.benchmark([], ax), ValueError, "rows hold nothing that was measured"),
        (lambda ax: hf.plot.benchmark(ROWS[2:3], ax), ValueError, "rows hold nothing that was measured"),
    ],
)
def test_what_cannot_be_drawn_is_refused_before_anything_is(ax, draw, error, text):
    with pytest.raises(error, match=re.escape(text)):
        draw(ax)
    assert not ax.lines
    assert not ax.patches
