"""The command line, as shells, pipes, files and terminals see it."""

import csv
import fcntl
import io
import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

import numpy as np
import pytest

import hanoi_fast as hf
from hanoi_fast import reference
from hanoi_fast.cli import main

HOME = str(Path(hf.__file__).resolve().parent.parent)
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [HOME, os.environ.get("PYTHONPATH")]))}
HANOI = [sys.executable, "-m", "hanoi_fast"]
ENOUGH = 30  # seconds no command here comes near


def run(*arguments, **options):
    """Run the command as a process and return what it wrote and how it ended."""
    return subprocess.run(
        [*HANOI, *arguments],
        **{"capture_output": True, "text": True, "env": ENVIRONMENT, "timeout": ENOUGH, **options},
    )


def start(*arguments, **options):
    return subprocess.Popen([*HANOI, *arguments], **{"env": ENVIRONMENT, "stderr": subprocess.PIPE, **options})


def shell(line):
    """Run a line of bash in which ``hanoi-fast`` is the command."""
    return subprocess.run(
        ["bash", "-c", f'hanoi-fast() {{ "$PYTHON" -m hanoi_fast "$@"; }}; {line}'],
        capture_output=True,
        text=True,
        env={**ENVIRONMENT, "PYTHON": sys.executable},
        timeout=ENOUGH,
    )


@pytest.fixture
def called(capfd):
    """Call the command in this process: fast, but without its signals."""
    kept = signal.getsignal(signal.SIGPIPE)

    def call(*arguments):
        try:
            status = main(arguments)
        except SystemExit as end:
            status = end.code or 0
        out, err = capfd.readouterr()
        return status, out, err

    yield call
    signal.signal(signal.SIGPIPE, kept)


# ---- what the commands say ----


@pytest.mark.parametrize(
    ("line", "out"),
    [
        ("moves 1", "0 2\n"),
        ("moves 0", ""),
        ("moves 3 --target 1", "0 1\n0 2\n1 2\n0 1\n2 0\n2 1\n0 1\n"),
        ("moves 3 --source 2 --target 0 --stop 2", "2 0\n2 1\n"),
        ("moves 3 --target 0", ""),
        ("moves 3 --start 2 --stop 4 --format full", "1 2 1\n3 0 2\n"),
        ("moves 3 --start 7", ""),
        ("moves 3 --target 1 --format italian --stop 1", "Sposto da 0 a 1\n"),
        ("moves 3 --pegs 4 --first-peg 1 --format arrows", "1 --> 3; 1 --> 2; 1 --> 4; 2 --> 4; 3 --> 4; "),
        ("moves 2 --format csv", "disc,source,target\n1,0,1\n2,0,2\n1,1,2\n"),
        ("moves 2 --labels ABC --target B", "A C\nA B\nC B\n"),
        ("moves 1 --labels left,middle,right --source right --target left", "right left\n"),
        ("moves 2 --first-peg 1 --target 3", "1 2\n1 3\n2 3\n"),
        ("moves 64 --start 2^64-2 -o -", "1 2\n"),
        ("moves 1000 --start 2**1000-2 --format full", "1 1 2\n"),
        (r"moves 1 --template {disc}\t{source}\\{target}\n", "1\t0\\2\n"),
        ("count 0", "0\n"),
        ("count 31", "2147483647\n"),
        ("count 64", "18446744073709551615\n"),
        ("count 50 --pegs 4", "6657\n"),
        ("count 3 --rate 1", "7\n7 seconds at 1 move a second\n"),
        ("solve --state 0,1 --to 1,0", "0 2\n1 0\n2 1\n"),
        ("solve --state 0,1 --start 1 --stop 2 --format full", "1 0 2\n"),
        ("next --state 0,0,0", "Move disc 1 from 0 to 2, 7 moves left\n"),
        ("next --state 1,1,0", "Move disc 3 from 0 to 2, 4 moves left\n"),
        ("next --state 2,2,1 --to 2", "Move disc 1 from 2 to 1, 7 moves left\n"),
        ("next --state 2,1", "Move disc 1 from 2 to 0, 3 moves left\n"),
        ("next --state 0", "Move disc 1 from 0 to 2, 1 move left\n"),
        ("next --state 2,2", "No move is left\n"),
        ("next --state 2,2 --format text", ""),
        ("next --state A,A --labels ABC --to C --format full", "1 A B\n"),
        ("next --state 0,0,0 --pegs 4", "Move disc 1 from 0 to 2, 5 moves left\n"),
    ],
)
def test_a_command_writes_what_it_should(called, line, out):
    assert called(*line.split(" ")) == (0, out, "")


