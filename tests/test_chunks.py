"""Chunks are a document's bytes, on pages that are written once and never again."""

import mmap
from zlib import crc32

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import hanoi_fast as hf
from hanoi_fast.files.compression import COMPRESSIONS
from hanoi_fast.streams.chunks import ALIGNED_CHUNK, MOST_KEPT, Chunks, aligned_chunks

SOLUTIONS = [hf.solve(12), hf.solve(25, pegs=4), hf.solve([0, 1, 2, 0, 1, 2, 0], 1), hf.solve(12)[5:4000], hf.solve(0)]
FORMATS = ["text", "csv", "json", "moves", "npy", "english"]


def document_of(solution, form):
    return solution.open(form).document


def address(chunk):
    return np.frombuffer(chunk, np.uint8).ctypes.data


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("solution", SOLUTIONS, ids=repr)
@pytest.mark.parametrize("size", [1, 100, 4096, 1 << 18])
def test_chunks_are_the_bytes_of_the_document(solution, form, size):
    document = document_of(solution, form)
    chunks = list(Chunks(document, size))
    assert b"".join(chunks) == solution.open(form).read()
    longest = max([len(document.header), len(document.footer), size, 40])
    assert all(len(chunk) <= longest for chunk in chunks)


@given(st.data())
def test_chunks_begin_and_end_at_any_step(data):
    whole, form = data.draw(st.sampled_from(SOLUTIONS)), data.draw(st.sampled_from(FORMATS))
    first, stop = sorted(data.draw(st.integers(0, whole.count)) for _ in "ab")
    solution = whole[first:stop]
    assert b"".join(Chunks(document_of(solution, form), 300)) == solution.open(form).read()


@pytest.mark.parametrize("name", [None, "gz"])
def test_chunks_never_change_after_they_are_handed_out(name):
    # Each is kept, as a pipe would keep it, while more are made than the sequence keeps itself.
    document = document_of(hf.solve(300, pegs=5), "moves")
    change = name and COMPRESSIONS[f".{name}"].compressor()
    chunks, sums = [], []
    for chunk in Chunks(document, 512, change):
        assert chunk.readonly
        chunks.append(chunk)
        sums.append(crc32(chunk))
    assert len({address(chunk) for chunk in chunks}) > MOST_KEPT
    assert [crc32(chunk) for chunk in chunks] == sums


@pytest.mark.parametrize("form", ["text", "csv", "json", "npy"])
@pytest.mark.parametrize("cut", [slice(None), slice(5, 16_000), slice(0, 0)])
@pytest.mark.parametrize("name", [None, "gz"])
def test_a_chunk_shares_no_page_with_anything(name, form, cut):
    document = document_of(hf.solve(14)[cut], form)
    chunks = list(Chunks(document, 1000, name and COMPRESSIONS[f".{name}"].compressor()))
    assert all(isinstance(chunk.obj, mmap.mmap) and chunk.readonly for chunk in chunks)
    pages = {address(chunk) // mmap.PAGESIZE: bytes(chunk) for chunk in chunks}
    for chunk in chunks:
        first, last = address(chunk) // mmap.PAGESIZE, (address(chunk) + len(chunk) - 1) // mmap.PAGESIZE
        assert pages[first] == bytes(chunk)
        assert not [page for page in pages if first < page <= last]


def test_a_chunk_that_comes_again_is_the_same_memory():
    chunks = list(Chunks(document_of(hf.solve(20), "text"), 1 << 14))
    assert len(chunks) > 250
    assert len({address(chunk) for chunk in chunks}) < 20


def test_aligned_chunks_are_the_document_in_one_buffer():
    solution = hf.solve(21)
    seen = []
    data = bytearray()
    for chunk in aligned_chunks(document_of(solution, "npy")):
        assert address(chunk) % mmap.PAGESIZE == 0
        seen.append(len(chunk))
        data += chunk
    assert data == solution.open("npy").read()
    assert seen[0] == ALIGNED_CHUNK
