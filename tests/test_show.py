"""The replay: where it is, what the keys do, and what a window or a pipe is given."""

import signal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from screens import Screen, stacks_from

import hanoi_fast as hf
from hanoi_fast.board import picture_size
from hanoi_fast.cli import main
from hanoi_fast.show import FEWEST_COLUMNS, PANEL, Player, View, lines


def view(player, columns, rows):
    names = [str(peg) for peg in range(player.solution.pegs)]
    return View(player, names, (columns, rows), False)


@settings(deadline=None)
@given(st.integers(0, 70), st.integers(3, 8), st.integers(1, 230), st.integers(1, 90))
def test_no_frame_is_larger_than_its_window(discs, pegs, columns, rows):
    player = Player(hf.solve(discs, pegs=pegs))
    screen = Screen(columns, rows)
    for (row, column), text in view(player, columns, rows).cells().items():
        screen.feed(f"\x1b[{row + 1};{column + 1}H{text}")
    if columns >= FEWEST_COLUMNS and rows >= pegs + PANEL:
        assert f"step 0 of {player.solution.count:,}" in screen.text


def test_a_window_just_large_enough_gets_the_picture_and_a_smaller_one_says_what_it_takes():
    player = Player(hf.solve(64))
    columns, rows = picture_size(64, 3)[0], picture_size(64, 3)[1] + PANEL
    assert view(player, columns, rows).drawn
    for smaller in ((columns - 1, rows), (columns, rows - 1)):
        assert not view(player, *smaller).drawn
        assert f"a picture needs {columns} x {rows}" in "".join(view(player, *smaller).cells().values())
    (text,) = view(player, 30, 30).cells().values()
    assert text == "the window must be 40 x 7 at …"


# ---- where the replay is ----


@settings(deadline=None)
@given(st.data())
def test_any_way_of_jumps_and_steps_leads_to_the_state_of_the_solution(data):
    solution = data.draw(
        st.sampled_from([hf.solve(5), hf.solve(64), hf.solve(9, pegs=5), hf.solve([0, 2, 1, 1, 0], [2, 2, 0, 1, 0])])
    )
    player = Player(solution)
    for _ in range(4):
        step = data.draw(st.integers(0, solution.count) | st.integers(player.step - 70, player.step + 70))
        step = min(max(step, 0), solution.count)
        player.go(step)
        assert player.step == step
        assert player.stacks == stacks_from(solution.state(step).tolist(), solution.pegs)


def test_the_speed_is_kept_whatever_the_time_between_frames():
    player = Player(hf.solve(10), speed=4)
    player.set_out(100.0)
    for now, step in ((100.1, 0), (100.25, 1), (101.0, 4), (150.0, 200), (1000.0, 1023), (1001.0, 1023)):
        player.turn(now)
        assert player.step == step
    assert not player.playing


def test_the_wait_ends_when_a_move_is_due():
    player = Player(hf.solve(10), speed=50)
    player.set_out(5.0)
    assert player.wait(5.0) == pytest.approx(0.02)
    assert player.wait(5.015) == pytest.approx(0.005)
    assert player.wait(6.0) == 0
    player.speed = 0.01
    assert player.wait(5.0) == 0.1
    player.speed = float("inf")
    assert player.wait(5.0) == 0
    player.press(" ", 5.0)
    assert player.wait(5.0) == 0.1


def test_at_full_speed_each_move_is_drawn():
    player = Player(hf.solve(4), speed=float("inf"))
    steps = []
    while player.playing:
        player.turn(float(len(steps)))
        steps.append(player.step)
    assert steps == list(range(1, 16))
    assert player.message == "15 moves drawn, 1 a second"


