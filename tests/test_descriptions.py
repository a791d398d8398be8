"""Every field of a description is checked, whatever stands in it, and what is printed of it does no harm."""

import json
import random
import subprocess
import sys

import pytest
from commands import ENVIRONMENT
from hypothesis import given, settings
from hypothesis import strategies as st

import hanoi_fast as hf
from hanoi_fast.face.loading import described
from hanoi_fast.files.descriptions import FIELDS, LARGEST, OPTIONAL, USUAL, decoded, describe, disagreement, encoded
from hanoi_fast.files.formats import format_named
from hanoi_fast.files.saving import part_of
from hanoi_fast.files.sidecars import old_sidecar_of, read_sidecar, sidecar_of


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "moves.txt"
    hf.solve(9).save(path)
    return path


def fields(path):
    return json.loads(sidecar_of(path).read_text())


def refused(called, path):
    """Say that each command and load() refuse a file in one line, and return what info says."""
    with pytest.raises((ValueError, OSError)):
        hf.load(path)
    for command in ("verify", "info"):
        status, out, err = called(command, str(path))
        assert (status, out) == (2, "")
        assert err.count("\n") == 1
        assert err.removesuffix("\n").isprintable()
    return err


# ---- what is no description ----


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"package": ' * 5000,
        '{"package": "hanoi_fast", "x": ' + "[" * 100_000,
        '{"package": "hanoi_fast", "count": ' + "9" * 5000 + "}",
        '"hanoi_fast"',
        "null",
        "NaN",
        "\xff\xfe",
        '{"package": "hanoi_fast"} {"package": "hanoi_fast"}',
    ],
)
def test_what_is_no_description_is_refused_in_a_line(saved, called, text):
    sidecar_of(saved).write_text(text, encoding="latin-1")
    assert "moves.txt.info" in refused(called, saved)


def test_a_description_larger_than_64_mib_is_not_read(saved, called):
    with sidecar_of(saved).open("r+b") as file:
        file.truncate(LARGEST + 1)
    assert "more than 67108864 bytes" in refused(called, saved)


def test_a_description_that_would_be_too_large_is_refused_before_there_is_a_file(tmp_path, monkeypatch):
    monkeypatch.setattr("hanoi_fast.files.descriptions.LARGEST", 1000)
    with pytest.raises(ValueError, match="a description has at most 1000 bytes, that of 300 discs"):
        hf.solve([0, 1, 2] * 100, 2).save(tmp_path / "a.bin")
    assert list(tmp_path.iterdir()) == []


def test_a_description_that_is_formatted_anew_still_counts(saved, called):
    for options in ({"indent": None}, {"indent": 8, "sort_keys": True}, {"separators": (",", ":")}):
        sidecar_of(saved).write_text(json.dumps(fields(saved), **options) + "\n\n")
        assert called("verify", str(saved))[0] == 0
    hf.solve(8).save(saved)
    assert hf.load(saved)[1] == hf.solve(8)


# ---- each field ----

WRONG = {
    "package": [None, "other", 1, ["hanoi_fast"]],
    "version": [None, 1, "x" * 101, ["0"], "\ud800"],
    "discs": [None, True, -1, 1.5, "9x", "", "-3", "0x", "9" * 4301, [9], 10, 10**7 + 1, str(2**53)],
    "pegs": [None, True, 1, 257, "3", 3.0, [3], 4],
    "source": [None, True, -1, 256, "0", [0, -1], [0, 256], [True], [[0]], {}, 1],
    "target": [None, True, -1, 256, "2", [0, "1"], [0, 1.5], {}, 0],
    "first_step": [None, True, -1, 1.0, "one", [0], 1],
    "count": [None, True, -1, 511.0, "many", [511], 510],
    "layout": [None, 1, "", "nonsense", "pairs", "x" * 70_000, ["text"], "{disc}", "{", "\ud800{disc}"],
    "labels": [None, "012", ["0", "1"], ["0", "0", "1"], [0, 1, 2], ["a"] * 257, {}, ["0", "1", "\udcff"], [None] * 3],
    "container": [None, 1, "", "npy", "arrow", "nonsense", ["raw"], {}],
    "compression": [None, 1, "bz2", [], {}, "."],
    "bytes": [None, True, -1, 2043, "many", [2044]],
    "crc32": [None, 1, "", "0" * 8, "g" * 8, "0" * 9, ["0" * 8]],
    "arcs": [None, 1, "", "nonsense", "linear", [[0]], [[0, 1, 2]], [[0, 3]], [[0, 0]], [None], ["x"], [[0, True]], {}],
    "moves": [None, 1, "", [[1, 0]], [[1, 0, True]], [[1, 0, 300]], [[9, 0, 2]], [[0, 0, 1]], [], {}],
    "exact": [None, 1, "false"],
    "complete": [None, 1, 0, "true", ["A", "B", "C"]],
}


