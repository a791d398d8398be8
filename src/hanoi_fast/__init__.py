"""The moves of the Tower of Hanoi, as fast as the machine can store them."""

from importlib import import_module

from ._version import __version__

# The command line must answer --help before numpy could even be loaded (70 ms): each name loads its
# module when it is first used. Type checkers and editors read `__init__.pyi`, which says the same (a test compares).
_HOMES = {
    "FrameStewart": "puzzle.count_tables",
    "Move": "puzzle.moves",
    "Report": "lists.reports",
    "Solution": "face.solution",
    "benchmark": "benchmarks.timing",
    "count": "puzzle.counts",
    "distance": "puzzle.distances",
    "distances_from": "puzzle.distance_tables",
    "frame_stewart": "puzzle.count_tables",
    "legal_moves": "puzzle.states",
    "load": "face.loading",
    "next_move": "puzzle.distances",
    "plot": "plot",
    "rank": "puzzle.states",
    "reference": "reference",
    "shortest_paths": "puzzle.searched_distances",
    "solve": "face.solving",
    "unrank": "puzzle.states",
    "verify": "lists.verifying",
    "verify_each": "lists.each",
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
