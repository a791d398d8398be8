"""The ways into a file: past the cache, with room reserved, to an open descriptor, and through any writer."""

import errno
import io
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from commands import ENVIRONMENT, HANOI

import hanoi_fast as hf
from hanoi_fast.files import saving, sinks
from hanoi_fast.files.saving import part_of
from hanoi_fast.streams.chunks import MOST_KEPT, Chunks

LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="this is of Linux")
SOLUTION = hf.solve(12)
TEXT = SOLUTION.open().read()


# ---- past the cache ----


@LINUX
@pytest.mark.parametrize("held", [1, 4095, 4097, (1 << 22) + 1, (5 << 20) + 123, 6_000_001])
@pytest.mark.parametrize("flip", [False, True])
def test_direct_writing_goes_on_from_any_byte(tmp_path, held, flip):
    path, solution = tmp_path / "a.txt", hf.solve(21)
    content = solution.open().read()
    part = bytearray(content[:held])
    part[held // 2] ^= flip
    part_of(path).write_bytes(part)
    try:
        solution.save(path, direct=True, resume=True)
    except OSError as error:
        if error.errno != errno.EINVAL or "no direct writing" not in str(error):
            raise
        pytest.skip(f"{tmp_path} is on a file system without direct writing")
    assert path.read_bytes() == content


# ---- room ----


@pytest.fixture
def reserved(monkeypatch):
    """The steps in which room is reserved; they may be made to fail."""
    steps = []

    def spying(descriptor, start, size):
        steps.append((start, size))
        if spying.full and start:
            raise OSError(errno.ENOSPC, "No space left on device")
        return reserve(descriptor, start, size)

    spying.full, spying.steps = False, steps
    reserve = saving.reserve_space
    monkeypatch.setattr(saving, "reserve_space", spying)
    return spying


@LINUX
def test_room_is_reserved_in_steps_that_ctrl_c_need_not_wait_for(tmp_path, reserved, monkeypatch):
    monkeypatch.setattr(saving, "RESERVED", 1000)
    SOLUTION.save(tmp_path / "a.txt")
    assert reserved.steps[0] == (0, 1000)
    assert all(size <= 1000 for _, size in reserved.steps)
    assert sum(size for _, size in reserved.steps) == len(TEXT)
    assert (tmp_path / "a.txt").read_bytes() == TEXT


@LINUX
def test_reserved_room_is_given_back_where_it_is_not_enough(tmp_path, reserved, monkeypatch):
    monkeypatch.setattr(saving, "RESERVED", 1 << 20)
    path, reserved.full = tmp_path / "a.txt", True
    part_of(path).write_bytes(hf.solve(20).open().read(100))
    with pytest.raises(OSError, match="no room for 4194300 bytes"):
        hf.solve(20).save(path, resume=True)
    assert part_of(path).stat().st_size == 100
    assert part_of(path).stat().st_blocks * 512 <= 1 << 16


@LINUX
def test_a_disk_that_is_too_small_is_known_after_the_first_step(tmp_path, reserved):
    with pytest.raises(OSError, match="no room for"):
        hf.solve(60).save(tmp_path / "a.txt")
    assert len(reserved.steps) == 1
    assert list(tmp_path.iterdir()) == []


def test_where_nothing_can_be_reserved_the_file_is_written(tmp_path, monkeypatch):
    def cannot(*_):
        raise OSError(errno.EOPNOTSUPP, "Operation not supported")

    monkeypatch.setattr(saving, "reserve_space", cannot)
    SOLUTION.save(tmp_path / "a.txt")
    assert (tmp_path / "a.txt").read_bytes() == TEXT


# ---- descriptors by their names ----


@LINUX
@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
@pytest.mark.parametrize("mode", ["wb", "ab"])
def test_standard_output_that_is_a_file_is_written_to_where_it_stands(tmp_path, name, mode):
    path = tmp_path / "out"
    path.write_bytes(b"before\n")
    with path.open(mode) as file:
        done = subprocess.run(
            [*HANOI, "moves", "12", "-o", name, "--format", "text"], stdout=file, env=ENVIRONMENT, timeout=60
        )
        subprocess.run([*HANOI, "count", "3"], stdout=file, env=ENVIRONMENT, timeout=60, check=True)
    assert done.returncode == 0
    assert path.read_bytes() == (b"before\n" if mode == "ab" else b"") + TEXT + b"7\n"
    assert list(tmp_path.iterdir()) == [path]


@LINUX
def test_a_link_to_standard_output_is_as_good_as_its_name(tmp_path):
    (tmp_path / "link").symlink_to("/dev/stdout")
    with (tmp_path / "out").open("wb") as file:
        command = [*HANOI, "moves", "12", "-o", str(tmp_path / "link"), "--format", "text"]
        subprocess.run(command, stdout=file, env=ENVIRONMENT, timeout=60, check=True)
    assert (tmp_path / "out").read_bytes() == TEXT
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "out"]


