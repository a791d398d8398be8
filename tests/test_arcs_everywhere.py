"""Arcs wherever pegs go: verify, files and their descriptions, the command line, the graph of states, the terminal."""

import json
from itertools import pairwise

import numpy as np
import pytest
from commands import run
from graph_oracles import replay_along

import hanoi_fast as hf
from hanoi_fast.files.sidecars import read_sidecar, sidecar_of
from hanoi_fast.puzzle.arcs import named_arcs

OTHER = frozenset({(0, 1), (1, 2), (2, 0), (1, 0)})
PUZZLES = [("linear", 3), ("cyclic", 3), (OTHER, 3), ("star", 4), ("ring", 4), ("linear", 4)]


# ---- verify ----


@pytest.mark.parametrize(("arcs", "pegs"), PUZZLES)
@pytest.mark.parametrize("discs", [1, 2, 5])
def test_what_solve_makes_verify_finds_legal_and_complete(arcs, pegs, discs):
    solution = hf.solve(discs, pegs=pegs, arcs=arcs)
    for moves in (solution, solution.array("moves"), solution.array(), list(solution)):
        report = hf.verify(moves, discs, pegs=pegs, arcs=arcs)
        assert (report.legal, report.complete, report.moves) == (True, True, solution.count)
        assert report.optimal is (True if solution.optimal else None)
        assert report.minimum == (solution.count if solution.optimal else None)


def test_a_move_along_no_arc_is_an_error_of_its_own():
    report = hf.verify([(0, 1), (0, 2)], 2, arcs="linear")
    assert (report.legal, report.first_error.index, report.first_error.move) == (False, 1, (2, 0, 2))
    assert report.first_error.reason == "no arc leads from peg 0 to peg 2"
    assert str(report) == (
        "Not legal: the 2nd move takes disc 2 from peg 0 to peg 2, but no arc leads from peg 0 to peg 2."
    )


def test_more_moves_than_needed_are_found_along_arcs():
    moves = [(0, 1), (1, 0), *hf.solve(2, arcs="linear").array().tolist()]
    report = hf.verify(moves, 2, arcs="linear")
    assert (report.complete, report.optimal, report.minimum) == (True, False, 8)
    assert "10 moves where 8 are enough" in str(report)
    # Without arcs the same moves are legal, and far from the fewest.
    assert hf.verify(moves, 2).minimum == 3


def test_between_any_states_the_fewest_are_known_on_three_pegs():
    solution = hf.solve([0, 2, 1, 0], [1, 1, 0, 2], arcs="cyclic")
    report = hf.verify(solution, [0, 2, 1, 0], [1, 1, 0, 2], arcs="cyclic")
    assert (report.optimal, report.minimum) == (True, solution.count)


def test_between_states_on_four_pegs_the_fewest_are_not_known():
    report = hf.verify([(0, 1), (1, 2)], [0, 3], [2, 3], pegs=4, arcs="linear")
    assert (report.complete, report.optimal, report.minimum) == (True, None, None)


# ---- files ----


@pytest.mark.parametrize("name", ["m.npy", "m.bin", "m.txt", "m.csv.gz", "m.json"])
@pytest.mark.parametrize(("arcs", "pegs"), PUZZLES)
def test_files_are_loaded_with_their_arcs(tmp_path, arcs, pegs, name):
    solution = hf.solve(4, pegs=pegs, arcs=arcs)
    path = tmp_path / name
    solution.save(path)
    array, loaded = hf.load(path)
    assert loaded == solution
    assert loaded.arcs == solution.arcs
    assert array.tolist() in (solution.array().tolist(), solution.array("moves").tolist())
    said = read_sidecar(path)["arcs"]
    assert said == (arcs if isinstance(arcs, str) else [[0, 1], [1, 0], [1, 2], [2, 0]])
    assert hf.verify(path, 4, pegs=pegs, arcs=arcs).complete


def test_a_part_and_a_way_from_a_state_are_loaded_too(tmp_path):
    for number, solution in enumerate([hf.solve([0, 2, 1], 2, arcs="cyclic"), hf.solve(9, arcs="linear")[100:200]]):
        path = tmp_path / f"{number}.npy"
        solution.save(path)
        assert hf.load(path)[1] == solution


def test_a_description_without_arcs_means_all_of_them(tmp_path):
    path = tmp_path / "m.npy"
    hf.solve(5).save(path)
    description = read_sidecar(path)
    assert description.pop("arcs") == "complete"
    sidecar_of(path).write_text(json.dumps(description, indent=1))
    assert hf.load(path)[1] == hf.solve(5)


@pytest.mark.parametrize(
    ("arcs", "text"),
    [
        ("linear", "contradicts itself|cannot be"),
        ("lineal", "cannot be: arcs must be one of"),
        (5, "cannot be: arcs must be a name or pairs"),
        ([[0, 1]], "cannot be: every peg must be reached"),
        ([[0, 1], [0]], "cannot be: an arc must be a pair"),
    ],
)
def test_a_description_of_other_arcs_is_found_out(tmp_path, arcs, text):
    path = tmp_path / "m.npy"
    hf.solve(5, arcs="cyclic").save(path)
    description = {**read_sidecar(path), "arcs": arcs}
    sidecar_of(path).write_text(json.dumps(description, indent=1))
    with pytest.raises(ValueError, match=text):
        hf.load(path)


def test_a_file_along_arcs_is_legal_for_who_allows_more_and_not_for_who_allows_less(tmp_path):
    path = tmp_path / "m.npy"
    hf.solve(4, arcs="cyclic").save(path)
    assert hf.verify(path, 4).minimum == 15
    assert hf.verify(path, 4, arcs={*named_arcs("cyclic", 3), (1, 0)}).legal
    assert not hf.verify(path, 4, arcs="linear").legal


