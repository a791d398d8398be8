"""The rows of a benchmark as a table, CSV and JSON, and the command that writes and draws them."""

import csv
import io
import json
import xml.etree.ElementTree as ElementTree
from dataclasses import asdict, replace

import numpy as np
import pytest
from contenders import contender

from hanoi_fast.benchmarks import standings, timing
from hanoi_fast.benchmarks.contenders import CONTENDERS, RECURSION
from hanoi_fast.benchmarks.published import PUBLISHED
from hanoi_fast.benchmarks.rows import Row
from hanoi_fast.benchmarks.timing import Benchmark
from hanoi_fast.cli import main
from hanoi_fast.pictures import figures

ROW = Row(
    contender="blocks: reused buffer",
    timed="generation",
    pegs=3,
    discs=30,
    moves=2**30 - 1,
    runs=5,
    seconds=0.05,
    low=0.04,
    high=0.07,
    moves_per_second=2.0243e10,
    ns_per_move=0.0494,
    times_recursion=3749.2,
    bytes_per_move=2,
    memory=264_716,
    limit="limit: copying in the cache",
    percent=84.2,
    percent_low=80,
    percent_high=91.0,
    times=(0.05, 0.04, 0.07),
)


# ---- what is written ----


def test_the_table_groups_by_what_is_timed_and_aligns_numbers():
    missing = Row("numba: one move at a time", "generation", 3, note="numba is not installed")
    limit = replace(ROW, contender="limit: copying in the cache", timed="copying", limit="", percent=None, memory=160)
    lines = list(standings.table_lines([ROW, missing, limit]))
    assert lines[:6] == [
        "contender                         moves/s  spread  ns a move  x recursion  bytes   memory  of its limit",
        "-- generation",
        "blocks: reused buffer        20.2 billion    ±29%     0.0494        3,749      2  259 KiB  "
        "84 % (80–91) of copying in the cache",
        "numba: one move at a time                                                                  "
        "numba is not installed",
        "-- copying",
        "limit: copying in the cache  20.2 billion    ±29%     0.0494        3,749      2    160 B",
    ]
    assert "Nothing is extrapolated" in lines[-2]
    assert lines[-1] == "\nBlocks through a reused buffer make 20.2 billion moves a second."


def test_csv_has_a_column_for_each_field():
    (read,) = csv.DictReader(io.StringIO(standings.csv_text([ROW])))
    wanted = asdict(ROW) | {"times": "0.05 0.04 0.07"}
    assert read == {name: "" if value is None else str(value) for name, value in wanted.items()}


def test_json_holds_the_rows_and_the_machine():
    found = json.loads(standings.json_text([ROW], quick=True))
    assert found["rows"] == [asdict(ROW) | {"times": [0.05, 0.04, 0.07]}]
    assert found["quick"] is True
    assert found["machine"]["numpy"] == np.__version__
    assert found["machine"]["cores"] >= 1


# ---- the command ----


@pytest.fixture
def few(tiny, monkeypatch):
    """Only two contenders, so that a command takes no time."""
    monkeypatch.setattr(timing, "CONTENDERS", CONTENDERS[:2])


def test_the_command_prints_the_table(few, capfd):
    assert main(["bench", "--quick"]) == 0
    out = capfd.readouterr().out.splitlines()
    assert out[0].split()[:2] == ["contender", "moves/s"]
    assert [line for line in out if line.startswith(RECURSION)]


@pytest.mark.parametrize(("option", "read"), [("--json", json.loads), ("--csv", lambda text: text.splitlines())])
def test_the_command_writes_for_machines(few, capfd, option, read):
    assert main(["bench", "--quick", option]) == 0
    found = read(capfd.readouterr().out)
    assert len(found["rows"] if option == "--json" else found[1:]) == 2


def test_without_matplotlib_a_plot_is_refused_before_anything_runs(capfd, monkeypatch, tmp_path):
    def missing(name):
        raise ModuleNotFoundError(f"No module named {name!r}", name="matplotlib")

    monkeypatch.setattr(figures, "import_module", missing)
    monkeypatch.setattr(timing.Benchmark, "run", lambda self, progress: pytest.fail("it ran"))
    assert main(["bench", "--quick", "--plot", str(tmp_path / "a.svg")]) == 1
    assert capfd.readouterr() == (
        "",
        "hanoi-fast bench: error: pictures need matplotlib: pip install 'hanoi_fast[plot]'\n",
    )


def test_a_picture_in_no_folder_is_refused_before_anything_runs(capfd, monkeypatch, tmp_path):
    monkeypatch.setattr(timing.Benchmark, "run", lambda self, progress: pytest.fail("it ran"))
    assert main(["bench", "--plot", str(tmp_path / "none" / "a.svg")]) == 1
    assert "--plot: there is no folder" in capfd.readouterr().err


def test_other_packages_take_part_where_they_are_asked_for(tiny, capfd, monkeypatch):
    monkeypatch.setattr(timing, "CONTENDERS", CONTENDERS[:1])
    assert main(["bench", "--quick", "--published", "--csv"]) == 0
    names = [row["contender"] for row in csv.DictReader(io.StringIO(capfd.readouterr().out))]
    assert names == [RECURSION, *(each.name for each in PUBLISHED)]


def test_the_command_draws(few, capfd, tmp_path):
    pytest.importorskip("matplotlib", reason="plots are drawn by matplotlib")
    assert main(["bench", "--quick", "--plot", str(tmp_path / "a.svg")]) == 0
    texts = {"".join(each.itertext()).strip() for each in ElementTree.parse(tmp_path / "a.svg").iter()}
    assert {each.name for each in CONTENDERS[:2]} <= texts


def test_another_kind_of_picture_is_refused_before_anything_runs(capfd):
    with pytest.raises(SystemExit) as end:
        main(["bench", "--plot", "speeds.gif"])
    assert end.value.code == 2
    out, err = capfd.readouterr()
    assert (out, err) == ("", "hanoi-fast bench: error: --plot must end in .svg, .png, .pdf, not 'speeds.gif'\n")


def test_an_interrupt_prints_the_rows_measured_so_far(tiny, capfd, monkeypatch):
    turns = iter(range(1000))

    def interrupted():
        if next(turns) == interrupt:
            raise KeyboardInterrupt

    # The last of three rounds; before them come the sizing, two runs for the memory and one to warm up.
    sizing = []
    Benchmark([contender("a", lambda: sizing.append(1), held=1 << 18)], quick=True).run()
    interrupt = len(sizing) - 1
    pair = (contender("a", interrupted, held=1 << 18), contender("b", held=1 << 18))
    monkeypatch.setattr(timing, "CONTENDERS", pair)
    assert main(["bench", "--quick", "--csv"]) == 130
    rows = list(csv.DictReader(io.StringIO(capfd.readouterr().out)))
    assert [(row["contender"], row["runs"]) for row in rows] == [("a", "2"), ("b", "2")]
