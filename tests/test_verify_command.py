"""The command verify: what it says, and the status it ends with."""

import json
import signal
import sys

import pytest

import hanoi_fast as hf
from hanoi_fast.cli import main
from hanoi_fast.commands import verify as verify_command

RIGHT, WRONG, UNUSABLE = range(3)
THREE = "A C\nA B\nC B\nA C\nB A\nB C\nA C\n"


@pytest.fixture
def called(capfd):
    """Call the command in this process and return its status and what it wrote."""
    kept = {number: signal.getsignal(number) for number in (signal.SIGPIPE, signal.SIGTERM, signal.SIGHUP)}

    def call(*arguments):
        try:
            status = main(["verify", *map(str, arguments)])
        except SystemExit as end:
            status = end.code or 0
        out, err = capfd.readouterr()
        return status, out, err.removeprefix("hanoi-fast verify: error: ")

    yield call
    for number, handler in kept.items():
        signal.signal(number, handler)


@pytest.fixture
def listed(tmp_path):
    """Write a list to a file."""

    def write(text):
        path = tmp_path / "list.txt"
        path.write_bytes(text.encode())
        return path

    return write


# Against the rules


@pytest.mark.parametrize(
    ("text", "options", "status", "said"),
    [
        (THREE, ["--discs", "3"], RIGHT, "Legal, complete and optimal: 7 moves."),
        (THREE, ["--state", "0,0,0"], RIGHT, "Legal, complete and optimal: 7 moves."),
        (THREE, ["--stacks", "3 2 1 | |"], RIGHT, "Legal, complete and optimal: 7 moves."),
        (THREE, ["--stacks", "3 2 1 | |", "--to", " | | 3 2 1"], RIGHT, "Legal, complete and optimal: 7 moves."),
        (THREE, ["--state", "A,A,A", "--labels", "ABC", "--to", "C"], RIGHT, "Legal, complete and optimal: 7 moves."),
        (THREE, ["--discs", "3", "--to", "2,2,2"], RIGHT, "Legal, complete and optimal: 7 moves."),
        (
            THREE,
            ["--discs", "2"],
            WRONG,
            "Not legal: the 4th move (line 4) goes from peg A to peg C, but peg A is empty.",
        ),
        (
            THREE,
            ["--discs", "3", "--to", "1"],
            WRONG,
            "Legal, but not complete: after 7 moves 3 of the 3 discs are not where they should be; the largest of "
            "them, disc 3, is on peg C, not on peg B.",
        ),
        (
            "1 2\n1 3\n2 3\n",
            ["--discs", "2", "--first-peg", "1", "--to", "3"],
            RIGHT,
            "Legal, complete and optimal: 3 moves.",
        ),
        (
            "1 2\n1 3\n2 3\n",
            ["--discs", "2"],
            RIGHT,
            "Legal, complete and optimal: 3 moves. Its pegs are taken to count from 1, since peg 3 occurs.",
        ),
        ("1 2\n", ["--discs", "2", "--pegs", "4", "--first-peg", "0"], WRONG, "Not legal: the 1st move (line 1) goes"),
        ("0 3\n", ["--discs", "1", "--pegs", "4"], RIGHT, "Legal, complete and optimal: 1 move."),
        ("A C\nA B\nC B\n", ["--discs", "2", "--labels", "ACB"], RIGHT, "Legal, complete and optimal: 3 moves."),
        ("[]", ["--state", "2,2"], RIGHT, "Legal, complete and optimal: 0 moves."),
    ],
)
def test_a_list_is_judged(text, options, status, said, called, listed):
    ended, out, err = called(listed(text), *options)
    assert (ended, err) == (status, "")
    assert out.startswith(said)


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("0 2\nhello\n", ["--discs", "1"], "{path}: line 2 cannot be read as a move like those before it: 'hello'"),
        ("", ["--discs", "1"], "{path}: the file is empty"),
        (
            "1 2\n",
            ["--discs", "1"],
            "{path}: cannot tell whether pegs count from 0 or from 1: neither peg 0 nor peg 3 occurs; say first_peg "
            "(--first-peg)",
        ),
        (
            "1 3\n",
            ["--discs", "1", "--to", "2"],
            "{path}: the pegs of the list count from 1: with --first-peg 1 those of --state and --to do too",
        ),
        ("0 2\n", [], "say where the discs are: --discs N, --state or --stacks"),
        ("0 2\n", ["--to", "2"], "--to, --pegs, --arcs, --labels and --first-peg go with --discs, --state or --stacks"),
        ("0 2\n", ["--discs", "3", "--to", "3"], "--to must be one of the pegs 0, 1, 2, not '3'"),
        ("0 2\n", ["--discs", "3", "--to", "1,1"], "--to must have as many discs as the start, 3, not 2"),
        ("0 2\n", ["--stacks", "1 2 | |"], "disc 2 lies on the smaller disc 1 on peg 0"),
        ("0 2\n", ["--stacks", "3 1 | |"], "disc 2 is missing: the 2 discs go up to 3"),
        ("0 2\n", ["--stacks", "2 1 | 1 |"], "disc 1 stands twice: on peg 0 and on peg 1"),
        ("0 2\n", ["--discs", "3", "--state", "0,0"], "argument --state: not allowed with argument --discs"),
    ],
)
def test_what_cannot_be_used_is_said_in_a_line_and_status_2(text, options, message, called, listed):
    path = listed(text)
    assert called(path, *options) == (UNUSABLE, "", message.format(path=path) + "\n")


