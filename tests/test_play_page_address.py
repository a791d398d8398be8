"""The page as its player meets it, in a real browser: jumping, the address, the graph."""

import pytest
from oracles import distances

from hanoi_fast.face.solving import solve


@pytest.mark.parametrize(
    ("discs", "text", "step"),
    [
        (64, "10^18", 10**18),
        (64, "2^64-1", 2**64 - 1),
        (64, "0", 0),
        (63, "1e18", 10**18),
        (40, "1,000,000,007", 1_000_000_007),
        (13, "2**12", 2**12),
        (20, "5e0", 5),
    ],
)
def test_a_jump_shows_the_state_of_that_step_to_look_at(page, discs, text, step):
    page.open()
    page.write("#jump-discs", str(discs))
    page.write("#jump-step", text)
    assert page.state == solve(discs).state(step).tolist()
    assert page.counters == [f"{n:,}" for n in (step, 2**discs - 1 - step, 2**discs - 1)]
    page.press("01")
    assert page.state == solve(discs).state(step).tolist(), "too large to play"


def test_a_long_tower_is_stepped_through(page):
    page.open(f"#discs=64&step={10**18}")
    page.press("n")
    assert page.state == solve(64).state(10**18 + 1).tolist()
    page.press("uu")
    assert page.state == solve(64).state(10**18 - 1).tolist()
    assert page.counters[0] == f"{10**18 - 1:,}"
    page.click("#restart")
    assert page.state == [0, 0, 0, 0]


def test_a_jump_into_a_small_tower_is_played_on(page):
    page.open()
    page.write("#jump-discs", "12")
    page.write("#jump-step", "1000")
    assert page.state == solve(12).state(1000).tolist()
    assert page.counters == ["0", "3,095", "3,095"]
    page.press("n")
    assert page.state == solve(12).state(1001).tolist()


@pytest.mark.parametrize(
    ("field", "text", "said"),
    [
        ("#position", "0213", "There is no peg 3: the pegs are 0 to 2."),
        ("#position", "0" * 13, "1 to 12 discs can be played, not 13."),
        ("#position", "abc", "A position is one peg number for each disc, such as 0210, not “abc”."),
        ("#jump-step", "2^64", "The moves made must be 0 to 18,446,744,073,709,551,615 with 64 discs, not 18,4"),
        ("#jump-step", "1-2", "The moves made must be 0 to 18,446,744,073,709,551,615 with 64 discs, not -1."),
        ("#jump-step", "soon", "The moves made are a whole number such as 1000, 10^18 or 2^63, not “soon”."),
        ("#jump-discs", "65", "The number of discs must be 1 to 64, not “65”."),
    ],
)
def test_a_wrong_input_is_said_and_changes_nothing(page, field, text, said):
    page.open("#state=0120")
    page.write(field, text)
    assert page.said.startswith(said)
    assert page.state == [0, 1, 2, 0]


@pytest.mark.parametrize(
    ("words", "state", "pegs", "goal"),
    [
        ("#state=0210&pegs=3&goal=1", [0, 2, 1, 0], 3, 1),
        ("#state=701234567012&pegs=8&goal=7", [7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2], 8, 7),
        ("#state=2", [2], 3, 2),
    ],
)
def test_a_position_goes_into_the_address_and_comes_back(page, words, state, pegs, goal):
    page.open(words)
    assert page.state == state
    assert page.run("return [hanoi.pegs, hanoi.goal]") == [pegs, goal]
    page.press("h")
    page.write("#position", "".join(map(str, state[::-1])))
    page.wait("return location.hash.includes(hanoi.state.join(''))")
    shared = page.run("return location.hash")
    page.open(shared)
    assert page.state == state[::-1]
    assert page.run("return [hanoi.pegs, hanoi.goal]") == [pegs, goal]


def test_a_long_step_goes_into_the_address_and_an_edited_address_is_followed(page):
    page.open("#discs=64&step=999999999999999999")
    page.press("n")
    page.wait("return location.hash === '#discs=64&step=1000000000000000000'")
    page.run("location.hash = '#state=012&pegs=3&goal=2'")
    page.wait("return hanoi.state.join('') === '012'")
    page.run("location.hash = '#state=019&pegs=3'")
    page.wait("return document.getElementById('status').textContent.startsWith('There is no peg 9')")
    assert page.state == [0, 1, 2]


def test_the_graph_shows_the_path_and_the_shortest_way_and_starts_where_a_dot_is_chosen(page):
    page.open("#state=0000")
    page.press("020121")
    walked, ahead = (page.find(f"#graph .{name}").get_attribute("d").count("L") for name in ("walked", "ahead"))
    assert walked == 3
    assert ahead == distances((2, 2, 2, 2))[tuple(page.state)]
    page.click("#graph [data-state='1201']")
    assert page.state == [1, 2, 0, 1]
    page.open("#state=0000&pegs=4&goal=3")
    assert not page.find("#graph").is_displayed()
