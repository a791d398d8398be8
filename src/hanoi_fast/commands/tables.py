"""The table of moves and splits as lines of text, exact at any size; no line is kept."""

from __future__ import annotations

from collections.abc import Iterator

from ..puzzle.closed_forms import exact_count, exact_split, last_exponent
from ..quantities import digits

WIDEST = 1 << 15  # bits of a count in a column, some 10,000 digits


def csv_lines(discs: int, columns: range) -> Iterator[str]:
    """Yield a line for each number of pegs and of discs, exact at any size."""
    yield "pegs,discs,moves,split"
    for pegs in columns:
        for n in range(discs + 1):
            yield f"{pegs},{n},{digits(exact_count(n, pegs))},{exact_split(n, pegs)}"


def aligned_lines(discs: int, columns: range) -> Iterator[str]:
    """Yield a line for each number of discs, with the moves and the split for each number of pegs."""
    bits = last_exponent(discs, max(3, columns[0])) if discs > 1 else 0  # the fewest pegs take the most moves
    if bits > WIDEST:
        raise ValueError(f"the table has counts of {bits:,} bits, too wide for columns: --csv writes any")
    heads = ["discs", *(word for pegs in columns for word in (f"{pegs} pegs", "split"))]
    # Counts and splits never fall with more discs: the last line is the widest.
    last = [str(discs)]
    for pegs in columns:
        last += digits(exact_count(discs, pegs)), str(exact_split(discs, pegs))
    widths = [max(map(len, pair)) for pair in zip(heads, last, strict=True)]
    yield "  ".join(f"{head:>{width}}" for head, width in zip(heads, widths, strict=True))
    for n in range(discs + 1):
        row = [str(n)]
        for pegs in columns:
            row += digits(exact_count(n, pegs)), str(exact_split(n, pegs))
        yield "  ".join(f"{word:>{width}}" for word, width in zip(row, widths, strict=True))
