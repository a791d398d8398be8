"""Shortest ways on many pegs: the kernel and the search above it, against breadth-first search one state at a time."""

import os
import signal
import subprocess
import sys
import time
from collections import deque
from itertools import product

import numpy as np
import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanoi_fast.kernels.search import Ball
from hanoi_fast.puzzle.arcs import named_arcs
from hanoi_fast.puzzle.moves import Move
from hanoi_fast.puzzle.neighbours import reverse, tables
from hanoi_fast.puzzle.search import Puzzle, ball, fewest_moves, most_discs, shortest_moves

RING = frozenset({(0, 1), (1, 2), (2, 3), (3, 0)})
LINE = frozenset({(0, 1), (1, 0), (1, 2), (2, 1), (2, 3), (3, 2)})
CYCLE = frozenset({(0, 1), (1, 2), (2, 0)})
WHEEL = CYCLE | {(2, 3), (3, 0), (3, 4), (4, 1)}


def free(pegs):
    return Puzzle.along(None, pegs)


def distances(start, puzzle):
    """From the rules alone, along the arcs: the number of moves to every state that is reached."""
    found, queue = {start: 0}, deque([start])
    while queue:
        state = queue.popleft()
        for move in oracles.legal_moves(state, puzzle.pegs):
            after = oracles.after(state, move)
            if move[1:] in puzzle.arcs and after not in found:
                found[after] = found[state] + 1
                queue.append(after)
    return found


def check(start, goal, puzzle, expected):
    """A shortest way: its length, its moves, and where it leads."""
    moves = shortest_moves(bytes(start), bytes(goal), puzzle)
    assert len(moves) == expected == fewest_moves(bytes(start), bytes(goal), puzzle)
    assert oracles.replay(moves, start, puzzle.pegs) == goal
    assert all(move[1:] in puzzle.arcs for move in moves)


# ---- every pair ----


@pytest.mark.parametrize(("pegs", "discs"), [(3, 3), (4, 1), (4, 2), (4, 3), (5, 2), (6, 2), (9, 1), (16, 1)])
def test_all_pairs_agree_with_a_slow_search(pegs, discs):
    puzzle = free(pegs)
    for start in oracles.all_states(discs, pegs):
        for goal, expected in distances(start, puzzle).items():
            check(start, goal, puzzle, expected)


