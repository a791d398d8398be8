"""The command play: the page begins where it is told, in a file or in the browser."""

import re
from pathlib import Path

import pytest

import hanoi_fast as hf
from hanoi_fast.pictures import page as play


@pytest.fixture
def opened(monkeypatch, tmp_path):
    """A browser that only remembers what it was told to open."""
    addresses = []
    monkeypatch.setattr("webbrowser.open", lambda address: addresses.append(address) or True)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return addresses


def test_the_limits_are_those_the_page_says(play_html):
    text = play_html.read_text("utf-8")
    for name in ("MOST_DISCS", "MOST_PEGS", "LONGEST"):
        assert int(re.search(rf"\b{name} = (\d+)", text)[1]) == getattr(play, name)


@pytest.mark.parametrize(
    ("solution", "step", "fragment"),
    [
        (hf.solve(3), 0, "state=000&pegs=3&goal=2"),
        (hf.solve(3), 4, "state=112&pegs=3&goal=2"),
        (hf.solve(12, 1, pegs=8, source=7), 0, "state=777777777777&pegs=8&goal=1"),
        (hf.solve([0, 2, 1, 0], 1), 0, "state=0210&pegs=3&goal=1"),
        (hf.solve(13), 0, "discs=13&step=0"),
        (hf.solve(64), 2**64 - 1, "discs=64&step=18446744073709551615"),
    ],
)
def test_a_position_becomes_the_fragment_of_the_address(solution, step, fragment):
    assert play.url_fragment(solution, step) == fragment


@pytest.mark.parametrize(
    ("solution", "step", "text"),
    [
        (hf.solve(3), 8, "step must be between 0 and 7, not 8"),
        (hf.solve(0), 0, "discs to play must be between 1 and 12, not 0"),
        (hf.solve(3, pegs=9), 0, "pegs to play on must be between 3 and 8, not 9"),
        (hf.solve(1, pegs=2), 0, "pegs to play on must be between 3 and 8, not 2"),
        (hf.solve([0, 1], [1, 0]), 0, "the page gathers all discs on one peg: the target must be a peg, not [1, 0]"),
        (hf.solve(13, 1), 0, "more than 12 discs can only be looked at as a tower of at most 64"),
        (hf.solve(13, source=1), 0, "more than 12 discs can only be looked at as a tower of at most 64"),
        (hf.solve(13, pegs=4), 0, "more than 12 discs can only be looked at as a tower of at most 64"),
        (hf.solve(65), 0, "more than 12 discs can only be looked at as a tower of at most 64"),
    ],
)
def test_what_the_page_cannot_do_is_refused_in_words(solution, step, text):
    with pytest.raises(ValueError, match=re.escape(text)):
        play.url_fragment(solution, step)


def test_the_page_is_written_as_it_is_shipped(called, tmp_path, play_html):
    file = tmp_path / "tower.html"
    assert called("play", "--save", str(file)) == (0, "", "")
    assert file.read_bytes() == play_html.read_bytes()


def test_a_position_is_one_line_more(called, tmp_path, play_html):
    file = tmp_path / "tower.html"
    assert called("play", "4", "--pegs", "4", "--labels", "ABCD", "--to", "B", "--save", str(file)) == (0, "", "")
    lines = file.read_text("utf-8").splitlines()
    line = '<script>location.hash ||= "state=0000&pegs=4&goal=1&label=A&label=B&label=C&label=D";</script>'
    assert lines.count(line) == 1
    lines.remove(line)
    assert lines == play_html.read_text("utf-8").splitlines()


def test_the_browser_is_given_a_file_of_the_page(called, opened, tmp_path):
    status, out, err = called("play", "--stacks", "3 1 | 2 | ")
    (file,) = tmp_path.iterdir()
    assert (status, out, err, opened) == (0, f"{file.as_uri()}\n", "", [file.as_uri()])
    assert '"state=010&pegs=3&goal=2"' in file.read_text("utf-8")


