"""Arcs: their names, what a caller may hand in, and each refusal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hanoi_fast as hf
from hanoi_fast.puzzle.arcs import NAMES, checked_arcs, name_of, named_arcs, reached, shortest_path


@pytest.mark.parametrize(
    ("name", "pegs", "arcs"),
    [
        ("complete", 3, {(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)}),
        ("linear", 4, {(0, 1), (1, 0), (1, 2), (2, 1), (2, 3), (3, 2)}),
        ("cyclic", 4, {(0, 1), (1, 2), (2, 3), (3, 0)}),
        ("ring", 4, {(0, 1), (1, 0), (1, 2), (2, 1), (2, 3), (3, 2), (3, 0), (0, 3)}),
        ("star", 4, {(0, 1), (1, 0), (0, 2), (2, 0), (0, 3), (3, 0)}),
        ("linear", 2, {(0, 1), (1, 0)}),
        ("cyclic", 2, {(0, 1), (1, 0)}),
    ],
)
def test_a_name_stands_for_its_arcs(name, pegs, arcs):
    assert named_arcs(name, pegs) == arcs


@pytest.mark.parametrize("pegs", range(2, 17))
@pytest.mark.parametrize("name", NAMES)
def test_a_graph_is_known_by_the_first_of_its_names(name, pegs):
    assert named_arcs(name_of(named_arcs(name, pegs), pegs), pegs) == named_arcs(name, pegs)
    if pegs > 3:
        assert name_of(named_arcs(name, pegs), pegs) == name


def test_graphs_that_join_all_pegs_are_the_complete_one():
    assert checked_arcs("ring", 3) is checked_arcs("cyclic", 2) is checked_arcs("complete", 256) is None
    assert checked_arcs([(0, 1), [1, 0]], 2) is None
    assert hf.solve(5, arcs="ring") == hf.solve(5)
    assert hf.solve(5, arcs="ring").arcs == "complete"


def test_pairs_may_come_in_any_order_and_twice():
    pairs = [(2, 1), (0, 1), (1, 2), (1, 0), (0, 1)]
    assert checked_arcs(pairs, 3) == checked_arcs(iter(pairs), 3) == checked_arcs("linear", 3)
    assert hf.solve(4, arcs=pairs).arcs == "linear"


@pytest.mark.parametrize(
    ("arcs", "pegs", "error", "text"),
    [
        (
            "lineal",
            3,
            ValueError,
            "arcs must be one of complete, linear, cyclic, ring, star, or pairs of pegs, not 'lineal'",
        ),
        ("", 3, ValueError, "or pairs of pegs, not ''"),
        (5, 3, TypeError, r"arcs must be a name or pairs of pegs, not 5 \(int\)"),
        (None, 3, TypeError, r"arcs must be a name or pairs of pegs, not None \(NoneType\)"),
        (["01"], 3, TypeError, r"an arc must be a pair \(source, target\), not '01' \(str\)"),
        ([(0, 1, 2)], 3, TypeError, r"an arc must be a pair \(source, target\), not \(0, 1, 2\)"),
        ([0], 3, TypeError, r"an arc must be a pair \(source, target\), not 0 \(int\)"),
        ([(0, 1.5)], 3, TypeError, r"a peg of arc \(0, 1.5\) must be an int, not 1.5 \(float\)"),
        ([(0, True)], 3, TypeError, "must be an int, not True"),
        ([(0, 3)], 3, ValueError, r"a peg of arc \(0, 3\) must be between 0 and 2, not 3"),
        ([(-1, 0)], 3, ValueError, r"a peg of arc \(-1, 0\) must be between 0 and 2, not -1"),
        ([(1, 1)], 3, ValueError, "an arc must lead to another peg, not from 1 to 1"),
        ([(0, 1), (1, 2)], 3, ValueError, "from peg 1 there is no way to peg 0, from peg 2 none to peg 0 and 1"),
        (
            [(0, 1), (1, 0)],
            3,
            ValueError,
            "must be reached from every other: from peg 0 there is no way to peg 2",
        ),
        ([], 3, ValueError, "from peg 0 there is no way to peg 1 and 2"),
        ("linear", 17, ValueError, "arcs need at most 16 pegs, not 17"),
    ],
)
def test_each_refusal_names_what_is_wrong(arcs, pegs, error, text):
    for ask in (lambda: hf.solve(3, pegs=pegs, arcs=arcs), lambda: hf.count(3, pegs, arcs=arcs)):
        with pytest.raises(error, match=text):
            ask()
    with pytest.raises(error, match=text):
        hf.verify([(0, 1)], 3, pegs=pegs, arcs=arcs)


def test_sixteen_pegs_are_allowed():
    assert hf.count(3, 16, arcs="star") == hf.solve(3, pegs=16, arcs="star").count


graphs = st.integers(2, 6).flatmap(
    lambda pegs: st.tuples(st.just(pegs), st.frozensets(st.tuples(*[st.integers(0, pegs - 1)] * 2)))
)


@given(graphs)
def test_paths_are_the_shortest_and_the_first_of_those(made):
    pegs, arcs = made
    for source in range(pegs):
        paths = {source: (source,)}
        layer = [(source,)]
        while layer:
            longer = sorted((*path, b) for path in layer for a, b in arcs if a == path[-1])
            layer = []
            for path in longer:
                if path[-1] not in paths:
                    paths[path[-1]] = path
                    layer.append(path)
        assert reached(arcs, source) == paths.keys()
        assert [shortest_path(arcs, source, target) for target in range(pegs)] == [paths.get(t) for t in range(pegs)]