def test_every_field_has_its_wrong_values():
    assert set(WRONG) == set(FIELDS)


@pytest.mark.parametrize(("key", "value"), [(key, value) for key in WRONG for value in WRONG[key]])
def test_a_field_of_a_wrong_value_is_refused(saved, called, key, value):
    sidecar_of(saved).write_text(json.dumps({**fields(saved), key: value}))
    said = refused(called, saved)
    assert "hanoi-fast info: error: " in said
    assert len(said) < 600


@pytest.mark.parametrize("key", sorted(set(WRONG) - OPTIONAL - set(USUAL)))
def test_a_field_that_is_missing_is_named(saved, called, key):
    sidecar_of(saved).write_text(json.dumps({name: value for name, value in fields(saved).items() if name != key}))
    said = refused(called, saved)
    assert f"does not say its '{key}'" in said or "does not describe a file of hanoi_fast" in said


def test_a_field_that_nobody_knows_is_refused(saved, called):
    sidecar_of(saved).write_text(json.dumps({**fields(saved), "\x1b[31mnew": 1}))
    assert "it has a field '\\x1b[31mnew', which this version does not know" in refused(called, saved)


def test_only_completeness_and_version_may_differ(saved):
    right = read_sidecar(saved)
    for key in right:
        other = {**right, key: ["something else"]}
        assert disagreement(other, right) == (None if key in ("complete", "version") else key)


@pytest.mark.parametrize("key", ["complete", "version"])
def test_a_part_of_another_version_is_resumed(tmp_path, key):
    path = tmp_path / "a.txt"
    hf.solve(9).save(path)
    part_of(path).write_bytes(path.read_bytes()[:100])
    changed = {**fields(path), "complete": False, "version": "99.0"}
    sidecar_of(part_of(path)).write_text(json.dumps(changed))
    path.unlink()
    hf.solve(9).save(path, resume=True)
    assert described(path).complete


# ---- numbers ----


@pytest.mark.parametrize("number", [0, 2**53 - 1, 2**53, 2**64, 10**2000, 2**8191, 2**8192, 2**20_000], ids=hex)
def test_no_reader_of_json_rounds_a_number(number):
    text = encoded({"discs": 3, "count": number})
    # As JavaScript and jq read numbers.
    found = json.loads(text, parse_int=lambda digits: int(float(digits)))["count"]
    assert (int(found, 0) if isinstance(found, str) else found) == number
    assert isinstance(found, str) == (number >= 2**53)


def test_a_large_first_step_is_read_back_however_it_is_written(tmp_path, called):
    path, part = tmp_path / "a.txt", hf.solve(64)[2**63 : 2**63 + 10]
    part.save(path)
    found = fields(path)
    assert found["first_step"] == str(2**63)
    for first in (2**63, hex(2**63)):
        sidecar_of(path).write_text(json.dumps({**found, "first_step": first}))
        assert hf.load(path)[1] == part
    assert json.loads(called("info", str(path), "--json")[1])["first_step"] == str(2**63)


# ---- what is printed ----

ESCAPES = ["\x1b[31mred", "a\nb", "\x07"]