def test_two_ways_to_write_a_position_are_one(called):
    moves = called("solve", "--state", "0,2,1,0", "--to", "1,1,0,2")
    assert moves[0] == 0
    assert called("solve", "--stacks", "4 1 | 3 | 2", "--to", "3 | 2 1 | 4") == moves
    assert called("solve", "--state", "[0, 2, 1, 0]", "--to", "[1, 1, 0, 2]") == moves
    assert called("solve", "--state", "A C B A", "--to", "B B A C", "--labels", "ABC", "--format", "pairs")[0] == 2


def test_the_moves_from_a_position_lead_to_the_other(called):
    _, out, _ = called("solve", "--state", "1,1,0", "--to", "0,0,1", "--format", "full")
    moves = [tuple(map(int, line.split())) for line in out.splitlines()]
    assert len(moves) == 5
    assert reference.Pegs.from_state([1, 1, 0]).replay(moves).state == [0, 0, 1]


@pytest.mark.parametrize(
    ("rate", "words"),
    [
        ("1", "18,446,744,073,709,551,615 seconds, 584.54 billion years of 365.25 days at 1 move a second"),
        ("100M", "184,467,440,737.09551615 seconds, 5,845 years of 365.25 days at 100,000,000 moves a second"),
    ],
)
def test_a_rate_says_how_long_it_takes_exactly_and_in_words(called, rate, words):
    assert called("count", "64", "--rate", rate) == (0, f"18446744073709551615\n{words}\n", "")


def test_a_count_of_any_size_is_written_in_full(called):
    _, out, _ = called("count", "20000")
    assert len(out) == 6022
    assert out.endswith(f"{(2**20000 - 1) % 10**50}\n")


@pytest.mark.parametrize(
    ("discs", "step", "counts"),
    [
        ("3", "5", [1, 1, 1]),
        ("64", "2", [62, 1, 1]),
        ("8", "45", [4, 2, 2]),
        ("100", "2^100-1", [0, 0, 100]),
        ("100", "1", [99, 1, 0]),
    ],
)
def test_a_state_has_the_right_discs_on_each_peg(called, discs, step, counts):
    _, out, _ = called("state", discs, step, "--json")
    said = json.loads(out)
    assert said["counts"] == counts == [len(stack) for stack in said["stacks"]]
    assert said["state"] == hf.solve(int(discs)).state(hf.solve(int(discs)).step_of(said["state"])).tolist()
    rows = [line.split() for line in called("state", discs, step)[1].splitlines()[1:]]
    assert [[int(word) for word in row] for row in rows] == [
        [peg, len(stack), *stack] for peg, stack in enumerate(said["stacks"])
    ]


def test_a_state_is_shown_as_stacks_from_bottom_to_top(called):
    assert called("state", "8", "45", "--labels", "A,mid,C")[1] == (
        "peg  discs  from bottom to top\n  A      4  8 7 4 3\nmid      2  5 2\n  C      2  6 1\n"
    )
    assert called("state", "1", "1")[1].splitlines()[1] == "  0      0"


def test_the_table_is_aligned_and_right(called):
    status, out, _ = called("table", "20", "--pegs", "5")
    head, *rows = out.splitlines()
    assert status == 0
    assert head == "discs   3 pegs  split  4 pegs  split  5 pegs  split"
    assert {len(row) for row in rows} == {len(head)}
    values = np.array([row.split() for row in rows], int)
    table = hf.frame_stewart(20, 5)
    assert values[:, 0].tolist() == list(range(21))
    assert (table.counts[3:] == values[:, 1::2].T).all()
    assert (table.splits[3:] == values[:, 2::2].T).all()


def test_the_table_as_csv_is_exact_beyond_64_bits(called):
    _, out, _ = called("table", "100", "--pegs", "4", "--csv")
    rows = {(int(row["pegs"]), int(row["discs"])): row for row in csv.DictReader(io.StringIO(out))}
    assert len(rows) == 2 * 101
    assert rows[3, 100]["moves"] == str(2**100 - 1)
    assert (rows[4, 100]["moves"], rows[4, 100]["split"]) == ("172033", "87")


