"""An input of less than 1 KB answers or is refused within a second and 256 MB: CONTRIBUTING.md has the rule."""

import sys

import pytest
from limited import limited

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory and time are limited on Linux")

# What is typed, and a part of what is answered.
COMMANDS = [
    ("count 1e300000" + "+1e300000" * 100, "is a sum of more than 64 numbers"),
    ("count 2^999999" + "-2^999999" * 100, "a sum of more than 64"),
    ("count " + "2^" * 100 + "2", "is a power of more than 64 numbers"),
    ("count 9^9^9^9^9", "is too large: the limit is 2**1000000"),
    ("count 1e6 --rate 1e8/60", "5,000,000/3 moves a second"),
    ("moves 3 --template {disc:>3000000000}", "makes moves of at least"),
    ("moves 3 --template {disc:>3000000000} --dry-run", "makes moves of at least"),
    ("state 1e9 0", "discs must be between 0 and 10000000, not 1000000000"),
    ("state 1e9 0 --json", "discs must be between 0 and 10000000"),
    ("state 1e6 2^999999", "peg  discs"),
    ("verify - --discs 1e9", "between 0 and 10000000"),
    ("verify - --discs 1e7", "the file is empty"),
    ("moves 1e9 --stop 1", "between 0 and 10000000"),
    ("moves 1e6 --stop 2", "0 1\n0 2\n"),
    ("moves 1e6 --stop 10 -o moves.txt", ""),
    ("moves 1e6 --format csv --stop 1", "disc,source,target\n1,0,1\n"),
    ("moves 1e6 --format csv --stop 10 -o moves.csv", ""),
    ("moves 1e6 --labels A,BB,C --stop 1", "A BB\n"),
    ("moves 1e6 --start 2^999999 --stop 2^999999+2", "1 2\n"),
    ("moves 1e6 --format full --start 2^999999-1 --stop 2^999999+1 -o moves.txt", ""),
    ("moves 1e6 --start 2^999999 --dry-run", "crc32    "),
    ("show 1e6", "discs must be between 0 and 10000"),
]


@pytest.mark.parametrize(("line", "answer"), COMMANDS)
def test_a_short_line_is_answered_or_refused_soon(line, answer, tmp_path):
    words = line.split(" ")
    out, err, _ = limited(f"sys.exit(main({words!r}))", folder=tmp_path)
    assert answer in out + err


CALLS = [
    ("print(hf.count(2**100_000, 4))", "MemoryError: the count needs more than"),
    ("print(hf.count(10**30_000, 256))", "MemoryError: the count needs more than"),
    ("from hanoi_fast.puzzle.counts import split; print(split(2**100_000, 4).bit_length())", "100000"),
    ("from hanoi_fast.commands.numbers import parse; parse(' ' * 20_000 + 'x')", "is not a number"),
    ("hf.solve(3).nbytes('{disc:>1000000000}')", "ValueError: template"),
    ("hf.solve(3).crc32('{disc}' * 10**6)", "ValueError: a template has at most 65,536"),
    ("hf.verify([(0, 2)], 10**8)", "ValueError: start must be between 0 and 10000000"),
    ("print(hf.verify([(0, 2)], 10**6).moves)", "1"),
    ("hf.unrank(0, 10**9, 1)", "ValueError: discs must be between 0 and 10000000"),
    ("hf.solve(10**9)", "ValueError: discs must be between 0 and 10000000"),
    ("hf.solve(10**18)", "MemoryError: a state needs"),
    ("print(hf.solve(10**7))", "about 2**10000000 moves"),
    ("print(hf.solve(10**6).crc32())", "0"),
    ("print(hf.solve(10**6)[:-5].crc32() > 0)", "True"),
    ("print(hf.solve(10**6).nbytes('csv').bit_length())", "1000003"),
    ("print(hf.solve(10**6).open('csv').read(25))", "b'disc,source,target\\n1,0,1\\n"),
    ("f = hf.solve(10**6).open('csv'); f.seek(10**200_000); print(len(f.read(100)))", "100"),
    ("print(hf.solve(10**6)[:10].crc32('csv') > 0)", "True"),
    ("hf.solve(10**5)[:10].save('b.csv')", ""),
    ("print(hf.solve(10**6).unique, hf.solve(10**6)[7:].unique)", "True True"),
    ("s = hf.solve(10**6); print(s[5:-5] == hf.solve(10**6)[5:-5], s[5:-5] == s[5:-6])", "True False"),
    ("s = hf.solve(10**6); print(len({hash(s), hash(s[10**9:])}))", "2"),
    ("print(repr(hf.solve(10**6)[10**9:])[:20])", "<Solution: 1000000"),
    ("s = hf.solve(10**6)[5:]; print(all(pickle.loads(pickle.dumps(s, p)) == s for p in range(6)))", "True"),
    ("pickle.dumps(hf.solve(3).open())", "TypeError: an open file cannot be pickled"),
    ("print(hf.solve(10**4, pegs=20).crc32('text') > 0)", "True"),
    ("print(hf.solve(10**4, pegs=20).crc32('moves') > 0)", "True"),
    ("print(hf.solve(10**4, pegs=5)[10**5:-1].crc32('csv') > 0)", "True"),
    (
        "s = hf.solve(10**5, pegs=60); print([s.fill(np.zeros((9, 2), 'u1'), i) for i in range(0, 10**6, 10**4)][0])",
        "9",
    ),
]


@pytest.mark.parametrize(("code", "answer"), CALLS)
def test_a_short_call_is_answered_or_refused_soon(code, answer, tmp_path):
    out, _, _ = limited(code, folder=tmp_path)
    assert answer in out


def test_two_random_positions_of_many_discs_are_joined_in_little_memory(tmp_path):
    code = (
        "r = np.random.default_rng(1); a, b = r.integers(0, 3, (2, 50_000)).astype('u1'); print(hf.solve(a, b).optimal)"
    )
    out, _, _ = limited(code, seconds=4)
    assert out == "True\n"


GROWTH = """
import sysconfig, tracemalloc
# A free-threaded Python keeps much of what was freed, in no bound that shows a leak: there, what is in use is counted.
free_threaded = sysconfig.get_config_var("Py_GIL_DISABLED")
if free_threaded:
    tracemalloc.start()
def held():
    if free_threaded:
        return tracemalloc.get_traced_memory()[0] >> 10
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmRSS:"))
def use(i):
    %s
for i in range(%d):
    use(i)
before = held()
for i in range(%d, %d):
    use(i)
print(held() - before)
"""


@pytest.mark.parametrize(
    ("use", "warm", "times"),
    [
        ("hf.count(10**15 + i, 4)", 20, 100),
        ("hf.count(1000 + i, 4 + i % 20)", 20_000, 40_000),
        ("hf.solve(2 + i // 7, pegs=3 + i % 7)[0]", 20_000, 100_000),
        ("hf.solve(2).nbytes('{disc}' + 'x' * (i % 1000) + str(i))", 2_000, 20_000),
        ("whole.crc32('{disc}' + str(i))", 2_000, 10_000),
        ("whole.open('{disc}' + str(i)).read(10)", 2_000, 10_000),
    ],
)
def test_a_process_that_runs_for_long_does_not_grow(use, warm, times):
    code = "whole = hf.solve(12)\n" + GROWTH % (use, warm, warm, times)
    out, _, _ = limited(code, seconds=60, megabytes=1024)
    assert int(out) < 20_000, "kB"
