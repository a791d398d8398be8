"""A solution as a small picture for notebooks: where the discs start, where they go, and how many moves it takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

import numpy as np
from numpy.typing import NDArray

from .moves import Moves

MOST_DISCS = 1 << 20  # to look through their pegs takes some milliseconds
MOST_PEGS = 5  # drawn: those that hold discs first
TOP, BOTTOM = 3, 4  # discs drawn of a stack that is abbreviated
HIGHEST = TOP + BOTTOM + 1

LINE = 14  # pixels from disc to disc
THICK = 12  # pixels of a disc
WIDEST, NARROWEST = 84, 20  # pixels of the discs
PITCH = WIDEST + 12  # pixels from peg to peg
ARROW = 36  # pixels between the two boards

# Middling blue-green to ochre with white figures: each can be read on white and on black.
HUES = ("#a8501c", "#94621a", "#6f7122", "#3f7c46", "#28716a", "#2f6b8f", "#4a5f9e")

Stack = list[int | str]  # discs from bottom to top; a text stands for those left out


def html_of(solution: Moves) -> str:
    """Return a figure: a drawing of start and target, and a line of text under it. Nothing else is needed to see it.

    >>> html_of(hf.solve(3)).count("<rect")
    6
    """
    text = escape(repr(solution).strip("<>"))
    if solution.discs > MOST_DISCS:
        return f"<div>{text}</div>"
    return f'<figure style="margin:0">{svg(solution, text)}<figcaption>{text}</figcaption></figure>'


def svg(solution: Moves, label: str) -> str:
    """Return the drawing of start and target."""
    states = solution.start, solution.target
    pegs = pegs_drawn(states, solution.pegs)
    boards = [[abbreviated(state, peg) for peg in pegs] for state in states]
    high = max(1, *(len(stack) for board in boards for stack in board))
    board_width, height = PITCH * len(pegs), (high + 1) * LINE + 22
    width = 2 * board_width + ARROW
    arrow = f"M{board_width + 6} {height / 2:g}h{ARROW - 12}m-6 -5 6 5 -6 5"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="{label}" font-family="sans-serif" font-size="10" text-anchor="middle" style="max-width:100%">',
        *board_parts(boards[0], pegs, solution.discs, high, 0),
        f'<path d="{arrow}" fill="none" stroke="currentColor" stroke-width="1.5"/>',
        *board_parts(boards[1], pegs, solution.discs, high, board_width + ARROW),
        "</svg>",
    ]
    return "".join(parts)


def pegs_drawn(states: Sequence[NDArray[np.uint8]], pegs: int) -> list[int]:
    """Return which pegs are drawn, all if they are few.

    >>> pegs_drawn([np.zeros(9, np.uint8), np.full(9, 99, np.uint8)], 100)
    [0, 1, 2, 3, 99]
    """
    used = np.unique(np.concatenate(states)).tolist()
    return sorted([*used, *(peg for peg in range(min(pegs, 2 * MOST_PEGS)) if peg not in used)][:MOST_PEGS])


def abbreviated(state: NDArray[np.uint8], peg: int) -> Stack:
    """Return the discs on a peg from bottom to top; of many those at the bottom, how many more, and those on top.

    >>> abbreviated(np.zeros(20, np.uint8), 0)
    [20, 19, 18, 17, '13 more', 3, 2, 1]
    """
    stack: Stack = (np.flatnonzero(state == peg)[::-1] + 1).tolist()
    if len(stack) <= HIGHEST:
        return stack
    return [*stack[:BOTTOM], f"{len(stack) - BOTTOM - TOP:,} more", *stack[-TOP:]]


def board_parts(board: Sequence[Stack], pegs: Sequence[int], discs: int, high: int, left: int) -> Iterator[str]:
    """Return the elements of one board."""
    ground = (high + 1) * LINE + 4
    for place, (peg, stack) in enumerate(zip(pegs, board, strict=True)):
        middle = left + PITCH * place + PITCH // 2
        yield f'<path d="M{middle} 4V{ground}M{middle - WIDEST / 2:g} {ground}h{WIDEST}" '
        yield 'stroke="currentColor" stroke-width="2" opacity=".4"/>'
        yield f'<text x="{middle}" y="{ground + 13}" fill="currentColor">{peg}</text>'
        for height, disc in enumerate(stack):
            yield from disc_parts(disc, discs, middle, ground - 1 - LINE * (height + 1))


def disc_parts(disc: int | str, discs: int, middle: int, top: int) -> Iterator[str]:
    """Return the elements of a disc, or of the words for those left out."""
    if isinstance(disc, str):
        yield f'<text x="{middle + 4}" y="{top + 10}" fill="currentColor" text-anchor="start">{disc}</text>'
        return
    share = (disc - 1) / max(discs - 1, 1)
    wide = round(NARROWEST + share * (WIDEST - NARROWEST))
    colour = HUES[round(share * (len(HUES) - 1))]
    yield f'<rect x="{middle - wide / 2:g}" y="{top}" width="{wide}" height="{THICK}" rx="3" fill="{colour}"/>'
    if len(str(disc)) * 6 <= wide:
        yield f'<text x="{middle}" y="{top + 9.5:g}" fill="#fff">{disc}</text>'
