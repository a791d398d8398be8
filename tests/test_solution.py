"""A solution is to moves what range is to integers: the whole contract, on three pegs and on many, from any state."""

import copy
import itertools
import pickle
import re
import sys
from hashlib import sha256
from threading import Thread

import numpy as np
import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st

import hanoi_fast as hf

BINARY = ["pairs", "moves", "packed", "discs", "sums"]


@st.composite
def puzzles(draw):
    """A solution and its moves by another way: a tower on 3 to 6 pegs, or any state to any state."""
    if draw(st.booleans()):
        discs, pegs, source, target = draw(oracles.towers(max_discs=8, max_pegs=6))
        moves = oracles.tower_moves(discs, pegs, target, source)
        return hf.solve(discs, target, pegs=pegs, source=source), moves
    start, goal = draw(oracles.state_pairs(max_discs=5))
    solution = hf.solve(start, goal)
    # That these are the right moves is asked in test_routes.py.
    return solution, [tuple(solution[step]) for step in range(solution.count)]


# The known answers.


@pytest.mark.parametrize(
    ("discs", "target", "moves"),
    [
        (3, 1, "0-1 0-2 1-2 0-1 2-0 2-1 0-1"),
        (2, 2, "0-1 0-2 1-2"),
        (3, 2, "0-2 0-1 2-1 0-2 1-0 1-2 0-2"),
    ],
)
def test_the_first_puzzles_have_the_known_moves(discs, target, moves):
    assert " ".join(f"{source}-{target}" for _, source, target in hf.solve(discs, target)) == moves


def test_three_discs_move_in_the_known_order():
    moves = "1:0-2 2:0-1 1:2-1 3:0-2 1:1-0 2:1-2 1:0-2"
    assert " ".join(f"{move.disc}:{move.source}-{move.target}" for move in hf.solve(3)) == moves


def test_three_discs_on_four_pegs_read_as_in_the_classic_program():
    assert hf.solve(3, pegs=4).open("arrows", first_peg=1).read() == b"1 --> 3; 1 --> 2; 1 --> 4; 2 --> 4; 3 --> 4; "


def test_the_texts_begin_as_known():
    assert hf.solve(1).open("text").read() == b"0 2\n"
    italian = b"Sposto da 0 a 1\nSposto da 0 a 2\nSposto da 1 a 2\n"
    assert hf.solve(3, 1).open("italian").read().startswith(italian)


@pytest.mark.parametrize(
    ("discs", "pegs", "digest"),
    [
        (16, 3, "a57a32d6070f85da5cefa75917484d83c8aabeaac172316b04674f6b69e04c89"),
        (40, 4, "3c9c86115812a925173d481ee7de79087433671e5fb941fa8d6d2955ebea072a"),
    ],
)
def test_the_bytes_are_those_they_have_always_been(discs, pegs, digest):
    assert sha256(hf.solve(discs, pegs=pegs).array()).hexdigest() == digest


@pytest.mark.parametrize("discs", range(12))
def test_the_sums_repeat_three_four_five_or_four_three_five(discs):
    word = [3, 4, 5] if discs % 2 == 0 else [4, 3, 5]
    assert hf.solve(discs).array("sums").tolist() == list(itertools.islice(itertools.cycle(word), 2**discs - 1))


@pytest.mark.parametrize(
    ("discs", "step", "on_pegs"),
    [
        (3, 5, [1, 1, 1]),
        (64, 2, [62, 1, 1]),
        (8, 45, [4, 2, 2]),
        (100, 2**100 - 1, [0, 0, 100]),
        (100, 1, [99, 1, 0]),
    ],
)
def test_after_some_moves_the_pegs_hold_the_known_numbers_of_discs(discs, step, on_pegs):
    assert np.bincount(hf.solve(discs).state(step), minlength=3).tolist() == on_pegs


# How many.


@pytest.mark.parametrize(
    ("discs", "pegs", "count"),
    [
        (0, 3, 0),
        (31, 3, 2147483647),
        (32, 3, 4294967295),
        (63, 3, 9223372036854775807),
        (64, 3, 18446744073709551615),
        (1000, 3, 2**1000 - 1),
        (50, 4, 6657),
        (50, 51, 99),
        (64, 4, 18433),
        (64, 5, 1535),
    ],
)
def test_the_count_is_exact_at_any_size(discs, pegs, count):
    assert hf.solve(discs, pegs=pegs).count == count


def test_len_is_the_count_as_far_as_python_allows():
    assert len(hf.solve(sys.maxsize.bit_length())) == sys.maxsize
    too_long = hf.solve(sys.maxsize.bit_length() + 1)
    with pytest.raises(OverflowError, match="cannot fit 'int' into an index-sized integer"):
        len(too_long)
    assert len(too_long[5:12]) == 7


