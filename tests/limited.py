"""A small input in a process of its own that may take little time and little memory."""

import subprocess
import sys

from commands import ENVIRONMENT

MEGABYTES = 256
SECONDS = 2  # of the processor, above what loading takes: the rule says one, and machines that run tests are slow

# What a child may take counts from where it stands: a free-threaded Python begins with a gigabyte of addresses.
BOUND = """
import resource

def bound_memory(megabytes):
    size = next(int(line.split()[1]) << 10 for line in open("/proc/self/status") if line.startswith("VmSize:"))
    resource.setrlimit(resource.RLIMIT_AS, (size + (megabytes << 20),) * 2)
"""
CHILD = f"""
{BOUND}
import math, os, pickle, sys
import numpy as np
import hanoi_fast as hf
from hanoi_fast.cli import main
hf.solve(3).array(), hf.solve(3).crc32(), hf.verify([(0, 2)], 1)
bound_memory(int(sys.argv[1]))
used = math.ceil(sum(resource.getrusage(resource.RUSAGE_SELF)[:2]))
resource.setrlimit(resource.RLIMIT_CPU, (used + int(sys.argv[2]),) * 2)
try:
    exec(sys.argv[3])
except Exception as error:
    print(f"{{type(error).__name__}}: {{error}}")
"""


def limited(code, *, megabytes=MEGABYTES, seconds=SECONDS, folder=None):
    """Run Python in a child with limits; return what it wrote, and fail if it was killed or had too little memory."""
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(megabytes), str(seconds), code],
        capture_output=True,
        text=True,
        env={**ENVIRONMENT, "OPENBLAS_NUM_THREADS": "1"},
        cwd=folder,
        stdin=subprocess.DEVNULL,
        timeout=120,
    )
    assert done.returncode >= 0, f"killed by signal {-done.returncode}: {code}"
    assert "Unable to allocate" not in done.stdout + done.stderr
    assert "out of memory" not in done.stdout + done.stderr
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout, done.stderr, done.returncode
