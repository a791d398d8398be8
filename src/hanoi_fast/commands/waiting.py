"""What takes long and hears nothing meanwhile."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

LONG = 1 << 24  # bits of a number whose digits take seconds


@contextmanager
def ended_at_once() -> Iterator[None]:
    """Let Ctrl-C end the process in the middle of one step of arithmetic, where nothing can be left half done.

    A product of numbers of 10**8 bits takes seconds, and hears no signal.
    """
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler:  # it is ignored, or somebody else's
        yield
        return
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def say_many_digits(bits: int) -> None:
    """Say on a terminal that the digits of a number of so many bits take long, if they do."""
    if bits >= LONG and sys.stderr is not None and sys.stderr.isatty():
        sys.stderr.write(f"about {round(bits * 0.30103):,} digits: this takes a while, Ctrl-C ends it\n")
        sys.stderr.flush()
