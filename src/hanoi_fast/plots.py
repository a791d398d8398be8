"""The rows of a benchmark as a picture: bars on a logarithmic scale, readable from the last row of a lecture hall."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import PurePath
from typing import Any

from .standings import spoken
from .timing import Row

PICTURES = (".svg", ".png")
# Told apart in grey and by the colour-blind too.
COLOURS = {"Python": "#b8b8b8", "numpy": "#e6a532", "numba": "#e6a532", "Cython": "#3c7ab8", "blocks": "#0b3d66"}
LIMIT = "#ffffff"


def load_pyplot() -> Any:
    """Return matplotlib's pyplot without a display, or say how to get it.

    Raises:
        ModuleNotFoundError: matplotlib is not installed.
    """
    try:
        import_module("matplotlib").use("agg")
    except ImportError:
        raise ModuleNotFoundError("plots need matplotlib: pip install 'hanoi_fast[plot]'") from None
    pyplot = import_module("matplotlib.pyplot")
    # Equal rows give equal files; letters stay letters.
    pyplot.rcParams.update({"svg.hashsalt": "hanoi_fast", "svg.fonttype": "none", "font.size": 15})
    return pyplot


def check_picture(path: str) -> None:
    """Refuse a picture of another kind.

    >>> check_picture("speeds.gif")
    Traceback (most recent call last):
    ValueError: a plot must end in .svg or .png, not 'speeds.gif'
    """
    if PurePath(path).suffix.lower() not in PICTURES:
        raise ValueError(f"a plot must end in {' or '.join(PICTURES)}, not {path!r}")


def plot_speeds(rows: Sequence[Row], path: str) -> None:
    """Draw the moves a second of every row that was measured, the fastest on top.

    Raises:
        ModuleNotFoundError: matplotlib is not installed.
        ValueError: the path does not end in .svg or .png, or nothing was measured.
    """
    check_picture(path)
    pyplot = load_pyplot()
    measured = sorted((row for row in rows if row.moves_per_second), key=lambda row: row.moves_per_second or 0)
    if not measured:
        raise ValueError("nothing was measured: there is nothing to plot")
    figure, axes = pyplot.subplots(figsize=(15, 1 + 0.55 * len(measured)), layout="constrained")
    speeds = [row.moves_per_second or 0 for row in measured]
    names = [f"{row.contender.removeprefix('limit: ')}{' (limit)' * is_limit(row)}" for row in measured]
    bars = axes.barh(names, speeds, color=[colour(row) for row in measured], edgecolor="#0b3d66")
    for bar, row in zip(bars, measured, strict=True):
        bar.set_linestyle("--" if is_limit(row) else "-")
    axes.bar_label(bars, [spoken(speed) for speed in speeds], padding=6, fontweight="bold")
    axes.set(xscale="log", xlabel="moves a second (logarithmic: each line is ten times the one before)")
    axes.set_xlim(min(speeds) / 3, max(speeds) * 8)
    axes.margins(y=0.01)
    axes.grid(axis="x", alpha=0.4)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, metadata={"Date": None} if path.lower().endswith(".svg") else None)
    pyplot.close(figure)


def is_limit(row: Row) -> bool:
    """Return whether a row is a limit of the machine."""
    return row.contender.startswith("limit:")


def colour(row: Row) -> str:
    """Return the colour of a row's bar."""
    return LIMIT if is_limit(row) else COLOURS[row.contender.partition(":")[0]]
