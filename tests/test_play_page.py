"""The page in a real browser: what a player does, and its own solver against plain Python."""

import hashlib
import random
import re
import shutil
from collections import deque
from functools import cache
from itertools import count, product
from pathlib import Path

import pytest

import hanoi_fast

PAGE = Path(hanoi_fast.__file__).with_name("play.html")
FLAGS = """--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
           --disable-component-update --disable-sync --window-size=1280,1000""".split()

# ---------------------------------------------------------------------- oracles


@cache
def distances(discs, pegs, goal):
    """Breadth-first search from the goal: the distance of every state."""
    start = (goal,) * discs
    found, queue = {start: 0}, deque([start])
    while queue:
        state = queue.popleft()
        for other in neighbours(state, pegs):
            if other not in found:
                found[other] = found[state] + 1
                queue.append(other)
    return found


def neighbours(state, pegs):
    """Every state one legal move away."""
    tops = {}
    for disc, peg in enumerate(state):
        tops.setdefault(peg, disc)
    for peg, disc in tops.items():
        for other in range(pegs):
            if other != peg and tops.get(other, len(state)) > disc:
                yield (*state[:disc], other, *state[disc + 1 :])


def three_peg_moves(discs, source=0, target=2):
    """The textbook recursion, as (source, target)."""
    if discs == 0:
        return []
    spare = 3 - source - target
    before, behind = three_peg_moves(discs - 1, source, spare), three_peg_moves(discs - 1, spare, target)
    return [*before, (source, target), *behind]


def state_after(discs, step, source=0, target=2):
    """Which half of the tower's moves the step lies in says where the largest disc is; then the same one disc down."""
    state = []
    for disc in range(discs, 0, -1):
        spare = 3 - source - target
        if step < 1 << (disc - 1):
            state.append(source)
            target = spare
        else:
            state.append(target)
            step -= 1 << (disc - 1)
            source = spare
    return state[::-1]


@cache
def best_split(discs, pegs):
    """Frame–Stewart count and largest best split, as (count, split)."""
    if discs <= 1:
        return discs, 0
    if pegs == 2:
        return 10**30, 0
    ways = ((2 * best_split(k, pegs)[0] + best_split(discs - k, pegs - 1)[0], -k) for k in range(1, discs))
    count, parked = min(ways)
    return count, -parked


def tower_moves(discs, order):
    """The Frame–Stewart moves over the ordered pegs, as (source, target)."""
    if discs <= 1:
        return [(order[0], order[-1])] * discs
    split = best_split(discs, len(order))[1]
    first, *middle, park, last = order
    away = tower_moves(split, [first, *middle, last, park])
    across = tower_moves(discs - split, [first, *middle, last])
    return away + across + tower_moves(split, [park, *middle, first, last])


def peg_order(pegs, source, target):
    return [source, *(peg for peg in range(pegs) if peg not in (source, target)), target]


def path(discs, source, moves):
    """The states that moves lead through."""
    state, states = [source] * discs, [(source,) * discs]
    for start, target in moves:
        state[state.index(start)] = target
        states.append(tuple(state))
    return states


