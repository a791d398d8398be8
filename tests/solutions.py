"""Solutions together with their moves by another way."""

import oracles
from hypothesis import strategies as st

import hanoi_fast as hf


@st.composite
def puzzles(draw):
    """A solution and its moves by another way: a tower on 3 to 6 pegs, or any state to any state."""
    if draw(st.booleans()):
        discs, pegs, source, target = draw(oracles.towers(max_discs=8, max_pegs=6))
        moves = oracles.tower_moves(discs, pegs, target, source)
        return hf.solve(discs, target, pegs=pegs, source=source), moves
    start, goal = draw(oracles.state_pairs(max_discs=5))
    solution = hf.solve(start, goal)
    # That these are the right moves is asked in test_routes.py.
    return solution, [tuple(solution[step]) for step in range(solution.count)]
