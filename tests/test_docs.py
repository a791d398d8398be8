"""Every example in the documentation does what it says."""

import doctest
import importlib
import pkgutil
from pathlib import Path

import numpy as np
import pytest

import hanoi_fast as hf

ROOT = Path(__file__).parent.parent
MODULES = ["hanoi_fast", *sorted(module.name for module in pkgutil.walk_packages(hf.__path__, "hanoi_fast."))]
PAGES = [path for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))) if path.exists()]
GLOBALS = {"hf": hf, "np": np}
NEEDED = {
    "hanoi_fast.plot": "matplotlib",
    "hanoi_fast.pictures.histogram": "matplotlib",
    "hanoi_fast.commands.terminal": "termios",
    "hanoi_fast.face.lazy": "dask",
    "scale.md": "dask duckdb pyarrow",
    "stores.md": "fsspec",
    "arrow.md": "pyarrow duckdb pandas polars",
}


def skip_without(name):
    """Skip where the examples of a module or a page need what is not installed."""
    for package in NEEDED.get(name, "").split():
        pytest.importorskip(package, reason=f"the examples of {name} need {package}")


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("__main__")])
def test_the_examples_of_a_module_are_true(name):
    skip_without(name)
    result = doctest.testmod(importlib.import_module(name), extraglobs=GLOBALS, report=True)
    assert result.failed == 0


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_the_examples_of_a_page_are_true(path, tmp_path, monkeypatch):
    skip_without(path.name)
    # As a reader would run it: with nothing but what the page itself imports. A fence closes a block of code, it is no
    # output that is expected.
    text = path.read_text(encoding="utf-8").replace("```", "\n")
    monkeypatch.chdir(tmp_path)
    test = doctest.DocTestParser().get_doctest(text, {}, path.name, str(path), 0)
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed == 0


def test_the_face_of_the_package_has_examples():
    find = doctest.DocTestFinder().find
    modules = [importlib.import_module(f"hanoi_fast.face.{name}") for name in ("solution", "moves", "solving")]
    assert sum(len(test.examples) for module in modules for test in find(module)) >= 15
