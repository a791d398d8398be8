"""The strokes of a drawing: parts of an SVG file as strings, legible in light and in dark surroundings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

WIDTH = 460  # units, small enough for a telephone
SHOWN = 580  # pixels on a larger screen
DISC = 16  # height of a disc
DISCS = ("#edb195", "#d5bb80", "#accb94", "#7fd3c4", "#8bcdec", "#b1bffb")  # equally light, from orange to blue

STYLE = """
text { font-family: system-ui, sans-serif; font-size: 13px; text-anchor: middle; fill: #23262b }
.number { font-size: 11px; font-weight: 600; fill: #1d2024 }
.soft { fill: #62676f } .bold { font-weight: 600 } .left { text-anchor: start } .code { font-family: monospace }
.wood { fill: #b9ae9b } .edge { stroke: #b9ae9b; stroke-width: 1.5 } .dot { fill: #b9ae9b }
.disc { stroke: #00000030 } .line { fill: none; stroke: #62676f; stroke-width: 2 } .tip { fill: #62676f }
.first { stroke: #28655f } .second { stroke: #a8501c } .line.first, .line.second { stroke-width: 3 }
.tip.first, text.first { fill: #28655f; stroke: none } .tip.second, text.second { fill: #a8501c; stroke: none }
.dotted { stroke-dasharray: 1 6; stroke-linecap: round } .dashed { stroke-dasharray: 7 5 }
@media (prefers-color-scheme: dark) {
  text { fill: #e9e7e1 } .soft, .tip { fill: #a0a5ad } .wood, .dot { fill: #5e656f } .edge { stroke: #5e656f }
  .line { stroke: #a0a5ad } .first { stroke: #7fc9be } .second { stroke: #eba36f }
  .number { fill: #1d2024 } .tip.first, text.first { fill: #7fc9be } .tip.second, text.second { fill: #eba36f }
}
"""

Point = tuple[float, float]


def svg(title: str, height: float, *parts: str) -> str:
    """Return a whole drawing; `title` is read to those who do not see it."""
    shown = round(SHOWN * height / WIDTH)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" width="{SHOWN}" '
        f'height="{shown}" role="img">\n<title>{title}</title>\n<style>{STYLE}</style>\n'
        + "\n".join((*parts, "</svg>\n"))
    )


def text(at: Point, words: object, kind: str = "") -> str:
    """Return words, centred on a point unless the kind says otherwise."""
    return f'<text x="{at[0]:g}" y="{at[1]:g}" class="{kind}">{words}</text>'


def box(at: Point, size: Point, kind: str, radius: float = 3, fill: str = "") -> str:
    """Return a rectangle, its corner at a point."""
    style = f' style="fill:{fill}"' if fill else ""
    return (
        f'<rect x="{at[0]:g}" y="{at[1]:g}" width="{size[0]:g}" height="{size[1]:g}" rx="{radius:g}" '
        f'class="{kind}"{style}/>'
    )


def line(points: Iterable[Point], kind: str = "line") -> str:
    """Return a line through points."""
    return f'<polyline points="{" ".join(f"{x:g},{y:g}" for x, y in points)}" class="{kind}"/>'


def arrow(start: Point, end: Point, bend: float = 0, kind: str = "") -> str:
    """Return an arrow that bends to its left by so many units, the head at the end."""
    (x, y), (u, v) = start, end
    length = ((u - x) ** 2 + (v - y) ** 2) ** 0.5
    middle = (x + u) / 2 + (v - y) / length * bend, (y + v) / 2 - (u - x) / length * bend
    away = u - middle[0], v - middle[1]
    long = (away[0] ** 2 + away[1] ** 2) ** 0.5
    dx, dy = away[0] / long, away[1] / long
    back = u - 9 * dx, v - 9 * dy
    head = [(u, v), (back[0] - 5 * dy, back[1] + 5 * dx), (back[0] + 5 * dy, back[1] - 5 * dx)]
    corners = " ".join(f"{a:.1f},{b:.1f}" for a, b in head)
    return (
        f'<path d="M{x:.1f} {y:.1f}Q{middle[0]:.1f} {middle[1]:.1f} {back[0]:.1f} {back[1]:.1f}" '
        f'class="line {kind}"/><polygon points="{corners}" class="tip {kind.split()[0] if kind else ""}"/>'
    )


def board(state: Sequence[int], pegs: int, at: Point, width: float, names: Sequence[object] = ()) -> str:
    """Return a position; `at` is the left end of the ground."""
    x, y = at
    pitch, discs = width / pegs, len(state)
    tall = (discs + 1) * DISC
    parts, heights = [], [0] * pegs
    for peg in range(pegs):
        middle = x + pitch * (peg + 0.5)
        parts.append(box((middle - 2, y - tall), (4, tall), "wood", 2))
        parts.append(box((x + pitch * peg + 2, y), (pitch - 4, 5), "wood", 2))
        parts.append(text((middle, y + 20), names[peg] if names else peg, "soft"))
    for disc in range(discs, 0, -1):
        peg = state[disc - 1]
        heights[peg] += DISC
        wide = 20 + (pitch - 28) * (disc - 1) / max(discs - 1, 1)
        left = x + pitch * (peg + 0.5) - wide / 2
        parts.append(box((left, y - heights[peg]), (wide, DISC - 1), "disc", 5, DISCS[disc - 1]))
        parts.append(text((left + wide / 2, y - heights[peg] + 12), disc, "number"))
    return "".join(parts)
