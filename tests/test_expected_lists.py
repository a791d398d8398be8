"""A list that is the expected solution is compared with it, along any arcs; where it differs, it is read on."""

import io

import pytest

import hanoi_fast as hf
from hanoi_fast.lists import expected, parsing, texts

ARCS = ["complete", "linear", "cyclic", "star", ((0, 1), (1, 2), (2, 1), (1, 0), (2, 0))]
DISCS = 7


@pytest.fixture
def steps(monkeypatch):
    """How many moves were found to agree, list by list; a list of some kilobytes is long."""
    found = []

    def agreed(*arguments):
        found.append(expected.agreed(*arguments))
        return found[-1]

    monkeypatch.setattr(parsing, "agreed", agreed)
    monkeypatch.setattr(parsing, "SAMPLE", 1 << 8)
    monkeypatch.setattr(texts, "CHUNK", 1 << 8)
    return found


def listed(moves):
    return io.BytesIO("".join(f"Move a disk from {'ABC'[a]} to {'ABC'[b]}\n" for a, b in moves).encode() + b"Done!\n")


def as_dict(report):
    return (report.legal, report.optimal, report.moves, report.state.tolist(), report.minimum)


@pytest.mark.parametrize("arcs", ARCS)
def test_a_right_list_is_compared_from_end_to_end(steps, arcs):
    moves = hf.solve(DISCS, arcs=arcs).array().tolist()
    report = hf.verify(listed(moves), DISCS, arcs=arcs)
    assert [agreed.step for agreed in steps] == [len(moves)]
    assert as_dict(report) == as_dict(hf.verify(moves, DISCS, arcs=arcs))
    assert report.optimal
    assert report.read_as.endswith(f"lines 1 to {len(moves):,} are moves")


@pytest.mark.parametrize("arcs", ARCS)
def test_where_a_list_differs_it_is_read_on(steps, arcs):
    right = hf.solve(DISCS, arcs=arcs).array().tolist()
    for which in (0, 40, len(right) // 2, len(right) - 1):
        for spoiled in ([*right[which]][::-1], [2, 0], [0, 2]):
            moves = [*right[:which], spoiled, *right[which + 1 :]]
            report, other = (hf.verify(given, DISCS, arcs=arcs) for given in (listed(moves), moves))
            assert as_dict(report) == as_dict(other)
            if not report.legal:
                assert report.first_error.index == other.first_error.index
                assert report.first_error.line == other.first_error.index + 1
                assert report.first_error.move == other.first_error.move


def test_a_list_between_states_is_compared_along_arcs(steps):
    start, goal = [0, 2, 1, 1, 0, 2, 1], [2, 2, 1, 0, 0, 1, 0]
    for arcs in ("complete", "cyclic"):
        moves = hf.solve(start, goal, arcs=arcs).array().tolist()
        assert hf.verify(listed(moves), start, goal, arcs=arcs).optimal
        assert steps[-1].step == len(moves)


def test_a_list_for_a_puzzle_that_cannot_be_solved_is_read(steps):
    report = hf.verify(io.BytesIO(b"A -> B\nB -> A\n" * 200), 2, pegs=2)
    assert (report.legal, report.complete, report.moves) == (True, False, 400)
