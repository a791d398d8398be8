"""Plans: counts along arcs against searches, recurrences and all splits, and the limits of planning."""

import random
import time

import pytest
from graph_oracles import all_graphs, fewest_along, strong

import hanoi_fast as hf
from hanoi_fast.puzzle import plans
from hanoi_fast.puzzle.arcs import named_arcs
from hanoi_fast.puzzle.closed_forms import exact_count
from hanoi_fast.puzzle.plans import FreePlan, Plan, ThreePegPlan, moves_between, plan_for

GRAPHS = list(all_graphs(3))
IDS = ["".join(f"{a}{b}," for a, b in sorted(arcs)) for arcs in GRAPHS]
CYCLIC_AND_BACK = named_arcs("cyclic", 3) | {(1, 0)}


def all_but(pegs, *missing):
    return named_arcs("complete", pegs) - set(missing)


# The values that were found by searches, from one disc on.
KNOWN = [
    ("linear", 3, 0, 2, [3**n - 1 for n in range(1, 10)]),
    ("linear", 3, 0, 1, [(3**n - 1) // 2 for n in range(1, 10)]),
    ("cyclic", 3, 0, 1, [1, 5, 15, 43, 119, 327, 895, 2447, 6687]),
    ("cyclic", 3, 0, 2, [2, 7, 21, 59, 163, 447, 1223, 3343, 9135]),
    (all_but(3, (0, 2)), 3, 0, 2, [2, 7, 19, 47, 113, 267, 629, 1475, 3461]),
    (CYCLIC_AND_BACK, 3, 0, 2, [2, 7, 20, 53, 138, 355, 912, 2337, 5990]),
    (CYCLIC_AND_BACK, 3, 1, 0, [1, 3, 9, 23, 61, 155, 401, 1023, 2629]),
    ("star", 4, 1, 3, [2, 6, 12, 20, 32, 48, 66, 90, 122]),
    ("star", 4, 1, 0, [1, 4, 7, 14, 23, 32, 47, 68, 93]),
    ("ring", 4, 0, 1, [1, 4, 7, 12, 21, 30, 41, 56, 75]),
    ("ring", 4, 0, 2, [2, 4, 10, 16, 22, 32, 50, 68, 86]),
    (all_but(4, (0, 3)), 4, 0, 3, [2, 4, 8, 13, 19, 27, 35, 47, 59]),
    ("linear", 4, 0, 3, [3, 10, 21, 42, 69, 102, 159, 240, 321]),
    ("cyclic", 4, 0, 1, [1, 6, 19, 52, 137, 354, 911, 2336, 5989]),
]


@pytest.mark.parametrize(("arcs", "pegs", "source", "target", "moves"), KNOWN)
def test_counts_are_the_known_ones(arcs, pegs, source, target, moves):
    found = [hf.count(n, pegs, arcs=arcs, source=source, target=target) for n in range(10)]
    assert found == [0, *moves]


FEWEST = [
    ("linear", 4, 0, 3, [3, 10, 19, 34, 57, 88]),
    ("cyclic", 4, 0, 1, [1, 6, 15, 28, 57, 98]),
]


@pytest.mark.parametrize(("arcs", "pegs", "source", "target", "moves"), FEWEST + [row for row in KNOWN if row[1] == 4])
def test_what_is_known_of_four_pegs_is_what_a_search_finds(arcs, pegs, source, target, moves):
    arcs = named_arcs(arcs, pegs) if isinstance(arcs, str) else arcs
    exact = (arcs, pegs) not in ((named_arcs("linear", 4), 4), (named_arcs("cyclic", 4), 4)) or len(moves) == 6
    if exact:
        found = [fewest_along(arcs, (source,) * n)[(target,) * n] for n in range(1, 7)]
        assert found == moves[:6]


@pytest.mark.parametrize("arcs", GRAPHS, ids=IDS)
def test_on_three_pegs_every_tower_takes_as_few_moves_as_a_search(arcs):
    for source in range(3):
        for discs in range(1, 7):
            found = fewest_along(arcs, (source,) * discs)
            for target in {0, 1, 2} - {source}:
                assert moves_between(arcs, discs, source, target) == found[(target,) * discs]


def test_on_three_pegs_the_largest_disc_goes_along_its_arc():
    # The way by the third peg is never as short: checked here for all graphs up to 60 discs.
    for arcs in all_graphs(3):
        plan = plan_for(arcs, 3)
        for discs in range(1, 60):
            row = {(i, j): plan.moves(discs, i, j) for i in range(3) for j in range(3) if i != j}
            for i, j in arcs:
                k = 3 - i - j
                if {(i, k), (k, j)} <= arcs:
                    assert row[i, k] + 1 + row[k, j] < row[i, j] + 1 + row[j, i] + 1 + row[i, j]


@pytest.mark.parametrize("arcs", GRAPHS, ids=IDS)
def test_far_counts_are_those_of_the_sums(arcs):
    plan = plan_for(arcs, 3)
    assert isinstance(plan, ThreePegPlan)
    for discs in (0, 1, 2, 7, 8, 9, 31, 32, 63, 64, 65, 200):
        for source, target in plan.rows[0]:
            assert plan.far_moves(discs, source, target) == plan.moves(discs, source, target)


def test_counts_of_many_discs_are_exact_and_quick():
    assert hf.count(200_000, arcs="linear") == 3**200_000 - 1
    begin = time.perf_counter()
    assert hf.count(100_000, arcs="cyclic").bit_length() == 144_999
    assert time.perf_counter() - begin < 5


@pytest.mark.parametrize("pegs", [3, 4, 5])
def test_a_plan_of_all_arcs_is_frame_and_stewart(pegs):
    free = plan_for(named_arcs("complete", pegs), pegs)
    searched = Plan(named_arcs("complete", pegs), pegs)
    assert isinstance(free, FreePlan)
    for discs in range(1, 20):
        assert free.moves(discs, 0, 1) == searched.moves(discs, 0, 1) == exact_count(discs, pegs)


@pytest.mark.parametrize("discs", [2, 5, 9])
def test_the_star_has_its_closed_recurrence(discs):
    # From leaf to leaf: park k discs on a leaf, move the others over the middle, bring the k back (P. Stockmeyer 1994).
    counts = [0]
    for n in range(1, 60):
        counts.append(min(2 * counts[k] + 3 ** (n - k) - 1 for k in range(n)))
    found = [hf.count(n, 4, arcs="star", source=1, target=2) for n in range(60)]
    assert found[: 6 * discs] == counts[: 6 * discs]


def test_few_splits_give_the_counts_of_all_splits(monkeypatch):
    rng = random.Random(14)
    pegs, tried = 4, 0
    while tried < 12:
        arcs = frozenset(arc for arc in sorted(named_arcs("complete", pegs)) if rng.random() < 0.65)
        if len(arcs) == 12 or not strong(arcs, pegs):
            continue
        tried += 1
        few = Plan(arcs, pegs)
        few.extend(22)
        with monkeypatch.context() as patch:
            patch.setattr(plans, "ALL_SPLITS", 99)
            every = Plan(arcs, pegs)
            every.extend(22)
        assert [costs.tolist() for costs in few.costs[1:]] == [costs.tolist() for costs in every.costs[1:]]
        assert [splits.tolist() for splits in few.splits[1:13]] == [splits.tolist() for splits in every.splits[1:13]]


def test_counts_past_64_bits_are_exact_on_more_pegs():
    # One way round on four pegs the larger block is one disc: d(n) = d(n-1) of other ends, as far as one likes.
    arcs = named_arcs("cyclic", 4)
    for discs in (40, 44, 45, 60, 100):
        costs = {(i, j): moves_between(arcs, discs, i, j) for i in range(4) for j in range(4) if i != j}
        less = {(i, j): moves_between(arcs, discs - 1, i, j) if i != j else 0 for i in range(4) for j in range(4)}
        for i in range(4):
            j = (i + 1) % 4
            waits = [less[i, b] + 1 + less[b, j] for b in range(4) if b not in (i, j)]
            assert costs[i, j] == min(waits)
    assert moves_between(arcs, 100, 0, 1) > 2**64


@pytest.mark.parametrize("pegs", [4, 6, 9, 16])
@pytest.mark.parametrize("name", ["linear", "cyclic", "ring", "star"])
def test_two_discs_on_any_named_graph_are_as_a_search_has_them(name, pegs):
    found = fewest_along(named_arcs(name, pegs), (1, 1))
    assert hf.count(2, pegs, arcs=name, source=1, target=pegs - 1) == found[pegs - 1, pegs - 1]


@pytest.mark.parametrize(
    ("discs", "pegs", "arcs", "text"),
    [
        (10_001, 3, "linear", "with arcs, discs must be between 0 and 10000, not 10001"),
        (1000, 4, "linear", "with these arcs, 1000 discs on 4 pegs take too long to plan: take fewer discs or pegs"),
        (40, 16, "linear", "with these arcs, 40 discs on 16 pegs take too long to plan"),
    ],
)
def test_what_would_take_too_long_is_refused_at_once(discs, pegs, arcs, text):
    begin = time.perf_counter()
    with pytest.raises(ValueError, match=text):
        hf.solve(discs, pegs=pegs, arcs=arcs)
    assert time.perf_counter() - begin < 2
    if pegs > 3:
        with pytest.raises(ValueError, match=text):
            hf.count(discs, pegs, arcs=arcs)


def test_a_count_of_too_many_discs_along_arcs_is_refused():
    with pytest.raises(ValueError, match="with arcs, discs must be between 1 and 262144, not 262145"):
        hf.count(2**18 + 1, arcs="linear")


def test_random_arcs_on_sixteen_pegs_are_planned_or_refused():
    rng = random.Random(3)
    arcs = {(a, b) for a in range(16) for b in range(16) if a != b and rng.random() < 0.5}
    begin = time.perf_counter()
    with pytest.raises(ValueError, match="take too long to plan"):
        hf.solve(20, pegs=16, arcs=arcs)
    assert time.perf_counter() - begin < 5
    assert hf.count(1, 16, arcs=arcs) in (1, 2, 3)
