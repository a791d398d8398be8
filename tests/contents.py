"""The whole files that documents are read against, move by move."""

import json

from hypothesis import strategies as st
from oracles import layouts, rendered

import hanoi_fast as hf

REPEATING = ["pairs", "moves", "packed", "discs", "sums", "npy", "text", "italian"]
FORMATS = [*layouts(3), "json", "{disc:03d} {source}\n"]


def naive(solution, name="text", **options):
    """The whole file: its header, the moves asked for one at a time, its footer."""
    moves = [solution[step] for step in range(solution.count)]
    if name == "json":
        return json.dumps(moves, separators=(",", ":")).encode() + b"\n"
    return rendered(moves, name, discs=solution.discs, **options)


@st.composite
def documents(draw):
    """Draw a document of a tower or of a way between any states, whole or a part, and its bytes."""
    discs = draw(st.integers(6, 13))
    pegs = st.lists(st.integers(0, 2), min_size=discs, max_size=discs)
    solution = hf.solve(draw(st.one_of(st.just(discs), pegs)), draw(st.one_of(st.integers(0, 2), pegs)))
    first = draw(st.one_of(st.just(0), st.integers(0, solution.count)))
    file = solution[first : first + draw(st.integers(0, solution.count))].open(draw(st.sampled_from(REPEATING)))
    return file.document, file.read()
