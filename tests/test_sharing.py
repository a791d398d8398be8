"""Files whose runs share room have the same bytes, whatever happens while they are written."""

import errno
import os
import re
from io import BytesIO

import numpy as np
import pytest
from contents import documents
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hanoi_fast as hf
from hanoi_fast.files import cloning, export, extents, saving, sharing
from hanoi_fast.files.formats import format_of
from hanoi_fast.files.saving import part_of
from hanoi_fast.streams import pages

BLOCK = 64
SOLUTION = hf.solve(13)
PAIRS = SOLUTION.array().tobytes()


class Clones:
    """A file system that shares runs, as far as a file can tell; it may be told to fail at the nth call."""

    def __init__(self):
        self.calls = 0
        self.fail_at, self.error = None, None

    def __call__(self, file, like, size, at):
        if self.calls == self.fail_at:
            raise self.error
        self.calls += 1
        assert like % BLOCK == size % BLOCK == at % BLOCK == 0 < size
        assert like + size <= at <= os.fstat(file).st_size
        os.pwrite(file, os.pread(file, size, like), at)


@pytest.fixture
def clones(monkeypatch):
    """Let every folder share blocks of 64 bytes, and small files have many turns."""
    found = Clones()
    monkeypatch.setattr(pages, "LEAST_EXPONENT", 4)
    monkeypatch.setattr(cloning, "LEAST", 1 << 9)
    for name, value in {"TURN_SQUARED": 16, "AT_ONCE": 100, "RECORD": 1}.items():
        monkeypatch.setattr(sharing, name, value)
    monkeypatch.setattr(sharing, "block_of", lambda folder: BLOCK)
    monkeypatch.setattr(cloning, "can_share", lambda folder: True)
    monkeypatch.setattr(saving, "clone_range", found)
    return found


@pytest.fixture
def path(tmp_path):
    return tmp_path / "moves.bin"


def names(folder):
    return sorted(path.name for path in folder.iterdir())


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(document=documents(), damage=st.one_of(st.none(), st.floats(0, 1)), kept=st.floats(0, 1))
def test_a_shared_file_is_the_document_whatever_it_held_before(clones, tmp_path, document, damage, kept):
    document, data = document
    shared = sharing.sharing_in(document, tmp_path) if cloning.may_share(document, tmp_path) else None
    if shared is None:
        return
    path = tmp_path / "part"
    held = bytearray(data[: int(len(data) * kept)])
    if damage is not None and held:
        held[int((len(held) - 1) * damage)] ^= 1
    path.write_bytes(held)
    with path.open("r+b", buffering=0) as file:
        part = saving.Part(path, file, resume=True, direct=False)
        shared.write(part, None)
        part.end(fsync=False)
    assert path.read_bytes() == data


@pytest.mark.parametrize("name", ["a.bin", "a.npy", "a.txt"])
def test_save_shares_what_repeats(clones, tmp_path, name):
    seen = []
    SOLUTION.save(tmp_path / name, progress=seen.append)
    form = {"a.txt": "text"}.get(name, name[2:])
    assert (tmp_path / name).read_bytes() == SOLUTION.open(form).read()
    assert clones.calls > 10
    assert sum(seen) == SOLUTION.nbytes(form)
    assert names(tmp_path) == [f".{name}.info", name]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("a.bin", {"share": False}),
        ("a.bin.gz", {}),
        ("a.csv", {}),
        ("a.json", {}),
        pytest.param("a.bin", {"direct": True}, marks=pytest.mark.skipif(not hasattr(os, "O_DIRECT"), reason="Linux")),
    ],
)
def test_nothing_else_is_shared(clones, tmp_path, name, options):
    try:
        SOLUTION.save(tmp_path / name, **options)
    except OSError as error:
        if error.errno != errno.EINVAL:
            raise
    assert clones.calls == 0


def test_small_files_and_many_pegs_are_not_shared(clones, path):
    hf.solve(5).save(path)
    hf.solve(40, pegs=4).save(path)
    assert clones.calls == 0


class Crash(BaseException):
    pass


@pytest.mark.parametrize("at", [0, 1, 2, 7, 20])
def test_what_is_killed_while_it_shares_is_gone_on_with(clones, path, tmp_path, at):
    clones.fail_at, clones.error = at, Crash()
    with pytest.raises(Crash):
        SOLUTION.save(path)
    assert names(tmp_path) == ["..moves.bin.part.info", ".moves.bin.part"]
    clones.fail_at, before = None, clones.calls
    SOLUTION.save(path, resume=True)
    assert path.read_bytes() == PAIRS
    assert clones.calls > before
    assert names(tmp_path) == [".moves.bin.info", "moves.bin"]


