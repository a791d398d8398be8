"""Which way is taken between two states, what a searched solution can do, and moves that are read back."""

import json
import pickle
import re

import numpy as np
import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st

import hanoi_fast as hf
from hanoi_fast.files.sidecars import description_of
from hanoi_fast.puzzle import search
from hanoi_fast.puzzle.arcs import named_arcs
from hanoi_fast.puzzle.routes import GATHERED, LISTED, RULED, SEARCHED
from hanoi_fast.puzzle.ways import route_between, route_of

START, GOAL = [0, 3, 1, 0, 2, 1, 0], [1, 2, 3, 0, 1, 1, 1]


@pytest.fixture
def searched():
    return hf.solve(START, GOAL, pegs=4)


@pytest.fixture
def nothing_is_searched(monkeypatch):
    def fail(*_):
        raise AssertionError("there was a search")

    monkeypatch.setattr(search, "ball", fail)


@pytest.mark.parametrize(
    ("start", "goal", "pegs", "exact", "found"),
    [
        ([0, 0], [2, 2], 4, True, RULED),
        ([0, 0, 1], [2, 2, 1], 4, True, RULED),
        ([0, 0, 1], [2, 2, 1], 4, False, RULED),
        ([0, 0, 1], [2, 2, 1], 5, True, SEARCHED),
        ([0, 1], [2, 2], 3, True, RULED),
        ([0, 1], [2, 2], 3, False, RULED),
        ([0, 1], [2, 2], 4, True, SEARCHED),
        ([0, 1], [2, 2], 4, False, GATHERED),
        ([0, 1], [0, 1], 4, True, RULED),
    ],
)
def test_a_rule_is_taken_where_there_is_one(start, goal, pegs, exact, found):
    route = route_between(bytes(start), bytes(goal), pegs, None, exact)
    assert (route.found, bytes(route.state(route.count))) == (found, bytes(goal))


@pytest.mark.parametrize("pegs", [4, 5])
@pytest.mark.parametrize("discs", [1, 2, 3])
def test_any_state_to_any_state_is_solved_in_the_fewest_moves(discs, pegs):
    states = oracles.all_states(discs, pegs)
    for start in states[:: max(1, len(states) // 16)]:
        for goal, least in oracles.distances(start, pegs).items():
            assert hf.solve(start, goal, pegs=pegs).count == least


def test_a_searched_solution_is_a_solution_like_any_other(searched):
    moves = list(searched)
    assert searched.count == len(moves) == hf.distance(START, GOAL, pegs=4)
    assert oracles.replay(moves, START, 4) == tuple(GOAL)
    assert searched.array("moves").tolist() == [list(move) for move in moves]
    assert list(searched[3:9]) == moves[3:9]
    assert [searched.step_of(searched.state(step)) for step in range(searched.count + 1)] == [*range(len(moves) + 1)]
    assert searched.open().read() == oracles.render(moves, "text")
    assert pickle.loads(pickle.dumps(searched)) == searched
    assert [(d, t, s) for d, s, t in searched.inverse()] == moves[::-1]
    assert searched.take([0, 4]).tolist() == [list(moves[0]), list(moves[4])]


def test_it_is_proved_optimal_and_one_that_is_gathered_is_not():
    assert hf.solve(START, GOAL, pegs=5).optimal is True
    assert hf.solve(START, GOAL, pegs=5)[2:5].optimal is True
    assert hf.solve(START, GOAL, pegs=5).inverse().optimal is True
    assert gathered().optimal is None
    assert hf.solve([0, 0, 1], [2, 2, 1], pegs=4).optimal is True


@pytest.mark.parametrize("arcs", ["linear", "ring", "cyclic", "star"])
def test_any_state_is_solved_along_arcs(arcs):
    for start, goal in [([0, 3, 1, 2], [2, 1, 1, 0]), ([3, 3, 1, 0], [0] * 4), ([0] * 4, [1, 2, 3, 0])]:
        solution = hf.solve(start, goal, pegs=4, arcs=arcs)
        assert solution.count == hf.distances_from(start, pegs=4, arcs=arcs)[hf.rank(goal, 4)]
        assert oracles.replay(solution, start, 4) == tuple(goal)
        assert {move[1:] for move in solution} <= named_arcs(arcs, 4)
        assert solution.optimal is True


def test_whether_it_is_unique_is_not_known(searched):
    assert searched.unique is None
    assert searched.inverse().unique is None
    assert searched[:1].unique
    assert gathered().unique is None


def gathered():
    return hf.solve(START, GOAL, pegs=5, exact=False)


# ---- files ----


@pytest.mark.parametrize("name", ["moves.npy", "moves.txt", "moves.bin.gz"])
def test_a_saved_search_is_loaded_without_a_search(searched, tmp_path, name, nothing_is_searched):
    for solution in (searched, searched[2:7], searched.inverse()):
        solution.save(tmp_path / name)
        array, loaded = hf.load(tmp_path / name)
        assert loaded == solution
        assert len(array) == solution.count
        loaded.save(tmp_path / name)
        assert hf.load(tmp_path / name)[1] == solution
        assert loaded.unique is None


def test_a_saved_gathering_is_made_again(tmp_path, nothing_is_searched):
    for solution in (gathered(), gathered().inverse()[1:]):
        solution.save(tmp_path / "moves.npy")
        assert hf.load(tmp_path / "moves.npy")[1] == solution


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda known: known.pop("moves"), "contradicts itself: exact is None, not False"),
        (lambda known: known["moves"].pop(), "cannot be: the 14 moves lead to"),
        (lambda known: known["moves"].reverse(), "cannot be: move 0, "),
        (lambda known: known["moves"].insert(0, [1, 3, 0]), "cannot be: move 0, [1, 3, 0], is not legal"),
        (
            lambda known: known["moves"].insert(0, [1, 0]),
            "cannot be: moves must be rows of disc, source and target, not",
        ),
        (
            lambda known: known.update(moves="all"),
            "cannot be: moves must be rows of disc, source and target, not 'all'",
        ),
        (lambda known: known.update(moves=[1]), "cannot be: moves must be rows of disc, source and target, not [1]"),
        (lambda known: known.update(target=[0, 1]), "cannot be: the 15 moves lead to"),
        (lambda known: known.update(pegs=3), "cannot be: the peg of disc 2 in state must be between 0 and 2, not 3"),
    ],
)
def test_a_description_that_lists_other_moves_is_refused(searched, tmp_path, change, text):
    searched.save(tmp_path / "moves.npy")
    beside = description_of(tmp_path / "moves.npy")
    known = json.loads(beside.read_text())
    change(known)
    beside.write_text(json.dumps(known, indent=1))
    with pytest.raises(ValueError, match=re.escape(text)):
        hf.load(tmp_path / "moves.npy")


