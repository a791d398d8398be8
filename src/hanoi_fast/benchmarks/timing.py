"""The benchmark: every contender proved, sized, warmed up, and timed in turn with all the others."""

from __future__ import annotations

import shutil
import tempfile
import tracemalloc
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import perf_counter

import numpy as np

from ..checks import machine_memory
from ..face.solution import Solution
from ..face.solving import solve
from ..puzzle.closed_forms import exact_count
from .contenders import CONTENDERS, RECURSION, Contender
from .paired import spread
from .published import PUBLISHED
from .rows import Row, speedup
from .tasks import Run

PROVED = 1 << 12  # moves compared before anything is timed; their pairs fit any pipe
FEWEST = 1 << 17  # moves timed at least, where the limits of the machine show
GROWTH = 16  # a run tells how large the next one may be, but not much further


@dataclass(frozen=True)
class Effort:
    """How long a run should take, how many there are, and how many bytes one may hold."""

    seconds: float
    runs: int
    most: int


QUICK = Effort(0.1, 5, 1 << 27)
FULL = Effort(0.5, 9, 1 << 30)


@dataclass
class Entry:
    """A contender on its way through the benchmark."""

    contender: Contender
    solution: Solution | None = None
    run: Run | None = None
    times: list[float] = field(default_factory=list)
    memory: int | None = None
    note: str = ""


