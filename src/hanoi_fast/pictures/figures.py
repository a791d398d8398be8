"""Figures of matplotlib: where pictures are drawn, how they look, and how they become files."""

from __future__ import annotations

import os
from importlib import import_module
from io import StringIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.layout_engine import LayoutEngine

INK, SOFT, FAINT, PAPER, TEAL = "#23262b", "#62676f", "#dfdace", "#ffffff", "#28655f"

PADDING = 0.18  # inches

# The same input makes the same bytes: no date, no random names in an SVG. Its text stays text.
SAVED = {"svg.hashsalt": "hanoi_fast", "svg.fonttype": "none"}


def matplotlib(module: str = "") -> Any:
    """Return a module of matplotlib, or say how to get it.

    Raises:
        ModuleNotFoundError: matplotlib is not installed.
    """
    try:
        whole = import_module("matplotlib")
    except ModuleNotFoundError as error:
        if error.name != "matplotlib":
            raise
        raise ModuleNotFoundError("pictures need matplotlib: pip install 'hanoi_fast[plot]'") from None
    return import_module(f"matplotlib.{module}") if module else whole


def new_axes(size: tuple[float, float] = (7.2, 4.5)) -> Axes:
    """Return the axes of a new figure that pyplot does not know of: for files."""
    return matplotlib("figure").Figure(figsize=size, layout=layout(), facecolor=PAPER).subplots()


def layout() -> LayoutEngine:
    """Return a layout with room around what is drawn: on a dark page the paper ends where the figure does."""
    return matplotlib("layout_engine").ConstrainedLayoutEngine(w_pad=PADDING, h_pad=PADDING)


def save(ax: Axes, path: str | os.PathLike[str]) -> None:
    """Write the figure of some axes to a file, of which the suffix says what kind it is.

    Equal figures give equal bytes.
    """
    suffix = os.fspath(path).rpartition(".")[2].lower()
    undated = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(suffix)
    with matplotlib().rc_context(SAVED):
        ax.figure.savefig(path, metadata=undated, dpi=150)  # type: ignore[union-attr]


def svg_of(ax: Axes) -> str:
    """Return the figure of some axes as SVG."""
    text = StringIO()
    with matplotlib().rc_context(SAVED):
        ax.figure.savefig(text, format="svg", metadata={"Date": None})  # type: ignore[union-attr]
    return text.getvalue()


def axes_or_new(ax: Axes | None, size: tuple[float, float]) -> Axes:
    """Return the axes that are given, or those of a new figure of pyplot, which a notebook shows."""
    if ax is None:
        _, ax = matplotlib("pyplot").subplots(figsize=size, layout=layout(), facecolor=PAPER)
    return ax


def quiet(ax: Axes, title: str) -> None:
    """Leave of the frame what is needed."""
    ax.set_title(title, loc="left", color=INK, fontsize=12, pad=12)
    ax.set_facecolor(PAPER)
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        ax.spines[side].set_color(FAINT)
    ax.tick_params(colors=SOFT, length=3, labelsize=9)
    ax.xaxis.label.set_color(SOFT)
    ax.yaxis.label.set_color(SOFT)
