"""The page as its player meets it, in a real browser."""

import random
import re

import pytest
from oracles import distances, tower_moves

from hanoi_fast.puzzle import solve

PRESS = """const press = key => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
"""

# ---------------------------------------------------------------------- one small file


def test_the_page_is_one_small_file_that_names_no_other(play_html):
    text = play_html.read_text(encoding="utf-8")
    assert len(text.encode()) < 200_000
    assert "default-src 'none'" in text, "the browser itself refuses every request"
    assert set(re.findall(r"https?://[\w./]+", text)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"\bsrc=|@import|url\(|fetch\(|XMLHttpRequest|\bimport\b", text)


def test_nothing_is_fetched(page):
    page.open()
    assert page.run("return performance.getEntriesByType('resource').map(entry => entry.name)") == []


# ---------------------------------------------------------------------- playing


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


# ---------------------------------------------------------------------- hints and films


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


# ---------------------------------------------------------------------- jumping, the address, the graph


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


# ---------------------------------------------------------------------- for everyone


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
