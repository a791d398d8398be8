"""A terminal that is taken over for a while and given back as it was, whatever happens in between."""

from __future__ import annotations

import os
import re
import select
import signal
import sys
import termios
import tty
from types import FrameType, TracebackType

# The other screen, no cursor, no wrapping at the right edge; and back.
TAKE = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[2J"
GIVE_BACK = "\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l"

ENDING = (signal.SIGTERM, signal.SIGHUP)

SEQUENCES = {
    "A": "up", "B": "down", "C": "right", "D": "left", "H": "home", "F": "end", "1~": "home", "4~": "end",
    "7~": "home", "8~": "end",
}  # fmt: skip
CHARACTERS = {"\x1b": "escape", "\r": "enter", "\n": "enter", "\x7f": "backspace", "\b": "backspace"}
KEY = re.compile(r"\x1b[\[O]([0-9;]*[A-Za-z~])|(.)", re.DOTALL)
SPLIT = 0.03  # seconds the rest of an arrow key may be late

# What a terminal that knows no Unicode shows instead.
PLAIN = str.maketrans("│━─┷▐▌–…↑↓←→", "|=-|[]-.^v<>")


class Ended(BaseException):
    """A signal has asked the process to end: raised so that the terminal is given back first."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Terminal:
    """Standard input and output as a screen of cells and a source of keys, within a ``with``."""

    def __init__(self) -> None:
        self.input, self.output = sys.stdin.fileno(), sys.stdout.fileno()
        try:
            "│━▐".encode(sys.stdout.encoding)
            self.unicode = True
        except UnicodeEncodeError:
            self.unicode = False
        self.shown: dict[tuple[int, int], str] = {}
        self.size = (0, 0)

    def __enter__(self) -> Terminal:
        self.settings = termios.tcgetattr(self.input)
        self.handlers = {number: signal.getsignal(number) for number in (*ENDING, signal.SIGTSTP, signal.SIGINT)}
        for number in ENDING:
            if self.handlers[number] is not signal.SIG_IGN:  # as nohup has it: then it does not end anything
                signal.signal(number, end)
        signal.signal(signal.SIGTSTP, self.stop)
        self.take()
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for number in self.handlers:
            signal.signal(number, signal.SIG_IGN)  # a second Ctrl-C must not leave it half given back
        self.give_back()
        for number, handler in self.handlers.items():
            signal.signal(number, handler)
        if isinstance(error, Ended):
            os.kill(os.getpid(), error.number)

    def take(self) -> None:
        """Take the terminal over: keys come at once and are not echoed; Ctrl-C still is a signal."""
        tty.setcbreak(self.input, termios.TCSADRAIN)
        self.shown = {}
        self.write(TAKE)

    def give_back(self) -> None:
        """Give the terminal back as it was."""
        try:
            self.write(GIVE_BACK)
            termios.tcsetattr(self.input, termios.TCSADRAIN, self.settings)
        except (OSError, termios.error):
            pass  # it has gone, so nobody can miss it

    def stop(self, number: int, frame: FrameType | None) -> None:
        """Give the terminal back while Ctrl-Z stops the process, and take it again."""
        self.give_back()
        os.kill(os.getpid(), signal.SIGSTOP)
        self.take()

    def measure(self) -> tuple[int, int]:
        """Return its columns and lines: asked for at every frame, so that no signal need tell."""
        columns, lines = os.get_terminal_size(self.output)
        return columns or 80, lines or 24  # some terminals say 0 x 0

    def draw(self, cells: dict[tuple[int, int], str], size: tuple[int, int]) -> None:
        """Show texts at their lines and columns, counted from 0; only what has changed is written."""
        text = ""
        if size != self.size or cells.keys() != self.shown.keys():
            text, self.shown, self.size = "\x1b[2J", {}, size
        known = self.shown.get
        text += "".join(
            f"\x1b[{place[0] + 1};{place[1] + 1}H{cell}" for place, cell in cells.items() if known(place) != cell
        )
        self.shown = cells
        if text:
            self.write(text)

    def write(self, text: str) -> None:
        """Write all of a text."""
        left = memoryview((text if self.unicode else text.translate(PLAIN)).encode("utf-8", "replace"))
        while left:
            left = left[os.write(self.output, left) :]

    def keys(self, seconds: float) -> list[str]:
        """Return the keys that are pressed, after waiting so long for the first; the end of input is "q"."""
        if not self.ready(seconds):
            return []
        try:
            typed = os.read(self.input, 1 << 10)
            if typed.endswith(b"\x1b") and self.ready(SPLIT):
                typed += os.read(self.input, 1 << 10)
        except OSError:
            typed = b""
        return keys_of(typed.decode("utf-8", "ignore")) if typed else ["q"]

    def ready(self, seconds: float) -> bool:
        """Wait so long for a key, and say whether there is one."""
        return bool(select.select([self.input], [], [], seconds)[0])


def end(number: int, frame: FrameType | None) -> None:
    """Let a signal end the process through all ``with``."""
    raise Ended(number)


def keys_of(typed: str) -> list[str]:
    r"""Return the keys that a terminal sends as these characters.

    >>> keys_of("qA\x1b[C\x1bOA\x1b[4~\r\x1b")
    ['q', 'A', 'right', 'up', 'end', 'enter', 'escape']
    """
    found = (match.groups() for match in KEY.finditer(typed))
    return [SEQUENCES.get(sequence, "") if sequence else CHARACTERS.get(other, other) for sequence, other in found]
