"""The replay kernel: it makes legal moves, stops at the first illegal one and says why."""

import signal
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanoi_fast.kernels import replay as kernel

LEGAL, NO_SUCH_PEG, SAME_PEG, EMPTY_PEG, WRONG_DISC, LARGER_ON_SMALLER, NO_ARC = range(7)
WORDS = ["", "no peg", "same peg", "empty peg", "disc ", "larger on smaller"]


def replay(moves, start, pegs=3, dtype=np.uint8, joined=None):
    """Moves made, the reason, and the state reached: of pairs, triples or packed ints."""
    moves = np.array(moves, dtype)
    state = np.array(start, np.uint8)
    moves = moves.reshape(len(moves), -1 if moves.size else 2)
    done, reason = kernel.replay(moves, state, np.empty(len(state) + 1, np.intp), pegs, joined)
    return done, reason, tuple(state.tolist())


@st.composite
def walks(draw, pegs=None):
    """A start, legal moves from it over so many pegs, and the state they end in."""
    pegs = pegs or draw(st.integers(3, 7))
    start = state = draw(oracles.states(9, pegs, min_discs=1))
    moves = []
    for choice in draw(st.lists(st.integers(0, 10**6), max_size=40)):
        allowed = oracles.legal_moves(state, pegs)
        moves.append(allowed[choice % len(allowed)])
        state = oracles.after(state, moves[-1])
    return pegs, start, moves, state


def in_width(moves, width):
    """Triples as the rows of "packed" (1), "pairs" (2) or "moves" (3)."""
    return [{1: [s << 4 | t], 2: [s, t], 3: [d, s, t]}[width] for d, s, t in moves]


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
@pytest.mark.parametrize("width", [1, 2, 3])
@given(walk=walks())
def test_a_legal_walk_is_made_to_its_end(width, dtype, walk):
    pegs, start, moves, end = walk
    assert replay(in_width(moves, width), start, pegs, dtype) == (len(moves), LEGAL, end)


@pytest.mark.parametrize("width", [1, 2, 3])
@given(data=st.data())
def test_any_moves_are_made_as_far_as_the_slow_replay_makes_them(width, data):
    pegs, start, moves, _ = data.draw(walks())
    peg = st.integers(0, pegs)
    moves += data.draw(st.lists(st.tuples(st.integers(1, len(start)), peg, peg), min_size=1, max_size=5))
    done, reason, end = replay(in_width(moves, width), start, pegs)
    plain = moves if width == 3 else [move[1:] for move in moves]
    assert end == oracles.replay(plain[:done], start, pegs)
    if reason == LEGAL:
        assert done == len(moves)
    else:
        with pytest.raises(AssertionError, match=f"move {done}: {WORDS[reason]}"):
            oracles.replay(plain, start, pegs)


ERRORS = [
    ([[0, 2], [0, 3]], [0, 0], 1, NO_SUCH_PEG),
    ([[3, 0]], [0, 0], 0, NO_SUCH_PEG),
    ([[255, 255]], [0, 0], 0, NO_SUCH_PEG),
    ([[0, 2], [1, 1]], [0, 0], 1, SAME_PEG),
    ([[0, 0]], [0, 0], 0, SAME_PEG),
    ([[1, 0]], [0, 0], 0, EMPTY_PEG),
    ([[0, 2], [0, 2]], [0, 0], 1, LARGER_ON_SMALLER),
    ([[1, 0, 2], [1, 0, 1]], [0, 0], 1, WRONG_DISC),
    ([[2, 0, 2]], [0, 0], 0, WRONG_DISC),
    ([[0, 0, 2]], [0, 0], 0, WRONG_DISC),
    ([[2, 0, 1]], [1, 0], 0, LARGER_ON_SMALLER),
    ([[1, 1, 0]], [0, 0], 0, EMPTY_PEG),
    ([[0x02], [0x03]], [0, 0], 1, NO_SUCH_PEG),
    ([[0x11]], [0, 0], 0, SAME_PEG),
    ([[0, 2]], [], 0, EMPTY_PEG),
]


@pytest.mark.parametrize(("moves", "start", "done", "reason"), ERRORS)
def test_each_error_is_found_where_it_is_and_named(moves, start, done, reason):
    assert replay(moves, start)[:2] == (done, reason)
    assert replay(moves, start, dtype=np.uint16)[:2] == (done, reason)


def test_a_peg_that_only_16_bits_can_name_does_not_exist():
    assert replay([[1, 256, 1]], [0], dtype=np.uint16)[:2] == (0, NO_SUCH_PEG)
    assert replay([[1, 0, 65535]], [0], 256, np.uint16)[:2] == (0, NO_SUCH_PEG)
    assert replay([[1, 256, 0]], [0], 256, np.uint16)[:2] == (0, NO_SUCH_PEG)