def test_a_solution_without_moves_is_false_and_any_other_is_true():
    assert hf.solve(1000)
    assert hf.solve(3)[2:3]
    assert not hf.solve(0)
    assert not hf.solve(3, 0)
    assert not hf.solve(3)[5:5]


def test_discs_and_pegs_are_those_of_the_puzzle():
    solution = hf.solve(7, pegs=5)[3:5]
    assert (solution.discs, solution.pegs) == (7, 5)


# One move, a slice, all moves.


@given(puzzles())
def test_each_step_and_each_step_from_the_end_is_a_move(puzzle):
    solution, moves = puzzle
    assert solution.count == len(moves)
    assert [solution[step] for step in range(len(moves))] == moves
    assert [solution[step - len(moves)] for step in range(len(moves))] == moves
    for step in (len(moves), -len(moves) - 1, 10**100):
        with pytest.raises(IndexError, match=rf"^step .* is out of range for {len(moves)} moves$"):
            solution[step]


def test_a_move_is_a_named_tuple_of_plain_ints():
    for move in (hf.solve(3)[-1], next(iter(hf.solve(3))), next(reversed(hf.solve(3)))):
        assert repr(move) == "Move(disc=1, source=0, target=2)"
        assert {type(part) for part in move} == {int}


@pytest.mark.parametrize("key", [1.0, "1", None, (0, 1)])
def test_what_is_no_step_is_refused_by_its_type(key):
    with pytest.raises(TypeError, match=type(key).__name__):
        hf.solve(3)[key]


@given(st.data())
def test_any_step_of_a_huge_solution_is_found(data):
    discs = data.draw(st.sampled_from([64, 65, 128, 1000]))
    step = data.draw(oracles.steps(2**discs - 1))
    assert hf.solve(discs)[step] == oracles.tower_move(step, discs)
    assert hf.solve(discs, 0, source=2)[step] == oracles.tower_move(step, discs, 0, 2)


ENDS = st.one_of(st.none(), st.integers(-300, 300), st.just(10**30), st.just(-(10**30)))


@given(puzzles(), ENDS, ENDS, ENDS, ENDS)
def test_slices_and_slices_of_slices_are_those_of_the_list(puzzle, start, stop, inner_start, inner_stop):
    solution, moves = puzzle
    part, expected = solution[start:stop], moves[start:stop]
    assert isinstance(part, hf.Solution)
    assert part.count == len(expected)
    assert list(part) == expected
    assert list(part[inner_start:inner_stop]) == expected[inner_start:inner_stop]
    if expected:
        assert (part[0], part[-1]) == (expected[0], expected[-1])


@pytest.mark.parametrize("step", [-1, 2, -(10**30)])
def test_a_slice_with_another_step_than_one_is_refused(step):
    with pytest.raises(ValueError, match=rf"^a slice of a solution must have step 1, not {step}$"):
        hf.solve(3)[::step]


def test_the_step_of_a_slice_is_said_however_large():
    with pytest.raises(ValueError, match=r"must have step 1, not an int of 16610 bits$"):
        hf.solve(3)[:: 10**5000]


@given(puzzles())
def test_iteration_is_each_move_in_order_forward_and_back(puzzle):
    solution, moves = puzzle
    assert list(solution) == moves
    assert list(reversed(solution)) == moves[::-1]
    assert list(reversed(solution[1:-1])) == moves[1:-1][::-1]


def test_iteration_goes_on_past_its_buffer():
    assert list(hf.solve(14)) == oracles.tower_moves(14)


def test_iteration_begins_at_once_however_many_moves_there_are():
    assert next(iter(hf.solve(1000))) == (1, 0, 1)
    assert list(itertools.islice(reversed(hf.solve(1000)), 2)) == [(1, 1, 2), (2, 0, 2)]
    assert list(hf.solve(1000)[2**999 - 1 :][:1]) == [(1000, 0, 2)]


def test_discs_beyond_two_bytes_are_shown():
    solution = hf.solve(66000)
    step = solution.index((66000, 0, 2))
    assert step == 2**65999 - 1
    assert list(solution[step : step + 1]) == [(66000, 0, 2)]
    assert solution[step : step + 1].array("discs").tolist() == solution.take([step])[:, 0].tolist() == [66000]


# Which moves there are.


