"""Distances and next moves: against breadth-first search, and against exact arithmetic where that is slow."""

import itertools
import re
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanoi_fast.puzzle.distances import detour, distance, next_move
from hanoi_fast.puzzle.moves import Move


def exact(start, target):
    """The two candidates of Hinz's theorem with exact ints, by recursion on stacks of plain lists."""

    def to_peg(state, peg):
        moves = 0
        for size in range(len(state), 0, -1):
            if state[size - 1] != peg:
                moves += 2 ** (size - 1)
                (peg,) = {0, 1, 2} - {peg, state[size - 1]}
        return moves

    while start and start[-1] == target[-1]:
        start, target = start[:-1], target[:-1]
    if not start:
        return 0
    (*small, i), (*small_target, j) = start, target
    (k,) = {0, 1, 2} - {i, j}
    once = to_peg(small, k) + 1 + to_peg(small_target, k)
    twice = to_peg(small, j) + 1 + (2 ** len(small) - 1) + 1 + to_peg(small_target, i)
    return min(once, twice)


def searched(discs):
    """Breadth-first search from all states at once: the distances, in the order of `oracles.all_states`."""
    number = {state: i for i, state in enumerate(oracles.all_states(discs))}
    edges = np.zeros((len(number),) * 2, np.float32)
    for one, other in oracles.edges(discs):
        edges[number[one], number[other]] = edges[number[other], number[one]] = 1
    found, frontier, moves = np.full(edges.shape, -1), np.eye(len(number), dtype=np.float32), 0
    while frontier.any():
        found[frontier > 0] = moves
        frontier = ((frontier @ edges > 0) & (found < 0)).astype(np.float32)
        moves += 1
    return found


def pairs_of(discs):
    states = oracles.all_states(discs)
    starts, targets = zip(*itertools.product(states, repeat=2), strict=True)
    return starts, targets, np.array(starts, np.uint8), np.array(targets, np.uint8)


big_pairs = st.integers(1, 64).flatmap(lambda n: st.tuples(*[st.lists(st.integers(0, 2), min_size=n, max_size=n)] * 2))

# ---- distances ----


@pytest.mark.parametrize("discs", range(1, 7))
def test_all_distances_are_those_of_breadth_first_search(discs):
    states = oracles.all_states(discs)
    array = np.array(states, np.uint8)
    for start, found in zip(states, searched(discs), strict=True):
        assert (distance(array, start) == found).all()
        if len(set(start)) == 1:
            assert (distance(array, start[0]) == found).all()


@pytest.mark.parametrize("discs", range(1, 5))
def test_one_state_and_many_agree_for_all_pairs(discs):
    starts, targets, start_rows, target_rows = pairs_of(discs)
    together = distance(start_rows, target_rows)
    assert together.dtype == np.uint64
    assert together.tolist() == list(map(distance, starts, targets))


@pytest.mark.parametrize(("discs", "total"), [(1, 3), (2, 72), (3, 1419), (4, 26580)])
def test_the_distances_of_all_unordered_pairs_add_up(discs, total):
    *_, starts, targets = pairs_of(discs)
    assert int(distance(starts, targets).sum()) == 2 * total


@pytest.mark.parametrize("discs", range(1, 13))
def test_the_mean_distance_to_a_tower_is_two_thirds_of_the_longest(discs):
    states = np.indices((3,) * discs, np.uint8).reshape(discs, -1).T
    for peg in range(3):
        assert 3 * int(distance(states, peg).sum()) == 2 * (2**discs - 1) * 3**discs


KNOWN = [
    ([1, 1, 0], [0, 0, 1], 5),
    ([0, 1], [1, 0], 3),
    ([1, 1, 0], 2, 4),
    ([0, 2, 1, 0], [0, 2, 1, 0], 0),
    ([2, 2, 2], 2, 0),
    ([], 1, 0),
    ([], [], 0),
    ([0] * 64, 2, 2**64 - 1),
    ([2] * 63 + [0], [0] * 63 + [2], 2**63 + 1),
    ([1] * 63 + [0], [1] * 63 + [2], 1),
    ([0] * 1000, 2, 2**1000 - 1),
    ([2] * 999 + [0], [0] * 999 + [2], 2**999 + 1),
]


