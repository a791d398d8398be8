"""Does the reader of lists ever say what is not so? Moves are written in a random way, one thing is spoiled, and the
report must be that of the moves that stand there, or a refusal.

    python tests/fuzz_lists.py --count 100000 --seed 1     counts; every contradiction is printed, and the status is 1

Whoever writes a list knows its moves: no second reader has to say what it holds. Moves are judged by oracles.replay.
"""

from __future__ import annotations

import argparse
import io
import random
import re
import sys
from collections import Counter
from typing import NamedTuple

import oracles
from written_lists import KINDS

import hanoi_fast as hf

COUNTERS = [
    "",
    "",
    "",
    "{i}. ",
    "{i}) ",
    "{i}: ",
    "Step {i}: ",
    "[{i}] ",
    "#{i}: ",
    "({i}) ",
    "- ",
    "* ",
    "Move {i}: ",
    "> ",
]
SENTENCES = [
    "Move disk {d} from {s} to {t}", "Move disc {d} from peg {s} to peg {t}.",
    "move the disk {d} from rod {s} to rod {t}",
    "Move top disk from {s} to {t}", "Disk {d}: {s} -> {t}", "{s} -> {t}", "{s} to {t}", "{d} from {s} to {t}",
    "Move {d} from {s} to {t}", "Move disk {d} to {t}", "Disk {d} -> {t}", "transfer disk {d} ({s} to {t})", "{s} {t}",
    "{d} {s} {t}", "{d},{s},{t}", "{s},{t}", "{s} => {t}", "Take ring {d} off tower {s} and put it on tower {t}",
    "Mover disco {d} de {s} a {t}", "Bewege Scheibe {d} von {s} nach {t}", "Déplacer le disque {d} de {s} vers {t}",
    "Sposta il disco {d} da {s} a {t}", "Verplaats schijf {d} van {s} naar {t}", "Переместить диск {d} с {s} на {t}",
    "Mova o disco {d} de {s} para {t}", "disk={d} from={s} to={t}", "[{d}, {s}, {t}]", "({s}, {t})", "{d}: {s} -> {t}",
    "peg {s} -> peg {t}", "Move a disk from {s} onto {t}!", "from {s} to {t} with disk {d}", "{d} | {s} | {t}",
]  # fmt: skip
PEGS = ["A B C", "A B C", "1 2 3", "0 1 2", "a b c", "left middle right", "source spare target"]
HEADS = ["", "", "", "Solution:\n", "{n}\n", "Tower of Hanoi with {discs} disks\n\n",
         "Here are the moves that solve it:\n",
         "```\n", "<answer>\n"]  # fmt: skip
TAILS = ["", "", "", "Done!\n", "Total moves: {n}\n", "```\n", "\nAll disks are on the last peg now.\n"]
LETTERS = "ABCDabcd0123456789 .,:;->()[]\n\teo"


class Field(NamedTuple):
    """A place in a text: which move's, what it is, and where it stands."""

    move: int
    role: str
    low: int
    high: int


class Case(NamedTuple):
    """A list as it is written, and what it holds."""

    text: str
    fields: list[Field]
    moves: list[tuple[int, int, int]]
    names: list[str]
    discs: int
    roles: frozenset[str]
    options: dict


def case(chance: random.Random) -> Case:
    """A list in a random form; its moves may be wrong."""
    discs = chance.choice([1, 2, 2, 3, 3, 3, 4])
    moves = list(oracles.tower_moves(discs))
    change = chance.random()
    which = chance.randrange(len(moves))
    if change < 0.45:
        moves[which] = another(chance, moves[which], discs)
    elif change < 0.5:
        del moves[which]
    elif change < 0.55:
        moves.insert(which, moves[which])
    elif change < 0.6 and which:
        moves[which - 1], moves[which] = moves[which], moves[which - 1]
    return form_of(chance, moves, discs)


def another(chance: random.Random, move: tuple[int, int, int], discs: int) -> tuple[int, int, int]:
    """A move that differs in one number."""
    disc, source, target = move
    kind = chance.randrange(3)
    if kind == 0:
        return chance.randint(1, discs), source, target
    peg = chance.randrange(3)
    return (disc, peg, target) if kind == 1 else (disc, source, peg)


def form_of(chance: random.Random, moves: list[tuple[int, int, int]], discs: int) -> Case:
    """Write moves in a random form."""
    if chance.random() < 0.4:
        form = chance.choice([form for forms in KINDS.values() for form in forms])
        line, pegs, before, after, between = form.line, form.pegs, form.before, form.after, form.between
        options = form.options
    else:
        line = chance.choice(COUNTERS) + chance.choice(SENTENCES) + "\n"
        pegs, between, options = chance.choice(PEGS), "", {}
        before, after = chance.choice(HEADS), chance.choice(TAILS)
    names = pegs.split(" ")
    ends = {"n": len(moves), "discs": discs}
    text, fields, where = before.format(**ends), [], [0] * discs
    for i, (disc, source, target) in enumerate(moves):
        text += between if i else ""
        under = min((d for d in range(1, discs + 1) if where[d - 1] == target and d != disc), default=0)
        where[disc - 1] = target
        values = {"i": i + 1, "z": i, "d": disc, "s": names[source], "t": names[target], "n": len(moves), "u": under}
        text = add_line(text, fields, line, values, i)
    text += after.format(**ends)
    roles = frozenset(role for role in "dst" if f"{{{role}}}" in line)
    return Case(text, fields, moves, names, discs, roles, options)


def add_line(text: str, fields: list[Field], line: str, values: dict, move: int) -> str:
    """Append a line, and note where its fields stand."""
    import string

    for literal, name, _, _ in string.Formatter().parse(line):
        text += literal
        if name is not None:
            low = len(text)
            text += str(values[name])
            fields.append(Field(move, name, low, len(text)))
    return text


