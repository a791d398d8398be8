"""Bytes arrive as they were sent, through any pipe and any file object, however slow, and whoever dies."""

import errno
import gzip
import io
import os
import signal
import subprocess
import sys
import threading
import zipfile
from contextlib import suppress
from pathlib import Path
from zlib import crc32

import pytest

import hanoi_fast as hf
from hanoi_fast.files import sinks

HOME = str(Path(hf.__file__).resolve().parent.parent)
ENVIRONMENT = {**os.environ, "PYTHONPATH": HOME, "HANOI": f"{sys.executable} -m hanoi_fast"}
LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="vmsplice is a call of Linux")
SOLUTION = hf.solve(17)


def shell(line):
    return subprocess.run(["bash", "-c", line], capture_output=True, text=True, env=ENVIRONMENT, timeout=60)


@pytest.fixture
def pipe():
    """The ends of a pipe; closed at the end, whoever closed them before."""
    ends = os.pipe()
    yield ends
    for end in ends:
        with suppress(OSError):
            os.close(end)


class Reader(threading.Thread):
    """Reads a pipe to its end, so many bytes at a time."""

    def __init__(self, end, size):
        super().__init__(daemon=True)
        # An end of its own: the number of one that is closed meanwhile may become another pipe's.
        self.end, self.size, self.data = os.dup(end), size, bytearray()
        self.start()

    def run(self):
        while piece := os.read(self.end, self.size):
            self.data += piece
        os.close(self.end)

    def all(self):
        self.join(30)
        return bytes(self.data)


@pytest.fixture
def lent(monkeypatch):
    """How many bytes of each chunk were lent to a pipe."""
    taken = []

    def spying(descriptor, chunk):
        taken.append(vmsplice(descriptor, chunk))
        return taken[-1]

    vmsplice = sinks.vmsplice
    monkeypatch.setattr(sinks, "vmsplice", spying)
    return taken


# ---- pipes ----


@LINUX
@pytest.mark.parametrize("form", ["text", "json", "npy"])
@pytest.mark.parametrize("size", [7, 1 << 12, 1 << 20])
def test_a_reader_of_any_speed_gets_every_byte_of_lent_pages(pipe, lent, size, form):
    reader = Reader(pipe[0], size)
    count = SOLUTION.write(pipe[1], form)
    # What was handed out is given up here, while most of it waits in the pipe; then memory is used again.
    rubbish = [bytearray(b"\xff" * (1 << 18)) for _ in range(50)]
    os.close(pipe[1])
    data = reader.all()
    assert len(rubbish) == 50
    assert sum(lent) > count * 0.9
    assert (len(data), crc32(data)) == (count, SOLUTION.crc32(form))


@LINUX
def test_a_pipe_is_made_larger_but_never_smaller(pipe):
    fcntl = pytest.importorskip("fcntl")
    Reader(pipe[0], 1 << 16)
    hf.solve(3).write(pipe[1])
    assert fcntl.fcntl(pipe[1], sinks.F_GETPIPE_SZ) == sinks.LARGE_PIPE
    try:
        fcntl.fcntl(pipe[1], sinks.F_SETPIPE_SZ, 2 * sinks.LARGE_PIPE)
    except PermissionError:
        pytest.skip("a larger pipe than usual needs privileges")
    hf.solve(3).write(pipe[1])
    assert fcntl.fcntl(pipe[1], sinks.F_GETPIPE_SZ) == 2 * sinks.LARGE_PIPE


@pytest.mark.parametrize("reason", sorted(sinks.CANNOT))
def test_where_pages_cannot_be_lent_they_are_copied(pipe, monkeypatch, reason):
    def cannot(descriptor, chunk):
        raise OSError(reason, os.strerror(reason))

    monkeypatch.setattr(sinks, "vmsplice", cannot)
    reader = Reader(pipe[0], 1 << 16)
    SOLUTION.write(pipe[1])
    os.close(pipe[1])
    assert reader.all() == SOLUTION.open().read()


def test_a_pipe_that_does_not_block_is_waited_for(pipe):
    os.set_blocking(pipe[1], False)
    reader = Reader(pipe[0], 5000)
    SOLUTION.write(pipe[1])
    os.close(pipe[1])
    assert reader.all() == SOLUTION.open().read()


@pytest.mark.parametrize("read", [0, 1 << 10, 1 << 20])
def test_a_reader_that_dies_is_an_error_at_once(pipe, read):
    def die():
        left = read
        while left:
            left -= len(os.read(pipe[0], left))
        os.close(pipe[0])

    reader = threading.Thread(target=die)
    reader.start()
    with pytest.raises(BrokenPipeError):
        hf.solve(100).write(pipe[1])
    reader.join()