@LINUX
def test_files_in_memory_under_dev_are_files_as_any_other():
    if not os.access("/dev/shm", os.W_OK):
        pytest.skip("there is no /dev/shm")
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        path = Path(folder, "a.txt")
        hf.solve(9).save(path)
        hf.solve(5).save(path)
        assert path.read_bytes() == hf.solve(5).open().read()
        assert hf.load(path)[1] == hf.solve(5)


@LINUX
def test_a_descriptor_that_is_not_open_is_an_error():
    done = subprocess.run(
        [*HANOI, "moves", "3", "-o", "/dev/fd/77", "--format", "text"], capture_output=True, env=ENVIRONMENT
    )
    assert done.returncode == 1
    assert done.stderr.count(b"\n") == 1


# ---- writers ----


class Taking(io.BytesIO):
    """An object that takes what `answer` says of what it is given."""

    def __init__(self, answer):
        super().__init__()
        self.answer = answer

    def write(self, chunk):
        said = self.answer(len(chunk))
        super().write(chunk[:said] if isinstance(said, int) and said >= 0 else chunk)
        return said


@pytest.mark.parametrize("answer", [lambda given: given, lambda given: min(given, 7), lambda given: None])
def test_what_a_writer_took_is_counted(answer):
    file = Taking(answer)
    assert SOLUTION.write(file) == len(TEXT)
    assert file.getvalue() == TEXT


def test_a_writer_that_takes_nothing_for_a_while_is_asked_again():
    answers = iter([0, 0, 0] * 100)
    file = Taking(lambda given: next(answers, given))
    SOLUTION.write(file)
    assert file.getvalue() == TEXT


def test_a_writer_that_never_takes_anything_is_an_error():
    with pytest.raises(OSError, match=r"write\(\) of Taking took nothing, 1000 times in a row"):
        SOLUTION.write(Taking(lambda given: 0))


@pytest.mark.parametrize("wrong", [lambda given: given + 1, lambda given: -1])
def test_a_writer_that_cannot_have_taken_that_much_is_an_error(wrong):
    with pytest.raises(OSError, match=r"write\(\) of Taking answered -?\d+ when it was given \d+ bytes"):
        SOLUTION.write(Taking(wrong))


def test_a_writer_that_answers_no_number_is_an_error():
    with pytest.raises(TypeError, match="'str' object cannot be interpreted as an integer"):
        SOLUTION.write(Taking(lambda given: "all"))


# ---- pages that are lent ----


def test_these_answers_mean_that_pages_cannot_be_lent():
    # man 2 vmsplice: EINVAL where the descriptor cannot be spliced to; sandboxes answer EPERM or ENOSYS.
    assert {errno.ENOSYS, errno.EINVAL, errno.EPERM} == sinks.CANNOT


@pytest.mark.parametrize("other", [errno.EBADF, errno.EPIPE, errno.ENOMEM])
def test_other_errors_of_lending_are_errors(monkeypatch, other):
    def broken(*_):
        raise OSError(other, os.strerror(other))

    monkeypatch.setattr(sinks, "vmsplice", broken)
    with pytest.raises(OSError, match=os.strerror(other)):
        sinks.splice(1, memoryview(bytes(1 << 20)))


@pytest.mark.parametrize(("size", "lent"), [(1, 0), ((1 << 14) - 1, 0), (1 << 14, 1), (1 << 20, 1)])
def test_only_a_chunk_of_16_kib_or_more_is_lent(monkeypatch, size, lent):
    taken = []
    monkeypatch.setattr(sinks, "vmsplice", lambda _, chunk: taken.append(len(chunk)) or len(chunk))
    ends = os.pipe()
    assert sinks.splice(ends[1], memoryview(bytes(size))) == size
    assert len(taken) == lent
    for end in ends:
        os.close(end)


def test_no_more_chunks_are_kept_than_fit_48_mib():
    assert MOST_KEPT * (1 << 18) == 48 << 20
    chunks = Chunks(hf.solve(300, pegs=5).open("moves").document, 512)
    most = 0
    for _ in chunks:
        most = max(most, len(chunks.made))
    assert most == MOST_KEPT
