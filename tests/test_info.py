"""What info says of a file, and of what is none."""

import os
from zlib import crc32

import pytest
from commands import run

import hanoi_fast as hf


def said(done, status, *words):
    """Check that a command failed as it should: with a status, in one line."""
    assert (done.returncode, done.stdout) == (status, ""), done.stderr
    assert done.stderr.count("\n") == 1
    for word in words:
        assert word in done.stderr


def test_info_says_what_a_file_is(tmp_path):
    path = tmp_path / "a.txt"
    hf.solve(10).shard(1, 4).save(path, labels="ABC")
    assert run("info", path).stdout == (
        f"file     {path}, complete\n"
        "puzzle   10 discs, 3 pegs, from peg 0 to peg 2\n"
        "moves    256, from step 255 on\n"
        "layout   'text', raw\n"
        "pegs     A B C\n"
        "bytes    1,024 bytes (1.0 KiB)\n"
        f"crc32    {crc32(path.read_bytes()):08x}\n"
    )
    assert '"first_step": 255, "count": 256' in run("info", path, "--json").stdout
    said(run("info", tmp_path / "b"), 1, ".b.info: there is no description of the file")


@pytest.mark.parametrize("name", ["a.bin", "a.npy", "a.txt"])
@pytest.mark.parametrize("json", [[], ["--json"]])
@pytest.mark.parametrize("change", [-1, 1])
def test_info_does_not_call_a_file_of_another_length_complete(tmp_path, name, json, change):
    path = tmp_path / name
    hf.solve(4).save(path)
    right = path.stat().st_size
    os.truncate(path, right + change)
    said(run("info", path, *json), 2, f"{name} has {right + change} bytes, its description says {right}")


@pytest.mark.parametrize("name", [".", ".."])
def test_info_of_a_folder_says_that_it_is_one(name):
    said(run("info", name), 2, f"hanoi-fast info: error: {name} is a folder without a manifest and without shards")


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="the system has no links")
def test_a_link_is_described_beside_the_file_it_leads_to(tmp_path):
    (tmp_path / "link.txt").symlink_to("a.txt")
    assert run("moves", "4", "-o", tmp_path / "link.txt").returncode == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == [".a.txt.info", "a.txt", "link.txt"]
    assert run("info", tmp_path / "link.txt").stdout.startswith(f"file     {tmp_path}/link.txt, complete\n")
    assert run("verify", tmp_path / "link.txt").stdout.startswith("Every byte is as it should be: 15 moves")
    assert hf.load(tmp_path / "link.txt")[1] == hf.solve(4)


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="the system has no links")
def test_a_description_beside_a_link_goes_before_that_of_the_file(tmp_path):
    hf.solve(4).save(tmp_path / "a.txt")
    (tmp_path / "b.txt").symlink_to("a.txt")
    (tmp_path / ".b.txt.info").write_text("{}")
    said(run("info", tmp_path / "b.txt"), 2, ".b.txt.info does not describe a file of hanoi_fast")
