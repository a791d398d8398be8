"""What is drawn of the puzzle with characters: each disc on its peg, in windows of all sizes."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from screens import Screen, discs_seen, runs_seen, stacks_from

from hanoi_fast.board import Lines, Picture, clipped, picture_size, runs


def plain(text):
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def drawn(board, stacks, columns):
    screen = Screen(columns, board.size[1])
    for (row, column), text in board.cells(stacks).items():
        screen.feed(f"\x1b[{row + 1};{column + 1}H{text}")
    return screen.text


@st.composite
def puzzles(draw, most_discs=20):
    pegs = draw(st.integers(3, 5))
    state = draw(st.lists(st.integers(0, pegs - 1), max_size=most_discs))
    growth = draw(st.sampled_from([1, 2]))
    extra = draw(st.integers(0, 9))
    return pegs, state, picture_size(len(state), pegs, growth)[0] + extra


@given(puzzles(), st.booleans())
def test_a_picture_shows_each_disc_on_its_peg_in_a_window_that_is_just_wide_enough(puzzle, colours):
    pegs, state, columns = puzzle
    board = Picture(len(state), [f"{peg}" for peg in range(pegs)], (columns, 99), colours)
    assert board.size[0] <= columns
    assert discs_seen(drawn(board, stacks_from(state, pegs), columns)) == stacks_from(state, pegs)


@pytest.mark.parametrize("columns", [picture_size(20, 3, 1)[0], picture_size(20, 3, 2)[0]])
@pytest.mark.parametrize("colours", [True, False])
def test_a_larger_disc_is_wider_and_reaches_as_far_to_the_left_as_to_the_right(columns, colours):
    board = Picture(20, "012", (columns, 99), colours)
    edges = []
    for disc in range(1, 21):
        halves = "".join(HALVES[cell] for cell in marked(board.disc(disc)))
        left, right = len(halves) - len(halves.lstrip()), len(halves) - len(halves.rstrip())
        assert (left, len(halves)) == (right, 2 * board.wide)
        edges.append(left)
    assert edges == sorted(set(edges), reverse=True)


HALVES = {" ": "  ", "▐": " #", "▌": "# ", "#": "##"}


def marked(text):
    """Return a drawn disc with # for each cell that has a ground of its own, half blocks as they are."""
    shown, ground = "", False
    for piece in re.split(r"(\x1b\[[0-9;]*m)", text):
        if piece.startswith("\x1b"):
            ground = bool(re.search(r"\[7m|48;5", piece))
        else:
            shown += "#" * len(piece) if ground else piece
    return shown


def test_colours_are_only_an_addition():
    boards = [
        Picture(9, "ABC", (80, 24), colours).cells([[9, 7, 1], [8, 2], [6, 5, 4, 3]]) for colours in (True, False)
    ]
    with_colours, without = ({place: plain(text) for place, text in cells.items()} for cells in boards)
    assert with_colours == without
    assert "38;5" in str(boards[0])
    assert "38;5" not in str(boards[1])


@given(st.sets(st.integers(1, 200)).map(lambda discs: sorted(discs, reverse=True)), st.integers(8, 900))
def test_a_line_of_discs_holds_all_or_says_that_there_are_more(stack, columns):
    line = runs(stack, columns)
    assert len(line) <= columns
    seen = runs_seen(f"│ {line}".replace("…", ""))
    assert seen == stack[len(stack) - len(seen) :]
    assert (len(seen) < len(stack)) == line.startswith("…")


def test_the_lines_of_all_pegs_are_as_wide_as_the_window():
    cells = Lines(["left", "right"], 30).cells([list(range(200, 0, -3)), [199]])
    assert [len(text) for text in cells.values()] == [30, 30]
    assert cells[1, 0].rstrip() == "right │ 199"
    assert cells[0, 0].startswith(" left │ … ")


def test_a_name_that_is_too_long_is_cut():
    assert clipped("middle", 6) == "middle"
    assert clipped("middle", 4) == "mid…"
    assert clipped("middle", 0) == ""
    assert "a very lo…" not in drawn(Picture(3, ["a very long name"] * 3, (80, 24), True), [[3, 2, 1], [], []], 80)