@pytest.mark.parametrize(
    ("keys", "step", "playing"),
    [
        (["right"], 4, False),
        (["left", "left"], 1, False),
        (["home", "left"], 0, False),
        (["end", "right"], 31, False),
        ([" "], 3, False),
        ([" ", " "], 3, True),
        (["end", " "], 0, True),
        ([*"j2^4", "enter"], 16, False),
        ([*"g2^45", "backspace", "enter"], 16, False),
        ([*"j12", "escape"], 3, False),
        (["j", "enter"], 3, False),
        ([*"jq", "escape"], 3, False),
        (["j", "up", "2", "enter"], 2, False),
        (["?"], 3, True),
    ],
)
def test_a_key_does_what_it_says(keys, step, playing):
    player = Player(hf.solve(5), step=3)
    assert all(player.press(key, 0.0) for key in keys)
    assert (player.step, player.playing, player.typed, player.message) == (step, playing, None, "")


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("32", "step must be between 0 and 31, not 32"),
        ("-1", "step must be between 0 and 31, not -1"),
        ("x", "'x' is not a number; write it as 1_000_000, 2.5e9, 4Gi, 2**30 or 0x10"),
    ],
)
def test_a_step_that_is_not_there_is_refused_in_words(typed, message):
    player = Player(hf.solve(5), step=3)
    for key in ["j", *typed, "enter"]:
        player.press(key, 0.0)
    assert player.step == 3
    assert player.message.startswith(message[:30])
    assert player.message in "".join(view(player, 120, 24).cells().values())
    player.press("right", 0.0)
    assert (player.step, player.message) == (4, "")


def test_the_speed_doubles_and_halves_within_limits():
    player = Player(hf.solve(5), speed=2.0)
    for key, speed in (("up", 4), ("+", 8), ("down", 4), ("m", float("inf")), ("up", float("inf")), ("down", 512)):
        player.press(key, 0.0)
        assert player.speed == speed
    for key, last in (("up", 1e300), ("down", 1e-3)):
        for _ in range(3000):
            player.press(key, 0.0)
        assert player.speed == last


def test_q_is_a_letter_while_a_step_is_typed_and_ends_it_otherwise():
    player = Player(hf.solve(5))
    assert player.press("j", 0.0)
    assert player.press("q", 0.0)
    assert player.press("escape", 0.0)
    assert not player.press("q", 0.0)


# ---- what is written ----


def test_a_move_changes_two_places_of_the_picture():
    player = Player(hf.solve(12))
    before = view(player, 80, 24).cells()
    player.go(1)
    after = view(player, 80, 24).cells()
    changed = {place for place in after if after[place] != before[place]}
    assert before.keys() == after.keys()
    assert len(changed) == 3  # a place on each of two pegs, and the line that says the step


@pytest.mark.parametrize("arguments", [("4",), ("--state", "0,2,1,0", "--to", "1"), ("5", "--pegs", "4")])
def test_without_a_terminal_there_is_a_line_for_each_state(arguments, capfd):
    kept = signal.getsignal(signal.SIGPIPE)
    assert main(["show", *arguments]) == 0
    signal.signal(signal.SIGPIPE, kept)
    out, err = capfd.readouterr()
    solution = {"4": hf.solve(4), "5": hf.solve(5, pegs=4)}.get(arguments[0], hf.solve([0, 2, 1, 0], 1))
    rows = [line.split(maxsplit=1) for line in out.splitlines()]
    assert [int(step) for step, _ in rows] == list(range(solution.count + 1))
    for step, (_, shown) in enumerate(rows):
        stacks = [[int(disc) for disc in pile.split()] for pile in shown.split("|")]
        assert stacks == stacks_from(solution.state(step).tolist(), solution.pegs)
    assert err == ""


def test_the_lines_of_a_puzzle_nobody_can_finish_begin_at_once():
    shown = lines(Player(hf.solve(64), step=2**64 - 3))
    assert next(shown).startswith("18446744073709551613  2 | 1 | 64 63 62 ")
    assert len(list(shown)) == 2


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("show", "hanoi-fast show: error: one of the arguments DISCS --state --stacks is required"),
        ("show 3 --state 0", "hanoi-fast show: error: argument --state: not allowed with argument DISCS"),
        ("show 10001", "hanoi-fast show: error: discs must be between 0 and 10000, not 10001"),
        ("show 3 --start 8", "hanoi-fast show: error: start must be between 0 and 7, not 8"),
        ("show 3 --speed 0", "hanoi-fast show: error: argument --speed: '0' is no speed: write the moves a second, "),
        ("show 3 --speed nan", "hanoi-fast show: error: argument --speed: 'nan' is no speed"),
        ("show 3 --speed fast", "hanoi-fast show: error: argument --speed: 'fast' is no speed"),
        ("show 3 --to 3", "hanoi-fast show: error: --to must be one of the pegs 0, 1, 2, not '3'"),
    ],
)
def test_a_mistake_is_said_in_a_line(line, text, capfd):
    kept = signal.getsignal(signal.SIGPIPE)
    with pytest.raises(SystemExit) as end:
        main(line.split())
    signal.signal(signal.SIGPIPE, kept)
    out, err = capfd.readouterr()
    assert (end.value.code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(text)
