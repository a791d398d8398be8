"""A terminal to look at: what a program in it shows, which discs are seen, and how it is left."""

import codecs
import os
import re
import select
import struct
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import hanoi_fast as hf

with suppress(ImportError):  # Windows has none: a Window needs them, a Screen does not
    import fcntl
    import pty
    import termios

HOME = str(Path(hf.__file__).resolve().parent.parent)
ENVIRONMENT = {**os.environ, "PYTHONPATH": HOME, "TERM": "xterm", "PYTHONIOENCODING": "utf-8"}
ENVIRONMENT.pop("NO_COLOR", None)
ENOUGH = 20  # seconds that nothing here comes near


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
