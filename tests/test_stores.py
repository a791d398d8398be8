"""Objects in a store: complete or not there, described, gone on with, and refused in a line without keys."""

import os
from pathlib import Path

import numpy as np
import pytest

import hanoi_fast as hf
from hanoi_fast.files import stores
from hanoi_fast.files.stores import Stored, is_url, place_of

fsspec = pytest.importorskip("fsspec", reason="URLs need it")

SOLUTION = hf.solve(18)
SECRET = "wJalrXUtnFEMI-secret"


@pytest.fixture
def memory():
    system = fsspec.filesystem("memory")
    system.store.clear()
    yield system
    system.store.clear()


class Crash(Exception):
    pass


def crash(size):
    raise Crash


# ---- any store ----


@pytest.mark.parametrize("name", ["a.bin", "a.npy", "a.txt.gz", "a.csv", "a.json", "a.arrow", "a.parquet"])
def test_what_is_saved_is_loaded(memory, name):
    if name.endswith(("arrow", "parquet")):
        pytest.importorskip("pyarrow")
    url = f"memory://folder/{name}"
    SOLUTION.save(url)
    assert memory.find("/") == [f"/folder/.{name}.info", f"/folder/{name}"]
    array, solution = hf.load(url)
    assert solution == SOLUTION
    shows_disc = array.shape[1] == 3
    assert np.array_equal(array, SOLUTION.array("moves" if shows_disc else "pairs"))


def test_an_object_has_the_bytes_of_a_file(memory, tmp_path):
    SOLUTION.save("memory://a.npy", "moves")
    SOLUTION.save(tmp_path / "a.npy", "moves")
    assert memory.cat_file("/a.npy") == (tmp_path / "a.npy").read_bytes()


def test_an_object_that_is_cut_is_not_there(memory):
    with pytest.raises(Crash):
        SOLUTION.save("memory://a.bin", progress=crash)
    assert memory.find("/") == []


def test_the_object_before_stays_if_the_next_is_cut(memory):
    SOLUTION.save("memory://a.bin")
    with pytest.raises(Crash):
        hf.solve(19).save("memory://a.bin", progress=crash)
    assert hf.load("memory://a.bin")[1] == SOLUTION


def test_an_object_that_was_cut_in_the_store_is_found_out(memory, monkeypatch):
    monkeypatch.setattr(Stored, "size", lambda self: 7)
    with pytest.raises(OSError, match=r"the object has 7 bytes, not 524,286"):
        SOLUTION.save("memory://a.bin")
    assert not memory.exists("/.a.bin.info")


def test_resuming_skips_what_is_whole(memory):
    SOLUTION.save("memory://a.bin")
    SOLUTION.save("memory://a.bin", resume=True, progress=crash)
    memory.rm_file("/.a.bin.info")
    with pytest.raises(Crash):
        SOLUTION.save("memory://a.bin", resume=True, progress=crash)
    SOLUTION.save("memory://a.bin", resume=True)
    assert memory.exists("/.a.bin.info")
    memory.pipe_file("/a.bin", b"cut")
    SOLUTION.save("memory://a.bin", resume=True)
    assert memory.size("/a.bin") == SOLUTION.nbytes("bin")


def test_resuming_refuses_another_object(memory):
    SOLUTION.save("memory://a.bin")
    with pytest.raises(FileExistsError, match="there is another object, with discs 18, not 19; remove it"):
        hf.solve(19).save("memory://a.bin", resume=True)
    hf.solve(19).save("memory://a.bin")
    assert hf.load("memory://a.bin")[1] == hf.solve(19)


def test_an_object_is_not_replaced_if_it_is_not_to_be(memory):
    memory.pipe_file("/a.bin", b"mine")
    with pytest.raises(FileExistsError, match="the object exists already"):
        SOLUTION.save("memory://a.bin", overwrite=False)
    assert memory.cat_file("/a.bin") == b"mine"


def test_a_damaged_object_is_found_out(memory, called):
    SOLUTION.save("memory://a.txt")
    content = bytearray(memory.cat_file("/a.txt"))
    content[100_000] ^= 1
    memory.pipe_file("/a.txt", bytes(content))
    with pytest.raises(ValueError, match="is not what its description says from byte 100,000 of its contents on"):
        hf.load("memory://a.txt")
    status, out, _ = called("verify", "memory://a.txt")
    assert status == 1
    assert out.startswith("Not as it should be from byte 100,000 on")


def test_an_object_without_a_description_is_an_error(memory):
    memory.pipe_file("/a.bin", b"\0\2")
    with pytest.raises(FileNotFoundError, match="there is no description of the object"):
        hf.load("memory://a.bin")


