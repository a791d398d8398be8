"""Folders of shards on the command line: written, checked, described, and refused."""

import json

import pytest

import hanoi_fast as hf
from hanoi_fast.cli import main
from hanoi_fast.files.shards import MANIFEST

NAMES = ["part-00000-of-00003", "part-00001-of-00003", "part-00002-of-00003"]


def said(capfd, *words):
    """Return the status of a command, and what it prints."""
    try:
        status = main([*map(str, words)])
    except SystemExit as end:
        status = end.code
    out, error = capfd.readouterr()
    return status or 0, out, error


def edited(folder, change):
    manifest = json.loads((folder / MANIFEST).read_text())
    change(manifest)
    (folder / MANIFEST).write_text(json.dumps(manifest))


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda m: m.pop("shards"), "does not say its 'shards'"),
        (lambda m: m.update(shards=[]), "shards must be 1 to 99999 rows"),
        (lambda m: m.update(shards=5), "shards must be 1 to 99999 rows"),
        (lambda m: m["shards"].pop(), "shards cannot have 'part-00000-of-00003.bin' as number 0 of 2"),
        (lambda m: m["shards"].reverse(), "shards cannot have 'part-00002-of-00003.bin' as number 0 of 3"),
        (lambda m: m["shards"][0].update(name="../evil.bin"), "shards cannot have '../evil.bin' as number 0"),
        (lambda m: m["shards"][1].update(crc32="00000000"), "contradicts itself: its shard 1 should be"),
        (lambda m: m["shards"][1].update(count=5), "contradicts itself: its shard 1 should be"),
        (lambda m: m["shards"][1].update(bytes=-1), "bytes of shards must be at least 0, not -1"),
        (lambda m: m["shards"][1].update(more=1), "shards must be 1 to 99999 rows"),
        (lambda m: m.update(crc32="00000000"), "contradicts itself: crc32 is '00000000'"),
        (lambda m: m.update(complete=False), "contradicts itself: complete is False"),
        (lambda m: m.update(container="npy"), "contradicts itself"),
        (lambda m: m.update(what=1), "it has a field 'what', which this version does not know"),
    ],
)
def test_a_manifest_that_cannot_be_is_refused(tmp_path, capfd, change, text):
    hf.solve(9).save_shards(tmp_path, 3)
    edited(tmp_path, change)
    for command in ("verify", "info"):
        status, out, error = said(capfd, command, tmp_path)
        assert (status, out) == (2, "")
        assert text in error
        assert "Traceback" not in error


def test_the_command_line_writes_checks_and_describes_a_folder(tmp_path, capfd):
    out = tmp_path / "out"
    assert said(capfd, "moves", 12, "-o", f"{out}/", "--shards", 3, "--suffix", ".txt.gz", "--labels", "ABC")[0] == 0
    status, text, _ = said(capfd, "verify", out)
    assert (status, text) == (0, "The 3 shards are as they should be, and follow each other: 4,095 moves.\n")
    assert json.loads(said(capfd, "verify", out, "--json")[1]) == {
        "same": True,
        "moves": 4095,
        "shards": 3,
        "wrong": {},
    }
    text = said(capfd, "info", out)[1]
    assert text.startswith(f"folder   {out}, 3 shards, part-00000-of-00003.txt.gz and so on\npuzzle   12 discs")
    assert "pegs     A B C" in text
    assert json.loads(said(capfd, "info", out, "--json")[1]) == json.loads((out / MANIFEST).read_text())


def test_what_is_wrong_in_a_folder_is_named(tmp_path, capfd):
    hf.solve(12).save_shards(tmp_path, 3)
    (tmp_path / f"{NAMES[0]}.bin").unlink()
    with (tmp_path / f"{NAMES[1]}.bin").open("r+b") as file:
        file.seek(100)
        file.write(b"?")
    (tmp_path / "part-00000-of-00002.bin").touch()
    status, text, _ = said(capfd, "verify", tmp_path)
    assert status == 1
    assert text.splitlines() == [
        "part-*-of-00002.bin: shards of something else, which readers of the folder would take",
        "part-00000-of-00003.bin: not there",
        "part-00001-of-00003.bin: not as it should be from byte 100 on",
        "Not right: 3 of these.",
    ]


def test_a_folder_without_a_manifest_is_said_to_be_unfinished(tmp_path, capfd):
    hf.solve(12).save_shards(tmp_path, 3)
    (tmp_path / MANIFEST).unlink()
    (tmp_path / f"{NAMES[0]}.bin").rename(tmp_path / f".{NAMES[0]}.bin.part")
    lines = said(capfd, "info", tmp_path)[1].splitlines()
    assert lines[0].endswith("not complete: it has no manifest; the same command again goes on")
    assert lines[1:] == [
        "begun    2,730 bytes (2.7 KiB) of shards that are not whole",
        "shards   2 of 3 are whole, .bin",
    ]
    assert json.loads(said(capfd, "info", tmp_path, "--json")[1]) == {
        "complete": False,
        "found": [{"suffix": ".bin", "shards": 3, "whole": 2}],
        "begun": 2730,
    }
    status, _, error = said(capfd, "verify", tmp_path)
    assert status == 2
    assert "is not complete: shards 2 of 3 are whole, .bin" in error


def test_a_folder_without_shards_is_refused(tmp_path, capfd):
    for command in ("info", "verify"):
        status, _, error = said(capfd, command, tmp_path)
        assert status == 2
        assert "is a folder without a manifest and without shards" in error


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["--shards", "2"], "--shards needs -o FOLDER"),
        (["-o", "x.bin", "--suffix", ".bin"], "--suffix needs --shards N"),
        (["-o", "x.bin", "--workers", "2"], "--workers needs --shards N"),
        (["-o", "x.bin", "--scheduler", "tcp://a:1"], "--scheduler needs --shards N"),
        (["-o", "x", "--shards", "2", "--direct"], "--direct goes with one file, not with --shards"),
        (["-o", "x", "--shards", "2", "--dry-run"], "--dry-run goes with one file, not with --shards"),
        (["-o", "x", "--shards", "2", "--no-overwrite"], "--no-overwrite goes with one file, not with --shards"),
        (["-o", "x", "--shards", "2", "--workers", "1", "--scheduler", "a"], "not allowed with argument"),
        (["-o", "x", "--shards", "0"], "shards must be between 1 and 4095, not 0"),
    ],
)
def test_options_that_do_not_go_together_are_refused(tmp_path, monkeypatch, capfd, words, text):
    monkeypatch.chdir(tmp_path)
    status, _, error = said(capfd, "moves", 12, *words)
    assert status == 2
    assert text in error
    assert list(tmp_path.iterdir()) == []