@pytest.mark.parametrize(("start", "target", "moves"), KNOWN)
def test_known_distances(start, target, moves):
    result = distance(start, target)
    assert result == moves
    assert type(result) is int
    if 0 < len(start) <= 64:
        assert distance([start], target).tolist() == [moves]


@given(big_pairs)
def test_64_discs_are_exact_one_by_one_and_many_at_once(pair):
    start, target = pair
    moves = exact(start, target)
    assert distance(start, target) == distance(target, start) == moves
    assert distance(np.array([start] * 6), target).tolist() == [moves] * 6
    assert distance([start], [target]).tolist() == [moves]
    for peg in range(3):
        to_peg = exact(start, [peg] * len(start))
        assert distance(start, peg) == to_peg
        assert distance([start] * 6, peg).tolist() == [to_peg] * 6


def test_one_state_of_a_thousand_discs_is_exact():
    starts, targets = np.random.default_rng(5).integers(0, 3, (2, 20, 1000))
    for start, target in zip(starts, targets, strict=True):
        assert distance(start, target) == exact(start.tolist(), target.tolist())


@pytest.mark.parametrize("rows", [0, 1, 3, 4, 5, 65535, 65536, 65541])
def test_any_number_of_rows_is_served(rows):
    states = np.arange(rows)[:, None] // 3 ** np.arange(11) % 3
    tens = [1023 * (peg != 2) for peg in range(3)]
    assert distance(states, 2).shape == (rows,)
    assert distance(states, states).tolist() == [0] * rows
    towers = np.repeat(np.arange(rows)[:, None] % 3, 10, axis=1)
    assert distance(towers, 2).tolist() == (tens * (rows // 3 + 1))[:rows]


def test_arrays_of_no_discs_are_at_no_distance():
    assert distance(np.empty((2, 0), int), 0).tolist() == [0, 0]
    assert next_move(np.empty((2, 0), int), 0).tolist() == [[0, 0, 0]] * 2


def test_threads_get_the_same_answers():
    states = np.random.default_rng(1).integers(0, 3, (100_000, 20), np.uint8)
    targets = [2, states[0], states[::-1]]
    with ThreadPoolExecutor(3) as threads:
        together = list(threads.map(lambda target: distance(states, target), targets))
    for target, distances in zip(targets, together, strict=True):
        assert (distance(states, target) == distances).all()


# ---- whether the largest disc moves once or twice ----


@pytest.mark.parametrize(
    ("start", "target", "sign"),
    [
        ([1, 1, 0], [0, 0, 1], 1),
        ([0, 1], [1, 0], 0),
        ([0, 0], 2, -1),
        ([0], [0], -1),
        ([], [], -1),
        ([0], 1, -1),
    ],
)
def test_known_detours(start, target, sign):
    assert detour(start, target) == sign


@pytest.mark.parametrize("discs", range(1, 6))
def test_a_pair_has_two_shortest_ways_exactly_where_once_is_as_short_as_twice(discs):
    for start in oracles.all_states(discs):
        for target, (_, ways) in oracles.search(start).items():
            assert ways == (2 if detour(start, target) == 0 else 1)


# ---- next moves ----


@pytest.mark.parametrize("discs", range(1, 5))
def test_following_the_next_moves_is_a_shortest_way_and_the_largest_disc_moves_once_in_a_tie(discs):
    starts, targets, rows, target_rows = pairs_of(discs)
    left, largest_moves = distance(rows, target_rows), np.zeros(len(rows), int)
    differ = rows != target_rows
    largest = np.where(differ.any(axis=1), discs - differ[:, ::-1].argmax(axis=1), 0)
    while left.any():
        moves = next_move(rows, target_rows)
        assert ((moves[:, 0] > 0) == (left > 0)).all()
        for row, move in enumerate(moves.tolist()):
            if move[0]:
                assert tuple(move) in oracles.legal_moves(tuple(rows[row].tolist()))
                rows[row] = oracles.after(tuple(rows[row].tolist()), move)
                largest_moves[row] += move[0] == largest[row]
        left, before = distance(rows, target_rows), left
        assert (left == np.maximum(before, 1) - 1).all()
    assert (rows == target_rows).all()
    signs = np.array(list(map(detour, starts, targets)))
    assert (largest_moves == np.where(signs > 0, 2, largest > 0)).all()


@given(big_pairs)
def test_the_next_move_brings_the_target_one_move_nearer(pair):
    start, target = pair
    move = next_move(start, target)
    assert next_move([start], target).tolist() == [list(move or (0, 0, 0))]
    assert next_move([start], [target]).tolist() == [list(move or (0, 0, 0))]
    if start == target:
        assert move is None
    else:
        assert type(move) is Move
        assert move in oracles.legal_moves(start)
        assert exact(list(oracles.after(start, move)), target) == exact(start, target) - 1


KNOWN_MOVES = [
    ([0, 0], 2, (1, 0, 1)),
    ([0, 0, 0], 2, (1, 0, 2)),
    ([0, 0, 0], 0, None),
    ([1, 1, 0], [0, 0, 1], (3, 0, 2)),
    ([], 0, None),
    ([0] * 300, 2, (1, 0, 1)),
    ([1] * 299 + [0], 2, (300, 0, 2)),
    ([2] * 299 + [0], [0] * 299 + [2], (300, 0, 1)),
    ([1] * 70000 + [0], 2, (70001, 0, 2)),
]


@pytest.mark.parametrize(("start", "target", "move"), KNOWN_MOVES)
def test_known_next_moves(start, target, move):
    result = next_move(start, target)
    assert result == move
    assert move is None or all(type(part) is int for part in result)


@pytest.mark.parametrize(("discs", "dtype"), [(1, np.uint8), (255, np.uint8), (256, np.uint16), (65535, np.uint16)])
def test_next_moves_are_in_the_layout_moves(discs, dtype):
    states = np.ones((2, discs), np.uint8)
    states[0, -1] = 0
    moves = next_move(states, 2)
    assert moves.dtype == dtype
    assert moves[0].tolist() == [discs, 0, 2]


# ---- what is refused ----

ROWS = np.zeros((2, 3), np.uint8)
WRONG = [
    ([0, 0], 3, ValueError, "target must be between 0 and 2, not 3"),
    (ROWS, -1, ValueError, "target must be between 0 and 2, not -1"),
    ([0, 0], True, TypeError, "target must be an int, not True (bool)"),
    (ROWS, 1.0, TypeError, "target must be an int, not 1.0 (float)"),
    ([0, 0], None, TypeError, "target must be an int, not None (NoneType)"),
    ([0, 0], [0, 0, 0], ValueError, "target must have as many discs as the state, 2, not 3"),
    ([0, 0], [0, 3], ValueError, "the peg of disc 2 in target must be between 0 and 2, not 3"),
    ([0, 0], ROWS, ValueError, "target must have the shape (n,), a peg for each disc, not (2, 3)"),
    (ROWS, [0, 0], ValueError, "target must have as many discs as the state, 3, not 2"),
    (ROWS, np.zeros((3, 3), int), ValueError, "target must have the shape of the states, (2, 3), not (3, 3)"),
    (
        ROWS,
        [[0, 0, 0], [0, 0, 3]],
        ValueError,
        "the peg of disc 3 in row 1 of target must be between 0 and 2",
    ),
    (ROWS.astype(bool), 0, TypeError, "states must be an array of ints, not of bool"),
    ([0, 3], 0, ValueError, "the peg of disc 2 in state must be between 0 and 2, not 3"),
    (np.zeros((1, 1, 1), int), 0, ValueError, "states must have the shape (M, n), a row for each state"),
    (7, 0, TypeError, "state must be a sequence or an array of ints, not 7 (int)"),
]


@pytest.mark.parametrize("ask", [distance, next_move])
@pytest.mark.parametrize(("states", "target", "error", "text"), WRONG)
def test_wrong_states_and_targets_are_refused(ask, states, target, error, text):
    with pytest.raises(error, match=re.escape(text)):
        ask(states, target)


def test_an_array_of_65_discs_is_refused_and_the_way_out_said():
    text = "at most 64 discs, since distances are uint64, not 65; ask for one state, of shape (n,)"
    with pytest.raises(ValueError, match=re.escape(text)):
        distance(np.zeros((1, 65), int), 0)
    assert distance(np.zeros((1, 64), int), 2).tolist() == [2**64 - 1]


def test_an_array_of_65536_discs_has_no_next_moves():
    text = "at most 65535 discs, since moves are uint16, not 65536; ask for one state"
    with pytest.raises(ValueError, match=re.escape(text)):
        next_move(np.zeros((1, 65536), np.uint8), 0)
