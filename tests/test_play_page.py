"""The page is one small file for everyone, in a real browser."""

import re

import pytest


def test_the_page_is_one_small_file_that_names_no_other(play_html):
    text = play_html.read_text(encoding="utf-8")
    assert len(text.encode()) < 200_000
    assert "default-src 'none'" in text, "the browser itself refuses every request"
    assert set(re.findall(r"https?://[\w./]+", text)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"\bsrc=|@import|url\(|fetch\(|XMLHttpRequest|\bimport\b", text)


def test_nothing_is_fetched(page):
    page.open()
    assert page.run("return performance.getEntriesByType('resource').map(entry => entry.name)") == []


@pytest.mark.parametrize("width", [320, 390, 1280])
@pytest.mark.parametrize("words", ["#state=000000000000", "#state=00000000&pegs=8", f"#discs=64&step={2**63}"])
def test_nothing_is_cut_off(page, width, words):
    screen = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 500}
    page.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
    page.open(words)
    assert page.run("return document.documentElement.scrollWidth") <= width
    outside = page.run(
        """const board = document.getElementById("board").getBoundingClientRect();
           const boxes = [...document.querySelectorAll(".disc")].map(disc => disc.getBoundingClientRect());
           return boxes.filter(box => box.left < board.left || box.right > board.right
               || box.top < board.top || box.bottom > board.bottom)"""
    )
    page.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert outside == []


def test_every_control_has_a_name(page):
    page.open("#state=0120")
    controls = page.find_all("button, input, select, #graph")
    assert len(controls) > 15
    assert [control.get_attribute("id") for control in controls if not control.accessible_name] == []
    labels = [peg.accessible_name for peg in page.find_all(".peg")]
    assert labels == ["Peg 0: discs 1, 4, top first", "Peg 1: disc 2", "Peg 2, the goal: disc 3"]
