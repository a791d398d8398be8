"""The description beside a file says what it is, and is found out when it does not."""

import json
import re

import pytest

import hanoi_fast as hf
from hanoi_fast.face.loading import described
from hanoi_fast.files.sidecars import read_sidecar, sidecar_of


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "moves.txt"
    hf.solve(9).save(path)
    return path


def changed(path, **changes):
    """Write a description that says something else; None takes a line away."""
    description = {**read_sidecar(path), **changes}
    kept = {key: value for key, value in description.items() if value is not ...}
    sidecar_of(path).write_text(json.dumps(kept, indent=1))


@pytest.mark.parametrize(
    ("solution", "name", "form", "facts"),
    [
        (hf.solve(9), "a.npy", None, {"discs": 9, "pegs": 3, "source": 0, "target": 2, "first_step": 0, "count": 511}),
        (hf.solve(9, 1), "a.npy", "moves", {"target": 1, "layout": "moves", "labels": None, "container": "npy"}),
        (hf.solve(9), "a.txt.gz", None, {"labels": ["0", "1", "2"], "compression": "gz", "bytes": 2044}),
        (hf.solve([0, 2, 1, 0], 2), "a.csv", None, {"source": [0, 2, 1, 0], "target": 2}),
        (hf.solve([0, 2], [1, 0]), "a.json", None, {"source": [0, 2], "target": [1, 0]}),
        (hf.solve(20, pegs=5).shard(1, 3), "a.bin", None, {"pegs": 5, "first_step": 37, "count": 37}),
        (hf.solve(9)[100:200], "a.x", "{disc}", {"layout": "{disc}", "first_step": 100, "count": 100}),
        (hf.solve(0), "a.bin", None, {"discs": 0, "source": [], "target": [], "count": 0, "bytes": 0}),
    ],
)
def test_a_description_says_what_was_saved(solution, name, form, facts, tmp_path):
    solution.save(tmp_path / name, form)
    description = read_sidecar(tmp_path / name)
    assert {key: description[key] for key in facts} == facts
    assert (description["package"], description["version"]) == ("hanoi_fast", hf.__version__)
    assert description["complete"] is True
    found = described(tmp_path / name)
    assert found.solution == solution
    assert f"{solution.crc32(found.form.layout):08x}" == description["crc32"] or name == "a.npy"


def test_labels_are_described(tmp_path):
    hf.solve(4).save(tmp_path / "a.txt", "english", labels=["left", "à", "right"])
    found = described(tmp_path / "a.txt")
    assert found.document.rendering.layout.labels == ("left", "à", "right")
    assert found.document.nbytes == (tmp_path / "a.txt").stat().st_size


def test_numbers_that_python_refuses_to_print_are_described(tmp_path):
    part = hf.solve(15_000)[2**14_999 : 2**14_999 + 10]
    part.save(tmp_path / "a.txt")
    assert described(tmp_path / "a.txt").solution == part


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"discs": 10}, "contradicts itself: crc32"),
        ({"count": 510}, "contradicts itself: bytes is 2044, not 2040"),
        ({"count": 512}, "cannot be: count must be between 0 and 511, not 512"),
        ({"first_step": -1}, "cannot be: first_step must be at least 0, not -1"),
        ({"crc32": "00000000"}, "contradicts itself: crc32 is '00000000', not "),
        ({"target": 1}, "contradicts itself: crc32"),
        ({"source": [0, 1, 2]}, "cannot be: count must be between 0 and"),
        ({"discs": 8, "count": 0, "first_step": 0, "source": [0, 1, 2]}, "contradicts itself: discs is 8, not 3"),
        ({"pegs": 1}, "cannot be: pegs must be between 2 and 256, not 1"),
        ({"pegs": "3"}, "cannot be: pegs must be between 2 and 256, not '3'"),
        ({"layout": "nonsense"}, "cannot be: unknown layout 'nonsense'"),
        ({"layout": "full"}, "contradicts itself: bytes"),
        ({"labels": ["0", "1"]}, "cannot be: labels must be 3"),
        ({"labels": None}, "contradicts itself: labels is None"),
        ({"container": ...}, "does not say its 'container'"),
        ({"count": "many"}, "cannot be: count must be a number, not 'many'"),
        ({"discs": True}, "cannot be: discs must be a number, not True"),
    ],
)
def test_a_description_that_cannot_be_is_refused(saved, changes, reason):
    changed(saved, **changes)
    with pytest.raises(ValueError, match=reason) as caught:
        hf.load(saved)
    assert str(caught.value).startswith(str(sidecar_of(saved)))


@pytest.mark.parametrize("text", ["", "{", "[]", '{"package": "other"}', "\0" * 1000, '{\n "package": "other",\n'])
def test_what_is_no_description_of_ours_is_refused(saved, text):
    sidecar_of(saved).write_text(text)
    with pytest.raises(ValueError, match="does not describe a file of hanoi_fast"):
        hf.load(saved)


def test_a_description_that_is_cut_is_refused(saved):
    text = sidecar_of(saved).read_text()
    sidecar_of(saved).write_text(text[:100])
    with pytest.raises(ValueError, match="is cut or damaged"):
        hf.load(saved)


def test_without_a_description_there_is_nothing_to_load(saved):
    sidecar_of(saved).unlink()
    with pytest.raises(FileNotFoundError, match=re.escape("there is no description of the file")):
        hf.load(saved)


def test_a_description_replaces_no_file_that_is_none(tmp_path):
    (tmp_path / ".moves.txt.info").write_text('{"mine": 1}')
    with pytest.raises(FileExistsError, match="this file is none of ours"):
        hf.solve(3).save(tmp_path / "moves.txt")
    assert (tmp_path / ".moves.txt.info").read_text() == '{"mine": 1}'
    assert [path.name for path in tmp_path.iterdir()] == [".moves.txt.info"]