@given(st.integers(3, 6).flatmap(lambda pegs: st.tuples(st.just(pegs), oracles.states(5, pegs), st.data())))
def test_moves_that_are_legal_are_taken_and_no_others(drawn):
    pegs, state, data = drawn
    here, moves = state, []
    for _ in range(5):
        legal = oracles.legal_moves(here, pegs)
        if legal:
            moves.append(data.draw(st.sampled_from(legal)))
            here = oracles.after(here, moves[-1])
    route = route_of(bytes(state), bytes(here), pegs, moves)
    assert (route.found, [route.move(step) for step in range(route.count)]) == (LISTED, moves)
    wrong = data.draw(st.tuples(st.integers(-1, 6), st.integers(-1, 6), st.integers(-1, 6)))
    if wrong not in oracles.legal_moves(here, pegs):
        with pytest.raises(ValueError, match=r"^move \d, .* is not legal$"):
            route_of(bytes(state), bytes(here), pegs, [*moves, wrong])


@pytest.mark.parametrize("move", [[1, 0, 1.0], [True, 0, 1], ["1", 0, 1], [1, 0], [1, 0, 1, 1], [], [1, 0, None]])
def test_what_is_no_move_is_refused(move):
    with pytest.raises(ValueError, match=r"^move 0, .* is not legal$"):
        route_of(bytes(1), bytes([1]), 4, [move])


# ---- the command line ----


def test_the_command_line_solves_on_four_pegs(called):
    assert called("solve", "--state", "0,3,1", "--pegs", "4", "--to", "2") == (0, "1 2\n3 2\n0 2\n", "")
    assert called("next", "--state", "0,3,1", "--pegs", "4", "--to", "2") == (
        0,
        "Move disc 3 from 1 to 2, 3 moves left\n",
        "",
    )
    assert called("next", "--stacks", "3 1 | | 2 |", "--to", "0,0,0") == (
        0,
        "Move disc 1 from 0 to 1, 3 moves left\n",
        "",
    )


def test_the_command_line_gathers_any_number(called):
    state = ",".join(str(disc * disc % 5) for disc in range(90))
    status, out, err = called("next", "--state", state, "--pegs", "5", "--short")
    assert (status, err) == (0, "")
    assert "moves left" in out
    status, out, err = called("solve", "--state", state, "--pegs", "5")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "a search on 5 pegs takes at most 25 discs, not 90" in err
    assert "--short" in err


def test_the_command_line_says_in_a_line_that_memory_is_full(called, monkeypatch):
    monkeypatch.setattr(search, "free_memory", lambda: 1 << 20)
    start = ",".join(np.base_repr(3**30, 4)[:16])
    status, out, err = called("solve", "--state", start, "--pegs", "4")
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert err.startswith("hanoi-fast solve: error: the search among the 4**")
