"""The board of the reference: stacks of discs that refuse an illegal move."""

import numpy as np
import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanoi_fast.reference import Pegs, bitwise, regroup


def test_a_board_goes_from_stacks_to_state_and_back():
    board = Pegs(3, pegs=4, source=1)
    assert board.stacks == [[], [3, 2, 1], [], []]
    assert board.state == [1, 1, 1]
    assert board.move(1, 3) == 1
    assert board.state == [3, 1, 1]
    assert [board.top(peg) for peg in range(4)] == [None, 2, None, 1]


@given(oracles.states(), st.integers(3, 5))
def test_a_board_made_of_a_state_gives_it_back(state, pegs):
    board = Pegs.from_state(state, pegs)
    assert board.stacks == oracles.stacks_of(state, pegs)
    assert tuple(board.state) == state


@pytest.mark.parametrize("dtype", [np.uint8, np.int64])
def test_a_board_takes_numpy_states_and_moves(dtype):
    board = Pegs.from_state(np.array([1, 1, 0], dtype))
    board.replay(np.array(list(regroup([1, 1, 0], 2)), dtype))
    assert board.state == [2, 2, 2]
    assert Pegs(3).replay(np.array([move[1:] for move in bitwise(3)], dtype)).stacks == [[], [], [3, 2, 1]]


@given(oracles.states(max_discs=5), st.integers(0, 2), st.integers(0, 2))
def test_a_board_allows_exactly_the_legal_moves(state, source, target):
    legal = {move[1:]: move for move in oracles.legal_moves(state)}
    board = Pegs.from_state(state)
    if (source, target) in legal:
        assert board.move(source, target) == legal[source, target][0]
        assert tuple(board.state) == oracles.after(state, legal[source, target])
    else:
        with pytest.raises(ValueError, match=r"same peg|empty|larger than"):
            board.move(source, target)
        assert tuple(board.state) == state


@given(oracles.states(max_discs=5, min_discs=1), st.sampled_from([(0, 1), (0, 2), (1, 2)]))
def test_between_two_pegs_one_move_is_legal_either_way_round(state, pair):
    legal = [move for move in oracles.legal_moves(state) if set(move[1:]) == set(pair)]
    for a, b in (pair, pair[::-1]):
        board = Pegs.from_state(state)
        if legal:
            assert [board.move_between(a, b)] == legal
        else:
            with pytest.raises(ValueError, match=r"^peg \d is empty$"):
                board.move_between(a, b)


@pytest.mark.parametrize(
    ("refused", "message"),
    [
        (lambda: Pegs(-1), "discs must be 0 or more, not -1"),
        (lambda: Pegs(2, source=3), "there is no peg 3: the pegs are 0 to 2"),
        (lambda: Pegs.from_state([0, 4], 4), "there is no peg 4: the pegs are 0 to 3"),
        (lambda: Pegs.from_state([0, -1]), "there is no peg -1: the pegs are 0 to 2"),
        (lambda: Pegs(2).move(0, 3), "there is no peg 3: the pegs are 0 to 2"),
        (lambda: Pegs(2).move(-1, 2), "there is no peg -1: the pegs are 0 to 2"),
        (lambda: Pegs(2).move(0, 0), "source and target are the same peg 0"),
        (lambda: Pegs(2).move(1, 1), "source and target are the same peg 1"),
        (lambda: Pegs(2).move(1, 0), "peg 1 is empty"),
        (lambda: Pegs.from_state([1, 0]).move(0, 1), "disc 2 is larger than disc 1 on peg 1"),
        (lambda: Pegs(2).replay([(0, 1), (0, 1)]), "move 1: disc 2 is larger than disc 1 on peg 1"),
        (lambda: Pegs(2).replay([(1, 0, 1), (1, 0, 2)]), "move 1: the top disc of peg 0 is 2, not 1"),
        (lambda: Pegs(2).replay([(1, 1, 2)]), "move 0: peg 1 is empty"),
        (lambda: Pegs(2).replay([(1, 7, 2)]), "move 0: there is no peg 7: the pegs are 0 to 2"),
    ],
)
def test_the_board_refuses_in_words(refused, message):
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        refused()
    assert str(caught.value) == message


def test_a_refused_move_leaves_the_board_as_it_was():
    board = Pegs(3)
    with pytest.raises(ValueError, match="move 2: disc 3 is larger than disc 1"):
        board.replay([(0, 2), (0, 1), (0, 2)])
    assert board.stacks == [[3], [2], [1]]
