"""The pages of the documentation are whole: nothing public is left out, and the drawings are those of today."""

import importlib
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

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


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The pages as they are published."""
    pytest.importorskip("sphinx_copybutton", reason="the site is built with Sphinx and what pyproject.toml names")
    built = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", str(DOCS), str(built)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return built


class Links(HTMLParser):
    """The places a page leads to, and those in it that can be led to."""

    def __init__(self, text):
        super().__init__()
        self.targets, self.places = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        self.targets += [found[name] for name in ("href", "src") if found.get(name)]
        self.places.add(found.get("id"))


def test_every_link_of_the_site_leads_to_a_page_and_a_place_in_it(site):
    pages = {path.relative_to(site).as_posix(): Links(path.read_text("utf-8")) for path in site.rglob("*.html")}
    wrong = []
    for name, page in pages.items():
        for target in page.targets:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc or name.startswith("_modules/"):  # viewcode names what it guesses
                continue
            path = (site / name).parent / unquote(parts.path) if parts.path else site / name
            other = path.resolve().relative_to(site.resolve()).as_posix()
            known = path.exists() and (not parts.fragment or other not in pages or other == "play.html")
            if not known and not (other in pages and unquote(parts.fragment) in pages[other].places):
                wrong.append((name, target))
    assert not wrong


def test_the_game_is_in_the_site(site):
    assert (site / "play.html").read_bytes() == (DOCS.parent / "src/hanoi_fast/pictures/play.html").read_bytes()
    assert 'href="play.html' in (site / "playing.html").read_text("utf-8")


def luminance(colour):
    parts = [int(colour[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    """Return the contrast of two colours by WCAG 2: 4.5 is asked for."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("option", ["pygments_style", "pygments_dark_style"])
def test_code_can_be_read_in_light_and_in_dark(option):
    styles = pytest.importorskip("pygments.styles", reason="code is coloured by pygments")
    name = re.search(rf'^{option} = "(.*)"$', (DOCS / "conf.py").read_text("utf-8"), re.MULTILINE)[1]
    try:
        style = styles.get_style_by_name(name)
    except Exception:
        pytest.skip(f"no style {name}: it comes with furo")
    ground = style.background_color.lstrip("#")
    for _, how in style:
        if how["color"]:
            assert contrast(how["color"], how["bgcolor"] or ground) >= 4.5, (name, how)


def test_no_page_has_a_name_that_the_site_needs_for_itself():
    taken = {"search", "genindex", "modindex", "py-modindex", "play"}
    assert not taken & {path.stem for path in DOCS.glob("*.md")}
