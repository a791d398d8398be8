"""What is said to be optimal is, and what is said not to be is not: judged by searches."""

import pytest
from graph_oracles import fewest_along

import hanoi_fast as hf
from hanoi_fast.puzzle.arcs import named_arcs


@pytest.mark.parametrize(
    ("solution", "optimal"),
    [
        (hf.solve(0), True),
        (hf.solve(64), True),
        (hf.solve([0, 2, 1, 0], [1, 1, 0, 2]), True),
        (hf.solve(300, pegs=4), True),
        (hf.solve(20, pegs=5), None),
        (hf.solve(4, pegs=5), True),
        (hf.solve(5, pegs=5), None),
        (hf.solve(1, pegs=256), True),
        (hf.solve(200, arcs="cyclic"), True),
        (hf.solve([0, 2, 1, 0], [1, 1, 0, 2], arcs="linear"), True),
        (hf.solve(50, 2, source=1, pegs=4, arcs="star"), True),
        (hf.solve(50, pegs=4, arcs="star"), None),
        (hf.solve(50, pegs=4, arcs="ring"), None),
        (hf.solve(2, pegs=4, arcs="linear"), True),
        (hf.solve(3, pegs=4, arcs="linear"), False),
        (hf.solve(40, pegs=4, arcs="linear"), False),
        (hf.solve(40, pegs=4, arcs="cyclic"), False),
    ],
)
def test_what_is_known_is_said(solution, optimal):
    assert solution.optimal is optimal


def test_a_stretch_of_an_optimal_solution_is_optimal_and_of_another_it_may_be():
    assert hf.solve(300, pegs=4)[5:100].optimal is True
    assert hf.solve(30, pegs=4, arcs="linear")[5:100].optimal is None
    assert hf.solve(30, pegs=4, arcs="linear")[5:6].optimal is True
    assert hf.solve(30, pegs=6)[:0].optimal is True


@pytest.mark.parametrize("name", ["linear", "cyclic", "ring", "star"])
@pytest.mark.parametrize("pegs", [4, 5])
def test_for_few_discs_it_is_what_a_search_says(name, pegs):
    arcs = named_arcs(name, pegs)
    for discs in range(1, 6 if pegs == 4 else 5):
        for source in range(pegs):
            found = fewest_along(arcs, (source,) * discs)
            for target in set(range(pegs)) - {source}:
                solution = hf.solve(discs, target, source=source, pegs=pegs, arcs=name)
                assert solution.optimal is (solution.count == found[(target,) * discs])
