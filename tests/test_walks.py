"""Walks over towers of any rule: a rule that nobody has seen before, folds that are interrupted, rows compared."""

import os
import pickle
import signal
import threading
from itertools import pairwise

import numpy as np
import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st

import hanoi_fast as hf
from hanoi_fast.puzzle import walks
from hanoi_fast.puzzle.moves import Move
from hanoi_fast.puzzle.rules import FRAME_STEWART, THREE_PEGS, free_tower
from hanoi_fast.puzzle.towers import SINGLE, Rule, Tower, parts_of, single
from hanoi_fast.puzzle.walks import (
    Fold,
    cover,
    first_step,
    locate,
    move_in,
    moves_in,
    pieces,
    same_moves,
    step_in,
    tower_at,
    write_state,
)


class Detour(Rule):
    """The plainest rule there can be: three pegs in a row, where every disc goes by way of the middle one."""

    def moves(self, tower):
        return 3**tower.discs - 1

    def parts(self, tower):
        discs, (source, middle, target), smaller, _ = tower
        larger = (single(source, middle, smaller + discs - 1), single(middle, target, smaller + discs - 1))
        if discs == 1:
            return larger
        over = Tower(discs - 1, tower.pegs, smaller, self)
        back = Tower(discs - 1, tower.pegs[::-1], smaller, self)
        return over, larger[0], back, larger[1], over

    def inverse(self, tower):
        return tower._replace(pegs=tower.pegs[::-1])


DETOUR = Detour()


def moves_of(tower):
    """The moves of a tower in full, from its parts alone."""
    if tower.single:
        return [(tower.smaller + 1, *tower.pegs)]
    return [move for part in parts_of(tower) for move in moves_of(part)]


def detour(discs, smaller=0):
    return Tower(discs, (2, 0, 1), smaller, DETOUR)


@st.composite
def any_tower(draw):
    """A tower of any of the rules."""
    discs, smaller = draw(st.integers(1, 5)), draw(st.integers(0, 2))
    if draw(st.booleans()):
        return detour(discs, smaller)
    pegs = draw(st.permutations(range(6)))[: draw(st.integers(3, 6))]
    return free_tower(discs, tuple(pegs), smaller)


any_row = st.lists(any_tower(), min_size=1, max_size=3)


@pytest.mark.parametrize("discs", range(1, 7))
def test_a_new_rule_needs_its_parts_and_all_else_follows(discs):
    tower = detour(discs)
    moves, state = moves_of(tower), bytearray([2] * discs)
    assert len(moves) == tower.moves
    for step, move in enumerate([*moves, None]):
        written = bytearray([9] * discs)
        write_state(tower, step, written)
        assert written == state
        assert step_in(tower, state) == step
        if move:
            assert move_in(tower, step) == move
            assert first_step([tower], Move(*move)) == (0, moves.index(move))
            state[move[0] - 1] = move[2]
    assert moves_of(tower.inverse) == [(disc, target, source) for disc, source, target in reversed(moves)]


@pytest.mark.parametrize("discs", range(1, 5))
def test_a_new_rule_finds_no_step_for_a_state_that_it_does_not_pass(discs):
    # It passes all of the 3**discs states but for its own order of them: each once.
    tower = detour(discs)
    steps = [step_in(tower, bytes(state)) for state in oracles.all_states(discs)]
    assert sorted(steps) == list(range(3**discs))
    assert step_in(tower, bytes([3] * discs)) is None


@given(any_tower(), st.integers(0, 40))
def test_the_tower_at_a_step_holds_it_and_is_small_enough(tower, most):
    moves = moves_of(tower)
    for step in range(len(moves)):
        begin, part = tower_at(tower, step, most)
        assert begin <= step < begin + part.moves
        assert part.single or part.moves <= most
        assert moves_of(part) == moves[begin : begin + part.moves]


@given(any_row, st.integers(0, 30), st.data())
def test_a_cover_is_made_of_towers_that_are_short_enough_and_leave_no_gap(row, most, data):
    moves = [move for tower in row for move in moves_of(tower)]
    low = data.draw(st.integers(0, len(moves) - 1))
    high = data.draw(st.integers(low + 1, len(moves)))
    found = list(cover(row, low, high, most, moves_in))
    assert all(length == tower.moves and (length <= most or tower.single) for _, length, tower in found)
    assert all(at + length == following for (at, length, _), (following, _, _) in pairwise(found))
    first, last = found[0], found[-1]
    assert first[0] <= low < first[0] + first[1]
    assert last[0] < high <= last[0] + last[1]
    stop = last[0] + last[1]
    assert [move for _, _, tower in found for move in moves_of(tower)] == moves[first[0] : stop]


@given(any_row, any_row)
def test_rows_are_the_same_if_their_moves_are(one, other):
    moves = [[move for tower in row for move in moves_of(tower)] for row in (one, other)]
    assert same_moves(one, other) is (moves[0] == moves[1])