def test_a_file_that_is_not_there_cannot_be_used(called, tmp_path):
    path = tmp_path / "nothing.txt"
    for options in (["--discs", "3"], []):
        assert called(path, *options) == (UNUSABLE, "", f"{path}: No such file or directory\n")


def test_standard_input_is_read(called, monkeypatch, listed):
    with listed(THREE).open("rb") as file:
        monkeypatch.setattr(verify_command, "STDIN", file.fileno())
        assert called("-", "--discs", "3") == (RIGHT, "Legal, complete and optimal: 7 moves.\n", "")
        assert called("-") == (UNUSABLE, "", "say where the discs are: --discs N, --state or --stacks\n")


def test_the_report_is_written_for_machines(called, listed):
    status, out, _ = called(listed("7\n" + THREE[:8] + "A C\n"), "--discs", "3", "--json")
    assert status == WRONG
    assert json.loads(out) == {
        "legal": False,
        "complete": False,
        "optimal": False,
        "moves": 2,
        "minimum": None,
        "first_error": {
            "index": 2,
            "disc": 3,
            "source": 0,
            "target": 2,
            "reason": "disc 3 would lie on disc 1, which is smaller",
            "line": 4,
        },
        "state": [2, 1, 0],
        "verdict": "Not legal: the 3rd move (line 4) takes disc 3 from peg A to peg C, but disc 3 would lie on disc 1, "
        "which is smaller.",
        "notes": [],
        "read_as": "from, to; lines 2 to 4 are moves",
    }
    status, out, _ = called(listed(THREE), "--discs", "3", "--json")
    facts = json.loads(out)
    assert (status, facts["optimal"], facts["minimum"], facts["first_error"]) == (RIGHT, True, 7, None)


# Against what the package writes


@pytest.mark.parametrize("name", ["m.txt", "m.csv", "m.json", "m.npy", "m.bin", "m.txt.gz", "m.bin.gz"])
def test_our_own_file_is_compared_byte_for_byte(name, called, tmp_path):
    path = tmp_path / name
    hf.solve(12).save(path)
    said = "Every byte is as it should be: 4,095 moves of 12 discs from peg 0 to peg 2.\n"
    assert called(path) == (RIGHT, said, "")
    facts = {"same": True, "moves": 4095, "first_difference": None, "compared": "every byte"}
    assert json.loads(called(path, "--json")[1]) == facts


def test_a_part_of_a_solution_is_compared_too(called, tmp_path):
    path = tmp_path / "part.txt"
    hf.solve(100, 1)[2**99 - 1 : 2**99 + 10].save(path, "full", labels="ABC")
    assert called(path)[0] == RIGHT
    path.write_bytes(path.read_bytes().replace(b"100", b"101"))
    status, out, _ = called(path)
    assert (status, out) == (
        WRONG,
        "Not as it should be from byte 2 on, in the 1st move, which should take disc 100 from peg 0 to peg 1.\n",
    )


@pytest.mark.parametrize(
    ("name", "damage", "said", "place"),
    [
        (
            "m.txt",
            lambda content: content[:1000] + b"9" + content[1001:],
            "Not as it should be from byte 1,000 on, in the 251st move, which should take disc 1 from peg 2 to peg 0.",
            {"byte": 1000, "index": 250},
        ),
        (
            "m.txt",
            lambda content: content[:1001],
            "The file ends at byte 1,001, in the 251st move, which should take disc 1 from peg 2 to peg 0.",
            {"byte": 1001, "index": 250},
        ),
        (
            "m.bin",
            lambda content: content + b"\0",
            "Not as it should be from byte 8,190 on, after the last move.",
            {"byte": 8190, "index": None},
        ),
        (
            "m.csv",
            lambda content: content.upper(),
            "Not as it should be from byte 0 on, before the first move.",
            {"byte": 0, "index": None},
        ),
        (
            "m.txt",
            lambda content: b"",
            "The file ends at byte 0, in the 1st move, which should",
            {"byte": 0, "index": 0},
        ),
    ],
)
def test_the_first_byte_that_differs_is_told_as_a_move(name, damage, said, place, called, tmp_path):
    path = tmp_path / name
    hf.solve(12).save(path)
    path.write_bytes(damage(path.read_bytes()))
    status, out, err = called(path)
    assert (status, err) == (WRONG, "")
    assert out.startswith(said)
    assert json.loads(called(path, "--json")[1]) == {"same": False, "moves": 4095, "first_difference": place}


def test_our_own_file_can_be_judged_by_the_rules_as_well(called, tmp_path):
    path = tmp_path / "m.npy"
    hf.solve(12).save(path)
    assert called(path, "--discs", "12") == (RIGHT, "Legal, complete and optimal: 4,095 moves.\n", "")
    assert called(path, "--discs", "11")[0] == WRONG


def test_a_description_that_is_none_of_ours_cannot_be_used(called, listed):
    path = listed(THREE)
    path.with_name(".list.txt.info").write_text("{}")
    assert called(path) == (
        UNUSABLE,
        "",
        f"{path.with_name('.list.txt.info')} does not describe a file of hanoi_fast\n",
    )


def test_the_module_that_is_missing_is_named(called, monkeypatch, tmp_path):
    for name in ("compression.zstd", "backports.zstd"):
        monkeypatch.setitem(sys.modules, name, None)
    (tmp_path / "m.txt.zst").write_bytes(b"")
    message = "zstd needs Python 3.14 or backports.zstd: pip install 'hanoi_fast[zstd]'\n"
    assert called(tmp_path / "m.txt.zst", "--discs", "3") == (UNUSABLE, "", message)
