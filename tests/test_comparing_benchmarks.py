"""Two results of the benchmark side by side, and what is no result."""

import json
from dataclasses import asdict

import pytest

from hanoi_fast.benchmarks import comparing, standings, timing
from hanoi_fast.benchmarks.contenders import CONTENDERS
from hanoi_fast.benchmarks.rows import Row
from hanoi_fast.cli import main


def row(name, *times, moves=1000):
    return Row(name, "generation", 3, moves=moves, times=times)


def written(path, *rows, machine=None):
    found = json.loads(standings.json_text(rows, quick=True))
    if machine:
        found["machine"] = machine
    path.write_text(json.dumps(found))
    return str(path)


def test_what_json_writes_is_read_again(tmp_path):
    rows = [row("a", 1.0, 2.0), row("b")]
    found = comparing.read(written(tmp_path / "a.json", *rows))
    assert [asdict(each) for each in found.rows.values()] == [asdict(each) for each in rows]


def test_two_files_stand_side_by_side_with_their_spreads(tmp_path, capfd):
    one = written(tmp_path / "1", row("fast", 1.0, 1.0, 1.25), row("same", 1.0, 2.0), row("gone", 1.0), row("none"))
    machine = {"processor": "Z80", "system": "CP/M", "hanoi_fast": "9"}
    other = written(
        tmp_path / "2", row("fast", 0.5, 0.5), row("same", 1.5, 3.0), row("none"), row("new", 2.0), machine=machine
    )
    assert main(["bench", "--compare", one, other]) == 0
    lines = capfd.readouterr().out.splitlines()
    assert lines[0].startswith(f"1: {one}, 20")
    assert lines[1].endswith(": Z80, CP/M, hanoi_fast 9")
    assert [line.split() for line in lines[3:9]] == [
        ["contender", "moves/s", "spread", "moves/s", "spread", "ratio"],
        ["fast", "1", "thousand", "±20%", "2", "thousand", "±0%", "2"],
        ["same", "750", "±33%", "500", "±33%", "0.667", "in", "the", "noise"],
        ["gone", "1", "thousand", "±0%", "-"],
        ["none", "-", "-"],
        ["new", "-", "500", "±0%"],
    ]


def test_a_run_stands_beside_an_earlier_one(tmp_path, tiny, capfd, monkeypatch):
    monkeypatch.setattr(timing, "CONTENDERS", CONTENDERS[:1])
    earlier = written(tmp_path / "a.json", row(CONTENDERS[0].name, 1.0))
    assert main(["bench", "--quick", "--compare", earlier]) == 0
    lines = capfd.readouterr().out.splitlines()
    assert lines[1].startswith("2: this run, 20")
    assert lines[4].startswith(CONTENDERS[0].name)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '"rows"',
        "[" * 100_000,
        '{"rows": [1], "when": "", "machine": {}}',
        '{"rows": [{"contender": "a"}], "when": "", "machine": {}}',
        '{"rows": [{"contender": "a", "timed": "", "pegs": 3, "times": "x"}], "when": "", "machine": {}}',
        '{"rows": [{"contender": "a", "timed": "", "pegs": 3, "times": [0]}], "when": "", "machine": {}}',
        '{"rows": [{"contender": "a", "timed": "", "pegs": 3, "times": [], "new": 1}], "when": "", "machine": {}}',
        '{"rows": [], "when": "", "machine": []}',
    ],
)
def test_what_is_no_result_is_refused_before_anything_runs(tmp_path, capfd, monkeypatch, text):
    monkeypatch.setattr(timing.Benchmark, "run", lambda self, progress: pytest.fail("it ran"))
    (tmp_path / "a.json").write_text(text)
    with pytest.raises(SystemExit) as end:
        main(["bench", "--compare", str(tmp_path / "a.json")])
    assert end.value.code == 2
    assert "is not a result of hanoi-fast bench --json of this version" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--compare", "1", "2", "3"], "--compare takes one or two files, not 3"),
        (
            ["--compare", "1", "2", "--quick"],
            "--compare with two files makes no run: no --plot, --quick or --published",
        ),
        (["--compare", "1", "--json"], "not allowed with argument"),
    ],
)
def test_what_does_not_go_together_is_refused(capfd, words, said):
    with pytest.raises(SystemExit) as end:
        main(["bench", *words])
    assert end.value.code == 2
    assert said in capfd.readouterr().err


def test_a_file_that_is_not_there_is_named(capfd):
    assert main(["bench", "--compare", "nowhere.json"]) == 1
    assert "nowhere.json" in capfd.readouterr().err
