from numpy import int64
from numpy.typing import NDArray
from typing_extensions import disjoint_base

@disjoint_base
class Mapping:
    def __new__(cls, size: int) -> Mapping: ...
    def place(self, file: int, at: int, piece: int, offsets: NDArray[int64]) -> None: ...
