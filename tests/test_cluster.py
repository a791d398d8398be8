"""Shards on a cluster of real processes, some of which die: nothing is lost, nothing is there twice."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest

import hanoi_fast as hf

pytest.importorskip("distributed", reason="clusters need dask.distributed")
if os.name == "nt":
    pytest.skip("processes are killed with signals here", allow_module_level=True)

LIMIT = 100  # seconds that any one process may take

# A few seconds of work: gzip takes 0.1 s or more for each shard of 2 MB.
SLOW = [
    "moves",
    "400",
    "--pegs",
    "4",
    "--stop",
    "9000000",
    "--format",
    "moves",
    "--suffix",
    ".bin.gz",
    "--shards",
    "15",
]


def solution():
    return hf.solve(400, pegs=4)[:9000000]


def ours(*words):
    return [sys.executable, "-m", "hanoi_fast", *words]


def run(*words, **given):
    return subprocess.run(ours(*words), capture_output=True, text=True, timeout=LIMIT, check=False, **given)


@contextmanager
def process(*words, **given):
    """Run a process that ends when it is left."""
    started = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **given)
    try:
        yield started
    finally:
        started.kill()
        started.communicate()  # so that none is left


def waited_for(there, seconds=30):
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not (found := there()):
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.02)
    return found


@contextmanager
def scheduler(folder):
    file = folder / f"scheduler{time.monotonic_ns()}.json"
    words = ("dask", "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file))
    with process(sys.executable, "-m", *words) as started:
        waited_for(lambda: file.exists() and file.stat().st_size)
        yield started, json.loads(file.read_text())["address"]


def worker(address, folder, **given):
    words = ("dask", "worker", address, "--no-nanny", "--nthreads", "1", "--no-dashboard", "--host", "127.0.0.1")
    return process(sys.executable, "-m", *words, "--local-directory", str(folder), **given)


def whole_shards(folder):
    return list(folder.glob("part-*-of-*")) if folder.is_dir() else []


def bytes_begun(folder):
    return sum(part.stat().st_size for part in folder.glob(".part-*.part")) if folder.is_dir() else 0


def assert_right(folder):
    done = run("verify", str(folder))
    assert (done.returncode, done.stderr) == (0, "")
    assert "shards are as they should be, and follow each other" in done.stdout
    assert len(whole_shards(folder)) == 15
    assert not list(folder.glob("*.part")) + list(folder.glob(".*.part"))
    manifest = json.loads((folder / "_manifest.json").read_text())
    assert manifest["crc32"] == format(solution().crc32("moves"), "08x")


def test_workers_that_are_killed_lose_nothing(tmp_path):
    out = tmp_path / "out"
    with (
        scheduler(tmp_path) as (_, address),
        worker(address, tmp_path),
        process(*ours(*SLOW, "-o", str(out), "--scheduler", address)) as client,
    ):
        for _ in range(5):
            with worker(address, tmp_path) as victim:
                before = len(whole_shards(out))
                waited_for(lambda before=before: len(whole_shards(out)) > before or client.poll() is not None)
                victim.send_signal(signal.SIGKILL)
                victim.wait()
        assert client.wait(LIMIT) == 0, client.stderr.read()
    assert_right(out)


def test_after_the_scheduler_is_gone_the_same_command_goes_on(tmp_path):
    out = tmp_path / "out"
    with (
        scheduler(tmp_path) as (first, address),
        worker(address, tmp_path),
        process(*ours(*SLOW, "-o", str(out), "--scheduler", address)) as client,
    ):
        waited_for(lambda: len(whole_shards(out)) > 2)
        first.kill()
        first.wait()
        assert client.wait(LIMIT) == 1
        error = client.stderr.read()
        gone = "the cluster is gone; say it again: shards that are whole are kept"
        assert error == f"hanoi-fast moves: error: {gone}\n"
    assert not (out / "_manifest.json").exists()
    kept = {path: path.stat().st_mtime_ns for path in whole_shards(out)}
    assert "not complete" in run("info", str(out)).stdout
    with scheduler(tmp_path) as (_, address), worker(address, tmp_path):
        done = run(*SLOW, "-o", str(out), "--scheduler", address)
        assert done.returncode == 0, done.stderr
    assert_right(out)
    assert {path: path.stat().st_mtime_ns for path in kept} == kept


def test_a_client_that_is_interrupted_leaves_what_is_gone_on_with(tmp_path):
    out = tmp_path / "out"
    with process(*ours(*SLOW, "-o", str(out), "--workers", "2")) as client:
        waited_for(lambda: whole_shards(out))
        client.send_signal(signal.SIGINT)
        assert client.wait(LIMIT) == 130, client.stderr.read()
    assert not (out / "_manifest.json").exists()
    done = run(*SLOW, "-o", str(out), "--workers", "2")
    assert done.returncode == 0, done.stderr
    assert_right(out)


def test_two_runs_on_one_folder_are_both_right(tmp_path):
    out = tmp_path / "out"
    with process(*ours(*SLOW, "-o", str(out))) as one, process(*ours(*SLOW, "-o", str(out))) as other:
        assert (one.wait(LIMIT), other.wait(LIMIT)) == (0, 0), one.stderr.read() + other.stderr.read()
    assert_right(out)


def test_a_worker_without_room_is_an_error_of_one_line(tmp_path):
    import resource

    out = tmp_path / "out"

    def limited():
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 15, 1 << 15))

    with scheduler(tmp_path) as (_, address), worker(address, tmp_path, preexec_fn=limited):
        words = [*SLOW[:6], "--suffix", ".bin", "--shards", "15", "-o", str(out), "--scheduler", address]
        done = run(*words)
    assert done.returncode == 1, done.stderr
    assert done.stderr == f"hanoi-fast moves: error: {out}: File too large\n"
    assert not (out / "_manifest.json").exists()


def test_a_scheduler_that_is_not_there_is_an_error_of_one_line(tmp_path):
    done = run(*SLOW, "-o", str(tmp_path / "out"), "--scheduler", "tcp://127.0.0.1:9")
    assert done.returncode == 1
    assert done.stderr.startswith("hanoi-fast moves: error: ")
    assert done.stderr.count("\n") == 1, done.stderr
    assert not (tmp_path / "out").exists()


# Prints how many tasks a scheduler had at most while it was given 700.
WINDOW = """
import sys, tempfile
import hanoi_fast as hf
from distributed import Client, SchedulerPlugin

class Most(SchedulerPlugin):
    name, most = "most", 0
    def transition(self, key, start, finish, *args, **kwargs):
        Most.most = max(Most.most, len(self.scheduler.tasks))
    async def start(self, scheduler):
        self.scheduler = scheduler

def main():
    with Client(processes=False, n_workers=1, threads_per_worker=2, dashboard_address=None) as client:
        client.register_plugin(Most())
        with tempfile.TemporaryDirectory() as folder:
            hf.solve(12).save_shards(folder, 700, client=client)
        print(Most.most)

if __name__ == "__main__":
    main()
"""


def test_a_scheduler_has_only_a_window_of_the_tasks():
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", WINDOW], capture_output=True, text=True, timeout=LIMIT, check=False
    )
    assert done.returncode == 0, done.stderr
    assert 100 < int(done.stdout) < 300