def test_a_table_for_two_pegs_has_one_disc_at_most(called):
    assert (
        called("table", "1", "--pegs", "2")[1] == "discs  2 pegs  split\n    0       0      0\n    1       1      0\n"
    )


# ---- what people get wrong ----

MISTAKES = [
    (
        "",
        "hanoi-fast: error: a command is missing: moves, count, state, table, solve, next, bench, show, play, plot; ",
    ),
    ("moves", "hanoi-fast moves: error: the following arguments are required: DISCS"),
    ("moves -3", "hanoi-fast moves: error: discs must be at least 0, not -3"),
    ("moves 2.5", "hanoi-fast moves: error: argument DISCS: '2.5' is not a whole number"),
    ("moves 1,000", "hanoi-fast moves: error: argument DISCS: '1,000' is not a number: a comma is ambiguous, "),
    ("moves three", "hanoi-fast moves: error: argument DISCS: 'three' is not a number; write it as 1_000_000"),
    ("moves 3 --target 5", "hanoi-fast moves: error: target must be one of the pegs 0, 1, 2, not '5'"),
    ("moves 3 --source -1", "hanoi-fast moves: error: source must be one of the pegs 0, 1, 2, not '-1'"),
    ("moves 3 --pegs 9 --target 9", "hanoi-fast moves: error: target must be one of the pegs 0 to 8, not '9'"),
    ("moves 3 --labels ABC --target 1", "hanoi-fast moves: error: target must be one of the pegs A, B, C, not '1'"),
    ("moves 3 --first-peg 1 --source 0", "hanoi-fast moves: error: source must be one of the pegs 1, 2, 3, not '0'"),
    ("moves 3 --first-peg -1", "hanoi-fast moves: error: first peg must be at least 0, not -1"),
    ("moves 3 --labels AB", "hanoi-fast moves: error: labels must name 3 pegs, not 2: 'A,B'"),
    ("moves 3 --labels ABA", "hanoi-fast moves: error: labels must differ, "),
    ("moves 3 --labels ABC --first-peg 1", "hanoi-fast moves: error: argument --first-peg: not allowed with argument"),
    ("moves 3 --pegs 1", "hanoi-fast moves: error: pegs must be between 2 and 256, not 1"),
    ("moves 3 --pegs 257", "hanoi-fast moves: error: pegs must be between 2 and 256, not 257"),
    ("moves 3 --pegs 2", "hanoi-fast moves: error: 3 discs need at least 3 pegs, not 2"),
    ("moves 3 --start 8", "hanoi-fast moves: error: start must be between 0 and 7, not 8"),
    ("moves 3 --start -1", "hanoi-fast moves: error: start must be between 0 and 7, not -1"),
    ("moves 3 --start 4 --stop 3", "hanoi-fast moves: error: stop must be between 4 and 7, not 3"),
    ("moves 3 --format xml", "hanoi-fast moves: error: "),
    ("moves 3 --template x", "hanoi-fast moves: error: argument --template: 'x' has no field: use {disc}"),
    (
        r"moves 3 --template {disc}\q",
        r"hanoi-fast moves: error: argument --template: '{disc}\\q' has an unknown escape",
    ),
    ("moves 3 --template {from}", "hanoi-fast moves: error: template '{from}' has an unknown field 'from'"),
    ("moves 3 --template {disc", "hanoi-fast moves: error: template '{disc' has an unbalanced brace"),
    (
        "moves 3 --format csv --template {disc}",
        "hanoi-fast moves: error: argument --template: not allowed with argument",
    ),
    ("moves 3 --frmat csv", "hanoi-fast moves: error: unrecognized arguments: --frmat csv"),
    ("moves 3 --tar 1", "hanoi-fast moves: error: unrecognized arguments: --tar 1"),
    ("moves 3 4", "hanoi-fast moves: error: unrecognized arguments: 4"),
    ("moves 3 --format pairs --first-peg 1", "hanoi-fast moves: error: "),
    ("moves 3 --format sums --pegs 4", "hanoi-fast moves: error: layout 'sums' is for 3 pegs, not 4"),
    ("moves 3 --format packed --pegs 17", "hanoi-fast moves: error: layout 'packed' holds at most 16 pegs, not 17"),
    ("move 3", "hanoi-fast: error: argument COMMAND: invalid choice: 'move' (choose from "),
    ("count 5 --pegs 2", "hanoi-fast count: error: 5 discs need at least 3 pegs, not 2"),
    ("count 5 --rate 0", "hanoi-fast count: error: the rate must be more than 0 moves a second, not 0"),
    ("state 3", "hanoi-fast state: error: the following arguments are required: STEP"),
    ("state 3 8", "hanoi-fast state: error: step must be between 0 and 7, not 8"),
    ("table -1", "hanoi-fast table: error: discs must be at least 0, not -1"),
    ("table 2 --pegs 2", "hanoi-fast table: error: 2 discs need at least 3 pegs, not 2"),
    ("table 2 --pegs 1", "hanoi-fast table: error: pegs must be between 2 and 256, not 1"),
    ("solve --to 2", "hanoi-fast solve: error: one of the arguments --state --stacks is required"),
    ("solve --state 0,3", "hanoi-fast solve: error: --state: disc 2 must be one of the pegs 0, 1, 2, not '3'"),
    ("solve --state 0,,1", "hanoi-fast solve: error: --state: disc 2 must be one of the pegs 0, 1, 2, not ''"),
    ("solve --state 0,1 --to 0,1,2", "hanoi-fast solve: error: target must have as many discs as the start, 2, not 3"),
    ("solve --state 0,1 --to 3", "hanoi-fast solve: error: --to must be one of the pegs 0, 1, 2, not '3'"),
    ("solve --state 0,1 --pegs 4", "hanoi-fast solve: error: on 4 pegs only a whole tower can be solved"),
    ("solve --stacks 3|1|", "hanoi-fast solve: error: disc 2 is missing"),
    ("solve --stacks 2|2,1|", "hanoi-fast solve: error: disc 2 stands twice: on peg 0 and on peg 1"),
    ("solve --stacks 1,2||", "hanoi-fast solve: error: disc 2 lies on the smaller disc 1 on peg 0"),
    ("solve --stacks a||", "hanoi-fast solve: error: --stacks must be written as in \"3 2 1 | | \": 'a' is not a disc"),
    ("next --stacks 2,1|| --pegs 4", "hanoi-fast next: error: there must be a stack for each of the 4 pegs"),
]


