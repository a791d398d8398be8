"""The replay in a terminal: what is drawn, what the keys do, and how the terminal is left."""

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hanoi_fast as hf
from hanoi_fast.board import Lines, Picture, clipped, picture_size, runs
from hanoi_fast.cli import main
from hanoi_fast.show import FEWEST_COLUMNS, PANEL, Player, View, lines
from hanoi_fast.terminal import Terminal

HOME = str(Path(hf.__file__).resolve().parent.parent)
ENVIRONMENT = {**os.environ, "PYTHONPATH": HOME, "TERM": "xterm", "PYTHONIOENCODING": "utf-8"}
ENVIRONMENT.pop("NO_COLOR", None)
ENOUGH = 20  # seconds that nothing here comes near


# ---- a terminal to look at, and what is seen there ----


class Screen:
    """A terminal of the few sequences that are used: writes at places, clearing, other screen, colours."""

    def __init__(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.clear()
        self.modes, self.place, self.left = {}, (0, 0), ""

    def clear(self):
        self.grid = [[" "] * self.columns for _ in range(self.rows)]

    def feed(self, text):
        text, self.left = self.left + text, ""
        if unfinished := re.search(r"\x1b(\[[0-9;?]*)?$", text):
            text, self.left = text[: unfinished.start()], unfinished[0]
        for sequence, letter, character in re.findall(r"\x1b\[([0-9;?]*)([A-Za-z])|(.)", text, re.DOTALL):
            if character:
                self.put(character)
            elif letter == "H":
                row, column = map(int, sequence.split(";"))
                self.place = row - 1, column - 1
            elif letter == "J":
                self.clear()
            elif letter in "hl":
                self.modes[sequence] = letter == "h"
            else:
                assert letter == "m", letter

    def put(self, character):
        row, column = self.place
        if character.isprintable():
            assert 0 <= row < self.rows, "written below the window"
            assert 0 <= column < self.columns, "written beside the window"
            self.grid[row][column] = character
            self.place = row, column + 1

    @property
    def text(self):
        return "\n".join("".join(row).rstrip() for row in self.grid)


def discs_seen(text):
    """Return the discs on each peg that a picture shows, from bottom to top: numbers above the ground, by the rods."""
    rows = text.split("\n")
    (ground,) = (place for place, row in enumerate(rows) if "┷" in row)
    rods = [match.start() for match in re.finditer("┷", rows[ground])]
    stacks = [[] for _ in rods]
    for row in reversed(rows[:ground]):
        for match in re.finditer(r"\d+", row):
            peg = min(range(len(rods)), key=lambda peg: abs(rods[peg] - (match.start() + match.end() - 1) / 2))
            stacks[peg].append(int(match[0]))
    return stacks


def runs_seen(line):
    """Return the discs that a line for a peg shows."""
    discs = []
    for word in line.partition("│")[2].split():
        first, _, last = word.partition("–")
        discs += range(int(first), int(last or first) - 1, -1)
    return discs


def stacks_from(state, pegs):
    return [[disc for disc in range(len(state), 0, -1) if state[disc - 1] == peg] for peg in range(pegs)]


class Window:
    """The command in a terminal of some size."""

    def __init__(self, *arguments, size=(80, 24), program=("-m", "hanoi_fast", "show"), **variables):
        self.ours, theirs = pty.openpty()
        self.resize(*size)
        self.before = termios.tcgetattr(theirs)
        self.theirs, self.raw = theirs, ""
        self.decode = codecs.getincrementaldecoder("utf-8")().decode
        self.process = subprocess.Popen(
            [sys.executable, *program, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=subprocess.PIPE,
            env={**ENVIRONMENT, **variables},
            preexec_fn=self.own_terminal,
        )

    @staticmethod
    def own_terminal():
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    def resize(self, columns, rows):
        fcntl.ioctl(self.ours, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.screen = Screen(columns, rows)

    def press(self, keys):
        os.write(self.ours, keys.encode())

    def until(self, seen):
        """Read until `seen(text of the screen)` is true."""
        end = time.monotonic() + ENOUGH
        while not seen(self.screen.text):
            assert time.monotonic() < end, self.screen.text
            self.read(0.1)

    def read(self, seconds):
        while select.select([self.ours], [], [], seconds)[0]:
            piece = self.decode(os.read(self.ours, 1 << 16))
            self.raw += piece
            self.screen.feed(piece)
            seconds = 0

    def close(self):
        """Wait for the end and return the status and what was written to standard error."""
        _, err = self.process.communicate(timeout=ENOUGH)
        self.read(0)
        return self.process.returncode, err.decode()

    @property
    def restored(self):
        """Whether keys and screen are as they were."""
        modes = self.screen.modes
        screens = modes["?1049"] is False and modes["?25"] is True and modes["?7"] is True
        return screens and termios.tcgetattr(self.theirs) == self.before


@pytest.fixture
def window():
    opened = []

    def open_window(*arguments, **options):
        opened.append(Window(*arguments, **options))
        return opened[-1]

    yield open_window
    for each in opened:
        if each.process.poll() is None:
            each.process.kill()
        each.process.wait(ENOUGH)
        each.process.stderr.close()
        os.close(each.ours)
        os.close(each.theirs)


def contains(text):
    return lambda seen: text in seen


# ---- what is drawn ----


def plain(text):
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def drawn(board, stacks, columns):
    screen = Screen(columns, board.size[1])
    for (row, column), text in board.cells(stacks).items():
        screen.feed(f"\x1b[{row + 1};{column + 1}H{text}")
    return screen.text


@st.composite
def puzzles(draw, most_discs=20):
    pegs = draw(st.integers(3, 5))
    state = draw(st.lists(st.integers(0, pegs - 1), max_size=most_discs))
    growth = draw(st.sampled_from([1, 2]))
    extra = draw(st.integers(0, 9))
    return pegs, state, picture_size(len(state), pegs, growth)[0] + extra


@given(puzzles(), st.booleans())
def test_a_picture_shows_each_disc_on_its_peg_in_a_window_that_is_just_wide_enough(puzzle, colours):
    pegs, state, columns = puzzle
    board = Picture(len(state), [f"{peg}" for peg in range(pegs)], (columns, 99), colours)
    assert board.size[0] <= columns
    assert discs_seen(drawn(board, stacks_from(state, pegs), columns)) == stacks_from(state, pegs)


@pytest.mark.parametrize("columns", [picture_size(20, 3, 1)[0], picture_size(20, 3, 2)[0]])
@pytest.mark.parametrize("colours", [True, False])
def test_a_larger_disc_is_wider_and_reaches_as_far_to_the_left_as_to_the_right(columns, colours):
    board = Picture(20, "012", (columns, 99), colours)
    edges = []
    for disc in range(1, 21):
        halves = "".join(HALVES[cell] for cell in marked(board.disc(disc)))
        left, right = len(halves) - len(halves.lstrip()), len(halves) - len(halves.rstrip())
        assert (left, len(halves)) == (right, 2 * board.wide)
        edges.append(left)
    assert edges == sorted(set(edges), reverse=True)


HALVES = {" ": "  ", "▐": " #", "▌": "# ", "#": "##"}


def marked(text):
    """Return a drawn disc with # for each cell that has a ground of its own, half blocks as they are."""
    shown, ground = "", False
    for piece in re.split(r"(\x1b\[[0-9;]*m)", text):
        if piece.startswith("\x1b"):
            ground = bool(re.search(r"\[7m|48;5", piece))
        else:
            shown += "#" * len(piece) if ground else piece
    return shown


def test_colours_are_only_an_addition():
    boards = [
        Picture(9, "ABC", (80, 24), colours).cells([[9, 7, 1], [8, 2], [6, 5, 4, 3]]) for colours in (True, False)
    ]
    with_colours, without = ({place: plain(text) for place, text in cells.items()} for cells in boards)
    assert with_colours == without
    assert "38;5" in str(boards[0])
    assert "38;5" not in str(boards[1])


@given(st.sets(st.integers(1, 200)).map(lambda discs: sorted(discs, reverse=True)), st.integers(8, 900))
def test_a_line_of_discs_holds_all_or_says_that_there_are_more(stack, columns):
    line = runs(stack, columns)
    assert len(line) <= columns
    seen = runs_seen(f"│ {line}".replace("…", ""))
    assert seen == stack[len(stack) - len(seen) :]
    assert (len(seen) < len(stack)) == line.startswith("…")


def test_the_lines_of_all_pegs_are_as_wide_as_the_window():
    cells = Lines(["left", "right"], 30).cells([list(range(200, 0, -3)), [199]])
    assert [len(text) for text in cells.values()] == [30, 30]
    assert cells[1, 0].rstrip() == "right │ 199"
    assert cells[0, 0].startswith(" left │ … ")


def test_a_name_that_is_too_long_is_cut():
    assert clipped("middle", 6) == "middle"
    assert clipped("middle", 4) == "mid…"
    assert clipped("middle", 0) == ""
    assert "a very lo…" not in drawn(Picture(3, ["a very long name"] * 3, (80, 24), True), [[3, 2, 1], [], []], 80)


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


def test_only_what_has_changed_is_written(monkeypatch):
    terminal, sent = Terminal.__new__(Terminal), []
    terminal.shown, terminal.size = {}, (0, 0)
    monkeypatch.setattr(terminal, "write", sent.append)
    terminal.draw({(0, 0): "ab", (3, 4): "cd"}, (9, 9))
    terminal.draw({(0, 0): "ab", (3, 4): "ce"}, (9, 9))
    terminal.draw({(0, 0): "ab", (3, 4): "ce"}, (9, 9))
    terminal.draw({(0, 0): "ab", (3, 4): "ce"}, (8, 9))
    terminal.draw({(0, 0): "ab"}, (8, 9))
    whole = "\x1b[2J\x1b[1;1Hab\x1b[4;5H"
    assert sent == [f"{whole}cd", "\x1b[4;5Hce", f"{whole}ce", "\x1b[2J\x1b[1;1Hab"]


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


# ---- in a terminal ----


def test_the_keys_lead_through_the_solution_and_leave_the_terminal_as_it_was(window):
    shown = window("5", "--speed", "0.001")
    shown.until(contains("step 0 of 31"))
    assert discs_seen(shown.screen.text) == [[5, 4, 3, 2, 1], [], []]
    shown.press("\x1b[C\x1b[C\x1bOC")
    shown.until(contains("step 3 of 31   disc 1: 2 → 1"))
    assert discs_seen(shown.screen.text) == stacks_from(hf.solve(5).state(3).tolist(), 3)
    shown.press("j2^4\r")
    shown.until(contains("step 16 of 31"))
    assert discs_seen(shown.screen.text) == [[], [4, 3, 2, 1], [5]]
    shown.press("\x1b[D")
    shown.until(contains("step 15 of 31"))
    assert "paused" in shown.screen.text
    shown.press("q")
    assert shown.close() == (0, "")
    assert shown.restored


def test_it_plays_to_the_end_at_full_speed(window):
    shown = window("6", "--speed", "max", "--labels", "ABC", "--to", "B")
    shown.until(contains("63 moves drawn"))
    assert discs_seen(shown.screen.text) == [[], [6, 5, 4, 3, 2, 1], []]
    assert "disc 1: C → B" in shown.screen.text


def test_any_step_of_64_discs_is_shown_as_lines(window):
    shown = window("64", "--start", "10^18", "--speed", "0.001")
    shown.until(contains("step 1,000,000,000,000,000,000 of 18,446,744,073,709,551,615"))
    seen = [runs_seen(line) for line in shown.screen.text.split("\n") if "│" in line]
    assert seen == stacks_from(hf.solve(64).state(10**18).tolist(), 3)


def test_64_discs_are_drawn_in_a_window_that_is_large_enough(window):
    shown = window("64", "--start", "10^18", "--speed", "0.001", size=(203, 71))
    shown.until(contains("step 1,000,000,000,000,000,000 of"))
    assert discs_seen(shown.screen.text) == stacks_from(hf.solve(64).state(10**18).tolist(), 3)


def test_a_new_size_of_the_window_is_followed(window):
    shown = window("7", "--speed", "0.001")
    shown.until(contains("step 0 of 127"))
    shown.resize(45, 12)
    shown.until(contains("0 │ 7–1"))
    shown.resize(20, 5)
    shown.until(contains("the window must be"))
    shown.resize(100, 30)
    shown.until(contains("space pause"))
    assert discs_seen(shown.screen.text) == [[7, 6, 5, 4, 3, 2, 1], [], []]


def test_no_color_is_respected(window):
    for variables, coloured in (({}, True), ({"NO_COLOR": "1"}, False)):
        shown = window("5", "--speed", "0.001", **variables)
        shown.until(contains("step 0 of 31"))
        assert ("48;5" in shown.raw) is coloured
        assert discs_seen(shown.screen.text) == [[5, 4, 3, 2, 1], [], []]


def test_a_terminal_without_unicode_is_written_in_ascii(window):
    shown = window("3", "--speed", "0.001", PYTHONIOENCODING="ascii")
    shown.until(contains("step 0 of 7"))
    assert shown.raw.isascii()
    assert re.search(r"=+\|=+", shown.screen.text)


def test_ctrl_c_ends_it_with_status_130_and_leaves_the_terminal_as_it_was(window):
    shown = window("5")
    shown.until(contains("of 31"))
    shown.press("\x03")
    assert shown.close() == (130, "")
    assert shown.restored


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_as_a_signal_does_but_leaves_the_terminal_as_it_was(window, number):
    shown = window("5")
    shown.until(contains("of 31"))
    shown.process.send_signal(number)
    assert shown.close() == (-number, "")
    assert shown.restored


def test_ctrl_z_gives_the_terminal_back_until_it_goes_on(window):
    shown = window("5", "--speed", "0.001")
    shown.until(contains("step 0 of 31"))
    os.kill(shown.process.pid, signal.SIGTSTP)
    _, status = os.waitpid(shown.process.pid, os.WUNTRACED)
    assert os.WIFSTOPPED(status)
    shown.read(0.1)
    assert shown.restored
    shown.screen.clear()
    os.kill(shown.process.pid, signal.SIGCONT)
    shown.until(contains("step 0 of 31"))
    assert shown.screen.modes["?1049"] is True
    shown.press("q")
    assert shown.close() == (0, "")
    assert shown.restored


def test_an_error_leaves_the_terminal_as_it_was(window):
    program = "from hanoi_fast.terminal import Terminal\nwith Terminal(): raise RuntimeError('within')"
    shown = window(program=("-c", program))
    status, err = shown.close()
    assert status == 1
    assert err.endswith("RuntimeError: within\n")
    assert shown.restored


def test_a_terminal_that_hangs_up_ends_it(window):
    shown = window("5")
    shown.until(contains("of 31"))
    shown.press("\x04q")
    assert shown.close() == (0, "")


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