@pytest.mark.parametrize("number", sorted(sharing.CANNOT))
@pytest.mark.parametrize("at", [0, 1, 2, 9])
def test_where_sharing_ends_the_rest_is_written(clones, path, number, at):
    clones.fail_at, clones.error = at, OSError(number, os.strerror(number))
    SOLUTION.save(path)
    assert path.read_bytes() == PAIRS
    assert clones.calls == at


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EDQUOT])
def test_a_full_disk_is_an_error_and_the_part_stays(clones, path, number):
    clones.fail_at, clones.error = 5, OSError(number, os.strerror(number))
    with pytest.raises(OSError, match=re.escape(os.strerror(number))):
        SOLUTION.save(path)
    assert part_of(path).exists()
    assert not path.exists()
    clones.fail_at = None
    SOLUTION.save(path, resume=True)
    assert path.read_bytes() == PAIRS


def test_the_room_that_is_asked_for_is_what_is_made(clones, path, monkeypatch):
    room = sharing.sharing_in(SOLUTION.open("bin").document, path.parent).room()
    assert room < len(PAIRS) // 2
    monkeypatch.setattr(saving.Part, "free", lambda self: room - 1)
    with pytest.raises(OSError, match="no room for"):
        SOLUTION.save(path)
    assert names(path.parent) == []
    monkeypatch.setattr(saving.Part, "free", lambda self: room)
    SOLUTION.save(path)
    assert path.read_bytes() == PAIRS


def test_a_file_that_is_there_is_replaced_or_kept(clones, path):
    path.write_bytes(b"mine")
    with pytest.raises(FileExistsError):
        SOLUTION.save(path, overwrite=False)
    assert path.read_bytes() == b"mine"
    SOLUTION.save(path, fsync=True)
    assert path.read_bytes() == PAIRS


def test_shards_share_too(clones, tmp_path):
    joined = BytesIO()
    for which in range(3):
        hf.solve(15).shard(which, 3).save(tmp_path / f"{which}.bin")
        joined.write((tmp_path / f"{which}.bin").read_bytes())
    assert joined.getvalue() == hf.solve(15).array().tobytes()
    assert clones.calls


@pytest.mark.parametrize("solution", [hf.solve(28), hf.solve(40), hf.solve([0, 2, 1, 0] * 9, [1, 2, 0, 0] * 9)])
@pytest.mark.parametrize("form", ["packed", "pairs", "moves", "text"])
def test_runs_are_few_and_little_is_made(solution, form):
    document = (solution if form != "moves" else solution[: 1 << 33]).open(form).document
    plan = sharing.plan_of(document, 4096)
    assert plan.runs < 100_000
    assert plan.made <= max(sharing.ALLOWED, document.nbytes // 1000)


def test_a_document_that_no_disk_holds_is_not_looked_at(clones, path):
    assert not cloning.may_share(hf.solve(64).open("bin").document, path.parent)


def test_room_that_is_shared_counts_once():
    rows = np.array([[0, 100, 10], [10, 105, 10], [20, 100, 5], [25, 200, 1], [26, -1, 7], [33, -1, 7]])
    assert extents.sum_once(rows) == 15 + 1 + 14
    assert extents.sum_once(rows[:0]) == 0


def test_the_disk_that_a_plain_file_takes_is_its_size(tmp_path):
    path = tmp_path / "plain"
    path.write_bytes(os.urandom(1 << 20))
    assert 1 << 20 <= extents.disk_use(path) <= 1 << 21


def test_a_folder_that_cannot_share_is_found_out(monkeypatch, tmp_path):
    def refuse(*_):
        raise OSError(errno.EOPNOTSUPP, "not supported")

    monkeypatch.setattr(cloning, "clone_range", refuse)
    assert not cloning.can_share(tmp_path)
    assert not cloning.can_share(tmp_path / "missing")
    assert names(tmp_path) == []


def test_a_trial_shares_and_leaves_nothing(clones, tmp_path):
    form = format_of("a.bin")
    assert export.write_trial(SOLUTION.open("bin").document, form, tmp_path) == len(PAIRS)
    assert clones.calls
    assert names(tmp_path) == []
