"""Towers against the plain recursion: their parts, moves and states, and what they are put together from."""

from itertools import pairwise

import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanoi_fast.puzzle.moves import Move
from hanoi_fast.puzzle.rules import free_tower, joined_towers
from hanoi_fast.puzzle.towers import parts_of, single
from hanoi_fast.puzzle.walks import (
    first_step,
    locate,
    move_in,
    moves_in,
    pieces,
    step_in,
    tower_at,
    write_state,
)

SIZES = [(discs, pegs) for pegs in range(3, 8) for discs in range(1, 8)]


def moves_of(whole):
    """The moves of a tower, from the recursion over the pegs 0, 1, 2, ... with its own names put in."""
    order, smaller = whole.pegs, whole.smaller
    return [(disc + smaller, order[s], order[t]) for disc, s, t in oracles.tower_moves(whole.discs, len(order))]


def moves_of_all(towers):
    return [move for whole in towers for move in moves_of(whole)]


@st.composite
def any_tower(draw, max_discs=8, max_pegs=7):
    """A tower over any pegs in any order, with smaller discs that do not move."""
    pegs = draw(st.permutations(range(9)))[: draw(st.integers(3, max_pegs))]
    return free_tower(draw(st.integers(1, max_discs)), tuple(pegs), draw(st.integers(0, 3)))


@st.composite
def any_towers(draw):
    """A few towers, one after the other; whether the moves are legal does not matter here."""
    return draw(st.lists(any_tower(max_discs=5), min_size=1, max_size=4))


def test_a_single_disc_is_the_same_tower_whatever_pegs_are_spare():
    assert free_tower(1, (0, 2, 3, 1), 5) == free_tower(1, (0, 1), 5) == single(0, 1, 5)
    assert free_tower(2, (0, 2, 1)) != free_tower(2, (0, 3, 1))


@given(any_tower(max_discs=9).filter(lambda whole: whole.discs > 1))
def test_the_three_parts_make_the_moves_of_the_whole(whole):
    assert moves_of_all(parts_of(whole)) == moves_of(whole)
    assert sum(part.moves for part in parts_of(whole)) == whole.moves


@pytest.mark.parametrize(("discs", "pegs"), SIZES)
def test_the_inverse_is_the_reversed_sequence_with_source_and_target_exchanged(discs, pegs):
    whole = free_tower(discs, tuple(range(pegs)))
    assert moves_of(whole.inverse) == [(disc, target, source) for disc, source, target in reversed(moves_of(whole))]
    assert whole.inverse.inverse == whole


@given(any_tower())
def test_the_count_and_each_move_are_those_of_the_recursion(whole):
    expected = moves_of(whole)
    assert whole.moves == len(expected)
    assert [move_in(whole, step) for step in range(whole.moves)] == expected


@given(any_tower(max_pegs=3), st.integers(1, 6))
def test_the_tower_at_a_step_is_small_enough_and_makes_the_moves_from_where_it_begins(whole, most):
    expected = moves_of(whole)
    for step in range(whole.moves):
        begins, part = tower_at(whole, step, 2**most - 1)
        assert begins <= step < begins + part.moves
        assert part.discs <= most
        assert moves_of(part) == expected[begins : begins + part.moves]


