"""Where discs stand after towers in a row, and which towers may reach a state: the same as tower after tower."""

from hypothesis import given
from hypothesis import strategies as st

from hanoi_fast.puzzle.resting import in_question, settle
from hanoi_fast.puzzle.rules import free_tower

DISCS = 9


@st.composite
def rows(draw):
    """A state, and towers of some of its discs; whether they could be moved there does not matter here."""
    start = bytes(draw(st.lists(st.integers(0, 3), min_size=DISCS, max_size=DISCS)))
    towers = []
    for _ in range(draw(st.integers(0, 6))):
        smaller = draw(st.integers(0, DISCS - 1))
        pegs = tuple(draw(st.permutations(range(4))))
        towers.append(free_tower(draw(st.integers(1, DISCS - smaller)), pegs, smaller))
    return start, towers


def each_in_turn(start, towers):
    """The state after each number of towers."""
    state = bytearray(start)
    yield bytes(state)
    for tower in towers:
        state[tower.smaller : tower.smaller + tower.discs] = bytes([tower.pegs[-1]]) * tower.discs
        yield bytes(state)


@given(rows())
def test_discs_stand_where_the_last_tower_put_them(row):
    start, towers = row
    for count, right in enumerate(each_in_turn(start, towers)):
        state = bytearray(start)
        settle(state, towers[:count])
        assert state == right


@given(rows(), st.data())
def test_a_tower_is_in_question_if_all_other_discs_stand_right(row, data):
    start, towers = row
    states = list(each_in_turn(start, towers))
    wanted = bytearray(data.draw(st.sampled_from(states)))
    for _ in range(data.draw(st.integers(0, 2))):
        wanted[data.draw(st.integers(0, DISCS - 1))] = data.draw(st.integers(0, 3))
    right = []
    for which, (before, tower) in enumerate(zip(states, towers, strict=False)):
        moving = range(tower.smaller, tower.smaller + tower.discs)
        if all(before[disc] == wanted[disc] for disc in range(DISCS) if disc not in moving):
            right.append(which)
    assert list(in_question(start, towers, bytes(wanted))) == right
