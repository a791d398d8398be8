"""In a folder that others write to, nothing of theirs is written over, and no name is taken from them."""

import os
import stat

import pytest

import hanoi_fast as hf
from hanoi_fast.files import completing
from hanoi_fast.files.opening import NotOurs
from hanoi_fast.files.saving import part_of
from hanoi_fast.files.sidecars import sidecar_of

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has none of these")
SOLUTION = hf.solve(12)
TEXT = SOLUTION.open().read()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "moves.txt"


@pytest.fixture
def precious(tmp_path):
    """A file of somebody else's."""
    (tmp_path / "victim").mkdir()
    (tmp_path / "victim" / "precious").write_bytes(b"precious")
    return tmp_path / "victim" / "precious"


def untouched(path, precious):
    assert precious.read_bytes() == b"precious"
    assert not path.exists()


# ---- the name of the unfinished file ----


@pytest.mark.parametrize("options", [{}, {"resume": True}, {"overwrite": False}])
def test_a_link_at_the_part_is_refused_by_its_name(path, precious, options):
    part_of(path).symlink_to(precious)
    with pytest.raises(NotOurs, match="this is a symbolic link: remove it, or save under another name") as caught:
        SOLUTION.save(path, **options)
    assert caught.value.filename == str(part_of(path))
    assert part_of(path).is_symlink()
    untouched(path, precious)


@pytest.mark.parametrize("options", [{}, {"resume": True}])
def test_a_link_to_nothing_at_the_part_makes_nothing(path, tmp_path, options):
    part_of(path).symlink_to(tmp_path / "made")
    with pytest.raises(NotOurs, match="this is a symbolic link"):
        SOLUTION.save(path, **options)
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize("options", [{}, {"resume": True}])
def test_a_hard_link_at_the_part_is_refused(path, precious, options):
    os.link(precious, part_of(path))
    with pytest.raises(NotOurs, match="this file has another name elsewhere"):
        SOLUTION.save(path, **options)
    untouched(path, precious)


@pytest.mark.parametrize("options", [{}, {"resume": True}])
def test_a_named_pipe_at_the_part_is_refused_and_stays(path, options, called):
    os.mkfifo(part_of(path))
    with pytest.raises(NotOurs, match="this is no regular file"):
        SOLUTION.save(path, **options)
    assert stat.S_ISFIFO(part_of(path).stat().st_mode)
    status, out, err = called("moves", "12", "-o", str(path))
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert ".moves.txt.part: this is no regular file" in err


def test_a_folder_at_the_part_is_refused(path):
    part_of(path).mkdir()
    with pytest.raises(NotOurs, match=r"this is no regular file|Is a directory"):
        SOLUTION.save(path)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")
@pytest.mark.parametrize("options", [{}, {"resume": True}])
def test_a_part_of_another_user_is_refused(path, options):
    part_of(path).write_bytes(TEXT[:100])
    os.chown(part_of(path), 12345, 12345)
    with pytest.raises(NotOurs, match="this file belongs to another user"):
        SOLUTION.save(path, **options)
    assert part_of(path).read_bytes() == TEXT[:100]


def test_a_part_that_is_exchanged_meanwhile_does_not_get_the_name(path):
    def exchange(_):
        part_of(path).unlink(missing_ok=True)
        part_of(path).write_bytes(b"a stranger's")

    with pytest.raises(NotOurs, match="this is not the file that was written: another one was put in its place"):
        SOLUTION.save(path, progress=exchange)
    assert not path.exists()
    assert not sidecar_of(path).exists()
    assert part_of(path).read_bytes() == b"a stranger's"


def test_a_part_that_is_removed_meanwhile_is_said(path):
    with pytest.raises(NotOurs, match="this is not the file that was written"):
        SOLUTION.save(path, progress=lambda _: part_of(path).unlink(missing_ok=True))
    assert not path.exists()


# ---- the description ----


def test_a_link_at_the_description_is_not_followed(path, precious):
    sidecar_of(path).symlink_to(precious)
    with pytest.raises(NotOurs, match="the description would go here, but this file is none of ours"):
        SOLUTION.save(path)
    untouched(path, precious)


@pytest.mark.parametrize("what", ["part", "file"])
@pytest.mark.parametrize("link", [True, False])
def test_a_planted_new_description_is_refused_by_its_name(path, precious, what, link):
    name = sidecar_of(part_of(path) if what == "part" else path)
    new = name.with_name(f"{name.name}.new")
    if link:
        new.symlink_to(precious)
    else:
        os.mkfifo(new)
    with pytest.raises(NotOurs, match="this is a symbolic link" if link else "this is no regular file") as caught:
        SOLUTION.save(path)
    assert caught.value.filename == str(new)
    untouched(path, precious)
    new.unlink()
    SOLUTION.save(path, resume=True)
    assert path.read_bytes() == TEXT


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir], ids=["pipe", "folder"])
def test_what_cannot_be_a_description_is_found_before_the_export(path, make):
    make(sidecar_of(path))

    def progress(_):
        raise AssertionError("a byte was written")

    with pytest.raises(NotOurs, match="none of ours") as caught:
        SOLUTION.save(path, progress=progress)
    assert caught.value.filename == str(sidecar_of(path))
    assert not path.exists()