@pytest.mark.parametrize(("line", "text"), MISTAKES)
def test_a_mistake_is_one_line_on_standard_error_and_status_2(called, line, text):
    status, out, err = called(*line.split())
    assert err.startswith(text)
    assert (status, out, err.count("\n"), err[-1]) == (2, "", 1, "\n")


def test_a_line_break_in_an_argument_does_not_break_the_message(called):
    assert called("moves", "3", "a\nb") == (2, "", "hanoi-fast moves: error: unrecognized arguments: a\\nb\n")


def test_more_than_the_machine_has_is_status_1(called):
    status, out, err = called("count", "10**18")
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert err.startswith("hanoi-fast count: error: ")


# ---- help ----


def test_help_shows_the_commands_and_how_numbers_are_written():
    done = run("--help")
    assert (done.returncode, done.stderr) == (0, "")
    for word in ("moves", "count", "state", "table", "solve", "next", "2^30-1"):
        assert word in done.stdout


@pytest.mark.parametrize("command", ["moves", "count", "state", "table", "solve", "next"])
def test_the_examples_in_the_help_of_a_command_work(called, command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    _, out, _ = called(command, "--help")
    examples = [line.split("  ")[1] for line in out.splitlines() if line.startswith(f"  hanoi-fast {command} ")]
    assert len(examples) > 1
    quick = " && ".join(example for example in examples if "-o moves.npy" not in example)
    done = shell(quick)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_documentation_shows_what_happens(tmp_path):
    page = (Path(__file__).parent.parent / "docs" / "command_line.md").read_text()
    blocks = re.findall(r"```console\n(.*?)```", page, re.DOTALL)
    assert len(blocks) == 5
    for block in blocks:
        lines = re.findall(r"^\$ (.*)", block, re.MULTILINE)
        python = 'python() { "$PYTHON" "$@"; }'
        done = shell("; ".join([python, f"cd {tmp_path}", *lines]))
        assert (done.stdout, done.stderr) == (re.sub(r"^\$ .*\n", "", block, flags=re.MULTILINE), "")


def test_help_and_version_load_nothing_heavy():
    done = run("moves", "--help", env={**ENVIRONMENT, "PYTHONPROFILEIMPORTTIME": "1"})
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "hanoi_fast.cli" in loaded
    assert not loaded & {"numpy", "tqdm", "decimal", "fractions", "dataclasses", "inspect", "json"}


def test_the_version_is_that_of_the_package():
    assert run("--version").stdout == f"hanoi-fast {hf.__version__}\n"


def test_a_count_needs_no_numpy():
    done = run("count", "64", "--rate", "1", env={**ENVIRONMENT, "PYTHONPROFILEIMPORTTIME": "1"})
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "hanoi_fast.counts" in loaded
    assert "numpy" not in loaded


# ---- pipes, signals, and output that fails ----


def test_a_closed_pipe_ends_it_in_silence_as_it_ends_seq():
    done = shell("hanoi-fast moves 64 | head -n 2; echo ${PIPESTATUS[0]}")
    assert (done.stdout, done.stderr) == ("0 1\n0 2\n141\n", "")


def test_a_closed_pipe_ends_a_long_table_too():
    done = shell("hanoi-fast table 100000 --pegs 3 --csv | head -n 1; echo ${PIPESTATUS[0]}")
    assert (done.stdout, done.stderr) == ("pegs,discs,moves,split\n141\n", "")


def test_ctrl_c_ends_it_with_status_130_and_nothing_else():
    process = start("moves", "64", stdout=subprocess.PIPE)
    assert process.stdout.read(4) == b"0 1\n"
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=ENOUGH)
    assert (process.returncode, err) == (130, b"")


