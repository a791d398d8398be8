"""What a measurement was made on: the machine, the system, and the versions of what takes part."""

from __future__ import annotations

import os
import platform
from contextlib import suppress
from datetime import datetime, timezone
from importlib import metadata
from pathlib import Path

from .._version import __version__
from ..checks import machine_memory

COMPARED = ("numpy", "numba", "matplotlib", "pyarrow", "k-peg-hanoi", "hanoitoys", "hanoi-viz", "reasoning-gym")


def machine() -> dict[str, object]:
    """Return the machine and the versions, as they belong beside any figure.

    >>> machine()["python"] == platform.python_version()
    True
    """
    return {
        "processor": processor(),
        "cores": cores(),
        "caches": caches(),
        "memory": machine_memory(),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "python": platform.python_version(),
        "compiler": platform.python_compiler(),
        "hanoi_fast": __version__,
        **versions(),
    }


def now() -> str:
    """Return the time of a measurement, in UTC."""
    return datetime.now(timezone.utc).isoformat(timespec="seconds")


def processor() -> str:
    """Return what the processor calls itself."""
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def cores() -> int:
    """Return how many cores this process may use."""
    with suppress(AttributeError):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def caches() -> dict[str, str]:
    """Return the sizes of the caches that a core works with, where the system tells."""
    sizes = {}
    for cache in sorted(Path("/sys/devices/system/cpu/cpu0/cache").glob("index*")):
        with suppress(OSError):
            level, kind, size = ((cache / name).read_text().strip() for name in ("level", "type", "size"))
            if kind != "Instruction":
                sizes[f"L{level}"] = size
    return sizes


def versions() -> dict[str, str]:
    """Return the versions of the packages that are compared, where they are installed."""
    found = {}
    for name in COMPARED:
        with suppress(metadata.PackageNotFoundError):
            found[name] = metadata.version(name)
    return found
