"""A folder of shards: how they are named, and the manifest that is written when all of them are there."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from ..checks import shown
from ..kernels.checksum import join
from ..streams.checksums import document_crc32
from ..streams.documents import Document
from ..streams.polynomials import shift_of
from .completing import locked
from .descriptions import (
    CHANGING,
    NotADescription,
    checksum,
    decoded,
    describe,
    encoded,
    json_value,
    number,
    text_up_to,
)
from .durable import sync_folder
from .formats import Format
from .opening import open_regular, refused
from .saving import part_of
from .sidecars import new_sidecar
from .stores import Stored

# Readers of whole folders pass over names that begin so.
MANIFEST = "_manifest.json"
LARGEST_MANIFEST = 1 << 28  # bytes

MOST_SHARDS = 99_999  # names of five digits, so that they sort
USUAL_MOST = 10_000  # a task of a cluster costs some 3 ms
USUAL_SIZE = 1 << 27  # bytes of a shard, at least, where nobody says how many there are

NAMED = re.compile(r"part-([0-9]{5})-of-([0-9]{5})(\..+)")
UNFINISHED = re.compile(part_of(Path("NAME")).name.replace(".", r"\.").replace("NAME", NAMED.pattern))


class Shard(NamedTuple):
    """What a manifest says of a shard."""

    name: str
    first_step: int
    count: int  # type: ignore[assignment]  # a field of descriptions, which hides a method of tuples
    bytes: int
    crc32: str


class Folder(NamedTuple):
    """What shards a folder holds, by how many there are of which suffix: those that are whole."""

    whole: dict[tuple[int, str], set[int]]
    unfinished: int  # bytes of those that are not


def shard_name(which: int, shards: int, suffix: str) -> str:
    """Return the name of a shard, counted from 0.

    >>> shard_name(3, 1024, ".parquet")
    'part-00003-of-01024.parquet'
    """
    return f"part-{which:05d}-of-{shards:05d}{suffix}"


def usual_shards(size: int) -> int:
    """Return how many shards so many bytes make, if one is to have 128 MiB at least, and there are not too many.

    >>> usual_shards(1000), usual_shards(2**36), usual_shards(2**50)
    (1, 512, 10000)
    """
    return max(1, min(size // USUAL_SIZE, USUAL_MOST))


def shard_of(which: int, shards: int, suffix: str, document: Document, form: Format) -> Shard:
    """Return what is to be said of a shard that holds a document."""
    facts = describe(document, form)
    return Shard(shard_name(which, shards, suffix), *(facts[key] for key in Shard._fields[1:]))


def entries_of(folder: Path | Stored) -> Iterator[tuple[str, int]]:
    """Yield the names of the files in a folder, and their bytes."""
    if isinstance(folder, Stored):
        yield from folder.entries()
        return
    for entry in os.scandir(folder):
        with suppress(FileNotFoundError):  # it got its name just now
            yield entry.name, entry.stat(follow_symlinks=False).st_size


def found_in(folder: Path | Stored) -> Folder:
    """Return which shards are in a folder."""
    whole: dict[tuple[int, str], set[int]] = {}
    unfinished = 0
    for name, size in entries_of(folder):
        if found := NAMED.fullmatch(name):
            whole.setdefault((int(found[2]), found[3]), set()).add(int(found[1]))
        elif UNFINISHED.fullmatch(name):
            unfinished += size
    return Folder(whole, unfinished)


def refuse_others(folder: Path | Stored, shards: int, suffix: str, document: Document, form: Format) -> None:
    """Refuse a folder that holds shards of something else: readers of the folder would take them for ours.

    Raises:
        NotOurs: it does, or its manifest is of something else.
    """
    for many, ending in found_in(folder).whole:
        if (many, ending) != (shards, suffix):
            name = folder / f"part-*-of-{many:05d}{ending}"
            raise refused(name, f"the folder holds other shards than part-*-of-{shards:05d}{suffix}: take another one")
    try:
        description, _ = read_manifest(folder)
    except FileNotFoundError:
        return
    except NotADescription:
        raise refused(folder / MANIFEST, "the manifest would go here, but this file is none of ours") from None
    right = describe(document, form)
    if {key: description.get(key) for key in right if key not in CHANGING} != without_changing(right):
        raise refused(folder / MANIFEST, "the folder holds shards of other moves or another format: take another one")


def without_changing(description: dict[str, Any]) -> dict[str, Any]:
    """Return what is the same in all descriptions of the same moves in the same format."""
    return {key: value for key, value in description.items() if key not in CHANGING}


def write_manifest(
    folder: Path | Stored, document: Document, form: Format, shards: Sequence[Shard], fsync: bool = False
) -> None:
    """Write the manifest of a folder whose shards are all there.

    Raises:
        FileNotFoundError: one is not, where this process looks for it.
        ValueError: the shards are not, one after the other, the whole.
    """
    there = {name for name, _ in entries_of(folder)}
    for shard in shards:
        if shard.name not in there:
            reason = "the shard was written, but is not here: workers and client must see the same folder"
            raise FileNotFoundError(errno.ENOENT, reason, str(folder / shard.name))
    if (why := contradiction(document, shards)) is not None:
        raise ValueError(f"the shards in {folder} are not the whole: {why}")
    rows = [{key: json_value(value) for key, value in shard._asdict().items()} for shard in shards]
    description = {**describe(document, form), "complete": True, "shards": rows}
    if isinstance(folder, Stored):
        (folder / MANIFEST).put(encoded(description).encode())
        return
    with locked(folder), new_sidecar(folder / MANIFEST, description, fsync) as new:
        new.replace(folder / MANIFEST)
    if fsync:
        sync_folder(folder)


def contradiction(document: Document, shards: Sequence[Shard]) -> str | None:
    """Return in words why shards cannot be, one after the other, the moves of a document; None if they can."""
    step = document.first
    for shard in shards:
        if shard.first_step != step:
            return f"{shard.name} begins at step {shown(shard.first_step)}, not {shown(step)}"
        step += shard.count
    if step != document.stop:
        return f"they end at step {shown(step)}, not {shown(document.stop)}"
    # Where nothing stands around the moves of a file, the files one after the other are the file of all.
    if not (document.header or document.footer or document.rendering.layout.separator):
        crc32, _ = join((int(shard.crc32, 16), shift_of(shard.bytes)) for shard in shards)
        if crc32 != document_crc32(document):
            return "their checksums do not make that of all the moves"
    return None


def read_manifest(folder: Path | Stored) -> tuple[dict[str, Any], list[Shard]]:
    """Return the description of the whole, and the shards, that a manifest names.

    Raises:
        FileNotFoundError: there is none.
        ValueError: it is not one of ours.
    """
    name = folder / MANIFEST
    if isinstance(name, Stored):
        text = name.read(LARGEST_MANIFEST + 1)
    else:
        with open_regular(name) as file:
            text = file.read(LARGEST_MANIFEST + 1)
    if len(text) > LARGEST_MANIFEST:
        raise NotADescription(f"{name} does not describe files of hanoi_fast: it is too long")
    description = decoded(text, str(name), {"shards": list_of_shards})
    if "shards" not in description:
        raise ValueError(f"{name} does not say its 'shards'")
    return description, description.pop("shards")


CHECKS = {"name": text_up_to(255), "first_step": number, "count": number, "bytes": number, "crc32": checksum}


def list_of_shards(value: Any, key: str) -> list[Shard]:
    """Return the shards that a manifest lists."""
    rows: list[Any] = value if isinstance(value, list) and 0 < len(value) <= MOST_SHARDS else [None]
    for row in rows:
        if not isinstance(row, dict) or list(row) != list(Shard._fields):
            raise ValueError(f"{key} must be 1 to {MOST_SHARDS} rows of {', '.join(Shard._fields)}, not {shown(value)}")
    shards = [Shard(*(CHECKS[field](row[field], f"{field} of {key}") for field in Shard._fields)) for row in rows]
    suffix = suffix_of_shards(shards)
    for which, shard in enumerate(shards):
        if shard.name != shard_name(which, len(shards), suffix):
            raise ValueError(f"{key} cannot have {shown(shard.name)} as number {which} of {len(shards)}")
    return shards


def suffix_of_shards(shards: Sequence[Shard]) -> str:
    """Return what the names of some shards end in."""
    found = NAMED.fullmatch(shards[0].name)
    return found[3] if found else ""
