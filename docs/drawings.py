"""The drawings of the guide, as SVG files made of strings: `python docs/drawings.py` writes them anew.

Positions come from the package, so no drawing shows what it does not do. Equal versions write equal files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from strokes import DISC, DISCS, Point, arrow, board, box, line, svg, text

import hanoi_fast as hf

FOLDER = Path(__file__).with_suffix("")


def stages(title: str, pegs: int, positions: Sequence[tuple[Sequence[int], str]]) -> str:
    """Return four positions, two beside each other, each with a line that says what was done."""
    discs = len(positions[0][0])
    high = (discs + 1) * DISC + 62
    parts = []
    for i, (state, words) in enumerate(positions):
        left, top = 4 + i % 2 * 236, i // 2 * high
        parts.append(text((left + 108, top + 16), words))
        parts.append(board(state, pegs, (left, top + high - 32), 216))
    return svg(title, 2 * high - 4, *parts)


def recursion() -> str:
    """Return four discs before and after each of the three parts of the recursion."""
    s = hf.solve(4)
    words = ("start", "7 moves park three discs", "1 move: the largest disc", "7 moves bring them back")
    return stages(
        "Four discs: three are parked on the spare peg, disc 4 moves, the three follow.",
        3,
        [(s.state(step).tolist(), words[i]) for i, step in enumerate((0, 7, 8, 15))],
    )


def many_pegs() -> str:
    """Return six discs on four pegs before and after each of the three parts."""
    s = hf.solve(6, pegs=4)
    words = ("start", "5 moves park three discs", "7 moves on three pegs", "5 moves bring them back")
    return stages(
        "Six discs on four pegs: three are parked on peg 2, three move without it, the parked ones follow.",
        4,
        [(s.state(step).tolist(), words[i]) for i, step in enumerate((0, 5, 12, 17))],
    )


def regrouping() -> str:
    """Return the stages in which four scattered discs become a tower."""
    s = hf.solve([0, 2, 1, 0], 2)
    words = ("start", "2 moves gather three discs", "1 move: the largest disc", "7 moves, a tower")
    return stages(
        "Discs 1 to 3 are gathered on peg 1, disc 4 moves to peg 2, the three follow as a tower.",
        3,
        [(s.state(step).tolist(), words[i]) for i, step in enumerate((0, 2, 3, 10))],
    )


def ruler() -> str:
    """Return the discs of fifteen moves as a ruler, above the binary numbers of the moves."""
    discs = 4
    pitch, base = 26, 84
    parts = [text((30, base - 8), "disc", "soft"), text((30, base + 24), "move", "soft")]
    parts.append(text((30, base + 76), "binary", "soft"))
    for m, (disc, _, _) in enumerate(hf.solve(discs), 1):
        x = 62 + pitch * (m - 1)
        parts.append(box((x, base - 17 * disc), (20, 17 * disc), "disc", 3, DISCS[disc - 1]))
        parts.append(text((x + 10, base - 17 * disc + 13), disc, "number"))
        parts.append(text((x + 10, base + 24), m, "bold"))
        for row, bit in enumerate(f"{m:0{discs}b}"):
            kind = "code first bold" if row >= discs - disc else "code soft"
            parts.append(text((x + 10, base + 52 + 17 * row), bit, kind))
    return svg(
        "The moves 1 to 15 in binary. The disc that moves is one more than the number of zeros at the end.",
        base + 116,
        *parts,
    )


def triangle(left: float, top: float, side: float) -> list[Point]:
    """Return the corners of a triangle: left below, right below, top."""
    return [(left, top + side * 0.87), (left + side, top + side * 0.87), (left + side / 2, top)]


def nodes(corners: Sequence[Point], names: Sequence[object]) -> list[str]:
    """Return pegs seen from above, each with its name."""
    return [
        f'<circle cx="{x:g}" cy="{y:g}" r="7" class="dot"/>' + text((x, y - 14 if i == 2 else y + 25), name)
        for i, ((x, y), name) in enumerate(zip(corners, names, strict=True))
    ]


def shortened(start: Point, end: Point, gap: float = 13) -> tuple[Point, Point]:
    """Return the ends of a line between two pegs that touches neither."""
    (x, y), (u, v) = start, end
    length = ((u - x) ** 2 + (v - y) ** 2) ** 0.5
    dx, dy = (u - x) / length * gap, (v - y) / length * gap
    return (x + dx, y + dy), (u - dx, v - dy)


def circle() -> str:
    """Return the way round that the smallest disc takes, for odd and for even numbers of discs."""
    parts = []
    for left, words, order in ((40, "odd number of discs", (0, 1, 2)), (290, "even number of discs", (0, 2, 1))):
        corners = triangle(left, 60, 130)
        parts += nodes(corners, ("source", "target", "spare"))
        parts.append(text((left + 65, 16), words, "bold"))
        for i in range(3):
            start, end = corners[order[i]], corners[order[(i + 1) % 3]]
            parts.append(arrow(*shortened(start, end), 0, "first"))
    return svg(
        "The smallest disc goes round: source, target, spare for odd numbers of discs; source, spare, target for even.",
        206,
        *parts,
    )


def code() -> str:
    """Return the sums of two pegs on a triangle, and the moves that a code stands for."""
    corners = triangle(40, 66, 150)
    parts = [line([corners[i], corners[(i + 1) % 3]], "edge") for i in range(3)]
    parts += nodes(corners, ("1 source", "3 target", "2 spare"))
    places = {4: (115, 222), 5: (172, 128), 3: (58, 128)}
    parts += [text(places[total], total, "bold first") for total in places]
    parts.append(text((345, 16), "three discs", "bold"))
    parts.append(text((290, 42), "code", "soft") + text((345, 42), "pegs", "soft") + text((410, 42), "disc", "soft"))
    for row, (disc, source, target) in enumerate(hf.reference.pair_sums(3)):
        names = {0: 1, 1: 2, 2: 3}
        y = 66 + 23 * row
        parts.append(text((290, y), source + target + 2, "bold first"))
        parts.append(text((345, y), f"{names[source]} → {names[target]}"))
        parts.append(text((410, y), disc, "soft"))
    return svg("A code names two pegs by the sum of their numbers; one move between them is legal.", 234, *parts)


HATCHED = """<defs><pattern id="even" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
<rect width="8" height="8" fill="#e5b08a"/><rect width="3" height="8" fill="#c98a5e"/></pattern></defs>"""
COLOURS = ("url(#even)", "#8fd0cf")  # of discs of even and of odd number


def coloured(state: Sequence[int], middles: Sequence[float], ground: float) -> list[str]:
    """Return a position in two colours, the bases of the pegs coloured too."""
    parts, heights = [HATCHED], [0, 0, 0]
    for peg, (middle, name) in enumerate(zip(middles, ("source", "spare", "target"), strict=True)):
        base = len(state) + 1 + (name == "spare")
        parts.append(box((middle - 2, ground - 100), (4, 100), "wood", 2))
        parts.append(box((middle - 68, ground), (136, 14), "disc", 3, COLOURS[base % 2]))
        parts.append(text((middle, ground + 32), f"{peg} {name}", "soft"))
    for disc in range(len(state), 0, -1):
        middle, wide = middles[state[disc - 1]], 30 + 28 * (disc - 1)
        heights[state[disc - 1]] += 20
        top = ground - heights[state[disc - 1]]
        parts.append(box((middle - wide / 2, top), (wide, 19), "disc", 5, COLOURS[disc % 2]))
        parts.append(box((middle - 9, top + 3), (18, 13), "", 6, "#ffffffb0"))
        parts.append(text((middle, top + 14), disc, "number"))
    return parts


def two_colour() -> str:
    """Return four discs after five moves, with the three moves that are legal."""
    ground, middles = 200, (80, 230, 380)
    tips = ground - 108
    parts = coloured(hf.solve(4).state(5).tolist(), middles, ground)
    parts.append(arrow((middles[0] - 6, tips), (middles[2] + 4, tips), 92, "second dashed"))
    parts.append(arrow((middles[0] + 6, tips), (middles[1] - 6, tips), 34, "second dashed"))
    parts.append(arrow((middles[2] - 6, tips), (middles[1] + 6, tips), -34, "first"))
    parts.append(text((middles[1], 34), "would undo the last move", "second"))
    parts.append(text((155, 112), "same colour", "second"))
    parts.append(text((305, 112), "the move", "first bold"))
    return svg(
        "Four discs after five moves. Disc 1 may go back, or onto disc 3 of its own colour; "
        "disc 2 goes onto disc 3 of the other colour.",
        ground + 44,
        *parts,
    )


def place(state: Sequence[int], corners: Sequence[Point]) -> Point:
    """Return where a position stands in the Hanoi graph, drawn between three corners."""
    if not len(state):
        return corners[0]
    *smaller, peg = state
    other, third = (q for q in range(3) if q != peg)
    # Disc n leaves its third of the graph to peg q where the smaller ones stand on the peg that is left.
    share = ((1 << len(smaller)) - 1) / ((1 << len(state)) - 1)
    here = corners[peg]
    inner = list(corners)
    for q, toward in ((other, third), (third, other)):
        inner[q] = tuple(a + (b - a) * share for a, b in zip(here, corners[toward], strict=True))
    return place(smaller, inner)


def graph_points(discs: int, corners: Sequence[Point]) -> dict[tuple[int, ...], Point]:
    """Return where each position stands."""
    states = hf.unrank(range(3**discs), discs).tolist()
    return {tuple(state): place(state, corners) for state in states}


def way(start: Sequence[int], moves: Iterable[Sequence[int]], points: dict[tuple[int, ...], Point]) -> list[Point]:
    """Return the places a list of moves passes."""
    state = list(start)
    passed = [points[tuple(state)]]
    for disc, _, target in moves:
        state[disc - 1] = target
        passed.append(points[tuple(state)])
    return passed


def twice() -> str:
    """Return the two ways between two positions of three discs, one longer than the other."""
    top, left, right = (230, 34), (40, 344), (420, 344)
    points = graph_points(3, (left, top, right))
    start, goal = (1, 1, 0), (0, 0, 1)
    parts = []
    for state, here in points.items():
        for disc, _, target in hf.legal_moves(state):
            after = (*state[: disc - 1], target, *state[disc:])
            if after > state:
                parts.append(line([here, points[after]], "edge"))
    once = [*hf.solve([1, 1], 2), (3, 0, 1), *hf.solve([2, 2], 0)]
    parts.append(line(way(start, once, points), "line second dotted"))
    parts.append(line(way(start, hf.solve(start, goal), points), "line first"))
    parts += [f'<circle cx="{x:g}" cy="{y:g}" r="4.5" class="dot"/>' for x, y in points.values()]
    for state, name, right, down in ((start, "start", 0, 26), (goal, "end", 28, 5)):
        x, y = points[state]
        parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="8" class="line first"/>')
        parts.append(text((x + right, y + down), name, "bold"))
    parts.append(text((230, 16), "all on peg 1", "soft"))
    parts.append(text((50, 372), "all on peg 0", "soft") + text((410, 372), "all on peg 2", "soft"))
    return svg(
        "The 27 positions of three discs. Five moves take disc 3 twice, by way of peg 2; seven take it once.",
        382,
        *parts,
    )


def icon() -> str:
    """Return the sign of the site: three discs."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" stroke="#2f6f6a" stroke-width="3" '
        'stroke-linecap="round"><path d="M6 4h4M4 8h8M2 12h12"/></svg>\n'
    )


DRAWINGS: dict[str, Callable[[], str]] = {
    "recursion": recursion,
    "ruler": ruler,
    "circle": circle,
    "code": code,
    "two_colour": two_colour,
    "regrouping": regrouping,
    "many_pegs": many_pegs,
    "twice": twice,
    "icon": icon,
}

if __name__ == "__main__":
    for name, drawing in DRAWINGS.items():
        (FOLDER / f"{name}.svg").write_text(drawing(), encoding="utf-8")
