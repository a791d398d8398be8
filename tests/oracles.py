"""What every test checks against: searches, replays and closed forms that share no code with the package.

Moves are ``(disc, source, target)`` with discs from 1, the smallest, and pegs from 0; a state is a tuple with
the peg of each disc, smallest first. Everything is written to be obviously right for small puzzles.
"""

import itertools
import json
import re
import sys
from collections import deque
from functools import cache
from math import comb

from hypothesis import strategies as st

TEMPLATES = {
    "text": "{source} {target}\n",
    "full": "{disc} {source} {target}\n",
    "csv": "{disc},{source},{target}\n",
    "tsv": "{disc}\t{source}\t{target}\n",
    "jsonl": "[{disc},{source},{target}]\n",
    "english": "Move disc {disc} from {source} to {target}\n",
    "italian": "Sposto da {source} a {target}\n",
    "arrows": "{source} --> {target}; ",
}
HEADERS = {"csv": b"disc,source,target\n", "tsv": b"disc\tsource\ttarget\n"}
BINARY = ("pairs", "moves", "packed", "discs", "sums")


# The state graph, from the rules alone.


def all_states(discs, pegs=3):
    """Every legal state: each disc may be on any peg."""
    return list(itertools.product(range(pegs), repeat=discs))


def legal_moves(state, pegs=3):
    """The moves a state allows, by smallest disc and target peg first."""
    moves, covered = [], set()
    for disc, peg in enumerate(state, 1):
        if peg not in covered:
            covered.add(peg)
            moves += [(disc, peg, other) for other in range(pegs) if other not in covered]
    return moves


def after(state, move):
    """The state a legal move leads to."""
    disc, _, target = move
    return (*state[: disc - 1], target, *state[disc:])


def edges(discs, pegs=3):
    """The undirected edges of the state graph, each a set of two states."""
    return {
        frozenset((state, after(state, move))) for state in all_states(discs, pegs) for move in legal_moves(state, pegs)
    }


def search(start, pegs=3):
    """Breadth-first from a state: ``{state: (distance, number of shortest ways)}`` for all it can reach."""
    found, queue = {tuple(start): (0, 1)}, deque([tuple(start)])
    while queue:
        state = queue.popleft()
        distance, ways = found[state]
        for move in legal_moves(state, pegs):
            neighbour = after(state, move)
            if neighbour not in found:
                queue.append(neighbour)
            known, already = found.get(neighbour, (distance + 1, 0))
            if known == distance + 1:
                found[neighbour] = (known, already + ways)
    return found


def distances(start, pegs=3):
    """The number of moves from a state to each state it can reach."""
    return {state: distance for state, (distance, _) in search(start, pegs).items()}


# Replay, over plain lists.


def stacks_of(state, pegs=3):
    """The stacks of a state, each bottom to top."""
    return [[disc for disc in range(len(state), 0, -1) if state[disc - 1] == peg] for peg in range(pegs)]


def replay(moves, start, pegs=3):
    """Make moves, pairs or triples, and give the last state; AssertionError at the first illegal one."""
    stacks = stacks_of(start, pegs)
    for index, move in enumerate(moves):
        *named, source, target = (int(part) for part in move)
        assert 0 <= source < pegs, f"move {index}: no peg {source}"
        assert 0 <= target < pegs, f"move {index}: no peg {target}"
        assert source != target, f"move {index}: same peg {source}"
        assert stacks[source], f"move {index}: empty peg {source}"
        disc = stacks[source].pop()
        assert named in ([], [disc]), f"move {index}: disc {disc} moves, not {named[0]}"
        assert not stacks[target] or stacks[target][-1] > disc, f"move {index}: larger on smaller"
        stacks[target].append(disc)
    return tuple(next(peg for peg in range(pegs) if disc + 1 in stacks[peg]) for disc in range(len(start)))


# Closed forms.


def tower_move(step, discs, target=2, source=0):
    """Move ``step``, from 0, of a tower on three pegs, each disc going round in its own direction.

    Disc d makes its k-th move as move 2^(d-1) (2k + 1), from 1. It goes round by the target if its parity is
    that of the largest disc, else by the spare peg.
    """
    number = step + 1
    disc = (number & -number).bit_length()
    circle = _circle(disc, discs, target, source)
    turn = number >> disc
    return disc, circle[turn % 3], circle[(turn + 1) % 3]


def tower_state(step, discs, target=2, source=0):
    """The state of a tower on three pegs after ``step`` moves: disc d has made about step / 2^d of them."""
    turns = ((disc, (step + (1 << (disc - 1))) >> disc) for disc in range(1, discs + 1))
    return tuple(_circle(disc, discs, target, source)[turn % 3] for disc, turn in turns)


def _circle(disc, discs, target, source):
    if source == target:
        return (source,) * 3
    spare = 3 - source - target
    return (source, spare, target) if (discs - disc) % 2 else (source, target, spare)