@pytest.mark.parametrize("discs", [63, 64, 65, 1000])
def test_moves_and_states_of_large_towers_are_those_of_the_closed_form(discs):
    whole = free_tower(discs, (0, 1, 2))
    powers = [1 << bit for bit in range(0, discs, 1 + discs // 64)]
    for step in {0, 1, 10**18 % whole.moves, whole.moves - 1, *powers, *(power - 1 for power in powers)}:
        assert move_in(whole, step) == oracles.tower_move(step, discs)
        state = bytearray(discs)
        write_state(whole, step, state)
        assert tuple(state) == oracles.tower_state(step, discs)
        assert step_in(whole, state) == step


@given(any_tower())
def test_states_are_those_of_the_replay_and_leave_the_other_discs_alone(whole):
    expected = [8] * whole.smaller + [whole.pegs[0]] * whole.discs + [7, 7]
    for step, move in enumerate([*moves_of(whole), None]):
        state = bytearray([8] * whole.smaller + [9] * whole.discs + [7, 7])
        write_state(whole, step, state)
        assert list(state) == expected
        assert step_in(whole, state) == step
        if move:
            expected[move[0] - 1] = move[2]


@given(st.integers(1, 5), st.integers(3, 5))
def test_a_state_that_is_not_on_the_way_has_no_step(discs, pegs):
    whole = free_tower(discs, tuple(range(pegs)))
    passed = {(0,) * discs: 0}
    state = (0,) * discs
    for step, move in enumerate(moves_of(whole), 1):
        state = oracles.after(state, move)
        passed[state] = step
    for state in oracles.all_states(discs, pegs):
        assert step_in(whole, bytes(state)) == passed.get(state)


@given(any_towers())
def test_every_offset_is_found_in_the_move_that_holds_it(towers):
    # Let a move of disc d be d + 1 long: lengths that differ, as in text.
    lengths = [move[0] + 1 for move in moves_of_all(towers)]

    def measure(whole):
        return sum(move[0] + 1 for move in moves_of(whole))

    offset = 0
    for step, length in enumerate(lengths):
        for left in (0, length - 1):
            before, rest, move = locate(towers, offset + left, measure, moves_in)
            assert (before, rest) == (step, left)
            assert moves_of(move) == [moves_of_all(towers)[step]]
        offset += length


@given(any_towers(), st.data())
def test_pieces_are_the_stretch_and_are_whole_but_for_its_ends(towers, data):
    moves = moves_of_all(towers)
    low, high = data.draw(st.tuples(*[st.integers(0, len(moves))] * 2).map(sorted))
    found = list(pieces(towers, low, high, moves_in))
    assert moves_of_all(piece for piece, _, _ in found) == moves[low:high]
    assert all((skip, take) == (0, piece.moves) for piece, skip, take in found)


@given(any_towers(), st.data())
def test_pieces_of_long_moves_are_cut_at_the_ends_only(towers, data):
    def measure(whole):
        return 3 * whole.moves

    length = sum(map(measure, towers))
    low, high = data.draw(st.tuples(*[st.integers(0, length)] * 2).map(sorted))
    found = [(3 * piece.moves, skip, take) for piece, skip, take in pieces(towers, low, high, measure)]
    assert sum(take for _, _, take in found) == high - low
    assert all(skip == 0 for _, skip, _ in found[1:])
    assert all(skip + take == whole for whole, skip, take in found[:-1])


@given(any_tower(max_discs=7, max_pegs=3), st.data())
def test_pieces_joined_are_the_same_moves_in_the_fewest_towers(whole, data):
    inner = sorted(data.draw(st.lists(st.integers(0, whole.moves), max_size=4)))
    cut = [piece for a, b in pairwise([0, *inner, whole.moves]) for piece, _, _ in pieces([whole], a, b, moves_in)]
    assert moves_of_all(cut) == moves_of(whole)
    assert joined_towers(cut) == (whole,)


def test_towers_that_make_no_larger_one_stay_apart():
    apart = (single(0, 1), single(0, 2, 1), single(1, 0))
    assert joined_towers(apart) == apart
    assert joined_towers(()) == ()


@given(any_towers(), st.data())
def test_the_first_step_of_a_move_is_where_the_list_has_it_first(towers, data):
    moves = moves_of_all(towers)
    peg = st.integers(0, 8)
    move = data.draw(st.one_of(st.sampled_from(moves), st.tuples(st.integers(-1, 9), peg, peg)))
    which, step = first_step(towers, Move(*move))
    before = sum(tower.moves for tower in towers[:which])
    assert (before + step if step is not None else None) == (moves.index(move) if move in moves else None)
