"""The arrays, buffers and blocks of a solution."""

import itertools
import re
from threading import Thread

import numpy as np
import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import BINARY
from solutions import puzzles

import hanoi_fast as hf


@given(puzzles(), st.sampled_from(BINARY))
def test_the_array_of_each_layout_is_the_moves(puzzle, layout):
    solution, moves = puzzle
    if layout == "sums" and solution.pegs != 3:
        with pytest.raises(ValueError, match=rf"^layout 'sums' is for 3 pegs, not {solution.pegs}$"):
            solution.array(layout)
        return
    array = solution.array(layout)
    columns = {"pairs": (2,), "moves": (3,)}.get(layout, ())
    assert (array.dtype, array.shape) == (np.uint8, (len(moves), *columns))
    assert array.tobytes() == oracles.render(moves, layout)


def test_discs_beyond_255_are_shown_in_two_bytes():
    part = hf.solve(300)[2**299 - 1 :][:3]
    assert part.array("moves").dtype == part.array("discs").dtype == np.uint16
    assert part.array("discs").tolist() == [300, 1, 2]
    assert part.array("pairs").dtype == np.uint8


@pytest.mark.parametrize(
    ("layout", "error", "text"),
    [
        ("text", ValueError, "layout 'text' is text, no array: use open() or save()"),
        ("{disc} ", ValueError, "layout '{disc} ' is text, no array: use open() or save()"),
        ("pears", ValueError, "unknown layout 'pears': use one of pairs, moves, packed, discs, sums, "),
        (3, TypeError, "a layout must be a str, not 3 (int)"),
        (None, TypeError, "a layout must be a str, not None (NoneType)"),
    ],
)
def test_a_layout_that_is_no_array_is_refused(layout, error, text):
    solution = hf.solve(3)
    for call in (solution.array, solution.blocks, solution.fill):
        arguments = (np.zeros((7, 2), np.uint8),) if call == solution.fill else ()
        with pytest.raises(error, match=f"^{re.escape(text)}"):
            call(*arguments, layout=layout)


def test_more_moves_than_memory_are_refused_before_any_work():
    text = r"^the array needs 36893488147419103230 bytes, this machine has \d+; blocks\(\) or save\(\) need none$"
    for call in (hf.solve(64).array, lambda: np.asarray(hf.solve(64)), lambda: np.array(hf.solve(64), int)):
        with pytest.raises(MemoryError, match=text):
            call()


def test_numpy_takes_a_solution_for_an_array_of_pairs():
    solution = hf.solve(5)[3:]
    assert (np.asarray(solution) == solution.array()).all()
    assert np.asarray(solution).dtype == np.uint8
    assert np.array(solution, np.float32).dtype == np.float32
    assert (np.array(solution, dtype=np.int64, copy=True) == solution.array()).all()
    assert solution.__array__().dtype == solution.__array__(np.uint8, copy=None).dtype == np.uint8
    assert np.add(solution, 0).tolist() == solution.array().tolist()


def test_a_solution_is_no_array_without_a_copy():
    with pytest.raises(ValueError, match=r"^a Solution holds no array: it cannot be had without a copy$"):
        hf.solve(3).__array__(copy=False)


@given(puzzles(), st.integers(0, 300), st.integers(0, 300))
def test_fill_writes_as_many_moves_as_there_are_and_leaves_the_rest(puzzle, room, start):
    solution, moves = puzzle
    start = min(start, len(moves))
    out = np.full((room, 2), 99, np.uint8)
    written = solution.fill(out, start)
    assert written == min(room, len(moves) - start)
    assert out[:written].tobytes() == oracles.render(moves[start : start + written])
    assert (out[written:] == 99).all()


def test_the_end_of_a_huge_solution_is_filled():
    out = np.empty((4, 3), np.uint8)
    assert hf.solve(200).fill(out, 2**200 - 4, "moves") == 3
    expected = [oracles.tower_move(2**200 - 4 + step, 200) for step in range(3)]
    assert out[:3].tolist() == [list(move) for move in expected]


@pytest.mark.parametrize(
    ("start", "error", "text"),
    [
        (-1, ValueError, "start must be between 0 and 7, not -1"),
        (8, ValueError, "start must be between 0 and 7, not 8"),
        (1.0, TypeError, "start must be an int, not 1.0 (float)"),
        (True, TypeError, "start must be an int, not True (bool)"),
    ],
)
def test_a_start_outside_the_solution_is_refused(start, error, text):
    with pytest.raises(error, match=f"^{re.escape(text)}$"):
        hf.solve(3).fill(bytearray(4), start)


