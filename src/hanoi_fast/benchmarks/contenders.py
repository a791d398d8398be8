"""Who takes part in a benchmark: every way to make the moves, and the limits of the machine they run against.

Each way has a task, which is timed, and a proof, which shows that the same code makes the right moves.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from numpy.typing import NDArray

from .. import reference
from ..face.solution import Solution
from ..kernels.bitwise import fill_pairs
from .loops import compiled_loop, whole_arrays
from .tasks import (
    PAIR,
    Task,
    copy_in_cache,
    drained,
    four_pegs,
    from_file,
    from_pipe,
    into_buffer,
    into_file,
    into_fresh,
    into_pipe,
    into_touched,
    joined,
    kernel,
    listed,
    loop,
    made,
    one_by_one,
    reused,
    set_fresh,
    set_touched,
    whole,
    write_file,
    write_pipe,
)

OBJECT = sys.getsizeof((1, 0, 2))
POINTER = 8


@dataclass(frozen=True)
class Contender:
    """One way to make moves, or one limit of the machine.

    `width` is how many bytes a move is, `held` how many of them are in memory at once, `stored` how many
    are on the disk. `limit` names the contender that no such way can pass. A limit has no proof.
    """

    name: str
    timed: str
    task: Task
    proof: Callable[[Solution], NDArray] | None = None
    pegs: int = 3
    width: int = PAIR
    held: int = 0
    stored: int = 0
    limit: str = ""
    needs: str = ""


LIST, TUPLES = "generation, into a list", "generation, each move dropped"
BUFFERED, ARRAY = "generation, into a reused buffer of 256 KiB", "generation, into a new array"
TOUCHED, FRESH = "generation, into memory used before", "generation, into new memory"
FILE, PIPE = "with output, to a file in the system's cache", "with output, to a process through a pipe"

RECURSION = "Python: recursion"
LIMITS = [
    Contender("limit: copying in the cache", "copying between two buffers of 256 KiB", copy_in_cache),
    Contender("limit: setting memory", "memset of memory used before", set_touched, held=PAIR),
    Contender("limit: setting new memory", "memset of new memory", set_fresh, held=PAIR),
    Contender("limit: writing a file", "one buffer written to a file in the system's cache", write_file, stored=PAIR),
    Contender("limit: feeding a pipe", "one buffer given to a process through a pipe", write_pipe),
]
CACHE, MEMORY, NEW_MEMORY, TO_FILE, TO_PIPE = (limit.name for limit in LIMITS)

CONTENDERS = [
    Contender(RECURSION, LIST, listed, made(reference.recursive_list), width=OBJECT + POINTER, held=OBJECT + POINTER),
    Contender(
        "Python: recursive generator", TUPLES, drained(reference.recursive), made(reference.recursive), width=OBJECT
    ),
    Contender("Python: bitwise generator", TUPLES, drained(reference.bitwise), made(reference.bitwise), width=OBJECT),
    Contender(
        "Python: alternating rule", TUPLES, drained(reference.alternating), made(reference.alternating), width=OBJECT
    ),
    Contender("numpy: whole arrays", ARRAY, whole, lambda solution: whole_arrays(solution.discs), held=40),
    Contender(
        "numba: one move at a time",
        BUFFERED,
        loop,
        joined(lambda solution: one_by_one(compiled_loop(), solution)),
        limit=CACHE,
        needs="numba",
    ),
    Contender("Cython: one move at a time", BUFFERED, kernel, joined(partial(one_by_one, fill_pairs)), limit=CACHE),
    Contender("blocks: reused buffer", BUFFERED, into_buffer, joined(reused), limit=CACHE),
    Contender("blocks: memory used before", TOUCHED, into_touched, Solution.array, held=PAIR, limit=MEMORY),
    Contender("blocks: new memory", FRESH, into_fresh, Solution.array, held=PAIR, limit=NEW_MEMORY),
    Contender("blocks: a file", FILE, into_file, from_file, stored=PAIR, limit=TO_FILE),
    Contender("blocks: a pipe", PIPE, into_pipe, from_pipe, limit=TO_PIPE),
    Contender("Python: Frame–Stewart, 4 pegs", TUPLES, drained(four_pegs), made(four_pegs), pegs=4, width=OBJECT),
    Contender("blocks: Frame–Stewart, 4 pegs", BUFFERED, into_buffer, joined(reused), pegs=4, limit=CACHE),
    *LIMITS,
]