@cache
def tower_count(discs, pegs=3):
    """The Frame–Stewart number by its increments, 2^x each C(x + p - 3, p - 3) times; None if impossible."""
    if pegs < 3:
        return discs if discs < 2 else None
    total, left = 0, discs
    for exponent in itertools.count():
        run = min(left, comb(exponent + pegs - 3, pegs - 3))
        total, left = total + (run << exponent), left - run
        if not left:
            return total


@cache
def largest_split(discs, pegs):
    """The most discs that can be parked without losing a move, tried from above against `tower_count`."""
    for parked in range(discs - 1, -1, -1):
        rest = tower_count(discs - parked, pegs - 1)
        if rest is not None and 2 * tower_count(parked, pegs) + rest == tower_count(discs, pegs):
            return parked
    return 0


def tower_moves(discs, pegs=3, target=None, source=0):
    """The moves of a tower over any number of pegs, in the order of the package: spare pegs rising."""
    target = pegs - 1 if target is None else target
    spares = [peg for peg in range(pegs) if peg not in (source, target)]
    return [] if source == target else _tower(1, discs, [source, *spares, target])


def _tower(smallest, size, order):
    if size < 2:
        return [(smallest, order[0], order[-1])] * size
    parked = largest_split(size, len(order))
    without, swapped = [*order[:-2], order[-1]], [*order[:-2], order[-1], order[-2]]
    back = [order[-2], *order[1:-2], order[0], order[-1]]
    return (
        _tower(smallest, parked, swapped)
        + _tower(smallest + parked, size - parked, without)
        + _tower(smallest, parked, back)
    )


# Layouts: moves as bytes.


def render(moves, layout="pairs", *, discs=1, labels=None):
    """The bytes of moves in a binary layout, a named template or a template; no header line."""
    if layout in BINARY:
        return b"".join(_binary(move, layout, 2 if discs > 255 else 1) for move in moves)
    template = TEMPLATES.get(layout, layout)
    if labels and layout == "jsonl" and not all(label.isascii() and label.isdecimal() for label in labels):
        labels = [json.dumps(label) for label in labels]
    if labels and layout == "csv":
        labels = [
            re.sub(r'(?s)^.*[,"\r\n].*$', lambda found: '"' + found[0].replace('"', '""') + '"', x) for x in labels
        ]
    if labels and layout == "tsv":
        labels = ['"' + x.replace('"', '""') + '"' if re.search(r'[\t"\r\n]', x) else x for x in labels]
    name = str if labels is None else labels.__getitem__
    return "".join(template.format(disc=d, source=name(s), target=name(t)) for d, s, t in moves).encode()


def rendered(moves, layout="pairs", **options):
    """The whole stream of a layout: its header line, if it has one, and the bytes of the moves."""
    return HEADERS.get(layout, b"") + render(moves, layout, **options)


def _binary(move, layout, width):
    disc, source, target = (int(part) for part in move)
    if layout in ("moves", "discs"):
        fields = (disc, source, target) if layout == "moves" else (disc,)
        return b"".join(field.to_bytes(width, sys.byteorder) for field in fields)
    values = {"pairs": (source, target), "packed": (source << 4 | target,), "sums": (source + target + 2,)}
    return bytes(values[layout])


def layouts(pegs=3):
    """The names of all layouts that a puzzle with so many pegs allows."""
    refused = {"packed": pegs > 16, "sums": pegs != 3}
    return [name for name in (*BINARY, *TEMPLATES) if not refused.get(name)]


# Strategies for hypothesis.


@st.composite
def towers(draw, max_discs=8, min_pegs=3, max_pegs=3):
    """Small puzzles from tower to tower: (discs, pegs, source, target), sometimes with source == target."""
    discs, pegs = draw(st.integers(0, max_discs)), draw(st.integers(min_pegs, max_pegs))
    peg = st.integers(0, pegs - 1)
    return discs, pegs, draw(peg), draw(peg)


def states(max_discs=8, pegs=3, min_discs=0):
    """Any state of a small puzzle."""
    return st.lists(st.integers(0, pegs - 1), min_size=min_discs, max_size=max_discs).map(tuple)


@st.composite
def state_pairs(draw, max_discs=6, pegs=3):
    """Two states of as many discs."""
    start = draw(states(max_discs, pegs))
    return start, draw(states(len(start), pegs, min_discs=len(start)))


def cuts(length, max_cuts=6):
    """Ways to cut ``range(length)``: lists of (start, stop), some of them empty, that join to the whole."""
    points = st.lists(st.integers(0, length), max_size=max_cuts).map(sorted)
    return points.map(lambda inner: list(itertools.pairwise([0, *inner, length])))


def steps(count):
    """Step numbers from 0 to count - 1, the ends and powers of two more often than chance would have it."""
    powers = [1 << bit for bit in range(count.bit_length())]
    edge = sorted({step for power in (*powers, count) for step in (power - 1, power) if 0 <= step < count})
    return st.one_of(st.sampled_from(edge), st.integers(0, count - 1))
