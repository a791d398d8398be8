"""The page as its player meets it, in a real browser: hints and films."""

import random

import pytest
from oracles import distances
from pages import PRESS


@pytest.mark.parametrize("seed", range(4))
def test_hints_lead_to_the_goal_in_exactly_the_distance(page, seed):
    rng = random.Random(seed)
    state, goal = [rng.randrange(3) for _ in range(5)], rng.randrange(3)
    page.open(f"#state={''.join(map(str, state))}&goal={goal}")
    left = page.run(
        PRESS
        + r"""const text = css => document.querySelector(css).textContent, left = [];
              while (text("#left") !== "0") {
                  left.push(text("#left"));
                  press("h");
                  const [, disc, ...pegs] = /^Hint: disc (\d) from peg (\d) to peg (\d)[.]$/.exec(text("#status"));
                  if (text(".disc.hinted") !== disc) return text("#status");
                  pegs.forEach(press);
              }
              return left"""
    )
    assert left == [str(moves) for moves in range(distances((goal,) * 5)[tuple(state)], 0, -1)]
    assert page.state == [goal] * 5
    assert not page.find("#hint").is_enabled()


def test_solving_runs_to_the_goal_and_can_be_paused(page):
    page.open("#state=000000")
    page.run("document.getElementById('speed').value = 3")
    page.click("#solve")
    page.wait("return hanoi.moves > 1")
    page.click("#solve")
    paused = page.run("return hanoi.moves")
    assert page.text("#solve") == "Solve"
    page.click("#step")
    assert page.run("return hanoi.moves") == paused + 1
    page.run("document.getElementById('speed').value = 7")
    page.click("#solve")
    page.wait("return document.getElementById('left').textContent === '0'")
    assert page.said == "Solved in 63 moves: the fewest possible."


def test_beyond_three_pegs_hints_end_where_the_method_ends(page):
    page.open("#state=0000&pegs=5&goal=4")
    assert page.counters == ["0", "7", "7"]
    assert page.text("#left-label") == "Presumed fewest from here"
    assert "presumed optimal" in page.text("#method")
    page.open("#state=0123&pegs=4&goal=0")
    assert page.counters == ["0", "unknown", "unknown"]
    assert page.said.startswith("No hint from here: beyond three pegs")
    assert not page.find("#hint").is_enabled()


def test_a_start_off_the_known_ways_is_never_called_shortest(page):
    page.open("#state=10&pegs=4&goal=3")
    page.press("10")
    assert page.said == "From here a way is known: 3 moves."
    assert page.counters == ["1", "3", "unknown"]
    page.press("nnn")
    assert page.said == "Solved in 4 moves."


def test_the_two_colour_rule_is_told_without_colours(page):
    page.open("#state=0000")
    page.click("#rule")
    assert "This position keeps the rule." in page.text("#rule-text")
    page.press("02")
    assert "disc 1 lies on a floor of its own kind" in page.text("#rule-text")
    assert [disc.text for disc in page.find_all(".disc.even")] == ["4", "2"]
    fills = [disc.value_of_css_property("background-image") for disc in page.find_all(".disc")]
    assert [fill != "none" for fill in fills] == [True, False, True, False]
