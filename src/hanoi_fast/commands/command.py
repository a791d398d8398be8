"""What a command is."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from typing import NamedTuple


class Command(NamedTuple):
    """A command: what it does in a line, examples, its arguments, and what it runs."""

    help: str
    examples: str
    add: Callable[[ArgumentParser], None]
    run: Callable[[Namespace], None]
