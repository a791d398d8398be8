"""The page as its player meets it, in a real browser: the moves."""

import pytest
from oracles import tower_moves
from pages import PRESS

from hanoi_fast.face.solving import solve


def test_four_discs_are_solved_by_fifteen_moves_of_clicks(page):
    page.open("#state=0000")
    pegs = page.find_all(".peg")
    moves = tower_moves(4)
    for _, source, target in moves:
        pegs[source].click()
        pegs[target].click()
    assert len(moves) == 15
    assert page.state == [2, 2, 2, 2]
    assert page.counters == ["15", "0", "15"]
    assert page.said == "Solved in 15 moves: the fewest possible."


def test_four_discs_are_solved_by_keys(page):
    page.open("#state=0000")
    page.press("".join(f"{source}{target}" for _, source, target in tower_moves(4)))
    assert page.state == [2, 2, 2, 2]
    assert page.counters == ["15", "0", "15"]


def test_pegs_are_reached_by_arrows_and_chosen_by_enter(page):
    page.open("#state=0000")
    page.run("document.querySelector('.peg').focus()")
    for key in ("\n", "\ue014", "\n"):
        page.browser.switch_to.active_element.send_keys(key)
    assert page.state == [1, 0, 0, 0]


def test_discs_are_dragged(page):
    from selenium.webdriver import ActionChains

    page.open("#state=00")
    pegs = page.find_all(".peg")
    for _, source, target in tower_moves(2):
        ActionChains(page.browser, duration=20).drag_and_drop(pegs[source], pegs[target]).perform()
    assert page.state == [2, 2]
    assert page.counters == ["3", "0", "3"]


def test_a_disc_dragged_onto_a_smaller_one_goes_back(page):
    from selenium.webdriver import ActionChains

    page.open("#state=10")
    pegs = page.find_all(".peg")
    ActionChains(page.browser, duration=20).drag_and_drop(pegs[0], pegs[1]).perform()
    assert page.state == [1, 0]
    assert page.said.startswith("Disc 2 cannot lie on disc 1")


@pytest.mark.parametrize(
    ("state", "keys", "disc", "reason"),
    [
        ("1000", "01", 2, "Disc 2 cannot lie on disc 1: never a larger disc on a smaller one."),
        ("0120", "21", 3, "Disc 3 cannot lie on disc 2: never a larger disc on a smaller one."),
        ("0000", "1", None, "Peg 1 is empty: there is no disc to take."),
    ],
)
def test_an_illegal_move_is_refused_shakes_and_says_why(page, state, keys, disc, reason):
    page.open(f"#state={state}")
    shaken = page.run(
        PRESS
        + """for (const key of arguments[0]) press(key);
             const shakes = disc => disc.getAnimations().some(move => move.effect.getKeyframes().length === 6);
             return [...document.querySelectorAll(".disc")].filter(shakes).map(disc => disc.textContent)""",
        keys,
    )
    assert shaken == ([str(disc)] if disc else [])
    assert page.said == reason
    assert page.find("#status").get_attribute("aria-live") == "polite"
    assert page.state == [int(peg) for peg in state]
    assert page.counters[0] == "0"


def test_undo_and_redo_walk_the_game_and_a_new_move_forgets_what_was_undone(page):
    page.open("#state=0000")
    page.press("010212")
    assert page.state == [2, 2, 0, 0]
    page.press("uu")
    assert page.state == [1, 0, 0, 0]
    assert page.counters[0] == "1"
    page.press("r")
    assert page.state == [1, 2, 0, 0]
    page.click("#restart")
    assert page.state == [0, 0, 0, 0]
    page.press("02")
    assert page.state == [2, 0, 0, 0]
    assert not page.find("#redo").is_enabled()


def test_the_counter_tells_the_moves_that_were_not_needed(page):
    page.open("#state=0000")
    page.press("02")
    assert page.counters == ["1", "15", "15"]
    assert page.said == "1 move more than needed so far."


def test_arranging_puts_any_disc_anywhere_as_a_new_start(page):
    page.open("#state=0000")
    page.click("#arrange")
    page.press("0101")
    assert page.state == [1, 1, 0, 0]
    assert page.counters[0] == "0"


def test_discs_pegs_and_goal_are_chosen_from_lists(page):
    page.open("#state=0120")
    page.click("#discs option:nth-of-type(7)")
    assert page.state == [0] * 7
    page.click("#pegs option:nth-of-type(3)")
    assert page.state == [0] * 7
    assert page.run("return [hanoi.pegs, hanoi.goal]") == [5, 4]
    page.click("#goal option:nth-of-type(2)")
    assert page.run("return [hanoi.pegs, hanoi.goal]") == [5, 1]
    page.press("h")
    disc, source, target = solve(7, 1, pegs=5)[0]
    assert page.said == f"Hint: disc {disc} from peg {source} to peg {target}."


def test_a_lifted_disc_is_put_back_by_escape(page):
    page.open("#state=0120")
    page.press("2")
    assert page.text(".disc.lifted") == "3"
    page.press("\ue00c")
    assert page.find_all(".disc.lifted") == []
    page.press("01")
    assert page.state == [1, 1, 2, 0]


def test_random_positions_differ_and_are_new_starts(page):
    page.open("#state=000000000000")
    seen = set()
    for _ in range(3):
        page.press("n")
        page.click("#random")
        seen.add(tuple(page.state))
        assert page.counters[0] == "0"
    assert len(seen) > 1
    assert {len(state) for state in seen} == {12}


def test_the_link_is_ready_as_soon_as_it_is_shared(page):
    page.open("#state=0000")
    hashes = page.run(
        """const hashes = ["step", "share"].map(id => {
               document.getElementById(id).click();
               return location.hash;
           });
           return hashes"""
    )
    assert hashes == ["#state=0000", "#state=1000&pegs=3&goal=2"]
    page.wait("return /link to this position/.test(document.getElementById('status').textContent)")


def test_along_arcs_a_dragged_disc_is_refused_with_the_reason(page):
    from selenium.webdriver import ActionChains

    page.open("#state=00&pegs=3&goal=2&arcs=linear")
    pegs = page.find_all(".peg")
    ActionChains(page.browser, duration=20).drag_and_drop(pegs[0], pegs[2]).perform()
    assert page.state == [0, 0]
    assert page.said == "No disc may go from peg 0 to peg 2: from there only to peg 1."
    assert page.counters == ["0", "8", "8"]


@pytest.mark.parametrize("arcs", ["linear", "cyclic", "star"])
def test_along_arcs_the_page_plays_the_shortest_way(page, arcs):
    solution = solve(3, arcs=arcs)
    page.open("#state=000")
    page.run(
        """const arcs = document.getElementById('arcs');
           arcs.value = arguments[0];
           arcs.dispatchEvent(new Event('change'))""",
        arcs,
    )
    for _ in range(solution.count):
        page.click("#step")
    assert page.state == [2, 2, 2]
    assert page.said == f"Solved in {solution.count} moves: the fewest possible."
    assert page.run("return hanoi.arcs") == arcs
