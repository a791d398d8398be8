from typing import Any

from numpy import uint8, uint64
from numpy.typing import NDArray
from typing_extensions import disjoint_base

@disjoint_base
class Ball:
    def __new__(
        cls,
        pegs: int,
        discs: int,
        most: int,
        near: NDArray[uint64],
        clear: NDArray[uint64],
        step: NDArray[uint8],
        pair: NDArray[uint8],
        key: int,
        word: int,
        bit: int,
    ) -> Ball: ...
    @property
    def level(self) -> int: ...
    @property
    def states(self) -> int: ...
    @property
    def pages(self) -> int: ...
    @property
    def nbytes(self) -> int: ...
    def grow(self, limit: int) -> bool: ...
    def meets(self, other: Ball) -> tuple[int, int, int] | None: ...
    def write(self, out: NDArray[Any], places: int) -> None: ...
