"""Searches and replays along arcs: what the package says of graphs of pegs is judged by these alone."""

from itertools import product


def legal_along(arcs, state):
    """The states one move away, each with the move: disc, source, target."""
    for disc, peg in enumerate(state):
        if peg not in state[:disc]:
            for source, target in sorted(arcs):
                if source == peg and target not in state[:disc]:
                    yield (*state[:disc], target, *state[disc + 1 :]), (disc + 1, source, target)


def ways_along(arcs, start):
    """From one state, the fewest moves to each that can be reached, and in how many ways."""
    found, edge = {start: (0, 1)}, [start]
    while edge:
        new = []
        for state in edge:
            moves, ways = found[state]
            for after, _ in legal_along(arcs, state):
                if after not in found:
                    found[after] = (moves + 1, 0)
                    new.append(after)
                if found[after][0] == moves + 1:
                    found[after] = (moves + 1, found[after][1] + ways)
        edge = new
    return found


def fewest_along(arcs, start):
    """From one state, the fewest moves to each that can be reached."""
    return {state: moves for state, (moves, _) in ways_along(arcs, start).items()}


def replay_along(arcs, moves, start):
    """The state after the moves, each of them checked."""
    state = tuple(start)
    for disc, source, target in moves:
        after = {move: there for there, move in legal_along(arcs, state)}
        assert (disc, source, target) in after, f"{(disc, source, target)} is not legal in {state}"
        state = after[disc, source, target]
    return state


def strong(arcs, pegs):
    """Whether every peg can be reached from every other."""
    return all(len(fewest_along(arcs, (peg,))) == pegs for peg in range(pegs))


def all_graphs(pegs):
    """All graphs of some pegs in which every peg can be reached from every other, but the complete one."""
    pairs = [(a, b) for a, b in product(range(pegs), repeat=2) if a != b]
    for chosen in product((False, True), repeat=len(pairs)):
        arcs = frozenset(pair for pair, there in zip(pairs, chosen, strict=True) if there)
        if len(arcs) < len(pairs) and strong(arcs, pegs):
            yield arcs
