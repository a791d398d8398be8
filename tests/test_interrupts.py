"""Ctrl-C ends what takes long, at once and not when it is done."""

import signal
import subprocess
import sys
import time

import pytest
from commands import ENVIRONMENT

CHILD = """
import signal, time
import numpy as np
import hanoi_fast as hf
{prepare}
def late(*_):
    raise KeyboardInterrupt
signal.signal(signal.SIGALRM, late)
signal.setitimer(signal.ITIMER_REAL, 0.05)
begun = time.process_time()
try:
    {run}
except KeyboardInterrupt:
    print(time.process_time() - begun)
"""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="an alarm stands for Ctrl-C")
@pytest.mark.parametrize(
    ("prepare", "run"),
    [
        ("states = np.zeros((3000, 60_000), np.uint8)", "hf.next_move(states, 2)"),
        ("state = np.zeros(3 * 10**8, np.uint8)", "hf.distance(state, 2)"),
        ("state = np.zeros(3 * 10**8, np.uint8)", "hf.next_move(state, 2)"),
        ("state, goal = np.zeros((2, 3 * 10**8), np.uint8); goal[:9] = 1", "hf.distance(state, goal)"),
        ("ranks = np.zeros(10**7, np.uint64)", "hf.unrank(ranks, 39)"),
        ("whole = hf.solve(10**6)", "whole.crc32()"),
        ("whole = hf.solve(10**6)", "whole.crc32('csv')"),
        ("whole = hf.solve(10**6, pegs=20)", "whole.crc32('moves')"),
    ],
)
def test_long_work_ends_when_it_is_interrupted(prepare, run):
    program = CHILD.format(prepare=prepare, run=run)
    begun = time.monotonic()
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=ENVIRONMENT, timeout=60)
    assert done.stdout, f"it was not interrupted but done after {time.monotonic() - begun:.1f} s: {done.stderr}"
    assert float(done.stdout) < 0.3  # of the processor: 0.05 until the alarm, and what a slow machine needs
