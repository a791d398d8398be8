"""Do the tests notice a fault? Plant small ones in the lines that a change touches, one at a time, and run the tests.

    python tests/mutants.py --base main            every line changed since `main`, at most 40 faults
    python tests/mutants.py src/hanoi_fast/puzzle/walks.py --most 10 --seed 2

A fault that no test notices is printed, and the status is 1. The tests that are run are those that name the module, a
module that imports it, or what it gives to users.
Nothing is changed here: faults are planted in a copy.
"""

from __future__ import annotations

import random
import re
import shutil
import subprocess
import sys
import tempfile
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = [path for path in (ROOT / "src").rglob("*.py*") if path.suffix in (".py", ".pyx")]
SECONDS = 300  # a run of tests that takes longer has noticed: the fault made a loop without an end

# What is looked for, and what is put in its place.
FAULTS = [
    (r"(?<=\w) == ", " != "),
    (r"(?<=\w) != ", " == "),
    (r" < ", " <= "),
    (r" <= ", " < "),
    (r" > ", " >= "),
    (r" >= ", " > "),
    (r" \+ ", " - "),
    (r" - ", " + "),
    (r" and ", " or "),
    (r" or ", " and "),
    (r"\bnot (?=\w)", ""),
    (r"\bmin\(", "max("),
    (r"\bmax\(", "min("),
    (r"\bTrue\b", "False"),
    (r"\bFalse\b", "True"),
    (r"(?<![\w.])0(?![\w.])", "1"),
    (r"(?<![\w.])1(?![\w.])", "2"),
    (r"^( +)(?:self\.)?[\w.]+\([^()]*\)$", r"\1pass"),
    (r"^( +)PyErr_CheckSignals\(\)$", r"\1pass"),
]

LEFT_ALONE = ("#", '"', "'", "from ", "import ", "cimport ", "def ", "class ", "raise ", "@")


def changed(base: str) -> Iterator[tuple[Path, int]]:
    """Yield each line of the package that has changed since a revision."""
    diff = subprocess.run(
        ["git", "diff", "-U0", base, "--", "src"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    path = None
    for line in diff.splitlines():
        if line.startswith("+++ "):
            path = ROOT / line[6:] if line.endswith((".py", ".pyx")) else None
        elif path is not None and (found := re.match(r"@@ .* \+(\d+)(?:,(\d+))? @@", line)):
            first = int(found[1])
            yield from ((path, number) for number in range(first, first + int(found[2] or 1)))


def faults(places: list[tuple[Path, int]]) -> list[tuple[Path, int, str, str]]:
    """Return every fault that can be planted: the file, the line, how it is and how it would be."""
    found = []
    for path, number in places:
        text = path.read_text("utf-8").splitlines()
        line = text[number - 1]
        code = line.partition("  #")[0]
        # An odd number of quotes above: the line is within a docstring.
        if sum(above.count('"""') for above in text[: number - 1]) % 2 or code.lstrip().startswith(LEFT_ALONE):
            continue
        for pattern, instead in FAULTS:
            if (wrong := re.sub(pattern, instead, code, count=1)) != code:
                found.append((path, number, line, wrong))
    return found


def tests_of(path: Path) -> list[str]:
    """Return the test files that import a module or use a public name of it, or one of the modules that import it."""
    imports = re.compile(rf"import .*\b{path.stem}\b|\.{path.stem} import")
    near = [path, *(other for other in SOURCES if imports.search(read(other)))]
    words = [word for module in near for word in words_for(module)]
    files = [test for test in sorted((ROOT / "tests").glob("test_*.py")) if re.search("|".join(words), read(test))]
    return [f"tests/{test.name}" for test in files]


def words_for(path: Path) -> Iterator[str]:
    """Yield what stands in a test of a module: its import, and the names of `hanoi_fast` that it defines."""
    room, module = path.parent.name, path.stem
    yield rf"{room}\.{module}\b|hanoi_fast\.{room} import .*\b{module}\b"
    stub = read(ROOT / "src" / "hanoi_fast" / "__init__.pyi")
    for name in re.findall(rf"^from \.{room}\.{module} import (\w+)", stub, re.MULTILINE):
        yield rf"\bhf\.{name}\("


@cache
def read(path: Path) -> str:
    """Return the text of a file."""
    return path.read_text("utf-8")


def noticed(copy: Path, path: Path, number: int, wrong: str) -> bool:
    """Plant a fault in the copy, and return whether a test fails."""
    place = copy / path.relative_to(ROOT)
    right = place.read_text("utf-8")
    lines = right.splitlines()
    lines[number - 1] = wrong
    place.write_text("\n".join(lines) + "\n", "utf-8")
    try:
        if path.suffix == ".pyx" and not run(copy, "setup.py", "build_ext", "--inplace", "-q"):
            return True
        return not run(copy, "-m", "pytest", "-qx", "-p", "no:cacheprovider", *tests_of(path))
    finally:
        place.write_text(right, "utf-8")
        if path.suffix == ".pyx":
            run(copy, "setup.py", "build_ext", "--inplace", "-q")


def run(copy: Path, *words: str) -> bool:
    """Run Python on the copy; return whether it ended well."""
    try:
        environment = {"PYTHONPATH": str(copy / "src"), "PATH": "/usr/bin:/bin", "HOME": str(copy)}
        command = [sys.executable, *words]
        return not subprocess.run(command, cwd=copy, env=environment, capture_output=True, timeout=SECONDS).returncode
    except subprocess.TimeoutExpired:
        return False


def parse() -> Namespace:
    """Return what the command line asks for."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, help="all lines of these instead of what has changed")
    parser.add_argument("--base", default="HEAD~1", help="the revision that the change is against (default: HEAD~1)")
    parser.add_argument("--most", type=int, default=40, help="how many faults at most (default: 40)")
    parser.add_argument("--seed", type=int, default=1, help="which of them, if there are more")
    return parser.parse_args()


def main() -> int:
    """Plant the faults and print those that nobody noticed."""
    args = parse()
    lines = [(path.resolve(), i + 1) for path in args.files for i in range(len(path.read_text().splitlines()))]
    planted = faults(lines or list(changed(args.base)))
    random.Random(args.seed).shuffle(planted)
    missed = 0
    with tempfile.TemporaryDirectory(prefix="hanoi_fast_mutants_") as folder:
        copy = Path(folder) / "copy"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".git", ".venv*", "docs", ".hypothesis", "build"))
        shutil.copytree(ROOT / "docs", copy / "docs", ignore=shutil.ignore_patterns("_build"))
        for path, number, line, wrong in planted[: args.most]:
            if not noticed(copy, path, number, wrong):
                missed += 1
                print(f"{path.relative_to(ROOT)}:{number}\n  is  {line.strip()}\n  was {wrong.strip()}", flush=True)
    print(f"{min(len(planted), args.most)} of {len(planted)} faults planted, {missed} not noticed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
