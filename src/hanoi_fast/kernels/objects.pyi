from collections.abc import Callable
from typing import Any

from numpy.typing import NDArray
from typing_extensions import disjoint_base

@disjoint_base
class MoveTable:
    def __new__(cls, make: Callable[[int, int, int], Any]) -> MoveTable: ...
    def moves(self, rows: NDArray[Any]) -> list[Any]: ...
