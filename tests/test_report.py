"""The report: what was measured stands in the documents, between its markers, and nothing else does."""

import sys
from dataclasses import asdict
from pathlib import Path

import pytest

from hanoi_fast.benchmarks import standings
from hanoi_fast.benchmarks.contenders import CONTENDERS

SCRIPTS = Path(__file__).parents[1] / "bench"
if not SCRIPTS.is_dir():
    pytest.skip("the benchmarks are not beside the tests", allow_module_level=True)
sys.path.insert(0, str(SCRIPTS))

import report  # noqa: E402
from measuring import Row  # noqa: E402

LIMIT = Row("fill pairs", "1 GiB", "B/s", ">= 0.85", 12e9, 12.5e9, 0.96, 0.9, 1, True)
CHOSEN = Row("first move", "of 9", "s", "<= 1", 1e-4, 5e-2, 2e-3, 1e-3, 3e-3, True, chosen=True)
NONE = Row("arrow", "a file", "s", "<= 1.5", note="no pyarrow")
BENCH = [
    asdict(
        standings.Row(name, "generation, into x", 3, moves=4000, moves_per_second=2e3, times=(2.0, 1.0), seconds=1.5)
    )
    for name in (report.REUSED, "Python: doubling in pieces")
]
FOUND = {"limits": {"rows": [asdict(LIMIT), asdict(CHOSEN), asdict(NONE)]}, "bench": {"rows": BENCH}}


def table(name):
    """What stands between the markers of a table."""
    text = report.filled(f"a\n<!-- bench: {name} -->\nold\n<!-- /bench -->\nb\n", FOUND)
    assert report.filled(text, FOUND) == text
    begin, end = f"a\n<!-- bench: {name} -->\n\n", "\n\n<!-- /bench -->\nb\n"
    assert text.startswith(begin)
    assert text.endswith(end)
    return text[len(begin) : -len(end)].splitlines()


def test_limits_that_were_measured_and_those_that_were_chosen_stand_apart():
    assert table("measured limits")[2:] == [
        "| **fill pairs**: 1 GiB | 12 GB/s | 12.5 GB/s | 0.96 | 0.9–1 | ≥ 0.85 |",
        "| **arrow**: a file |  |  |  |  | ≤ 1.5; not measured: no pyarrow |",
    ]
    assert table("promises")[2:] == ["| **first move**: of 9 | 100 µs | 50 ms | 0.002 | 0.001–0.003 | ≤ 1 |"]


def test_the_table_of_the_readme_is_short_and_has_new_memory():
    assert len(report.CHIEF) <= 5
    assert "blocks: new memory" in report.CHIEF
    assert set(report.CHIEF) <= {each.name for each in CONTENDERS}
    assert table("blocks")[2:] == ["| into x | 2 thousand | ±33% |  |"]


def test_contenders_stand_in_groups_under_what_is_timed():
    heads, _, group, *rows = table("contenders")
    assert heads == "| contender | moves/s | spread | × recursion | bytes | memory | of its limit |"
    assert group == "| *generation, into x* |  |  |  |  |  |  |"
    assert [row.split(" | ")[:3] for row in rows] == [
        ["| blocks: reused buffer", "2 thousand", "±33%"],
        ["| Python: doubling in pieces", "2 thousand", "±33%"],
    ]


def test_the_headline_is_written_as_it_was_measured():
    assert " ".join(table("headline")).startswith(
        "Blocks through a reused buffer make 2 thousand moves a second: 1 times"
    )


def test_without_results_a_document_stays_as_it_is():
    text = "<!-- bench: promises -->\nold\n<!-- /bench -->\n<!-- bench: machines -->\n<!-- /bench -->\n"
    assert report.filled(text, {}) == text


def test_an_unknown_table_is_refused():
    with pytest.raises(SystemExit, match="there is no table 'speeds'"):
        report.filled("<!-- bench: speeds -->\n<!-- /bench -->\n", FOUND)


def test_the_figures_in_the_documents_are_those_that_were_measured():
    if not report.results():
        pytest.skip("nothing has been measured for the documents yet")
    assert report.main(["--check"]) == 0