# ---- the command line ----


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("count 64 --arcs linear", str(3**64 - 1)),
        ("count 9 --pegs 4 --arcs star", str(hf.count(9, 4, arcs="star"))),
        ("count 3 --arcs 0-1,1-2,2>0", str(hf.count(3, arcs=named_arcs("linear", 3) | {(2, 0)}))),
        ("moves 1 --arcs cyclic", "0 1\n1 2"),
        ("moves 1 --arcs A>B,B>C,C>A --labels ABC", "A B\nB C"),
        ("moves 9 --arcs cyclic --start 2^3 --stop 10", "2 0\n0 1"),
        ("state 5 7 --arcs cyclic --json", '"state": [2, 2, 0, 0, 0]'),
        ("next --state 0,2,1 --arcs cyclic", "Move disc 1 from 0 to 1, 12 moves left"),
        ('solve --stacks "3 | 2 | 1" --to 2 --arcs linear --stop 1', "2 1"),
        ("show 1 --arcs linear", "0  1 |  |\n1   | 1 |\n2   |  | 1"),
    ],
)
def test_commands_take_arcs(line, said):
    import shlex

    done = run(*shlex.split(line))
    assert (done.returncode, done.stderr) == (0, "")
    assert said in "\n".join(row.rstrip() for row in done.stdout.splitlines())


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (
            "moves 3 --arcs round",
            "arcs must be one of complete, linear, cyclic, ring, star, or pairs of pegs, not",
        ),
        ("moves 3 --arcs 0-1,1", "--arcs must be written as in 0-1,1-2,2>0, not '1'"),
        ("moves 3 --arcs 0-1,1-5", "--arcs must be one of the pegs 0, 1, 2, not '5'"),
        (
            "count 3 --arcs 0-1,1>2",
            "must be reached from every other: from peg 2 there is no way to peg 0 and 1",
        ),
        ("count 3 --pegs 20 --arcs linear", "arcs need at most 16 pegs, not 20"),
        ("verify x.txt --arcs linear", "--to, --pegs, --arcs, --labels and --first-peg go with --discs"),
        ("play --arcs linear", "a position is missing"),
    ],
)
def test_mistakes_in_arcs_are_said(line, text):
    done = run(*line.split())
    assert done.returncode == 2
    assert text in done.stderr
    assert "Traceback" not in done.stderr


def test_files_are_written_described_and_verified_along_arcs(tmp_path):
    file = str(tmp_path / "m.txt")
    assert run("moves", "4", "--arcs", "cyclic", "-o", file).returncode == 0
    assert "4 discs, 3 pegs (cyclic), from peg 0 to peg 2" in run("info", file).stdout
    assert "Every byte is as it should be" in run("verify", file).stdout
    assert "Legal, complete and optimal: 59 moves." in run("verify", file, "--discs", "4", "--arcs", "cyclic").stdout
    wrong = run("verify", file, "--discs", "4", "--arcs", "linear")
    assert wrong.returncode == 1
    assert "no arc leads from peg 2 to peg 0" in wrong.stdout


# ---- pictures ----


def edges_drawn(ax):
    """The lines of a graph of states, each as a pair of points."""
    found = set()
    for line in (line for line in ax.lines if line.get_linestyle() == "-"):
        points = line.get_xydata()
        for one, other in pairwise(points):
            if not np.isnan([one, other]).any():
                found.add(frozenset((tuple(one.round(6)), tuple(other.round(6)))))
    return found


@pytest.mark.parametrize("arcs", ["linear", "cyclic", "star", OTHER])
@pytest.mark.parametrize("discs", [1, 2, 4])
def test_the_graph_of_states_has_a_line_for_each_move_along_an_arc(arcs, discs):
    plt = pytest.importorskip("matplotlib.pyplot")
    from hanoi_fast.pictures.triangle import moves_along, positions

    there = named_arcs(arcs, 3) if isinstance(arcs, str) else arcs
    ax = plt.figure().add_subplot()
    hf.plot.graph(discs, ax=ax, arcs=arcs)
    expected = set()
    states = hf.unrank(np.arange(3**discs), discs)
    for state in states:
        for disc, source, target in hf.legal_moves(state):
            if (source, target) in there:
                after = state.copy()
                after[disc - 1] = target
                ends = positions(np.stack([state, after])).round(6)
                expected.add(frozenset(map(tuple, ends + 0.0)))
    drawn = {frozenset(tuple(np.array(point) + 0.0) for point in edge) for edge in edges_drawn(ax)}
    assert drawn == expected
    one_way = [arc for arc in there if arc[::-1] not in there]
    arrows = sum(len(moves_along(discs, *arc)) for arc in one_way)
    assert sum(len(each.U) for each in ax.collections) == arrows
    plt.close("all")


def test_a_way_along_arcs_is_drawn_over_its_graph():
    plt = pytest.importorskip("matplotlib.pyplot")
    ax = plt.figure().add_subplot()
    hf.plot.graph(3, hf.solve(3, arcs="linear"), ax=ax, arcs="linear")
    assert ax.get_title(loc="left") == "27 states of 3 discs and a way of 26 moves"
    plt.close("all")


def test_the_linear_tower_passes_every_state_once():
    solution = hf.solve(5, arcs="linear")
    states = {tuple(solution.state(step).tolist()) for step in range(solution.count + 1)}
    assert len(states) == 3**5 == solution.count + 1
    assert replay_along(named_arcs("linear", 3), solution, (0,) * 5) == (2,) * 5
