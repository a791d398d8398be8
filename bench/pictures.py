"""The pictures of docs/performance.md: speeds, growth, and what the blocks are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hanoi_fast.plots import load_pyplot, plot_speeds
from hanoi_fast.timing import Row
from hanoi_fast.towers import Tower, parts_of

DISCS, LEVELS = 29, 6
STORED = 13  # discs of the largest tower whose pairs fit a stored block
THREE = (("#0b3d66", "white"), ("#e6a532", "black"), ("#b8b8b8", "black"))  # of a tower, of its name
LARGEST = "#c03028"


def draw(found: dict[str, Any], folder: Path) -> list[str]:
    """Draw all that there are results for; return the names of the pictures."""
    made = ["blocks.svg"]
    draw_blocks(folder / "blocks.svg")
    if "bench" in found:
        made.append("speeds.svg")
        plot_speeds([Row(**row) for row in found["bench"]["rows"]], str(folder / "speeds.svg"))
    if "growth" in found:
        made.append("growth.svg")
        draw_growth(found["growth"], folder / "growth.svg")
    return made


def draw_growth(found: dict[str, Any], path: Path) -> None:
    """Draw the time against the moves."""
    pyplot = load_pyplot()
    figure, axes = pyplot.subplots(figsize=(13, 8), layout="constrained")
    for (name, points), marker in zip(found["series"].items(), "ov^sDP", strict=False):
        moves, seconds = ([point[key] for point in points] for key in ("moves", "seconds"))
        axes.plot(moves, seconds, marker=marker, markersize=6, label=name)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set(xlabel="moves", ylabel="seconds, from solve() to the last move in a buffer")
    axes.grid(alpha=0.4)
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    save(pyplot, figure, path)


def draw_blocks(path: Path) -> None:
    """Draw one tower as the towers it is made of, equal ones in equal colours."""
    pyplot = load_pyplot()
    figure, axes = pyplot.subplots(figsize=(15, 7.5), layout="constrained")
    row = [Tower(DISCS, (0, 1, 2))]
    for level in range(LEVELS):
        draw_row(axes, level, row)
        row = [part for whole in row for part in (parts_of(whole) if whole.discs > DISCS - level - 1 else [whole])]
    axes.text(0.5, -LEVELS - 0.1, "⋮", ha="center", va="center", fontsize=30)
    axes.text(
        0.5,
        -LEVELS - 0.9,
        f"{1 << DISCS - STORED:,} of {STORED} discs, 3 different: 16 KiB each, kept in the cache and copied",
        ha="center",
        va="center",
        fontsize=18,
    )
    axes.set(xlim=(-0.24, 1.01), ylim=(-LEVELS - 1.4, 0.6))
    axes.axis("off")
    save(pyplot, figure, path)


def draw_row(axes: Any, level: int, row: list[Tower]) -> None:
    """Draw the towers of one size, side by side in the order of their moves; single moves are thin lines."""
    towers = [whole for whole in row if whole.discs == DISCS - level]
    different = list(dict.fromkeys(whole.pegs for whole in towers))
    kinds = dict(zip(different, THREE, strict=False))
    at, total = 0.0, sum(whole.moves for whole in row)
    for whole in row:
        width = whole.moves / total
        if whole.discs == DISCS - level:
            colour, ink = kinds[whole.pegs]
            axes.barh(-level, width, left=at, height=0.72, color=colour, edgecolor="white", linewidth=1.5)
            if level < LEVELS - 1:
                text = f"{whole.pegs[0]}→{whole.pegs[-1]}"
                axes.text(at + width / 2, -level, text, ha="center", va="center", color=ink, fontweight="bold")
        else:
            axes.plot([at, at], [-level - 0.36, -level + 0.36], color=LARGEST, linewidth=2)
        at += width
    said = f"{len(towers)} of {DISCS - level} discs" if level else f"{DISCS} discs: 1 GiB"
    axes.text(-0.01, -level, f"{said}{f', {len(different)} different' * (level > 1)}", ha="right", va="center")


def save(pyplot: Any, figure: Any, path: Path) -> None:
    """Write a picture that is the same each time."""
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)
