"""The page's own solver against the package, and against searches where only a search can tell."""

import hashlib
from itertools import combinations

import numpy as np
import pytest
from graph_oracles import fewest_along
from oracles import after, all_states, distances, edges

from hanoi_fast.face.solving import solve
from hanoi_fast.puzzle.arcs import named_arcs
from hanoi_fast.puzzle.distances import distance, next_move

EACH_WAY = [(0, 2), (0, 1), (1, 0), (1, 2), (2, 0), (2, 1)]


@pytest.fixture(scope="module")
def run(browser, play_html):
    """Run a script in the page; it is loaded once, since its solver is pure."""
    browser.get(play_html.as_uri())
    return browser.execute_script


def states_of(solution):
    """The states a solution leads through, as lists."""
    return [solution.state(step).tolist() for step in range(solution.count + 1)]


@pytest.mark.parametrize("goal", [0, 1, 2])
def test_every_state_of_five_discs_has_the_distance_and_next_move_of_the_package(run, goal):
    states = all_states(5)
    lengths, moves = run(
        """const [states, goal] = arguments, row = move => move ? [move.disc, move.source, move.target] : [0, 0, 0];
           return [states.map(s => hanoi.distance(s, goal)), states.map(s => row(hanoi.nextMove(s, goal)))]""",
        states,
        goal,
    )
    assert lengths == distance(np.array(states, np.uint8), goal).tolist()
    assert moves == next_move(np.array(states, np.uint8), goal).tolist()


@pytest.mark.parametrize("goal", [0, 1, 2])
def test_the_next_move_comes_one_nearer(run, goal):
    states, known = all_states(5), distances((goal,) * 5)
    moves = run("const [states, goal] = arguments; return states.map(s => hanoi.nextMove(s, goal))", states, goal)
    ended = [state for state, move in zip(states, moves, strict=True) if move is None]
    nearer = [known[after(s, (m["disc"], m["source"], m["target"]))] for s, m in zip(states, moves, strict=True) if m]
    assert ended == [(goal,) * 5]
    assert nearer == [known[state] - 1 for state in states if state not in ended]


@pytest.mark.parametrize("discs", range(1, 7))
@pytest.mark.parametrize(("source", "target"), EACH_WAY)
def test_every_step_of_a_tower_has_its_state(run, discs, source, target):
    states = run(
        """const [discs, source, target] = arguments, steps = [...Array(2 ** discs).keys()];
           return steps.map(step => hanoi.stateAt(discs, BigInt(step), source, target))""",
        discs,
        source,
        target,
    )
    assert states == states_of(solve(discs, target, source=source))


@pytest.mark.parametrize("step", [0, 1, 10**18, 2**63 - 1, 2**63, 2**64 - 2, 2**64 - 1])
def test_the_largest_steps_have_their_state(run, step):
    state = run("return hanoi.stateAt(64, BigInt(arguments[0]), 0, 2)", str(step))
    assert state == solve(64).state(step).tolist()


@pytest.mark.parametrize(("discs", "pegs"), [(1, 4), (2, 5), (6, 4), (12, 4), (7, 5), (9, 6), (12, 8)])
@pytest.mark.parametrize("ends", [(0, -1), (2, 1)])
def test_a_tower_on_many_pegs_is_walked_as_the_package_walks_it(run, discs, pegs, ends):
    source, goal = (peg % pegs for peg in ends)
    solution = solve(discs, goal, pegs=pegs, source=source)
    steps, left, moves = run(
        """const [states, pegs, source, goal] = arguments, order = hanoi.pegOrder(pegs, source, goal);
           const known = states.map(s => hanoi.outlook(s, pegs, goal, source));
           const row = move => [move.disc, move.source, move.target];
           return [states.map(s => hanoi.towerStep(s, order)), known.map(each => each.moves),
               known.slice(0, -1).map(each => row(each.next))]""",
        states_of(solution),
        pegs,
        source,
        goal,
    )
    assert steps == list(range(solution.count + 1))
    assert left == steps[::-1]
    assert moves == [list(move) for move in solution]


