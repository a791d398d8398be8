"""The trials of the user's machine find nothing, and find what is wrong where something is."""

import random
import re

import numpy as np
import pytest

from hanoi_fast.face import selftest
from hanoi_fast.streams.rendering import Rendering

KINDS = {trial.__name__ for trial in selftest.TRIALS}


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("trial", selftest.TRIALS[:-1], ids=lambda trial: trial.__name__)
def test_every_trial_finds_all_right(trial, seed):
    trial(random.Random(seed))


def test_the_trial_of_memory_finds_all_right():
    selftest.memory(random.Random(3))


def test_the_command_says_what_it_tried(called):
    status, out, err = called("selftest", "--minutes", "0")
    assert (status, err) == (0, "")
    assert {line.split()[1] for line in out.splitlines()[:-1]} == KINDS
    assert out.endswith(f"All {len(KINDS)} trials are right.\n")


def test_a_wrong_byte_is_found_and_said_with_the_trial_that_shows_it(called, monkeypatch):
    right = Rendering.copy_into

    def wrong(self, out, *rest, **options):
        right(self, out, *rest, **options)
        if len(out):
            out[len(out) // 2] ^= 1

    monkeypatch.setattr(Rendering, "copy_into", wrong)
    status, out, err = called("selftest", "--minutes", "0")
    assert (status, err) == (1, "")
    assert re.match(rf"WRONG in trial [0-{len(KINDS) - 1}] \((?:{'|'.join(KINDS)})\): ", out)


def test_a_wrong_verdict_is_found(monkeypatch):
    monkeypatch.setattr(selftest, "verify", lambda rows, *_, **__: type("Report", (), {"legal": True, "moves": 1}))
    monkeypatch.setattr(selftest, "TRIALS", (selftest.lists,))
    with pytest.raises(selftest.Difference, match=r"^trial \d+ \(lists\): the verdict on \["):
        selftest.selftest(60)


def test_a_wrong_state_is_found(monkeypatch):
    monkeypatch.setattr(selftest.Solution, "step_of", lambda *_: -1)
    with pytest.raises(selftest.Difference, match=r"^the step of a state of "):
        selftest.windows(random.Random(1))


@pytest.mark.parametrize("text", ["-1", "soon", "nan", "1e99"])
def test_no_other_span_of_time_is_taken(called, text):
    status, out, err = called("selftest", "--minutes", text)
    assert (status, out) == (2, "")
    assert f"{text!r} is no number of minutes between 0 and " in err


def test_trials_go_on_until_the_time_is_up():
    assert selftest.selftest(0.3, seed=7).total() >= len(KINDS)
    assert np.all([selftest.selftest(0).get(kind) == 1 for kind in KINDS])
