"""The benchmark: proved before timed, timed in turn, and what it says of a machine that lacks something."""

import sys

import numpy as np
import pytest
from contenders import contender

import hanoi_fast as hf
from hanoi_fast.benchmarks import loops, rows, timing
from hanoi_fast.benchmarks.contenders import CONTENDERS, COPYING, DOUBLING, LIMITS, RECURSION, REUSED, VECTORISED
from hanoi_fast.benchmarks.published import PUBLISHED
from hanoi_fast.benchmarks.timing import Benchmark, prove

WAYS = [each for each in [*CONTENDERS, *PUBLISHED] if each not in LIMITS]


# ---- the contenders ----


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.name)
def test_every_way_makes_the_moves_of_the_blocks(way):
    if way.needs:
        pytest.importorskip(way.needs)
    assert way.proof is not None
    for moves in (1, 3, 1 << 11, 1 << 12):  # even and odd numbers of discs
        prove(way, moves)


@pytest.mark.parametrize("discs", [1, 2, 7, 10])
def test_whole_arrays_are_the_moves_for_even_and_odd_discs(discs):
    assert np.array_equal(loops.whole_arrays(discs), hf.solve(discs).array())


@pytest.mark.parametrize("each", [*CONTENDERS, *PUBLISHED], ids=lambda each: each.name)
def test_every_task_runs_again_and_again_and_leaves_nothing(each, tmp_path, monkeypatch):
    if each.needs:
        pytest.importorskip(each.needs)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with each.task(hf.solve(12, pegs=each.pegs)) as run:
        for _ in range(2):
            run.timed()
            run.after()
    assert list(tmp_path.iterdir()) == []


def test_names_differ_and_every_limit_that_is_named_is_there():
    names = [each.name for each in [*CONTENDERS, *PUBLISHED]]
    assert len(set(names)) == len(names)
    assert {RECURSION, DOUBLING, COPYING, VECTORISED, REUSED} <= set(names)
    assert "doubling" in DOUBLING
    assert sum("vectorised" in name for name in names) == 2
    assert {each.limit for each in CONTENDERS} - {""} <= {each.name for each in LIMITS}


def test_no_row_mixes_output_and_generation():
    for way in WAYS:
        assert way.timed.startswith(("generation", "with output"))
        assert way.timed.startswith("with output") == way.name.endswith(("a file", "a pipe", "hanoitoys"))


def test_wrong_moves_are_refused_before_they_are_timed():
    runs = []
    wrong = contender("swift", lambda: runs.append(1), proof=lambda solution: solution.array()[::-1])
    with pytest.raises(ValueError, match="swift makes other moves than the blocks for 12 discs"):
        Benchmark([wrong], quick=True).run()
    assert runs == []


# ---- the runs ----


def test_contenders_run_in_turn_and_are_cleared_away_after_each_run(tiny):
    runs = []
    pair = [contender(name, lambda n=name: runs.append(n), lambda: runs.append("-"), held=1 << 18) for name in "ab"]
    Benchmark(pair, quick=True).run()
    assert runs[-4 * tiny.runs :] == ["a", "-", "b", "-"] * tiny.runs


def test_the_rows_say_what_the_times_are(tiny):
    rows = {row.contender: row for row in hf.benchmark(quick=True)}
    assert list(rows) == [each.name for each in CONTENDERS]
    for row in rows.values():
        if row.note:
            assert "numba" in row.note
            continue
        assert row.runs == tiny.runs
        assert row.low <= row.seconds <= row.high
        assert row.moves == hf.count(row.discs, row.pegs)
        assert row.moves_per_second == pytest.approx(row.moves / row.seconds)
        assert row.ns_per_move == pytest.approx(1e9 * row.seconds / row.moves)
        assert (row.percent is not None) == bool(row.limit)
    assert rows[RECURSION].times_recursion == 1


def test_progress_names_each_contender_and_each_round(tiny):
    said = []
    Benchmark([contender("a")], quick=True).run(said.append)
    assert said == ["a", "round 1 of 3", "round 2 of 3", "round 3 of 3"]


def row(name, times, discs, **options):
    entry = timing.Entry(contender(name, **options), hf.solve(discs), times=times)
    return timing.measured(entry)


def test_ratios_are_medians_of_rounds_side_by_side():
    ours, theirs = row("ours", [1.0, 2.0, 30.0], 11), row("theirs", [2.0, 4.0, 6.0], 10)
    found = rows.speedup(ours, theirs)
    assert (found.middle, found.low, found.high) == tuple(each * 2047 / 1023 for each in (2, 0.2, 2))
    assert rows.speedup(ours, None) is None
    assert rows.speedup(ours, rows.Row("not measured", "generation", 3)) is None