@given(puzzles(), st.tuples(*[st.integers(-1, 8)] * 3), st.integers(0, 40), st.integers(0, 40))
def test_a_move_is_in_a_solution_and_has_its_index_if_the_list_has_it(puzzle, other, first, last):
    solution, moves = puzzle
    solution, moves = solution[first : first + last], moves[first : first + last]
    for move in {other, *moves}:
        assert (move in solution) is (move in moves)
        if move in moves:
            assert solution.index(move) == moves.index(move)
        else:
            with pytest.raises(ValueError, match=rf"^move {re.escape(str(move))} is not made in <Solution: "):
                solution.index(move)


@pytest.mark.parametrize("other", [None, 1, "102", (1, 0), [1, 0, 2], (1, 0, 2, 0), (1.5, 0, 2), ("1", 0, 2)])
def test_what_is_no_move_is_not_in_a_solution(other):
    assert other not in hf.solve(3)
    with pytest.raises(ValueError, match=r"is not made in <Solution: 3 discs, 3 pegs, 7 moves from peg 0 to peg 2>$"):
        hf.solve(3).index(other)


def test_a_move_is_looked_up_among_any_number():
    solution = hf.solve(1000)
    assert solution.index((1000, 0, 2)) == 2**999 - 1
    assert (1000, 2, 0) not in solution
    assert (999, 2, 1) not in solution[2**999 :]
    assert hf.solve(1800, pegs=5).index((1800, 0, 4)) == hf.solve(1800, pegs=5).count // 2


# States.


@given(puzzles(), st.integers(0, 300), st.integers(0, 300))
def test_states_are_those_of_the_replay_and_step_of_is_their_inverse(puzzle, first, count):
    solution, moves = puzzle
    state = oracles.replay(moves[:first], solution.start.tolist(), solution.pegs)
    part = solution[first : first + count]
    assert part.start.tolist() == list(state)
    for step, move in enumerate([*moves[first : first + count], None]):
        found = part.state(step)
        assert (found.dtype, found.tolist()) == (np.uint8, list(state))
        assert part.step_of(found) == part.step_of(list(state)) == step
        state = oracles.after(state, move) if move else state
    assert part.target.tolist() == list(state)


@given(st.data())
def test_any_state_of_a_huge_solution_is_found_and_found_again(data):
    discs = data.draw(st.sampled_from([64, 65, 1000]))
    step = data.draw(oracles.steps(2**discs))
    state = hf.solve(discs).state(step)
    assert tuple(state) == oracles.tower_state(step, discs)
    assert hf.solve(discs).step_of(state) == step


@given(st.integers(5, 60), st.integers(4, 8), st.data())
def test_any_step_on_many_pegs_leads_from_its_state_to_the_next(discs, pegs, data):
    solution = hf.solve(discs, pegs=pegs)
    step = data.draw(oracles.steps(solution.count))
    assert oracles.replay([solution[step]], solution.state(step), pegs) == tuple(solution.state(step + 1))
    assert solution.step_of(solution.state(step)) == step


@pytest.mark.parametrize(("step", "limit"), [(-1, 7), (8, 7)])
def test_a_state_before_the_start_or_past_the_end_is_refused(step, limit):
    with pytest.raises(ValueError, match=rf"^step must be between 0 and {limit}, not {step}$"):
        hf.solve(3).state(step)


@pytest.mark.parametrize("step", [1.0, True, "1", None])
def test_a_step_that_is_not_an_int_is_refused_by_its_type(step):
    text = re.escape(f"step must be an int, not {step!r} ({type(step).__name__})")
    for call in (hf.solve(3).state, lambda step: hf.solve(3).take([step])):
        with pytest.raises(TypeError, match=f"^{text}$"):
            call(step)


@pytest.mark.parametrize(
    ("state", "error", "text"),
    [
        ([2, 2, 0], ValueError, "state [2, 2, 0] is not on the path from <Solution: 3 discs, 3 pegs, 5 moves from "),
        ([0, 0, 0], ValueError, "state peg 0 is not on the path from <Solution: 3 discs, 3 pegs, 5 moves from "),
        ([2, 2, 2], ValueError, "state peg 2 is not on the path from <Solution: 3 discs, 3 pegs, 5 moves from "),
        ([0, 0], ValueError, "state must have 3 discs, not 2"),
        ([0, 3, 0], ValueError, "the peg of disc 2 in state must be between 0 and 2, not 3"),
        (np.zeros(3), TypeError, "state must be an array of ints, not of float64"),
        (3, TypeError, "state must be a sequence or an array of ints, not 3 (int)"),
    ],
)
def test_a_state_that_has_no_step_is_refused(state, error, text):
    with pytest.raises(error, match=f"^{re.escape(text)}"):
        hf.solve(3)[1:-1].step_of(state)


