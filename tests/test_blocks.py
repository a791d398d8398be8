"""Any stretch of a block is the same stretch of its joined bytes, wherever it is copied to."""

import signal
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hanoi_fast.kernels.blocks import STORED, Block

# Around a line of the cache, where the streaming copy changes from one way to another.
SIZES = [0, 1, 2, 63, 64, 65, 127, 128, 129, 191, 192, 193, 1000]
GUARD = 0xA5

COPIES = pytest.mark.parametrize("streaming", [False, True], ids=["plain", "streaming"])


def noise(size, seed=1):
    return np.random.default_rng(seed).bytes(size)


def leaf(data):
    return Block.of_bytes(data), data


def rope(ropes):
    blocks, data = zip(*ropes, strict=True) if ropes else ((), ())
    return Block.of_parts(tuple(blocks)), b"".join(data)


LEAVES = st.one_of(st.binary(max_size=40), st.sampled_from([noise(size) for size in (0, 64, 1000, 5000, STORED)])).map(
    leaf
)
ROPES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=4).map(rope), max_leaves=12)


def copied(block, skip, size, *, streaming=False, at=0):
    """Copy into `size` bytes that begin `at` bytes past a multiple of 64; all around them must stay as it was."""
    field = np.full(size + 256, GUARD, np.uint8)
    low = -field.ctypes.data % 64 + 64 + at
    done = block.copy_into(field[low : low + size], skip, streaming)
    assert (field[:low] == GUARD).all()
    assert (field[low + done :] == GUARD).all()
    return field[low : low + done].tobytes()


def doubled(data, times):
    """The bytes, 2**times over."""
    block = Block.of_bytes(data)
    for _ in range(times):
        block = Block.of_parts((block, block))
    return block


@given(ROPES, st.data(), st.booleans(), st.integers(0, 63))
def test_any_stretch_of_any_rope_is_that_of_the_joined_bytes(made, data, streaming, at):
    block, expected = made
    skip = data.draw(st.integers(0, len(expected)))
    size = data.draw(st.integers(0, len(expected) + 10))
    assert block.nbytes == len(expected)
    assert copied(block, skip, size, streaming=streaming, at=at) == expected[skip : skip + size]


@given(ROPES, st.lists(st.integers(0, 200), max_size=30), st.booleans())
@example(rope([rope([leaf(noise(STORED)), leaf(b"a")]), leaf(noise(9000, 2))]), [64, 1, 0, 63, 64], True)
def test_pieces_taken_one_after_the_other_join_to_the_whole(made, sizes, streaming):
    block, expected = made
    found = b""
    for size in [*sizes, len(expected)]:
        found += copied(block, len(found), size, streaming=streaming)
    assert found == expected


@COPIES
@pytest.mark.parametrize("at", [0, 1, 7, 31, 32, 63])
@pytest.mark.parametrize("size", SIZES)
def test_sizes_around_a_line_are_exact_at_any_address(size, at, streaming):
    data = noise(3000)
    for skip in (0, 1, 17):
        assert copied(Block.of_bytes(data), skip, size, streaming=streaming, at=at) == data[skip : skip + size]


@COPIES
@pytest.mark.parametrize("size", [STORED - 1, STORED, STORED + 1])
def test_runs_around_the_largest_stored_size_are_exact(size, streaming):
    head, tail = noise(size - 7), noise(7, 2)
    block = Block.of_parts((Block.of_bytes(head), Block.of_bytes(tail)))
    assert (block.stored is None) == (size > STORED)
    assert copied(block, 0, size + 5, streaming=streaming, at=3) == head + tail