def test_no_moves_change_nothing():
    assert replay([], [2, 0, 1]) == (0, LEGAL, (2, 0, 1))


def test_256_pegs_and_70000_discs_are_replayed():
    assert replay([[0, 255], [255, 7]], [0], 256) == (2, LEGAL, (7,))
    start = np.zeros(70000, np.uint8)
    start[-1] = 1
    assert replay([[1, 2], [1, 0]], start)[:2] == (1, EMPTY_PEG)


def test_disc_numbers_past_255_need_16_bits():
    start = [1] * 299 + [0]
    assert replay([[300, 0, 2]], start, dtype=np.uint16)[:2] == (1, LEGAL)
    assert replay([[300 % 256, 0, 2]], start)[:2] == (0, WRONG_DISC)


def tower_pairs(discs):
    """The pairs of the tower of `discs` to peg 2 or, where `discs` is even, 1, by the bit formula."""
    steps = np.arange(1, 1 << discs, dtype=np.int64)
    return np.stack(((steps & (steps - 1)) % 3, ((steps | (steps - 1)) + 1) % 3), axis=1).astype(np.uint8)


def test_a_tower_of_many_blocks_is_replayed_and_an_error_found_anywhere_in_it():
    pairs = tower_pairs(20)
    assert replay(pairs, [0] * 20) == (2**20 - 1, LEGAL, (1,) * 20)
    for index in (0, 2**18 - 1, 2**18, 2**18 + 1, 2**20 - 2):
        broken = pairs.copy()
        broken[index] = broken[index][::-1]
        assert replay(broken, [0] * 20)[0] == index


def test_a_replay_goes_on_where_it_ended():
    pairs, state, below = tower_pairs(10), np.zeros(10, np.uint8), np.empty(11, np.intp)
    for cut in np.array_split(pairs, 7):
        assert kernel.replay(cut, state, below, 3) == (len(cut), LEGAL)
    assert set(state.tolist()) == {1}


class Interrupted(Exception):
    pass


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="signals by timer are a matter of POSIX")
def test_a_signal_is_heard_between_blocks():
    def interrupt(*_):
        raise Interrupted

    # Endless enough: 2**27 moves, a quarter of a second, all of them the smallest disc going round.
    moves = np.tile(np.array([[0, 1], [1, 2], [2, 0]], np.uint8), ((1 << 27) // 3, 1))
    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.03)
        with pytest.raises(Interrupted):
            kernel.replay(moves, np.zeros(3, np.uint8), np.empty(4, np.intp), 3)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_threads_replay_beside_each_other():
    pairs = tower_pairs(18)
    with ThreadPoolExecutor(3) as threads:
        ends = list(threads.map(lambda _: replay(pairs, [0] * 18), range(3)))
    assert ends == [(2**18 - 1, LEGAL, (1,) * 18)] * 3


# ---- arcs ----


def table(arcs, pegs=3):
    joined = np.zeros((pegs, pegs), np.uint8)
    for source, target in arcs:
        joined[source, target] = 1
    return joined


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
@pytest.mark.parametrize("width", [1, 2, 3])
@given(walk=walks(), data=st.data())
def test_a_move_along_no_arc_is_where_the_replay_stops(width, dtype, walk, data):
    pegs, start, moves, _ = walk
    arcs = data.draw(st.frozensets(st.sampled_from([(a, b) for a in range(pegs) for b in range(pegs) if a != b])))
    done, reason, end = replay(in_width(moves, width), start, pegs, dtype, table(arcs, pegs))
    wrong = [step for step, move in enumerate(moves) if move[1:] not in arcs]
    assert (done, reason) == ((wrong[0], NO_ARC) if wrong else (len(moves), LEGAL))
    assert end == oracles.replay(moves[:done], start, pegs)


@pytest.mark.parametrize(
    ("moves", "start", "reason"),
    [
        ([[0, 2]], [0, 0], NO_ARC),
        ([[2, 0]], [0, 0], NO_ARC),
        ([[1, 0]], [0, 0], EMPTY_PEG),
        ([[0, 0]], [0, 0], SAME_PEG),
        ([[0, 3]], [0, 0], NO_SUCH_PEG),
        ([[0, 1]], [1, 0], LARGER_ON_SMALLER),
        ([[2, 0, 1]], [0, 0], WRONG_DISC),
        ([[2, 0, 2]], [0, 0], NO_ARC),
    ],
)
def test_pegs_are_looked_at_before_discs(moves, start, reason):
    assert replay(moves, start, joined=table([(0, 1), (1, 0), (1, 2), (2, 1)]))[:2] == (0, reason)
