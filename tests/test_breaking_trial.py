"""What a trial that tried to break the package found, where no other file of tests has it: one of each kind."""

import io
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from commands import start
from limited import limited

import hanoi_fast as hf
from hanoi_fast.quantities import digits, duration, grouped, words

LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory and time are limited on Linux")


@LINUX
def test_a_list_that_changes_its_form_at_each_line_costs_no_more_for_more_discs(tmp_path):
    lines = ["0 , 2\n", "0,1\n", "2 , 1\n", "0,2\n", "1 , 0\n", "1,2\n", "0 , 2\n"]
    (tmp_path / "m.txt").write_text("".join(lines) + "2 , 1\n1,2\n" * 500)
    code = "sys.exit(main(['verify', 'm.txt', '--discs', '1000000']))"
    out, err, status = limited(code, folder=tmp_path, seconds=4)
    assert (status, err) in ((1, ""), (2, err))
    assert "move" in out + err


def test_a_table_waits_for_a_pipe_that_does_not_block():
    ours, theirs = os.pipe()
    os.set_blocking(theirs, False)
    process = start("table", "3000", "--csv", stdout=theirs)
    os.close(theirs)
    time.sleep(0.5)
    with os.fdopen(ours, "rb") as pipe:
        lines = pipe.read().splitlines()
    assert (process.wait(30), process.stderr.read()) == (0, b"")
    process.stderr.close()
    assert len(lines) == 1 + 2 * 3001
    assert lines[-1].startswith(b"4,3000,")


def test_a_table_without_end_comes_line_by_line():
    process = start("table", "1e9", "--csv", "--pegs", "3", stdout=subprocess.PIPE)
    assert process.stdout.readline() == b"pegs,discs,moves,split\n"
    assert [process.stdout.readline() for _ in range(3)] == [b"3,0,0,0\n", b"3,1,1,0\n", b"3,2,3,1\n"]
    process.send_signal(signal.SIGINT)
    process.stdout.read()
    assert (process.wait(10), process.stderr.read()) == (130, b"")
    process.stdout.close()
    process.stderr.close()


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
@pytest.mark.parametrize("rate", [[], ["--rate", "1"]])
def test_ctrl_c_ends_a_number_of_very_many_digits_at_once(rate):
    process = start("count", "6e8", *rate, stdout=subprocess.DEVNULL)
    time.sleep(1)
    assert process.poll() is None, "it was done before anybody could interrupt it"
    begun = time.monotonic()
    process.send_signal(signal.SIGINT)
    assert process.wait(30) in (130, -signal.SIGINT)
    assert time.monotonic() - begun < 0.5
    assert process.stderr.read() == b""  # no terminal, nothing to say
    process.stderr.close()


@pytest.mark.parametrize(
    "number",
    [2**2_000_000 - 1, 3**900_000, -(5**500_000), 10**400_000],
    ids=lambda number: f"{number.bit_length()} bits",
)
def test_many_digits_are_those_of_the_number(number):
    text = digits(number)
    assert parse_any(text) == number
    assert grouped(number).replace(",", "") == text
    if number > 0:
        assert duration(number, 1).startswith(grouped(number)[:30])


def parse_any(text):
    """The number of so many digits, by halves."""
    if text.startswith("-"):
        return -parse_any(text[1:])
    if len(text) < 500:
        return int(text)
    half = len(text) // 2
    return parse_any(text[:half]) * 10 ** (len(text) - half) + parse_any(text[half:])


def test_gmpy2_gives_the_same_digits(monkeypatch):
    pytest.importorskip("gmpy2", reason="it makes digits faster, where it is installed")
    number = 7**800_000
    fast = digits(number)
    monkeypatch.setitem(sys.modules, "gmpy2", None)
    assert digits(number) == fast


@pytest.mark.parametrize("exponent", [100, 1000, 10**5])
@pytest.mark.parametrize("mantissa", ["1.00", "9.99", "3.14"])
def test_a_long_time_in_words_is_rounded_as_all_its_digits_say(mantissa, exponent):
    years = int(mantissa.replace(".", "")) * 10 ** (exponent - 2)
    year = 31_557_600
    assert words(years * year) == f"{mantissa} x 10^{exponent} years"
    half = 5 * 10 ** (exponent - 3)
    below, tie, above = (words((years + half + by) * year).partition(" ")[0] for by in (-1, 0, 1))
    even = int(mantissa[-1]) % 2 == 0
    more = "1.00" if mantissa == "9.99" else f"{float(mantissa) + 0.01:.2f}"
    assert (below, tie, above) == (mantissa, mantissa if even else more, more)


