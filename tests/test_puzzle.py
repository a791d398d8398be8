"""What solve() takes for a puzzle, and what it refuses and why."""

import re

import numpy as np
import pytest

import hanoi_fast as hf


def test_the_tower_goes_to_the_last_peg_from_the_first_unless_said():
    assert hf.solve(5) == hf.solve(5, 2) == hf.solve(5, target=2, pegs=3, source=0)
    assert hf.solve(5, pegs=6).target.tolist() == [5] * 5
    assert hf.solve(5, 0, source=1).start.tolist() == [1] * 5


@pytest.mark.parametrize(("pegs", "source", "target"), [(3, 2, 2), (3, 2, None), (4, 0, 0), (2, 1, 1)])
def test_a_tower_that_is_where_it_should_be_takes_no_moves(pegs, source, target):
    discs = 1 if pegs == 2 else 4
    solution = hf.solve(discs, target, pegs=pegs, source=source)
    assert solution.count == 0
    assert solution.start.tolist() == solution.target.tolist() == [source] * discs


@pytest.mark.parametrize("discs", [0, [], (), np.array([], np.uint8)])
@pytest.mark.parametrize("pegs", [2, 3, 4])
def test_no_discs_take_no_moves(discs, pegs):
    solution = hf.solve(discs, pegs=pegs)
    assert (solution.discs, solution.pegs, solution.count) == (0, pegs, 0)
    assert list(solution) == []
    assert solution.array().shape == (0, 2)
    assert solution.state(0).shape == (0,)
    assert solution.step_of([]) == 0
    assert solution.open().read() == b""


def test_two_pegs_move_one_disc():
    assert list(hf.solve(1, pegs=2)) == [(1, 0, 1)]
    assert list(hf.solve([1], [0], pegs=2)) == [(1, 1, 0)]


def test_there_may_be_as_many_as_256_pegs_and_more_pegs_than_discs():
    assert list(hf.solve(2, pegs=256)) == [(1, 0, 254), (2, 0, 255), (1, 254, 255)]


@pytest.mark.parametrize("kind", [np.int8, np.uint64, np.array])
def test_every_kind_of_int_is_a_number(kind):
    assert hf.solve(kind(4), kind(1), pegs=kind(4), source=kind(2)) == hf.solve(4, 1, pegs=4, source=2)


@pytest.mark.parametrize(
    "state", [[0, 2, 1], (0, 2, 1), b"\0\2\1", np.array([0, 2, 1]), np.array([0, 9, 2, 9, 1], np.uint8)[::2]]
)
def test_every_kind_of_sequence_is_a_state(state):
    assert hf.solve(state, state).start.tolist() == [0, 2, 1]


def test_a_state_is_copied_so_that_a_later_change_does_no_harm():
    state = np.array([0, 2, 1], np.uint8)
    solution = hf.solve(state, 2)
    moves = list(solution)
    state[:] = 2
    solution.start[:] = 1
    solution.state(0)[:] = 1
    assert list(solution) == moves
    assert solution.start.tolist() == [0, 2, 1]


NO_INTS = [2.0, True, "2", None, 1 + 0j, {1, 2}, np.float64(2), np.bool_(True)]
# No target is the last peg.
REFUSED = [
    (name, value)
    for name in ("discs", "target", "pegs", "source")
    for value in NO_INTS
    if (name, value) != ("target", None)
]


@pytest.mark.parametrize(("name", "value"), REFUSED)
def test_what_is_not_an_int_is_refused_by_its_type(name, value):
    subject = {"discs": "start"}.get(name, name) if isinstance(value, set) else name
    arguments = {"discs": 3, name: value}
    with pytest.raises(TypeError, match=rf"^{subject} must be an? .*\({type(value).__name__}\)$") as caught:
        hf.solve(**arguments)
    assert repr(value) in str(caught.value)


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"discs": -1}, "discs must be at least 0, not -1"),
        ({"discs": 3, "target": 3}, "target must be between 0 and 2, not 3"),
        ({"discs": 3, "target": -1}, "target must be between 0 and 2, not -1"),
        ({"discs": 3, "source": 3}, "source must be between 0 and 2, not 3"),
        ({"discs": 3, "source": -1}, "source must be between 0 and 2, not -1"),
        ({"discs": 3, "source": 4, "pegs": 4}, "source must be between 0 and 3, not 4"),
        ({"discs": 3, "pegs": 1}, "pegs must be between 2 and 256, not 1"),
        ({"discs": 3, "pegs": 257}, "pegs must be between 2 and 256, not 257"),
        ({"discs": 2, "pegs": 2}, "2 discs need at least 3 pegs, not 2"),
        ({"discs": 2, "pegs": 2, "target": 0}, "2 discs need at least 3 pegs, not 2"),
        ({"discs": [0, 3]}, "the peg of disc 2 in start must be between 0 and 2, not 3"),
        ({"discs": [0, -1]}, "the peg of disc 2 in start must be between 0 and 2, not -1"),
        ({"discs": np.array([0, 4]), "pegs": 4}, "the peg of disc 2 in start must be between 0 and 3, not 4"),
        ({"discs": np.zeros((2, 3), int)}, "start must have the shape (n,), a peg for each disc, not (2, 3)"),
        ({"discs": [0, 1], "target": [0, 3]}, "the peg of disc 2 in target must be between 0 and 2, not 3"),
        ({"discs": [0, 1], "target": [0]}, "target must have as many discs as the start, 2, not 1"),
        ({"discs": 3, "target": [0, 1]}, "target must have as many discs as the start, 3, not 2"),
        (
            {"discs": [0, 1], "source": 1},
            "source goes with a number of discs; a state says where they are, so not 1",
        ),
        ({"discs": [0, 1], "pegs": 17}, "a search takes at most 16 pegs, not 17; solve(exact=False), on the command"),
        (
            {"discs": [0, 1] * 19, "pegs": 4},
            "a search on 4 pegs takes at most 36 discs, not 38, not counting the largest ones that already",
        ),
    ],
)
def test_a_puzzle_that_cannot_be_is_refused_with_the_value_and_the_limit(arguments, text):
    with pytest.raises(ValueError, match=f"^{re.escape(text)}"):
        hf.solve(**arguments)


@pytest.mark.parametrize(
    ("state", "text"),
    [
        ([0.0, 1], "the peg of disc 1 in start must be an int, not 0.0 (float)"),
        ([0, True], "the peg of disc 2 in start must be an int, not True (bool)"),
        ([0, None], "the peg of disc 2 in start must be an int, not None (NoneType)"),
        ([[0, 1]], "the peg of disc 1 in start must be an int, not [0, 1] (list)"),
        (np.zeros(3), "start must be an array of ints, not of float64"),
        (np.zeros(3, bool), "start must be an array of ints, not of bool"),
        ({0: 1}, "start must be a sequence or an array of ints, not {0: 1} (dict)"),
    ],
)
def test_a_state_of_anything_but_ints_is_refused_by_its_type(state, text):
    with pytest.raises(TypeError, match=f"^{re.escape(text)}$"):
        hf.solve(state)


@pytest.mark.parametrize("discs", [10**15, 10**30])
def test_more_discs_than_bytes_in_the_machine_are_refused_before_any_work(discs):
    with pytest.raises(
        MemoryError, match=rf"^a state needs {4 * discs} bytes, this machine has \d+; ask for fewer discs$"
    ):
        hf.solve(discs)
