"""The description beside a file: how it is named, and how it is written and read."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .descriptions import LARGEST, NotADescription, decoded, encoded
from .durable import sync
from .formats import SUFFIXES, suffix_of
from .opening import create_anew, open_regular, refused
from .stores import Stored


def sidecar_of(path: Path) -> Path:
    """Return the name of the file that describes a file.

    Readers of whole folders must not take it for one of moves: some skip names with a dot in front, and some, such as
    duckdb, do not, but look for a suffix.

    >>> sidecar_of(Path("a/moves.npy")).as_posix()
    'a/.moves.npy.info'
    """
    return path.with_name(f".{path.name}.info")


def old_sidecar_of(path: Path) -> Path:
    """Return the name that the first version gave to the description of a file.

    >>> old_sidecar_of(Path("a/moves.npy")).as_posix()
    'a/moves.npy.json'
    """
    return path.with_name(f"{path.name}.json")


def sidecars_of(path: Path) -> list[Path]:
    """Return all names that the description of a file may have, the right one first."""
    return [sidecar_of(path), old_sidecar_of(path)]


def described_by(path: Path) -> Path | None:
    """Return the file whose description would have this name, if there is such a file with a description of ours."""
    stem, _, suffix = path.name.rpartition(".")
    owner = path.with_name({"info": stem.removeprefix("."), "json": stem}.get(suffix) or path.name)
    return owner if path in sidecars_of(owner) and has_description(owner) else None


def has_description(path: Path) -> bool:
    """Return whether a file is there, and a description of ours beside it."""
    return os.path.lexists(path) and any(is_ours(name) for name in sidecars_of(path))


def description_of(path: Path | Stored) -> Path | Stored:
    """Return the name of the description of a file, or the object that describes one in a store."""
    return path.sidecar() if isinstance(path, Stored) else description_beside(path)


def description_beside(path: Path) -> Path:
    """Return the name of the description that is there: beside a file, or beside the file that a link leads to."""
    for where in (path, Path(os.path.realpath(path))):
        if os.path.lexists(sidecar_of(where)):
            return sidecar_of(where)
        # What else has the old name is no description, but some file.
        if is_ours(old_sidecar_of(where)):
            return old_sidecar_of(where)
    return sidecar_of(path)


def read_stored(stored: Stored) -> dict[str, Any]:
    """Return the description of an object in a store; errors as `read_sidecar`."""
    name = stored.sidecar()
    if not name.exists():
        raise FileNotFoundError(errno.ENOENT, "there is no description of the object", str(name))
    return decoded(name.read(LARGEST + 1), str(name))


def read_sidecar(path: Path | Stored) -> dict[str, Any]:
    """Return the description of a file: the one beside it, or else the one inside of it.

    Raises:
        FileNotFoundError: there is none.
        IsADirectoryError: the path is that of a folder.
        ValueError: it is not one of ours.
    """
    if isinstance(path, Stored):
        return read_stored(path)
    refuse_folder(path)
    name = description_beside(path)
    try:
        return read_description(name)
    except FileNotFoundError as error:
        if (inside := description_inside(path)) is not None:
            return decoded(inside, f"the description in {path}")
        raise FileNotFoundError(error.errno, "there is no description of the file", str(name)) from None


def read_description(name: Path) -> dict[str, Any]:
    """Return the description in a file of its own; errors as `open_regular` and `decoded`."""
    with open_regular(name) as file:
        if os.fstat(file.fileno()).st_size > LARGEST:
            raise NotADescription(f"{name} does not describe a file of hanoi_fast: it has more than {LARGEST} bytes")
        return decoded(file.read(LARGEST + 1), str(name))


def description_inside(path: Path) -> bytes | None:
    """Return what a container keeps of the description, or None."""
    container = SUFFIXES.get(suffix_of(path)[0])
    try:
        return None if container is None else container.description_in(path)
    except (OSError, ImportError):
        return None


def is_ours(name: Path) -> bool | None:
    """Return whether a file is a description of ours, a damaged one too; None if there is no such file."""
    try:
        if not stat.S_ISREG(os.lstat(name).st_mode):
            return False
        read_description(name)
    except FileNotFoundError:
        return None
    except (NotADescription, OSError):
        return False
    except ValueError:
        pass
    return True


def refuse_folder(path: Path) -> None:
    """Refuse a folder: it has no description, and "." not even a name."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))


def refuse_other_sidecar(path: Path) -> None:
    """Refuse to save a file whose description would replace a file that is none, or that is itself a description."""
    name = sidecar_of(path)
    if is_ours(name) is False:
        raise refused(name, "the description would go here, but this file is none of ours")
    if (owner := described_by(path)) is not None:
        raise refused(path, f"this is the name of the description of {owner.name}: save under another name")


@contextmanager
def new_sidecar(name: Path, description: dict[str, Any], fsync: bool = False) -> Iterator[Path]:
    """Write a description under another name than its own; it is removed unless it is renamed."""
    text = encoded(description).encode()
    new = name.with_name(f"{name.name}.new")
    descriptor = create_anew(new)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(text)
            file.flush()
            if fsync:
                sync(descriptor)
        yield new
    finally:
        new.unlink(missing_ok=True)


def write_sidecar(path: Path, description: dict[str, Any]) -> None:
    """Write the description of an unfinished file beside it, whole or not at all."""
    name = sidecar_of(path)
    with new_sidecar(name, description) as new:
        new.replace(name)


def remove_sidecars(path: Path) -> None:
    """Remove the descriptions of a file."""
    for name in sidecars_of(path):
        if is_ours(name):
            name.unlink(missing_ok=True)