def large_file(folder):
    """Return arguments that write a file for a while, though not more than a quarter of the disk."""
    discs = (shutil.disk_usage(folder).free // 16).bit_length() - 1
    return "moves", str(min(discs, 36)), "-o", str(folder / "moves.txt")


def test_ctrl_c_keeps_the_file_that_was_there(tmp_path):
    (tmp_path / "moves.txt").write_text("kept")
    process = start(*large_file(tmp_path))
    until = time.monotonic() + ENOUGH
    while len(list(tmp_path.iterdir())) < 2 and process.poll() is None and time.monotonic() < until:
        time.sleep(0.005)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=ENOUGH)
    assert (process.returncode, err) == (130, b"")
    assert (tmp_path / "moves.txt").read_text() == "kept"


@pytest.mark.parametrize(
    "line", ["moves 12", "count 5", "state 3 1", "table 3", "next --state 0", "--help", "--version"]
)
def test_a_full_or_closed_standard_output_is_one_line_and_status_1(line):
    full = shell(f"hanoi-fast {line} > /dev/full")
    assert (full.returncode, full.stderr.count("\n")) == (1, 1)
    assert full.stderr.endswith("error: standard output: No space left on device\n")
    closed = shell(f"hanoi-fast {line} >&-")
    assert (closed.returncode, closed.stderr.count("\n")) == (1, 1)
    assert closed.stderr.endswith("error: standard output: Bad file descriptor\n")


def test_a_closed_standard_error_changes_no_status():
    assert shell("hanoi-fast moves 2.5 2>&-").returncode == 2
    assert shell("hanoi-fast moves 2 > /dev/full 2>&-").returncode == 1


def test_all_of_a_long_output_passes_through_a_pipe():
    done = run("moves", "16", "--format", "pairs", text=False)
    assert done.stdout == hf.solve(16).array().tobytes()


# ---- files ----


def test_a_file_has_the_format_of_its_suffix(called, tmp_path):
    for suffix in ("txt", "csv", "jsonl", "npy", "bin"):
        assert called("moves", "5", "-o", str(tmp_path / f"moves.{suffix}")) == (0, "", "")
    assert (tmp_path / "moves.txt").read_text() == called("moves", "5")[1]
    assert (tmp_path / "moves.csv").read_text() == called("moves", "5", "--format", "csv")[1]
    assert (tmp_path / "moves.jsonl").read_text() == called("moves", "5", "--format", "jsonl")[1]
    assert (tmp_path / "moves.bin").read_bytes() == hf.solve(5).array().tobytes()
    assert (np.load(tmp_path / "moves.npy") == hf.solve(5).array()).all()


