"""A template costs what it is worth: long ones are refused before a byte of a move is made."""

import re
import subprocess
import sys

import pytest
from commands import ENVIRONMENT
from limited import BOUND

import hanoi_fast as hf


@pytest.mark.parametrize(
    ("template", "reason"),
    [
        ("{disc:>3000000000}", "makes moves of at least"),
        ("{disc:>1000000000}", "makes moves of at least"),
        ("{disc:>1048577}", "makes moves of up to"),
        ("{source:.99999999999999999999}", "makes moves of at least"),
        ("{disc:9999999}" * 3, "makes moves of up to"),
        ("{disc}" * 10**6, "a template has at most 65,536 characters, not 6,000,000"),
        ("x" * 10**7 + "{disc}", "a template has at most 65,536 characters"),
        ("{" * 70_000, "a template has at most 65,536 characters"),
    ],
)
def test_a_template_of_too_long_moves_is_refused_in_few_words(template, reason, tmp_path):
    for use in (hf.solve(5).nbytes, hf.solve(5).crc32, hf.solve(5).open, lambda form: hf.solve(5).save("a.txt", form)):
        with pytest.raises(ValueError, match=re.escape(reason)) as caught:
            use(template)
        assert len(str(caught.value)) < 300


@pytest.mark.parametrize("template", ["{disc:>1000000}", "{disc:>500000}{source:<500000}", "{source}" * 8000])
def test_a_template_within_the_limits_is_taken(template):
    assert hf.solve(1).nbytes(template) == len(template.format(disc=1, source=0, target=2))


def test_labels_count_as_often_as_they_stand():
    long = ["a" * 60_000, "b", "c"]
    assert hf.solve(1).nbytes("{source}" * 10, labels=long) == 600_000
    with pytest.raises(ValueError, match="makes moves of up to 1,200,160 characters, the most is 1,048,576"):
        hf.solve(1).nbytes("{source}" * 20, labels=long)
    with pytest.raises(ValueError, match="a label has at most 65,536 characters, not 65,537"):
        hf.solve(1).nbytes("text", labels=["a" * 65_537, "b", "c"])


@pytest.mark.parametrize("template", ["}", "{", "{x}", "{disc:{source}}", "none" * 10_000 + "{}", "{disc!z}"])
def test_messages_about_templates_are_short(template):
    with pytest.raises(ValueError, match="template") as caught:
        hf.solve(3).open(template)
    assert len(str(caught.value)) < 300


COSTLY = f"""
{BOUND}
import sys
import hanoi_fast as hf
from hanoi_fast.cli import main
resource.setrlimit(resource.RLIMIT_CPU, (10, 10))
bound_memory(768)
hf.solve(3).save(sys.argv[1])
from pathlib import Path
sidecar = Path(sys.argv[1]).with_name(".a.txt.info")
text = sidecar.read_text().replace('"layout": "text"', '"layout": "{{disc:>3000000000}}"')
assert "3000000000" in text
sidecar.write_text(text)
for command in (["info"], ["verify"], ["moves", "3", "--template", "{{disc:>3000000000}}", "--dry-run"]):
    try:
        main([*command, *(sys.argv[1:] if len(command) == 1 else [])])
    except SystemExit as end:
        print(end.code)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is limited on Linux")
def test_a_small_description_costs_no_gigabytes(tmp_path):
    command = [sys.executable, "-c", COSTLY, tmp_path / "a.txt"]
    done = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, timeout=60)
    assert done.stdout.split() == ["2", "2", "2"], done.stderr
    assert done.stderr.count("makes moves of at least") == 3
