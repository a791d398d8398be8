"""Exports as they end in practice: killed, on a full disk, into special files; and as others read them."""

import os
import shutil
import stat
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from zlib import crc32

import fuzz_kills
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

@pytest.mark.skipif(not hasattr(os, "fork"), reason="kill -9 is a thing of Unix")
@pytest.mark.parametrize(("name", "discs"), [("a.txt", 23), ("a.npy", 24), ("a.txt.gz", 22)])
def test_killed_at_twenty_random_moments_and_resumed_it_is_the_same_to_the_byte(tmp_path, name, discs):
    found = fuzz_kills.rounds(tmp_path / name, discs, 20)  # `make fuzz` has more moments, and every format
    assert found.killed == 20
    assert found.within > 0


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


@pytest.mark.parametrize(
    ("name", "discs"),
    [("a.bin", 23), ("a.npy", 23), ("a.txt", 22), ("a.csv", 21), ("a.tsv", 21), ("a.jsonl", 21), ("a.json", 21),
     ("a.arrow", 24)],
)  # fmt: skip
def test_a_file_that_does_not_fit_is_refused_before_its_first_byte(tmp_path, name, discs):
    if name.endswith("arrow"):
        pytest.importorskip("pyarrow", reason="Arrow needs it")
    with small_disk(tmp_path / "disk", "8m") as disk:
        done = run("moves", discs, "-o", disk / name)
        said(done, 1, f"{name}: no room for ")
        size = int(done.stderr.rpartition("no room for ")[2].split()[0])
        assert list(disk.iterdir()) == []
    hf.solve(discs).save(tmp_path / name)
    made = (tmp_path / name).stat().st_size
    assert made <= size <= (made + made // 20 if name.endswith("arrow") else made)


@pytest.mark.parametrize(
    ("name", "discs", "size", "enough"),
    [
        ("a.txt.gz", 34, "64m", "500m"),
        ("a.csv.gz", 26, "300k", "90m"),
        ("a.bin.zst", 34, "300k", "90m"),
        ("a.json.zst", 34, "300k", "90m"),
        ("a.arrows", 24, "8m", "90m"),
        ("a.parquet", 24, "300k", "9m"),
    ],
)
def test_a_disk_that_fills_keeps_what_it_has_to_be_resumed(tmp_path, name, discs, size, enough):
    if name.endswith(("parquet", "arrows")):
        pytest.importorskip("pyarrow", reason="Arrow and Parquet need it")
    if name.endswith("zst"):
        pytest.importorskip("backports.zstd", reason="zstd needs it")
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
