"""The page as its player uses it."""

import re
import time
from itertools import count

PRESS = """const press = key => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
"""


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
        select_all = "\ue009a\ue000"
        self.find(css).send_keys(select_all, text, "\n")

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
