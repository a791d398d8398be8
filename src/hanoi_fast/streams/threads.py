"""Several threads for work that releases the interpreter's lock: how many are meant, and a map over pieces."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import suppress
from math import ceil
from pathlib import Path
from threading import Event, local
from threading import enumerate as enumerate_threads
from time import sleep
from typing import TypeAlias, TypeVar

from ..checks import checked_int, shown

Item = TypeVar("Item", bound=Hashable)
Result = TypeVar("Result")

# How many threads a caller asks for: a number, "all", or None for what the environment says.
Threads: TypeAlias = int | str | None

VARIABLE = "HANOI_FAST_THREADS"
MOST_THREADS = 1 << 10
AHEAD = 2  # pieces for each thread that are begun or waiting: the next one is there when one ends
MOST_WAITING = 256  # pieces that wait for their turn, with those that are known
QUOTAS = (Path("/sys/fs/cgroup/cpu.max"), Path("/sys/fs/cgroup/cpu/cpu.cfs_quota_us"))
PERIOD = "cpu.cfs_period_us"

OWN = local()  # of each thread: the event that ends its work


def threads_meant(value: Threads = None, name: str = "threads") -> int:
    """Return how many threads are meant: a number, "all" for every processor, None for HANOI_FAST_THREADS or 1.

    Raises:
        TypeError, ValueError: it is none of these.

    >>> threads_meant(2), threads_meant("all") == processors()
    (2, True)
    >>> threads_meant(0)
    Traceback (most recent call last):
    ValueError: threads must be between 1 and 1024, not 0
    """
    if value is None:
        value, name = os.environ.get(VARIABLE) or 1, VARIABLE
        if isinstance(value, str) and value.isascii() and value.isdigit():
            value = int(value[:20])
    if value == "all":
        return processors()
    if isinstance(value, str):
        raise ValueError(f"{name} must be 'all' or a number, not {shown(value)}")
    return checked_int(value, name, 1, MOST_THREADS)


def processors() -> int:
    """Return how many processors this process may use, within the limits of its control group."""
    count = getattr(os, "process_cpu_count", lambda: None)()
    if count is None:
        try:
            count = len(os.sched_getaffinity(0))
        except AttributeError:  # not Linux
            count = os.cpu_count() or 1
    return max(1, min(count, quota(), MOST_THREADS))


def quota() -> int:
    """Return for how many processors the control group pays, rounded up, or MOST_THREADS where there is no limit."""
    for path in QUOTAS:
        with suppress(OSError, ValueError):
            words = path.read_text().split()
            allowed = int(words[0])  # "max", or -1 of the first version, is no limit
            period = int(words[1] if len(words) > 1 else path.with_name(PERIOD).read_text())
            if allowed > 0 < period:
                return ceil(allowed / period)
    return MOST_THREADS


def mapped_ahead(
    work: Callable[[Item], Result],
    items: Iterable[Item],
    threads: int,
    known: Callable[[Item], Result | None] = lambda item: None,
) -> Iterator[Result]:
    """Yield what `work` makes of each item, in their order, while threads make the next ones; or what is `known`.

    Of equal items that are under way at the same time, one is worked on.
    An error in one is raised when it is its turn; nothing is begun after it. Whatever ends the iteration, Ctrl-C
    too, ends it when those that are running are done: so a piece of work should last some milliseconds, or ask
    `stop_if_told()` in between.
    """
    if threads == 1:
        yield from map(work, items)
        return
    from concurrent.futures import Future, ThreadPoolExecutor

    stopped = Event()
    team = f"hanoi_fast {id(stopped):x}_"  # the names of the threads begin with it, and those of no others
    pool = ThreadPoolExecutor(threads, team, setattr, (OWN, "stopped", stopped))

    waiting: deque[tuple[Item, Future[Result]]] = deque()
    under_way: dict[Item, Future[Result]] = {}

    def begun(item: Item) -> tuple[Item, Future[Result]]:
        future = under_way.get(item)
        if future is None and (there := known(item)) is not None:
            future = Future()
            future.set_result(there)
        elif future is None:
            future = under_way[item] = pool.submit(work, item)
        return item, future

    def begin(left: Iterator[tuple[Item, Future[Result]]]) -> None:
        # What is known, or under way already, keeps no thread busy.
        while len(under_way) < AHEAD * threads and len(waiting) < MOST_WAITING:
            if (pair := next(left, None)) is None:
                return
            waiting.append(pair)

    left = map(begun, items)
    try:
        begin(left)
        while waiting:
            item, future = waiting.popleft()
            yield future.result()
            if under_way.get(item) is future:
                del under_way[item]
            begin(left)
    except RuntimeError as error:
        # Python's own: Ctrl-C just as a condition takes its lock again ends in "release unlocked lock".
        if error.__context__ is None or isinstance(error.__context__, Exception):
            raise
        raise error.__context__ from None
    finally:
        stopped.set()
        try:
            pool.shutdown(cancel_futures=True)
        except BaseException:  # Ctrl-C while waiting: what threads write to must not be given back before they end
            pool.shutdown()
            raise
        finally:
            # The pool does not know a thread that was just being started when Ctrl-C came.
            while any(thread.name.startswith(team) for thread in enumerate_threads()):
                sleep(0.0001)


def stop_if_told() -> None:
    """End the work of this thread if nobody waits for it any more.

    Raises:
        CancelledError: nobody does.
    """
    stopped = getattr(OWN, "stopped", None)
    if stopped is not None and stopped.is_set():
        from concurrent.futures import CancelledError

        raise CancelledError


def each(work: Callable[[Item], object], items: Iterable[Item], threads: int) -> None:
    """Do some work for each item; the error of the earliest one is raised."""
    for _ in mapped_ahead(work, items, threads):
        pass
