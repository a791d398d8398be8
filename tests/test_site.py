"""The pages of the documentation are whole: nothing public is left out, and the drawings are those of today."""

import importlib
import re
import sys
from pathlib import Path

import pytest

import hanoi_fast as hf

DOCS = Path(__file__).parent.parent / "docs"
API = (DOCS / "api.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def drawings():
    sys.path.insert(0, str(DOCS))
    try:
        yield importlib.import_module("drawings").DRAWINGS
    finally:
        sys.path.remove(str(DOCS))


@pytest.mark.parametrize("name", hf.__all__)
def test_every_public_name_is_in_the_reference(name):
    assert re.search(rf"^\.\. auto(function|class|module):: hanoi_fast\.{name}\b", API, re.MULTILINE)


def test_every_method_of_a_solution_is_in_the_reference():
    # What a mapping or a sequence has by itself is described in words.
    ours = {name for name in dir(hf.Solution) if not name.startswith("_")}
    assert set(re.findall(r"^\.\. auto(?:method|property):: hanoi_fast\.Solution\.(\w+)", API, re.MULTILINE)) == ours


def test_every_page_is_in_the_table_of_contents():
    contents = (DOCS / "index.md").read_text(encoding="utf-8").partition("```{toctree}")[2]
    assert {path.stem for path in DOCS.glob("*.md")} <= {*contents.split(), "index"}


def test_the_drawings_are_those_that_the_package_makes(drawings):
    drawn = {name: drawing() for name, drawing in drawings.items()}
    assert {path.stem: path.read_text(encoding="utf-8") for path in (DOCS / "drawings").glob("*.svg")} == drawn


def test_every_picture_of_a_page_has_a_description():
    for page in DOCS.glob("*.md"):
        for words, target in re.findall(r"!\[(.*?)\]\((.*?)\)", page.read_text(encoding="utf-8")):
            assert len(words) > 20, (page.name, target)
