"""How far an export is: a bar of tqdm where that is installed, else a plain line; nothing where nobody looks."""

import io
import os
import sys

import pytest

import hanoi_fast as hf
from hanoi_fast.commands import output


class Terminal(io.StringIO):
    def isatty(self):
        return True

    def fileno(self):
        return 2


@pytest.fixture
def terminal(monkeypatch):
    """A terminal 30 wide, no tqdm, and a clock that a test sets."""
    screen, clock = Terminal(), [100.0]
    monkeypatch.setitem(sys.modules, "tqdm", None)
    monkeypatch.setattr(os, "get_terminal_size", lambda descriptor: os.terminal_size((30, 10)))
    monkeypatch.setattr(output, "monotonic", lambda: clock[0])

    def lend():
        # Here, since pytest sets the stream of its own between a fixture and a test.
        monkeypatch.setattr(sys, "stderr", screen)
        return screen, clock

    return lend


def test_a_plain_line_tells_how_much_is_written(terminal):
    screen, clock = terminal()
    with output.progress_bar(True, 8 << 20) as progress:
        progress(1 << 20)
        assert screen.getvalue() == ""  # the first moment
        clock[0] += 0.6
        progress(1 << 20)
        progress(1 << 20)  # too soon after the last
        clock[0] += 0.2
        progress(6 << 20)  # with the header, which was not counted
    assert screen.getvalue() == "\r\x1b[K2 of 8 MiB, 25%\r\x1b[K9 of 8 MiB, 100%\n"


def test_where_the_size_is_not_known_only_what_is_written_is_told(terminal):
    screen, clock = terminal()
    with output.progress_bar(True, None) as progress:
        clock[0] += 1
        progress(3 << 20)
    assert screen.getvalue() == "\r\x1b[K3 MiB\n"


def test_a_narrow_terminal_is_not_overrun(terminal, monkeypatch):
    screen, clock = terminal()
    monkeypatch.setattr(os, "get_terminal_size", lambda descriptor: os.terminal_size((10, 10)))
    with output.progress_bar(True, 8 << 20) as progress:
        clock[0] += 1
        progress(1 << 20)
    assert screen.getvalue() == "\r\x1b[K1 of 8 Mi\n"


def test_what_takes_a_moment_says_nothing(terminal):
    screen, _ = terminal()
    with output.progress_bar(True, 1 << 20) as progress:
        progress(1 << 20)
    assert screen.getvalue() == ""


def test_after_an_error_the_line_ends(terminal):
    screen, clock = terminal()

    def fail():
        with output.progress_bar(True, 1 << 20) as progress:
            clock[0] += 1
            progress(1 << 19)
            raise OSError("full")

    with pytest.raises(OSError, match="full"):
        fail()
    assert screen.getvalue().endswith("%\n")


@pytest.mark.parametrize("regular", [True, False])
def test_nobody_is_told_without_a_terminal_or_for_a_pipe(regular, monkeypatch):
    monkeypatch.setattr(sys, "stderr", io.StringIO() if regular else Terminal())
    with output.progress_bar(regular, 1 << 30) as progress:
        assert progress is None


@pytest.mark.parametrize("pegs", [3, 4])
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    "name", ["m.txt", "m.txt.gz", "m.txt.zst", "m.bin.gz", "m.csv.gz", "m.npy", "m.arrow", "m.parquet"]
)
def test_progress_counts_what_is_written_before_it_is_compressed(tmp_path, name, threads, pegs):
    if name.endswith((".arrow", ".parquet")):
        pytest.importorskip("pyarrow")
    if name.endswith(".zst"):
        pytest.importorskip("backports.zstd")
    solution, told = hf.solve(22 if pegs == 3 else 190, pegs=pegs), []
    solution[: 1 << 22].save(tmp_path / name, progress=told.append, threads=threads)
    header = 128 if name == "m.npy" else 0
    form = {"txt": "text", "bin": "pairs", "npy": "pairs", "csv": "csv"}.get(name.split(".")[1], "moves")
    assert sum(told) == solution[: 1 << 22].nbytes(form) + header
    assert len(told) > 1
