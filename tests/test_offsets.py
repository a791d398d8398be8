"""Where moves stand in a file is known in closed form, and is what writing the file says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hanoi_fast as hf
from hanoi_fast.puzzle.rules import free_tower
from hanoi_fast.puzzle.walks import moves_in
from hanoi_fast.streams import checksums, rendering
from hanoi_fast.streams.layouts import layout_for
from hanoi_fast.streams.offsets import Offsets, disc_runs

TEMPLATES = ["text", "csv", "json", "{disc:>3}{source}", "{disc:x}{target}{disc}", "{disc:g}\n", "{disc!r:<4}"]
LABELS = [None, ("A", "BB", "C"), ("", "ä", "ccc")]
PEGS = [(0, 1, 2), (1, 2, 0)]


def layouts(discs):
    return [layout_for(name, discs, 3, labels) for name in TEMPLATES for labels in LABELS]


@pytest.mark.parametrize("discs", [2, 3, 10, 11])
def test_offsets_are_those_of_the_written_moves(discs):
    for layout in layouts(discs):
        offsets = Offsets(layout, discs)
        source, _, target = pegs = PEGS[discs % 2]
        at = 0
        for step, move in enumerate(hf.solve(discs, target, source=source)):
            assert offsets.before(free_tower(discs, pegs), step) == at
            size = len(layout.encode(*move))
            assert size <= offsets.longest_move
            if size:
                assert offsets.step_at(free_tower(discs, pegs), at) == step
                assert offsets.step_at(free_tower(discs, pegs), at + size - 1) == step
            at += size
        assert offsets.length(free_tower(discs, pegs)) == at


@pytest.mark.parametrize("discs", [31, 32, 62, 63, 64, 65, 257, 1200, 70_000])
@pytest.mark.parametrize("name", ["csv", "{disc:x}{source}"])
def test_a_step_is_found_from_any_of_its_bytes_at_any_size(discs, name):
    layout, tower = layout_for(name, discs, 3, ("A", "BB", "C")), free_tower(discs, (0, 1, 2))
    offsets = Offsets(layout, discs)
    for step in (0, 1, 2**29, 2**30 - 1, 2 ** (discs - 1) - 1, 2 ** (discs - 1), 2**discs // 3, 2**discs - 2):
        low, high = offsets.before(tower, step), offsets.before(tower, step + 1)
        assert offsets.step_at(tower, low) == offsets.step_at(tower, high - 1) == step
        assert high - low == len(layout.encode(*hf.solve(discs)[step]))


@given(st.integers(2, 80), st.sampled_from(TEMPLATES), st.sampled_from(LABELS), st.data())
def test_closed_forms_agree_with_the_fold_over_towers(discs, name, labels, data):
    whole = rendering.Rendering(hf.solve(discs)._route, layout_for(name, discs, 3, labels))
    tower = whole.route.towers[0]
    assert whole.closed.length(tower) == whole.varied_length(tower)
    step = data.draw(st.integers(0, tower.moves - 1))
    before = sum(map(whole.varied_length, hf.solve(discs)._route.stretch(0, step)))
    assert whole.closed.before(tower, step) == before


@pytest.mark.parametrize("spec", ["", ":x", ":>3", ":g", "!r"])
def test_runs_of_discs_hold_every_disc_whose_move_is_longer(spec):
    layout = layout_for("{disc" + spec + "}|", 1200, 3)
    extra = {disc: run.extra for run in disc_runs(layout, 1200) for disc in range(run.low, run.high + 1)}
    for disc in range(1, 1201):
        assert len(layout.encode(disc, 0, 1)) == len(layout.encode(1, 0, 1)) + extra.get(disc, 0)


@given(st.integers(2, 10), st.data())
def test_the_checksum_level_by_level_is_that_of_the_parts(discs, data):
    layout = layout_for(data.draw(st.sampled_from(TEMPLATES)), discs, 3, data.draw(st.sampled_from(LABELS)))
    whole = rendering.Rendering(hf.solve(discs)._route, layout)
    low, high = sorted(data.draw(st.tuples(*[st.integers(0, whole.route.count)] * 2)))
    if low < high:
        found = checksums.join(checksums.of_turns(whole, whole.route.towers[0], low, high))
        text = b"".join(layout.encode(*move) for move in hf.solve(discs)[low:high])
        assert found == checksums.checksum(text)


STATES = st.integers(34, 90).flatmap(
    lambda discs: st.tuples(*[st.lists(st.integers(0, 2), min_size=discs, max_size=discs)] * 2)
)


@given(STATES, st.sampled_from(TEMPLATES), st.sampled_from(LABELS))
def test_many_towers_together_are_as_long_as_one_after_the_other(states, name, labels):
    route = hf.solve(*states)._route
    whole = rendering.Rendering(route, layout_for(name, route.discs, 3, labels))
    towers = [tower for tower in route.towers if tower.discs > 1]
    assert whole.closed.length_of_all(towers) == sum(map(whole.closed.before, towers, map(moves_in, towers)))
    assert whole.length_of_all(route.towers) == sum(map(whole.varied_length, route.towers)) == whole.nbytes


FORMS = [*TEMPLATES, "moves", "pairs", "{disc}{{{disc}{source}", "{{disc}}{disc}"]


@given(STATES, st.sampled_from(FORMS), st.sampled_from(LABELS), st.data())
def test_the_checksum_of_a_way_between_two_states_is_that_of_its_towers(states, name, labels, data):
    route = hf.solve(*states)._route
    labels = None if name in ("moves", "pairs") else labels
    whole = rendering.Rendering(route, layout_for(name, route.discs, 3, labels))
    of_tower = checksums.WholeTowers(whole).of_tower
    low, high = sorted(data.draw(st.tuples(*[st.integers(0, route.count)] * 2)))
    for first, stop in ((0, route.count), (low, high)):
        assert checksums.join(checksums.runs(whole, first, stop)) == checksums.join(
            map(of_tower, route.stretch(first, stop))
        )


@given(st.integers(4, 6), st.integers(2, 400), st.sampled_from(TEMPLATES), st.booleans(), st.data())
def test_lengths_on_many_pegs_are_those_of_the_moves(pegs, discs, name, even, data):
    labels = None if even else [str(peg) * (1 + peg * 2 % 3) for peg in range(pegs)]
    whole = rendering.Rendering(hf.solve(discs, pegs=pegs)._route, layout_for(name, discs, pegs, labels))
    assert whole.nbytes == whole.varied_length(whole.route.towers[0])
    step = data.draw(st.integers(0, whole.route.count - 1))
    before = sum(map(whole.varied_length, whole.route.stretch(0, step)))
    assert whole.offset(step) == before
    assert whole.step_at(before) == step or not len(whole.layout.encode(*whole.route.move(step)))


def test_labels_of_any_lengths_go_with_any_pegs():
    labels = ["A", "BB", "C", "DDD", "EE"]
    for solution in (hf.solve(3000, pegs=4), hf.solve([4, 0, 1] * 60, [2] * 179 + [1], pegs=5, exact=False)):
        names = labels[: solution.pegs]
        for layout in ("text", "csv"):
            part = solution[solution.count // 2 :][:50]
            file = solution.open(layout, labels=names)
            file.seek(solution[: solution.count // 2].nbytes(layout, labels=names))
            form = "{1} {2}\n" if layout == "text" else "{0},{1},{2}\n"
            right = "".join(form.format(disc, names[source], names[target]) for disc, source, target in part)
            assert file.read(len(right)).decode() == right
