"""The compiled part of the build; everything else about the package stands in pyproject.toml."""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

KERNELS = sorted(Path("src/hanoi_fast").glob("*.pyx"))

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

setup(
    ext_modules=cythonize(
        [Extension(f"hanoi_fast.{path.stem}", [path.as_posix()]) for path in KERNELS],
        build_dir="build/cython",
        compiler_directives=DIRECTIVES,
    )
)
