"""How many threads are meant; a map over pieces in threads keeps the order, the errors and nothing running."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from hanoi_fast.streams import threads
from hanoi_fast.streams.threads import each, mapped_ahead, processors, stop_if_told, threads_meant


@pytest.mark.parametrize("count", [1, 2, 1024])
def test_a_number_is_meant_as_it_is(count):
    assert threads_meant(count) == count


@pytest.mark.parametrize(
    ("value", "error", "text"),
    [
        (0, ValueError, "threads must be between 1 and 1024, not 0"),
        (-1, ValueError, "threads must be between 1 and 1024, not -1"),
        (1025, ValueError, "threads must be between 1 and 1024, not 1025"),
        (10**40, ValueError, "threads must be between 1 and 1024, not 1"),
        (1.5, TypeError, "threads must be an int, not 1.5 (float)"),
        (True, TypeError, "threads must be an int, not True (bool)"),
        ("many", ValueError, "threads must be 'all' or a number, not 'many'"),
        ("2", ValueError, "threads must be 'all' or a number, not '2'"),
    ],
)
def test_what_is_no_number_of_threads_is_refused(value, error, text):
    with pytest.raises(error) as refusal:
        threads_meant(value)
    assert str(refusal.value).startswith(text)


@pytest.mark.parametrize(("text", "count"), [("3", 3), ("", 1), ("1024", 1024)])
def test_the_environment_says_what_is_usual(monkeypatch, text, count):
    monkeypatch.setenv("HANOI_FAST_THREADS", text)
    assert threads_meant() == count
    assert threads_meant(2) == 2


def test_the_environment_may_say_all(monkeypatch):
    monkeypatch.setenv("HANOI_FAST_THREADS", "all")
    assert threads_meant() == processors() == threads_meant("all")


@pytest.mark.parametrize("text", ["0", "1025", "9" * 5000, "two", "-1", "²"])
def test_what_the_environment_says_wrongly_is_refused_by_its_name(monkeypatch, text):
    monkeypatch.setenv("HANOI_FAST_THREADS", text)
    with pytest.raises(ValueError, match=r"^HANOI_FAST_THREADS must be "):
        threads_meant()


def test_without_an_environment_there_is_one(monkeypatch):
    monkeypatch.delenv("HANOI_FAST_THREADS", raising=False)
    assert threads_meant() == 1


@pytest.mark.parametrize(
    ("text", "count"), [("max 100000\n", 1024), ("150000 100000\n", 2), ("50000 100000\n", 1), ("nonsense", 1024)]
)
def test_a_control_group_limits_the_processors(monkeypatch, tmp_path, text, count):
    (tmp_path / "cpu.max").write_text(text)
    monkeypatch.setattr(threads, "QUOTAS", (tmp_path / "none", tmp_path / "cpu.max"))
    assert threads.quota() == count
    assert processors() <= count


@pytest.mark.parametrize(("allowed", "count"), [("-1", 1024), ("300000", 3)])
def test_a_control_group_of_the_first_version_does_so_in_two_files(monkeypatch, tmp_path, allowed, count):
    (tmp_path / "cpu.cfs_quota_us").write_text(allowed)
    (tmp_path / "cpu.cfs_period_us").write_text("100000\n")
    monkeypatch.setattr(threads, "QUOTAS", (tmp_path / "cpu.cfs_quota_us",))
    assert threads.quota() == count


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="only Linux binds a process to processors")
def test_a_process_that_is_bound_to_a_processor_has_one():
    program = (
        "import os; os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])\n"
        "from hanoi_fast.streams.threads import processors; print(processors())"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout == b"1\n"


@pytest.mark.parametrize("count", [1, 2, 3, 64])
def test_results_come_in_the_order_of_the_items(count):
    def work(item):
        time.sleep(0.002 * (item % 3))
        return item * item

    assert list(mapped_ahead(work, range(30), count)) == [item * item for item in range(30)]
    assert list(mapped_ahead(work, [], count)) == []


def test_what_is_known_is_not_made_again():
    made = []
    found = list(mapped_ahead(made.append, range(6), 2, lambda item: "known" if item % 2 else None))
    assert found == [None, "known"] * 3
    assert sorted(made) == [0, 2, 4]


def test_only_a_few_items_are_taken_ahead():
    taken = []

    def items():
        for item in range(1000):
            taken.append(item)
            yield item

    results = mapped_ahead(lambda item: item, items(), 2)
    assert next(results) == 0
    assert len(taken) <= 2 * threads.AHEAD + 1
    results.close()


def test_the_error_of_the_earliest_item_is_raised_and_nothing_is_begun_after_it():
    begun = []

    def work(item):
        begun.append(item)
        if item >= 5:
            time.sleep(0.001 * (50 - item))  # later ones fail sooner
            raise ValueError(f"item {item}")

    with pytest.raises(ValueError, match=r"^item 5$"):
        each(work, range(40), 2)
    assert max(begun) <= 5 + 2 * threads.AHEAD
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("hanoi_fast")]


def test_work_that_lasts_is_told_when_nobody_waits_for_it():
    begun, ended = threading.Event(), threading.Event()

    def work(item):
        if not item:
            begun.wait(10)
            return
        begun.set()
        try:
            while True:
                time.sleep(0.001)
                stop_if_told()
        finally:
            ended.set()

    results = mapped_ahead(work, [0, 1], 2)
    next(results)
    results.close()
    assert ended.is_set()
    stop_if_told()  # this thread was told nothing


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers that send a signal")
@pytest.mark.parametrize(
    "line",
    [
        "[s.fill(out, threads=2) for _ in range(1000)]",
        "[s.array(threads=2) for _ in range(1000)]",
        "hf.solve(1800, pegs=5).save(sys.argv[1], threads=2)",
    ],
)
def test_ctrl_c_ends_all_threads_at_once(line, tmp_path):
    program = f"""
import signal, sys, threading, time
import hanoi_fast as hf
s = hf.solve(27)
out = s.array()
def interrupt(number, frame):
    global at
    at = time.perf_counter()
    raise KeyboardInterrupt
signal.signal(signal.SIGALRM, interrupt)
signal.setitimer(signal.ITIMER_REAL, 0.5)
try:
    {line}
except KeyboardInterrupt:
    print(time.perf_counter() - at, threading.active_count())
"""
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "moves.csv.gz")], capture_output=True, text=True, check=True
    )
    seconds, left = done.stdout.split()
    assert left == "1"
    assert float(seconds) < 2  # bench/limits_threads.py measures it


def test_of_equal_items_under_way_one_is_worked_on():
    begun, go = [], threading.Event()

    def slow(item):
        begun.append(item)
        go.wait(5)
        return item * item

    found = mapped_ahead(slow, [3, 3, 3, 4, 3], 2)
    threading.Timer(0.2, go.set).start()
    assert list(found) == [9, 9, 9, 16, 9]
    assert begun.count(4) == 1
    assert begun.count(3) <= 2  # the last one is begun when the first has ended


@pytest.mark.parametrize(("cause", "raised"), [(KeyboardInterrupt, KeyboardInterrupt), (ValueError, RuntimeError)])
def test_ctrl_c_that_breaks_a_lock_of_python_is_ctrl_c_still(cause, raised):
    """As it comes from Condition.wait() if Ctrl-C arrives between its wake-up and its taking the lock again."""

    def items():
        yield 1
        try:
            raise cause
        finally:
            threading.Lock().release()

    with pytest.raises(raised) as caught:
        list(mapped_ahead(abs, items(), 2))
    assert raised is RuntimeError or caught.value.__cause__ is None