@given(any_row, st.data())
def test_rows_made_of_other_towers_are_the_same(row, data):
    count = sum(tower.moves for tower in row)
    inner = sorted(data.draw(st.lists(st.integers(0, count), max_size=4)))
    cut = [tower for a, b in pairwise([0, *inner, count]) for tower, _, _ in pieces(row, a, b, moves_in)]
    assert same_moves(row, cut)
    assert same_moves(cut, row)
    singles = [single(source, target, disc - 1) for tower in row for disc, source, target in moves_of(tower)]
    assert same_moves(singles, row)
    assert not same_moves(row, singles[:-1])
    assert not same_moves(singles[1:], row)
    changed = data.draw(st.integers(0, count - 1))
    singles[changed] = singles[changed]._replace(pegs=(8, 9))
    assert not same_moves(row, singles)


def test_rows_with_more_moves_than_anybody_could_compare_are_compared():
    whole = free_tower(500, (0, 1, 2))
    step = 10**100
    cut = [tower for a, b in [(0, step), (step, whole.moves)] for tower, _, _ in pieces([whole], a, b, moves_in)]
    assert same_moves(cut, [whole])
    assert not same_moves([*cut[:-1], cut[-1].inverse], [whole])


@given(any_row)
def test_every_move_is_located(row):
    moves = [move for tower in row for move in moves_of(tower)]
    for offset in range(2 * len(moves)):
        before, left, tower = locate(row, offset, lambda tower: 2 * tower.moves, moves_in)
        assert (before, left, moves_of(tower)) == (offset // 2, offset % 2, [moves[offset // 2]])


@pytest.mark.parametrize("rule", [SINGLE, THREE_PEGS, FRAME_STEWART])
def test_a_rule_is_the_same_object_after_pickling(rule):
    assert pickle.loads(pickle.dumps(rule)) is rule


# ---- folds ----


def length_fold(asked):
    """A fold that counts moves and notes which towers it was asked for."""

    def move(tower):
        asked.append(tower)
        return 1

    return Fold(move, sum, lambda tower: tower)


@given(any_tower())
def test_a_fold_is_the_sum_over_the_parts_and_asks_for_each_different_move_once(tower):
    asked = []
    fold = length_fold(asked)
    assert fold(tower) == fold(tower) == tower.moves
    assert len(asked) == len(set(asked)) == len(set(moves_of(tower)))


@pytest.mark.parametrize("most", [0, 5, 100])
def test_a_fold_remembers_no_more_than_it_may(monkeypatch, most):
    monkeypatch.setattr(walks, "MOST_REMEMBERED", most)
    fold = length_fold([])
    for discs in range(1, 30):
        for source in range(3):
            tower = free_tower(discs, (source, (source + 1) % 3, (source + 2) % 3), source)
            assert fold(tower) == tower.moves
            assert len(fold.known) <= max(most, 6 * discs)


def test_a_fold_can_be_asked_in_the_middle_of_its_own_work():
    def move(tower):
        if not nested:
            nested.append(None)
            nested[0] = fold(free_tower(40, (0, 1, 2)))
        return 1

    nested = []
    fold = Fold(move, sum, lambda tower: tower)
    assert fold(free_tower(40, (0, 1, 2))) == 2**40 - 1 == nested[0]


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer signals")
@pytest.mark.parametrize("delay", [0.001, 0.002, 0.005, 0.01])
def test_a_signal_handler_may_use_the_solution_that_is_being_worked_out(delay):
    out, inner = np.zeros((1 << 16, 2), np.uint8), np.zeros((1 << 16, 2), np.uint8)
    answered = []

    def handler(number, frame):
        # In the middle of fill(), of the same towers and of others.
        answered.append((solution.fill(inner), solution.crc32("full")))

    solution = hf.solve(800, pegs=5)
    before = signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, delay)
        while not answered:
            solution = hf.solve(800, pegs=5)
            assert solution.fill(out) == len(out)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert answered == [(len(out), solution.crc32("full"))]
    assert (inner == out).all()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_child_of_a_fork_in_the_middle_of_the_work_goes_on():
    # The child is made by another thread, while the fold is in the middle of its work and would hold a lock.
    def move(tower):
        if not children:
            helper = threading.Thread(target=fork)
            helper.start()
            helper.join()
        return 1

    def fork():
        if child := os.fork():
            children.append(child)
            return
        children.append(0)
        status = 1
        try:
            signal.alarm(20)
            status = 0 if fold(free_tower(30, (0, 1, 2))) == 2**30 - 1 else 2
        finally:
            os._exit(status)

    children = []
    fold = Fold(move, sum, lambda tower: tower)
    assert fold(free_tower(30, (0, 1, 2))) == 2**30 - 1
    _, status = os.waitpid(children[0], 0)
    assert os.waitstatus_to_exitcode(status) == 0