# ---------------------------------------------------------------------- the browser


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    """A fresh headless Chromium; without selenium or a browser the tests skip and say so."""
    selenium = pytest.importorskip("selenium.webdriver", reason="the page is driven by selenium")
    names = ("chromium", "chromium-browser", "google-chrome")
    binary, driver = next(filter(None, map(shutil.which, names)), None), shutil.which("chromedriver")
    if not binary or not driver:
        pytest.skip("no Chromium with its chromedriver on this machine")
    options = selenium.ChromeOptions()
    options.binary_location = binary
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    for flag in [*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"]:
        options.add_argument(flag)
    chrome = selenium.Chrome(options=options, service=selenium.ChromeService(driver))
    yield chrome
    chrome.quit()


class Page:
    """What a player can do and see."""

    loads = count()

    def __init__(self, browser):
        self.browser = browser

    def open(self, words=""):
        """Load the page afresh; with the same query a browser would only follow the hash."""
        self.browser.get(f"{PAGE.as_uri()}?{next(self.loads)}{words}")

    def run(self, script, *arguments):
        return self.browser.execute_script(script, *arguments)

    def find(self, css):
        return self.browser.find_element("css selector", css)

    def find_all(self, css):
        return self.browser.find_elements("css selector", css)

    def click(self, css):
        self.find(css).click()

    def press(self, keys):
        self.find("body").send_keys(keys)

    def write(self, css, text):
        field = self.find(css)
        field.clear()
        field.send_keys(text, "\n")

    def text(self, css):
        return self.find(css).text

    @property
    def said(self):
        return self.text("#status")

    @property
    def counters(self):
        return self.run("return ['made', 'left', 'least'].map(id => document.getElementById(id).innerText)")

    @property
    def state(self):
        """The state as a screen reader hears it from the pegs, checked against the page's own word."""
        labels, own = self.run("return [[...document.querySelectorAll('.peg')].map(peg => peg.ariaLabel), hanoi.state]")
        heard = {}
        for peg, label in enumerate(labels):
            for disc in re.findall(r"\d+", label.partition(":")[2]):
                heard[int(disc)] = peg
        state = [heard[disc] for disc in sorted(heard)]
        assert state == own
        return state

    def wait(self, script):
        """Until the script returns something true."""
        from selenium.webdriver.support.wait import WebDriverWait

        WebDriverWait(self.browser, 10, poll_frequency=0.02).until(lambda _: self.run(script))


@pytest.fixture
def page(browser):
    browser.get_log("browser")
    yield Page(browser)
    assert browser.get_log("browser") == [], "the console stays empty"


# ---------------------------------------------------------------------- one small file


def test_the_page_is_one_small_file_that_names_no_other():
    text = PAGE.read_text(encoding="utf-8")
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
    moves = three_peg_moves(4)
    for source, target in moves:
        pegs[source].click()
        pegs[target].click()
    assert len(moves) == 15
    assert page.state == [2, 2, 2, 2]
    assert page.counters == ["15", "0", "15"]
    assert page.said == "Solved in 15 moves: the fewest possible."


def test_four_discs_are_solved_by_keys(page):
    page.open("#state=0000")
    page.press("".join(f"{source}{target}" for source, target in three_peg_moves(4)))
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
    for source, target in three_peg_moves(2):
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
        """for (const key of arguments[0]) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
           return [...document.querySelectorAll(".disc")].filter(disc =>
               disc.getAnimations().some(a => a.effect.getKeyframes().length === 6)).map(disc => disc.textContent)""",
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


# ---------------------------------------------------------------------- hints and films


@pytest.mark.parametrize("seed", range(4))
def test_hints_lead_to_the_goal_in_exactly_the_distance(page, seed):
    rng = random.Random(seed)
    state, goal = [rng.randrange(3) for _ in range(5)], rng.randrange(3)
    page.open(f"#state={''.join(map(str, state))}&goal={goal}")
    left = page.run(
        """const press = key => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })), left = [];
           while (document.getElementById("left").textContent !== "0") {
               left.push(document.getElementById("left").textContent);
               press("h");
               const said = document.getElementById("status").textContent;
               const [, disc, source, target] = /^Hint: disc (\\d) from peg (\\d) to peg (\\d)[.]$/.exec(said);
               if (document.querySelector(".disc.hinted").textContent !== disc) return said;
               press(source);
               press(target);
           }
           return left"""
    )
    assert left == [str(moves) for moves in range(distances(5, 3, goal)[tuple(state)], 0, -1)]
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


# ---------------------------------------------------------------------- the page's solver


def test_every_state_of_five_discs_has_its_distance_and_next_move(page):
    page.open()
    states = list(product(range(3), repeat=5))
    for goal in range(3):
        known = distances(5, 3, goal)
        lengths, moves = page.run(
            """const [states, goal] = arguments;
               return [states.map(s => hanoi.distance(s, goal)), states.map(s => hanoi.nextMove(s, goal))]""",
            states,
            goal,
        )
        assert lengths == [known[state] for state in states]
        for state, move in zip(states, moves, strict=True):
            if known[state] == 0:
                assert move is None
                continue
            disc, source, target = move["disc"], move["source"], move["target"]
            after = (*state[: disc - 1], target, *state[disc:])
            assert state[disc - 1] == source
            assert after in neighbours(state, 3)
            assert known[after] == known[state] - 1


@pytest.mark.parametrize("discs", range(1, 7))
def test_every_step_of_a_tower_has_its_state(page, discs):
    page.open()
    for source, target in [(0, 2), (0, 1), (1, 0), (1, 2), (2, 0), (2, 1)]:
        states = page.run(
            """const [discs, source, target] = arguments;
               return Array.from({ length: 2 ** discs }, (_, step) => hanoi.stateAt(discs, BigInt(step), source, target))""",
            discs,
            source,
            target,
        )
        assert [tuple(state) for state in states] == path(discs, source, three_peg_moves(discs, source, target))


@pytest.mark.parametrize(("discs", "pegs"), [(1, 4), (2, 5), (6, 4), (9, 4), (7, 5), (9, 6), (12, 8)])
def test_a_tower_on_many_pegs_is_walked_step_by_step(page, discs, pegs):
    page.open()
    for source, goal in [(0, pegs - 1), (2, 1)]:
        moves = tower_moves(discs, peg_order(pegs, source, goal))
        states = path(discs, source, moves)
        known, steps = page.run(
            """const [states, pegs, source, goal] = arguments, order = hanoi.pegOrder(pegs, source, goal);
               return [states.map(s => hanoi.outlook(s, pegs, goal, source)), states.map(s => hanoi.towerStep(s, order))]""",
            states,
            pegs,
            source,
            goal,
        )
        assert steps == list(range(len(states)))
        if pegs == 4 and discs <= 6:
            assert [each["moves"] for each in known] == [distances(discs, pegs, goal)[state] for state in states]
        assert [each["moves"] for each in known] == list(range(len(moves), -1, -1))
        assert [(each["next"]["source"], each["next"]["target"]) for each in known[:-1]] == moves


def test_forty_discs_on_four_pegs_move_as_the_known_bytes_say(page):
    page.open()
    moves = page.run(
        """const order = hanoi.pegOrder(4, 0, 3), { moves } = hanoi.frameStewart(40, 4);
           return Array.from({ length: moves }, (_, step) => hanoi.towerMove(40, order, step)).flatMap(
               ({ source, target }) => [source, target])"""
    )
    digest = hashlib.sha256(bytes(moves)).hexdigest()
    assert digest == "3c9c86115812a925173d481ee7de79087433671e5fb941fa8d6d2955ebea072a"


def test_off_the_known_ways_nothing_is_claimed(page):
    page.open()
    states, goal = list(product(range(4), repeat=4)), 3
    known = page.run("return arguments[0].map(s => hanoi.outlook(s, 4, 3).moves)", states)
    ways = {state for source in range(3) for state in path(4, source, tower_moves(4, peg_order(4, source, goal)))}
    assert known == [distances(4, 4, goal)[state] if state in ways else None for state in states]
    assert 0 < len(ways) < len(states)


@pytest.mark.parametrize("discs", [1, 2, 3, 4, 5])
def test_the_states_that_keep_the_two_colour_rule_are_the_shortest_way(page, discs):
    page.open()
    states = list(product(range(3), repeat=discs))
    broken = page.run("return arguments[0].map(s => hanoi.ruleBreak(s, 0, 2) !== null)", states)
    kept = {state for state, is_broken in zip(states, broken, strict=True) if not is_broken}
    assert kept == set(path(discs, 0, three_peg_moves(discs)))


def test_the_two_colour_rule_is_told_without_colours(page):
    page.open("#state=0000")
    page.click("#rule")
    assert "This position keeps the rule." in page.text("#rule-text")
    page.press("02")
    assert "disc 1 lies on a floor of its own kind" in page.text("#rule-text")
    assert [disc.text for disc in page.find_all(".disc.even")] == ["4", "2"]
    images = page.run("return [...document.querySelectorAll('.disc')].map(d => getComputedStyle(d).backgroundImage)")
    assert [image != "none" for image in images] == [True, False, True, False]


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
    ],
)
def test_a_jump_shows_the_state_of_that_step_to_look_at(page, discs, text, step):
    page.open()
    page.write("#jump-discs", str(discs))
    page.write("#jump-step", text)
    assert page.state == state_after(discs, step)
    assert page.counters == [f"{n:,}" for n in (step, 2**discs - 1 - step, 2**discs - 1)]
    page.press("01")
    assert page.state == state_after(discs, step), "too large to play"


