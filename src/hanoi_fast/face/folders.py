"""From a folder of shards back to its moves: the manifest says which they are."""

from __future__ import annotations

from pathlib import Path

from ..checks import shown
from ..files.shards import MANIFEST, Shard, read_manifest, suffix_of_shards
from ..files.stores import Stored
from .loading import made_again
from .sharding import Sharded


def folder_described(folder: Path | Stored) -> tuple[Sharded, list[Shard]]:
    """Return what is made again from the manifest of a folder, after a check that it agrees with itself.

    Raises:
        FileNotFoundError: there is no manifest.
        ValueError: it is not one of ours, or contradicts itself.
    """
    description, shards = read_manifest(folder)
    name = folder / MANIFEST
    found = made_again(description, name)
    if not found.complete:
        raise ValueError(f"{name} contradicts itself: complete is False")
    suffix = suffix_of_shards(shards)
    labels = description["labels"]
    plan = Sharded(found.solution, str(folder), len(shards), suffix, description["layout"], labels, False, 1)
    try:
        same = plan.form == found.form
    except ValueError:
        same = False
    if not same:
        raise ValueError(f"{name} contradicts itself: its shards end in {shown(suffix)}")
    if len(shards) > max(1, found.solution.count):
        raise ValueError(f"{name} contradicts itself: it has more shards than moves")
    for which, shard in enumerate(shards):
        if (right := plan.shard(which)) != shard:
            raise ValueError(f"{name} contradicts itself: its shard {which} should be {tuple(right)}")
    return plan, shards
