"""ARCHITECTURE.md names the layers and what belongs to each, and imports only go down them."""

import ast
import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "hanoi_fast"


def modules():
    """Return the file of each module, by its path in the package without the suffix."""
    files = [path for path in SOURCE.rglob("*.py*") if path.suffix in {".py", ".pyx"}]
    return {path.relative_to(SOURCE).with_suffix("").as_posix(): path for path in files}


def layers():
    """Return the names of the layers from the lowest up, and the folders and modules of each."""
    block = re.search(r"^```layers\n(.*?)^```$", (ROOT / "ARCHITECTURE.md").read_text(), re.DOTALL | re.MULTILINE)
    lines = [re.fullmatch(r"(\w+) +(\S.*)", line).groups() for line in block[1].splitlines()]
    return {name: members.split() for name, members in lines}


def layer_of(module):
    """Return the layer of a module: that of its name, else that of its folder."""
    found = [name for name, members in layers().items() if {module, module.partition("/")[0] + "/"} & set(members)]
    assert len(found) == 1, f"{module} must stand in one layer of ARCHITECTURE.md, not in {found or 'none'}"
    return found[0]


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
        (".py", "from ..checks import checked_int\nfrom hanoi_fast.plot import graph", {"checks", "plot"}),
        (".py", "from .. import checks, solve\nfrom hanoi_fast import plot", {"checks", "__init__", "plot"}),
        (".py", "from .saving import Part\nfrom . import sinks", {"files/saving", "files/sinks"}),
        (
            ".py",
            "from ..commands.show import show\nimport hanoi_fast.lists.reports",
            {"commands/show", "lists/reports"},
        ),
        (
            ".py",
            "def f():\n    from hanoi_fast.kernels.blocks import Block\n    import hanoi_fast.checks",
            {"kernels/blocks", "checks"},
        ),
        (".py", "import hanoi_fast as hf", {"__init__"}),
        (".pyx", "from libc.stdint cimport uint8_t\ncimport cython\nimport numpy as np", set()),
        (
            ".pyx",
            "from ..kernels.blocks cimport Block\n    from hanoi_fast.kernels.bitwise import fill",
            {"kernels/blocks", "kernels/bitwise"},
        ),
        (
            ".pyx",
            "from ..kernels cimport blocks\ncimport hanoi_fast.kernels.bitwise",
            {"kernels/blocks", "kernels/bitwise"},
        ),
    ],
)
def test_every_way_to_import_a_module_is_seen(suffix, text, imports, tmp_path):
    path = tmp_path / f"module{suffix}"
    path.write_text(text)
    assert imports_of(path, ("files",)) == imports


def test_every_module_stands_in_one_layer_and_every_layer_names_only_what_is_there():
    for module in modules():
        layer_of(module)
    there = {*modules(), *(f"{name.partition('/')[0]}/" for name in modules() if "/" in name)}
    assert {member for members in layers().values() for member in members} <= there


def test_imports_only_go_down_the_layers():
    order = list(layers())
    for name, path in modules().items():
        above = {other for other in imports_of(path) if order.index(layer_of(other)) > order.index(layer_of(name))}
        assert not above, f"{name} imports from a layer above its own: {', '.join(sorted(above))}"


def test_no_module_imports_itself_by_way_of_others():
    graph = {name: imports_of(path) - {name} for name, path in modules().items()}
    list(TopologicalSorter(graph).static_order())


def test_the_picture_in_architecture_is_drawn_from_the_imports():
    between = set()
    for name, path in modules().items():
        between |= {(layer_of(name), layer_of(other)) for other in imports_of(path)}
    order = list(layers())
    drawn = [
        f"{name} --> {' '.join(other for other in order if (name, other) in between and other != name) or 'nothing'}"
        for name in reversed(order)
    ]
    picture = "```picture\n" + "\n".join(drawn) + "\n```"
    assert picture in (ROOT / "ARCHITECTURE.md").read_text(), "ARCHITECTURE.md should say:\n" + picture


def test_nothing_but_users_imports_the_public_names():
    assert not [name for name, path in modules().items() if "__init__" in imports_of(path)]


def test_the_reference_stands_apart():
    assert imports_of(SOURCE / "reference.py") == set()
    users = {name for name, path in modules().items() if "reference" in imports_of(path)} - {"__init__"}
    rooms = {name if name == "face/selftest" else name.partition("/")[0] for name in users}
    assert rooms == {"benchmarks", "face/selftest"}, "it is a baseline and an oracle, never a way to make moves"
