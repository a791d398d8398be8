"""What tests share: the settings of hypothesis, and a headless Chromium with the page in it."""

import re
import shutil
import time
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings

import hanoi_fast

# How long an example takes says more of the machine than of the code.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

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


@pytest.fixture(scope="session")
def play_html():
    """The file as it is installed."""
    return Path(hanoi_fast.__file__).with_name("play.html")


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


class Page:
    """What a player can do and see."""

    loads = count()

    def __init__(self, browser, file):
        self.browser, self.file = browser, file

    def open(self, words=""):
        """Load the page afresh; with the same query a browser would only follow the hash."""
        self.browser.get(f"{self.file.as_uri()}?{next(self.loads)}{words}")

    def run(self, script, *arguments):
        return self.browser.execute_script(script, *arguments)

    def find(self, css):
        return self.browser.find_element("css selector", css)

    def find_all(self, css):
        return self.browser.find_elements("css selector", css)

    def click(self, css):
        self.find(css).click()

    def press(self, keys):
        self.find("body").send_keys(keys)

    def write(self, css, text):
        field = self.find(css)
        field.clear()
        field.send_keys(text, "\n")

    def text(self, css):
        return self.find(css).text

    @property
    def said(self):
        return self.text("#status")

    @property
    def counters(self):
        return self.run("return ['made', 'left', 'least'].map(id => document.getElementById(id).innerText)")

    @property
    def state(self):
        """The state as a screen reader hears it from the pegs, checked against the page's own word."""
        labels = self.run("return [...document.querySelectorAll('.peg')].map(peg => peg.ariaLabel)")
        heard = {}
        for peg, label in enumerate(labels):
            for disc in re.findall(r"\d+", label.partition(":")[2]):
                heard[int(disc)] = peg
        state = [heard[disc] for disc in sorted(heard)]
        assert state == self.run("return hanoi.state")
        return state

    def wait(self, script):
        """Until the script returns something true."""
        end = time.monotonic() + 10
        while not self.run(script):
            assert time.monotonic() < end, f"10 seconds have passed without: {script}"
            time.sleep(0.02)


@pytest.fixture
def page(browser, play_html):
    browser.get_log("browser")
    yield Page(browser, play_html)
    assert browser.get_log("browser") == [], "the console stays empty"
