"""Contenders of a benchmark that make no moves, but do what a test tells them."""

from contextlib import contextmanager

from hanoi_fast.benchmarks.contenders import Contender
from hanoi_fast.benchmarks.tasks import Run


def contender(name, timed=lambda: None, after=lambda: None, **options):
    @contextmanager
    def task(solution):
        yield Run(timed, after)

    return Contender(name, "generation", task, **options)
