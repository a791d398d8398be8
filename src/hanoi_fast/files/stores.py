"""Objects of a store behind a URL, by fsspec: complete or not there, and a description after each.

s3://bucket/moves.npy        the object
s3://bucket/.moves.npy.info  its description, written when the object is there and has the right length
"""

from __future__ import annotations

import errno
import io
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from ..checks import shown
from .multipart import Multipart, abort_left

URL = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://")
SECRETS = re.compile(r"(?<=://)[^/@]*@")  # a name and a password in a URL

# A store takes at most 10,000 parts of an object, each of at least 5 MiB; S3 takes 5 TiB.
PART, MOST_PARTS, MOST_PART = 1 << 26, 9000, 1 << 30
READ = 1 << 25  # bytes asked for at a time


class Stored:
    """An object in a store, which may not be there yet."""

    def __init__(self, url: str, options: Mapping[str, Any] | None = None) -> None:
        self.shown = SECRETS.sub("", url)
        self.options = dict(options or {})
        fsspec = loaded(url)
        with self.told():
            self.system, self.name = fsspec.core.url_to_fs(url, **self.options)
        self.suffixes = Path(self.name).suffixes

    def __str__(self) -> str:
        return self.shown

    def __truediv__(self, name: str) -> Stored:
        """Return an object in this folder."""
        found = object.__new__(Stored)
        found.options, found.system = self.options, self.system
        found.name, found.shown = (f"{folder.rstrip('/')}/{name}" for folder in (self.name, self.shown))
        return found

    def beside(self, ending: str) -> Stored:
        """Return an object beside this one that readers of folders pass over."""
        found = self / ""
        base = self.name.rpartition("/")[2]
        found.name, found.shown = (f"{name.rpartition('/')[0]}/.{base}.{ending}" for name in (self.name, self.shown))
        return found

    def sidecar(self) -> Stored:
        """Return the object that describes this one."""
        return self.beside("info")

    def exists(self) -> bool:
        """Return whether the object is there."""
        with self.told():
            return self.system.isfile(self.name)

    def is_dir(self) -> bool:
        """Return whether there are objects in this folder."""
        with self.told():
            return self.system.isdir(self.name)

    def entries(self) -> list[tuple[str, int]]:
        """Return the names of the objects in this folder, and their bytes."""
        with self.told():
            self.system.invalidate_cache()
            try:
                found = self.system.ls(self.name, detail=True)
            except FileNotFoundError:  # a folder is there when something is in it
                return []
            return [(each["name"].rpartition("/")[2], each["size"]) for each in found if each["type"] == "file"]

    def size(self) -> int:
        """Return how many bytes the object has."""
        with self.told():
            self.system.invalidate_cache()
            return self.system.info(self.name)["size"]

    def open(self) -> Any:
        """Return the object as a file to be read."""
        with self.told():
            return self.system.open(self.name, "rb", block_size=READ)

    def read(self, most: int) -> bytes:
        """Return at most so many bytes of the object."""
        with self.told():
            return self.system.cat_file(self.name, start=0, end=min(most, self.size()))

    def put(self, content: bytes) -> None:
        """Write a small object."""
        with self.told():
            self.system.pipe_file(self.name, content)

    def remove(self) -> None:
        """Remove the object if it is there."""
        with self.told(), suppress(FileNotFoundError):
            self.system.rm_file(self.name)

    @contextmanager
    def writing(self, size: int, crc32: int | None = None) -> Iterator[Upload]:
        """Lend a sink for the content of the object, of about so many bytes; it is not there before all is.

        The store is told the CRC-32 of the object, where it is known and the store takes it.
        """
        part = min(MOST_PART, max(PART, -(-size // MOST_PARTS)))
        with self.told():
            file = uncommitted(self.system, self.name, part, crc32)
        upload = Upload(self, file)
        try:
            yield upload
            with self.told():
                file.close()
                file.commit()
        except BaseException:
            with suppress(Exception):
                file.discard()
            with suppress(AttributeError):
                file.closed = True  # or it would be written when it is collected
            raise
        with self.told():
            if (found := self.size()) != upload.position:
                raise OSError(errno.EIO, f"the object has {found:,} bytes, not {upload.position:,}")

    @contextmanager
    def told(self) -> Iterator[None]:
        """Turn whatever a store raises into an error of the system, of one line and without keys."""
        try:
            yield
        except (ValueError, ImportError) as error:
            raise type(error)(self.in_a_line(error)) from None
        except OSError as error:
            kind = error.errno or (errno.ENOENT if isinstance(error, FileNotFoundError) else errno.EIO)
            raise OSError(kind, self.in_a_line(error), self.shown) from None
        except MemoryError:
            raise
        except Exception as error:
            raise OSError(errno.EIO, self.in_a_line(error), self.shown) from None

    def in_a_line(self, error: Exception) -> str:
        """Return the first line of what an error says, without what was given as an option."""
        text = (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__
        for secret in secrets_in(self.options):
            text = text.replace(secret, "***")
        return SECRETS.sub("", text.partition("\n")[0])


class InMemory(io.BytesIO):
    """An object of memory://, where fsspec would show what is not complete."""

    def __init__(self, system: Any, name: str) -> None:
        super().__init__()
        self.system, self.name = system, name

    def close(self) -> None:
        """Wait to be committed."""

    def commit(self) -> None:
        """Put the object in its place."""
        self.system.pipe_file(self.name, self.getvalue())

    def discard(self) -> None:
        """Forget the object."""


class Upload:
    """A sink that writes to an object."""

    held, direct, threads = 0, False, 1

    def __init__(self, stored: Stored, file: Any) -> None:
        self.stored = stored
        self.file = file
        self.position = 0

    def accept(self, agreement: Any) -> None:
        """Do nothing: nothing was held before."""

    def put(self, chunk: memoryview) -> None:
        """Write a chunk."""
        with self.stored.told():
            self.file.write(chunk)
        self.position += len(chunk)


def is_url(path: object) -> bool:
    """Return whether a path is a URL."""
    return isinstance(path, str) and URL.match(path) is not None


def place_of(path: str | os.PathLike[str], options: Mapping[str, Any] | None = None) -> Path | Stored:
    """Return a path, or the object that a URL names; file:// is a path.

    Raises:
        ModuleNotFoundError: what the URL needs is not installed.
        ValueError: the store is not known, or options are given for a path.
    """
    if is_url(path) and not str(path).startswith("file://"):
        return Stored(str(path), options)
    if options:
        raise ValueError(f"storage_options are for URLs, and {shown(os.fspath(path))} is a path")
    if not is_url(path):
        return Path(path)
    from urllib.parse import unquote

    return Path(unquote(str(path)[len("file://") :]))


def loaded(url: str) -> Any:
    """Return fsspec, or say how to get it."""
    try:
        import_module("fsspec.core")
        return import_module("fsspec")
    except ImportError:
        protocol = url.partition(":")[0]
        raise ModuleNotFoundError(f"{protocol}:// needs fsspec: pip install 'hanoi_fast[fsspec]'") from None


def secrets_in(options: Mapping[str, Any]) -> Iterator[str]:
    """Yield the texts among options, and among the options within them."""
    for value in options.values():
        if isinstance(value, Mapping):
            yield from secrets_in(value)
        elif isinstance(value, str) and len(value) > 3:
            yield value


def uncommitted(system: Any, name: str, part: int, crc32: int | None) -> Any:
    """Return a file object to write an object with, which is there when it is committed."""
    if type(system).__name__ == "MemoryFileSystem":
        return InMemory(system, name)
    if hasattr(system, "call_s3"):
        abort_left(system, name)
        return Multipart(system, name, part, crc32)
    file = system.open(name, "wb", block_size=part, autocommit=False)
    with suppress(ValueError):
        system.transaction.files.remove(file)  # which the next transaction of anybody would commit
    return file
