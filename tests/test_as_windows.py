"""Files are written where the system has only what Windows has, and refuses what Windows refuses.

This is Linux made poorer, not Windows: calls are missing, and nothing that is open is renamed, removed or is a folder.
"""

import errno
import os
import select
import threading
import time
from pathlib import Path

import pytest

import hanoi_fast as hf
from hanoi_fast.files import comparing, completing, durable, opening, saving, sinks
from hanoi_fast.files.containers import plain
from hanoi_fast.files.opening import open_regular
from hanoi_fast.files.saving import part_of
from hanoi_fast.lists import sources

OPEN = Path("/proc/self/fd")
pytestmark = pytest.mark.skipif(not OPEN.exists(), reason="/proc tells which files are open")

MISSING = (
    *("fchmod", "fstatvfs", "geteuid", "link", "memfd_create", "preadv", "pwrite", "sched_getaffinity", "statvfs"),
    *("sysconf", "O_DIRECT", "O_NOFOLLOW", "O_NONBLOCK"),
)


class Stop(Exception):
    pass


def is_open(path):
    """Return whether this process has a file open."""
    found = os.lstat(path)
    numbers = [int(name.name) for name in OPEN.iterdir()]
    for number in numbers:
        try:
            if os.path.samestat(os.fstat(number), found):
                return True
        except OSError:
            pass  # the one that listed them
    return False


@pytest.fixture(autouse=True)
def windows(tmp_path):
    """Take from the system what Windows does not have; give it back before `tmp_path` removes its folder."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        make_poorer(monkeypatch)
        yield


def make_poorer(monkeypatch):
    for name in MISSING:
        monkeypatch.delattr(os, name, raising=False)
    monkeypatch.delattr(select, "poll")
    for module in (completing, durable, saving):
        monkeypatch.setattr(module, "WINDOWS", True)
    for module in (completing, durable, saving, sinks):
        monkeypatch.setattr(module, "fcntl", None)
    for module in (comparing, plain, sources):
        monkeypatch.setattr(module, "PLACED_READS", False)
    # Worked out of what is MISSING when they were imported.
    monkeypatch.setattr(opening, "NEW", os.O_RDWR | os.O_CREAT | os.O_EXCL)
    monkeypatch.setattr(opening, "READ", os.O_RDONLY)
    for module in (opening, saving):
        monkeypatch.setattr(module, "OWN", os.O_RDWR)

    def reserve_space(file, start, size):
        raise OSError(errno.ENOSYS, "Function not implemented")

    monkeypatch.setattr(saving, "reserve_space", reserve_space)
    refuse_what_is_open(monkeypatch)
    refuse_folders(monkeypatch)


def refuse_what_is_open(monkeypatch):
    for name in ("rename", "replace", "unlink"):
        method = getattr(Path, name)

        def guarded(path, *rest, _method=method, _name=name, **options):
            for each in (path, *rest):
                if os.path.lexists(each) and is_open(each):
                    raise PermissionError(errno.EACCES, "the file is used by a process", str(each))
            if _name == "rename" and os.path.lexists(rest[0]):
                raise FileExistsError(errno.EEXIST, "the file exists", str(path))
            return _method(path, *rest, **options)

        monkeypatch.setattr(Path, name, guarded)


def refuse_folders(monkeypatch):
    open_, fsync, writable = os.open, os.fsync, set()

    def guarded_open(path, flags, *rest, **options):
        if os.path.isdir(path):  # noqa: PTH112
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        descriptor = open_(path, flags, *rest, **options)
        (writable.add if flags & (os.O_WRONLY | os.O_RDWR) else writable.discard)(descriptor)
        return descriptor

    def guarded_fsync(descriptor):
        if descriptor not in writable:
            raise OSError(errno.EBADF, "Bad file descriptor")
        fsync(descriptor)

    monkeypatch.setattr(os, "open", guarded_open)
    monkeypatch.setattr(os, "fsync", guarded_fsync)


def names(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("name", ["a.txt", "a.csv", "a.json", "a.npy", "a.bin", "a.txt.gz"])
@pytest.mark.parametrize("fsync", [False, True])
def test_a_file_is_saved_again_and_again(tmp_path, name, fsync):
    for discs in (9, 12):
        hf.solve(discs).save(tmp_path / name, fsync=fsync)
        assert hf.verify(tmp_path / name, discs).complete
        assert names(tmp_path) == [f".{name}.info", name]


def test_an_export_is_gone_on_with(tmp_path):
    path, solution = tmp_path / "a.txt", hf.solve(18)

    def stop(size):
        raise Stop

    with pytest.raises(Stop):
        solution.save(path, progress=stop)
    assert part_of(path).stat().st_size > 0
    solution.save(path, resume=True, threads=2)
    solution.save(path, resume=True, fsync=True)
    assert path.read_bytes() == solution.open().read()
    assert names(tmp_path) == [".a.txt.info", "a.txt"]


def test_what_fails_before_its_first_byte_leaves_nothing(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OSError, match="No space left"):
        hf.solve(9).save(tmp_path / "a.txt")
    assert names(tmp_path) == []


def test_a_file_that_is_there_is_not_replaced_unless_it_may_be(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("mine")
    with pytest.raises(FileExistsError, match="the file exists already"):
        hf.solve(9).save(path, overwrite=False)
    assert path.read_text() == "mine"

    def appear(size):
        path.write_text("mine, but late")

    path.unlink()
    with pytest.raises(FileExistsError, match="the file exists already"):
        hf.solve(9).save(path, overwrite=False, progress=appear)
    assert path.read_text() == "mine, but late"
    part_of(path).unlink()
    path.unlink()
    hf.solve(9).save(path, overwrite=False)
    assert path.read_bytes() == hf.solve(9).open().read()


@pytest.mark.parametrize("fsync", [False, True])
def test_shards_are_written_and_kept(tmp_path, fsync):
    for _ in range(2):
        hf.solve(12).save_shards(tmp_path / "out", 3, ".txt", fsync=fsync)
    texts = [path.read_bytes() for path in sorted((tmp_path / "out").glob("part-*"))]
    assert b"".join(texts) == hf.solve(12).open().read()


def test_a_folder_is_called_a_folder(tmp_path):
    with pytest.raises(IsADirectoryError):
        open_regular(tmp_path)


def test_a_pipe_that_does_not_block_is_waited_for():
    data = hf.solve(17).open().read()
    out, into = os.pipe()
    os.set_blocking(into, False)
    taken = []

    def read():
        while piece := os.read(out, 1 << 12):
            taken.append(piece)
            time.sleep(0.0001)

    reader = threading.Thread(target=read)
    reader.start()
    try:
        sinks.write_all(os.write, into, memoryview(data))
    finally:
        os.close(into)
        reader.join()
        os.close(out)
    assert b"".join(taken) == data
