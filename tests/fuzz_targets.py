"""What fuzz_inputs.py feeds: each target makes an input of bytes, and compares the answer with plain Python."""

import io
import json
import struct
import tempfile
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from zlib import crc32

import hanoi_fast as hf
from hanoi_fast.commands.numbers import parse
from hanoi_fast.files.descriptions import decoded
from hanoi_fast.files.sidecars import sidecar_of


class Wrong(Exception):
    """What the package does with an input is not what it should."""


class Draw:
    """Values drawn from bytes, zeros after their end."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, size):
        piece = self.data[self.at : self.at + size]
        self.at += size
        return piece + bytes(size - len(piece))

    def below(self, limit):
        size = (max(1, limit - 1).bit_length() + 7) // 8
        return int.from_bytes(self.take(size), "little") % limit

    def between(self, low, high):
        return low + self.below(high - low + 1)

    def of(self, things):
        return things[self.below(len(things))]

    def rest(self):
        piece, self.at = self.data[self.at :], len(self.data)
        return piece

    def text(self, alphabet, most):
        return "".join(self.of(alphabet) for _ in range(self.below(most + 1)))


def same(ours, right, what):
    if ours != right:
        raise Wrong(f"{what}: {ours!r:.200}, and it should be {right!r:.200}")


# ---- numbers ----

SUFFIXES = {"k": 10**3, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12, "P": 10**15, "E": 10**18}
PIECES = [*"0123456789_.eE+-kKMGTPEi xXoObBaf^* ", "**", "2^", "1e", "0x", "Ki", "**2"]


def plainly(text):
    """The value of a sum, character by character, without a regular expression; None where it is too large to try."""
    text = text.replace("**", "^")
    total, sign, word = 0, 1, ""
    for at, character in enumerate(text):
        after = text[at + 1 : at + 2]
        based = word.split("^")[-1].strip().lower().startswith("0x")
        exponent = word[-1:] in ("e", "E") and after.isdigit() and not based
        if character not in "+-" or exponent:
            word += character
            continue
        if word.strip():
            value = power(word.split("^"))
            if value is None:
                return None
            total += sign * value
        sign, word = 1 - 2 * (character == "-"), ""
    value = power(word.split("^"))
    return None if value is None else total + sign * value


def power(words):
    *bases, value = (single(word.strip().replace("_", "")) for word in words)
    for base in reversed(bases):
        if None in (base, value) or value > 5000 or abs(base) > 10**5000:
            return None
        value = base**value
    return value


def single(word):
    if word[:2].lower() in ("0x", "0o", "0b"):
        return int(word, 0)
    factor = 1
    if word.endswith("i"):
        factor, word = 2 ** (10 * ("KMGTPE".index(word[-2]) + 1)), word[:-2]
    elif word[-1:] in SUFFIXES and word[-1:]:
        factor, word = SUFFIXES[word[-1]], word[:-1]
    digits, _, exponent = word.replace("E", "e").partition("e")
    if len(exponent) > 4:
        return None
    value = Fraction(digits) * Fraction(10) ** int(exponent or 0) * factor
    return int(value) if value.denominator == 1 else value


def numbers(data):
    draw = Draw(data)
    text = draw.text(PIECES, 24) if draw.below(4) else draw.rest().decode("latin-1")
    try:
        value = parse(text)
    except ValueError:
        return
    right = plainly(text)
    if right is not None:
        same(value, right, f"the number {text!r}")


# ---- templates ----

PARTS = ["{disc}", "{source}", "{target}", "{disc:>5}", "{source:<3}", "{target!r:^7}", "{disc:x}", "{disc:,}",
         "{{", "}}", *"{}:!<>=+-#0123456789.,_bcdeEfFgGnosxX% \n\t\\aé\x00"]  # fmt: skip
LABELS = [None, ["A", "B", "C"], ["left", "x", ""], ["0", "10", "2"], ["é", "ß", "漢字"], ['"', ",", "\n"]]


def templates(data):
    draw = Draw(data)
    discs, labels = draw.between(0, 6), draw.of(LABELS)
    text = "".join(draw.of(PARTS) for _ in range(draw.below(12)))
    solution, names = hf.solve(discs), labels or ["0", "1", "2"]
    try:
        found = solution.open(text, labels=labels).read()
        size, check = solution.nbytes(text, labels=labels), solution.crc32(text, labels=labels)
    except ValueError:
        return
    if "{" not in text:
        return  # a name of a format
    plain = "".join(text.format(disc=d, source=names[s], target=names[t]) for d, s, t in solution).encode()
    same((found, size, check), (plain, len(plain), crc32(plain)), f"{text!r} of {discs} discs")


# ---- slices ----


def slices(data):
    draw = Draw(data)
    pegs = draw.of([3, 3, 4, 5])
    if draw.below(2) or pegs > 3:
        solution = hf.solve(draw.between(0, 7), draw.below(pegs), pegs=pegs)
    else:
        discs = draw.between(1, 7)
        solution = hf.solve(*([draw.below(3) for _ in range(discs)] for _ in "ab"))
    plain = [tuple(move) for move in solution]
    same(len(solution), len(plain), "the length")
    for _ in range(draw.between(1, 4)):
        first, stop = (draw.of([None, draw.between(0, 140) - 70]) for _ in "ab")
        step = draw.of([None, 1, -1, 2, -3, draw.between(1, 99)])
        what = f"{solution!r}[{first}:{stop}:{step}]"
        ours, right = solution[first:stop:step], plain[first:stop:step]
        same([tuple(move) for move in ours], right, what)
        if step not in (None, 1):
            continue
        move = draw.of([(draw.between(1, 7), draw.below(3), draw.below(3)), *right[:3]])
        same(move in ours, move in right, f"{move} in {what}")
        if move in right:
            same(ours.index(move), right.index(move), f"{what}.index({move})")
        rows = [list(pair[1:]) for pair in right]
        same(ours.array("pairs").tolist(), rows, f"the array of {what}")
        text = ours.open("full").read()
        same(text, "".join("{} {} {}\n".format(*row) for row in right).encode(), f"the text of {what}")
        same((ours.nbytes("full"), ours.crc32("full")), (len(text), crc32(text)), f"length and checksum of {what}")
        step = draw.between(0, len(right))
        same(ours.step_of(ours.state(step)), step, f"step {step} of {what}")
        solution, plain = ours, right


# ---- what may be handed to verify() ----

LIST_PIECES = ["0", "1", "2", "A", "B", "C", " ", "\n", ",", "\t", "-> ", "Move disc ", " from ", " to ", ": ", "[",
               "]", "(", ")", "disc", "source", "3", "10", "#", '"', "\r\n", "\ufeff", "peg ", ".",
               "\x00", "é"]  # fmt: skip


def judged(content, discs, **options):
    with suppress(ValueError):
        hf.verify(io.BytesIO(content), discs, **options)


def lists(data):
    draw = Draw(data)
    discs = draw.between(0, 4)
    if draw.below(3):
        content = "".join(draw.of(LIST_PIECES) for _ in range(draw.below(60))).encode()
    else:
        rows = hf.solve(discs).open(draw.of(["text", "full", "csv", "json", "english", "arrows"])).read()
        at = draw.below(len(rows) + 1)
        content = rows[:at] + draw.rest() + rows[at + draw.below(3) :]
    judged(content, discs, pegs=3)


HEADERS = ["{", "}", "'descr'", "'fortran_order'", "'shape'", ": ", ", ", "'|u1'", "'<i8'", "'>f4'", "'|O'", "True",
           "False", "(", ")", "7", "2", "3", "-1", "10**9", "9" * 30, "[", "]", "'", "\\", "#", "\n",
           "\x00", "e", "j", "None"]  # fmt: skip


def npy(data):
    draw = Draw(data)
    right = f"{{'descr': '|u1', 'fortran_order': False, 'shape': (7, {draw.of([2, 3])}), }}"
    at = draw.below(len(right))
    pieces = "".join(draw.of(HEADERS) for _ in range(draw.below(20)))
    text = pieces if draw.below(3) == 0 else right[:at] + pieces + right[at + draw.below(9) :]
    header = text.encode("latin-1")
    version = draw.of([(1, 0), (2, 0), (3, 0), (draw.below(256), draw.below(256))])
    length = struct.pack("<H" if version == (1, 0) else "<I", draw.of([len(header), draw.below(1 << 16)]))
    moves = hf.solve(3).array(draw.of(["pairs", "moves"])).tobytes()
    judged(b"\x93NUMPY" + bytes(version) + length + header + moves + draw.rest(), 3)


def arrow(data):
    """A small Arrow file or stream with some bytes changed."""
    draw = Draw(data)
    content = bytearray(arrow_files()[draw.below(2)])
    for _ in range(draw.between(1, 6)):
        at = draw.below(len(content))
        content[at : at + draw.below(4)] = draw.take(draw.below(5))
    judged(bytes(content[: len(content) - draw.of([0, 0, 0, draw.below(len(content))])]), 3)


def arrow_files(known=[]):  # noqa: B006
    if not known:
        with tempfile.TemporaryDirectory() as folder:
            for name in ("a.arrow", "a.arrows"):
                hf.solve(3).save(Path(folder) / name)
                known.append((Path(folder) / name).read_bytes())
    return known


# ---- descriptions ----

VALUES = [None, True, False, 0, 1, -1, 3, 7, 2**53, 2**64, 10**400, 1.5, "", "0", "0x7", "9" * 4299, "text", "csv",
          "npy", "\ud800", "\x1b[2J", [], [0], [0, 1, 2], [[1, 0, 2]], ["A", "B", "C"], {}, {"a": 1}, "complete",
          "linear", "{disc:>9}", "{disc", "gz", "zst", "x" * 70_000]  # fmt: skip


def descriptions(data):
    draw = Draw(data)
    solution = draw.of([hf.solve(3), hf.solve([0, 1, 2], [1, 1, 0]), hf.solve(2, arcs="linear")])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / draw.of(["a.txt", "a.npy", "a.bin", "a.txt.gz"])
        solution.save(path)
        beside = sidecar_of(path)
        fields = json.loads(beside.read_bytes())
        for _ in range(draw.below(4)):
            fields[draw.of([*fields, "step", "0"])] = draw.of(VALUES)
        text = json.dumps(fields).encode()
        if draw.below(3) == 0:
            at = draw.below(len(text))
            text = text[:at] + draw.rest() + text[at + draw.below(5) :]
        beside.write_bytes(text)
        with suppress(ValueError, OSError):
            hf.load(path)
        with suppress(ValueError):
            known = decoded(text, "it")
            same(decoded(json.dumps(known).encode(), "it"), known, "a description that is read again")


TARGETS = {each.__name__: each for each in (numbers, templates, slices, lists, npy, arrow, descriptions)}