def test_a_named_pipe_as_description_keeps_nobody_waiting(path, called):
    SOLUTION.save(path)
    sidecar_of(path).unlink()
    os.mkfifo(sidecar_of(path))
    for command in ("info", "verify"):
        status, out, err = called(command, str(path))
        assert status in (1, 2)
        assert (out, err.count("\n")) == ("", 1)
        assert "this is no regular file" in err
    with pytest.raises(OSError, match="this is no regular file"):
        hf.load(path)


@pytest.mark.parametrize("name", ["m.txt", "m.npy", "m.txt.gz", "m.arrow", "m.parquet"])
def test_a_named_pipe_as_file_keeps_nobody_waiting(tmp_path, name, called):
    if name.endswith(("arrow", "parquet")):
        pytest.importorskip("pyarrow", reason="Arrow needs it")
    path = tmp_path / name
    SOLUTION.save(path)
    path.unlink()
    os.mkfifo(path)
    status, out, err = called("verify", str(path))
    assert (out, err.count("\n")) == ("", 1)
    assert status in (1, 2)
    with pytest.raises(OSError, match="this is no regular file"):
        hf.load(path)


def test_a_foreign_description_that_appears_is_not_replaced(path):
    def appear(_):
        sidecar_of(path).write_text('{"mine": 1}')

    with pytest.raises(NotOurs, match="none of ours"):
        SOLUTION.save(path, progress=appear)
    assert sidecar_of(path).read_text() == '{"mine": 1}'
    assert not path.exists()


def test_a_foreign_description_that_appears_at_the_last_moment_is_not_replaced(path, monkeypatch):
    def late(new, name):
        name.write_text('{"mine": 1}')
        return place(new, name)

    place = completing.place
    monkeypatch.setattr(completing, "place", late)
    with pytest.raises(NotOurs, match="none of ours"):
        SOLUTION.save(path)
    assert sidecar_of(path).read_text() == '{"mine": 1}'
    assert path.read_bytes() == TEXT
    assert sorted(name.name for name in path.parent.iterdir()) == [".moves.txt.info", "moves.txt"]


@pytest.mark.parametrize("name", ["q.npy.json", ".q.npy.info"])
def test_the_name_of_a_description_is_not_taken(tmp_path, name, called):
    assert called("moves", "3", "-o", str(tmp_path / "q.npy"))[0] == 0
    status, _, err = called("moves", "3", "--format", "json", "-o", str(tmp_path / name))
    assert status == 1
    assert err.endswith(f"{name}: this is the name of the description of q.npy: save under another name\n")
    assert called("verify", str(tmp_path / "q.npy"))[0] == 0


def test_a_file_named_as_a_description_would_be_is_a_file_as_any_other(tmp_path):
    hf.solve(3).save(tmp_path / "m.txt.json")
    hf.solve(3).save(tmp_path / "m.txt")
    assert hf.load(tmp_path / "m.txt")[1] == hf.load(tmp_path / "m.txt.json")[1] == hf.solve(3)


# ---- the name of the file ----


@pytest.mark.parametrize("resume", [False, True])
def test_a_file_that_appears_meanwhile_is_not_written_over(path, resume):
    def appear(_):
        path.write_bytes(b"mine")

    if resume:
        part_of(path).write_bytes(TEXT[:100])
    with pytest.raises(FileExistsError, match="the file exists already"):
        SOLUTION.save(path, overwrite=False, resume=resume, progress=appear)
    assert path.read_bytes() == b"mine"
    assert part_of(path).read_bytes() == TEXT


def test_without_links_the_name_is_taken_by_a_file_of_our_own(path, monkeypatch):
    def no_links(*_, **__):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    SOLUTION.save(path, overwrite=False)
    assert path.read_bytes() == TEXT
    assert hf.load(path)[1] == SOLUTION
    path.unlink()
    with pytest.raises(FileExistsError, match="the file exists already"):
        SOLUTION.save(path, overwrite=False, progress=lambda _: path.write_bytes(b"mine"))
    assert path.read_bytes() == b"mine"


def test_a_link_to_nothing_is_a_name_that_somebody_has(path, tmp_path):
    path.symlink_to(tmp_path / "nothing")
    with pytest.raises(FileExistsError, match="the file exists already"):
        SOLUTION.save(path, overwrite=False)
    assert not (tmp_path / "nothing").exists()


@pytest.mark.parametrize(("mode", "kept"), [(0o4755, 0o755), (0o2755, 0o755), (0o1644, 0o644), (0o600, 0o600)])
def test_only_permissions_are_taken_over(path, mode, kept):
    path.write_bytes(b"old")
    path.chmod(mode)
    SOLUTION.save(path)
    assert stat.S_IMODE(path.stat().st_mode) == kept


def test_a_link_that_leads_to_itself_is_refused_and_stays(path):
    path.symlink_to(path)
    with pytest.raises(OSError, match="Too many levels of symbolic links"):
        SOLUTION.save(path)
    assert path.is_symlink()


def test_a_name_that_ends_in_a_slash_is_refused(path):
    with pytest.raises(NotADirectoryError, match="a name that ends in a slash is that of a folder"):
        SOLUTION.save(f"{path}/")
    assert list(path.parent.iterdir()) == []
