"""A document as memory in which equal pages are the same pages."""

from __future__ import annotations

import mmap
import os
from collections.abc import Iterator
from math import isqrt
from pathlib import Path
from threading import local

import numpy as np

from ..checks import enough_memory, shown_bytes
from ..kernels.mapping import Mapping
from .documents import Document
from .pages import Copies, Pages, Run, pages_of
from .threads import each

INSTEAD = "array() makes an ordinary array, blocks() and save() need none"

# What is made, 3 turns, and what is mapped, 2/3 of a run a turn, cost time: turns of b bytes in n bytes take
# 3 b * 0.35 ns + n / b * 2/3 * 4 us, least where b * b is n times this (bench/bench_mapped.py).
TURN_SQUARED = 2500

# Mappings that a process keeps for other things than this array.
KEPT_FREE = 1 << 10
USUAL_MOST = 65530  # of vm.max_map_count, where Linux does not tell

PIECE = 1 << 18  # bytes written at a time: they stay in the cache
LARGE = 1 << 24  # bytes that are soon made, whether they repeat or not
MOST_ADDRESSES = 1 << 47


def map_document(document: Document, threads: int = 1) -> Mapping:
    """Return the bytes of a document as memory that can be read; equal pages of it are the same memory.

    Raises:
        NotImplementedError: the system has no memory that can be mapped twice.
        ValueError: nothing in the document repeats in pages, and it is large.
        MemoryError: the pages that differ do not fit in memory, or the bytes not in the addresses of a process.
    """
    if not hasattr(os, "memfd_create"):
        raise NotImplementedError(f"only Linux can map moves; {INSTEAD}")
    if document.nbytes >= MOST_ADDRESSES:
        size = shown_bytes(document.nbytes)
        raise MemoryError(f"a process has addresses for less than 2**47 bytes, and {size} are asked for; take a slice")
    pages = within_limit(document, free_mappings())
    enough_memory(pages.size, "what differs", INSTEAD)
    mapping = Mapping(document.nbytes)
    file = os.memfd_create("hanoi_fast")
    try:
        place_all(mapping, file, document, pages, threads)
    except OSError as error:
        raise MemoryError(f"the system maps no more ({error.strerror}); {INSTEAD}") from None
    finally:
        os.close(file)
    return mapping


def within_limit(document: Document, most: int) -> Pages:
    """Return a document as pages of at most `most` runs, by longer turns where it must be.

    Raises:
        ValueError: it cannot be, or nothing repeats, and making all of it would take a while.
    """
    width = max(1, document.rendering.layout.width)
    usual = pages = pages_of(document, mmap.PAGESIZE, lambda size: exponent_for(size, width))
    longer = 0
    while pages.runs > most and pages.long:
        longer += 1
        pages = pages_of(document, mmap.PAGESIZE, lambda size: exponent_for(size, width) + longer)  # noqa: B023
    if not pages.long and document.nbytes > LARGE:
        why = "only towers on three pegs, in a layout of fixed width, repeat in pages"
        if usual.long:
            why = f"{usual.runs} mappings are needed, and this process has {most} left (vm.max_map_count)"
        raise ValueError(f"{why}; {shown_bytes(document.nbytes)} would be made; {INSTEAD}")
    return pages


def exponent_for(size: int, width: int) -> int:
    """Return k such that turns of 2**k moves of `width` bytes are mapped the soonest, in a tower of `size` bytes."""
    return max(1, isqrt(size * TURN_SQUARED) // width).bit_length() - 1


def free_mappings() -> int:
    """Return how many more mappings this process may have."""
    try:
        most = int(Path("/proc/sys/vm/max_map_count").read_text())
        return most - len(Path("/proc/self/maps").read_bytes().splitlines()) - KEPT_FREE
    except (OSError, ValueError):
        return USUAL_MOST // 2


def place_all(mapping: Mapping, file: int, document: Document, pages: Pages, threads: int) -> None:
    """Make the runs that differ in a file, one after the other, and map each wherever it occurs."""
    begins = stored(file, document, pages.made, threads)
    lows = np.array([low for low, _ in pages.made], np.int64)

    def place_copies(copies: Copies) -> None:
        which = np.searchsorted(lows, copies.like, side="right") - 1
        mapping.place(file, copies.length, copies.at, begins[which] + copies.like - lows[which])

    for copies in pages.long:
        place_copies(copies)
    for (low, high), begin in zip(pages.made, begins.tolist(), strict=True):
        mapping.place(file, high - low, np.array([low]), np.array([begin]))
    for copies in pages.heads:
        place_copies(copies)


def stored(file: int, document: Document, made: list[Run], threads: int) -> np.ndarray:
    """Write runs of a document to a file, each from a page on; return where each begins."""
    sizes = [-(-(high - low) // mmap.PAGESIZE) * mmap.PAGESIZE for low, high in made]
    begins = np.cumsum([0, *sizes], dtype=np.int64)
    buffers = local()

    def write(piece: tuple[int, int, int]) -> None:
        offset, high, at = piece
        if not hasattr(buffers, "own"):
            buffers.own = memoryview(bytearray(min(PIECE, document.nbytes)))
        size = document.read_into(buffers.own[: high - offset], offset)
        os.pwrite(file, buffers.own[:size], at)

    each(write, pieces_of(made, begins.tolist()), threads)
    os.ftruncate(file, int(begins[-1]))
    return begins[:-1]


def pieces_of(made: list[Run], begins: list[int]) -> Iterator[tuple[int, int, int]]:
    """Yield runs in pieces that are written at a time: where it begins, where the run ends, where in the file."""
    for (low, high), begin in zip(made, begins, strict=False):
        for offset in range(low, high, PIECE):
            yield offset, high, begin + offset - low