# Many steps at once.


@given(puzzles(), st.data())
def test_moves_taken_at_many_steps_are_those_of_the_list(puzzle, data):
    solution, moves = puzzle
    first = data.draw(st.integers(0, len(moves)))
    part, moves = solution[first:], moves[first:]
    steps = data.draw(st.lists(st.integers(0, len(moves) - 1), max_size=20)) if moves else []
    expected = [list(moves[step]) for step in steps]
    for given_as in (steps, iter(steps), np.array(steps, np.int64), np.array(steps, object)):
        taken = part.take(given_as)
        assert (taken.dtype, taken.shape) == (np.uint8, (len(steps), 3))
        assert taken.tolist() == expected


@pytest.mark.parametrize("discs", [64, 65, 300])
def test_moves_are_taken_at_steps_past_64_bits(discs):
    solution = hf.solve(discs)
    steps = [0, 2**30 - 1, 2**31 - 1, 2**62 - 1, 2**63 - 1, 2**63, 2**64 - 2, 2 ** (discs - 1) - 1, solution.count - 1]
    expected = [list(oracles.tower_move(step, discs)) for step in steps]
    assert solution.take(steps).tolist() == expected
    assert solution.take(np.array(steps[:7], np.uint64)).tolist() == expected[:7]
    assert solution[steps[4] :].take(np.array([0, 1])).tolist() == expected[4:6]
    assert solution.take(steps).dtype == (np.uint8 if discs < 256 else np.uint16)


@pytest.mark.parametrize("moving", [1, 2, 3, 4])
@pytest.mark.parametrize("resting", [0, 1, 2, 300])
def test_moves_are_taken_where_only_some_of_the_discs_move(moving, resting):
    solution = hf.solve([0] * moving + [1] * resting, [2] * moving + [1] * resting)
    steps = list(range(solution.count))
    expected = [list(move) for move in oracles.tower_moves(moving)]
    assert solution.take(steps).tolist() == solution.take(np.array(steps)).tolist() == expected
    assert solution.take(steps).dtype == solution.array("moves").dtype


@pytest.mark.parametrize("steps", [[7], [-1], np.array([3, 7]), np.array([-1, 3]), np.array([7], object)])
def test_a_step_outside_is_not_taken(steps):
    with pytest.raises(ValueError, match=r"^step must be between 0 and 6, not (7|-1)$"):
        hf.solve(3).take(steps)


@pytest.mark.parametrize(
    ("steps", "text"),
    [
        (np.array([0.5]), "step must be an int, not 0.5 (float)"),
        (np.array([True]), "step must be an int, not True (bool)"),
        (np.array([[0, 1]]), "step must be an int, not [0, 1] (list)"),
        (["0"], "step must be an int, not '0' (str)"),
        (5, "'int' object is not iterable"),
        (np.array(5), "'int' object is not iterable"),
    ],
)
def test_steps_that_are_not_ints_are_not_taken(steps, text):
    with pytest.raises(TypeError, match=f"^{re.escape(text)}$"):
        hf.solve(3).take(steps)


# Arrays, buffers and blocks.


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


# Equality, and what else Python asks of a value.


@given(puzzles(), st.integers(0, 40), st.integers(0, 40))
def test_equal_puzzles_are_equal_and_hash_alike_however_they_are_had(puzzle, first, count):
    solution, _ = puzzle
    part = solution[first : first + count]
    for other in (
        solution[first:][:count],
        pickle.loads(pickle.dumps(part)),
        copy.copy(part),
        copy.deepcopy(part),
        part.inverse().inverse(),
    ):
        assert part == other
        assert hash(part) == hash(other)
        assert list(part) == list(other)


@given(oracles.towers(max_discs=6), st.data())
def test_a_slice_equals_the_puzzle_with_the_same_moves(puzzle, data):
    discs, _, source, target = puzzle
    whole = hf.solve(discs, target, source=source)
    start, stop = sorted(data.draw(st.integers(0, whole.count)) for _ in range(2))
    part = whole[start:stop]
    again = hf.solve(part.start, part.target)
    # The shortest way from one state of a shortest way to another is a part of it, unless there are two.
    same = list(part) == list(again)
    assert same or not again.unique
    assert (part == again) is same
    assert hash(part) == hash(again)


