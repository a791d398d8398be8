"""The scripts in bench/: what they measure, what they call a failure, and the figures in the documents."""

import json
import os
import sys
import zlib
from argparse import Namespace
from itertools import pairwise
from pathlib import Path

import pytest

import hanoi_fast as hf
from hanoi_fast.files.sinks import write_all

SCRIPTS = Path(__file__).parents[1] / "bench"
if not SCRIPTS.is_dir():
    pytest.skip("the benchmarks are not beside the tests", allow_module_level=True)
sys.path.insert(0, str(SCRIPTS))

import gate  # noqa: E402
import growth  # noqa: E402
import limits  # noqa: E402
import limits_exports  # noqa: E402
import measuring  # noqa: E402
import proofs  # noqa: E402
import scaling  # noqa: E402
from measuring import Limit, measure  # noqa: E402


def limit(prepare, name="a", **promise):
    return Limit(name, "what it says", "s", prepare, **(promise or {"at_least": 0.5}))


def sides(ours, other):
    def prepare(quick):
        yield ours, other

    return prepare


# ---- a limit ----


@pytest.mark.parametrize(
    ("promise", "ratio", "holds"),
    [
        ({"at_least": 0.85}, 0.85, True),
        ({"at_least": 0.85}, 0.849, False),
        ({"at_most": 12}, 12, True),
        ({"at_most": 12}, 12.1, False),
    ],
)
def test_a_promise_holds_up_to_its_number(promise, ratio, holds):
    assert limit(None, **promise).holds(ratio) is holds


def test_sides_are_measured_in_turn_after_one_to_warm_up():
    order = []

    def side(name):
        return lambda: order.append(name) or 1.0

    measure(limit(sides(side("o"), side("l"))), 3, quick=True)
    assert order == [*"ol", *"ol", *"lo", *"ol"]


def test_a_row_has_the_pair_with_the_median_ratio_and_the_extremes_of_the_ratio():
    ours, other = iter([9, 2.0, 8.0, 3.0]), iter([9, 4.0, 2.0, 3.0])
    row = measure(limit(sides(lambda: next(ours), lambda: next(other))), 3, quick=True)
    assert (row.ours, row.limit, row.ratio, row.low, row.high, row.ok) == (3.0, 3.0, 1.0, 0.5, 4.0, True)


@pytest.mark.parametrize("tries", [1, 2, 4, 5])
def test_the_columns_of_a_row_agree_for_any_number_of_tries(tries):
    ours, other = iter([9, 2.0, 8.0, 3.0, 5.0, 1.0]), iter([9, 4.0, 2.0, 3.0, 1.0, 7.0])
    row = measure(limit(sides(lambda: next(ours), lambda: next(other))), tries, quick=True)
    assert row.ratio == row.ours / row.limit
    assert row.low <= row.ratio <= row.high


@pytest.mark.parametrize(("other", "chosen"), [(measuring.constant(2.0), True), (lambda: 2.0, False)])
def test_a_limit_that_somebody_chose_is_told_from_one_that_was_measured(other, chosen):
    row = measure(limit(sides(lambda: 1.0, other)), 1, quick=True)
    assert (row.limit, row.chosen) == (2.0, chosen)
    assert limits.line(row).split()[:5] == ["a", "1", "s", "2", "s*" if chosen else "s"]


@pytest.mark.parametrize(
    "error",
    [measuring.Unavailable("no cat"), ImportError("no pyarrow"), AttributeError("no crc32"), MemoryError("too large")],
    ids=lambda error: type(error).__name__,
)
def test_what_cannot_be_measured_is_skipped_with_the_reason(error):
    def prepare(quick):
        raise error
        yield

    row = measure(limit(prepare), 3, quick=True)
    assert (row.ok, row.ratio, row.note) == (None, None, f"{type(error).__name__}: {error}")


def test_a_bug_is_no_reason_to_skip():
    def prepare(quick):
        raise ValueError("the wrong size")
        yield

    with pytest.raises(ValueError, match="the wrong size"):
        measure(limit(prepare), 3, quick=True)


