"""Which states are next to which, as tables for the search: of the smallest discs in a word, of the next in a page.

A word has a bit for each place of the smallest discs, 64 at most; a page has a word for each place of the discs after
them, 32 at most. The number of a place is its rank. See kernels/search.pyx.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .arcs import Arc

Arcs = frozenset[Arc]

PLACES, WORDS = 64, 32  # at most: bits of a word, words of a page
WITHIN, WITHOUT = 254, 255  # no disc of the page may go; none is on either peg


class Tables(NamedTuple):
    """What the kernel asks of a puzzle.

    Attributes:
        small, middle: how many discs are in a word, and how many more in a page.
        near: uint64[8, 256], the states next to those of each byte of a word.
        clear: uint64[pairs], the states of a word with no disc on either peg of a pair.
        step: uint8[words, pairs], the word that is reached when a disc of the page goes between a pair of pegs.
        pair: uint8[pairs, 4], two pegs, whether a disc may go from the first to the second, and back.
    """

    small: int
    middle: int
    near: NDArray[np.uint64]
    clear: NDArray[np.uint64]
    step: NDArray[np.uint8]
    pair: NDArray[np.uint8]


def reverse(arcs: Arcs) -> Arcs:
    """Return the arcs the other way round: what is reached by them backwards."""
    return frozenset((target, source) for source, target in arcs)


@lru_cache(maxsize=64)
def tables(pegs: int, discs: int, arcs: Arcs) -> Tables:
    """Return the tables of a puzzle of at least one disc on 3 to 16 pegs.

    >>> found = tables(4, 5, frozenset({(0, 1), (1, 2), (2, 3), (3, 0)}))
    >>> found.small, found.middle, int(found.near[0, 1]), int(found.clear[0] & 0xFFFF)
    (3, 2, 2, 0)
    """
    small = min(discs, largest(pegs, PLACES))
    middle = min(discs - small, largest(pegs, WORDS))
    pairs = list(combinations(range(pegs), 2))
    within, pages = states_of(small, pegs), states_of(middle, pegs)
    single = [sum(1 << place for place in next_to(state, pegs, arcs)) for state in within]
    single += [0] * (PLACES - len(single))
    near = [[joined(single[8 * byte : 8 * byte + 8], value) for value in range(256)] for byte in range(8)]
    clear = [sum(1 << place for place, state in enumerate(within) if not {*pair} & {*state}) for pair in pairs]
    return Tables(
        small,
        middle,
        np.array(near, np.uint64),
        np.array(clear, np.uint64),
        np.array([[step(state, pair, pegs, arcs) for pair in pairs] for state in pages], np.uint8),
        np.array([(*pair, pair in arcs, pair[::-1] in arcs) for pair in pairs], np.uint8),
    )


def largest(pegs: int, most: int) -> int:
    """Return how many discs have at most so many places."""
    discs = 0
    while pegs ** (discs + 1) <= most:
        discs += 1
    return discs


def states_of(discs: int, pegs: int) -> list[tuple[int, ...]]:
    """Return the states of so many discs, in the order of their ranks."""
    return [tuple(rank // pegs**disc % pegs for disc in range(discs)) for rank in range(pegs**discs)]


def next_to(state: tuple[int, ...], pegs: int, arcs: Arcs) -> Iterable[int]:
    """Yield the ranks of the states that a move leads to."""
    rank = sum(peg * pegs**disc for disc, peg in enumerate(state))
    for disc, source in enumerate(state):
        for target in range(pegs):
            if (source, target) in arcs and not {source, target} & {*state[:disc]}:
                yield rank + (target - source) * pegs**disc


def step(state: tuple[int, ...], pair: tuple[int, int], pegs: int, arcs: Arcs) -> int:
    """Return the rank after the move between two pegs, WITHIN if there is none, WITHOUT if both are empty."""
    for disc, source in enumerate(state):
        if source in pair:
            target = sum(pair) - source
            moved = (*state[:disc], target, *state[disc + 1 :])
            return sum(peg * pegs**d for d, peg in enumerate(moved)) if (source, target) in arcs else WITHIN
    return WITHOUT


def joined(states: list[int], chosen: int) -> int:
    """Return the union of those sets whose bit is set."""
    union = 0
    for bit, some in enumerate(states):
        union |= some * (chosen >> bit & 1)
    return union
