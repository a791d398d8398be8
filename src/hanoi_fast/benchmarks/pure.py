"""The moves of a tower from peg 0 to peg 2 in pure Python, as pairs: what others would write, and the best of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

SMALL = 14  # discs of the tower that is renamed: its 32 KiB stay in the cache
COPIED = 13  # discs of the towers that are copied: 16 KiB each


def relabelled(pegs: dict[int, int]) -> bytes:
    """Return a table for `bytes.translate` that gives pegs other names."""
    return bytes(pegs.get(byte, byte) for byte in range(256))


TO_SPARE, FROM_SPARE, ONE_MOVE = relabelled({1: 2, 2: 1}), relabelled({0: 1, 1: 0}), bytes((0, 2))
KINDS = {(a, c): relabelled({0: a, 1: 3 - a - c, 2: c}) for a, c in permutations(range(3), 2)}


def recursive_pairs(discs: int) -> list[tuple[int, int]]:
    """Collect the moves by recursion.

    >>> recursive_pairs(2)
    [(0, 1), (0, 2), (1, 2)]
    """
    moves: list[tuple[int, int]] = []

    def tower(discs: int, source: int, spare: int, target: int) -> None:
        if discs:
            tower(discs - 1, source, target, spare)
            moves.append((source, target))
            tower(discs - 1, spare, source, target)

    tower(discs, 0, 1, 2)
    return moves


def bitwise_pairs(discs: int) -> Iterator[tuple[int, int]]:
    """Yield the moves by the closed form.

    >>> list(bitwise_pairs(2))
    [(0, 1), (0, 2), (1, 2)]
    """
    label = (0, 1, 2) if discs % 2 else (0, 2, 1)
    for m in range(1, 1 << discs):
        yield label[(m & m - 1) % 3], label[((m | m - 1) + 1) % 3]


def doubling(discs: int) -> bytes:
    """Return the bytes of all the moves: each disc doubles those of the discs above it, with their pegs renamed.

    >>> doubling(2)
    b'\\x00\\x01\\x00\\x02\\x01\\x02'
    """
    moves = b""
    for _ in range(discs):
        moves = b"".join((moves.translate(TO_SPARE), ONE_MOVE, moves.translate(FROM_SPARE)))
    return moves


def doubling_in_pieces(discs: int, small: int = SMALL) -> Iterator[bytes]:
    """Yield the same bytes tower by tower: one of `small` discs with its pegs renamed, one move, the next tower.

    >>> b"".join(doubling_in_pieces(5, small=2)) == doubling(5)
    True
    """
    tower = doubling(min(small, discs))
    # The small discs move as one: theirs is every other move of a tower in which they are the smallest disc.
    for m, pair in enumerate(bitwise_pairs(max(discs - small, 0) + 1 if discs else 0)):
        yield bytes(pair) if m % 2 else tower.translate(KINDS[pair])


def copied_towers(discs: int, size: int, small: int = COPIED) -> Iterator[memoryview]:
    """Yield views of one buffer, at most `size` bytes, into which the six towers of `small` discs are copied.

    This is what the blocks do. A slice of a buffer is copied by C, so little of the time is Python's.

    >>> b"".join(map(bytes, copied_towers(5, 20, small=2))) == doubling(5)
    True
    """
    small = min(small, discs)
    towers = {pegs: doubling(small).translate(table) for pegs, table in KINDS.items()}
    length = len(ONE_MOVE) << small  # of a tower and the move after it
    end = size // length * length
    buffer, at = memoryview(bytearray(end)), 0
    for m, pair in enumerate(bitwise_pairs(discs - small + 1 if discs else 0)):
        piece = bytes(pair) if m % 2 else towers[pair]
        buffer[at : at + len(piece)] = piece
        at += len(piece)
        if at == end:
            yield buffer
            at = 0
    yield buffer[:at]
