"""Exports to one name at the same time, and exports that end at a bad moment, leave nothing that is wrong."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from commands import ENVIRONMENT, start

import hanoi_fast as hf
from hanoi_fast.face.loading import described
from hanoi_fast.files import completing, export, saving
from hanoi_fast.files.contents import difference
from hanoi_fast.files.saving import part_of
from hanoi_fast.files.sidecars import sidecar_of

FORK = pytest.mark.skipif(not hasattr(os, "fork"), reason="kill -9 is a thing of Unix")


def right(path):
    """Return whether a file is what its description says."""
    found = described(path)
    return found.complete and difference(path, found.document, found.form) is None


@pytest.fixture
def path(tmp_path):
    return tmp_path / "x.txt"


def test_threads_that_save_under_one_name_are_refused_or_succeed(path):
    strange, done = [], []

    def save(which):
        for _ in range(100):
            try:
                hf.solve(8 + which % 2).save(path)
                done.append(which)
            except BlockingIOError:
                pass
            except BaseException as error:
                strange.append(error)

    threads = [threading.Thread(target=save, args=(which,)) for which in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert strange == []
    assert done
    assert right(path)
    assert sorted(found.name for found in path.parent.iterdir()) == [".x.txt.info", "x.txt"]


CROSSING = """
import sys, time
import hanoi_fast as hf
solution, end = hf.solve(int(sys.argv[2])), time.monotonic() + 1.5
while time.monotonic() < end:
    try:
        solution.save(sys.argv[1])
    except BlockingIOError:
        pass
"""


def test_processes_with_different_moves_never_leave_a_wrong_description(path):
    for _ in range(2):
        command = [sys.executable, "-c", CROSSING, path]
        processes = [subprocess.Popen([*command, str(discs)], env=ENVIRONMENT) for discs in (6, 7, 8)]
        assert [process.wait(30) for process in processes] == [0, 0, 0]
        assert right(path)


def test_a_folder_that_stays_locked_is_said(path, monkeypatch):
    fcntl = pytest.importorskip("fcntl", reason="only Unix locks folders")
    monkeypatch.setattr(completing, "PATIENCE", 0.05)
    descriptor = os.open(path.parent, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        with pytest.raises(BlockingIOError, match="another program keeps the folder locked"):
            hf.solve(3).save(path)
    finally:
        os.close(descriptor)
    assert part_of(path).stat().st_size == hf.solve(3).nbytes()
    hf.solve(3).save(path, resume=True)
    assert right(path)


def test_a_file_system_that_locks_no_folders_is_written_to(path, monkeypatch):
    fcntl = pytest.importorskip("fcntl", reason="only Unix locks folders")

    def no_folders(descriptor, how):
        if os.path.isdir(f"/proc/self/fd/{descriptor}"):  # noqa: PTH112
            raise OSError(9, "Bad file descriptor")
        return flock(descriptor, how)

    flock = fcntl.flock
    monkeypatch.setattr(fcntl, "flock", no_folders)
    hf.solve(3).save(path)
    assert right(path)


@pytest.mark.skipif(saving.fcntl is None, reason="only Unix locks files")
def test_who_opened_a_part_that_was_completed_meanwhile_begins_a_new_one(path, monkeypatch):
    first = []

    def late(descriptor, name):
        if not first:
            first.append(os.fstat(descriptor).st_ino)
            part_of(path).rename(path)  # as the export would that had it before
        lock(descriptor, name)

    lock = saving.lock
    monkeypatch.setattr(saving, "lock", late)
    hf.solve(9).save(path)
    assert path.stat().st_ino != first[0]
    assert right(path)


# ---- ends at a bad moment ----


class Crash(BaseException):
    pass


@pytest.mark.parametrize("overwrite", [True, False])
@pytest.mark.parametrize("step", ["place", "remove_sidecars", "take_name"])
def test_a_crash_between_file_and_description_leaves_none_that_is_wrong(path, monkeypatch, step, overwrite):
    def crash(*_):
        raise Crash

    if overwrite:
        hf.solve(7).save(path)
    with monkeypatch.context() as patched:
        patched.setattr(completing, step, crash)
        with pytest.raises(Crash):
            hf.solve(9).save(path, overwrite=overwrite)
    if path.exists() and sidecar_of(path).exists():
        assert right(path)
    if path.exists() and path.stat().st_size == hf.solve(9).nbytes():
        hf.solve(9).save(path, resume=True)  # what is said in the documents
        assert right(path)
    hf.solve(9).save(path)
    assert hf.load(path)[1] == hf.solve(9)


@pytest.mark.parametrize("old", [False, True])
def test_an_export_interrupted_before_its_first_byte_goes_on(path, monkeypatch, old):
    def interrupted(*_):
        raise KeyboardInterrupt

    if old:
        hf.solve(7).save(path)
    with monkeypatch.context() as patched:
        patched.setattr(export, "write_part", interrupted)
        with pytest.raises(KeyboardInterrupt):
            hf.solve(9).save(path)
    assert part_of(path).exists() == old  # there is something to go on with only if something else stands there
    hf.solve(9).save(path, resume=True)
    assert hf.load(path)[1] == hf.solve(9)
    assert not sidecar_of(part_of(path)).exists()


def test_an_export_that_made_nothing_over_an_older_one_goes_on(path):
    hf.solve(7).save(path)  # and then `export || export --resume`, killed while Python was being loaded
    with pytest.raises(FileExistsError):
        hf.solve(9).save(path, resume=True, overwrite=False)
    hf.solve(9).save(path, resume=True)
    assert hf.load(path)[1] == hf.solve(9)
    damaged = bytearray(path.read_bytes())
    damaged[5] ^= 1
    path.write_bytes(damaged)  # it is said to be what is asked for, but is not: that is no older export
    with pytest.raises(FileExistsError, match="is complete and differs from byte 5 on"):
        hf.solve(9).save(path, resume=True)


KILLED = """
import os, signal, sys
import hanoi_fast as hf
from hanoi_fast.files import {module}
setattr({module}, {name!r}, lambda *_: os.kill(os.getpid(), signal.SIGKILL))
hf.solve(9).save(sys.argv[1])
"""


@FORK
@pytest.mark.parametrize(
    ("module", "name"),
    [("export", "write_part"), ("export", "complete"), ("completing", "place"), ("completing", "remove_sidecars")],
)
def test_an_export_killed_at_any_step_is_resumed(path, module, name):
    hf.solve(7).save(path)
    code = KILLED.format(module=module, name=name)
    done = subprocess.run([sys.executable, "-c", code, path], env=ENVIRONMENT, timeout=30)
    assert done.returncode == -signal.SIGKILL
    if sidecar_of(path).exists():
        assert right(path)
    hf.solve(9).save(path, resume=True)
    assert hf.load(path)[1] == hf.solve(9)
    assert sorted(found.name for found in path.parent.iterdir()) == [".x.txt.info", "x.txt"]


LINKED = """
import os, signal, sys
import hanoi_fast as hf
def link(old, new, link=os.link, **options):
    link(old, new, **options)
    if len(sys.argv) == 2 or sys.argv[2] in str(new):
        os.kill(os.getpid(), signal.SIGKILL)
