"""The command line run as a process, on a line of a shell, and on a terminal."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import hanoi_fast as hf

HOME = str(Path(hf.__file__).resolve().parent.parent)
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [HOME, os.environ.get("PYTHONPATH")]))}
HANOI = [sys.executable, "-m", "hanoi_fast"]
ENOUGH = 30  # seconds no command here comes near


def run(*arguments, **options):
    """Run the command as a process and return what it wrote and how it ended."""
    return subprocess.run(
        [*HANOI, *arguments],
        **{"capture_output": True, "text": True, "env": ENVIRONMENT, "timeout": ENOUGH, **options},
    )


def start(*arguments, **options):
    return subprocess.Popen([*HANOI, *arguments], **{"env": ENVIRONMENT, "stderr": subprocess.PIPE, **options})


def shell(line):
    """Run a line of bash in which ``hanoi-fast`` is the command."""
    return subprocess.run(
        ["bash", "-c", f'hanoi-fast() {{ "$PYTHON" -m hanoi_fast "$@"; }}; {line}'],
        capture_output=True,
        text=True,
        env={**ENVIRONMENT, "PYTHON": sys.executable},
        timeout=ENOUGH,
    )


def on_terminal(*arguments, command=HANOI, **options):
    """Run the command with a terminal for what is not redirected; return its status and what the terminal shows."""
    ours, theirs = pytest.importorskip("pty").openpty()  # there is none on Windows
    process = subprocess.Popen(
        [*command, *arguments],
        **{"stdin": theirs, "stdout": theirs, "stderr": theirs, "env": ENVIRONMENT, **options},
    )
    os.close(theirs)
    shown = b""
    try:
        while piece := os.read(ours, 1 << 16):
            shown += piece
    except OSError:  # Linux: the last program has left the terminal
        pass
    os.close(ours)
    return process.wait(ENOUGH), shown.decode().replace("\r\n", "\n")
