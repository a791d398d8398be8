"""How long do the moves take? The contenders of ``hanoi-fast bench``, grouped by the question they answer.

``pytest bench/bench_moves.py``; with ``--benchmark-autosave`` runs are kept, and ``pytest-benchmark compare``
puts them side by side. Each contender's moves are compared with those of the blocks before they are timed.
"""

from importlib import import_module

import pytest

from hanoi_fast import solve
from hanoi_fast.benchmarks.contenders import CONTENDERS, LIMITS
from hanoi_fast.benchmarks.published import PUBLISHED
from hanoi_fast.benchmarks.timing import prove

GENERATION = [each for each in [*CONTENDERS, *PUBLISHED] if each.pegs == 3 and each.timed.startswith("generation")]
OUTPUT = [each for each in [*CONTENDERS, *PUBLISHED] if each.timed.startswith("with output")]
FOUR_PEGS = [each for each in CONTENDERS if each.pegs == 4]
FAST = [each for each in CONTENDERS if each.name.startswith("blocks") and each.pegs == 3]


def named(contender):
    return contender.name


def timed(benchmark, contender, discs):
    """Prove a contender, then time it for so many discs; what it needs and is not there is the reason to skip."""
    if contender.needs:
        try:
            import_module(contender.needs)
        except ImportError as error:
            pytest.skip(f"{contender.name}: {error}")
    prove(contender)
    solution = solve(discs, pegs=contender.pegs)
    benchmark.extra_info.update(timed=contender.timed, moves=solution.count)
    with contender.task(solution) as run:
        benchmark.pedantic(run.timed, setup=run.after, rounds=7, warmup_rounds=1)
    benchmark.extra_info["moves_per_second"] = solution.count / benchmark.stats.stats.median


@pytest.mark.benchmark(group="how long do 65,535 moves take to make?")
@pytest.mark.parametrize("contender", GENERATION, ids=named)
def test_moves_of_16_discs(benchmark, contender):
    timed(benchmark, contender, 16)


@pytest.mark.benchmark(group="how long do 65,535 moves take to make and to put somewhere?")
@pytest.mark.parametrize("contender", OUTPUT, ids=named)
def test_output_of_16_discs(benchmark, contender):
    timed(benchmark, contender, 16)


@pytest.mark.benchmark(group="how near are 67 million moves to the limits of the machine?")
@pytest.mark.parametrize("contender", [*FAST, *LIMITS], ids=named)
def test_moves_of_26_discs(benchmark, contender):
    timed(benchmark, contender, 26)


@pytest.mark.benchmark(group="how long do the 172,033 moves of 100 discs on 4 pegs take to make?")
@pytest.mark.parametrize("contender", FOUR_PEGS, ids=named)
def test_moves_on_four_pegs(benchmark, contender):
    timed(benchmark, contender, 100)


@pytest.mark.benchmark(group="how long does a solution take to be made and asked for one move?")
@pytest.mark.parametrize(("discs", "pegs"), [(20, 3), (1000, 3), (1000, 4), (10_000, 10)], ids=str)
def test_one_move_of_a_new_solution(benchmark, discs, pegs):
    def ask():
        solution = solve(discs, pegs=pegs)
        return solution[solution.count // 3]

    benchmark(ask)


@pytest.mark.benchmark(group="how long do the first 65,536 moves of a new solution take?")
@pytest.mark.parametrize(("discs", "pegs"), [(64, 3), (350, 4), (1800, 5), (4000, 8)], ids=str)
def test_first_block_of_a_new_solution(benchmark, discs, pegs):
    benchmark(lambda: next(iter(solve(discs, pegs=pegs).blocks(1 << 16))))
