"""The page to play on: which position it begins with, and where it is put."""

from __future__ import annotations

import os
import webbrowser
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING
from urllib.parse import quote

from ..checks import checked_int, shown
from ..puzzle.arcs import NAMES
from ..puzzle.routes import is_tower

if TYPE_CHECKING:
    from ..face.solution import Solution

# What the page can do; it says the same of itself.
MOST_DISCS, MOST_PEGS, LONGEST = 12, 8, 64

UNQUOTED = "!*()"  # marks that JavaScript's encodeURIComponent leaves as they are; it leaves ' too, which ends a string


def url_fragment(solution: Solution, step: int = 0, labels: Sequence[str] = ()) -> str:
    """Return what stands behind the ``#`` of the page's address: where it begins, and what the pegs are called.

    Raises:
        ValueError: the page cannot show or play it.

    >>> url_fragment(hf.solve([0, 2, 1, 0], 2)), url_fragment(hf.solve(64), 10**18)
    ('state=0210&pegs=3&goal=2', 'discs=64&step=1000000000000000000')
    >>> url_fragment(hf.solve(1), labels=["A", "B", "&"])
    'state=0&pegs=3&goal=2&label=A&label=B&label=%26'
    """
    return position(solution, step) + "".join(f"&label={quote(label, safe=UNQUOTED)}" for label in labels)


def position(solution: Solution, step: int) -> str:
    """Return the part of the fragment that says where the discs are."""
    step = checked_int(step, "step", 0, solution.count)
    start, target = solution.start, solution.target
    if solution.discs > MOST_DISCS:
        free = solution.pegs == 3 and solution.arcs == "complete"
        if solution.discs > LONGEST or not free or start.any() or (target != 2).any():
            raise ValueError(
                f"more than {MOST_DISCS} discs can only be looked at as a tower of at most {LONGEST} "
                f"that goes from the first to the last of 3 pegs, not {solution!r}"
            )
        return f"discs={solution.discs}&step={step}"
    checked_int(solution.discs, "discs to play", 1, MOST_DISCS)
    checked_int(solution.pegs, "pegs to play on", 3, MOST_PEGS)
    if not is_tower(target.tobytes()):
        raise ValueError(
            f"the page gathers all discs on one peg: the target must be a peg, not {shown(target.tolist())}"
        )
    if not isinstance(solution.arcs, str):
        raise ValueError(f"the page knows arcs by their names: {', '.join(NAMES)}, not {shown(sorted(solution.arcs))}")
    state = "".join(map(str, solution.state(step).tolist()))
    arcs = "" if solution.arcs == "complete" else f"&arcs={solution.arcs}"
    return f"state={state}&pegs={solution.pegs}&goal={target[0]}{arcs}"


def page(fragment: str = "") -> str:
    """Return the page as HTML, beginning with a position unless its address says another.

    Browsers are started in ways that lose what stands behind the ``#`` of a file's address, so the page says it itself.
    """
    text = files(__package__).joinpath("play.html").read_text("utf-8")
    first = f'<script>location.hash ||= "{fragment}";</script>\n</head>'
    return text.replace("</head>", first, 1) if fragment else text


def save_page(path: str | os.PathLike[str], fragment: str = "") -> None:
    """Write the page to a file."""
    Path(path).write_text(page(fragment), "utf-8", newline="\n")


def open_page(fragment: str = "") -> str:
    """Open the page in the browser, from a temporary file, and return its address.

    Raises:
        OSError: there is no browser.
    """
    # The browser may read it at any time, so the system clears it away, not this process.
    with NamedTemporaryFile("w", encoding="utf-8", newline="\n", prefix="hanoi-", suffix=".html", delete=False) as file:
        file.write(page(fragment))
    address = Path(file.name).as_uri()
    if not webbrowser.open(address):
        Path(file.name).unlink()
        raise OSError("no browser has been found: --save FILE writes the page for one elsewhere")
    return address