@given(puzzles(), st.integers(1, 300), st.sampled_from(BINARY[:4]))
def test_blocks_are_the_array_so_many_moves_at_a_time(puzzle, moves, layout):
    solution, expected = puzzle
    blocks = [block.copy() for block in solution.blocks(moves, layout)]
    assert all(len(block) == moves for block in blocks[:-1])
    assert all(0 < len(block) <= moves for block in blocks[-1:])
    assert b"".join(block.tobytes() for block in blocks) == oracles.render(expected, layout)


def test_blocks_are_views_of_one_buffer():
    blocks = list(hf.solve(10).blocks(400))
    assert [len(block) for block in blocks] == [400, 400, 223]
    assert all(np.shares_memory(block, blocks[0]) for block in blocks)
    assert len(next(hf.solve(1000).blocks())) == 1 << 16


def test_two_iterations_over_blocks_do_not_disturb_each_other():
    solution = hf.solve(8)
    one, other = solution.blocks(50), solution.blocks(70)
    first = next(one)
    next(other)
    next(other)
    assert (first == solution[:50].array()).all()


def test_a_block_larger_than_the_solution_is_no_larger_than_it():
    assert [len(block) for block in hf.solve(3).blocks(10**30)] == [7]


@pytest.mark.parametrize(
    ("moves", "error", "text"),
    [
        (0, ValueError, "moves must be at least 1, not 0"),
        (-1, ValueError, "moves must be at least 1, not -1"),
        (1.5, TypeError, "moves must be an int, not 1.5 (float)"),
        (None, TypeError, "moves must be an int, not None (NoneType)"),
    ],
)
def test_blocks_of_no_size_are_refused_when_asked_for(moves, error, text):
    with pytest.raises(error, match=f"^{re.escape(text)}$"):
        hf.solve(3).blocks(moves)


def test_a_block_larger_than_memory_is_refused_when_asked_for():
    text = rf"^a block needs {2 * 10**18} bytes, this machine has \d+; ask for fewer moves at a time$"
    with pytest.raises(MemoryError, match=text):
        hf.solve(1000).blocks(10**18)


@given(puzzles(), st.data())
def test_any_cut_joined_again_is_the_stream_in_every_layout(puzzle, data):
    solution, moves = puzzle
    layout = data.draw(st.sampled_from(oracles.layouts(solution.pegs)))
    cuts = data.draw(oracles.cuts(len(moves)))
    parts = [solution[start:stop] for start, stop in cuts]
    if layout in BINARY:
        joined = b"".join(part.array(layout).tobytes() for part in parts)
    else:
        header = len(oracles.HEADERS.get(layout, b""))
        joined = b"".join(part.open(layout).read()[header:] for part in parts)
    assert joined == oracles.render(moves, layout)


@given(st.integers(9, 40), st.integers(4, 9), st.data())
def test_any_cut_of_a_long_stream_replays_and_ends_on_the_target(discs, pegs, data):
    target = data.draw(st.integers(0, pegs - 1))
    source = data.draw(st.integers(0, pegs - 1))
    solution = hf.solve(discs, target, pegs=pegs, source=source)
    whole = solution.array()
    parts = [solution[start:stop].array() for start, stop in data.draw(oracles.cuts(solution.count))]
    assert (np.concatenate(parts) == whole).all()
    assert oracles.replay(whole[:20_000].tolist(), [source] * discs, pegs) == tuple(solution.state(len(whole[:20_000])))
    assert solution.target.tolist() == [target] * discs


@pytest.mark.parametrize(("discs", "pegs", "layout"), [(20, 3, "pairs"), (20, 3, "moves"), (190, 4, "discs")])
def test_threads_that_fill_a_part_each_make_the_whole(discs, pegs, layout):
    solution = hf.solve(discs, pegs=pegs)[5:1_000_005]
    whole = solution.array(layout)
    fresh = hf.solve(discs, pegs=pegs)[5:1_000_005]
    out = np.zeros_like(whole)
    cuts = list(itertools.pairwise([0, 300_001, 500_000, 1_000_000]))
    threads = [Thread(target=fresh.fill, args=(out[start:stop], start, layout)) for start, stop in cuts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (out == whole).all()
