"""Shards of a solution: each is a task that can be repeated, here or on a Dask cluster."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

from ..checks import checked_int
from ..files.formats import Format, check_container, document_of, format_of
from ..files.saving import part_of
from ..files.shards import (
    MOST_SHARDS,
    Shard,
    refuse_others,
    shard_name,
    shard_of,
    usual_shards,
    write_manifest,
)
from ..files.sinks import Progress, check_progress
from ..files.stores import place_of
from ..streams.documents import Document
from .arrays import span_of

PATIENCE, PAUSE = 60.0, 0.2  # seconds to wait for another process at the same shard, if that gets nowhere
LEAST_WINDOW = 256  # tasks that a scheduler has at a time, or some for each of its threads
TASKS_A_THREAD = 4
MOST_KILLED = 10  # times that a worker may die while it writes a shard, by dask's own count of four each


class Sharded(NamedTuple):
    """What all the shards have in common: small, and the same wherever it is unpickled."""

    solution: Any  # a Solution, which asks for this module
    folder: str
    shards: int
    suffix: str
    format: str | None
    labels: Sequence[str] | None
    fsync: bool
    threads: int
    options: Mapping[str, Any] | None = None  # of a store

    @property
    def form(self) -> Format:
        """How the moves are written."""
        return format_of(f"part{self.suffix}", self.format)

    def document(self, solution: Any) -> Document:
        """Return what a file of some of the moves holds."""
        return document_of(span_of(solution), self.form, self.labels)

    def shard(self, which: int) -> Shard:
        """Return the entry of a shard for the manifest."""
        part = self.solution.shard(which, self.shards)
        return shard_of(which, self.shards, self.suffix, self.document(part), self.form)


def save_shards(
    solution: Any,
    folder: str | os.PathLike[str],
    shards: int | None,
    suffix: str,
    format: str | None,
    labels: Sequence[str] | None,
    fsync: bool,
    threads: int,
    progress: Progress | None,
    client: Any,
    options: Mapping[str, Any] | None,
) -> None:
    """Write all the shards, then the manifest; see `Solution.save_shards`."""
    check_progress(progress)
    if not isinstance(suffix, str) or not suffix.startswith(".") or {"/", os.sep} & set(suffix):
        raise ValueError(f"suffix must be one of a file, as '.bin', not {suffix!r}")
    place = place_of(folder, options)
    if isinstance(place, Path):
        place = Path(os.path.realpath(place))
    name = str(place if isinstance(place, Path) else folder).rstrip("/")
    plan = Sharded(solution, name, 1, suffix, format, labels, fsync, threads, options)
    plan.form.load()
    document = plan.document(solution)
    check_container(f"part{suffix}", plan.form, document.rendering.layout)
    most = max(1, min(MOST_SHARDS, solution.count))
    many = min(usual_shards(document.nbytes), most) if shards is None else checked_int(shards, "shards", 1, most)
    plan = plan._replace(shards=many)
    if client is not None and not callable(getattr(client, "submit", None)):
        raise TypeError(f"client must be a dask.distributed.Client, not {client!r} ({type(client).__name__})")
    if isinstance(place, Path):
        place.mkdir(parents=True, exist_ok=True)
    refuse_others(place, many, suffix, document, plan.form)
    if client is None:
        done = [write_shard(plan, which, progress) for which in range(many)]
    else:
        done = sorted(on_cluster(plan, client, progress))
    write_manifest(place, document, plan.form, done, fsync)


def write_shard(plan: Sharded, which: int, progress: Progress | None = None) -> Shard:
    """Write a shard, unless it exists and is correct; return its entry for the manifest.

    An unfinished shard is continued. If another process is writing it, wait for that process.
    """
    path = f"{plan.folder}/{shard_name(which, plan.shards, plan.suffix)}"
    part = plan.solution.shard(which, plan.shards)
    waited, size = 0.0, -1
    while True:
        try:
            part.save(
                path,
                plan.format,
                labels=plan.labels,
                resume=True,
                fsync=plan.fsync,
                progress=progress,
                threads=plan.threads,
                storage_options=plan.options,
            )
            return plan.shard(which)
        except BlockingIOError:
            before, size = size, size_of(part_of(Path(path)))
            waited = waited + PAUSE if size == before else 0.0
            if waited > PATIENCE:
                raise
            time.sleep(PAUSE)


def size_of(path: Path) -> int:
    """Return the size of a file, or -1 if it is not there any more."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return -1


def on_cluster(plan: Sharded, client: Any, progress: Progress | None) -> Iterator[Shard]:
    """Yield the shards in the order in which workers finish them; the scheduler has only a few at a time.

    If a worker dies, nothing is lost: dask gives its tasks to other workers, which continue its files. A shard is given
    up only after its workers have died in more than MOST_KILLED rounds.
    """
    from distributed import KilledWorker, as_completed
    from distributed.comm import CommClosedError

    run, left, killed = uuid4().hex, iter(range(plan.shards)), Counter[int]()

    def submitted(which: int) -> Any:
        key = f"hanoi_fast-{run}-{which}-{killed[which]}"
        future = client.submit(write_shard, plan, which, key=key, pure=False)
        running[future] = which
        return future

    running: dict[Any, int] = {}
    window = max(LEAST_WINDOW, TASKS_A_THREAD * sum(client.nthreads().values()))
    try:
        futures = as_completed([submitted(which) for which in islice(left, window)])
        for future in futures:
            which = running.pop(future)
            try:
                shard = future.result()
            except (CancelledError, CommClosedError):
                raise ConnectionError("the cluster is gone; say it again: shards that are whole are kept") from None
            except KilledWorker:
                killed[which] += 1
                if killed[which] > MOST_KILLED:
                    raise
                futures.add(submitted(which))
                continue
            if progress is not None:
                progress(shard.bytes)
            for following in islice(left, 1):
                futures.add(submitted(following))
            yield shard
    finally:
        client.cancel(list(running))