def test_the_peak_of_a_process_is_its_own_and_not_that_of_this_one():
    held = bytearray(300 << 20)
    size = measuring.peak(sys.executable, "-S", "-c", "b = bytearray(b'1' * (50 << 20))")()
    assert 50 << 20 <= size < 250 << 20
    assert len(held) == 300 << 20


def test_a_file_of_the_wrong_size_is_not_taken(tmp_path):
    side = measuring.anew(tmp_path / "a", lambda path: path.write_bytes(b"12"), 3)
    with pytest.raises(ValueError, match="a has 2 bytes, not 3"):
        side()


def test_the_first_file_is_proved_by_its_checksum(tmp_path):
    wrong = measuring.anew(tmp_path / "a", lambda path: path.write_bytes(b"12"), 2, zlib.crc32(b"21"))
    with pytest.raises(ValueError, match="a holds something else: its CRC-32 is 0x4f5344cd, not 0x"):
        wrong()
    right = measuring.anew(tmp_path / "a", lambda path: path.write_bytes(b"12"), 2, zlib.crc32(b"12"))
    assert right() > 0
    assert list(tmp_path.iterdir()) == []


def test_checksums_are_of_all_the_pieces_and_of_what_comes_out_of_a_pipe(tmp_path):
    data = bytes(range(256)) * 10_000
    (tmp_path / "a").write_bytes(data)
    assert proofs.checksum([data[:100], data[100:]]) == zlib.crc32(data)
    assert proofs.checksum_of_file(tmp_path / "a") == zlib.crc32(data)
    assert proofs.checksum_through_pipe(lambda pipe: write_all(os.write, pipe, memoryview(data))) == zlib.crc32(data)


@pytest.mark.parametrize("suffix", ["gz", "zst"])
def test_a_compressed_file_is_unpacked_by_its_library(suffix, monkeypatch):
    if suffix == "zst":
        pytest.importorskip("backports.zstd" if sys.version_info < (3, 14) else "compression.zstd")
    limits_exports.prove_compressed(suffix)
    monkeypatch.setattr(limits_exports, "checksum", lambda pieces: 1)
    with pytest.raises(ValueError, match=f"small.txt.{suffix} holds something else"):
        limits_exports.prove_compressed(suffix)


# ---- limits.py ----


def test_names_are_unique_and_every_limit_promises_one_thing():
    names = [each.name for each in limits.LIMITS]
    assert len(set(names)) == len(names)
    assert all((each.at_least is None) != (each.at_most is None) for each in limits.LIMITS)


def test_words_choose_limits_by_name():
    assert {each.name for each in limits.chosen(["zst"])} == {
        "zst time",
        "zst size",
        "memory zst",
        "threads zst",
        "processes zst",
    }
    assert limits.chosen([]) == limits.LIMITS
    with pytest.raises(SystemExit, match="no limit has 'speed' in its name; --list shows them"):
        limits.chosen(["speed"])


@pytest.mark.parametrize(("ratio", "status", "word"), [(0.6, 0, "ok"), (0.4, 1, "MISS")])
def test_the_status_says_whether_a_limit_is_missed(monkeypatch, capsys, tmp_path, ratio, status, word):
    monkeypatch.setattr(limits, "LIMITS", [limit(sides(lambda: ratio, lambda: 1.0))])
    assert limits.main(["--tries", "1", "--json", str(tmp_path / "found.json")]) == status
    assert word in capsys.readouterr().out.splitlines()[1].split()
    found = json.loads((tmp_path / "found.json").read_text())
    assert (found["rows"][0]["ratio"], found["tries"], found["quick"]) == (ratio, 1, False)
    assert found["machine"]["python"]


@pytest.mark.parametrize("name", ["anywhere move", "table textbook", "first move"])
def test_a_real_limit_is_measured(name):
    (found,) = [each for each in limits.LIMITS if each.name == name]
    row = measure(found, 1, quick=True)
    assert row.note == ""
    assert row.ratio > 0