def test_without_a_browser_a_line_says_what_to_do_and_nothing_is_left(called, opened, monkeypatch, tmp_path):
    monkeypatch.setattr("webbrowser.open", lambda address: False)
    status, out, err = called("play")
    assert (status, out) == (1, "")
    assert err == "hanoi-fast play: error: no browser has been found: --save FILE writes the page for one elsewhere\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("line", "status", "text"),
    [
        ("play 3 --state 0", 2, "hanoi-fast play: error: argument --state: not allowed with argument DISCS"),
        ("play --to 1", 2, "hanoi-fast play: error: a position is missing: DISCS, --state or --stacks says where"),
        ("play --pegs 4", 2, "hanoi-fast play: error: a position is missing"),
        ("play --step 4", 2, "hanoi-fast play: error: a position is missing"),
        ("play 3 --step 8", 2, "hanoi-fast play: error: step must be between 0 and 7, not 8"),
        ("play 65", 2, "hanoi-fast play: error: more than 12 discs can only be looked at"),
        ("play --save no/such/x.html", 1, "hanoi-fast play: error: no/such/x.html: No such file or directory"),
    ],
)
def test_a_mistake_is_said_in_a_line_and_opens_nothing(called, opened, line, status, text, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    ended, out, err = called(*line.split())
    assert (ended, out, err.count("\n")) == (status, "", 1)
    assert err.startswith(text)
    assert (opened, list(tmp_path.iterdir())) == ([], [])


@pytest.mark.parametrize(
    ("arguments", "state", "moves"),
    [(("--state", "0,2,1,0", "--to", "1"), [0, 2, 1, 0], 0), (("5", "--pegs", "4"), [0] * 5, 0)],
)
def test_the_page_begins_in_the_browser_where_it_was_told(page, called, tmp_path, arguments, state, moves):
    page.file = Path(tmp_path) / "tower.html"
    assert called("play", *arguments, "--save", str(page.file)) == (0, "", "")
    page.open()
    assert (page.state, page.run("return hanoi.moves")) == (state, moves)


@pytest.mark.parametrize("labels", [["A", "B", "C"], ["left", "<b>", "&'\"\\é"]])
def test_the_pegs_are_called_what_the_user_calls_them(page, called, tmp_path, labels):
    page.file = Path(tmp_path) / "tower.html"
    assert called("play", "2", "--labels", ",".join(labels), "--to", labels[1], "--save", str(page.file)) == (0, "", "")
    page.open()
    assert [peg.text.split("\n")[0] for peg in page.find_all(".peg span")] == labels
    assert page.said == f"Choose a peg, then the peg to move to. The goal is peg {labels[1]}."
    assert [option.text for option in page.find_all("#goal option")] == labels
    assert [text.text for text in page.find_all("#graph text")] == [f"all on peg {label}" for label in labels]
    page.press("h")
    assert page.said == f"Hint: disc 1 from peg {labels[0]} to peg {labels[2]}."
    # A link keeps the names, and other pegs than those that have them are numbered.
    page.run("location.reload()")
    assert [option.text for option in page.find_all("#goal option")] == labels
    page.run("const pegs = document.getElementById('pegs'); pegs.value = 4; pegs.dispatchEvent(new Event('change'))")
    assert [option.text for option in page.find_all("#goal option")] == ["0", "1", "2", "3"]


def test_an_address_says_more_than_the_file(page, called, tmp_path):
    page.file = Path(tmp_path) / "tower.html"
    called("play", "4", "--save", str(page.file))
    page.open("#state=0210&pegs=3&goal=1")
    assert page.state == [0, 2, 1, 0]


def test_any_step_of_a_large_tower_is_looked_at(page, called, tmp_path):
    page.file = Path(tmp_path) / "tower.html"
    called("play", "64", "--step", "10^18", "--save", str(page.file))
    page.open()
    assert page.run("return hanoi.state") == hf.solve(64).state(10**18).tolist()
