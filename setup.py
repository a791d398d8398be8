"""The compiled part of the build; everything else about the package stands in pyproject.toml."""

import os
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

# Kernels trust their callers. `make checked` builds them with every bounds check on.
CHECKED = os.environ.get("HANOI_FAST_CHECKED", "0") == "1"
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": CHECKED,
    "wraparound": False,
    "initializedcheck": CHECKED,
    "cdivision": True,
    "embedsignature": True,
    "freethreading_compatible": True,
}

# CFLAGS in the environment replace the -O3 of the interpreter's own build: `distance` would take 6 times as long.
# Symbols are stripped unless they are asked for.
STRIP = sys.platform == "linux" and "-g" not in os.environ.get("CFLAGS", "").split()
FLAGS = {"extra_compile_args": ["-O3"] * (os.name == "posix"), "extra_link_args": ["-s"] * STRIP}

# Cython's memoryview runtime is compiled once, not in every kernel: an install takes a third of the time.
SHARED = "hanoi_fast.kernels.runtime"
SOURCES = ["src/hanoi_fast/kernels/runtime.c", *sorted(map(str, Path("src/hanoi_fast/kernels").glob("*.pyx")))]
EXTENSIONS = [Extension(f"hanoi_fast.kernels.{Path(source).stem}", [source], **FLAGS) for source in SOURCES]
WHERE = {"build_dir": "build/cython", "shared_utility_qualified_name": SHARED}
MODULES = cythonize(EXTENSIONS, compiler_directives=DIRECTIVES, **WHERE)
setup(ext_modules=MODULES, options={"build_ext": {"parallel": os.cpu_count()}})
