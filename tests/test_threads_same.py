"""Whatever threads do together is what one does alone: bytes, files, verdicts."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import hanoi_fast as hf
from hanoi_fast.files.saving import part_of
from hanoi_fast.lists import parts
from hanoi_fast.streams.layouts import BINARY

MANY = [2, 3, "all"]


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch):
    """Cut what is small, too."""
    monkeypatch.setattr("hanoi_fast.streams.rendering.PIECE", 1000)
    monkeypatch.setattr("hanoi_fast.streams.mapped.PIECE", 1 << 12)
    monkeypatch.setattr("hanoi_fast.files.containers.plain.PARTED", 1000)
    monkeypatch.setattr("hanoi_fast.files.containers.plain.COMPARED", 300)
    monkeypatch.setattr("hanoi_fast.files.containers.plain.FRAME", 1 << 10)
    monkeypatch.setattr(parts, "PART", 1000)
    monkeypatch.setattr(parts, "TAKEN", 300)


@pytest.mark.parametrize("layout", BINARY)
@pytest.mark.parametrize("pegs", [3, 4, 5])
def test_arrays_and_buffers_are_the_same(layout, pegs):
    if layout == "sums" and pegs > 3:
        pytest.skip("sums are for three pegs")
    solution = hf.solve({3: 14, 4: 60, 5: 80}[pegs], pegs=pegs)[17:9000]
    expected = solution.array(layout, threads=1)
    for threads in MANY:
        assert np.array_equal(solution.array(layout, threads=threads), expected)
        out = np.zeros_like(expected[5:])
        assert solution.fill(out, 5, layout, threads=threads) == len(out)
        assert np.array_equal(out, expected[5:])


@given(st.integers(0, 16000), st.integers(0, 16000), st.sampled_from([2, 5]))
def test_any_stretch_is_the_same(one, other, threads):
    part = hf.solve(14)[min(one, other) : max(one, other)]
    assert np.array_equal(part.array(threads=threads), part.array(threads=1))


def test_mapped_moves_are_the_same():
    solution = hf.solve(24)[12345:]
    assert np.array_equal(solution.mapped(threads=3), solution.array())


def test_the_environment_reaches_every_call(monkeypatch):
    monkeypatch.setenv("HANOI_FAST_THREADS", "nine")
    solution = hf.solve(3)
    for call in (solution.array, solution.mapped, solution.crc32, lambda: hf.verify(solution, 3)):
        with pytest.raises(ValueError, match="HANOI_FAST_THREADS"):
            call()


def test_a_wrong_number_of_threads_is_refused_before_any_file(tmp_path):
    with pytest.raises(ValueError, match="threads must be between 1 and 1024, not 0"):
        hf.solve(3).save(tmp_path / "moves.txt.gz", threads=0)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "name", ["moves.txt.gz", "moves.bin.zst", "moves.csv.gz", "moves.json.zst", "moves.npy", "moves.bin"]
)
@pytest.mark.parametrize("pegs", [3, 4])
def test_files_are_the_same(tmp_path, name, pegs):
    pytest.importorskip("backports.zstd") if name.endswith("zst") else None
    solution = hf.solve({3: 13, 4: 60}[pegs], pegs=pegs)[3:]
    path = tmp_path / name
    solution.save(path, threads=1)
    expected = path.read_bytes()
    for threads in MANY:
        solution.save(path, threads=threads)
        assert path.read_bytes() == expected
        assert hf.verify(path, solution.start, solution.target, pegs=pegs, threads=threads).complete


@pytest.mark.parametrize("held", [0, 1, 999, 1000, 1001, 5000, "all", "more"])
@pytest.mark.parametrize("wrong", [None, 0, 999, 1000, 4321])
def test_what_is_resumed_is_the_same(tmp_path, held, wrong):
    solution, path = hf.solve(12), tmp_path / "moves.npy"
    solution.save(path)
    expected = path.read_bytes()
    size = {"all": len(expected), "more": len(expected) + 77}.get(held, held)
    content = bytearray((expected + b"?" * 100)[:size])
    if wrong is not None and wrong < len(content):
        content[wrong] ^= 255
    path.unlink()
    (tmp_path / ".moves.npy.info").unlink()
    part_of(path).write_bytes(content)
    done = []
    solution.save(path, resume=True, threads=3, progress=done.append)
    assert path.read_bytes() == expected
    assert sum(done) == len(expected)


@pytest.mark.parametrize("place", [0, 127, 128, 999, 1000, 1001, 5000, 8317, "cut", "longer"])
def test_a_difference_is_found_at_the_same_byte(tmp_path, place):
    from hanoi_fast.face.loading import described
    from hanoi_fast.files.contents import compare

    path = tmp_path / "moves.npy"
    hf.solve(12).save(path)
    content = bytearray(path.read_bytes())
    if place == "cut":
        del content[4000:]
    elif place == "longer":
        content += b"?"
    else:
        content[place] ^= 255
    found = described(path)
    path.write_bytes(content)
    one, many = (compare(path, found.document, found.form, None, threads) for threads in (1, 3))
    assert one == many
    assert one.place == {"cut": 4000, "longer": 8318}.get(place, place)


def wrong_lists():
    moves = hf.solve(13).array()
    yield moves
    yield moves[:-1]
    yield moves[:4000]
    yield np.concatenate([moves, [[0, 1]]]).astype(np.uint8)
    for place in (0, 999, 1000, 1001, 5000, 8190):
        for row in ([0, 0], [0, 3], [2, 1], [1, 2], [0, 1]):
            other = moves.copy()
            other[place] = row
            yield other
    yield moves[::-1]
    yield hf.solve(13, 1).array()


@pytest.mark.parametrize("which", range(36))
def test_reports_on_lists_are_the_same(tmp_path, which):
    moves = list(wrong_lists())[which]
    reports = [hf.verify(moves, 13, threads=threads) for threads in (1, 2, 5)]
    np.save(tmp_path / "list.npy", moves)
    moves.tofile(tmp_path / "list.bin")
    reports += [hf.verify(tmp_path / name, 13, threads=3) for name in ("list.npy", "list.bin")]
    for report in reports[1:]:
        assert report.state.tolist() == reports[0].state.tolist()
        for fact in ("legal", "complete", "optimal", "moves", "first_error", "minimum", "verdict"):
            assert getattr(report, fact) == getattr(reports[0], fact)


@pytest.mark.parametrize("layout", ["pairs", "moves", "packed"])
@pytest.mark.parametrize(("pegs", "arcs"), [(3, "complete"), (3, "linear"), (3, "cyclic"), (4, "complete")])
def test_lists_of_other_puzzles_are_judged_the_same(layout, pegs, arcs):
    solution = hf.solve(60 if pegs == 4 else 9, pegs=pegs, arcs=arcs)
    moves = solution.array(layout)
    for threads in (1, 3):
        report = hf.verify(moves, solution.start, pegs=pegs, arcs=arcs, threads=threads)
        assert report.complete
        assert report.moves == solution.count


def test_parts_are_really_replayed_at_once(monkeypatch):
    solution, seen = hf.solve(13), []
    monkeypatch.setattr("hanoi_fast.lists.sources.Stored.skip", lambda source, made: seen.append(made))
    hf.verify(solution.array(), 13, threads=2)
    assert seen == [8191]


@pytest.mark.parametrize("damage", ["cut in a row", "cut", "longer"])
def test_a_file_that_is_cut_is_refused_in_the_same_words(tmp_path, damage):
    np.save(path := tmp_path / "list.npy", hf.solve(13).array())
    content = path.read_bytes()
    path.write_bytes({"cut in a row": content[:-3], "cut": content[:-4], "longer": content + b"??"}[damage])
    texts = []
    for threads in (1, 3):
        with pytest.raises(ValueError, match=r"list\.npy") as refusal:
            hf.verify(path, 13, threads=threads)
        texts.append(str(refusal.value))
    assert texts[0] == texts[1]


def test_the_command_line_takes_threads(tmp_path, capfd):
    from hanoi_fast.cli import main

    path = str(tmp_path / "moves.txt.gz")
    assert main(["moves", "12", "-o", path, "--threads", "2"]) in (0, None)
    assert main(["verify", path, "--threads", "all"]) in (0, None)
    assert main(["verify", path, "--discs", "12", "--threads", "2"]) in (0, None)
    assert "complete and optimal" in capfd.readouterr().out
