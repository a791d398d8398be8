"""The replay of a solution in a terminal: at any speed, step by step, and from any step of any size."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from time import monotonic
from typing import TYPE_CHECKING

from ..checks import checked_int
from ..face.moves import short_number
from ..pictures.board import Cells, Lines, Picture, clipped, picture_size
from ..puzzle.states import stacks_of
from .numbers import parse

if TYPE_CHECKING:
    from ..face.solution import Solution
    from .terminal import Terminal

Size = tuple[int, int]
Stacks = list[list[int]]

MOST_DISCS = 10_000
FEWEST_COLUMNS = 40
PANEL = 4  # lines below the picture: space, progress, step, keys
PANEL_COLUMNS = 76  # that the panel takes where there is room
NEAR = 64  # steps that are made one by one; a state costs as much as some eight moves
FASTEST, SLOWEST = 1e300, 1e-3  # moves a second; infinity stands for each move as soon as it can be drawn
LAST_DOUBLED = 512.0  # the speed below infinity
SHORTEST_FRAME = 1 / 250  # seconds, where steps are left out anyway
LONGEST_WAIT = 0.1  # seconds in which a new size of the window is noticed

HELP = "space pause   ←→ step   ↑↓ speed   m full speed   j jump   q quit"
SHORT_HELP = "space ←→ ↑↓ m(ax) j(ump) q(uit)"


class Player:
    """Where the replay of a solution stands and how it goes on."""

    def __init__(self, solution: Solution, step: int = 0, speed: float = 2.0) -> None:
        self.solution = solution
        self.step = step
        self.stacks: Stacks = stacks_of(solution.state(step), solution.pegs)
        self.speed = speed
        self.playing = step < solution.count
        self.typed: str | None = None  # what stands behind "jump to step", if that is asked
        self.message = ""
        self.set_out(0.0)

    def set_out(self, now: float) -> None:
        """Count time and steps from here."""
        self.since, self.first = now, self.step

    def go(self, step: int) -> None:
        """Go to a step: move by move if it is near, else at once."""
        if abs(step - self.step) > NEAR:
            self.stacks = stacks_of(self.solution.state(step), self.solution.pegs)
            self.step = step
        while self.step < step:
            _, source, target = self.solution[self.step]
            self.stacks[target].append(self.stacks[source].pop())
            self.step += 1
        while self.step > step:
            self.step -= 1
            _, source, target = self.solution[self.step]
            self.stacks[source].append(self.stacks[target].pop())

    def turn(self, now: float) -> None:
        """Make the moves that are due."""
        if not self.playing:
            return
        due = self.step + 1 if self.speed > FASTEST else self.first + int((now - self.since) * self.speed)
        self.go(min(due, self.solution.count))
        if self.step == self.solution.count:
            self.finish(now)

    def finish(self, now: float) -> None:
        """Stop at the end, and say how fast it was if it was as fast as could be."""
        self.playing = False
        if self.speed > FASTEST and now > self.since:
            rate = (self.step - self.first) / (now - self.since)
            self.message = f"{self.step - self.first:,} moves drawn, {rate:,.0f} a second"

    def wait(self, now: float) -> float:
        """Return how many seconds there is nothing to do but to watch for keys."""
        if not self.playing:
            return LONGEST_WAIT
        if self.speed > FASTEST:
            return 0.0
        due = self.since + (self.step + 1 - self.first) / self.speed
        return min(max(due - now, SHORTEST_FRAME if self.speed > 1 / SHORTEST_FRAME else 0.0), LONGEST_WAIT)

    def press(self, key: str, now: float) -> bool:
        """Do what a key asks for, and say whether to go on."""
        self.message = ""
        if self.typed is not None:
            self.type(key)
        elif key == "q":
            return False
        elif key in ("j", "g"):
            self.typed, self.playing = "", False
        elif key == " ":
            self.pause()
        elif key in STEPS:
            self.playing = False
            self.go(min(max(STEPS[key](self.step, self.solution.count), 0), self.solution.count))
        elif key in SPEEDS:
            self.speed = SPEEDS[key](self.speed)
        self.set_out(now)
        return True

    def pause(self) -> None:
        """Pause, or go on; from the end, begin again."""
        self.playing = not self.playing and self.solution.count > 0
        if self.playing and self.step == self.solution.count:
            self.go(0)

    def type(self, key: str) -> None:
        """Take a key as part of a step to jump to."""
        if key == "enter":
            self.jump(self.typed or "")
        elif key == "escape":
            self.typed = None
        elif key == "backspace":
            self.typed = (self.typed or "")[:-1]
        elif len(key) == 1 and key.isprintable():
            self.typed = (self.typed or "") + key

    def jump(self, text: str) -> None:
        """Go to the step that is typed, or say what is wrong with it."""
        self.typed = None
        try:
            if text.strip():
                self.go(checked_int(parse(text), "step", 0, self.solution.count))
        except ValueError as error:
            self.message = str(error)


STEPS = {
    "right": lambda step, count: step + 1,
    "l": lambda step, count: step + 1,
    "left": lambda step, count: step - 1,
    "h": lambda step, count: step - 1,
    "home": lambda step, count: 0,
    "0": lambda step, count: 0,
    "end": lambda step, count: count,
    "G": lambda step, count: count,
}


def next_pace(speed: float) -> float:
    """Return the next higher speed."""
    return min(speed * 2, FASTEST) if speed <= FASTEST else speed


def slower(speed: float) -> float:
    """Return the next lower speed."""
    return max(speed / 2, SLOWEST) if speed <= FASTEST else LAST_DOUBLED


def maximal(speed: float) -> float:
    """Return the speed at which each move is drawn as soon as it can be."""
    return float("inf")


SPEEDS = {"up": next_pace, "+": next_pace, "=": next_pace, "k": next_pace, "down": slower, "-": slower, "m": maximal}


class View:
    """A frame of the replay for a window of some size: the picture and the panel below it."""

    def __init__(self, player: Player, names: Sequence[str], size: Size, colours: bool) -> None:
        self.player, self.names, self.size = player, names, size
        columns, lines = size
        self.needed = picture_size(player.solution.discs, len(names))
        self.drawn = self.needed[0] <= columns and self.needed[1] + PANEL <= lines
        self.board: Picture | Lines
        if self.drawn:
            self.board = Picture(player.solution.discs, names, size, colours)
        else:
            self.board = Lines(names, columns - 2)
        wide, high = self.board.size
        self.wide = min(max(wide, PANEL_COLUMNS), columns - 2)
        self.top = max((lines - high - PANEL) // 2, 0)
        self.left, self.board_left = (columns - self.wide) // 2, (columns - wide) // 2
        self.fits = high + PANEL <= lines and columns >= FEWEST_COLUMNS

    def cells(self) -> Cells:
        """Return what the window shows."""
        if not self.fits:
            return self.too_small()
        board = self.board.cells(self.player.stacks)
        cells = {(self.top + line, self.board_left + column): text for (line, column), text in board.items()}
        below = self.top + self.board.size[1] + 1
        for line, text in enumerate((self.progress(), self.position(), self.last_line())):
            cells[below + line, self.left] = clipped(text, self.wide).ljust(self.wide)
        return cells

    def too_small(self) -> Cells:
        """Return how large the window must be, in the middle of it."""
        columns, lines = self.size
        text = f"the window must be {FEWEST_COLUMNS} x {len(self.names) + PANEL} at least"
        return {(lines // 2, 0): clipped(text, columns).center(columns)}

    def progress(self) -> str:
        """Return how much has been made, as a line that fills."""
        done = self.player.step * self.wide // max(self.player.solution.count, 1)
        return "━" * done + "─" * (self.wide - done)

    def position(self) -> str:
        """Return the step, the last move, and the speed."""
        player = self.player
        step, move, pace = f"step {short_number(player.step)} of {short_number(player.solution.count)}", "", self.pace()
        if player.step:
            disc, source, target = player.solution[player.step - 1]
            move = f"   disc {disc}: {self.names[source]} → {self.names[target]}"
        if len(step + move + pace) + 3 > self.wide:
            move = ""
        return step + move + f"   {pace}".rjust(self.wide - len(step + move))

    def pace(self) -> str:
        """Return the speed, or that it stands still."""
        player = self.player
        if not player.playing:
            return "done" if player.step == player.solution.count else "paused"
        if player.speed > FASTEST:
            return "full speed"
        return f"{player.speed:g} {'move' if player.speed == 1 else 'moves'} a second"

    def last_line(self) -> str:
        """Return what is asked, what is to be said, or the keys."""
        if self.player.typed is not None:
            return f"jump to step: {self.player.typed}_"
        if self.player.message:
            return self.player.message
        if not self.drawn:
            return f"{SHORT_HELP}   a picture needs {self.needed[0]} x {self.needed[1] + PANEL}"
        return HELP if len(HELP) <= self.wide else SHORT_HELP


def replay(player: Player, names: Sequence[str], terminal: Terminal) -> None:
    """Show a solution in a terminal until the user has seen enough."""
    colours = not os.environ.get("NO_COLOR")
    size = terminal.measure()
    view = View(player, names, size, colours)
    player.set_out(monotonic())
    while True:
        if size != terminal.measure():
            size = terminal.measure()
            view = View(player, names, size, colours)
        terminal.draw(view.cells(), size)
        keys = terminal.keys(player.wait(monotonic()))
        now = monotonic()
        if not all(player.press(key, now) for key in keys):
            return
        player.turn(now)


def lines(player: Player) -> Iterator[str]:
    """Return a line for each state, from that of the player to the last: the step, and the stacks as --stacks reads."""
    wide = len(str(player.solution.count)) if player.solution.count < 10**30 else 0
    while True:
        stacks = " | ".join(" ".join(map(str, stack)) for stack in player.stacks)
        yield f"{player.step:>{wide}}  {stacks}".rstrip(" ")
        if player.step == player.solution.count:
            return
        player.go(player.step + 1)
