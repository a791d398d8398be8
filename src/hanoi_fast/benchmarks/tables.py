"""Tables: aligned for a terminal, and in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence


def aligned(lines: Iterable[Sequence[str]], left: str) -> Iterator[str]:
    """Yield lines of cells in columns: to the left where `left` has an l, else to the right.

    A line of one cell is no row, but stands as it is.

    >>> print(*aligned([("a", "x"), ("-- more",), ("bcd", "12")], "lr"), sep="\\n")
    a     x
    -- more
    bcd  12
    """
    grid = list(lines)
    rows = [line for line in grid if len(line) > 1]
    widths = [max(len(row[column]) for row in rows) for column in range(len(left))]
    for line in grid:
        if len(line) == 1:
            yield line[0]
            continue
        cells = zip(line, widths, left, strict=True)
        yield "  ".join(f"{cell:{'<' if side == 'l' else '>'}{width}}" for cell, width, side in cells).rstrip()


def markdown(lines: Iterable[Sequence[str]], left: str) -> Iterator[str]:
    """Yield the lines of a table in Markdown; the first has the heads. A line of one cell heads a group.

    >>> print(*markdown([("a", "x"), ("more",), ("bcd", "12")], "lr"), sep="\\n")
    | a | x |
    | --- | ---: |
    | *more* |  |
    | bcd | 12 |
    """
    for place, line in enumerate(lines):
        cells = line if len(line) > 1 else (f"*{line[0]}*", *[""] * (len(left) - 1))
        yield f"| {' | '.join(cells)} |"
        if not place:
            yield f"| {' | '.join('---' if side == 'l' else '---:' for side in left)} |"
