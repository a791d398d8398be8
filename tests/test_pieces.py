"""Pieces of one kind have the same bytes, and pages that are copies of others are what the document has there."""

import numpy as np
import pytest
from contents import documents
from hypothesis import given
from hypothesis import strategies as st

import hanoi_fast as hf
from hanoi_fast.puzzle.rules import larger_moves
from hanoi_fast.streams import pages, pieces


@pytest.fixture(autouse=True)
def short_turns(monkeypatch):
    """Let turns be short, so that small puzzles have many."""
    monkeypatch.setattr(pieces, "LEAST_EXPONENT", 1)
    monkeypatch.setattr(pages, "LEAST_EXPONENT", 1)


SETTINGS = {"page": st.sampled_from([1, 4, 8, 32]), "exponent": st.integers(2, 7)}


@given(document=documents(), **SETTINGS)
def test_pieces_of_one_kind_have_the_same_bytes(document, page, exponent):
    document, data = document
    end = 0
    for stretch in pieces.stretches(document, page, lambda size: exponent):
        assert stretch.low == end
        end = stretch.high
        if not stretch.size:
            continue
        assert stretch.low % page == stretch.size % page == 0
        assert stretch.high - stretch.low == stretch.size * len(stretch.kinds)
        known = {}
        for i, kind in enumerate(stretch.kinds.tolist()):
            piece = data[stretch.low + i * stretch.size :][: stretch.size]
            assert known.setdefault(kind, piece) == piece
        # Six, or twelve where a piece may begin within a move.
        assert document.rendering.layout.shows_disc or len(known) <= 12
    assert end == document.nbytes


@given(document=documents(), **SETTINGS)
def test_what_is_made_and_copied_is_the_document(document, page, exponent):
    document, data = document
    data = np.frombuffer(data, np.uint8)
    found = pages.pages_of(document, page, lambda size: exponent)
    made = np.zeros(len(data) + 1, bool)
    for low, high in found.made:
        assert not made[low:high].any()
        made[low:high] = True
    filled, got = made.copy(), np.zeros_like(data)

    def copy(several):
        for length, places, likes in several:
            for at, like in zip(places.tolist(), likes.tolist(), strict=True):
                assert at % page == like % page == length % page == 0 < length
                assert made[like : like + length].all(), "what a copy is like is made"
                got[at : at + length], filled[at : at + length] = data[like : like + length], True

    copy(found.long)
    for low, high in found.made:
        got[low:high] = data[low:high]
    copy(found.heads)
    assert filled[:-1].all()
    assert np.array_equal(got, data)


@pytest.mark.parametrize("discs", [8, 9, 10, 11])
@pytest.mark.parametrize("exponent", [2, 3, 4])
def test_a_whole_tower_ends_with_a_turn_and_has_no_empty_run(discs, exponent):
    found = pages.pages_of(hf.solve(discs).open("packed").document, 1, lambda size: exponent)
    assert all(low < high for low, high in found.made)
    assert all(copies.length > 0 for copies in (*found.long, *found.heads))


def test_most_of_a_large_tower_is_copies():
    document = hf.solve(40).open("pairs").document
    found = pages.pages_of(document, 4096, lambda size: 25)
    assert found.size < 4 << 26
    assert found.runs < 1 << 16


@pytest.mark.parametrize("solution", [hf.solve(30, pegs=4), hf.solve(3), hf.solve(0), hf.solve(12)])
def test_where_little_repeats_all_is_made(solution):
    document = solution.open("pairs").document
    found = pages.pages_of(document, 1 << 20, lambda size: 12)
    assert (found.long, found.heads) == ([], [])
    assert found.made == ([(0, document.nbytes)] if solution else [])
    assert [stretch.size for stretch in pieces.stretches(document, 1 << 20, lambda size: 12)] == [0] * bool(solution)


def test_text_with_discs_has_no_fixed_width_and_no_pieces():
    document = hf.solve(12).open("full").document
    assert pages.pages_of(document, 1, lambda size: 4).long == []


@given(st.one_of(st.integers(1, 2**20), st.integers(-30, 30).map(lambda near: 3 * 2**64 + near)), st.booleans())
def test_larger_moves_are_told_by_pegs_and_disc_however_late_they_come(first, shows_disc):
    expected = []
    for m in range(first, first + 40):
        pegs = (m & m - 1) % 3 * 3 + ((m | m - 1) + 1) % 3
        expected.append(pegs + 9 * shows_disc * ((m & -m).bit_length() - 1))
    assert larger_moves(first, 40, shows_disc).tolist() == expected
