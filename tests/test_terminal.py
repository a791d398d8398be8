"""The replay in a real terminal, which is left as it was, whatever ends it."""

import os
import re
import signal

import pytest

pytest.importorskip("termios", reason="the replay needs a terminal of Unix")

from screens import ENOUGH, Window, discs_seen, runs_seen, stacks_from

import hanoi_fast as hf
from hanoi_fast.commands.terminal import Terminal


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
    if signal.getsignal(number) is signal.SIG_IGN:
        pytest.skip("the signal is ignored here, as under nohup")
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
    program = "from hanoi_fast.commands.terminal import Terminal\nwith Terminal(): raise RuntimeError('within')"
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
