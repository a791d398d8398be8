"""Figures become files, by functions and by the command: always the same, or refused in a line."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from test_plot import ROWS

import hanoi_fast as hf

HOME = str(Path(hf.__file__).resolve().parent.parent)


DRAWN = """
import sys
import hanoi_fast as hf
from hanoi_fast.pictures.figures import new_axes, save
for draw in (
    lambda ax: hf.plot.graph(4, hf.solve(4), ax),
    lambda ax: hf.plot.rulers(hf.solve(4), ax),
    lambda ax: hf.plot.frame_stewart_growth(ax=ax),
    lambda ax: hf.plot.benchmark([{"contender": "blocks", "moves_per_second": 5.0}], ax),
):
    save(draw(new_axes()), sys.argv[1])
    assert "matplotlib.pyplot" not in sys.modules
"""


def test_given_axes_leave_pyplot_alone(ax, tmp_path):
    command = [sys.executable, "-c", DRAWN, str(tmp_path / "picture.svg")]
    done = subprocess.run(command, env={"PYTHONPATH": HOME}, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_without_axes_there_is_a_new_figure_of_pyplot_each_time(ax):
    pyplot = pytest.importorskip("matplotlib.pyplot")
    pyplot.close("all")
    one, other = hf.plot.rulers(hf.solve(2)), hf.plot.graph(2)
    assert [pyplot.figure(number) for number in pyplot.get_fignums()] == [one.figure, other.figure]
    pyplot.close("all")


@pytest.mark.parametrize("suffix", ["svg", "png", "pdf"])
def test_equal_pictures_are_equal_files(ax, suffix, tmp_path, called):
    files = [tmp_path / f"{name}.{suffix}" for name in ("one", "other")]
    for file in files:
        assert called("plot", "graph", "3", "-o", str(file)) == (0, "", "")
    first, second = (file.read_bytes() for file in files)
    assert first == second
    assert len(first) < 100_000
    if suffix == "svg":
        assert b"<dc:date>" not in first


def test_the_commands_draw_what_is_asked_for(ax, tmp_path, called):
    rows = tmp_path / "rows.json"
    rows.write_text(json.dumps({"rows": ROWS}))
    for words, text in (
        ("graph 2 --labels ABC", "9 states of 2 discs and a way of 3 moves"),
        ("graph --state 0,2,1 --to 1,1,1", "27 states of 3 discs and a way of"),
        ("graph 4 --no-path", "81 states of 4 discs<"),
        ("rulers 5 --pegs 4", "Which disc moves: 5 discs on 4 pegs"),
        ("growth 9 --pegs 4", "4 pegs"),
        (f"benchmark {rows}", "23.4 billion"),
    ):
        file = tmp_path / "picture.svg"
        assert called("plot", *words.split(), "-o", str(file)) == (0, "", "")
        assert text in file.read_text("utf-8")


def test_bars_get_room_for_their_names(ax, tmp_path, called):
    rows, file = tmp_path / "rows.json", tmp_path / "picture.svg"
    rows.write_text(json.dumps({"rows": ROWS * 5}))
    assert called("plot", "benchmark", str(rows), "-o", str(file)) == (0, "", "")
    height = float(re.search(r'<svg [^>]*height="([\d.]+)pt"', file.read_text("utf-8"))[1])
    assert height > 5 * len(ROWS) * 24


@pytest.mark.parametrize(
    ("line", "status", "text"),
    [
        ("plot", 2, "hanoi-fast plot: error: the following arguments are required: PICTURE"),
        ("plot graph 3", 2, "hanoi-fast plot graph: error: the following arguments are required: -o/--output"),
        ("plot graph 3 --pegs 4 -o x.svg", 2, "hanoi-fast plot: error: the graph is that of 3 pegs, not 4"),
        ("plot graph 3 --no-path --pegs 4 -o x.svg", 2, "hanoi-fast plot: error: the graph is that of 3 pegs, not 4"),
        ("plot graph 12 -o x.svg", 2, "hanoi-fast plot: error: discs must be between 1 and 9, not 12"),
        ("plot rulers 64 -o x.svg", 2, "hanoi-fast plot: error: rulers show at most 16384 moves"),
        ("plot growth --pegs 2 -o x.svg", 2, "hanoi-fast plot: error: pegs must be between 3 and 256, not 2"),
        ("plot growth -o x.doc", 2, "hanoi-fast plot: error: "),
        ("plot growth -o no/such/x.svg", 1, "hanoi-fast plot: error: no/such/x.svg: No such file or directory"),
        ("plot benchmark no.json -o x.svg", 1, "hanoi-fast plot: error: no.json: No such file or directory"),
        ("plot benchmark /dev/null -o x.svg", 2, "hanoi-fast plot: error: /dev/null holds no rows of a benchmark: "),
    ],
)
def test_a_mistake_is_said_in_a_line_and_writes_nothing(ax, line, status, text, called, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ended, out, err = called(*line.split())
    assert (ended, out, err.count("\n")) == (status, "", 1)
    assert err.startswith(text)
    assert list(tmp_path.iterdir()) == []


def test_without_matplotlib_a_line_says_how_to_get_it(called, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    status, out, err = called("plot", "graph", "3", "-o", str(tmp_path / "x.svg"))
    assert (status, out) == (1, "")
    assert err == "hanoi-fast plot: error: pictures need matplotlib: pip install 'hanoi_fast[plot]'\n"


def test_the_pages_show_pictures_that_are_there():
    docs = Path(__file__).parent.parent / "docs"
    for page in docs.glob("*.md"):
        for name in re.findall(r"\]\((pictures/[^)]*)\)", page.read_text("utf-8")):
            assert (docs / name).is_file(), f"{page.name} shows {name}"
            assert (docs / name).stat().st_size < 60_000
