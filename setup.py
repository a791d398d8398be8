"""The compiled part of the build; everything else about the package stands in pyproject.toml."""

import os
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

# Kernels trust their callers. `make checked` builds them with every bounds check on.
CHECKED = os.environ.get("HANOI_FAST_CHECKED", "0") == "1"
DIRECTIVES = {"language_level": 3, "boundscheck": CHECKED, "wraparound": False, "initializedcheck": CHECKED}
DIRECTIVES |= {"cdivision": True, "embedsignature": True, "freethreading_compatible": True}

# One wheel for Python 3.11 and later; iteration is 3 times slower in it, so that versions have wheels of their own too.
ABI3 = os.environ.get("HANOI_FAST_ABI3", "0") == "1"
LIMITED = {"py_limited_api": True, "define_macros": [("Py_LIMITED_API", "0x030B0000")]} if ABI3 else {}

# CFLAGS in the environment replace the -O3 of the interpreter's own build. Symbols are neither made nor kept unless
# asked for, and what has no loop over moves is hardly optimised: together a third of the compiler's time.
DEBUG = "-g" in os.environ.get("CFLAGS", "").split()
COLD = {"arrow_stream", "mapping", "runtime", "system"}
LINKED = {"extra_link_args": ["-s"] * (sys.platform == "linux" and not DEBUG)}

# Cython's memoryview runtime is compiled once, not in every kernel: an install takes a third of the time.
KERNELS = Path("src/hanoi_fast/kernels")
SOURCES = {path.stem: str(path) for path in [KERNELS / "runtime.c", *sorted(KERNELS.glob("*.pyx"))]}
FLAGS = {name: ["-O1" if name in COLD else "-O3", *["-g0"] * (not DEBUG)] * (os.name == "posix") for name in SOURCES}
EXTENSIONS = [
    Extension(f"hanoi_fast.kernels.{name}", [source], extra_compile_args=FLAGS[name], **LINKED, **LIMITED)
    for name, source in SOURCES.items()
]
OPTIONS = {"build_ext": {"parallel": os.cpu_count()}, "bdist_wheel": {"py_limited_api": "cp311"} if ABI3 else {}}
WHERE = {"build_dir": "build/cython", "shared_utility_qualified_name": "hanoi_fast.kernels.runtime"}
setup(ext_modules=cythonize(EXTENSIONS, compiler_directives=DIRECTIVES, **WHERE), options=OPTIONS)
