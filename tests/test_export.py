"""Exports as they end in practice: killed, on a full disk, into special files; and as others read them."""

import os
import random
import shutil
import stat
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from zlib import crc32

import pytest

import hanoi_fast as hf
from hanoi_fast.face.loading import described
from hanoi_fast.files.contents import difference
from hanoi_fast.files.saving import part_of
from hanoi_fast.files.sidecars import sidecar_of

HOME = str(Path(hf.__file__).resolve().parent.parent)
ENVIRONMENT = {**os.environ, "PYTHONPATH": HOME}
ROOT = hasattr(os, "geteuid") and os.geteuid() == 0


def run(*arguments, **options):
    """Run the command as a process."""
    command = [sys.executable, "-m", "hanoi_fast", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, timeout=60, **options)


def said(done, status, *words):
    """Check that a command failed as it should: with a status, in one line."""
    assert (done.returncode, done.stdout) == (status, ""), done.stderr
    assert done.stderr.count("\n") == 1
    for word in words:
        assert word in done.stderr


# ---- kill -9 ----

# One process that forks for each export: starting Python twenty times would take longer than all else.
FORKING = """
import os, signal, sys, time
import hanoi_fast as hf
solution, path, moments = hf.solve(int(sys.argv[1])), sys.argv[2], list(map(float, sys.argv[3:]))
def export(moment=None):
    child = os.fork()
    if not child:
        solution.save(path, resume=True)
        os._exit(0)
    if moment is not None:
        time.sleep(moment)
        os.kill(child, signal.SIGKILL)
    return os.waitpid(child, 0)[1]
solution.save(path), os.unlink(path)    # what is loaded now need not be loaded in each child
begin, status = time.perf_counter(), export()
took = time.perf_counter() - begin
for moment in moments:
    os.unlink(path)
    killed = export(moment * took) == signal.SIGKILL
    part = os.path.join(os.path.dirname(path), "." + os.path.basename(path) + ".part")
    held = os.path.getsize(part) if os.path.exists(part) else 0
    assert export() == 0
    with open(path, "rb") as file:
        print(int(killed), held, hash(file.read()), flush=True)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kill -9 is a thing of Unix")
@pytest.mark.parametrize(("name", "discs"), [("a.txt", 23), ("a.npy", 24), ("a.txt.gz", 22)])
def test_killed_at_twenty_random_moments_and_resumed_it_is_the_same_to_the_byte(tmp_path, name, discs):
    path = tmp_path / name
    hf.solve(discs).save(path)
    expected = path.read_bytes()
    path.unlink()
    moments = [(which + random.random()) / 20 for which in range(20)]
    command = [sys.executable, "-c", FORKING, str(discs), str(path), *map(str, moments)]
    done = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, timeout=60)
    assert done.returncode == 0, done.stderr
    rounds = [tuple(map(int, line.split())) for line in done.stdout.splitlines()]
    assert len(rounds) == 20
    assert len({hash for _, _, hash in rounds}) == 1
    assert path.read_bytes() == expected
    assert sum(killed for killed, _, _ in rounds) >= 5
    assert any(0 < held < len(expected) for _, held, _ in rounds), "some were killed in the middle"


# ---- a full disk ----


@contextmanager
def small_disk(folder, size):
    """Mount a disk of so many bytes, or skip."""
    if not ROOT or not sys.platform.startswith("linux"):
        pytest.skip("only root can mount a small disk")
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"no small disk here: {done.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)


@pytest.mark.parametrize(("name", "discs", "size"), [("a.txt", 26, 268435452), ("a.arrow", 25, 101810172)])
def test_a_file_that_does_not_fit_is_refused_before_its_first_byte(tmp_path, name, discs, size):
    if name.endswith("arrow"):
        pytest.importorskip("pyarrow", reason="Arrow needs it")
    with small_disk(tmp_path / "disk", "64m") as disk:
        said(run("moves", discs, "-o", disk / name), 1, f"{name}: no room for {size} bytes")
        assert list(disk.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "discs", "size", "enough"),
    [("a.txt.gz", 34, "64m", "500m"), ("a.parquet", 24, "300k", "9m")],
)
def test_a_disk_that_fills_keeps_what_it_has_to_be_resumed(tmp_path, name, discs, size, enough):
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow", reason="Parquet needs it")
    with small_disk(tmp_path / "disk", size) as disk:
        said(run("moves", discs, "-o", disk / name), 1, f"{name}: No space left on device")
        part = part_of(disk / name)
        assert sorted(disk.iterdir()) == [sidecar_of(part), part]
        held = part.stat().st_size
        assert held > 200_000
        subprocess.run(["mount", "-o", f"remount,size={enough}", disk], check=True)
        done = run("moves", discs, "-o", disk / name, "--resume")
        assert (done.returncode, done.stderr) == (0, "")
        assert described(disk / name).complete
        assert (disk / name).stat().st_size > held


def test_a_folder_that_cannot_be_written_to_is_an_error_in_one_line(tmp_path):
    with small_disk(tmp_path / "disk", "1m") as disk:
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        said(run("moves", 3, "-o", disk / "a.txt"), 1, "a.txt: Read-only file system")


# ---- special files ----


def test_dev_full_is_an_error_in_one_line():
    said(run("moves", 20, "-o", "/dev/full", "--format", "text"), 1, "/dev/full: No space left on device")


@pytest.mark.parametrize("form", ["text", "npy"])
def test_dev_stdout_is_written_to(form):
    done = subprocess.run(
        [sys.executable, "-m", "hanoi_fast", "moves", "12", "-o", "/dev/stdout", "--format", form],
        capture_output=True,
        env=ENVIRONMENT,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == hf.solve(12).open(form).read()


@pytest.mark.parametrize(("name", "unpack"), [("a.txt", "cat"), ("a.txt.gz", "zcat")])
def test_a_named_pipe_gets_the_bytes_and_stays_one(tmp_path, name, unpack):
    path = tmp_path / name
    os.mkfifo(path)
    reader = subprocess.Popen(f"{unpack} < {path}", shell=True, stdout=subprocess.PIPE)
    writer = threading.Thread(target=hf.solve(21).save, args=(path,))
    writer.start()
    data = reader.communicate(timeout=60)[0]
    writer.join()
    assert (len(data), crc32(data)) == (hf.solve(21).nbytes(), hf.solve(21).crc32())
    assert stat.S_ISFIFO(path.stat().st_mode)
    assert list(tmp_path.iterdir()) == [path]


def test_what_is_no_regular_file_is_not_resumed():
    with pytest.raises(ValueError, match="'/dev/null' is no regular file: it cannot be resumed"):
        hf.solve(3).save("/dev/null", "text", resume=True)


# ---- sizes ----


def test_a_file_of_more_bytes_than_one_call_can_take_is_whole(tmp_path):
    # tests/test_sinks.py has the sizes around it, through a pipe.
    size = 2**31 + 1
    if shutil.disk_usage(tmp_path).free < 2 * size:
        pytest.skip("2 GiB are too much for this disk")
    path, solution = tmp_path / "a.bin", hf.solve(40)[:size]
    solution.save(path, "discs")
    found = described(path)
    try:
        assert path.stat().st_size == size
        assert difference(path, found.document, found.form) is None
    finally:
        path.unlink()


# ---- the command line ----


def test_an_export_is_interrupted_and_resumed_on_the_command_line(tmp_path):
    path = tmp_path / "a.txt"
    process = subprocess.Popen([sys.executable, "-m", "hanoi_fast", "moves", "29", "-o", path], env=ENVIRONMENT)
    while not part_of(path).exists() or not part_of(path).stat().st_size:
        assert process.poll() is None
        time.sleep(0.001)
    process.kill()
    process.wait()
    held = part_of(path).stat().st_size
    assert 0 < held < hf.solve(29).nbytes()
    done = run("info", path)
    assert "not complete" in done.stdout
    # The rest would be 2 GiB: what is there is made to be one of fewer discs.
    said(run("moves", 12, "-o", path, "--resume"), 2, "left by another export, with discs 29, not 12")
    sidecar_of(part_of(path)).unlink()
    done = run("moves", 12, "-o", path, "--resume")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert path.read_bytes() == hf.solve(12).open().read()


def test_shards_count_from_1_and_make_the_whole(tmp_path):
    names = [tmp_path / f"{which}.txt" for which in range(1, 5)]
    for which, name in enumerate(names, 1):
        assert run("moves", 10, "--shard", f"{which}/4", "-o", name).returncode == 0
    assert b"".join(name.read_bytes() for name in names) == hf.solve(10).open().read()
    done = run("verify", *names)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("The 4 files follow each other: 1,023 moves, the whole solution.\n")
    done = run("verify", names[0], names[2])
    assert done.returncode == 1
    assert done.stdout.endswith("3.txt begins at step 511, but the one before it ends at 255.\n")
    hf.solve(10, 1).shard(1, 4).save(names[1])
    done = run("verify", *names[:2])
    assert done.returncode == 1
    assert done.stdout.endswith("are no parts of one solution: they differ in target.\n")


@pytest.mark.parametrize("text", ["0/4", "5/4", "1/0", "4", "1/4/2", "-1/4", "a/b"])
def test_a_shard_that_is_none_is_refused(text):
    done = run("moves", 10, f"--shard={text}")
    assert (done.returncode, done.stdout) == (2, "")
    assert "is no part: write 1/4" in done.stderr


@pytest.mark.parametrize("option", ["resume", "no-overwrite", "fsync", "direct"])
def test_options_of_files_need_one(option):
    said(run("moves", 3, f"--{option}"), 2, f"--{option} needs -o FILE")


def test_no_overwrite_leaves_the_file(tmp_path):
    path = tmp_path / "a.txt"
    assert run("moves", 3, "-o", path, "--no-overwrite", "--fsync").returncode == 0
    said(run("moves", 4, "-o", path, "--no-overwrite"), 1, "a.txt: the file exists already")
    assert path.read_bytes() == hf.solve(3).open().read()


@pytest.mark.parametrize("name", ["a.txt", "a.npy", "a.txt.gz"])
def test_a_dry_run_says_what_would_be_written_and_writes_nothing(tmp_path, name):
    done = run("moves", 10, "-o", tmp_path / name, "--dry-run")
    assert list(tmp_path.iterdir()) == []
    rows = dict(line.split(maxsplit=1) for line in done.stdout.splitlines())
    assert list(rows) == ["moves", "bytes", "crc32", "room", "time"]
    hf.solve(10).save(tmp_path / name)
    document = described(tmp_path / name).document
    assert rows["moves"] == "1,023"
    assert rows["bytes"].startswith(f"{document.nbytes:,} bytes")
    assert f"enough for {(tmp_path / name).stat().st_size:,} bytes" in rows["room"]
    assert "until all is safe on the disk" in rows["time"]


def test_a_dry_run_of_more_than_the_disk_holds_says_so(tmp_path):
    with small_disk(tmp_path / "disk", "200m") as disk:
        rows = run("moves", 50, "-o", disk / "a.txt", "--dry-run").stdout
        assert "not enough for about 4.0 PiB" in rows
        subprocess.run(["mount", "-o", "remount,size=1m", disk], check=True)
        assert "too little for a trial" in run("moves", 50, "-o", disk / "a.txt", "--dry-run").stdout
        assert list(disk.iterdir()) == []


def test_a_dry_run_to_standard_output_knows_the_bytes():
    done = run("moves", 64, "--dry-run")
    assert done.stdout.splitlines()[1] == "bytes    73,786,976,294,838,206,460 bytes (64.0 EiB)"
