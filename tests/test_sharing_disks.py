"""Files on a small XFS and a small btrfs, each in a file: far more moves than there is disk."""

import os
import shutil
import signal
import subprocess
import sys
import time
from zlib import crc32

import pytest

import hanoi_fast as hf
from hanoi_fast.face.loading import described
from hanoi_fast.files.cloning import can_share
from hanoi_fast.files.extents import disk_use
from hanoi_fast.files.saving import part_of
from hanoi_fast.kernels.system import clone_range
from hanoi_fast.streams.checksums import document_crc32

SIZE = 512 << 20  # bytes of the disks; they take as much room as is written there
FITS = hf.solve(35)  # 64 GiB
MADE_FOR = {"xfs": ["mkfs.xfs", "-q"], "btrfs": ["mkfs.btrfs", "-q"]}


@pytest.fixture(scope="module", params=MADE_FOR)
def disk(request, tmp_path_factory):
    """A folder on a file system that shares room."""
    words = MADE_FOR[request.param]
    if not hasattr(os, "geteuid") or os.geteuid() or not shutil.which(words[0]):
        pytest.skip(f"only root, and where {words[0]} is, can make a disk")
    image = tmp_path_factory.mktemp("images") / request.param
    with image.open("wb") as file:
        file.truncate(SIZE)
    folder = tmp_path_factory.mktemp(request.param)
    for command in ([*words, image], ["mount", "-o", "loop", image, folder]):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            pytest.skip(f"no {request.param} can be had here: {done.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)


@pytest.fixture
def folder(disk):
    """A folder of such a disk that is empty again afterwards."""
    inside = disk / "moves"
    inside.mkdir()
    yield inside
    shutil.rmtree(inside)


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def checksum(path):
    found = 0
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            found = crc32(block, found)
    return found


def test_two_blocks_share_room(folder):
    with (folder / "file").open("w+b", buffering=0) as file:
        file.write(b"a" * 4096)
        clone_range(file.fileno(), 0, 4096, 4096)
        assert os.pread(file.fileno(), 8192, 0) == b"a" * 8192
        os.pwrite(file.fileno(), b"b", 0)
        assert os.pread(file.fileno(), 4096, 4096) == b"a" * 4096
        with pytest.raises(OSError, match="Invalid argument"):
            clone_range(file.fileno(), 1, 4096, 8192)
    assert can_share(folder)
    assert names(folder) == ["file"]


def test_64_gib_take_a_thousandth_of_that(folder):
    path = folder / "moves.bin"
    FITS.save(path)
    assert path.stat().st_size == FITS.nbytes("bin")
    assert disk_use(path) <= 64 << 20
    with path.open("rb") as file, FITS.open("bin") as right:
        for offset in [0, (1 << 35) - 5000, *range(99, 1 << 36, 3**22), FITS.nbytes("bin") - 9999]:
            file.seek(offset), right.seek(offset)
            assert file.read(1 << 14) == right.read(1 << 14)
    assert names(folder) == [".moves.bin.info", "moves.bin"]


@pytest.mark.parametrize(
    ("name", "form", "solution"),
    [
        ("a.bin", None, hf.solve(26)[12_345:-1]),
        ("a.npy", "moves", hf.solve([0, 2, 1, 0] * 6 + [1, 1], [1, 2, 0, 0] * 6 + [0, 2])),
        ("a.txt", None, hf.solve(25, 1)),
    ],
)
def test_every_byte_is_right(folder, name, form, solution):
    solution.save(folder / name, form, fsync=True)
    document = described(folder / name).document
    assert checksum(folder / name) == document_crc32(document)
    assert disk_use(folder / name) < document.nbytes // 2


def test_what_is_not_shared_needs_room_for_all(folder):
    with pytest.raises(OSError, match="no room for 68719476734 bytes"):
        FITS.save(folder / "moves.bin", share=False)
    assert names(folder) == []


@pytest.mark.parametrize("after", [0.02, 0.1, 0.2])
def test_a_killed_export_is_resumed(folder, after):
    solution = hf.solve(30)
    path = folder / "moves.bin"
    # It waits in the middle, so that the signal comes there on any machine.
    program = (
        "import sys, time, hanoi_fast as hf\n"
        "done = 0\n"
        "def progress(size):\n"
        "    global done\n"
        "    done += size\n"
        f"    if done > {after} * 2**31: print('there', flush=True); time.sleep(60)\n"
        "hf.solve(30).save(sys.argv[1], progress=progress)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", program, path], stdout=subprocess.PIPE)
    assert process.stdout.readline() == b"there\n"
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    assert names(folder) == ["..moves.bin.part.info", ".moves.bin.part"]
    assert part_of(path).stat().st_size > after * 2**31
    begin = time.monotonic()
    solution.save(path, resume=True)
    assert time.monotonic() - begin < 60
    assert checksum(path) == solution.crc32("bin")
    assert disk_use(path) <= 64 << 20
    assert names(folder) == [".moves.bin.info", "moves.bin"]


def test_the_command_says_how_much_disk_it_takes(called, folder):
    path = str(folder / "moves.npy")
    status, out, err = called("moves", "33", "-o", path, "--dry-run")
    assert (status, err) == (0, "")
    assert "disk     about 1" in out
    assert ": equal runs share it" in out
    assert "enough for about" in out
    status, out, err = called("moves", "33", "-o", path, "--dry-run", "--no-share")
    assert (status, err) == (0, "")
    assert "not enough for about 16.0 GiB" in out
    assert called("moves", "33", "-o", path)[0] == 0
    status, out, err = called("info", path)
    assert (status, err) == (0, "")
    assert "disk     1" in out
    status, out, err = called("moves", "35", "-o", path, "--no-share")
    assert status
    assert "no room for" in err