class Stop(Exception):
    pass


def test_a_signal_is_heard_while_a_pipe_is_full(pipe):
    def stop(*_):
        raise Stop

    before = signal.signal(signal.SIGALRM, stop)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(Stop):
            hf.solve(100).write(pipe[1])
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize(
    "line",
    [
        "$HANOI moves 22 | cat",
        "$HANOI moves 22 | tee /dev/null",
        "$HANOI moves 22 | (sleep 0.3; cat)",
        "$HANOI moves 22 | cat | tee >(cat >/dev/null) | cat",
        "$HANOI moves 22 | dd bs=4093 status=none",
    ],
)
def test_the_checksum_is_right_behind_any_reader(line):
    done = shell(f"set -o pipefail; {line} | gzip -1 | tail -c 8 | od -An -tu4")
    checksum, size = map(int, done.stdout.split())
    assert (checksum, size) == (hf.solve(22).crc32(), hf.solve(22).nbytes())


@pytest.mark.parametrize("size", [1, 1 << 10, 1 << 20])
def test_head_ends_an_endless_export_in_silence(size):
    done = shell(f"$HANOI moves 1000 | head -c {size} | cksum; echo ${{PIPESTATUS[0]}}")
    part = hf.solve(1000)[: size // 4 + 1].open().read()[:size]
    expected = subprocess.run(["cksum"], input=part, capture_output=True, check=True).stdout.decode()
    assert (done.stdout, done.stderr) == (f"{expected}141\n", "")


@pytest.mark.parametrize("size", [2**31 - 1, 2**31, 2**31 + 1])
def test_more_bytes_than_one_call_can_take_arrive(size):
    # One byte a move, so that any size can be had.
    done = shell(f"$HANOI moves 40 --stop {size} --format discs | wc -c; echo ${{PIPESTATUS[0]}}")
    assert done.stdout.split() == [str(size), "0"]
    with Path("/dev/null").open("wb") as sink:
        assert hf.solve(40)[:size].write(sink, "discs") == size


# ---- descriptors and file objects ----


def test_a_full_device_is_an_error():
    with Path("/dev/full").open("wb", buffering=0) as sink, pytest.raises(OSError, match="No space left"):
        SOLUTION.write(sink)


def test_bytes_keep_their_order_with_those_of_the_caller(tmp_path):
    with (tmp_path / "moves").open("wb") as file:
        file.write(b"before\n")
        assert hf.solve(3).write(file) == 28
        file.write(b"after\n")
    assert (tmp_path / "moves").read_bytes() == b"before\n" + hf.solve(3).open().read() + b"after\n"


def test_any_object_that_can_be_written_to_will_do(tmp_path):
    expected = SOLUTION.open("csv").read()
    memory = io.BytesIO()
    SOLUTION.write(memory, "csv")
    assert memory.getvalue() == expected
    with gzip.open(tmp_path / "a.gz", "wb", 1) as file:
        SOLUTION.write(file, "csv")
    assert gzip.decompress((tmp_path / "a.gz").read_bytes()) == expected
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive, archive.open("moves", "w") as file:
        SOLUTION.write(file, "csv")
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        assert archive.read("moves") == expected


class Slow(io.RawIOBase):
    """A raw file that takes a thousand bytes at a time."""

    def __init__(self):
        self.data = bytearray()

    def writable(self):
        return True

    def write(self, chunk):
        self.data += chunk[:1000]
        return min(1000, len(chunk))


class Busy(Slow):
    """A raw file that takes nothing now."""

    def write(self, chunk):
        return None


def test_a_raw_file_may_take_less_than_it_is_given():
    slow = Slow()
    assert SOLUTION.write(slow) == len(slow.data)
    assert slow.data == SOLUTION.open().read()


def test_a_raw_file_that_takes_nothing_is_an_error_and_no_endless_loop():
    with pytest.raises(BlockingIOError, match="takes nothing now"):
        SOLUTION.write(Busy())


@pytest.mark.parametrize(
    ("file", "reason"),
    [(io.StringIO(), "must be binary, not text"), (True, "or a descriptor, not True"), ("a", "not 'a'")],
)
def test_what_is_no_binary_file_is_refused(file, reason):
    with pytest.raises(TypeError, match=reason):
        SOLUTION.write(file)


def test_a_closed_descriptor_is_an_error(pipe):
    os.close(pipe[1])
    with pytest.raises(OSError, match=os.strerror(errno.EBADF)):
        SOLUTION.write(pipe[1])


def test_progress_adds_up(pipe):
    for sink in (io.BytesIO(), os.open(os.devnull, os.O_WRONLY)):
        seen = []
        assert SOLUTION.write(sink, progress=seen.append) == sum(seen)
    os.close(sink)
