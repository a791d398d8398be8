"""The command line in pipes, under signals, and with output that fails."""

import shutil
import signal
import subprocess
import time

import pytest
from commands import ENOUGH, run, shell, start

import hanoi_fast as hf


def test_a_closed_pipe_ends_it_in_silence_as_it_ends_seq():
    done = shell("hanoi-fast moves 64 | head -n 2; echo ${PIPESTATUS[0]}")
    assert (done.stdout, done.stderr) == ("0 1\n0 2\n141\n", "")


def test_a_closed_pipe_ends_a_long_table_too():
    done = shell("hanoi-fast table 100000 --pegs 3 --csv | head -n 1; echo ${PIPESTATUS[0]}")
    assert (done.stdout, done.stderr) == ("pegs,discs,moves,split\n141\n", "")


def test_ctrl_c_ends_it_with_status_130_and_nothing_else():
    process = start("moves", "64", stdout=subprocess.PIPE)
    assert process.stdout.read(4) == b"0 1\n"
    process.send_signal(signal.SIGINT)
    # Closed first: what an endless stream still holds is not to be read into memory.
    assert process.wait(ENOUGH) == 130
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()


def large_file(folder):
    """Return arguments that write a file for a while, though not more than a quarter of the disk."""
    discs = (shutil.disk_usage(folder).free // 16).bit_length() - 1
    return "moves", str(min(discs, 36)), "-o", str(folder / "moves.txt")


def test_ctrl_c_keeps_the_file_that_was_there(tmp_path):
    (tmp_path / "moves.txt").write_text("kept")
    process = start(*large_file(tmp_path))
    until = time.monotonic() + ENOUGH
    while len(list(tmp_path.iterdir())) < 2 and process.poll() is None and time.monotonic() < until:
        time.sleep(0.005)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=ENOUGH)
    assert (process.returncode, err) == (130, b"")
    assert (tmp_path / "moves.txt").read_text() == "kept"


@pytest.mark.parametrize(
    "line", ["moves 12", "count 5", "state 3 1", "table 3", "next --state 0", "--help", "--version"]
)
def test_a_full_or_closed_standard_output_is_one_line_and_status_1(line):
    full = shell(f"hanoi-fast {line} > /dev/full")
    assert (full.returncode, full.stderr.count("\n")) == (1, 1)
    assert full.stderr.endswith("error: standard output: No space left on device\n")
    closed = shell(f"hanoi-fast {line} >&-")
    assert (closed.returncode, closed.stderr.count("\n")) == (1, 1)
    assert closed.stderr.endswith("error: standard output: Bad file descriptor\n")


def test_a_closed_standard_error_changes_no_status():
    assert shell("hanoi-fast moves 2.5 2>&-").returncode == 2
    assert shell("hanoi-fast moves 2 > /dev/full 2>&-").returncode == 1


def test_all_of_a_long_output_passes_through_a_pipe():
    done = run("moves", "16", "--format", "pairs", text=False)
    assert done.stdout == hf.solve(16).array().tobytes()