def test_labels_and_names_do_not_reach_the_terminal_as_they_are(tmp_path, called):
    path = tmp_path / "a\x1b[2Jb\n.txt"
    hf.solve(4).save(path, labels=ESCAPES)
    status, out, _ = called("info", str(path))
    assert status == 0
    lines = out.splitlines()
    assert len(lines) == 7
    assert all(line.isprintable() for line in lines)
    assert r"a\x1b[2Jb\n.txt, complete" in lines[0]
    assert lines[4] == r"pegs     \x1b[31mred a\nb \x07"
    status, out, _ = called("verify", str(path), str(path))
    assert all(line.isprintable() for line in out.splitlines())
    path.unlink()
    status, out, err = called("verify", str(path))
    assert (status, err.removesuffix("\n").isprintable()) == (2, True)


# ---- mangled in any way ----


def taken(text):
    """Return the description that some text is, or None if it is refused as it should be."""
    try:
        return decoded(text, "it")
    except ValueError as error:
        if not str(error).startswith("it "):
            raise
        return None


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(["gz", "0x1", "npy"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
RIGHT = describe(hf.solve(6).open("text").document, format_named("text"))


@settings(max_examples=200)
@given(
    st.dictionaries(st.sampled_from([*FIELDS, "more"]), VALUES, max_size=3),
    st.sets(st.sampled_from(list(FIELDS)), max_size=1),
)
def test_any_mangled_description_is_taken_or_refused_by_a_value_error(changes, gone):
    mangled = {key: value for key, value in {**RIGHT, **changes}.items() if key not in gone}
    found = taken(json.dumps(mangled).encode())
    assert found is None or (set(FIELDS) - OPTIONAL <= set(found) <= set(FIELDS) and isinstance(found["count"], int))


@settings(max_examples=200)
@given(st.data())
def test_any_bytes_of_a_description_may_change(data):
    text = bytearray(encoded(RIGHT).encode())
    for _ in range(data.draw(st.integers(1, 5))):
        text[data.draw(st.integers(0, len(text) - 1))] = data.draw(st.integers(0, 255))
    taken(bytes(text))


SMALL = """
import resource, sys, time
resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
import hanoi_fast as hf
from hanoi_fast.cli import main
hf.solve(3).save(sys.argv[1])
from pathlib import Path
begin = time.process_time()
for text in sys.stdin.read().split("\\0"):
    Path(sys.argv[1]).with_name(".a.txt.info").write_text(text)
    try:
        main(["info", sys.argv[1]])
    except SystemExit as end:
        assert end.code == 2
print(time.process_time() - begin < 10)
"""


def test_a_hundred_mangled_descriptions_take_no_time(tmp_path, saved):
    generator = random.Random(1)
    texts = []
    for _ in range(100):
        text = list(sidecar_of(saved).read_text())
        for _ in range(3):
            text[generator.randrange(len(text))] = chr(generator.randrange(32, 127))
        texts.append("".join(text))
    command = [sys.executable, "-c", SMALL, tmp_path / "a.txt"]
    done = subprocess.run(command, input="\0".join(texts), capture_output=True, text=True, env=ENVIRONMENT, timeout=60)
    assert done.stdout.splitlines()[-1] == "True", done.stderr
    assert "Traceback" not in done.stderr


# ---- the name of the first version ----


def test_a_description_of_the_old_name_is_read_and_replaced(saved, called):
    sidecar_of(saved).rename(old_sidecar_of(saved))
    assert called("verify", str(saved))[0] == 0
    hf.solve(8).save(saved)
    assert not old_sidecar_of(saved).exists()
    assert hf.load(saved)[1] == hf.solve(8)


def test_a_foreign_file_of_the_old_name_stays(saved):
    old_sidecar_of(saved).write_text('{"mine": 1}')
    hf.solve(8).save(saved)
    assert old_sidecar_of(saved).read_text() == '{"mine": 1}'
    assert hf.load(saved)[1] == hf.solve(8)


def test_a_foreign_file_of_the_old_name_is_no_description(saved, called):
    old_sidecar_of(saved).write_text('{"mine": 1}')
    sidecar_of(saved).unlink()
    with pytest.raises(FileNotFoundError, match="there is no description of the file"):
        hf.load(saved)
    assert called("verify", str(saved), "--discs", "9")[0] == 0
