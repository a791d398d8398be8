"""The pictures of docs/performance.md: speeds, growth, and what the blocks are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hanoi_fast import plot
from hanoi_fast.pictures import figures
from hanoi_fast.puzzle.rules import free_tower
from hanoi_fast.puzzle.towers import Tower, parts_of

DISCS, LEVELS = 29, 6
STORED = 13  # discs of the largest tower whose pairs fit a stored block
THREE = ((figures.TEAL, "white"), ("#d9b26a", "black"), ("#c9c3b4", "black"))  # of a tower, of its name
LARGEST = "#c03028"


def draw(found: dict[str, Any], folder: Path) -> list[str]:
    """Draw all that there are results for; return the names of the pictures."""
    made = ["blocks.svg"]
    draw_blocks(folder / "blocks.svg")
    if "bench" in found:
        made.append("benchmark.svg")
        rows = [row for row in found["bench"]["rows"] if row["moves_per_second"]]
        ax = figures.new_axes(plot.bars_size(len(rows)))
        figures.save(plot.benchmark(rows, ax), folder / "benchmark.svg")
    if "growth" in found:
        made.append("cost.svg")
        draw_cost(found["growth"], folder / "cost.svg")
    if "scaling" in found:
        made.append("threads.svg")
        draw_threads(found["scaling"], folder / "threads.svg")
    return made


def draw_cost(found: dict[str, Any], path: Path) -> None:
    """Draw the time against the moves."""
    ax = figures.new_axes((10, 6))
    for (name, points), marker, colour in zip(found["series"].items(), "ov^sDP", plot.LINES, strict=False):
        moves, seconds = ([point[key] for point in points] for key in ("moves", "seconds"))
        ax.plot(moves, seconds, marker=marker, markersize=5, label=name, color=colour)
    ax.set_xscale("log", base=2)
    ax.set_yscale("log")
    figures.quiet(ax, "Seconds from solve() to the last move in a buffer, by the number of moves")
    ax.tick_params(labelsize=11)
    ax.grid(color=figures.FAINT, linewidth=0.6)
    ax.legend(frameon=False, fontsize=12)
    figures.save(ax, path)


def draw_threads(found: dict[str, Any], path: Path) -> None:
    """Draw how many times as fast as one thread some are, and what would be as many times."""
    ax = figures.new_axes((10, 6))
    most = 1
    for (name, points), marker, colour in zip(found["series"].items(), "ov^sDP", plot.LINES, strict=False):
        threads = [point["threads"] for point in points]
        times = [point["rate"] / points[0]["rate"] for point in points]
        ax.plot(threads, times, marker=marker, markersize=5, label=name, color=colour)
        most = max(most, *threads)
    ax.plot([1, most], [1, most], color=figures.SOFT, linestyle="--", linewidth=1, label="as many times as threads")
    ax.set_xscale("log", base=2)
    ax.set_yscale("log", base=2)
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter(lambda value, _: f"{value:g}")
    figures.quiet(ax, "Times as fast as one thread, by the number of threads")
    ax.tick_params(labelsize=11)
    ax.grid(color=figures.FAINT, linewidth=0.6)
    ax.legend(frameon=False, fontsize=12)
    figures.save(ax, path)


def draw_blocks(path: Path) -> None:
    """Draw one tower as the towers it is made of, equal ones in equal colours."""
    axes = figures.new_axes((15, 7.5))
    row = [free_tower(DISCS, (0, 1, 2))]
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
    figures.save(axes, path)


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
                axes.text(at + width / 2, -level, text, ha="center", va="center", color=ink, fontsize=15)
        else:
            axes.plot([at, at], [-level - 0.36, -level + 0.36], color=LARGEST, linewidth=2)
        at += width
    said = f"{len(towers)} of {DISCS - level} discs" if level else f"{DISCS} discs: 1 GiB"
    said += f", {len(different)} different" * (level > 1)
    axes.text(-0.01, -level, said, ha="right", va="center", fontsize=15)