@pytest.mark.parametrize(("pegs", "discs", "every"), [(4, 4, 97), (4, 5, 4999), (5, 3, 31), (5, 4, 2503), (8, 3, 1999)])
def test_pairs_of_more_discs_agree_with_a_slow_search(pegs, discs, every):
    puzzle, place = free(pegs), 0
    for start in oracles.all_states(discs, pegs)[:: max(1, pegs**discs // 40)]:
        for goal, expected in distances(start, puzzle).items():
            place += 1
            if place % (every // 40 + 1) == 0:
                check(start, goal, puzzle, expected)


@pytest.mark.parametrize(("arcs", "pegs", "discs"), [(CYCLE, 3, 3), (RING, 4, 3), (LINE, 4, 3), (WHEEL, 5, 2)])
def test_arcs_are_kept_in_their_direction(arcs, pegs, discs):
    puzzle = Puzzle(pegs, arcs)
    for start in oracles.all_states(discs, pegs)[::3]:
        found = distances(start, puzzle)
        assert len(found) == pegs**discs
        for goal, expected in found.items():
            check(start, goal, puzzle, expected)


def test_a_state_that_no_arcs_lead_to_is_refused():
    with pytest.raises(ValueError, match=r"^no way leads from \[0, 1\] to \[2, 2\]$"):
        shortest_moves(bytes([0, 1]), bytes([2, 2]), Puzzle(3, frozenset({(0, 1), (1, 0)})))


@given(st.integers(4, 7).flatmap(lambda pegs: st.tuples(st.just(pegs), oracles.state_pairs(5, pegs))))
def test_the_way_back_is_as_long(drawn):
    pegs, (start, goal) = drawn
    there, back = (shortest_moves(bytes(a), bytes(b), free(pegs)) for a, b in ((start, goal), (goal, start)))
    assert len(there) == len(back)
    assert oracles.replay(there, start, pegs) == goal


# ---- codings: bits of a disc, discs of a word, of a page and of a key ----


@pytest.mark.parametrize("pegs", [4, 5, 8, 9, 16])
@pytest.mark.parametrize("discs", [1, 2, 3, 5, 6, 17])
def test_the_largest_disc_moves_alone_where_the_others_are_away(pegs, discs):
    start, goal = bytes([1] * (discs - 1) + [0]), bytes([1] * (discs - 1) + [pegs - 1])
    assert shortest_moves(start, goal, free(pegs)) == [Move(discs, 0, pegs - 1)]


@pytest.mark.parametrize("pegs", [4, 5, 8, 9, 16])
def test_the_most_discs_find_their_neighbours_and_one_more_is_refused(pegs):
    discs = most_discs(pegs)
    start = bytes([1] * (discs - 2) + [2, 0])
    goal = bytes([3, *start[1:-1], pegs - 1])
    moves = shortest_moves(start, goal, free(pegs))
    assert (len(moves), oracles.replay(moves, start, pegs)) == (2, tuple(goal))
    with pytest.raises(ValueError, match=f"a search on {pegs} pegs takes at most {discs} discs, not {discs + 1}"):
        shortest_moves(b"\0" + start, b"\0" + goal, free(pegs))
    still = b"\2" * 100
    assert len(shortest_moves(start + still, goal + still, free(pegs))) == 2


def test_more_pegs_than_a_search_takes_are_refused():
    assert len(shortest_moves(bytes([0, 1]), bytes([15, 14]), free(16))) == 2
    with pytest.raises(ValueError, match="a search takes at most 16 pegs, not 17; solve"):
        shortest_moves(bytes([0, 1]), bytes([2, 2]), free(17))


@pytest.mark.parametrize(("pegs", "discs"), [(3, 7), (4, 7), (5, 4), (5, 5), (8, 4), (16, 3)])
def test_levels_of_a_ball_are_those_of_a_slow_search(pegs, discs):
    start = tuple(disc * 5 % pegs for disc in range(discs))
    expected = np.bincount(list(oracles.distances(start, pegs).values()))
    grown, sizes, before = ball(bytes(start), free(pegs)), [], 0
    while grown.pages:
        assert grown.grow(1 << 30)
        sizes.append(grown.states - before)
        before = grown.states
    assert sizes == expected.tolist()
    assert grown.level == len(expected)


# ---- discs that stand where they shall ----


@pytest.mark.parametrize(("pegs", "discs"), [(3, 4), (4, 3), (5, 3)])
def test_a_largest_disc_in_its_place_never_has_to_move(pegs, discs):
    for start in oracles.all_states(discs, pegs)[::5]:
        for goal, moves in oracles.distances(start, pegs).items():
            if goal[-1] == start[-1]:
                assert moves == oracles.distances(start[:-1], pegs)[goal[:-1]]


def test_larger_discs_in_their_places_cost_nothing():
    start, goal = [0, 3, 1, 2, 1], [2, 2, 0, 1, 1]
    moves = shortest_moves(bytes(start), bytes(goal), free(4))
    assert shortest_moves(bytes(start + [3] * 5000), bytes(goal + [3] * 5000), free(4)) == moves


# ---- large ----


@pytest.mark.parametrize(("discs", "moves"), [(8, 33), (9, 41), (10, 49), (11, 65)])
def test_towers_on_four_pegs_take_the_moves_of_frame_and_stewart(discs, moves):
    assert fewest_moves(bytes(discs), bytes([3]) * discs, free(4)) == moves


def test_equal_searches_make_equal_moves():
    rng = np.random.default_rng(1)
    start, goal = (bytes(rng.integers(0, 4, 11, np.uint8)) for _ in range(2))
    ways = [shortest_moves(start, goal, free(4)) for _ in range(3)]
    assert ways[0] == ways[1] == ways[2]
    assert oracles.replay(ways[0], start, 4) == tuple(goal)


def test_progress_counts_the_states():
    seen = []
    shortest_moves(bytes(9), bytes([3]) * 9, free(4), progress=seen.append)
    assert seen[0] == 1
    assert max(seen) > 1000


# ---- memory ----


def test_a_search_stays_within_its_memory_or_stops_and_says_how_far_it_came():
    start, goal = bytes(12), bytes([3]) * 12
    with pytest.raises(MemoryError) as stopped:
        fewest_moves(start, goal, free(4), 1 << 20)
    assert str(stopped.value).startswith(
        "the search among the 4**12 states of 12 discs on 4 pegs has filled the memory of at most 1048576 bytes"
    )
    assert fewest_moves(start, goal, free(4), 1 << 24) == 81


@pytest.mark.parametrize("memory", [1, 1000, 100_000, 1_000_000])
def test_a_ball_asks_for_no_more_than_it_may(memory):
    grown = ball(bytes(12), free(4))
    held = grown.nbytes
    while grown.pages and grown.grow(memory):
        assert grown.nbytes <= memory
    assert grown.pages
    assert grown.nbytes <= max(memory, held)


@pytest.mark.parametrize(("memory", "error"), [(0, ValueError), (-1, ValueError), (1.5, TypeError), ("1", TypeError)])
def test_memory_is_a_number_of_bytes(memory, error):
    with pytest.raises(error, match=r"^memory must be"):
        fewest_moves(bytes(3), bytes([1, 2, 3]), free(4), memory)


@pytest.mark.skipif("ASAN_OPTIONS" in os.environ, reason="AddressSanitizer ends a process without memory")
@pytest.mark.skipif(sys.platform != "linux", reason="a limit of the address space, as Linux keeps it")
def test_memory_that_the_system_does_not_give_is_an_error_not_a_crash():
    from limited import BOUND  # which needs Unix

    program = BOUND + (
        "from hanoi_fast.puzzle.search import *\n"
        "bound_memory(256)\n"
        "try: fewest_moves(bytes(20), bytes([3]) * 20, Puzzle.along(None, 4), 1 << 40)\n"
        "except MemoryError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=100)
    assert "has filled the memory that the system gives with " in done.stdout, done.stderr


# ---- Ctrl-C ----


@pytest.mark.skipif(os.name == "nt", reason="no signal can be sent to a child alone")
def test_an_interrupt_ends_a_search_at_once():
    program = (
        "import time; from hanoi_fast.puzzle.search import *\n"
        "print('ready', flush=True)\n"
        "try: fewest_moves(bytes(24), bytes([3]) * 24, Puzzle.along(None, 4), 1 << 29)\n"
        "except KeyboardInterrupt: print('stopped', flush=True)\n"
    )
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "ready\n"
    time.sleep(0.3)
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate(timeout=10)
    assert (out, child.returncode) == ("stopped\n", 0)


# ---- the tables ----


@pytest.mark.parametrize(
    ("pegs", "small", "middle"), [(3, 3, 3), (4, 3, 2), (5, 2, 2), (8, 2, 1), (9, 1, 1), (16, 1, 1)]
)
def test_a_word_has_64_places_and_a_page_32_words_at_most(pegs, small, middle):
    found = tables(pegs, 20, named_arcs("complete", pegs))
    assert (found.small, found.middle) == (small, middle)
    assert found.step.shape == (pegs**middle, pegs * (pegs - 1) // 2)


@pytest.mark.parametrize("arcs", [named_arcs("complete", 4), RING, LINE])
def test_the_states_next_to_those_of_a_word_are_those_of_the_rules(arcs):
    found = tables(4, 3, arcs)
    for rank, state in enumerate(product(range(4), repeat=3)):
        state = state[::-1]
        moves = [move for move in oracles.legal_moves(state, 4) if move[1:] in arcs]
        expected = sum(1 << sum(peg << 2 * d for d, peg in enumerate(oracles.after(state, move))) for move in moves)
        byte, bit = divmod(rank, 8)
        assert int(found.near[byte, 1 << bit]) == expected


def test_arcs_the_other_way_round_are_reversed():
    assert reverse(RING) == {(1, 0), (2, 1), (3, 2), (0, 3)}
    assert reverse(named_arcs("complete", 5)) == named_arcs("complete", 5)


def test_a_ball_holds_on_to_its_tables():
    found = tables(4, 6, named_arcs("complete", 4))
    copies = [array.copy() for array in found[2:]]
    grown = Ball(4, 1, 4, *copies, 0, 0, 0)
    del copies
    while grown.pages:
        assert grown.grow(1 << 30)
    assert grown.states == 4**6
