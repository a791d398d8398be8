"""A file's name says its format, or is refused."""

import io

import numpy as np
import pytest

import hanoi_fast as hf
from hanoi_fast.face.solution import span_of
from hanoi_fast.files.compression import COMPRESSIONS
from hanoi_fast.files.formats import SUFFIXES, Format, document_of, format_named, format_of, suffix_of

GZ, ZST = COMPRESSIONS[".gz"], COMPRESSIONS[".zst"]
BIN, NPY, TEXT, ARROW, PARQUET = (SUFFIXES[f".{name}"] for name in ("bin", "npy", "txt", "arrow", "parquet"))


@pytest.mark.parametrize(
    ("path", "name", "form"),
    [
        ("a.bin", None, Format("pairs", BIN)),
        ("a.npy", None, Format("pairs", NPY)),
        ("a.txt", None, Format("text", TEXT)),
        ("a.csv", None, Format("csv", TEXT)),
        ("a.jsonl", None, Format("jsonl", TEXT)),
        ("a.ndjson.gz", None, Format("jsonl", TEXT, COMPRESSIONS[".gz"])),
        ("a.tsv", None, Format("tsv", TEXT)),
        ("a.feather", None, Format("moves", ARROW)),
        ("a.json", None, Format("json", TEXT)),
        ("a.arrow", None, Format("moves", ARROW)),
        ("a.parquet", None, Format("moves", PARQUET)),
        ("a.TXT.GZ", None, Format("text", TEXT, GZ)),
        ("a.npy.zst", None, Format("pairs", NPY, ZST)),
        ("b.c/a.v2.txt", None, Format("text", TEXT)),
        ("a.txt", "english", Format("english", TEXT)),
        ("a.npy", "moves", Format("moves", NPY)),
        ("a.npy", "bin", Format("pairs", NPY)),
        ("a", "text", Format("text", TEXT)),
        ("a.zst", "moves", Format("moves", BIN, ZST)),
        ("a.dat", "npy", Format("pairs", NPY)),
        ("a.arrow", "packed", Format("packed", ARROW)),
        ("a.txt", "{disc}.", Format("{disc}.", TEXT)),
    ],
)
def test_a_path_and_a_name_give_a_format(path, name, form):
    assert format_of(path, name) == form


@pytest.mark.parametrize(
    ("path", "parts"),
    [
        ("a", ("", None)),
        ("a.gz", ("", GZ)),
        ("a.npy", (".npy", None)),
        (".txt", ("", None)),
        ("a.bin.txt.zst", (".txt", ZST)),
    ],
)
def test_the_last_suffix_before_a_compression_counts(path, parts):
    assert suffix_of(path) == parts


@pytest.mark.parametrize(
    ("path", "name", "reason"),
    [
        ("a", None, "cannot tell the format of 'a' by its name"),
        ("a.xyz", None, "end it in .bin, .npy"),
        ("a.gz", None, "or name one"),
        ("a.parquet.gz", None, "leave .gz out of the name"),
        ("a.arrow.zst", "moves", "a compression of their own"),
        ("a.txt", "pairs", "'a.txt' is named as text, but layout 'pairs' is binary"),
        ("a.CSV.gz", "npy", "is named as text"),
        ("a.bin", "npy", "'a.bin' is named as rows without a header: end it in .npy"),
        ("a.bin", "csv", "is named as binary, but layout 'csv' is text"),
        ("a.npy", "text", "a npy file holds a binary layout, not 'text'"),
        ("a.parquet", "{disc}", "a parquet file holds a binary layout"),
        ("a.txt", "nonsense", "unknown format 'nonsense'"),
    ],
)
def test_a_format_that_a_name_belies_is_refused_before_there_is_a_file(path, name, reason, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=reason):
        hf.solve(3).save(path, name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("layout", ["pairs", "moves", "packed", "discs", "sums"])
@pytest.mark.parametrize("discs", [0, 1, 5, 300])
def test_the_header_is_numpy_s_own(layout, discs):
    part = hf.solve(discs)[:100]
    expected = io.BytesIO()
    np.save(expected, part.array(layout))
    found = io.BytesIO()
    document = document_of(span_of(part), Format(layout, NPY))
    assert document.header + part.open(layout).read() == expected.getvalue()
    found.write(document.header + part.open(layout).read())
    found.seek(0)
    assert np.array_equal(np.load(found), part.array(layout))


@pytest.mark.parametrize("name", ["bin", "npy"])
def test_bin_and_npy_are_names_for_pairs(name):
    assert format_named(name).layout == "pairs"
    assert format_named("full") == Format("full", TEXT)


def test_more_moves_than_a_header_can_say_are_refused_by_name(tmp_path):
    refused = r"a npy file holds fewer than 10\*\*4300 moves, not an int of 20000 bits"
    with pytest.raises(ValueError, match=refused):
        hf.solve(20_000).save(tmp_path / "a.npy")
    with pytest.raises(ValueError, match=refused):
        hf.solve(20_000).open("npy")
    assert list(tmp_path.iterdir()) == []
    assert hf.solve(14_284).open("npy").read(6) == b"\x93NUMPY"