@pytest.mark.parametrize(("pegs", "discs"), [(4, 2), (4, 7), (5, 4), (5, 11), (6, 5)])
def test_slices_of_solutions_to_different_pegs_are_equal_if_they_make_the_same_moves(pegs, discs):
    solutions = [hf.solve(discs, target, pegs=pegs) for target in range(1, pegs)]
    # Some of them begin alike, or nothing would be asked here.
    assert len({solution[0] for solution in solutions}) < len(solutions)
    for one, other in itertools.combinations(solutions, 2):
        for stop in range(6):
            same = list(one[:stop]) == list(other[:stop])
            assert (one[:stop] == other[:stop]) is same
            assert not same or hash(one[:stop]) == hash(other[:stop])


@pytest.mark.parametrize(
    "other", [hf.solve(4), hf.solve(3, 1), hf.solve(3, 1, source=2), hf.solve(3, pegs=4), hf.solve(3)[:-1], [], None]
)
def test_other_puzzles_and_other_things_are_not_equal(other):
    assert hf.solve(3) != other
    assert (hf.solve(3) == other) is False


def test_of_two_shortest_ways_between_the_same_states_each_is_its_own():
    once = hf.solve([0, 1], [1, 0])
    twice = hf.solve([1, 0], [0, 1]).inverse()
    assert (once.start == twice.start).all()
    assert (once.target == twice.target).all()
    assert (once == twice) is (list(once) == list(twice))


@pytest.mark.parametrize(
    ("solution", "text"),
    [
        (hf.solve(20), "<Solution: 20 discs, 3 pegs, 1,048,575 moves from peg 0 to peg 2>"),
        (hf.solve(20)[1:3], "<Solution: 20 discs, 3 pegs, 2 moves from [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ...] to "),
        (hf.solve(3, pegs=4)[1:3], "<Solution: 3 discs, 4 pegs, 2 moves from [2, 0, 0] to [2, 1, 3]>"),
        (hf.solve(0), "<Solution: 0 discs, 3 pegs, 0 moves from [] to []>"),
        (hf.solve(64), "<Solution: 64 discs, 3 pegs, 18,446,744,073,709,551,615 moves from peg 0 to peg 2>"),
        (hf.solve(1000), "<Solution: 1000 discs, 3 pegs, about 2**1000 moves from peg 0 to peg 2>"),
        (hf.solve(20000), "<Solution: 20000 discs, 3 pegs, about 2**20000 moves from peg 0 to peg 2>"),
    ],
)
def test_a_solution_is_said_in_one_line(solution, text):
    assert repr(solution).startswith(text)


def test_a_pickle_holds_the_puzzle_and_no_moves():
    solution = hf.solve(1000)
    solution[:1000].array()
    assert len(pickle.dumps(solution)) < 2000
    assert pickle.loads(pickle.dumps(solution))[10**300] == solution[10**300]


# The way back, and whether it is the only one.


@given(puzzles(), st.integers(0, 40), st.integers(0, 40))
def test_the_inverse_is_the_reversed_sequence_with_source_and_target_exchanged(puzzle, first, count):
    solution, moves = puzzle
    part, moves = solution[first : first + count], moves[first : first + count]
    back = part.inverse()
    assert list(back) == [(disc, target, source) for disc, source, target in reversed(moves)]
    assert back.start.tolist() == part.target.tolist()
    assert back.target.tolist() == part.start.tolist()


@pytest.mark.parametrize("pegs", range(3, 8))
@pytest.mark.parametrize("discs", [1, 5, 60])
def test_the_inverse_of_a_tower_is_the_tower_the_other_way(discs, pegs):
    assert hf.solve(discs, 2, pegs=pegs, source=1).inverse() == hf.solve(discs, 1, pegs=pegs, source=2)


@pytest.mark.parametrize(("discs", "pegs"), [(d, p) for p in range(3, 6) for d in range(1, 6)])
def test_a_solution_is_unique_if_the_search_finds_one_shortest_way(discs, pegs):
    distance, ways = oracles.search((0,) * discs, pegs)[(pegs - 1,) * discs]
    solution = hf.solve(discs, pegs=pegs)
    assert (solution.count, solution.unique) == (distance, ways == 1)


def test_where_it_is_not_known_unique_is_none():
    assert hf.solve(5, pegs=4)[1:6].unique is None
    assert hf.solve(5, pegs=4)[1:2].unique is True
    assert hf.solve(5, pegs=4)[:].unique is False


@given(oracles.state_pairs(max_discs=4), st.integers(0, 12), st.integers(0, 12))
def test_a_slice_is_unique_if_the_search_finds_one_shortest_way(pair, first, count):
    part = hf.solve(*pair)[first : first + count]
    distance, ways = oracles.search(tuple(part.start.tolist()))[tuple(part.target.tolist())]
    assert (part.count, part.unique) == (distance, ways == 1)
