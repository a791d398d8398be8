"""Any cut of a stream of moves, joined again, is the stream: in every layout, for any pegs, at any size."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from oracles import BINARY, TEMPLATES, cuts, layouts, render, state_pairs, steps, towers

import hanoi_fast as hf
from hanoi_fast.puzzle import walks
from hanoi_fast.puzzle.routes import Route, find_towers
from hanoi_fast.puzzle.towers import tower_on
from hanoi_fast.streams import rendering as module
from hanoi_fast.streams.layouts import layout_for
from hanoi_fast.streams.rendering import Rendering

LABELS = ["", "b", "çç", "dddd", "e\n", "€uro", "g", "hh"]
OWN = ["{disc:>5}|{source!r:>9}{target}", "{target:>3}", "{source}", "{{{disc}", "{disc:x}", "{target:.1}\0"]


def rendered(start, goal, pegs, name, labels=None):
    discs = len(start)
    return Rendering(Route(start, pegs, find_towers(start, goal, pegs)), layout_for(name, discs, pegs, labels))


def tower(discs, pegs=3, source=0, target=None, name="text", labels=None):
    target = pegs - 1 if target is None else target
    return rendered(tower_on(source, discs), tower_on(target, discs), pegs, name, labels)


def piece(rendering, start, stop):
    out = bytearray(stop - start)
    rendering.copy_into(memoryview(out), start)
    return bytes(out)


def copied(block):
    out = bytearray(block.nbytes)
    block.copy_into(out)
    return bytes(out)


def naive(solution, first, stop, name, labels=None):
    """The bytes of moves asked for one at a time."""
    moves = (solution[step] for step in range(first, stop))
    return render(moves, name, discs=solution.discs, labels=labels)


@st.composite
def renderings(draw):
    """A small solution in any layout: the rendering, and the bytes of each of its moves."""
    discs, pegs, source, target = draw(towers(7, 3, 6))
    name = draw(st.sampled_from([*layouts(pegs), *OWN]))
    labels = None if name in BINARY else draw(st.none() | st.just(LABELS[:pegs]) | st.permutations(LABELS[:pegs]))
    solution = hf.solve(discs, target, pegs=pegs, source=source)
    moves = [naive(solution, step, step + 1, name, labels) for step in range(solution.count)]
    return tower(discs, pegs, source, target, name, labels), moves


def holds(rendering, moves):
    """Whether the rendering says of every move where it stands, and of every byte whose it is."""
    offset, owners = 0, []
    for step, move in enumerate(moves):
        assert rendering.offset(step) == offset
        offset += len(move)
        owners += [step] * len(move)
    assert rendering.nbytes == rendering.offset(len(moves)) == offset
    assert [rendering.step_at(byte) for byte in range(offset)] == owners
    return True


@given(renderings())
def test_each_move_stands_where_it_should(made):
    assert holds(*made)


@given(renderings(), st.data())
def test_any_cut_joined_again_is_the_stream(made, data):
    rendering, moves = made
    whole = b"".join(moves)
    found = [piece(rendering, *cut) for cut in data.draw(cuts(len(whole)))]
    assert b"".join(found) == whole


@given(renderings(), st.data())
def test_pieces_are_the_same_in_any_order(made, data):
    rendering, moves = made
    whole = b"".join(moves)
    for cut in data.draw(cuts(len(whole)).flatmap(st.permutations)):
        assert piece(rendering, *cut) == whole[slice(*cut)]


@given(renderings(), st.data())
def test_a_stretch_is_cut_into_towers_that_stand_where_they_are_said_to(made, data):
    rendering, moves = made
    whole = b"".join(moves)
    if not whole:
        return
    low = data.draw(st.integers(0, len(whole) - 1))
    high = data.draw(st.integers(low + 1, len(whole)))
    most = data.draw(st.integers(1, 200))
    found = list(rendering.cover(low, high, most))
    ends = [end for at, length, _ in found for end in (at, at + length)]
    assert ends[1:-1:2] == ends[2::2]
    assert ends[0] <= low < ends[1]
    assert ends[-2] < high <= ends[-1]
    for at, length, tower_there in found:
        assert rendering.block(tower_there).nbytes == length
        assert copied(rendering.block(tower_there)) == whole[at : at + length]
        assert length <= most or tower_there.single


@given(renderings(), st.data())
def test_fills_go_through_all_moves_in_one_buffer(made, data):
    rendering, moves = made
    if width := rendering.layout.width:
        first, stop = sorted(data.draw(st.tuples(*[st.integers(0, len(moves))] * 2)))
        buffer = memoryview(bytearray(width * data.draw(st.integers(1, 40))))
        found = b"".join(bytes(buffer[: count * width]) for count in rendering.fills(buffer, first, stop))
        assert found == b"".join(moves[first:stop])


@given(state_pairs(6), st.sampled_from([*layouts(3), *OWN]), st.data())
@example(((1, 1, 0), (0, 0, 1)), "full", None)
def test_a_way_of_several_towers_is_one_stream(ends, name, data):
    solution = hf.solve(list(ends[0]), list(ends[1]))
    rendering = rendered(solution.start.tobytes(), solution.target.tobytes(), 3, name)
    moves = [naive(solution, step, step + 1, name) for step in range(solution.count)]
    whole = b"".join(moves)
    assert holds(rendering, moves)
    for cut in data.draw(cuts(len(whole))) if data else [(0, len(whole))]:
        assert piece(rendering, *cut) == whole[slice(*cut)]


# Solutions that could never be written out


WINDOW = 20


@pytest.mark.parametrize("labels", [None, ["a", "bb", "çç€"]], ids=["even", "uneven"])
@pytest.mark.parametrize("name", [*TEMPLATES, OWN[0]])
@pytest.mark.parametrize("discs", [64, 65, 1000])
def test_a_huge_text_is_exact_at_its_start_middle_and_end(discs, name, labels):
    solution = hf.solve(discs)
    rendering = tower(discs, name=name, labels=labels)
    names = labels or ["0", "1", "2"]
    for first in (0, 2**32 - 9, solution.count // 3, solution.count // 2 - 9, 2**63 - 9, solution.count - WINDOW):
        stop = first + WINDOW
        expected = naive(solution, first, stop, name, names)
        low, high = rendering.offset(first), rendering.offset(stop)
        assert piece(rendering, low, high) == expected
        assert piece(rendering, low + 3, high - 1) == expected[3:-1]
        assert (rendering.step_at(low), rendering.step_at(high - 1)) == (first, stop - 1)
    assert rendering.offset(solution.count) == rendering.nbytes


@pytest.mark.parametrize("name", BINARY)
@pytest.mark.parametrize("discs", [64, 65, 256, 1000])
def test_huge_arrays_are_exact_at_their_start_middle_and_end(discs, name):
    solution = hf.solve(discs, 1)
    rendering = tower(discs, target=1, name=name)
    width = len(naive(solution, 0, 1, name))
    assert rendering.nbytes == solution.count * width
    for first in (0, 2**61 - 9, 2**62 - 9, solution.count // 2 - 9, 2**63 - 9, solution.count - WINDOW):
        expected = naive(solution, first, first + WINDOW, name)
        assert piece(rendering, first * width, (first + WINDOW) * width) == expected


@given(steps(2**64 - 1 - WINDOW), st.sampled_from([*layouts(3), *OWN]))
def test_64_discs_are_exact_at_any_step(first, name):
    solution, rendering = hf.solve(64), SIXTY_FOUR.setdefault(name, tower(64, name=name))
    expected = naive(solution, first, first + WINDOW, name)
    assert piece(rendering, rendering.offset(first), rendering.offset(first + WINDOW)) == expected


SIXTY_FOUR: dict[str, Rendering] = {}


def test_the_text_of_64_discs_has_its_known_length():
    assert tower(64).nbytes == 4 * (2**64 - 1) == 73786976294838206460


@pytest.mark.parametrize("pegs", [4, 5, 8])
def test_a_long_text_on_many_pegs_is_exact_where_it_is_looked_at(pegs):
    solution, rendering = hf.solve(300, pegs=pegs), tower(300, pegs, name="full")
    for first in (0, solution.count // 3, solution.count // 2, solution.count - WINDOW):
        expected = naive(solution, first, first + WINDOW, "full")
        assert piece(rendering, rendering.offset(first), rendering.offset(first + WINDOW)) == expected


# Pieces and forgetting, which take enormous puzzles unless the limits are lowered


@pytest.fixture(params=[1, 7, 64, 1000])
def short_blocks(request, monkeypatch):
    monkeypatch.setattr(module, "LONGEST_BLOCK", request.param)
    monkeypatch.setattr(module, "LONGEST_VARIED_BLOCK", request.param)
    return request.param


@pytest.mark.parametrize("pegs", [3, 4, 5])
@pytest.mark.parametrize("name", ["pairs", "moves", "packed", "full", "text", "english", "{disc}"])
@pytest.mark.parametrize("labelled", [False, True])
def test_a_stream_in_short_blocks_is_the_same_stream(short_blocks, pegs, name, labelled):
    labels = LABELS[:pegs] if labelled and name not in BINARY else None
    solution, rendering = hf.solve(8, pegs=pegs), tower(8, pegs, name=name, labels=labels)
    whole = naive(solution, 0, solution.count, name, labels)
    assert rendering.longest == short_blocks
    assert piece(rendering, 0, len(whole)) == whole
    for start in range(0, len(whole), 13):
        assert piece(rendering, start, min(start + 11, len(whole))) == whole[start : start + 11]
    longest_move = max(len(naive(solution, step, step + 1, name, labels)) for step in range(solution.count))
    assert max(block.nbytes for block in rendering.block.known.values()) <= max(short_blocks, longest_move)


@pytest.mark.parametrize("most", [0, 1, 10, 50])
@pytest.mark.parametrize("name", ["moves", "full"])
def test_what_has_been_forgotten_is_made_again(monkeypatch, most, name):
    monkeypatch.setattr(walks, "MOST_REMEMBERED", most)
    monkeypatch.setattr(module, "LONGEST_VARIED_BLOCK", 40)
    solution, rendering = hf.solve(20, pegs=5), tower(20, 5, name=name)
    forgotten, sizes = 0, [0]
    found = b""
    while len(found) < rendering.nbytes:
        found += piece(rendering, len(found), min(len(found) + 37, rendering.nbytes))
        sizes.append(len(rendering.block.known))
        forgotten += sizes[-1] < sizes[-2]
    assert found == naive(solution, 0, solution.count, name)
    assert forgotten
    assert max(sizes) <= most + 40


@pytest.mark.parametrize("pegs", [3, 4])
def test_one_move_longer_than_the_longest_block_is_still_one_block(monkeypatch, pegs):
    monkeypatch.setattr(module, "LONGEST_VARIED_BLOCK", 100)
    monkeypatch.setattr(module, "LONGEST_BLOCK", 100)
    name = "{disc}" + 200 * "-" + "{target}\n"
    solution, rendering = hf.solve(5, pegs=pegs), tower(5, pegs, name=name)
    assert piece(rendering, 0, rendering.nbytes) == naive(solution, 0, solution.count, name)