def test_the_command_line_takes_urls(memory, called):
    assert called("moves", "12", "-o", "memory://a.npy")[0] == 0
    status, out, err = called("info", "memory://a.npy")
    assert (status, err) == (0, "")
    assert "12 discs, 3 pegs" in out
    assert "memory://a.npy, complete" in out
    status, out, err = called("verify", "memory://a.npy")
    assert (status, err) == (0, "")
    assert "Every byte is as it should be: 4,095 moves" in out
    status, out, err = called("moves", "12", "-o", "memory://b.npy", "--dry-run")
    assert (status, err) == (0, "")
    assert not memory.exists("/b.npy")
    assert hf.verify("memory://a.npy", 12).complete


def test_a_file_url_is_a_file(tmp_path):
    SOLUTION.save(f"file://{tmp_path}/a%20b.npy")
    assert sorted(path.name for path in tmp_path.iterdir()) == [".a b.npy.info", "a b.npy"]
    assert hf.load(f"file://{tmp_path}/a%20b.npy")[1] == SOLUTION


# ---- refusals ----


def test_without_fsspec_a_url_is_refused_by_name(monkeypatch):
    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr(stores, "import_module", missing)
    with pytest.raises(ModuleNotFoundError, match=r"s3:// needs fsspec: pip install 'hanoi_fast\[fsspec\]'"):
        SOLUTION.save("s3://bucket/a.npy")


def test_what_is_no_url_is_a_path():
    assert not any(map(is_url, ["a.npy", "s3:/a", "C:\\a", "://a", Path("s3://a"), "1://a"]))
    assert isinstance(place_of("a.npy"), Path)


@pytest.mark.parametrize(
    "call", [lambda **words: SOLUTION.save("a.npy", **words), lambda **words: hf.load("a", **words)]
)
def test_options_of_a_store_are_not_for_paths(call):
    with pytest.raises(ValueError, match=r"storage_options are for URLs, and 'a[^']*' is a path"):
        call(storage_options={"key": "k"})


def test_unknown_stores_and_direct_writing_are_refused(memory):
    with pytest.raises(ValueError, match="nowhere"):
        SOLUTION.save("nowhere://a.npy")
    if hasattr(os, "O_DIRECT"):
        with pytest.raises(ValueError, match=r"direct is for files, and memory://a.bin is an object"):
            SOLUTION.save("memory://a.bin", direct=True)


def test_keys_are_not_shown():
    stored = Stored("memory://a.bin", None)
    stored.options = {"secret": SECRET, "client_kwargs": {"token": "abcdef"}}
    with pytest.raises(OSError, match="no") as caught, stored.told():
        raise RuntimeError(f"no {SECRET} or abcdef at http://me:word@host\nmore")
    assert "no *** or *** at http://host" in str(caught.value)
    assert "more" not in str(caught.value)


# ---- folders of shards ----


def test_a_folder_of_shards_may_be_in_a_store(memory, called):
    solution, done = hf.solve(12), []
    solution.save_shards("memory://out/", 3, ".txt", progress=done.append)
    assert sum(done) == solution.nbytes()
    names = [f"part-0000{which}-of-00003.txt" for which in range(3)]
    assert memory.find("/out") == sorted(
        ["/out/_manifest.json", *(f"/out/{name}" for name in names), *(f"/out/.{name}.info" for name in names)]
    )
    assert b"".join(memory.cat_file(f"/out/{name}") for name in names) == solution.open().read()
    status, out, err = called("verify", "memory://out")
    assert (status, err) == (0, "")
    assert "The 3 shards are as they should be, and follow each other" in out
    status, out, err = called("info", "memory://out")
    assert (status, err) == (0, "")
    assert "memory://out, 3 shards" in out
    solution.save_shards("memory://out", 3, ".txt", progress=crash)
    memory.rm_file(f"/out/.{names[1]}.info")
    memory.rm_file("/out/_manifest.json")
    assert "2 of 3" in called("info", "memory://out")[1] or "not complete" in called("info", "memory://out")[1]
    done.clear()
    solution.save_shards("memory://out", 3, ".txt", progress=done.append)
    assert sum(done) == solution.shard(1, 3).nbytes()


def test_a_folder_of_other_shards_in_a_store_is_left_alone(memory):
    hf.solve(9).save_shards("memory://out", 2)
    for other in (
        lambda: hf.solve(9).save_shards("memory://out", 3),
        lambda: hf.solve(10).save_shards("memory://out", 2),
    ):
        with pytest.raises(FileExistsError, match="take another one"):
            other()


def test_a_shard_that_is_missing_in_a_store_is_found_out(memory, called):
    hf.solve(9).save_shards("memory://out", 2)
    memory.rm_file("/out/part-00001-of-00002.bin")
    status, out, _ = called("verify", "memory://out")
    assert status == 1
    assert "part-00001-of-00002.bin: not there" in out


def test_shards_are_written_to_a_store_by_the_command_line(memory, called):
    assert called("moves", "9", "-o", "memory://out", "--shards", "2")[0] == 0
    assert memory.exists("/out/_manifest.json")
