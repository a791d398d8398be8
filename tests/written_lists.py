"""Lists as people and programs publish them: for each a template, with what stands before and after, and its pegs.

{i} counts from 1, {z} from 0, {n} is the number of moves, {d} the disc, {s} and {t} the pegs, {u} what it is laid on.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Written(NamedTuple):
    """How a list is written."""

    line: str
    pegs: str = "A B C"
    before: str = ""
    after: str = ""
    between: str = ""  # what stands between two moves instead of nothing
    encoding: str = "utf-8"
    options: Mapping = MappingProxyType({})


W = Written
N = "1 2 3"
Z = "0 1 2"

COUNTERS = [
    W("Step {i}: Move disk {d} from {s} to {t}\n"),
    W("Step {i}. Move disc {d} from peg {s} to peg {t}.\n", N),
    W("{i}: Move disk {d} from {s} to {t}\n"),
    W("[{i}]: Move disk {d} from {s} to {t}\n"),
    W("[{i}]: {s} -> {t}\n"),
    W("   {i}  {s} -> {t}\n"),
    W("#{i}: {s}->{t}\n"),
    W("{i}) {s} -> {t}\n"),
    W("{i}/{n} Move disk {d} from {s} to {t}\n"),
    W("{i}. {s} -> {t}\n", N),
    W("{z}: Move disk {d} from {s} to {t}\n"),
    W("Move #{i}: disk {d} from {s} to {t}\n"),
    W("Move {i}: disk {d} from {s} to {t}\n", N),
    W("Move no. {i}: Disk {d}: {s} -> {t}\n"),
]
NO_WORD_FOR_THE_DISC = [
    W("Move {d} from {s} to {t}\n"),
    W("{d} from {s} to {t}\n"),
    W("MOVE {d} FROM {s} TO {t}\n", "L M R", options={"labels": "LMR"}),
    W("{d} : {s} -> {t}\n", N),
    W("{d}: {s} -> {t}\n"),
    W("{d} {s} {t}\n", Z),
    W("{d} {s} {t}\n"),
    W("({d}, {s}, {t})\n", N),
]
WHERE_IT_GOES = [
    W("Move disk {d} to peg {t}\n", N),
    W("Disk {d} -> {t}\n"),
    W("{i}. Move disc {d} to rod {t}.\n"),
    W("Move ring {d} to the tower {t}\n"),
    W("Put disk {d} on peg {t}\n", N),
]
MORE_WORDS = [
    W("Move top disk from pole {s} to pole {t}.\n", "START HELPER END"),
    W("I move a disk from {s} to {t}\n", "Left Middle Right"),
    W("transfer disk {d} ({s} to {t})\n"),
    W("Disc on peg {s} to peg {t}\n", N),
    W("Move disk {d} from source {s} to destination {t}\n"),
    W("move {d} from {s} to {t} atop {u}\n", N),
    W("Move the top disk from the {s} peg to the {t} peg.\n", "left middle right"),
    W("Move disk {d} from {s} to {t}.\n", "source auxiliary target"),
    W("Take disk {d} from rod {s} and place it on rod {t}\n"),
    W("Transferring the disk {d} from the peg {s} to the peg {t}.\n", N),
    W("Disk {d} moved from {s} to {t}\n"),
    W("Moved disk {d} from tower {s} to tower {t}\n", N),
]
LANGUAGES = [
    W("Mover disco {d} de {s} a {t}\n"),
    W("Mover el disco {d} de la torre {s} a la torre {t}\n", N),
    W("Mueve el disco {d} desde {s} hasta {t}\n"),
    W("Mova o disco {d} de {s} para {t}\n"),
    W("Mova o disco {d} do pino {s} para o pino {t}\n", N),
    W("Bewege Scheibe {d} von {s} nach {t}\n"),
    W("Lege Scheibe {d} von Stab {s} auf Stab {t}.\n", N),
    W("Déplacer le disque {d} de {s} à {t}\n"),
    W("Déplacer le disque {d} de la tour {s} vers la tour {t}\n", N),
    W("Sposta il disco {d} da {s} a {t}\n"),
    W("Sposta il disco {d} dal piolo {s} al piolo {t}\n", N),
    W("Verplaats schijf {d} van {s} naar {t}\n"),
    W("Verplaats schijf {d} van paal {s} naar paal {t}\n", N),
    W("Переместить диск {d} с {s} на {t}\n"),
    W("Переместите диск {d} со стержня {s} на стержень {t}\n", N),
    W("Mover de {s} a {t}\n", "origen auxiliar destino"),
]
AROUND = [
    W("{s} -> {t}\n", before="Tower of Hanoi\n==============\n\n"),
    W("Move disk {d} from {s} to {t}\n", before="Enter the number of disks: 3\nThe moves are:\n"),
    W("Move disk {d} from {s} to {t}\n", before="For 3 discs:\n", after="Total moves: {n}\n"),
    W("{s} {t}\n", N, before="{n}\n"),
    W("Move disk {d} from {s} to {t}\n", after="\nDone! All disks have been moved.\n"),
    W("Move disk {d} from {s} to {t}\n\n"),
    W("Move disk {d} from {s} to {t}\n", between="  |    |    |\n  =    |    |\n -+----+----+-\n"),
    W("{i}. Move disk {d} from {s} to {t}\n", before="Sure! Here is how to solve the puzzle:\n\n",
      after="\nThe puzzle is solved in {n} moves.\n"),
]  # fmt: skip
MARKS = [
    W("- Move disk {d} from {s} to {t}\n"),
    W("* {s} -> {t}\n"),
    W("{i}. **Move disk {d}** from **{s}** to **{t}**\n"),
    W("- `{s}` -> `{t}`\n"),
    W("> Move disk {d} from {s} to {t}\n"),
    W("{s} -> {t}\n", before="```\n", after="```\n"),
    W("Move disk {d} from {s} to {t}\n", before="```text\n", after="```\n"),
    W("{s} -> {t}\n", before="<answer>", after="</answer>\n"),
    W("{s} -> {t}\n", before="<answer>\n", after="</answer>\n"),
    W("$ {s} \\to {t} $\n"),
    W("{i}. ${s} \\rightarrow {t}$\n"),
    W("# Move disk {d} from {s} to {t}\n"),
    W("// {s} -> {t}\n", N),
    W('"Move disk {d} from {s} to {t}"\n'),
    W("'{s} -> {t}'\n"),
]
ARROWS = [W(f"{{s}} {arrow} {{t}}\n") for arrow in ("->", "-->", "=>", "→", "⇒", ">", "to", r"\to")]
CODE = [
    W("[{d}, {s}, {t}]", Z, "moves = [", "]\n", ", "),
    W('("{s}","{t}")', "a b c", "[", "]\n", ","),
    W("{{{s}, {t}}}", N, "{{", "}}\n", ", "),
    W("{{:move, :{s}, :{t}}}", "a b c", "[", "]\n", ", "),
    W("    [{d}, {s}, {t}],\n", Z, "moves = [\n", "]\n"),
    W("    ('{s}', '{t}'),\n", "A B C", "moves = [\n", "]\n"),
    W("({d}, '{s}', '{t}')", "A B C", "```python\nmoves = [", "]\n```\n", ", "),
]
JSON = [
    W('{{"from": "{s}", "to": "{t}"}}', "A B C", "[", "]\n", ", "),
    W('{{"to": {t}, "from": {s}}}', Z, "[", "]\n", ","),
    W('{{"disk": {d}, "from_peg": {s}, "to_peg": {t}}}\n', N),
    W('{{"source": "{s}", "target": "{t}", "disc": {d}}}\n'),
    W('"Move disk {d} from {s} to {t}"', "A B C", "[", "]\n", ", "),
    W('  "Move disk {d} from {s} to {t}",\n', "A B C", "[\n", "]\n"),
    W("[{d}, {s}, {t}]", Z, '{{"discs": 3, "moves": [', "]}}\n", ", "),
    W('{{"step": {i}, "disk": {d}, "from": "{s}", "to": "{t}"}}\n'),
    W('  {{\n    "disk": {d},\n    "from": "{s}",\n    "to": "{t}"\n  }}', "A B C", "[\n", "\n]\n", ",\n"),
]
TABLES = [
    W("{d};{s};{t}\n", Z),
    W("{d}\t{s}\t{t}\n"),
    W("{i}   {d}   {s}   {t}\n", before="step disk from to\n"),
    W("{i},{d},{s},{t}\n", before="step,disk,from,to\n"),
    W("{t},{s},{d},{i}\n", before="To,From,Disk,Step\n"),
    W("{z},{d},{s},{t}\n", before=",disk,from,to\n"),
    W('"{i}","{d}","{s}","{t}"\n', before='"Move","Disk","From","To"\n'),
    W("{d} {s} {t}\n", before="# disc from to\n"),
    W("| {i} | {d} | {s} | {t} |\n", before="| Move | Disk | From | To |\n|------|------|------|----|\n"),
    W("{i};{d};{s};{t}\r\n", N, before="Step;Disk;From;To\r\n"),
]
BYTES = [
    W("Move disk {d} from {s} to {t}\n", encoding="utf-8-sig"),
    W("Move disk {d} from {s} to {t}\r\n", encoding="utf-16"),
    W("{s} → {t}\r\n", encoding="utf-16"),
    W("Move disk {d} from {s} to {t}\r"),
    W("Move disk {d} from {s} to {t}\r\n"),
]
GLUED = [W("{s}{t}\n"), W("{s}{t}", between=" "), W("{s}{t}", between=", ")]

KINDS = {
    "counters": COUNTERS,
    "no word": NO_WORD_FOR_THE_DISC,
    "where": WHERE_IT_GOES,
    "words": MORE_WORDS,
    "languages": LANGUAGES,
    "around": AROUND,
    "marks": MARKS,
    "arrows": ARROWS,
    "code": CODE,
    "json": JSON,
    "tables": TABLES,
    "bytes": BYTES,
    "glued": GLUED,
}


def written(form: Written, moves: list[tuple[int, int, int]], discs: int) -> bytes:
    """The bytes of moves, (disc, source, target), written in a form; they need not be legal."""
    names = form.pegs.split(" ")
    where = [0] * discs
    lines = []
    for i, (disc, source, target) in enumerate(moves):
        under = [other for other in range(1, discs + 1) if where[other - 1] == target and other != disc]
        where[disc - 1] = target
        values = {"i": i + 1, "z": i, "d": disc, "s": names[source], "t": names[target], "n": len(moves)}
        lines.append(form.line.format(**values, u=min(under, default=0)))
    ends = {"n": len(moves)}
    text = form.before.format(**ends) + form.between.join(lines) + form.after.format(**ends)
    return text.encode(form.encoding)
