"""The command line on a terminal."""

import os
import subprocess
import sys
import time

import pytest

pytest.importorskip("termios", reason="these are terminals of Unix")

import fcntl
import pty
import termios

from commands import ENOUGH, ENVIRONMENT, on_terminal, start


def test_text_goes_to_a_terminal():
    assert on_terminal("moves", "2") == (0, "0 1\n0 2\n1 2\n")


def test_binary_is_kept_from_a_terminal_with_a_hint():
    status, shown = on_terminal("moves", "2", "--format", "pairs")
    assert status == 2
    assert shown == (
        "hanoi-fast moves: error: 'pairs' is binary and standard output is a terminal: use -o FILE or a pipe\n"
    )


def test_a_file_that_is_soon_written_shows_no_progress(tmp_path):
    assert on_terminal("moves", "5", "-o", str(tmp_path / "moves.txt")) == (0, "")


SLOW = "import sys, time; from hanoi_fast.commands.output import progress_bar\n"
SLOW += "with progress_bar({}) as wrote: wrote and (wrote(1 << 20), time.sleep(0.6), wrote(1 << 20))"


@pytest.mark.parametrize(("arguments", "shown"), [("True, 1 << 21", True), ("False, 1 << 21", False)])
def test_a_long_job_shows_progress_only_for_a_file(arguments, shown):
    status, seen = on_terminal(SLOW.format(arguments), command=[sys.executable, "-c"])
    assert status == 0
    # By tqdm where it is installed, else in a plain line.
    assert ("100%" in seen and ("2.00M" in seen or "2 of 2 MiB" in seen)) is shown
    assert bool(seen) is shown


def test_a_long_job_shows_no_progress_without_a_terminal():
    done = subprocess.run([sys.executable, "-c", SLOW.format("True, 1")], capture_output=True, env=ENVIRONMENT)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def take_terminal():
    """Make standard input the terminal whose Ctrl-C this process receives."""
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def test_ctrl_c_typed_at_a_terminal_ends_it():
    ours, theirs = pty.openpty()
    process = start("moves", "64", stdin=theirs, stdout=theirs, stderr=theirs, preexec_fn=take_terminal)
    os.close(theirs)
    assert os.read(ours, 3) == b"0 1"
    os.write(ours, b"\x03")
    until = time.monotonic() + ENOUGH
    try:
        while time.monotonic() < until and os.read(ours, 1 << 16):
            pass
    except OSError:
        pass
    os.close(ours)
    assert process.wait(ENOUGH) == 130
