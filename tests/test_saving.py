"""A file is complete or not there; what is unfinished is checked before it is gone on with."""

import errno
import os
import stat
import sys
from io import BytesIO
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hanoi_fast as hf
from hanoi_fast.face.loading import described
from hanoi_fast.files.comparing import first_difference
from hanoi_fast.files.saving import part_of
from hanoi_fast.files.sidecars import read_sidecar, sidecar_of

SOLUTION = hf.solve(16)
TEXT = SOLUTION.open().read()


class Crash(Exception):
    pass


def interrupted(solution, path, after, **options):
    """Save up to so many bytes, then fail as a full disk or a signal would."""
    done = 0

    def progress(size):
        nonlocal done
        done += size
        if done >= after:
            raise Crash

    with pytest.raises(Crash):
        solution.save(path, progress=progress, **options)


def names(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def path(tmp_path):
    return tmp_path / "moves.txt"


def test_an_interrupted_export_leaves_a_part_to_be_resumed(path, tmp_path):
    interrupted(hf.solve(18), path, 1)
    assert names(tmp_path) == ["..moves.txt.part.info", ".moves.txt.part"]
    assert described(part_of(path)).complete is False
    hf.solve(18).save(path, resume=True)
    assert names(tmp_path) == [".moves.txt.info", "moves.txt"]
    assert path.read_bytes() == hf.solve(18).open().read()


@pytest.mark.parametrize("name", ["a.txt", "a.npy", "a.json", "a.csv.gz", "a.bin.zst"])
@pytest.mark.parametrize("kept", [0, 1, 130, 0.3, 0.999, 1.0])
@pytest.mark.parametrize("flip", [None, 0, 0.5, 1.0])
def test_whatever_a_part_holds_the_result_is_the_same(tmp_path, name, kept, flip):
    if name.endswith("zst"):
        pytest.importorskip("backports.zstd", reason="zstd needs it")
    path = tmp_path / name
    solution = hf.solve(17, pegs=3)
    solution.save(path)
    expected = path.read_bytes()
    path.unlink()
    size = kept if isinstance(kept, int) else int(len(expected) * kept)
    part = bytearray(expected[:size])
    if flip is not None and part:
        part[int(flip * (len(part) - 1))] ^= 1
    part_of(path).write_bytes(part)
    solution.save(path, resume=True)
    assert path.read_bytes() == expected
    assert names(tmp_path) == [f".{name}.info", name]


@pytest.mark.parametrize("rubbish", [b"", b"\0" * 100, b"0" * 3_000_000])
def test_what_an_earlier_try_left_behind_the_end_is_cut(path, rubbish):
    part_of(path).write_bytes(TEXT + rubbish)
    SOLUTION.save(path, resume=True)
    assert path.read_bytes() == TEXT


def test_without_resume_a_part_is_not_even_looked_at(path):
    part_of(path).write_bytes(b"something else, and long" * 100_000)
    SOLUTION.save(path)
    assert path.read_bytes() == TEXT


def test_the_part_of_another_export_is_not_cut(path):
    interrupted(hf.solve(18), path, 1)
    before = part_of(path).read_bytes()
    with pytest.raises(ValueError, match="left by another export, with discs 18, not 16; remove it or do not resume"):
        SOLUTION.save(path, resume=True)
    assert part_of(path).read_bytes() == before
    SOLUTION.save(path)
    assert path.read_bytes() == TEXT


def test_resuming_a_complete_file_checks_it(path):
    SOLUTION.save(path)
    sidecar_of(path).unlink()  # as a crash between the two would leave it
    before = path.stat().st_ino
    SOLUTION.save(path, resume=True)
    assert path.stat().st_ino == before
    assert described(path).complete


@pytest.mark.parametrize("place", [0, 5, 100_000, len(TEXT) - 1])
def test_resuming_never_touches_a_complete_file_of_other_bytes(path, place):
    data = bytearray(TEXT)
    data[place] ^= 1
    path.write_bytes(data)
    with pytest.raises(FileExistsError, match=f"is complete and differs from byte {place:,} on"):
        SOLUTION.save(path, resume=True)
    assert path.read_bytes() == data


def test_an_existing_file_is_replaced_only_where_it_may_be(path):
    path.write_bytes(b"mine")
    with pytest.raises(FileExistsError, match="the file exists already"):
        SOLUTION.save(path, overwrite=False)
    assert path.read_bytes() == b"mine"
    interrupted(hf.solve(18), path, 1)
    assert path.read_bytes() == b"mine"
    SOLUTION.save(path)
    assert path.read_bytes() == TEXT


def test_two_exports_to_one_file_are_refused_and_the_first_goes_on(path):
    def second(_):
        with pytest.raises(BlockingIOError, match="another export is writing to this file"):
            SOLUTION.save(path)

    SOLUTION.save(path, progress=second)
    assert path.read_bytes() == TEXT


def test_the_mode_of_a_file_is_kept_and_a_new_one_has_the_usual_one(path):
    mask = os.umask(0o027)
    try:
        SOLUTION.save(path)
    finally:
        os.umask(mask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    path.chmod(0o604)
    SOLUTION.save(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o604


def test_a_symbolic_link_stays_one(tmp_path):
    (tmp_path / "there").mkdir()
    target, link = tmp_path / "there" / "moves.txt", tmp_path / "link.txt"
    link.symlink_to(target)
    for _ in range(2):
        SOLUTION.save(link)
        assert link.is_symlink()
        assert target.read_bytes() == TEXT
    assert names(tmp_path / "there") == [".moves.txt.info", "moves.txt"]


@pytest.mark.parametrize("options", [{"fsync": True}, {"direct": True}, {"direct": True, "resume": True}])
@pytest.mark.parametrize("name", ["a.txt", "a.npy"])
def test_the_ways_to_write_write_the_same(tmp_path, name, options):
    path, solution = tmp_path / name, hf.solve(21)
    part_of(path).write_bytes(solution.open("text" if name == "a.txt" else "npy").read()[: 5 << 20])
    try:
        solution.save(path, **options)
    except OSError as error:
        if error.errno != errno.EINVAL:
            raise
        pytest.skip(f"{tmp_path} is on a file system without direct writing")
    assert crc32(path.read_bytes()) == int(read_sidecar(path)["crc32"], 16)


@pytest.mark.parametrize("name", ["a.txt.gz", "a.arrow"])
def test_direct_is_for_files_of_known_size(tmp_path, name):
    with pytest.raises(ValueError, match="neither compressed nor Arrow"):
        SOLUTION.save(tmp_path / name, direct=True)
    assert names(tmp_path) == []


@pytest.mark.parametrize(
    ("solution", "name"), [(hf.solve(200), "a.bin"), (hf.solve(62), "a.npy"), (hf.solve(1000, pegs=4), "a.txt")]
)
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="space is reserved on Linux")
def test_a_disk_without_room_is_found_out_before_the_first_byte(tmp_path, solution, name):
    def progress(_):
        raise AssertionError("a byte was written")

    with pytest.raises(OSError, match=r"no room for (at least 2\*\*)?\d+ bytes"):
        solution.save(tmp_path / name, progress=progress)
    assert names(tmp_path) == []


def test_a_name_that_is_too_long_is_an_error_of_the_system(tmp_path):
    for length in (245, 300):
        with pytest.raises(OSError, match="File name too long"):
            SOLUTION.save(tmp_path / ("x" * length + ".txt"))
    assert names(tmp_path) == []


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(FileNotFoundError) as caught:
        SOLUTION.save(tmp_path / "no" / "moves.txt")
    assert caught.value.filename == str(tmp_path / "no" / "moves.txt")


def test_a_folder_is_no_file(tmp_path):
    (tmp_path / "moves.txt").mkdir()
    with pytest.raises(IsADirectoryError):
        SOLUTION.save(tmp_path / "moves.txt")


def test_a_package_that_is_missing_is_named_before_there_is_a_file(tmp_path, monkeypatch):
    def missing(name):
        raise ModuleNotFoundError(name)

    monkeypatch.setattr("hanoi_fast.files.compression.import_module", missing)
    monkeypatch.setattr("hanoi_fast.files.containers.tables.import_module", missing)
    for name, extra in (("a.txt.zst", "zstd"), ("a.parquet", "arrow")):
        with pytest.raises(ModuleNotFoundError, match=rf"pip install 'hanoi_fast\[{extra}\]'"):
            SOLUTION.save(tmp_path / name)
    assert names(tmp_path) == []


@given(st.integers(0, 5000), st.integers(0, 5000), st.integers(1, 700))
def test_the_first_difference_is_found(place, length, size):
    data, other = bytes(range(250)) * 12, bytearray(range(250)) * 12
    if place < len(other):
        other[place] ^= 255
    other = bytes(other[:length])
    chunks = [memoryview(data)[at : at + size] for at in range(0, len(data), size)]
    expected = None if other == data else min(place, length, len(data))
    assert first_difference(BytesIO(other), chunks) == expected
    assert first_difference(BytesIO(data + b"x"), chunks) == len(data)


def test_a_part_of_moves_is_a_file_of_its_own(tmp_path):
    shards = [hf.solve(12).shard(which, 5) for which in range(5)]
    for which, shard in enumerate(shards):
        shard.save(tmp_path / f"{which}.txt")
    joined = b"".join(Path(tmp_path, f"{which}.txt").read_bytes() for which in range(5))
    assert joined == hf.solve(12).open().read()


def test_progress_that_cannot_be_called_is_refused_before_there_is_a_file(tmp_path):
    refused = r"progress must be callable, not 3 \(int\)"
    with pytest.raises(TypeError, match=refused):
        SOLUTION.save(tmp_path / "a.txt", progress=3)
    with (tmp_path / "b.txt").open("wb") as file, pytest.raises(TypeError, match=refused):
        SOLUTION.write(file, progress=3)
    assert names(tmp_path) == ["b.txt"]
    assert (tmp_path / "b.txt").stat().st_size == 0
