"""What tests share: the settings of hypothesis, the command line called in this process, a benchmark that takes no
time, and a page in a browser.
"""

import os
import shutil
import signal
import sys
from pathlib import Path

import pytest
from buckets import served
from hypothesis import settings
from pages import Page

import hanoi_fast
from hanoi_fast.cli import main

# How long an example takes says more of the machine than of the code. `make fuzz` asks for more examples.
settings.register_profile("patient", deadline=None)
settings.register_profile("fuzz", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("HANOI_FAST_EXAMPLES", "patient"))


# A test that runs away must not take the machine with it. What is mapped and only read does not count.
MOST_MEMORY = 8 << 30


@pytest.fixture(autouse=True, scope="session")
def bounded_memory():
    """Bound what this process and its children may write to; a browser has bounds of its own."""
    if sys.platform == "linux" and not {"ASAN_OPTIONS", "TSAN_OPTIONS"} & {*os.environ}:
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        most = MOST_MEMORY if hard == resource.RLIM_INFINITY else min(MOST_MEMORY, hard)
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))


@pytest.fixture(autouse=True, scope="session")
def heard_interrupts():
    """Let Ctrl-C be heard by the children of a suite that a shell started in the background, where it is ignored."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1280,1000",
)


@pytest.fixture(autouse=True)
def kept_signals():
    """Take back what the command line has set: a pipe that is closed must not end the tests."""
    if not hasattr(signal, "SIGPIPE"):
        yield
        return
    kept = signal.getsignal(signal.SIGPIPE)
    yield
    signal.signal(signal.SIGPIPE, kept)


@pytest.fixture
def called(capfd):
    """Call the command in this process: fast, and without a signal that outlives the test."""

    def call(*arguments):
        try:
            status = main(arguments)
        except SystemExit as end:
            status = end.code or 0
        out, err = capfd.readouterr()
        return status, out, err

    return call


@pytest.fixture
def ax():
    """Axes of a figure that pyplot does not know."""
    pytest.importorskip("matplotlib", reason="pictures need matplotlib")
    from hanoi_fast.pictures.figures import new_axes

    return new_axes()


@pytest.fixture
def tiny(monkeypatch):
    """Let a benchmark make runs that are too short to say anything, but take no time."""
    from hanoi_fast.benchmarks import timing

    effort = timing.Effort(0.001, 3, 1 << 20)
    monkeypatch.setattr(timing, "QUICK", effort)
    monkeypatch.setattr(timing, "FEWEST", 1 << 10)
    return effort


@pytest.fixture(scope="session")
def s3_server(tmp_path_factory):
    """A server of S3 in a process of its own, for all tests."""
    with served(tmp_path_factory.mktemp("s3")) as server:
        server.client.create_bucket(Bucket="moves")
        yield server


@pytest.fixture
def s3(s3_server):
    """The server, with an empty bucket."""
    s3_server.notes.write_text("")
    yield s3_server
    s3_server.empty()


@pytest.fixture(scope="session")
def play_html():
    """The file as it is installed."""
    return Path(hanoi_fast.__file__).with_name("pictures") / "play.html"


@pytest.fixture(scope="session")
def browser(tmp_path_factory):
    """A fresh headless Chromium; without selenium or a browser the tests skip and say so."""
    selenium = pytest.importorskip("selenium.webdriver", reason="the page is driven by selenium")
    names = ("chromium", "chromium-browser", "google-chrome")
    binary, driver = next(filter(None, map(shutil.which, names)), None), shutil.which("chromedriver")
    if not binary or not driver:
        pytest.skip("no Chromium with its chromedriver on this machine")
    options = selenium.ChromeOptions()
    options.binary_location = binary
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    for flag in [*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"]:
        options.add_argument(flag)
    chrome = selenium.Chrome(options=options, service=selenium.ChromeService(driver))
    yield chrome
    chrome.quit()


@pytest.fixture
def page(browser, play_html):
    browser.get_log("browser")
    yield Page(browser, play_html)
    assert browser.get_log("browser") == [], "the console stays empty"
