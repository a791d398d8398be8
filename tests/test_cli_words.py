"""What people type on the command line is taken as they mean it."""

import os
import re
from fractions import Fraction

import pytest
from commands import ENVIRONMENT, run

from hanoi_fast.commands.descriptions import scaled
from hanoi_fast.commands.numbers import parse_rate


@pytest.mark.parametrize("option", ["--to", "--target"])
@pytest.mark.parametrize("command", ["moves 2", "solve 2", "solve --state 0,0", "next 2", "show 2", "state 2 1"])
def test_where_to_is_said_in_either_word(called, command, option):
    words = command.split()
    if words[0] == "state":
        words.insert(1, option)
        words.insert(2, "1")
    else:
        words += [option, "1"]
    status, out, err = called(*words)
    assert (status, err) == (0, "")
    assert out


def test_solve_and_next_take_a_tower(called):
    assert called("solve", "3") == called("moves", "3")
    assert called("next", "3")[1] == "Move disc 1 from 0 to 2, 7 moves left\n"


def test_the_version_has_a_short_name(called):
    assert called("-V") == called("--version")


@pytest.mark.parametrize(
    ("text", "rate"), [("1e8/60", Fraction(5 * 10**6, 3)), ("0.5", Fraction(1, 2)), ("1.5/0.5", 3), ("2^70", 2**70)]
)
def test_rates_are_exact(text, rate):
    assert parse_rate(text) == rate


@pytest.mark.parametrize(
    ("text", "reason"),
    [("1/0", "divides by 0"), ("1/2/3", "not a number"), ("x", "not a number"), ("", "not a number")],
)
def test_what_is_no_rate_is_refused(called, text, reason):
    status, _, err = called("count", "3", "--rate", text)
    assert status == 2
    assert reason in err
    assert err.count("\n") == 1


def test_the_arithmetic_of_the_legend_is_done(called):
    assert called("count", "64", "--rate", "0.5")[1].splitlines()[1].endswith(" at 0.5 moves a second")
    assert "5,845 years" in called("count", "64", "--rate", "1e8")[1]


def test_labels_are_utf_8_in_any_locale():
    bare = {**ENVIRONMENT, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = run(*map(os.fsencode, ("moves", "1", "--labels", "ä,ö,ü")), env=bare, text=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "ä ü\n".encode(), b"")
    done = run(b"moves", b"1", b"--labels", b"\xff,b,c", env=bare, text=False)
    assert done.returncode == 2
    assert b"is not UTF-8" in done.stderr


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (0, "0 bytes"),
        (1023, "1023 bytes"),
        (1024, "1.0 KiB"),
        (2**20 - 1, "1.0 MiB"),
        (2**32 - 4, "4.0 GiB"),
        (100 * 2**10, "100 KiB"),
        (1023 * 2**10, "1,023 KiB"),
        (2**80, "1,048,576 EiB"),
    ],
)
def test_sizes_are_rounded(size, text):
    assert scaled(size) == text


@pytest.mark.parametrize("columns", [80, 100])
@pytest.mark.parametrize("command", [[], ["moves"], ["plot"], ["verify"], ["count"]])
def test_help_fits_the_terminal(command, columns):
    done = run(*command, "--help", env={**ENVIRONMENT, "COLUMNS": str(columns)})
    wide = [line for line in done.stdout.splitlines() if len(line) > columns and not line.startswith("  hanoi-fast")]
    assert not wide


def test_no_example_is_a_pattern_to_a_shell(called):
    for command in ("moves", "state", "show", "play", "count", "plot"):
        examples = re.findall("^  hanoi-fast .*$", called(command, "--help")[1], re.MULTILINE)
        assert examples
        assert not any("*" in line for line in examples)


@pytest.mark.parametrize("picture", ["graph 3", "rulers 64 --start 2^63-8 --stop 2^63+8", "growth 9"])
def test_a_picture_goes_to_standard_output(called, picture):
    pytest.importorskip("matplotlib", reason="pictures are drawn with matplotlib")
    status, out, err = called("plot", *picture.split(), "-o", "-")
    assert (status, err) == (0, "")
    assert out.startswith("<?xml")
    assert out.rstrip().endswith("</svg>")


def test_a_picture_needs_a_name(called):
    assert "-o needs the name of a file" in called("plot", "growth", "-o", "")[2]


def test_a_table_too_wide_for_columns_is_refused_and_comes_line_by_line_as_csv(called):
    assert "too wide for columns: --csv writes any" in called("table", "1e9")[2]
    assert called("table", "3", "--csv")[1].splitlines()[:2] == ["pegs,discs,moves,split", "3,0,0,0"]
