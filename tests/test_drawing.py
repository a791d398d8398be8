"""The picture in notebooks: the discs of start and target, in few bytes, with nothing from elsewhere."""

import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import hanoi_fast as hf
from hanoi_fast.face.drawing import abbreviated, pegs_drawn

SVG = "{http://www.w3.org/2000/svg}"


def parsed(solution):
    """Return the picture as XML, and the line of text below it."""
    figure = ET.fromstring(solution._repr_html_())
    return figure.find(f"{SVG}svg"), figure.findtext("figcaption")


def discs_seen(svg, pegs):
    """Return the stacks of both boards, from bottom to top: figures within a bar, by the peg that is nearest."""
    texts = [
        (float(text.get("x")), float(text.get("y")), text.text, text.get("fill")) for text in svg.iter(f"{SVG}text")
    ]
    names = sorted((x, int(word)) for x, y, word, _ in texts if y == max(y for _, y, _, _ in texts))
    stacks = [[] for _ in names]
    for x, _, word, fill in sorted(texts, key=lambda text: -text[1]):
        if fill == "#fff":
            stacks[[place for place, _ in names].index(x)].append(int(word))
    assert [peg for _, peg in names] == [*range(pegs), *range(pegs)]
    return stacks[:pegs], stacks[pegs:]


def stacks_from(state, pegs=3):
    return [[disc for disc in range(len(state), 0, -1) if state[disc - 1] == peg] for peg in range(pegs)]


@given(st.integers(0, 8).flatmap(lambda n: st.tuples(*[st.lists(st.integers(0, 2), min_size=n, max_size=n)] * 2)))
def test_start_and_target_are_drawn_with_each_disc_on_its_peg(states):
    start, target = states
    svg, text = parsed(hf.solve(start, target))
    assert discs_seen(svg, 3) == (stacks_from(start), stacks_from(target))
    assert text == repr(hf.solve(start, target)).strip("<>")
    assert svg.get("aria-label") == text


def test_a_larger_disc_is_drawn_wider_and_none_touches_another():
    svg, _ = parsed(hf.solve(8))
    bars = [{key: float(bar.get(key)) for key in ("x", "y", "width", "height")} for bar in svg.iter(f"{SVG}rect")]
    upwards = bars[:8]
    assert [bar["width"] for bar in upwards] == sorted({bar["width"] for bar in upwards}, reverse=True)
    for below, above in pairwise(upwards):
        assert above["y"] + above["height"] < below["y"]
    wide, high = map(float, svg.get("viewBox").split()[2:])
    assert all(0 <= bar["x"] <= wide - bar["width"] and 0 <= bar["y"] <= high - bar["height"] for bar in bars)


@pytest.mark.parametrize(
    "solution",
    [hf.solve(64), hf.solve(64)[10**18 :], hf.solve(350, pegs=4), hf.solve(100_000), hf.solve(200, pegs=256)],
    ids=repr,
)
def test_a_large_puzzle_is_abbreviated(solution):
    html = solution._repr_html_()
    assert len(html) < 6000
    svg, _ = parsed(solution)
    discs = len(list(svg.iter(f"{SVG}rect")))
    left_out = [int(count.replace(",", "")) for count in re.findall(r">([\d,]+) more<", html)]
    assert discs + sum(left_out) == 2 * solution.discs


def test_of_very_many_discs_only_the_words_are_left():
    solution = hf.solve(2**20 + 1)
    assert solution._repr_html_() == f"<div>{repr(solution).strip('<>')}</div>"


def test_a_stack_is_abbreviated_where_that_saves_a_line():
    assert abbreviated(np.zeros(8, np.uint8), 0) == [8, 7, 6, 5, 4, 3, 2, 1]
    assert abbreviated(np.zeros(9, np.uint8), 0) == [9, 8, 7, 6, "2 more", 3, 2, 1]


def test_of_many_pegs_those_with_discs_are_drawn():
    states = [np.array([7, 7], np.uint8), np.array([9, 7], np.uint8)]
    assert pegs_drawn(states, 10) == [0, 1, 2, 7, 9]
    assert pegs_drawn(states[:1], 8) == [0, 1, 2, 3, 7]
    assert pegs_drawn([np.zeros(0, np.uint8)] * 2, 3) == [0, 1, 2]


def test_it_takes_the_colour_of_the_text_around_it_and_fetches_nothing():
    html = hf.solve(4)._repr_html_()
    assert html.count("http") == html.count('xmlns="http://www.w3.org/2000/svg"') == 1
    assert set(re.findall(r'stroke="([^"]*)"', html)) == {"currentColor"}
    assert not re.search(r"<script|<style|url\(|href|class=|id=", html)
