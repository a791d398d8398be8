"""What a release is made of: workflows that name what is there, metadata that agree, completions and a man page."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from hanoi_fast._version import __version__
from hanoi_fast.cli import COMMANDS

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
if not WORKFLOWS:
    pytest.skip("the files of a release are not beside the tests", allow_module_level=True)
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def test_there_are_workflows_for_tests_wheels_docs_and_the_night():
    assert [path.stem for path in WORKFLOWS] == ["docs", "nightly", "tests", "wheels"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_parses_and_its_jobs_end_by_themselves(path):
    yaml = pytest.importorskip("yaml", reason="workflows are YAML")
    found = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert found["permissions"] == {"contents": "read"}
    for job in found["jobs"].values():
        assert job["timeout-minutes"] <= 180
        assert all(("run" in step) != ("uses" in step) for step in job["steps"])


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_calls_only_targets_and_files_that_are_there(path):
    text = path.read_text(encoding="utf-8")
    targets = set(re.findall(r"run: make ([\w-]+)", text))
    for listed in re.findall(r"target: \[(.*)\]", text):
        targets |= set(listed.split(", "))
    assert all(re.search(rf"^(\w+ )*{target}\b.*:", MAKEFILE, re.MULTILINE) for target in targets)
    for name in re.findall(r"(?<![\w/.])((?:tests|\.ci)/[\w.]+)", text):
        assert (ROOT / name).is_file(), name


def test_only_a_release_is_published_and_without_a_password():
    text = (ROOT / ".github" / "workflows" / "wheels.yml").read_text(encoding="utf-8")
    publish = text[text.index("  publish:") :]
    assert "if: github.event_name == 'release'" in publish
    assert "id-token: write" in publish
    assert text.count("id-token") == 1
    assert "secrets." not in text


@pytest.mark.parametrize(
    ("name", "pattern"), [("CITATION.cff", r"^version: (.*)$"), ("conda/recipe.yaml", r'^  version: "(.*)"$')]
)
def test_the_version_is_the_same_everywhere(name, pattern):
    text = (ROOT / name).read_text(encoding="utf-8")
    assert re.search(pattern, text, re.MULTILINE)[1] == __version__


def test_the_recipe_asks_for_what_the_package_asks_for():
    recipe = (ROOT / "conda" / "recipe.yaml").read_text(encoding="utf-8")
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (needed,) = re.findall(r'^dependencies = \["(\w+)(.*)"\]$', project, re.MULTILINE)
    assert f"    - {' '.join(needed)}\n" in recipe
    assert f"    - python {re.search('requires-python = .(>=3.10).', project)[1]}\n" in recipe


def test_every_python_that_is_claimed_is_tested_by_the_workflow():
    claimed = re.findall(r'"Programming Language :: Python :: (3\.\d+)"', (ROOT / "pyproject.toml").read_text())
    tested = (ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")
    assert claimed == ["3.10", "3.11", "3.12", "3.13", "3.14"]
    assert all(f'"{version}"' in tested for version in claimed)


def test_completions_and_the_man_page_have_every_command_and_option(tmp_path):
    pytest.importorskip("shtab", reason="completions are made by shtab")
    pytest.importorskip("argparse_manpage", reason="the man page is made by argparse-manpage")
    subprocess.run([sys.executable, str(ROOT / ".ci" / "completions"), str(tmp_path)], check=True)
    made = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    assert set(made) == {"hanoi-fast", "_hanoi-fast", "hanoi-fast.fish", "hanoi-fast.1"}
    for name, text in made.items():
        plain = text.replace("\\-", "-")
        assert all(command in plain for command in COMMANDS), name
        assert "no-overwrite" in plain