def test_forty_discs_on_four_pegs_move_as_the_known_bytes_say(run):
    moves = run(
        """const order = hanoi.pegOrder(4, 0, 3), steps = [...Array(hanoi.frameStewart(40, 4).moves).keys()];
           return steps.map(step => hanoi.towerMove(40, order, step)).flatMap(move => [move.source, move.target])"""
    )
    digest = hashlib.sha256(bytes(moves)).hexdigest()
    assert digest == "3c9c86115812a925173d481ee7de79087433671e5fb941fa8d6d2955ebea072a"


def test_off_the_known_ways_nothing_is_claimed(run):
    states, known = all_states(4, 4), distances((3, 3, 3, 3), 4)
    ways = {tuple(state) for source in range(3) for state in states_of(solve(4, 3, pegs=4, source=source))}
    claimed = run("return arguments[0].map(s => hanoi.outlook(s, 4, 3).moves)", states)
    assert claimed == [known[state] if state in ways else None for state in states]
    assert claimed.count(None) > 100


@pytest.mark.parametrize("discs", range(1, 6))
@pytest.mark.parametrize(("source", "target"), EACH_WAY)
def test_the_states_that_keep_the_two_colour_rule_are_the_shortest_way(run, discs, source, target):
    kept = run(
        "const [states, source, goal] = arguments; return states.filter(s => !hanoi.ruleBreak(s, source, goal))",
        all_states(discs),
        source,
        target,
    )
    assert sorted(kept) == sorted(states_of(solve(discs, target, source=source)))


@pytest.mark.parametrize("discs", [1, 2, 3, 4])
def test_the_graph_joins_the_states_one_move_apart_and_no_others(page, discs):
    page.open(f"#state={'0' * discs}")
    states = all_states(discs)
    points = dict(zip(states, page.run("return arguments[0].map(hanoi.pointOf)", states), strict=True))
    near = 1.01 * 100 / (2**discs - 1)
    joined = {frozenset(two) for two in combinations(states, 2) if apart(*map(points.get, two)) < near}
    assert joined == edges(discs)
    assert page.find("#graph .edges").get_attribute("d").count("M") == len(edges(discs))
    assert len(page.find_all("#graph .states circle")) == 3**discs


def apart(one, other):
    return ((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5


# ---- arcs ----


@pytest.mark.parametrize(
    ("arcs", "pegs", "discs"), [("linear", 3, 4), ("cyclic", 3, 4), ("star", 4, 3), ("ring", 5, 3)]
)
def test_along_arcs_every_state_has_the_moves_of_a_search_and_a_move_that_is_one_nearer(run, arcs, pegs, discs):
    states, goal = all_states(discs, pegs), pegs - 1
    known = run(
        """const [states, pegs, goal, arcs] = arguments;
           return states.map(s => hanoi.outlook(s, pegs, goal, 0, arcs))""",
        states,
        pegs,
        goal,
        arcs,
    )
    moves = {state: found["moves"] for state, found in zip(states, known, strict=True)}
    there = named_arcs(arcs, pegs)
    for start in [states[0], *states[5::17]]:
        assert moves[start] == fewest_along(there, start)[(goal,) * discs]
    for state, found in zip(states, known, strict=True):
        if move := found["next"]:
            assert (move["source"], move["target"]) in there
            assert moves[after(state, (move["disc"], move["source"], move["target"]))] == moves[state] - 1
        else:
            assert state == (goal,) * discs


def test_too_many_states_are_not_searched(run):
    assert run("return hanoi.outlook(Array(11).fill(0), 4, 3, 0, 'linear')") == {"moves": None, "next": None}


def test_a_move_along_no_arc_is_refused_with_the_pegs_there_are(run):
    refusal = "return hanoi.refusal([0, 0], ...arguments)"
    assert run(refusal, 0, 2, "linear", 3) == "No disc may go from peg 0 to peg 2: from there only to peg 1."
    assert run(refusal, 0, 2, "star", 4) is None
    assert run(refusal, 0, 1, "ring", 3) is None
