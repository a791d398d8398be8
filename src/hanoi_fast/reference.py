"""The textbook algorithms in plain Python: documentation, oracle and baseline.

Nothing here is fast or imports the package: the kernels are checked against it and measured by it. A method
yields moves ``(disc, source, target)``; discs count from 1, the smallest, pegs from 0; a state lists the peg
of each disc, smallest first. On three pegs all methods give the same moves, since the shortest way is unique.
Arguments are trusted, except by `Pegs` and where no solution exists.
"Hinz et al." is A. M. Hinz, S. Klavžar, C. Petr, *The Tower of Hanoi – Myths and Maths*, 2nd ed. 2018.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import Any

Move = tuple[int, int, int]


class Pegs:
    """The board itself: stacks of discs, bottom to top, that refuse an illegal move with `ValueError`.

    >>> board = Pegs(3)
    >>> board.move(0, 2), board.move(0, 1), board.stacks, board.state
    (1, 2, [[3], [2], [1]], [2, 1, 0])
    >>> board.move(0, 1)
    Traceback (most recent call last):
    ValueError: disc 3 is larger than disc 2 on peg 1
    """

    def __init__(self, discs: int, pegs: int = 3, source: int = 0) -> None:
        if discs < 0:
            raise ValueError(f"discs must be 0 or more, not {discs}")
        self.stacks: list[list[int]] = [[] for _ in range(pegs)]
        self._stack(source).extend(range(discs, 0, -1))

    @classmethod
    def from_state(cls, state: Sequence[int], pegs: int = 3) -> "Pegs":
        """Stack the discs as a state says: ``state[i]`` is the peg of disc ``i + 1``."""
        board = cls(0, pegs)
        for disc in range(len(state), 0, -1):
            board._stack(state[disc - 1]).append(disc)
        return board

    @property
    def state(self) -> list[int]:
        """The peg of each disc, smallest first."""
        where = {disc: peg for peg, stack in enumerate(self.stacks) for disc in stack}
        return [where[disc] for disc in sorted(where)]

    def top(self, peg: int) -> int | None:
        """Say which disc lies on top of a peg; None if the peg is empty."""
        return next(reversed(self._stack(peg)), None)

    def move(self, source: int, target: int) -> int:
        """Move the top disc and say which it was; a refused move leaves the board as it is."""
        disc, under = self.top(source), self.top(target)
        if source == target:
            raise ValueError(f"source and target are the same peg {source}")
        if disc is None:
            raise ValueError(f"peg {source} is empty")
        if under is not None and under < disc:
            raise ValueError(f"disc {disc} is larger than disc {under} on peg {target}")
        self.stacks[target].append(self.stacks[source].pop())
        return disc

    def move_between(self, a: int, b: int) -> Move:
        """Make the only legal move between two pegs: the smaller of their tops goes to the other peg."""
        source, target = sorted((a, b), key=lambda peg: self.top(peg) or float("inf"))
        return self.move(source, target), source, target

    def replay(self, moves: Iterable[Sequence[int]]) -> "Pegs":
        """Make moves ``(source, target)`` or ``(disc, source, target)``; an error says which, from 0."""
        for index, (*disc, source, target) in enumerate(moves):
            try:
                if disc and self.top(source) not in (None, disc[0]):
                    raise ValueError(f"the top disc of peg {source} is {self.top(source)}, not {disc[0]}")
                self.move(source, target)
            except ValueError as error:
                raise ValueError(f"move {index}: {error}") from None
        return self

    def _stack(self, peg: int) -> list[int]:
        if not 0 <= peg < len(self.stacks):
            raise ValueError(f"there is no peg {peg}: the pegs are 0 to {len(self.stacks) - 1}")
        return self.stacks[peg]


def recursive(discs: int, target: int = 2, source: int = 0) -> Iterator[Move]:
    """Park the smaller discs on the spare peg, move the largest, bring the smaller ones back onto it.

    The solution É. Lucas gave with the puzzle in 1883. Python's recursion limit bounds the discs (about 900).

    >>> list(recursive(2))
    [(1, 0, 1), (2, 0, 2), (1, 1, 2)]
    """
    if discs and source != target:
        spare = 3 - source - target
        yield from recursive(discs - 1, spare, source)
        yield discs, source, target
        yield from recursive(discs - 1, target, spare)


def recursive_list(discs: int, target: int = 2, source: int = 0) -> list[Move]:
    """Collect the moves of the same recursion in a list: a call for each tower, no generators.

    >>> recursive_list(2)
    [(1, 0, 1), (2, 0, 2), (1, 1, 2)]
    """
    moves: list[Move] = []

    def tower(discs: int, source: int, spare: int, target: int) -> None:
        if discs:
            tower(discs - 1, source, target, spare)
            moves.append((discs, source, target))
            tower(discs - 1, spare, source, target)

    if source != target:
        tower(discs, source, 3 - source - target, target)
    return moves


def bitwise(discs: int, target: int = 2, source: int = 0) -> Iterator[Move]:
    """Read each move off its number m, counted from 1; nothing is remembered from one to the next.

    Disc ctz(m) + 1 goes from peg (m & (m-1)) mod 3 to peg ((m | (m-1)) + 1) mod 3, after P. Buneman, L. Levy,
    Inf. Process. Lett. 10 (1980) 243–244. It leads to peg 2 for odd n but to peg 1 for even n: hence labels.

    >>> list(bitwise(2))
    [(1, 0, 1), (2, 0, 2), (1, 1, 2)]
    """
    if source != target:
        spare = 3 - source - target
        label = (source, spare, target) if discs % 2 else (source, target, spare)
        for m in range(1, 1 << discs):
            yield (m & -m).bit_length(), label[(m & (m - 1)) % 3], label[((m | (m - 1)) + 1) % 3]


def alternating(discs: int, target: int = 2, source: int = 0) -> Iterator[Move]:
    """Move the smallest disc every other time, always the same way round; the move between is forced.

    Its first stop is the target for odd numbers of discs, the spare peg for even ones. Found by Lucas's
    nephew R. Olive (Hinz et al., ch. 2); an iterative program of Buneman and Levy 1980.

    >>> list(alternating(2))
    [(1, 0, 1), (2, 0, 2), (1, 1, 2)]
    """
    if discs and source != target:
        spare = 3 - source - target
        circle = (source, target, spare) if discs % 2 else (source, spare, target)
        board = Pegs(discs, source=source)
        for turn in range(1 << (discs - 1)):
            here, there, other = (circle[(turn + i) % 3] for i in range(3))
            yield board.move_between(here, there)
            if board.stacks[here] or board.stacks[other]:
                yield board.move_between(here, other)


def pair_sums(discs: int, target: int = 2, source: int = 0) -> Iterator[Move]:
    """Turn a code of period three into moves: 3, 4, 5 for even numbers of discs, 4, 3, 5 for odd.

    With the source called 1, the spare peg 2 and the target 3, a sum names two pegs, with one legal move
    between them. As "move K is between pegs K + 1 and K + 2 mod 3" by D. Hoey, sci.math, 9 September 1994.

    >>> [source + target + 2 for disc, source, target in pair_sums(3)]
    [4, 3, 5, 4, 3, 5, 4]
    """
    if source != target:
        spare = 3 - source - target
        pegs_of_sum = {3: (source, spare), 4: (source, target), 5: (spare, target)}
        code = (4, 3, 5) if discs % 2 else (3, 4, 5)
        board = Pegs(discs, source=source)
        for m in range((1 << discs) - 1):
            yield board.move_between(*pegs_of_sum[code[m % 3]])


def two_colour(discs: int, target: int = 2, source: int = 0) -> Iterator[Move]:
    """Never undo the last move, and lay a disc only onto the other colour: then one move is left.

    Colours are parities, of bases too: under source and target as disc n + 1, under the spare peg as n + 2.
    Without colours two discs leave a choice after one move. With them, two tops that differ allow a move
    (if not both bases); the last one can be undone, so not all three agree, so two pairs differ: one undoes,
    one goes on. By induction the optimal way keeps to the colours. Hinz et al., ch. 2.

    >>> list(two_colour(2))
    [(1, 0, 1), (2, 0, 2), (1, 1, 2)]
    """
    if source != target:
        board, last = Pegs(discs, source=source), None
        base = {source: discs + 1, target: discs + 1, 3 - source - target: discs + 2}
        for _ in range((1 << discs) - 1):
            tops = [board.top(peg) or base[peg] for peg in range(3)]
            legal = [(a, b) for a, b in permutations(range(3), 2) if tops[a] <= discs and tops[a] < tops[b]]
            (last,) = [(a, b) for a, b in legal if (tops[b] - tops[a]) % 2 and (b, a) != last]
            yield board.move(*last), *last


def frame_stewart_table(discs: int, pegs: int) -> tuple[list[list[Any]], list[list[Any]]]:
    """Tabulate counts and largest best splits, ``[pegs][discs]``; None where 2 or fewer pegs fail.

    ``count[p][n] = min over k of 2 count[p][k] + count[p-1][n-k]``: k discs park with p pegs, the rest moves
    with one less. J. S. Frame, B. M. Stewart, Amer. Math. Monthly 48 (1941) 216–219. Proved optimal for three
    and four pegs (T. Bousch 2014), presumed optimal beyond. A lone disc counts 1 in every row.

    >>> counts, splits = frame_stewart_table(6, 4)
    >>> counts[4], splits[4]
    ([0, 1, 3, 5, 9, 13, 17], [0, 0, 1, 1, 2, 3, 3])
    """
    counts: list[list[Any]] = [([0, 1] + [None] * discs)[: discs + 1] for _ in range(pegs + 1)]
    splits: list[list[Any]] = [([0, 0] + [None] * discs)[: discs + 1] for _ in range(pegs + 1)]
    for p in range(3, pegs + 1):
        most, fewer = counts[p], counts[p - 1]
        for n in range(2, discs + 1):
            most[n], parked = min((2 * most[k] + fewer[n - k], -k) for k in range(n) if fewer[n - k])
            splits[p][n] = -parked
    return counts, splits


def frame_stewart(discs: int, pegs: int, target: int | None = None, source: int = 0) -> Iterator[Move]:
    """Move a tower over any number of pegs: park the smallest discs, move the others, bring the parked back.

    Frame and Stewart 1941, over the ordered pegs (source, spares rising, target): the last spare is parked
    on and left out while the others move; to park and to fetch, two pegs of the order are exchanged.

    >>> list(frame_stewart(3, 4))
    [(1, 0, 2), (2, 0, 1), (3, 0, 3), (2, 1, 3), (1, 2, 3)]
    """
    target = pegs - 1 if target is None else target
    if pegs < 3 and discs > 1 and source != target:
        raise ValueError(f"{discs} discs cannot be moved with {pegs} pegs: 3 pegs are the fewest")
    splits = frame_stewart_table(discs, pegs)[1]
    spares = [peg for peg in range(pegs) if peg not in (source, target)]
    # Towers still to be moved, the next one last: (size, smaller discs left out, ordered pegs).
    towers = [(discs, 0, [source, *spares, target])] if source != target else []
    while towers:
        size, smaller, order = towers.pop()
        if size == 1:
            yield smaller + 1, order[0], order[-1]
        elif size:
            first, *middle, park, last = order
            parked = splits[len(order)][size]
            towers.append((parked, smaller, [park, *middle, first, last]))
            towers.append((size - parked, smaller + parked, [first, *middle, last]))
            towers.append((parked, smaller, [first, *middle, last, park]))


def regroup(state: Sequence[int], target: int) -> Iterator[Move]:
    """Gather any state into a tower on three pegs, the one shortest way: Hinz et al., ch. 2.

    A largest disc that lies right stays. Else the smaller gather on the third peg, it moves, they follow.

    >>> list(regroup([1, 1, 0], 2))
    [(3, 0, 2), (1, 1, 0), (2, 1, 2), (1, 0, 2)]
    """
    if len(state):
        *smaller, peg = state
        yield from regroup(smaller, target if peg == target else 3 - peg - target)
        if peg != target:
            yield len(state), peg, target
            yield from recursive(len(smaller), target, 3 - peg - target)


def regroup_count(state: Sequence[int], target: int) -> int:
    """Count the moves of `regroup`: 2^(k-1) for a disc k not on the peg wanted *then*, not the last one.

    >>> regroup_count([1, 1, 0], 2)
    4
    """
    count = 0
    for smaller, peg in reversed([*enumerate(state)]):
        if peg != target:
            count, target = count + (1 << smaller), 3 - int(peg) - target
    return count


def shortest_path(start: Sequence[int], target: Sequence[int], pegs: int = 3) -> Iterator[Move]:
    """Search breadth-first for one shortest way between two states; it may visit all ``pegs ** discs``.

    The largest disc may have to move twice (Hinz et al., ch. 2):

    >>> [move for move in shortest_path([1, 1, 0], [0, 0, 1]) if move[0] == 3]
    [(3, 0, 2), (3, 2, 1)]
    """
    here, goal = tuple(start), tuple(target)
    # Searched from the goal, so that each state knows a move that leads one step nearer.
    onward: dict[tuple[int, ...], Move | None] = {goal: None}
    queue = deque([goal])
    while queue and here not in onward:
        state = queue.popleft()
        for disc, peg in enumerate(state, 1):
            smaller = state[: disc - 1]
            for other in range(pegs):
                before = (*smaller, other, *state[disc:])
                if peg not in smaller and other not in smaller and before not in onward:
                    onward[before] = (disc, other, peg)
                    queue.append(before)
    if here not in onward:
        raise ValueError(f"no moves lead from {list(here)} to {list(goal)} over {pegs} pegs")
    while move := onward[here]:
        yield move
        here = (*here[: move[0] - 1], move[2], *here[move[0] :])