def test_what_is_compared_has_its_extremes_in_the_row():
    theirs = row("limit", [1.0, 1.0, 2.0], 10)
    ours = timing.compared(row("ours", [2.0, 1.0, 8.0], 10, limit="limit"), {"limit": theirs, RECURSION: theirs})
    assert (ours.percent, ours.percent_low, ours.percent_high) == (50, 25, 100)
    assert (ours.times_recursion, ours.recursion_low, ours.recursion_high) == (0.5, 0.25, 1)


def test_the_headline_names_the_strongest_rivals_with_their_spread():
    times = {REUSED: [1.0, 1.0], DOUBLING: [20.0, 40.0], VECTORISED: [8.0, 8.0], RECURSION: [3000.0, 4000.0]}
    said = rows.headline([row(name, found, 10) for name, found in times.items()])
    assert said.startswith("Blocks through a reused buffer make 1.02 thousand moves a second: 30 (20–40) times the str")
    assert "8 times a compiled loop" in said
    assert said.endswith("3,500 (3,000–4,000) times the textbook's recursion.")
    assert rows.headline([row(REUSED, [1.0], 10)]).endswith("1.02 thousand moves a second.")
    assert rows.headline([row(DOUBLING, [1.0], 10)]) == ""


def test_a_contender_makes_no_more_moves_than_it_can():
    assert Benchmark([], quick=True).most_moves(contender("a", most=100)) == 100
    for each in CONTENDERS:
        assert each.most == (1 << 32) - 1 or not ("vectorised" in each.name or "chunks" in each.name)


def test_a_package_that_is_missing_is_named(tiny, monkeypatch):
    for name in ("k_peg_hanoi", "hanoi", "hanoitoys", "hanoitoys.HanoiNR", "reasoning_gym.games.tower_of_hanoi"):
        monkeypatch.setitem(sys.modules, name, None)
    notes = {row.contender: row.note for row in hf.benchmark(quick=True, published=True)}
    for each in PUBLISHED:
        assert notes[each.name] == f"{each.name} is not installed: pip install {each.name}"


@pytest.mark.parametrize(("moves", "pegs", "discs"), [(1, 3, 1), (7, 3, 3), (14, 3, 3), (15, 3, 4), (33, 4, 8)])
def test_a_size_is_the_largest_tower_with_no_more_moves(moves, pegs, discs):
    assert timing.of_moves(moves, pegs).discs == discs


def test_a_run_holds_no_more_than_its_share_of_the_memory(monkeypatch):
    monkeypatch.setattr(timing, "machine_memory", lambda: 1 << 30)
    whole = Benchmark([], quick=True)
    assert whole.most_moves(contender("a", held=2)) == 1 << 25
    assert whole.most_moves(contender("a", held=72)) == (1 << 26) // 72


@pytest.mark.parametrize(
    ("error", "note"),
    [
        (MemoryError(), "not enough memory"),
        (MemoryError("the array needs 10 bytes"), "the array needs 10 bytes"),
        (OSError(28, "No space left on device"), "[Errno 28] No space left on device"),
        (ModuleNotFoundError("numba is not installed"), "numba is not installed"),
    ],
)
def test_what_the_machine_lacks_is_said_in_its_row_and_the_others_go_on(tiny, error, note):
    def fail():
        raise error

    lacking, able = Benchmark([contender("lacking", fail), contender("able")], quick=True), None
    lacking.run()
    lacking, able = lacking.rows()
    assert (lacking.note, lacking.runs, lacking.seconds) == (note, 0, None)
    assert (able.note, able.runs) == ("", tiny.runs)


def test_a_disk_without_room_is_said_before_anything_is_written(tiny, monkeypatch):
    monkeypatch.setattr(timing.shutil, "disk_usage", lambda path: type("Usage", (), {"free": 1000}))
    (row,) = run_only("blocks: a file")
    assert row.note.endswith("has only 1,000 bytes left")
    assert row.runs == 0


def run_only(*names):
    whole = Benchmark([each for each in CONTENDERS if each.name in names], quick=True)
    whole.run()
    return whole.rows()


def test_another_error_is_a_bug_and_ends_the_benchmark(tiny):
    def fail():
        raise RuntimeError("a bug")

    with pytest.raises(RuntimeError, match="a bug"):
        Benchmark([contender("a", fail)], quick=True).run()


def test_numba_is_named_where_it_is_missing(tiny, monkeypatch):
    monkeypatch.setitem(sys.modules, "numba", None)
    loops.compiled_loop.cache_clear()
    (row,) = run_only("numba: one move at a time")
    assert row.note == "numba is not installed: pip install 'hanoi_fast[bench]'"


def test_memory_counts_what_a_run_allocates(tiny):
    def allocate(size):
        return lambda: np.ones(size, np.uint8).sum()

    small, large = contender("small", allocate(1000)), contender("large", allocate(64 << 20))
    sizes = [timing.allocated(each, hf.solve(3)) for each in (small, large)]
    assert 1000 <= sizes[0] < 100_000
    assert 64 << 20 <= sizes[1] < 65 << 20