def test_a_format_that_is_given_counts_more_than_the_suffix(called, tmp_path):
    path = tmp_path / "moves.txt"
    assert called("moves", "2", "--format", "italian", "-o", str(path))[0] == 0
    assert path.read_text() == "Sposto da 0 a 1\nSposto da 0 a 2\nSposto da 1 a 2\n"
    assert called("solve", "--state", "0", "--template", "{disc}", "--output", str(path))[0] == 0
    assert path.read_text() == "1"


def test_a_suffix_that_says_nothing_is_a_mistake(called, tmp_path):
    status, _, err = called("moves", "3", "-o", str(tmp_path / "moves.xyz"))
    assert (status, err.count("\n")) == (2, 1)
    assert ".xyz" in err
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_not_there_is_named(called, tmp_path):
    status, _, err = called("moves", "3", "-o", str(tmp_path / "nowhere" / "moves.txt"))
    assert (status, err.count("\n")) == (1, 1)
    assert str(tmp_path / "nowhere") in err
    assert err.endswith("No such file or directory\n")


def test_a_file_that_grows_too_large_is_an_error_and_leaves_what_can_be_resumed(tmp_path):
    done = shell(f"ulimit -f 64; hanoi-fast moves 20 -o {tmp_path / 'moves.txt'}")
    assert done.returncode == 1
    assert done.stderr == f"hanoi-fast moves: error: {tmp_path / 'moves.txt'}: File too large\n"
    assert not (tmp_path / "moves.txt").exists()
    assert (tmp_path / ".moves.txt.part").stat().st_size == 64 * 1024


def test_a_file_larger_than_the_disk_is_refused_at_once(called, tmp_path):
    status, _, err = called("moves", "64", "-o", str(tmp_path / "moves.npy"))
    assert (status, err.count("\n")) == (1, 1)
    assert "moves.npy" in err
    assert not list(tmp_path.iterdir())


# ---- terminals ----


def on_terminal(*arguments, command=HANOI, **options):
    """Run the command with a terminal for what is not redirected; return its status and what the terminal shows."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*command, *arguments],
        **{"stdin": theirs, "stdout": theirs, "stderr": theirs, "env": ENVIRONMENT, **options},
    )
    os.close(theirs)
    shown = b""
    try:
        while piece := os.read(ours, 1 << 16):
            shown += piece
    except OSError:  # Linux: the last program has left the terminal
        pass
    os.close(ours)
    return process.wait(ENOUGH), shown.decode().replace("\r\n", "\n")


def test_text_goes_to_a_terminal():
    assert on_terminal("moves", "2") == (0, "0 1\n0 2\n1 2\n")


def test_binary_is_kept_from_a_terminal_with_a_hint():
    status, shown = on_terminal("moves", "2", "--format", "pairs")
    assert status == 2
    assert shown == (
        "hanoi-fast moves: error: 'pairs' is binary and standard output is a terminal: use -o FILE or a pipe\n"
    )


def test_a_file_that_is_soon_written_shows_no_progress(tmp_path):
    assert on_terminal("moves", "5", "-o", str(tmp_path / "moves.txt")) == (0, "")


SLOW = "import sys, time; from hanoi_fast.output import progress_bar\n"
SLOW += "with progress_bar({}) as wrote: wrote and (wrote(1 << 20), time.sleep(0.6), wrote(1 << 20))"


@pytest.mark.parametrize(("arguments", "shown"), [("True, 1 << 21", True), ("False, 1 << 21", False)])
def test_a_long_job_shows_progress_only_for_a_file(arguments, shown):
    status, seen = on_terminal(SLOW.format(arguments), command=[sys.executable, "-c"])
    assert status == 0
    assert ("100%" in seen and "2.00M" in seen) is shown
    assert bool(seen) is shown


def test_a_long_job_shows_no_progress_without_a_terminal():
    done = subprocess.run([sys.executable, "-c", SLOW.format("True, 1")], capture_output=True, env=ENVIRONMENT)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def take_terminal():
    """Make standard input the terminal whose Ctrl-C this process receives."""
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def test_ctrl_c_typed_at_a_terminal_ends_it():
    ours, theirs = pty.openpty()
    process = start("moves", "64", stdin=theirs, stdout=theirs, stderr=theirs, preexec_fn=take_terminal)
    os.close(theirs)
    assert os.read(ours, 3) == b"0 1"
    os.write(ours, b"\x03")
    try:
        while os.read(ours, 1 << 16):
            pass
    except OSError:
        pass
    os.close(ours)
    assert process.wait(ENOUGH) == 130