def test_a_small_run_of_parts_is_stored_and_a_large_one_keeps_its_parts():
    part = Block.of_bytes(noise(STORED // 2))
    small, large = Block.of_parts((part, part)), Block.of_parts((part, part, Block.of_bytes(b"x")))
    assert small.stored == part.stored * 2
    assert small.parts == ()
    assert large.stored is None
    assert large.parts[:2] == (part, part)


@pytest.mark.parametrize("parts", [(), (Block.of_bytes(b""),), (Block.of_bytes(b""),) * 3])
def test_nothing_joined_is_nothing(parts):
    block = Block.of_parts(parts)
    assert (block.nbytes, block.stored) == (0, b"")
    assert copied(block, 0, 10) == b""


@COPIES
@pytest.mark.parametrize("block", [Block.of_bytes(noise(1000)), doubled(noise(1000), 8)], ids=["stored", "of parts"])
def test_at_and_past_the_end_there_is_nothing(block, streaming):
    for skip in (block.nbytes, block.nbytes + 1, 2**63, 2**64 - 1):
        assert copied(block, skip, 100, streaming=streaming) == b""
    assert len(copied(block, block.nbytes - 1, 100, streaming=streaming)) == 1


@COPIES
def test_an_empty_destination_takes_nothing(streaming):
    assert doubled(noise(1000), 8).copy_into(bytearray(), 5, streaming) == 0


@COPIES
def test_a_copy_longer_than_the_poll_has_no_seam(streaming):
    data = noise(1009)
    block, skip = doubled(data, 14), 12345
    size = 10_000_019
    expected = (data * (size // len(data) + 15))[skip % len(data) :][:size]
    assert copied(block, skip, size, streaming=streaming, at=5) == expected


def test_a_run_of_exabytes_is_read_anywhere():
    data = noise(1024)
    block = doubled(data, 52)
    assert block.nbytes == 2**62
    for skip in (0, 2**31 - 3, 2**32 + 5, 2**61 + 77, 2**62 - 600):
        assert copied(block, skip, 600) == (data * 2)[skip % 1024 :][:600]


@pytest.mark.parametrize(
    ("out", "error", "text"),
    [
        (np.frombuffer(bytes(8), np.uint8), ValueError, "buffer source array is read-only"),
        (np.zeros(8, np.uint8)[::2], ValueError, "not C-contiguous"),
        (np.zeros(8, np.uint16), ValueError, "Buffer dtype mismatch"),
        (None, TypeError, "must not be None"),
        ("text", TypeError, "a bytes-like object is required"),
    ],
)
def test_what_is_no_run_of_bytes_is_refused(out, error, text):
    with pytest.raises(error, match=text):
        Block.of_bytes(b"abc").copy_into(out)


def test_what_is_no_block_is_refused_as_a_part():
    with pytest.raises(TypeError, match=r"Cannot convert bytes to hanoi_fast\.kernels\.blocks\.Block"):
        Block.of_parts((Block.of_bytes(b"abc"), b"abc"))


def test_a_block_keeps_its_parts_alive():
    block = Block.of_parts(tuple(Block.of_bytes(noise(STORED, seed)) for seed in range(3)))
    expected = b"".join(noise(STORED, seed) for seed in range(3))
    assert copied(block, 0, 3 * STORED) == expected


@COPIES
def test_threads_that_copy_from_one_block_get_the_serial_bytes(streaming):
    block = doubled(noise(999), 12)
    expected = copied(block, 0, block.nbytes)
    size = 100_003

    def piece(skip):
        return copied(block, skip, size, streaming=streaming)

    with ThreadPoolExecutor(8) as pool:
        pieces = list(pool.map(piece, range(0, block.nbytes, size)))
    assert b"".join(pieces) == expected


def test_other_threads_run_while_a_copy_does():
    block, out = doubled(noise(1024), 17), bytearray(1 << 27)
    ticks, done = [0], threading.Event()

    def tick():
        while not done.is_set():
            ticks[0] += 1
            time.sleep(0)

    # With this interval no thread is made to give up the GIL: another one runs only where it is released.
    usual = sys.getswitchinterval()
    thread = threading.Thread(target=tick)
    thread.start()
    try:
        sys.setswitchinterval(1000)
        deadline = time.monotonic() + 10
        before = ticks[0]
        while ticks[0] == before and time.monotonic() < deadline:
            block.copy_into(out)
        assert ticks[0] > before
    finally:
        sys.setswitchinterval(usual)
        done.set()
        thread.join()


class Stopped(Exception):
    pass


def stop(*_):
    raise Stopped


def copy_for_ever(block, out):
    while True:
        block.copy_into(out)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no timers")
def test_a_signal_ends_a_copy_before_its_end():
    block = doubled(b"x" * 1024, 18)

    def ends_within(delay):
        out = bytearray(1 << 28)
        signal.setitimer(signal.ITIMER_REAL, delay)
        with pytest.raises(Stopped):
            copy_for_ever(block, out)
        return out[0] > out[-1]

    usual = signal.signal(signal.SIGALRM, stop)
    try:
        # A signal before the copy begins, or after its end, tells nothing: try another moment.
        assert any(ends_within(delay) for delay in (0.003, 0.001, 0.01, 0.03))
    finally:
        signal.signal(signal.SIGALRM, usual)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent another way")
def test_ctrl_c_ends_a_stream_of_blocks():
    script = """
        import hanoi_fast as hf
        for i, block in enumerate(hf.solve(64).blocks(1 << 23)):
            if i == 3:
                print("ready", flush=True)
    """
    command = [sys.executable, "-c", textwrap.dedent(script)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            assert process.stdout.readline() == b"ready\n"
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=5)
        finally:
            process.kill()
    assert process.returncode == -signal.SIGINT
    assert errors.rstrip().endswith(b"KeyboardInterrupt")