# ---- gate.py ----


def gated(monkeypatch, ratios, **promise):
    """Compare a limit whose ratios come from a list for each side; return the verdict and how many were taken."""
    taken = []
    sources = {side: iter(ratios[side]) for side in ratios}

    def measured(python, limit, quick, folder):
        taken.append(python)
        return next(sources[python])

    monkeypatch.setattr(gate, "measured", measured)
    args = Namespace(tries=5, quick=True)
    worse = gate.compare({"base": "base", "head": "head"}, limit(None, **promise), args, Path())
    return worse, len(taken)


@pytest.mark.parametrize(
    ("head", "promise", "worse", "taken"),
    [
        (0.96, {"at_least": 0.5}, False, 10),
        (0.94, {"at_least": 0.5}, True, 20),
        (2.0, {"at_least": 0.5}, False, 10),
        (1.04, {"at_most": 12}, False, 10),
        (1.06, {"at_most": 12}, True, 20),
        (0.5, {"at_most": 12}, False, 10),
    ],
)
def test_the_gate_fails_past_five_percent_the_right_way_round(monkeypatch, head, promise, worse, taken):
    assert gated(monkeypatch, {"base": [1.0] * 10, "head": [head] * 10}, **promise) == (worse, taken)


def test_the_gate_forgives_a_bad_moment(monkeypatch):
    assert gated(monkeypatch, {"base": [1.0] * 10, "head": [0.5] * 3 + [1.0] * 7}, at_least=0.5) == (False, 20)


def test_the_gate_skips_what_one_side_does_not_have(monkeypatch, capsys):
    assert gated(monkeypatch, {"base": [None], "head": []}, at_least=0.5) == (None, 1)
    assert "skipped" in capsys.readouterr().out


def test_the_gate_does_not_pass_where_nothing_was_compared(monkeypatch, capsys):
    monkeypatch.setattr(gate, "unpacked", lambda revision, folder: folder)
    monkeypatch.setattr(gate, "copied", lambda folder: folder)
    monkeypatch.setattr(gate, "installed", lambda source, folder: folder)
    monkeypatch.setattr(gate, "side_of", lambda python, source: python)
    monkeypatch.setattr(gate, "measured", lambda side, limit, quick, folder: None)
    assert gate.main(["v0", "--quick"]) == 2
    assert "nothing could be compared with v0\n" in capsys.readouterr().out


# ---- growth.py ----


@pytest.mark.parametrize("pegs", [3, 4, 8])
def test_sizes_double_from_a_thousand_moves(pegs):
    moves = [hf.count(discs, pegs) for discs in growth.sizes(pegs, 1 << 20)]
    assert len(moves) == 11
    assert 600 < moves[0] < 1500
    assert all(1.3 < more / fewer < 3 for fewer, more in pairwise(moves))


# ---- scaling.py ----


@pytest.mark.parametrize(("most", "threads"), [(1, [1]), (2, [1, 2]), (8, [1, 2, 4, 8]), (12, [1, 2, 4, 8, 12])])
def test_threads_double_up_to_as_many_as_there_are(most, threads):
    assert scaling.counts(most) == threads


def test_each_number_of_threads_is_measured(monkeypatch):
    seen = []

    def work(quick):
        yield 100, seen.append

    found = list(scaling.points(work, 4, True))
    assert [point["threads"] for point in found] == [1, 2, 4]
    assert all(point["rate"] > 0 for point in found)
    assert seen == [1, 2, 4] * (len(seen) // 3)


def test_threads_are_drawn_as_times_one_thread(tmp_path):
    pytest.importorskip("matplotlib", reason="pictures need matplotlib")
    import pictures

    series = {"fill": [{"threads": 1, "rate": 2e9}, {"threads": 2, "rate": 3.9e9}]}
    pictures.draw_threads({"series": series}, tmp_path / "threads.svg")
    text = (tmp_path / "threads.svg").read_text()
    assert "fill" in text
    assert "as many times as threads" in text
