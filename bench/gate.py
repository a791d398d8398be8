"""Has the working copy become slower than another revision? The limits of both, measured in turn.

    python bench/gate.py BASE                 all limits, five tries of each
    python bench/gate.py BASE fill blocks     those with such a word in their name

Base and head are installed in two virtual environments; the limits that are measured are those of the head. A limit
that came out more than 5 % worse is measured once more, with as many tries again; it fails if it stays so. What one
of the two does not have is skipped. A base that is built too differently for the scripts of the head is measured by its
own. The status is 1 if a limit has become worse, 2 if nothing could be compared.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from pathlib import Path
from statistics import median
from typing import NamedTuple

from limits import chosen
from measuring import Limit

ROOT = Path(__file__).resolve().parent.parent
TRIES = 5
WORSE = 1.05
SCRIPT = Path("bench/limits.py")
MEASURING = Path("src/hanoi_fast/benchmarks")
LINE = "{:<18} {:>10} {:>10} {:>8}  {}"


class Side(NamedTuple):
    """One of the two: the Python in whose environment it is installed, and the script that measures it."""

    python: Path
    script: Path


Sides = dict[str, Side]  # "base" and "head"
Ratios = dict[str, list[float]]


def unpacked(revision: str, folder: Path) -> Path:
    """Return a folder with the files of a revision."""
    archive = folder / "base.tar"
    with archive.open("wb") as file:
        subprocess.run(["git", "archive", revision], cwd=ROOT, stdout=file, check=True)
    with tarfile.open(archive) as files:
        files.extractall(folder / "source", filter="data")
    return folder / "source"


def copied(folder: Path) -> Path:
    """Return a folder with the files of the working copy, without what an earlier build has left."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    for name in subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines():
        if (ROOT / name).is_file():
            (folder / "copy" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / "copy" / name)
    return folder / "copy"


def installed(source: Path, folder: Path) -> Path:
    """Install the package in an environment of its own and return the Python of that."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    subprocess.run([str(python), "-m", "pip", "install", "-q", str(source)], check=True)
    return python


def side_of(python: Path, source: Path) -> Side:
    """Return how a side is measured: as the working copy is, if that works there, else by what it has itself."""
    words = [str(python), "-c", "import hanoi_fast; print(hanoi_fast.__path__[0])"]
    found = subprocess.run(words, cwd=source.parent, env=environment(), capture_output=True, text=True, check=True)
    package = Path(found.stdout.strip())
    own = package / MEASURING.name
    kept = own.rename(package / "kept") if own.exists() else None
    shutil.copytree(ROOT / MEASURING, own)
    words = [str(python), str(ROOT / SCRIPT), "--list"]
    works = subprocess.run(words, cwd=source.parent, env=environment(), capture_output=True, check=False)
    if works.returncode == 0:
        return Side(python, ROOT / SCRIPT)
    shutil.rmtree(own)
    if kept is not None:
        kept.rename(own)
    return Side(python, source / SCRIPT)


def environment() -> dict[str, str]:
    """Return the environment of a side: what is installed counts, not what stands in src."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def measured(side: Side, limit: Limit, quick: bool, folder: Path) -> float | None:
    """Return the ratio of one limit, measured once in a process of its own, or None."""
    found = folder / "found.json"
    found.unlink(missing_ok=True)
    words = [str(side.python), str(side.script), "--name", limit.name, "--tries", "1", "--json", str(found)]
    subprocess.run(words + ["--quick"] * quick, cwd=folder, env=environment(), capture_output=True, check=False)
    if not found.exists():
        return None
    return json.loads(found.read_text(encoding="utf-8"))["rows"][0]["ratio"]


def in_turn(sides: Sides, limit: Limit, args: Namespace, folder: Path, ratios: Ratios) -> float | None:
    """Add so many tries of both sides; return how many times worse the head is, or None if it cannot be said."""
    for turn in range(args.tries):
        for side in ("base", "head") if turn % 2 == 0 else ("head", "base"):
            ratio = measured(sides[side], limit, args.quick, folder)
            if ratio is None:
                return None
            ratios.setdefault(side, []).append(ratio)
    base, head = median(ratios["base"]), median(ratios["head"])
    return base / head if limit.at_least is not None else head / base


def compare(sides: Sides, limit: Limit, args: Namespace, folder: Path) -> bool | None:
    """Print how a limit has changed; return whether it has become worse, or None if that cannot be said."""
    ratios: Ratios = {}
    worse = in_turn(sides, limit, args, folder, ratios)
    if worse is not None and worse > WORSE:
        worse = in_turn(sides, limit, args, folder, ratios)
    if worse is None:
        print(LINE.format(limit.name, "-", "-", "-", "skipped: one of the two cannot be measured"), flush=True)
        return None
    base, head = (f"{median(ratios[side]):.3g}" for side in ("base", "head"))
    print(LINE.format(limit.name, base, head, f"{1 / worse - 1:+.1%}", "WORSE" if worse > WORSE else "ok"), flush=True)
    return worse > WORSE


def parse(arguments: list[str] | None) -> Namespace:
    """Return what the command line asks for."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("base", metavar="BASE", help="the revision to compare with")
    parser.add_argument("words", nargs="*", help="words of names; none for all limits")
    parser.add_argument("--tries", type=int, default=TRIES, help=f"tries of each side (default: {TRIES})")
    parser.add_argument("--quick", action="store_true", help="small sizes")
    return parser.parse_intermixed_args(arguments)


def main(arguments: list[str] | None = None) -> int:
    """Build both, compare all limits that are asked for."""
    args = parse(arguments)
    limits = chosen(args.words)
    with tempfile.TemporaryDirectory(prefix="hanoi_fast_gate_") as name:
        folder = Path(name)
        try:
            sources = {"base": unpacked(args.base, folder), "head": copied(folder)}
            sides = {name: side_of(installed(source, folder / name), source) for name, source in sources.items()}
        except subprocess.CalledProcessError as error:
            raise SystemExit(f"cannot compare with {args.base}: {' '.join(error.cmd)} failed") from None
        print(LINE.format("name", "base", "head", "change", f"ratios to the limit, {args.tries} tries"), flush=True)
        verdicts = {limit.name: compare(sides, limit, args, folder) for limit in limits}
    if set(verdicts.values()) == {None}:
        print(f"nothing could be compared with {args.base}")
        return 2
    worse = [name for name, verdict in verdicts.items() if verdict]
    print(f"worse than {args.base}: {', '.join(worse)}" if worse else f"no limit is worse than {args.base}")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
