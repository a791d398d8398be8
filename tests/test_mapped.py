"""A mapped array is the array, in every way but its memory."""

import copy
import gc
import os
import pickle
import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hanoi_fast as hf
from hanoi_fast.streams import mapped as module

pytestmark = pytest.mark.skipif(not hasattr(os, "memfd_create"), reason="only Linux can map moves")

LAYOUTS = ["pairs", "moves", "packed", "discs", "sums"]


def status(name):
    """Return a size of this process in bytes."""
    (line,) = (line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith(name))
    return int(line.split()[1]) << 10


def mappings():
    return len(Path("/proc/self/maps").read_text().splitlines())


@st.composite
def windows(draw):
    """Draw a solution of up to 2**40 moves, any part of it, and some steps of that."""
    discs = draw(st.integers(0, 40))
    pegs = st.lists(st.integers(0, 2), min_size=discs, max_size=discs)
    target = draw(st.one_of(st.integers(0, 2), pegs))
    solution = hf.solve(draw(st.one_of(st.just(discs), pegs)), target)
    first = draw(st.one_of(st.just(0), st.integers(0, solution.count)))
    part = solution[first : draw(st.one_of(st.none(), st.integers(first, solution.count)))]
    return part, draw(st.lists(st.integers(0, part.count), min_size=1, max_size=8))


@settings(max_examples=60)
@given(windows(), st.sampled_from(LAYOUTS))
def test_a_mapped_array_has_the_moves_wherever_one_looks(window, layout):
    solution, steps = window
    array = solution.mapped(layout)
    whole = solution[:0].array(layout)
    assert (array.dtype, array.shape) == (whole.dtype, (solution.count, *whole.shape[1:]))
    assert not array.flags.writeable
    for step in steps:
        assert np.array_equal(array[step : step + 3000], solution[step : step + 3000].array(layout))
    assert np.array_equal(array[-5000:], solution[-5000:].array(layout))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_move_of_a_long_one_is_right(layout):
    solution = hf.solve(24, 1)
    assert np.array_equal(solution.mapped(layout), solution.array(layout))
    start = [random.Random(1).randrange(3) for _ in range(23)]
    assert np.array_equal(hf.solve(start, 1).mapped(layout), hf.solve(start, 1).array(layout))


def test_a_slice_past_64_bits_is_mapped_too():
    solution = hf.solve(100)[3 * 2**64 - 2**30 : 3 * 2**64 + 2**30]
    array = solution.mapped("moves")
    for step in (0, 2**30 - 2000, 2**31 - 4000):
        assert np.array_equal(array[step : step + 4000], solution[step : step + 4000].array("moves"))


def test_a_trillion_moves_take_little_memory():
    before = status("RssShmem")
    array = hf.solve(40).mapped()
    assert array.shape == (2**40 - 1, 2)
    array[:: 1 << 28].sum()
    assert status("RssShmem") - before < 256 << 20
    assert array[2**39 - 1].tolist() == [0, 2]


def test_it_cannot_be_written_and_its_copy_can():
    array = hf.solve(12).mapped()
    with pytest.raises(ValueError, match="read-only"):
        array[0] = 1
    with pytest.raises(ValueError, match="WRITEABLE"):
        array.flags.writeable = True
    for other in (array.copy(), np.array(array), copy.deepcopy(array), array[:5] + 0):
        assert type(other) is np.ndarray
        other[0] = 7


def test_it_is_pickled_as_the_puzzle():
    array = hf.solve(40).mapped("moves")
    for view in (array, array[2**30 :], array[5 : 2**35]):
        data = pickle.dumps(view)
        assert len(data) < 2000
        again = pickle.loads(data)
        assert (again.dtype, again.shape) == (view.dtype, view.shape)
        assert np.array_equal(again[7:3000], view[7:3000])
        assert not again.flags.writeable


def test_what_is_no_run_of_rows_is_pickled_as_an_array():
    array = hf.solve(12).mapped()
    for view in (
        array[::2],
        array[:, 0],
        array[3],
        array.T,
        array[:3] + 1,
        array.view(np.uint16),
        array.reshape(-1)[1:],
    ):
        assert np.array_equal(pickle.loads(pickle.dumps(view)), view)


def test_whatever_takes_an_array_or_a_buffer_takes_it(tmp_path):
    solution = hf.solve(15)
    array = solution.mapped()
    np.save(tmp_path / "moves.npy", array)
    assert np.array_equal(np.load(tmp_path / "moves.npy"), solution.array())
    assert bytes(memoryview(array)) == array.tobytes() == solution.array().tobytes()
    assert np.shares_memory(np.asarray(array), array)
    assert array.max() == 2
    assert int(np.count_nonzero(array)) == np.count_nonzero(solution.array())


def test_memory_and_mappings_are_given_back():
    hf.solve(30).mapped()
    gc.collect()
    before = mappings(), status("RssShmem"), len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(300):
        hf.solve(22).mapped()
    view = hf.solve(30).mapped()[5:]
    assert mappings() > before[0]
    del view
    gc.collect()
    assert (mappings(), status("RssShmem"), len(list(Path("/proc/self/fd").iterdir()))) == before


def test_it_is_there_after_a_fork():
    array = hf.solve(30).mapped()
    child = os.fork()
    if not child:
        os._exit(0 if array[2**29 - 1].tolist() == [0, 2] else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_no_moves_are_an_empty_array():
    array = hf.solve(0).mapped()
    assert (array.shape, array.flags.writeable) == ((0, 2), False)


def test_many_pegs_are_mapped_as_long_as_they_are_few_moves():
    solution = hf.solve(40, pegs=4)
    assert np.array_equal(solution.mapped(), solution.array())
    text = r"^only towers on three pegs, .* repeat in pages; 771751938 bytes would be made; array\(\) .*blocks\(\)"
    with pytest.raises(ValueError, match=text):
        hf.solve(300, pegs=4).mapped()


def test_more_than_a_process_can_address_is_refused():
    with pytest.raises(
        MemoryError, match=r"^a process has addresses for less than 2\*\*47 bytes, and 2305843009213693950 "
    ):
        hf.solve(60).mapped()


def test_turns_are_longer_where_few_mappings_are_left(monkeypatch):
    document = hf.solve(34).open("pairs").document
    usual = module.within_limit(document, 1 << 16)
    few = module.within_limit(document, usual.runs // 4)
    assert few.runs <= usual.runs // 4
    assert few.size > usual.size
    monkeypatch.setattr(module, "free_mappings", lambda: 9)
    with pytest.raises(
        ValueError, match=r"^\d+ mappings are needed, and this process has 9 left \(vm.max_map_count\); "
    ):
        hf.solve(34).mapped()


def test_a_system_without_such_memory_is_told_of_other_ways(monkeypatch):
    monkeypatch.delattr(os, "memfd_create")
    with pytest.raises(NotImplementedError, match=r"^only Linux can map moves; array\(\) .* blocks\(\) and save\(\)"):
        hf.solve(3).mapped()
