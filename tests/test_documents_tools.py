"""The file that is no file with the tools that take files."""

import csv
import hashlib
import io
import json
import shutil
import sys
import zipfile

import numpy as np
import pytest
from contents import FORMATS, naive
from oracles import BINARY

import hanoi_fast as hf

TEN = hf.solve(10)


@pytest.mark.parametrize("size", [1, 7, 4096])
def test_a_buffered_reader_reads_and_seeks(size):
    content = naive(TEN, "csv")
    with io.BufferedReader(TEN.open("csv"), size) as file:
        assert file.read(30) == content[:30]
        assert file.seek(-50, io.SEEK_END) == len(content) - 50
        assert file.read() == content[-50:]
        file.seek(100)
        assert file.peek(1)[:1] == content[100:101]


@pytest.mark.parametrize("name", FORMATS)
def test_copyfileobj_copies_all(name):
    copy = io.BytesIO()
    shutil.copyfileobj(TEN.open(name), copy, 1000)
    assert copy.getvalue() == naive(TEN, name)


@pytest.mark.skipif(sys.version_info < (3, 11), reason="hashlib.file_digest came with 3.11")
@pytest.mark.parametrize("name", FORMATS)
def test_file_digest_reads_all(name):
    assert hashlib.file_digest(TEN.open(name), "sha256").digest() == hashlib.sha256(naive(TEN, name)).digest()


def test_a_zip_file_takes_it_in():
    with zipfile.ZipFile(io.BytesIO(), "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open("moves.txt", "w") as member:
            shutil.copyfileobj(TEN.open(), member)
        assert archive.read("moves.txt") == naive(TEN)


def test_zipfile_sees_that_it_is_no_archive():
    # It looks for the end of an archive before the start of a short file, and expects an OSError there.
    assert not zipfile.is_zipfile(hf.solve(1).open())
    assert not zipfile.is_zipfile(TEN.open())


def test_it_is_text_line_by_line():
    lines = list(io.TextIOWrapper(TEN.open("english"), encoding="ascii"))
    assert len(lines) == TEN.count
    assert lines[511] == "Move disc 10 from 0 to 2\n"
    assert list(TEN.open("english"))[511] == lines[511].encode()


def test_csv_is_read_back():
    rows = list(csv.DictReader(io.TextIOWrapper(TEN.open("csv"), newline="")))
    assert [tuple(map(int, row.values())) for row in rows] == [TEN[step] for step in range(TEN.count)]
    assert list(rows[0]) == ["disc", "source", "target"]


@pytest.mark.parametrize("cut", [slice(None), slice(0, 0), slice(7, 8), slice(100, 1000)])
def test_json_is_read_back(cut):
    part = TEN[cut]
    assert [tuple(move) for move in json.load(part.open("json"))] == [part[step] for step in range(part.count)]
    assert [tuple(json.loads(line)) for line in part.open("jsonl")] == [part[step] for step in range(part.count)]


@pytest.mark.parametrize("name", BINARY)
def test_numpy_reads_the_arrays_back(name):
    expected = TEN.array(name)
    found = np.frombuffer(TEN.open(name).read(), expected.dtype).reshape(expected.shape)
    assert (found == expected).all()
