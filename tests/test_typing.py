"""A user's program passes strict type checkers, and editors find the public names."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import hanoi_fast as hf

SOURCE = Path(hf.__file__).parent

PROGRAM = """
import numpy as np
from numpy.typing import NDArray

import hanoi_fast as hf

solution: hf.Solution = hf.solve(3)
part: hf.Solution = solution[1:]
move: hf.Move = solution[0]
disc: int = move.disc
moves: list[hf.Move] = [each for each in solution]
count: int = hf.count(64)
report: hf.Report = hf.verify(solution, 3)
legal: bool | None = report.legal
rows = solution.array("moves")
solution.fill(np.empty((7, 2), np.uint8))
table: hf.FrameStewart = hf.frame_stewart(10, 4)
splits: NDArray[np.uint32] = table.splits
one: int = hf.distance([0, 1, 2], 2)
many: NDArray[np.uint64] = hf.distance(np.zeros((4, 3), np.uint8), 2)
several: NDArray[np.uint64] = hf.distance([[0, 1, 2], [1, 1, 1]], 2)
best: hf.Move | None = hf.next_move([0, 1, 2], 2)
"""

WRONG = """
import hanoi_fast as hf

hf.count("3")
hf.solve(3).array("columns")
hf.solve(3).nothing
"""


def checked(tmp_path, program, *command):
    file = tmp_path / "program.py"
    file.write_text(program)
    return subprocess.run(
        [sys.executable, "-m", *command, str(file)],
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": str(SOURCE.parent), "PYTHONPATH": str(SOURCE.parent)},
        capture_output=True,
        text=True,
    )


def test_a_users_program_is_right_by_strict_mypy_and_a_wrong_one_is_not(tmp_path):
    pytest.importorskip("mypy", reason="types are checked by mypy")
    # What numpy and the optional packages say of themselves is not the user's.
    strict = ("mypy", "--strict", "--follow-imports=silent", "--cache-dir", str(tmp_path / "cache"))
    right = checked(tmp_path, PROGRAM, *strict)
    assert right.returncode == 0, right.stdout
    wrong = checked(tmp_path, WRONG, *strict)
    lines = [line.split(": error: ")[0].split(":")[-1] for line in wrong.stdout.splitlines() if ": error: " in line]
    assert lines == ["4", "5", "6"], wrong.stdout


def test_a_users_program_is_right_by_pyright(tmp_path):
    pytest.importorskip("basedpyright", reason="types are checked by pyright too")
    done = checked(tmp_path, PROGRAM, "basedpyright", "--level", "error")
    assert done.returncode == 0, done.stdout + done.stderr


def test_an_editor_offers_the_public_names():
    jedi = pytest.importorskip("jedi", reason="completion is asked of jedi")
    offered = {name.name for name in jedi.Script("import hanoi_fast as hf\nhf.").complete(2, 3)}
    assert set(hf.__all__) <= offered
    inside = {name.name for name in jedi.Script("import hanoi_fast as hf\nhf.solve(3).").complete(2, 12)}
    assert {"array", "fill", "save", "state"} <= inside


def test_the_stub_of_the_package_holds_exactly_the_public_names():
    tree = ast.parse((SOURCE / "__init__.pyi").read_text())
    names = {alias.asname for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert names == {*hf.__all__, "__version__"}
    assert all(hasattr(hf, name) for name in names)
