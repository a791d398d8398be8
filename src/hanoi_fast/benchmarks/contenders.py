"""Who takes part in a benchmark: every way to make the moves, and the limits of the machine they run against.

Each way has a task, which is timed, and a proof, which shows that the same code makes the right moves.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from .. import reference
from ..face.solution import Solution
from . import limits, pure, tasks
from .loops import whole_arrays
from .tasks import PAIR, Task, drained, joined, joined_bytes, listed_by, made, passed

POINTER = 8
MOVE, TUPLE = sys.getsizeof((1, 0, 2)), sys.getsizeof((0, 2))
MOST_32 = (1 << 32) - 1  # moves whose numbers have 32 bits


@dataclass(frozen=True)
class Contender:
    """One way to make moves, or one limit of the machine.

    `width` is how many bytes a move is, `held` how many of them are in memory at once, `stored` how many
    are on the disk, `most` how many moves it can make. `limit` names the contender that no such way can pass.
    A limit has no proof.
    """

    name: str
    timed: str
    task: Task
    proof: Callable[[Solution], NDArray] | None = None
    pegs: int = 3
    width: int = PAIR
    held: int = 0
    stored: int = 0
    most: int = 1 << 40
    limit: str = ""
    needs: str = ""


LIST, TUPLES = "generation, into a list", "generation, each move dropped"
BYTES, PIECES = "generation, into bytes", "generation, each piece of 32 KiB dropped"
BUFFERED, ARRAY = "generation, into a reused buffer of 256 KiB", "generation, into a new array"
CHUNKED = "generation, into a reused buffer of 128 KiB"
TOUCHED, FRESH = "generation, into memory used before", "generation, into new memory"
FILE, PIPE = "with output, to a file in the system's cache", "with output, to a process through a pipe"

# Named by the headline and by the tables.
RECURSION = "Python: recursion"
DOUBLING = "Python: doubling in pieces"
COPYING = "Python: copying towers"
VECTORISED = "Cython: one move at a time, vectorised"
REUSED = "blocks: reused buffer"

LIMITS = [
    Contender("limit: copying in the cache", "copying between two buffers of 256 KiB", limits.copy_in_cache),
    Contender("limit: setting memory", "memset of memory used before", limits.set_touched, held=PAIR),
    Contender("limit: setting new memory", "memset of new memory", limits.set_fresh, held=PAIR),
    Contender(
        "limit: writing a file", "one buffer written to a file in the system's cache", limits.write_file, stored=PAIR
    ),
    Contender("limit: feeding a pipe", "one buffer given to a process through a pipe", limits.write_pipe),
]
CACHE, MEMORY, NEW_MEMORY, TO_FILE, TO_PIPE = (limit.name for limit in LIMITS)


def in_list(name: str, method: tasks.Method, width: int) -> Contender:
    """Return a contender that makes a list of tuples of that size."""
    return Contender(name, LIST, listed_by(method), made(method), width=width + POINTER, held=width + POINTER)


def generator(name: str, method: tasks.Method, width: int = MOVE, **options: Any) -> Contender:
    """Return a contender that makes a tuple for each move, which is dropped."""
    return Contender(name, TUPLES, drained(method), made(method), width=width, **options)


def through_buffer(
    name: str, blocks: Callable[[Solution], Iterable[NDArray]], timed: str = BUFFERED, **options: Any
) -> Contender:
    """Return a contender that fills one buffer again and again."""
    return Contender(name, timed, passed(blocks), joined(blocks), limit=CACHE, **options)


PYTHON = [
    in_list(RECURSION, reference.recursive_list, MOVE),
    in_list("Python: recursion, pairs", pure.recursive_pairs, TUPLE),
    generator("Python: recursive generator", reference.recursive),
    generator("Python: bitwise generator", reference.bitwise),
    generator("Python: bitwise generator, pairs", pure.bitwise_pairs, TUPLE),
    generator("Python: alternating rule", reference.alternating),
    generator("Python: Frame–Stewart, 4 pegs", tasks.four_pegs, pegs=4),
    Contender(
        "Python: doubling", BYTES, listed_by(pure.doubling), joined_bytes(lambda discs: [pure.doubling(discs)]), held=8
    ),
    Contender(DOUBLING, PIECES, drained(pure.doubling_in_pieces), joined_bytes(pure.doubling_in_pieces)),
    Contender(COPYING, BUFFERED, drained(tasks.copied), joined_bytes(tasks.copied), limit=CACHE),
]
COMPILED = [
    Contender("numpy: whole arrays", ARRAY, tasks.whole, lambda solution: whole_arrays(solution.discs), held=40),
    through_buffer("numpy: chunks of 64 Ki", tasks.in_chunks, CHUNKED, most=MOST_32),
    through_buffer("numba: one move at a time", tasks.by_numba, needs="numba"),
    through_buffer("numba: one move at a time, vectorised", tasks.in_vectors_by_numba, most=MOST_32, needs="numba"),
    through_buffer("Cython: one move at a time", tasks.by_kernel),
    through_buffer(VECTORISED, tasks.in_vectors, most=MOST_32),
]
BLOCKS = [
    through_buffer(REUSED, tasks.reused),
    through_buffer("blocks: Frame–Stewart, 4 pegs", tasks.reused, pegs=4),
    Contender("blocks: memory used before", TOUCHED, tasks.into_touched, Solution.array, held=PAIR, limit=MEMORY),
    Contender("blocks: new memory", FRESH, tasks.into_fresh, Solution.array, held=PAIR, limit=NEW_MEMORY),
    Contender("blocks: a file", FILE, tasks.into_file, tasks.from_file, stored=PAIR, limit=TO_FILE),
    Contender("blocks: a pipe", PIPE, tasks.into_pipe, tasks.from_pipe, limit=TO_PIPE),
]
CONTENDERS = [*PYTHON, *COMPILED, *BLOCKS, *LIMITS]
