"""Every long loop of a kernel hears a signal in the middle: what it would have written at its end is not there."""

import signal

import numpy as np
import pytest

from hanoi_fast.kernels import bitwise, blocks, frame_stewart, one_state, path, replay, states

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="signals by timer are a matter of POSIX")

ROWS = 1 << 24
NEVER = 0xEE  # no peg, no disc, and in every byte of a number no step
LABEL = bytes((0, 1, 2))


class Interrupted(Exception):
    """What the handler raises."""


def new(*shape, dtype=np.uint8):
    """Return memory in which every byte says that nothing was written."""
    return np.full(np.prod(shape) * np.dtype(dtype).itemsize, NEVER, np.uint8).view(dtype).reshape(shape)


def fill_pairs():
    out = new(ROWS, 2)
    return lambda: bitwise.fill_pairs(out, 0, LABEL), out


def fill_moves_at():
    out, steps = new(ROWS, 3), np.arange(ROWS, dtype=np.uint64)
    return lambda: bitwise.fill_moves_at(out, steps, LABEL), out


def fill_kinds():
    out = new(ROWS, dtype=np.uint32)
    return lambda: bitwise.fill_kinds(out, 1, 0, True), out


def follow():
    out, moves = new(ROWS // 4 + 1, 16), np.tile(np.array([[1, 0, 1], [1, 1, 0]], np.uint8), (ROWS // 8, 1))
    out[0] = 0
    return lambda: path.follow(moves, out), out


def fill_states_at():
    out, steps = new(ROWS // 4, 16), np.arange(ROWS // 4, dtype=np.uint64)
    return lambda: path.fill_states_at(out, steps, LABEL), out


def fill_steps_of():
    out, given = new(ROWS // 4, dtype=np.uint64), np.zeros((ROWS // 4, 16), np.uint8)
    return lambda: path.fill_steps_of(given, out, LABEL), out


def distances_to_peg():
    out, given = new(ROWS // 4, dtype=np.uint64), np.zeros((ROWS // 4, 16), np.uint8)
    return lambda: states.distances_to_peg(given, 2, out), out


def distances_to_states():
    out, given = new(ROWS // 4, dtype=np.uint64), np.zeros((ROWS // 4, 16), np.uint8)
    return lambda: states.distances_to_states(given, given + 1, out), out


def next_moves():
    out, given = new(ROWS // 8, 3), np.zeros((ROWS // 8, 16), np.uint8)
    return lambda: states.next_moves(given, given + 2, out), out


def ranks():
    out, given = new(ROWS // 4, dtype=np.uint64), np.zeros((ROWS // 4, 16), np.uint8)
    return lambda: states.ranks(given, 3, out), out


def unranks():
    out, numbers = new(ROWS // 4, 16), np.zeros(ROWS // 4, np.uint64)
    return lambda: states.unranks(numbers, 3, out), out


def fill_distance():
    # From the largest disc down; each of them has to move.
    out, state = np.zeros(ROWS, np.uint8), np.zeros(8 * ROWS, np.uint8)
    out[:8] = NEVER
    return lambda: one_state.fill_distance(state, 2, out), out[::-1]


def copy_into():
    block = blocks.Block.of_bytes(bytes(1 << 14))
    for _ in range(14):
        block = blocks.Block.of_parts((block, block))
    out = new(1 << 28)
    return lambda: block.copy_into(out), out


def fill_table():
    counts, splits = new(9, ROWS // 8, dtype=np.uint64), new(9, ROWS // 8, dtype=np.uint32)
    return lambda: frame_stewart.fill_table(counts, splits), splits


def replayed():
    # Where discs are is written at the end only: until then they are where they were.
    moves = np.tile(np.array([[0, 1], [1, 2], [2, 0]], np.uint8), (ROWS, 1))[:-1]
    state = np.zeros(3, np.uint8)
    begun = state.copy()
    return lambda: replay.replay(moves, state, np.empty(4, np.intp), 3), (state, begun)


KERNELS = [
    fill_pairs,
    fill_moves_at,
    fill_kinds,
    follow,
    fill_states_at,
    fill_steps_of,
    distances_to_peg,
    distances_to_states,
    next_moves,
    ranks,
    unranks,
    fill_distance,
    copy_into,
    fill_table,
    replayed,
]


def left_undone(out):
    """Return whether the end of some memory, or a state, is as it was before."""
    if isinstance(out, tuple):
        return np.array_equal(*out)
    return bool((out.reshape(-1).view(np.uint8)[-8:] == NEVER).all())


def until_signal(task, delay):
    """Run a task, with a signal to come after `delay` seconds, and wait for it if the task was faster."""
    signal.setitimer(signal.ITIMER_REAL, delay)
    task()
    signal.pause()


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.__name__)
def test_a_signal_is_heard_in_the_middle(kernel):
    def interrupt(*_):
        raise Interrupted

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        # On a busy machine a signal may come before the loop begins: then the next one is sooner or later in it.
        for delay in (0.004, 0.012, 0.002, 0.02):
            task, out = kernel()
            with pytest.raises(Interrupted):
                until_signal(task, delay)
            if left_undone(out):
                break
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert left_undone(out)


def test_without_a_signal_nothing_is_left_undone():
    for kernel in (fill_pairs, follow, replayed, next_moves, fill_distance):
        task, out = kernel()
        task()
        assert not left_undone(out)
