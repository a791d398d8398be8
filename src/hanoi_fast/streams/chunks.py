"""A document as a sequence of chunks of memory that never change; most of them are the same few again and again."""

from __future__ import annotations

import mmap
from collections import deque
from collections.abc import Callable, Iterator
from typing import TypeAlias

from ..puzzle.towers import Tower
from .documents import Document
from .threads import mapped_ahead

# What a chunk is made of, which bytes of that, and how many it has; None is the document itself, of which nothing
# repeats.
Plan: TypeAlias = tuple["bytes | tuple[Tower, ...] | None", int, int, int]

# A chunk is a tower and what stands before the next one; 256 KiB share the second-level cache with
# the sink (bench/bench_export.py::test_chunk_size).
CHUNK = 1 << 18

# The fastest of 256 KiB to 16 MiB for direct writing.
ALIGNED_CHUNK = 1 << 22

# Chunks kept: 48 MiB, under a third of what an export may take.
MOST_KEPT = 192


class Chunks:
    """The bytes of a document in chunks of at most some size, each made once and then handed out again.

    Every chunk, header and footer too, lies on pages that hold nothing else and are written once, when the chunk is
    made. So they may be lent to the system for any length of time, as vmsplice does; nothing waits for their return.
    """

    def __init__(
        self,
        document: Document,
        size: int = CHUNK,
        change: Callable[[memoryview], bytes] | None = None,
        threads: int = 1,
    ) -> None:
        self.document = document
        self.change = change
        self.rendering = document.rendering
        self.size = size
        self.threads = threads
        self.made: dict[tuple[Tower, ...], memoryview] = {}

    def __iter__(self) -> Iterator[memoryview]:
        return self.stretch(0, self.document.nbytes)

    def stretch(self, begin: int, end: int) -> Iterator[memoryview]:
        """Return the chunks of the bytes from one place to another of the document."""
        return mapped_ahead(self.finished, self.plans(begin, end), self.threads, self.known)

    def sized(self) -> Iterator[tuple[memoryview, int]]:
        """Yield each chunk with the number of bytes of the document in it: not its length where it was changed."""
        sizes = deque[int]()

        def noted(plans: Iterator[Plan]) -> Iterator[Plan]:
            for plan in plans:
                sizes.append(plan[2] - plan[1])
                yield plan

        plans = noted(self.plans(0, self.document.nbytes))
        for chunk in mapped_ahead(self.finished, plans, self.threads, self.known):
            yield chunk, sizes.popleft()

    def plans(self, begin: int, end: int) -> Iterator[Plan]:
        """Yield what each chunk is made of: the header, the footer, or some towers."""
        document = self.document
        if self.rendering.layout.steps:
            for low in range(begin, end, self.size):
                yield None, low, min(low + self.size, end), document.nbytes
            return
        body, tail = len(document.header), document.nbytes - len(document.footer)
        if begin < min(end, body):
            yield document.header, begin, min(end, body), body
        low, high = (document.low + place - body for place in (max(begin, body), min(end, tail)))
        for at, size, group in self.groups(low, high) if low < high else ():
            yield group, max(0, low - at), min(size, high - at), size
        if max(begin, tail) < end:
            yield document.footer, max(begin, tail) - tail, end - tail, document.nbytes - tail

    def finished(self, plan: Plan) -> memoryview:
        """Return a chunk that was planned. Whole groups of towers are kept."""
        content, low, high, size = plan
        if content is None:
            pages = new_pages(high - low)
            self.document.read_into(pages, low)
            return self.changed(pages.toreadonly())
        if isinstance(content, bytes):
            return self.changed(memoryview(content)[low:high])
        return self.chunk(content) if high - low == size else self.changed(self.make(content)[low:high])

    def known(self, plan: Plan) -> memoryview | None:
        """Return a chunk that was planned, if it is kept."""
        content, low, high, size = plan
        return self.made.get(content) if isinstance(content, tuple) and high - low == size else None

    def groups(self, low: int, high: int) -> Iterator[tuple[int, int, tuple[Tower, ...]]]:
        """Yield where each chunk of the moves begins, its length, and the towers it is made of."""
        group: list[Tower] = []
        start = size = 0
        for at, length, whole in self.rendering.cover(low, high, self.size):
            if group and size + length > self.size:
                yield start, size, tuple(group)
                group.clear()
            if not group:
                start, size = at, 0
            group.append(self.rendering.same_bytes(whole))
            size += length
        if group:
            yield start, size, tuple(group)

    def chunk(self, group: tuple[Tower, ...]) -> memoryview:
        """Return the bytes of some towers, and keep them."""
        known = self.made.get(group)
        if known is None:
            if len(self.made) >= MOST_KEPT:
                self.made.clear()
            known = self.made[group] = self.changed(self.make(group))
        return known

    def changed(self, memory: memoryview) -> memoryview:
        """Return a chunk as it is handed out: changed, or as it is, on pages of its own."""
        if self.change is None:
            return memory if isinstance(memory.obj, mmap.mmap) else on_new_pages(memory)
        return on_new_pages(self.change(memory))

    def make(self, group: tuple[Tower, ...]) -> memoryview:
        """Return the bytes of some towers, on new pages."""
        blocks = [self.rendering.block(whole) for whole in group]
        pages = new_pages(sum(block.nbytes for block in blocks))
        at = 0
        for block in blocks:
            at += block.copy_into(pages[at:])
        return pages.toreadonly()


def new_pages(size: int) -> memoryview:
    """Return memory that shares no page with anything else."""
    if not size:
        return memoryview(bytearray())
    private = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}
    return memoryview(mmap.mmap(-1, size, **private))


def on_new_pages(content: bytes | memoryview) -> memoryview:
    """Return a copy of some bytes on pages of their own."""
    pages = new_pages(len(content))
    pages[:] = content
    return pages.toreadonly()


def aligned_chunks(document: Document) -> Iterator[memoryview]:
    """Yield a document in views of one page-aligned buffer, for direct writing; each is valid until the next."""
    buffer = new_pages(ALIGNED_CHUNK)
    for offset in range(0, document.nbytes, ALIGNED_CHUNK):
        yield buffer[: document.read_into(buffer, offset)]
