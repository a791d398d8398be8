"""What a file holds is compared with what it should hold, all of it, and what was compared is said."""

import gzip
import json
import os
import subprocess
import sys

import pytest
from commands import ENVIRONMENT
from comparing import compared, verdict
from limited import BOUND

import hanoi_fast as hf

FIVE = hf.solve(5)
BYTES, CONTENTS = "Every byte is as it should be: ", "The contents are as they should be: "


# ---- what was compared ----


@pytest.mark.parametrize(
    ("name", "said"),
    [("m.txt", BYTES), ("m.npy", BYTES), ("m.txt.gz", BYTES), ("m.txt.zst", BYTES), ("m.arrow", CONTENTS)],
)
def test_every_byte_is_said_only_where_every_byte_was_compared(tmp_path, called, name, said):
    if name.endswith("zst"):
        pytest.importorskip("backports.zstd", reason="zstd needs it")
    if name.endswith("arrow"):
        pytest.importorskip("pyarrow", reason="Arrow needs it")
    FIVE.save(tmp_path / name)
    assert verdict(called, tmp_path / name) == (0, f"{said}31 moves of 5 discs from peg 0 to peg 2.\n")
    facts = json.loads(called("verify", str(tmp_path / name), "--json")[1])
    assert facts["compared"] == ("every byte" if said == BYTES else "the contents")


def test_contents_packed_by_another_program_are_as_they_should_be(tmp_path, called):
    path = tmp_path / "m.txt.gz"
    FIVE.save(path)
    path.write_bytes(gzip.compress(FIVE.open().read(), 1))
    assert verdict(called, path) == (0, f"{CONTENTS}31 moves of 5 discs from peg 0 to peg 2.\n")


@pytest.mark.parametrize("place", [-1, -4, -5, -8, -12, 10, 30])
@pytest.mark.parametrize("name", ["m.txt.gz", "m.txt.zst"])
def test_damage_anywhere_in_what_is_compressed_is_found(tmp_path, name, place):
    if name.endswith("zst"):
        pytest.importorskip("backports.zstd", reason="zstd needs it")
    path = tmp_path / name
    hf.solve(12).save(path)
    data = bytearray(path.read_bytes())
    data[place] ^= 4
    path.write_bytes(data)
    place, every_byte, reason = compared(path)
    assert place is not None
    assert not every_byte
    assert reason in ("", "what is compressed in it is cut or damaged")


@pytest.mark.parametrize("cut", [1, 4, 8, 9, 20])
def test_a_gz_cut_at_its_end_is_found(tmp_path, called, cut):
    path = tmp_path / "m.txt.gz"
    hf.solve(12).save(path)
    os.truncate(path, path.stat().st_size - cut)
    assert verdict(called, path) == (1, "Not as it should be: what is compressed in it is cut or damaged.\n")


def test_what_follows_the_last_member_is_found(tmp_path):
    path = tmp_path / "m.txt.gz"
    FIVE.save(path)
    right = path.read_bytes()
    for more in (b"x", gzip.compress(b"0 1\n"), gzip.compress(FIVE.open().read())):
        path.write_bytes(right + more)
        assert compared(path).place == FIVE.nbytes()


# ---- compressed files as others check them ----


@pytest.mark.parametrize("solution", [hf.solve(0), FIVE.shard(0, 40), FIVE[3:3]])
@pytest.mark.parametrize("suffix", ["gz", "zst"])
def test_nothing_compressed_is_an_empty_member_or_frame(tmp_path, solution, suffix):
    path = tmp_path / f"a.txt.{suffix}"
    if suffix == "zst":
        zstd = pytest.importorskip("backports.zstd", reason="zstd needs it")
    solution.save(path)
    data = path.read_bytes()
    assert len(data) > 8
    assert (gzip.decompress(data) if suffix == "gz" else zstd.decompress(data)) == b""
    assert hf.load(path)[1] == solution


def test_each_zstd_frame_carries_the_checksum_of_its_contents(tmp_path):
    zstd = pytest.importorskip("backports.zstd", reason="zstd needs it")
    path = tmp_path / "m.txt.zst"
    hf.solve(20).save(path)
    data, unnoticed, frames = path.read_bytes(), 0, 0
    while data[frames:]:
        assert data[4] & 0b100, "the flag of the checksum in the header of a frame"
        frames += zstd.get_frame_size(data[frames:])
    for byte in range(10, len(data), max(1, len(data) // 100)):
        flipped = bytearray(data)
        flipped[byte] ^= 1
        try:
            unnoticed += zstd.decompress(bytes(flipped)) != hf.solve(20).open().read()
        except zstd.ZstdError:
            continue
    assert unnoticed == 0


def test_a_window_that_is_too_large_is_said_as_it_is(tmp_path, called):
    zstd = pytest.importorskip("backports.zstd", reason="zstd needs it")
    path = tmp_path / "m.txt.zst"
    FIVE.save(path)
    packer = zstd.ZstdCompressor(
        options={zstd.CompressionParameter.window_log: 31, zstd.CompressionParameter.enable_long_distance_matching: 1}
    )
    path.write_bytes(packer.compress(FIVE.open().read()) + packer.flush())
    status, out = verdict(called, path)
    assert (status, out.count("\n")) == (1, 1)
    assert "needs more memory to unpack than zstd grants" in out
    status, out, err = called("verify", str(path), "--discs", "5")
    assert (status, out) == (2, "")
    assert "needs more memory to unpack than zstd grants" in err


BOMB = f"""
{BOUND}
import sys
import hanoi_fast as hf
from hanoi_fast.cli import main
if sys.argv[1].endswith("zst"):
    import backports.zstd  # with its threads and its code before the limit is set
bound_memory(768)
try:
    status = main(["verify", sys.argv[1]])
except SystemExit as end:
    status = end.code
print(status, next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the memory of a process is read from /proc")
@pytest.mark.parametrize("suffix", ["gz", "zst"])
def test_a_bomb_is_compared_as_it_is_unpacked(tmp_path, suffix):
    if suffix == "zst":
        pytest.importorskip("backports.zstd", reason="zstd needs it")
    path = tmp_path / f"m.txt.{suffix}"
    FIVE.save(path)
    content = FIVE.open().read()
    zeros = bytes(1 << 24)
    if suffix == "gz":
        path.write_bytes(gzip.compress(content) + gzip.compress(zeros) * 40)
    else:
        zstd = pytest.importorskip("backports.zstd", reason="zstd needs it")
        path.write_bytes(zstd.compress(content) + zstd.compress(zeros * 40))
    assert path.stat().st_size < 1 << 20
    done = subprocess.run([sys.executable, "-c", BOMB, path], capture_output=True, text=True, env=ENVIRONMENT)
    said, numbers = done.stdout.splitlines()
    status, kilobytes = map(int, numbers.split())
    assert (status, said) == (1, "Not as it should be from byte 124 on, after the last move.")
    assert kilobytes < 150_000
