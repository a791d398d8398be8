"""ARCHITECTURE.md says of every module what it imports, and imports only go down the floors."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "hanoi_fast"


def modules():
    """Return the file of each module, by its path in the package without the suffix."""
    files = [path for path in SOURCE.rglob("*.py*") if path.suffix in {".py", ".pyx"}]
    return {path.relative_to(SOURCE).with_suffix("").as_posix(): path for path in files}


def architecture():
    """Return the floor, the imports and the note of each module in ARCHITECTURE.md."""
    block = re.search(r"^```floors\n(.*?)^```$", (ROOT / "ARCHITECTURE.md").read_text(), re.DOTALL | re.MULTILINE)
    floor, found = None, {}
    for line in block[1].splitlines():
        if heading := re.fullmatch(r"floor (\d+)", line):
            floor = int(heading[1])
        elif line.strip():
            name, imports, note = re.fullmatch(r"  (\S+) +-> +(\S.*?) +# (.+)", line).groups()
            assert name not in found, f"{name} stands in ARCHITECTURE.md twice"
            found[name] = (floor, set() if imports == "nothing" else set(imports.split(", ")), note)
    return found


def imports_of(path, folder=None):
    """Return the modules of the package that a file imports, at its top or within a function."""
    folder = path.parent.relative_to(SOURCE).parts if folder is None else folder
    read = statements_in_cython if path.suffix == ".pyx" else statements_in_python
    return {name for module, names in read(path.read_text("utf-8")) for name in within(folder, module, names)}


def statements_in_python(text):
    """Yield (module, names) of each import; the dots of a relative one stand before the module."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, []) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or ""), [alias.name for alias in node.names]


def statements_in_cython(text):
    """Yield the same of a kernel."""
    pattern = r"^\s*(?:from\s+(\S+)\s+c?import\s+([\w ,]+)|c?import\s+([\w., ]+))"
    for module, names, several in (match.groups("") for match in re.finditer(pattern, text, re.MULTILINE)):
        if module:
            yield module, [name.split(" as ")[0].strip() for name in names.split(",")]
        else:
            yield from ((name.split(" as ")[0].strip(), []) for name in several.split(","))


def within(folder, module, names):
    """Return which modules of the package ``from module import names`` imports, in a file of `folder`."""
    dots = len(module) - len(module.lstrip("."))
    parts = [part for part in module.lstrip(".").split(".") if part]
    if dots:
        parts = [*folder[: len(folder) - dots + 1], *parts]
    elif parts[0] == "hanoi_fast":
        del parts[0]
    else:
        return set()
    there = modules()
    if "/".join(parts) in there:
        return {"/".join(parts)}
    inner = {name: "/".join([*parts, name]) for name in names}
    face = "/".join([*parts, "__init__"])
    return {inner[name] if inner[name] in there else face for name in names} if names else {face}


@pytest.mark.parametrize(
    ("suffix", "text", "imports"),
    [
        (".py", "import numpy\nfrom math import comb\nfrom os.path import join", set()),
        (".py", "from ..counts import count\nfrom hanoi_fast.layouts import Move", {"counts", "layouts"}),
        (".py", "from .. import counts, solve\nfrom hanoi_fast import plot", {"counts", "__init__", "plot"}),
        (".py", "from .chunks import Chunks\nfrom . import sinks", {"files/chunks", "files/sinks"}),
        (".py", "from ..commands.show import show\nimport hanoi_fast.lists.forms", {"commands/show", "lists/forms"}),
        (
            ".py",
            "def f():\n    from hanoi_fast._blocks import Block\n    import hanoi_fast.checks",
            {"_blocks", "checks"},
        ),
        (".py", "import hanoi_fast as hf", {"__init__"}),
        (".pyx", "from libc.stdint cimport uint8_t\ncimport cython\nimport numpy as np", set()),
        (".pyx", "from .._blocks cimport Block\n    from hanoi_fast._bitwise import fill", {"_blocks", "_bitwise"}),
        (".pyx", "from .. cimport _blocks\ncimport hanoi_fast._bitwise", {"_blocks", "_bitwise"}),
    ],
)
def test_every_way_to_import_a_module_is_seen(suffix, text, imports, tmp_path):
    path = tmp_path / f"module{suffix}"
    path.write_text(text)
    assert imports_of(path, ("files",)) == imports


def test_every_module_is_listed_with_what_it_imports():
    there = {name: imports_of(path) for name, path in modules().items()}
    written = {name: imports for name, (_, imports, _) in architecture().items()}
    lines = [f"  {name} -> {', '.join(sorted(there[name])) or 'nothing'}" for name in sorted(there)]
    assert written == there, "ARCHITECTURE.md should say:\n" + "\n".join(lines)


def test_imports_only_go_down_the_floors():
    floors = {name: floor for name, (floor, _, _) in architecture().items()}
    for name, (floor, imports, _) in architecture().items():
        assert {module for module in imports if floors[module] >= floor} == set(), f"{name} imports upwards"


def test_the_reference_stands_apart():
    assert imports_of(SOURCE / "reference.py") == set()
    users = {name for name, path in modules().items() if "reference" in imports_of(path)} - {"__init__"}
    assert {name.partition("/")[0] for name in users} == {"benchmarks"}, "it is a baseline, never a way to make moves"
