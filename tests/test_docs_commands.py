"""Every command line on a page of the documents runs, and answers what stands there."""

import re
import shutil
from pathlib import Path

import pytest
from commands import shell

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
FENCED = re.compile(r"^```(?:console|sh)\n(.*?)^```", re.MULTILINE | re.DOTALL)
DISCS = re.compile(r"(?<=moves )(2[4-9]|3\d|4\d)\b")

# What runs only where something else is there, each with the file of tests that has it.
ELSEWHERE = {
    "tcp://": "test_cluster.py",
    "s3://": "test_stores.py",
    "--workers": "test_shards_command.py",
    "pip install": ".ci/run",
    "make ": "the Makefile",
    "hanoi-fast play": "test_page.py",
    "hanoi-fast show 5": "test_show.py",
    "hanoi-fast bench": "test_benchmark.py",
    "answer.txt": "test_verify_command.py",
    "python bench/": "test_bench_scripts.py",
}
PYTHON = 'python() { "$PYTHON" "$@"; }; '


def sessions(path):
    """The commands of a page, each with what is written below it; nothing where the page does not say."""
    for block in FENCED.findall(path.read_text("utf-8")):
        prompts = block.startswith("$ ")
        parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:] if prompts else block.splitlines()
        for part in parts:
            command, _, answer = part.partition("\n")
            said = answer.replace("^C\n", "") if prompts else ""
            yield command.partition("  #")[0].strip(), said.strip("\n")


COMMANDS = {path: list(sessions(path)) for path in PAGES}


@pytest.mark.parametrize("path", [path for path in PAGES if COMMANDS[path]], ids=lambda path: path.name)
def test_the_commands_of_a_page_run(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ran = 0
    for command, answer in COMMANDS[path]:
        if any(word in command for word in ELSEWHERE) or not command or command.startswith("#"):
            continue
        if "| zstd" in command and shutil.which("zstd") is None:
            continue
        if ".zst" in command and "| zstd" not in command:
            pytest.importorskip("backports.zstd", reason="the commands of this page need zstd")
        # As large as a disk on the page; here the same with 2^18 moves.
        done = shell(PYTHON + DISCS.sub("18", command))
        assert (done.returncode, done.stderr) == (0, ""), command
        if answer:
            assert [line.rstrip() for line in done.stdout.splitlines()] == answer.split("\n"), command
        ran += 1
    assert ran or path.name in {"stores.md", "index.md", "performance.md"}


def test_pages_with_commands_are_found():
    assert sum(map(len, COMMANDS.values())) > 40
