"""The help of the command line, its version, and the page about it."""

import re
from pathlib import Path

import pytest
from commands import ENVIRONMENT, run, shell

import hanoi_fast as hf
from hanoi_fast.cli import COMMANDS


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
    # Those that write a file write gigabytes.
    quick = " && ".join(example for example in examples if " -o " not in example or "--dry-run" in example)
    done = shell(quick)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_documentation_lists_every_command_and_no_other():
    page = (Path(__file__).parent.parent / "docs" / "command_line.md").read_text()
    listed = re.findall(r"^\| `([a-z]+)[^`]*` \| (.*) \|$", page.partition("## ")[0], re.MULTILINE)
    assert sorted(listed) == sorted((name, command.help) for name, command in COMMANDS.items())


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
    assert "hanoi_fast.puzzle.counts" in loaded
    assert "numpy" not in loaded
