"""The moves of the Tower of Hanoi, as fast as the machine can store them."""

from importlib import import_module

from ._version import __version__

TYPE_CHECKING = False  # typing itself would cost a command line 10 ms
if TYPE_CHECKING:
    from . import plot, reference
    from .benchmarks.timing import benchmark
    from .count_tables import FrameStewart, frame_stewart
    from .counts import count
    from .distances import distance, next_move
    from .layouts import Move
    from .lists.reports import Report
    from .lists.verifying import verify
    from .loading import load
    from .puzzle import solve
    from .solution import Solution
    from .states import legal_moves, rank, unrank

# The command line must answer --help before numpy could even be loaded (70 ms): each name loads its
# module when it is first used.
_HOMES = {
    "FrameStewart": "count_tables",
    "Move": "layouts",
    "Report": "lists.reports",
    "Solution": "solution",
    "benchmark": "benchmarks.timing",
    "count": "counts",
    "distance": "distances",
    "frame_stewart": "count_tables",
    "legal_moves": "states",
    "load": "loading",
    "next_move": "distances",
    "plot": "plot",
    "rank": "states",
    "reference": "reference",
    "solve": "puzzle",
    "unrank": "states",
    "verify": "lists.verifying",
}

__all__ = [*_HOMES]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = import_module(f".{_HOMES[name]}", __name__)
    value = globals()[name] = home if name == _HOMES[name] else getattr(home, name)
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
