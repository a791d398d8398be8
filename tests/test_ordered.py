"""Pages in the order of the document: what a copy is like comes before it, and the pieces are the document."""

import pytest
from contents import documents
from hypothesis import given
from hypothesis import strategies as st

import hanoi_fast as hf
from hanoi_fast.streams import pages
from hanoi_fast.streams.ordered import MADE, Piece, joined, ordered, within


@pytest.fixture(autouse=True)
def short_turns(monkeypatch):
    monkeypatch.setattr(pages, "LEAST_EXPONENT", 1)


def in_order(document, page, exponent):
    return ordered(document.nbytes, pages.pages_of(document, page, lambda size: exponent))


@given(document=documents(), page=st.sampled_from([1, 4, 8, 32]), exponent=st.integers(2, 7))
def test_after_each_piece_the_document_is_right_so_far(document, page, exponent):
    document, data = document
    found = in_order(document, page, exponent)
    got = bytearray()
    for piece, covers in found.groups():
        assert piece.low == len(got) < piece.high
        for low, high, like in [piece, *covers]:
            assert piece.low <= low < high <= piece.high
            if like == MADE:
                content = data[low:high]
            else:
                assert low % page == high % page == like % page == 0
                assert like + high - low <= low
                content = got[like : like + high - low]
            got[low:high] = content
        assert got == data[: piece.high]
    assert got == data
    assert sorted(found.pieces) == found.pieces
    assert found.made == sum(high - low for several in found for low, high, like in several if like == MADE)


@given(document=documents(), start=st.integers(0, 20_000))
def test_what_is_made_from_a_byte_on_is_counted(document, start):
    document, _ = document
    found = in_order(document, 8, 4)
    made = [set(range(low, high)) for several in found for low, high, like in several if like == MADE]
    assert found.made_from(start) == sum(at >= start for bytes_ in made for at in bytes_)


def test_few_turns_of_a_large_tower_are_made():
    document = hf.solve(40).open("pairs").document
    found = ordered(document.nbytes, pages.pages_of(document, 4096, lambda size: 25))
    turn = 2 << 25
    assert found.made <= 8 * turn
    assert found.runs < 1 << 16


@pytest.mark.parametrize("solution", [hf.solve(12, pegs=4), hf.solve(3), hf.solve(0)])
def test_where_nothing_repeats_all_is_one_piece(solution):
    document = solution.open("pairs").document
    found = in_order(document, 1 << 20, 12)
    assert found.pieces == ([Piece(0, document.nbytes)] if solution else [])
    assert found.covers == []


def test_runs_are_cut_where_copies_begin_and_end():
    copies = [Piece(0, 4, 0), Piece(8, 12, 0), Piece(12, 16, 0)]
    assert list(within((2, 14), copies)) == [(2, 4), (8, 12), (12, 14)]
    assert list(within((4, 8), copies)) == list(within((16, 99), copies)) == []


def test_what_is_made_in_a_row_is_one_piece():
    assert joined([Piece(0, 2), Piece(2, 3), Piece(3, 4, 0), Piece(4, 5)]) == [Piece(0, 3), Piece(3, 4, 0), Piece(4, 5)]