def spoiled(chance: random.Random, given: Case) -> tuple[str, list[list[tuple[int, int, int]]] | None]:
    """A text with one character changed, and what it may hold then; None if only a refusal or any error is right."""
    text = given.text
    at = chance.randrange(len(text) + 1)
    kind = chance.choice(["replace", "delete", "insert", "double"])
    new = {"replace": chance.choice(LETTERS), "delete": "", "insert": chance.choice(LETTERS) + text[at : at + 1],
           "double": text[at : at + 1] * 2}[kind]  # fmt: skip
    changed = text[:at] + new + text[at + 1 :]
    touched = [field for field in given.fields if field.low - 1 <= at <= field.high]
    allowed = [given.moves]
    for field in touched:
        for low in (field.low, field.low - 1):
            for high in range(field.high - 1, field.high + 3):
                moves = read_anew(given, field, changed[max(0, low) : high].strip(" .,:;->()[]\n\t|{}'\"*`$"))
                allowed += [moves] if moves else []
    return changed, allowed


def read_anew(given: Case, field: Field, value: str) -> list[tuple[int, int, int]] | None:
    """The moves if a field has another value."""
    if field.role not in "dst":
        return None
    disc, source, target = given.moves[field.move]
    folded = [name.lower() for name in given.names]
    if field.role == "d":
        if not value.isdigit():
            return None
        changed = (int(value), source, target)
    elif value.lower() in folded:
        peg = folded.index(value.lower())
        changed = (disc, peg, target) if field.role == "s" else (disc, source, peg)
    elif value.isdigit() and given.names[0].isdigit():
        peg = int(value) - int(given.names[0])
        changed = (disc, peg, target) if field.role == "s" else (disc, source, peg)
    elif len(given.moves) == 1 and "s" not in given.roles and (anew := peg_alone(value)) is not None:
        changed = (disc, source, anew)
    elif len(value) == 1 and value.isalpha() and len(given.names[0]) == 1 and given.names[0].isalpha():
        peg = ord(value.lower()) - ord("a") if given.names[0].lower() == "a" else 99
        changed = (disc, peg, target) if field.role == "s" else (disc, source, peg)
    else:
        return None
    return [*given.moves[: field.move], changed, *given.moves[field.move + 1 :]]


def peg_alone(value: str) -> int | None:
    """The peg of a name that is the only one in a text: no other says that pegs are called otherwise there."""
    if value in ("0", "3"):
        return int(value) and 2
    return ord(value.lower()) - ord("a") if len(value) == 1 and value.isalpha() and value.isascii() else None


def truth(given: Case, moves: list[tuple[int, int, int]]) -> tuple[int, str] | tuple[str, tuple[int, ...]]:
    """What the slow replay says: the first wrong move and why, or the last state."""
    state, told = [0] * given.discs, []
    for disc, source, target in moves:
        if "s" not in given.roles:
            source = state[disc - 1] if 1 <= disc <= given.discs else (1 if target == 0 else 0)
            if 1 <= disc <= given.discs:
                state[disc - 1] = target
        told.append((disc, source, target) if "d" in given.roles else (source, target))
    try:
        return "legal", oracles.replay(told, (0,) * given.discs)
    except AssertionError as error:
        index, _, why = str(error).removeprefix("move ").partition(": ")
        return int(index), why.split()[0]


WHY = {
    "there is no peg": "no",
    "that is": "same",
    "is empty": "empty",
    "there is no disc": "disc",
    "on top of": "disc",
    "smaller": "larger",
}


def said(report: hf.Report) -> tuple[int, str] | tuple[str, tuple[int, ...]]:
    """What a report says, in the words of `truth`."""
    if report.legal:
        return "legal", tuple(report.state.tolist())
    return report.first_error.index, next(key for words, key in WHY.items() if words in report.first_error.reason)


NUMBERED = re.compile(r"(?:dis[ck]|ring)s?\W?\d", re.IGNORECASE)


def tried(chance: random.Random) -> tuple[str, str, str]:
    """Try one: "read", "refused" or "WRONG", whether a character was spoiled, and what to print."""
    given = case(chance)
    text, allowed = given.text, [given.moves]
    # Two mistakes in a list of numbers may make a right one that counts from elsewhere.
    right = given.moves == list(oracles.tower_moves(given.discs))
    by_character = chance.random() < 0.5 and (right or not given.names[0].isdigit())
    if by_character:
        text, allowed = spoiled(chance, given)
    kind = "character" if by_character else "move"
    if by_character and "d" not in given.roles and NUMBERED.search(text) and not NUMBERED.search(given.text):
        return "left out", kind, text  # it names a disc now, and another one than there is
    try:
        report = hf.verify(io.BytesIO(text.encode()), given.discs, **given.options)
    except ValueError as error:
        return "refused", kind, f"{error}\n{text}"
    right = {truth(given, moves) for moves in allowed}
    if said(report) in right:
        return "read", kind, text
    return "WRONG", kind, f"{text!r}\n{given.discs} discs, said {said(report)}, right {right}\n{report}\n"


def main() -> int:
    """Try many."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--refused", action="store_true", help="print what was refused as well")
    args = parser.parse_args()
    chance, counts = random.Random(args.seed), Counter()
    for _ in range(args.count):
        result, kind, text = tried(chance)
        counts[result, kind] += 1
        if result == "WRONG" or (args.refused and result == "refused" and kind == "move"):
            print(text, flush=True)
    print(", ".join(f"{kind} spoiled, {result}: {number:,}" for (result, kind), number in sorted(counts.items())))
    return any(result == "WRONG" for result, _ in counts)


if __name__ == "__main__":
    sys.exit(main())