def test_a_long_tower_is_stepped_through(page):
    page.open(f"#discs=64&step={10**18}")
    page.press("n")
    assert page.state == state_after(64, 10**18 + 1)
    page.press("uu")
    assert page.state == state_after(64, 10**18 - 1)
    assert page.counters[0] == f"{10**18 - 1:,}"
    page.click("#restart")
    assert page.state == [0, 0, 0, 0]


def test_a_jump_into_a_small_tower_is_played_on(page):
    page.open()
    page.write("#jump-discs", "12")
    page.write("#jump-step", "1000")
    assert page.state == state_after(12, 1000)
    assert page.counters == ["0", "3,095", "3,095"]
    page.press("n")
    assert page.state == state_after(12, 1001)


@pytest.mark.parametrize(
    ("field", "text", "said"),
    [
        ("#position", "0213", "There is no peg 3: the pegs are 0 to 2."),
        ("#position", "0" * 13, "1 to 12 discs can be played, not 13."),
        ("#position", "abc", "A position is one peg number for each disc, such as 0210, not “abc”."),
        ("#jump-step", "2^64", "64 discs take 18,446,744,073,709,551,615 moves; 18,446,744,073,709,551,616 is outside"),
        ("#jump-step", "1-2", "64 discs take 18,446,744,073,709,551,615 moves; -1 is outside 0 to that."),
        ("#jump-step", "soon", "The number of moves must be a whole number such as 1000, 10^18 or 2^63, not “soon”."),
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


@pytest.mark.parametrize("discs", [1, 2, 3, 4])
def test_the_graph_joins_the_states_one_move_apart_and_no_others(page, discs):
    page.open(f"#state={'0' * discs}")
    states = list(product(range(3), repeat=discs))
    points = dict(zip(states, page.run("return arguments[0].map(hanoi.pointOf)", states), strict=True))
    side = 100 / (2**discs - 1)
    for one, other in product(states, repeat=2):
        (x, y), (u, v) = points[one], points[other]
        apart = ((x - u) ** 2 + (y - v) ** 2) ** 0.5
        if one != other:
            assert (apart < side * 1.01) == (other in set(neighbours(one, 3)))
    drawn = page.find("#graph .edges").get_attribute("d").count("M")
    assert drawn == sum(len(set(neighbours(state, 3))) for state in states) // 2
    assert len(page.find_all("#graph .states circle")) == 3**discs


def test_the_graph_shows_the_path_and_the_shortest_way_and_starts_where_a_dot_is_chosen(page):
    page.open("#state=0000")
    page.press("020121")
    points = {name: page.find(f"#graph .{name}").get_attribute("d").count("L") for name in ("walked", "ahead")}
    assert points == {"walked": 3, "ahead": distances(4, 3, 2)[tuple(page.state)]}
    page.click("#graph [data-state='1201']")
    assert page.state == [1, 2, 0, 1]
    page.open("#state=0000&pegs=4&goal=3")
    assert not page.find("#graph").is_displayed()


# ---------------------------------------------------------------------- for everyone


@pytest.mark.parametrize("width", [320, 390, 820, 1280])
@pytest.mark.parametrize("words", ["#state=000000000000", "#state=00000000&pegs=8&goal=7", f"#discs=64&step={2**63}"])
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
