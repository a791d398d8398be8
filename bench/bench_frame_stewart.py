"""How long do counts, splits and tables for many pegs take, beside the textbook and beside the memory?

``pytest bench/bench_frame_stewart.py`` prints the times, ``python bench/bench_frame_stewart.py`` the ratios.
"""

from collections.abc import Callable
from statistics import median
from time import perf_counter

import numpy as np
import pytest

from hanoi_fast.kernels.frame_stewart import fill_table, fill_table_textbook
from hanoi_fast.puzzle.closed_forms import count_on_many, exact_split
from hanoi_fast.puzzle.count_tables import frame_stewart
from hanoi_fast.reference import frame_stewart_table


def arrays(discs: int, pegs: int) -> tuple[np.ndarray, np.ndarray]:
    """Two arrays for a table, in memory that has been touched."""
    shape = (pegs + 1, discs + 1)
    return np.full(shape, 7, np.uint64), np.full(shape, 7, np.uint32)


def fill_constant(counts: np.ndarray, splits: np.ndarray) -> None:
    counts.fill(1)
    splits.fill(1)


@pytest.mark.benchmark(group="a table of 4 pegs x 400 discs")
@pytest.mark.parametrize("table", [frame_stewart_table, frame_stewart], ids=["plain Python", "frame_stewart"])
def test_against_plain_python(benchmark, table):
    benchmark.pedantic(table, args=(400, 4), rounds=5)


@pytest.mark.benchmark(group="a table of 4 pegs x 1,600 discs")
@pytest.mark.parametrize("fill", [fill_table_textbook, fill_table])
def test_against_the_textbook(benchmark, fill):
    benchmark.pedantic(fill, args=arrays(1600, 4), rounds=9)


@pytest.mark.benchmark(group="a table of 16 pegs x 100,000 discs")
@pytest.mark.parametrize("fill", [fill_constant, fill_table])
def test_against_memory(benchmark, fill):
    benchmark.pedantic(fill, args=arrays(100_000, 16), rounds=9, warmup_rounds=1)


@pytest.mark.benchmark(group="one number, not remembered")
@pytest.mark.parametrize("ask", [count_on_many.__wrapped__, exact_split.__wrapped__], ids=["count", "split"])
@pytest.mark.parametrize("tower", [(1800, 5), (10_000, 4), (10**18, 12)], ids=str)
def test_one_number(benchmark, ask, tower):
    benchmark(ask, *tower)


def seconds(task: Callable[[], object]) -> float:
    start = perf_counter()
    task()
    return perf_counter() - start


def ratio(slow: Callable[[], object], fast: Callable[[], object], rounds: int = 9) -> float:
    """How many times longer `slow` takes: medians of interleaved rounds, after one to warm up."""
    pairs = [(seconds(slow), seconds(fast)) for _ in range(rounds + 1)][1:]
    return median(pair[0] for pair in pairs) / median(pair[1] for pair in pairs)


def ratios() -> dict[str, float]:
    """The figures the documentation quotes, measured here and now."""
    large, small = arrays(100_000, 16), arrays(1600, 4)
    return {
        "fill_table / ndarray.fill, 16 pegs x 100,000 discs": ratio(
            lambda: fill_table(*large), lambda: fill_constant(*large)
        ),
        "frame_stewart / ndarray.fill, 16 pegs x 100,000 discs": ratio(
            lambda: frame_stewart(100_000, 16), lambda: fill_constant(*large)
        ),
        "textbook / fill_table, 4 pegs x 1,600 discs": ratio(
            lambda: fill_table_textbook(*small), lambda: fill_table(*small)
        ),
        "plain Python / frame_stewart, 4 pegs x 400 discs": ratio(
            lambda: frame_stewart_table(400, 4), lambda: frame_stewart(400, 4), rounds=5
        ),
    }


if __name__ == "__main__":
    for question, times in ratios().items():
        print(f"{times:8.2f}  {question}")
