"""What the pegs are called in text, and how that is written in each format."""

import csv
import io
import json
import re

import numpy as np
import pytest

import hanoi_fast as hf
from hanoi_fast.streams.layouts import BINARY, layout_for, peg_labels


def made(name, labels=None, first_peg=None):
    return layout_for(name, 9, 3, peg_labels(3, labels, first_peg))


def encoded(name, disc, source, target, **options):
    return made(name, **options).encode(disc, source, target)


def refused(error, text, name, **options):
    with pytest.raises(error, match=f"^{re.escape(text)}$"):
        made(name, **options)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, b"2 1\n"),
        ({"labels": "ABC"}, b"C B\n"),
        ({"labels": ["left", "middle", "right"]}, b"right middle\n"),
        ({"labels": ("α", "ββ", "")}, " ββ\n".encode()),
        ({"labels": iter("ABC")}, b"C B\n"),
        ({"labels": np.array(["x", "y", "z"])}, b"z y\n"),
        ({"first_peg": 0}, b"2 1\n"),
        ({"first_peg": 1}, b"3 2\n"),
        ({"first_peg": np.uint8(9)}, b"11 10\n"),
        ({"first_peg": 10**30}, b"%d %d\n" % (10**30 + 2, 10**30 + 1)),
    ],
)
def test_pegs_are_printed_as_the_caller_says(options, expected):
    assert encoded("text", 7, 2, 1, **options) == expected


def test_labels_may_hold_braces_and_line_ends():
    assert encoded("{source}{target}", 1, 0, 1, labels=["{disc}", "}\n", "{"]) == b"{disc}}\n"


@pytest.mark.parametrize(
    ("labels", "error", "text"),
    [
        ("AB", ValueError, "labels must be 3, one a peg, not 2 ('AB')"),
        ("ABCD", ValueError, "labels must be 3, one a peg, not 4 ('ABCD')"),
        ([], ValueError, "labels must be 3, one a peg, not 0 ([])"),
        ("ABA", ValueError, "labels must differ, 'ABA' do not"),
        (["", "", "x"], ValueError, "labels must differ, ['', '', 'x'] do not"),
        ([0, 1, 2], TypeError, "labels must be strings, one a peg, not [0, 1, 2]"),
        (["A", "B", None], TypeError, "labels must be strings, one a peg, not ['A', 'B', None]"),
        (b"ABC", TypeError, "labels must be strings, one a peg, not b'ABC'"),
        (3, TypeError, "labels must be strings, one a peg, not 3"),
        (True, TypeError, "labels must be strings, one a peg, not True"),
    ],
)
def test_labels_that_do_not_fit_the_pegs_are_refused(labels, error, text):
    refused(error, text, "text", labels=labels)


@pytest.mark.parametrize(
    ("first_peg", "error", "text"),
    [
        (True, TypeError, "first_peg must be an int, not True (bool)"),
        (1.0, TypeError, "first_peg must be an int, not 1.0 (float)"),
        ("1", TypeError, "first_peg must be an int, not '1' (str)"),
        (-1, ValueError, "first_peg must be at least 0, not -1"),
    ],
)
def test_a_first_peg_that_is_no_number_of_a_peg_is_refused(first_peg, error, text):
    refused(error, text, "text", first_peg=first_peg)


def test_labels_and_first_peg_exclude_each_other():
    refused(ValueError, "give labels or first_peg, not both", "text", labels="ABC", first_peg=1)


@pytest.mark.parametrize("name", BINARY)
@pytest.mark.parametrize("options", [{"labels": "ABC"}, {"first_peg": 0}])
def test_binary_layouts_have_no_labels(name, options):
    refused(ValueError, f"labels and first_peg are for text layouts; {name!r} is binary", name, **options)


# Labels that would end a field, a line or a string

AWKWARD = [
    "ABC",
    ["a,b", 'say "c"', "two\nlines"],
    ["", " ", "\r"],
    ["\\", "\t", "\x00"],
    ["é", "ß", "\u2028"],
    ["1", "2", "x"],
]


@pytest.mark.parametrize("labels", AWKWARD)
def test_csv_has_the_labels_as_its_readers_expect_them(labels):
    if "\x00" in labels:
        labels = [*labels[:2], "x"]  # Python 3.10 reads no NUL in CSV
    content = hf.solve(4).open("csv", labels=labels).read().decode()
    rows = list(csv.reader(io.StringIO(content, newline=""), strict=True))
    assert rows[0] == ["disc", "source", "target"]
    assert rows[1:] == [[str(disc), labels[source], labels[target]] for disc, source, target in hf.solve(4)]


@pytest.mark.parametrize("labels", AWKWARD)
def test_json_has_the_labels_as_strings(labels):
    moves = [[disc, labels[source], labels[target]] for disc, source, target in hf.solve(4)]
    assert json.load(hf.solve(4).open("json", labels=labels)) == moves
    lines = hf.solve(4).open("jsonl", labels=labels).read().decode().split("\n")
    assert [json.loads(line) for line in lines[:-1]] == moves
    assert lines[-1] == ""


@pytest.mark.parametrize("options", [{}, {"first_peg": 1}, {"labels": "012"}, {"labels": ["10", "0", "7"]}])
def test_pegs_that_are_numbers_stay_numbers_in_json(options):
    found = json.load(hf.solve(3).open("json", **options))
    assert all(type(number) is int for move in found for number in move)


@pytest.mark.parametrize("labels", [["01", "2", "3"], ["-1", "0", "1"], ["1.0", "2", "3"], ["1 ", "2", "3"]])
def test_what_json_would_not_read_as_the_same_number_is_a_string(labels):
    moves = [[disc, labels[source], labels[target]] for disc, source, target in hf.solve(3)]
    assert json.load(hf.solve(3).open("json", labels=labels)) == moves


def test_other_text_has_the_labels_as_they_are():
    assert hf.solve(1).open("text", labels=["a,b", "x", '"']).read() == b'a,b "\n'
    assert hf.solve(1).open("{source}>{target}", labels=["a,b", "x", '"']).read() == b'a,b>"'


def test_a_label_that_cannot_be_written_is_refused():
    refused(ValueError, "label '\\udcff' cannot be written as UTF-8", "text", labels=["a", "b", "\udcff"])


@pytest.mark.parametrize("name", ["m.csv", "m.json", "m.jsonl", "m.csv.gz"])
def test_a_file_with_such_labels_is_loaded_again(tmp_path, name):
    hf.solve(5).save(tmp_path / name, labels=["a,b", 'say "c"', "two\nlines"])
    array, solution = hf.load(tmp_path / name)
    assert solution == hf.solve(5)
    assert np.array_equal(array, hf.solve(5).array("moves"))