@LINUX
@pytest.mark.parametrize(
    ("code", "answer"),
    [
        ("print(hf.solve(10**6, pegs=5).open('csv').read(30))", "b'disc,source,target\\n1,0,4\\n"),
        ("print(hf.solve(65536).unique)", "True"),
        ("print(hf.solve(10**4, pegs=20)[-9:].open('csv').read(9))", "b'disc,sour"),
        ("s = hf.solve(10**6); print((3, 0, 1) in s[5:], (4, 0, 1) in s, (9, 0, 2) in s[7:-7])", "True False False"),
        ("print(hf.solve(10**6).crc32('csv') > 0)", "True"),
        ("print(hf.solve(10**6).crc32('moves') > 0)", "True"),
    ],
)
def test_a_short_call_is_answered_soon(code, answer):
    out, _, _ = limited(code)
    assert answer in out


# Four times as many discs may take nine times as long: 4 is linear, 16 the square. Both in the same process, one after
# the other, so that it does not matter how fast the machine is.
TWO_STATES = """
import time
took = []
for discs in (50_000, 200_000):
    begun = time.process_time()
    a, b = np.random.default_rng(1).integers(0, 3, (2, discs)).astype("u1")
    s = hf.solve(a, b)
    {}
    took.append(time.process_time() - begun)
assert took[1] < 9 * took[0], took
"""
ASKED = [
    ("print(s.count == hf.distance(a, b), s.optimal, s.unique)", "True True True"),
    ("print(all(s[step].disc for step in (0, s.count // 2, -1)))", "True"),
    ("print((s.start == a).all(), (s.target == b).all())", "True True"),
    ("step = s.count // 3; print(s.step_of(s.state(step)) == step)", "True"),
    ("print(s[s.count // 3 :][:9].array('moves').shape)", "(9, 3)"),
    ("print(repr(s[5:]).split()[2], hash(s) != 0)", "discs, True"),
    ("print(s.nbytes('text') == 4 * s.count, s.nbytes('csv') > s.count)", "True True"),
    ("print(s.nbytes(labels=['A', 'BB', 'C']) > s.count)", "True"),
    ("f = s.open('csv'); f.seek(f.seek(0, 2) // 2); print(len(f.read(1000)))", "1000"),
    ("print(s.crc32() != s[7:-7].crc32())", "True"),
    ("print(s.crc32('csv') > 0)", "True"),
    ("print(s == hf.solve(a, b), s[1:] == s[:-1])", "True False"),
    ("print(s.inverse().count == s.count, (9, 0, 1) in s)", "True"),
    ("s[s.count // 2 :][:100].save('a.txt'); print(hf.load('a.txt')[0].shape)", "(100, 2)"),
]


@LINUX
@pytest.mark.parametrize(("code", "answer"), ASKED)
def test_two_random_positions_of_200_000_discs_are_joined_in_linear_time(code, answer, tmp_path):
    out, _, _ = limited(TWO_STATES.format(code), seconds=60, folder=tmp_path)
    assert answer in out.splitlines()[-1], out


def test_an_arrow_file_with_odd_columns_is_refused_or_read_in_a_line(tmp_path, called):
    pa = pytest.importorskip("pyarrow", reason="Arrow needs it")
    moves = hf.solve(3).array("moves")
    columns = {name: pa.array(moves[:, at].astype(np.int64)) for at, name in enumerate(("disc", "source", "target"))}
    for table, right in [
        (pa.table(columns), {0}),
        (pa.table([*columns.values(), columns["disc"]], names=[*columns, "disc"]), {0, 2}),
        (pa.table({**columns, "source": columns["source"].cast(pa.float16())}), {2}),
        (pa.table({**columns, "target": columns["target"].cast(pa.string())}), {0, 2}),
        (pa.table({**columns, "target": pa.array([[1]] * 7)}), {2}),
        (pa.table({**columns, "target": pa.array([None] * 7)}), {2}),
    ]:
        with pa.ipc.new_file(tmp_path / "m.arrow", table.schema) as writer:
            writer.write_table(table)
        status, out, err = called("verify", str(tmp_path / "m.arrow"), "--discs", "3")
        assert status in right, (table.schema, out, err)
        assert (out + err).count("\n") <= 3


@pytest.mark.parametrize("labels", [["A"], "AAB", "ABCD"])
def test_labels_that_are_none_are_refused_of_what_is_judged_too(labels):
    with pytest.raises(ValueError, match=r"^labels must "):
        hf.verify(io.BytesIO(b"A C\n"), 2, labels=labels)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("moves 3 --format txt", "unknown format 'txt': use one of bin, npy, arrows-stream, pairs, "),
        ("moves 3 -o x.dat --format nonsense", "unknown format 'nonsense': use one of "),
        ("solve --state 000", "--state must have a comma between two pegs: '0,0,0', not '000'"),
        ("solve --state 0,0,0 --to 012", "--to must have a comma between two pegs: '0,1,2', not '012'"),
        ("next --state BAC --labels ABC", "--state must have a comma between two pegs: 'B,A,C', not 'BAC'"),
        ("next --state [00]", "--state must have a comma between two pegs: '0,0', not '00'"),
        ("next --state 005", "--state: disc 1 must be one of the pegs 0, 1, 2, not '005'"),
    ],
)
def test_a_mistake_says_what_would_be_right(line, said, called):
    status, out, err = called(*line.split())
    assert (status, out) == (2, "")
    assert said in err