class Benchmark:
    """A benchmark that can be looked at while it runs."""

    def __init__(self, contenders: Sequence[Contender] = CONTENDERS, *, quick: bool = False) -> None:
        self.effort = QUICK if quick else FULL
        self.entries = [Entry(contender) for contender in contenders]

    def run(self, progress: Callable[[str], object] = lambda said: None) -> None:
        """Prove and size every contender, then time all of them in turn, again and again."""
        with ExitStack() as stack:
            for entry in self.entries:
                progress(entry.contender.name)
                with failure_noted(entry):
                    prove(entry.contender)
                    self.prepare(entry, stack)
            for turn in range(self.effort.runs):
                progress(f"round {turn + 1} of {self.effort.runs}")
                for entry in self.entries:
                    with failure_noted(entry):
                        if entry.run is not None:
                            entry.times.append(time(entry.run))

    def prepare(self, entry: Entry, stack: ExitStack) -> None:
        """Find the size at which a run takes as long as it should, and leave the contender warm."""
        contender, most = entry.contender, self.most_moves(entry.contender)
        moves, took = min(FEWEST if contender.limit else PROVED, most), 0.0
        while True:
            entry.solution = of_moves(moves, contender.pegs)
            with contender.task(entry.solution) as run:
                took = time(run)
            longer = min(GROWTH, self.effort.seconds / max(took, 1e-6))
            if longer < 2 or moves >= most:
                break
            moves = min(most, int(moves * longer))
        entry.memory = max(allocated(contender, entry.solution), grown(contender, entry.solution))
        entry.run = stack.enter_context(contender.task(entry.solution))
        time(entry.run)

    def most_moves(self, contender: Contender) -> int:
        """Return how many moves a run may have, for what they take of the memory and of the disk."""
        room = min(self.effort.most, machine_memory() // 16)
        if contender.held:
            return room // contender.held
        if contender.stored:
            free = shutil.disk_usage(tempfile.gettempdir()).free
            if free // 4 < FEWEST * contender.stored:
                raise OSError(f"the disk of {tempfile.gettempdir()} has only {free:,} bytes left")
            return min(room, free // 4) // contender.stored
        return contender.most

    def rows(self) -> list[Row]:
        """Return what has been measured so far."""
        known = {entry.contender.name: measured(entry) for entry in self.entries}
        return [compared(row, known) for row in known.values()]


class failure_noted:
    """Keep the reason why a contender cannot run in its entry, and go on without it."""

    def __init__(self, entry: Entry) -> None:
        self.entry = entry

    def __enter__(self) -> None:
        """Do nothing."""

    def __exit__(self, kind: type | None, error: BaseException | None, trace: object) -> bool:
        """Note what the machine has not got; a wrong move is no such reason."""
        if not isinstance(error, (MemoryError, OSError, ImportError)):
            return False
        self.entry.run, self.entry.note = None, str(error) or "not enough memory"
        return True


def time(run: Run) -> float:
    """Run once and return how long it took."""
    run.before()
    start = perf_counter()
    run.timed()
    took = perf_counter() - start
    run.after()
    return took


def prove(contender: Contender, moves: int = PROVED) -> None:
    """Compare so many moves of a contender with those of the blocks.

    Raises:
        ValueError: they differ.
    """
    if contender.proof is None:
        return
    solution = of_moves(moves, contender.pegs)
    if not np.array_equal(contender.proof(solution), solution.array()):
        raise ValueError(f"{contender.name} makes other moves than the blocks for {solution.discs} discs")


def of_moves(moves: int, pegs: int) -> Solution:
    """Return the solution of the largest tower of no more moves than that."""
    discs = 1
    while exact_count(discs + 1, pegs) <= moves:
        discs += 1
    return solve(discs, pegs=pegs)


def allocated(contender: Contender, solution: Solution) -> int:
    """Return the peak of what Python and numpy allocate for a run."""
    tracemalloc.start()
    try:
        with contender.task(solution) as run:
            time(run)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def grown(contender: Contender, solution: Solution) -> int:
    """Return by how much the process grows for a run, 0 where the system does not tell."""
    with suppress(OSError):
        # From here on the peak is counted anew.
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    before = resident("VmHWM")
    with contender.task(solution) as run:
        time(run)
    return resident("VmHWM") - before


def resident(name: str) -> int:
    """Return a size of this process in bytes, 0 where the system does not tell."""
    with suppress(OSError):
        for line in Path("/proc/self/status").read_text(encoding="ascii", errors="replace").splitlines():
            if line.startswith(name):
                return int(line.split()[1]) * 1024
    return 0


def measured(entry: Entry) -> Row:
    """Return the row of an entry, by itself."""
    contender, solution = entry.contender, entry.solution
    row = Row(contender.name, contender.timed, contender.pegs, bytes_per_move=contender.width, limit=contender.limit)
    if solution is None or not entry.times:
        return replace(row, note=entry.note or "not measured")
    took = spread(entry.times)
    speed = solution.count / took.middle
    return replace(
        row,
        discs=solution.discs,
        moves=solution.count,
        runs=len(entry.times),
        seconds=took.middle,
        low=took.low,
        high=took.high,
        moves_per_second=speed,
        ns_per_move=1e9 / speed,
        memory=entry.memory,
        note=entry.note,
        times=tuple(entry.times),
    )


def compared(row: Row, known: dict[str, Row]) -> Row:
    """Return a row that says how it compares with recursion and with its limit."""
    if found := speedup(row, known.get(RECURSION)):
        row = replace(row, times_recursion=found.middle, recursion_low=found.low, recursion_high=found.high)
    if found := speedup(row, known.get(row.limit)):
        percent, low, high = (100 * share for share in (found.middle, found.low, found.high))
        row = replace(row, percent=percent, percent_low=low, percent_high=high)
    return row


def contenders(published: bool) -> list[Contender]:
    """Return who takes part, with those of other packages or without."""
    return [*CONTENDERS, *(PUBLISHED if published else [])]


def benchmark(
    *, quick: bool = False, published: bool = False, progress: Callable[[str], object] | None = None
) -> list[Row]:
    """Time every way to make the moves on this machine, beside the limits of the machine.

    Every contender's moves are compared with those of the blocks before it is timed. Then all of them run in
    turn, several times; what slows the machine slows all of them. Sizes are chosen so that a run takes a
    tenth of a second with `quick`, else half a second. Nothing is extrapolated.

    Args:
        quick: fewer, smaller runs; under a minute.
        published: other packages from PyPI take part too, those that are installed.
        progress: is called with a line that says what is being done.

    Returns:
        A row for each contender; `dataclasses.asdict` makes a dict of one.
    """
    whole = Benchmark(contenders(published), quick=quick)
    whole.run(progress or (lambda said: None))
    return whole.rows()