os.link = link
hf.solve(9).save(sys.argv[1], overwrite=False)
"""


@FORK
@pytest.mark.parametrize("at", [".info", "x.txt"])
@pytest.mark.parametrize("options", [{"resume": True}, {}, {"resume": True, "overwrite": False}])
def test_an_export_killed_between_two_names_of_one_file_is_resumed(path, at, options):
    done = subprocess.run([sys.executable, "-c", LINKED, path, at], env=ENVIRONMENT, timeout=30)
    assert done.returncode == -signal.SIGKILL
    assert path.exists()
    hf.solve(9).save(path, **options)
    assert hf.load(path)[1] == hf.solve(9)
    assert sorted(found.name for found in path.parent.iterdir()) == [".x.txt.info", "x.txt"]


@FORK
def test_a_dry_run_that_is_killed_leaves_nothing(tmp_path):
    for seconds in (0.3, 0.5, 0.7):
        process = start("moves", "34", "-o", str(tmp_path / "a.txt"), "--dry-run", stdout=subprocess.DEVNULL)
        time.sleep(seconds)
        process.kill()
        process.wait()
        process.stderr.close()
        assert list(tmp_path.iterdir()) == []


# ---- power cuts ----


@pytest.fixture
def synced(monkeypatch):
    """What was given to fsync, by the name it has at that moment."""
    names = []

    def spying(descriptor):
        names.append(Path(f"/proc/self/fd/{descriptor}").readlink().name)
        return fsync(descriptor)

    if not Path("/proc/self/fd").exists():
        pytest.skip("the names of descriptors are read from /proc")
    fsync = os.fsync
    monkeypatch.setattr(os, "fsync", spying)
    return names


def test_file_description_and_folder_are_made_safe_in_this_order(path, synced):
    hf.solve(9).save(path, fsync=True)
    part, description, folder = synced
    assert (part, folder) == (".x.txt.part", path.parent.name)
    assert description.endswith(".new")


def test_a_complete_file_that_is_resumed_is_made_safe_too(path, synced):
    hf.solve(9).save(path)
    assert synced == []
    hf.solve(9).save(path, resume=True, fsync=True)
    description, file, folder = synced
    assert (file, folder) == ("x.txt", path.parent.name)
    assert description.endswith(".new")


def test_nobody_waits_for_the_disk_who_does_not_ask(path, synced):
    hf.solve(9).save(path)
    hf.solve(9).save(path, resume=True)
    assert synced == []
