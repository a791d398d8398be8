"""Kill exports with -9 at random moments, resume them, and compare the files byte for byte.

    python tests/fuzz_kills.py --moments 100 a.txt a.parquet

All formats by default. A third of the exports replaces a file of other moves, and a few are killed before they can have
made anything. After each kill, a file and a description that both stand there must belong together.
"""

import argparse
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from commands import ENVIRONMENT

import hanoi_fast as hf

# Each has to last some 10 ms, so that there are moments to kill it at.
FORMATS = {
    "a.bin": 25, "a.npy": 24, "a.txt": 23, "a.csv": 21, "a.jsonl": 21, "a.json": 21, "a.txt.gz": 22, "a.npy.zst": 24,
    "a.arrow": 22, "a.arrows": 22, "a.parquet": 22,
}  # fmt: skip

# One process that forks for each export: starting Python a hundred times would take longer than all else.
FORKING = """
import os, signal, sys, time
from pathlib import Path
import hanoi_fast as hf
from hanoi_fast.face.loading import described
from hanoi_fast.files.contents import difference
from hanoi_fast.files.saving import part_of
from hanoi_fast.files.sidecars import has_description
solution, path, moments = hf.solve(int(sys.argv[1])), Path(sys.argv[2]), list(map(float, sys.argv[3:]))
older, part = hf.solve(5), part_of(path)
def export(moment=None):
    child = os.fork()
    if not child:
        solution.save(path, resume=moment is None)
        os._exit(0)
    if moment is not None:
        time.sleep(moment)
        os.kill(child, signal.SIGKILL)
    return os.waitpid(child, 0)[1]
def agreeing():
    found = described(path)
    return not found.complete or difference(path, found.document, found.form) is None
solution.save(path), path.unlink()    # what is loaded now need not be loaded in each child
begin, status = time.perf_counter(), export()
took = time.perf_counter() - begin
for which, moment in enumerate(moments):
    killed = False
    while not killed:
        for left in path.parent.iterdir():
            left.unlink()
        if which % 3 == 0:
            older.save(path)
        killed = export(moment * took) == signal.SIGKILL
        moment *= 0.8    # if it was done before
        held = part.stat().st_size if part.exists() else -1
        if path.exists() and has_description(path):
            assert agreeing(), "file and description disagree"
        assert export() == 0, "not resumed"
        print(int(killed), held, hash(path.read_bytes()), flush=True)
"""


class Rounds(NamedTuple):
    """What came of the kills of one format."""

    killed: int
    before: int  # killed when there was no part yet, or none any more
    within: int  # killed with some bytes in the part
    identical: int  # with those that had ended before they were killed


def rounds(path, discs, moments, chance=random):
    """Kill exports to a path at so many moments; return the counts, or raise for a difference."""
    hf.solve(discs).save(path)
    expected = path.read_bytes()
    path.unlink()
    # From before the first byte, for which time zero is early enough, to the end.
    times = [max(0.0, (which + chance.random()) / moments - 0.05) for which in range(moments)]
    command = [sys.executable, "-c", FORKING, str(discs), str(path), *map(str, times)]
    done = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT)
    assert done.returncode == 0, done.stderr
    lines = [tuple(map(int, line.split())) for line in done.stdout.splitlines()]
    assert len({contents for _, _, contents in lines}) == 1, "some resumed files differ"
    assert path.read_bytes() == expected, "the resumed files are not what an export makes"
    return Rounds(
        killed=sum(killed for killed, _, _ in lines),
        before=sum(killed and held < 0 for killed, held, _ in lines),
        within=sum(killed and held > 0 for killed, held, _ in lines),
        identical=len(lines),
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(FORMATS)}")
    parser.add_argument("--moments", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    chance = random.Random(args.seed)
    for name in args.names or FORMATS:
        with tempfile.TemporaryDirectory() as folder:
            found = rounds(Path(folder) / name, FORMATS[name], args.moments, chance)
        print(
            f"{name}: {found.killed} killed, {found.before} of them without a part, {found.within} within it; "
            f"all {found.identical} resumed files are the same to the byte",
            flush=True,
        )


if __name__ == "__main__":
    main()
