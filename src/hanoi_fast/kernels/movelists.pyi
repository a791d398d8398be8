from collections.abc import Mapping, Sequence
from typing import final

from numpy import uint16
from numpy.typing import NDArray
from typing_extensions import Buffer

@final
class Scanner:
    def __init__(self, patterns: Sequence[bytes], names: Mapping[bytes, int]) -> None: ...
    def scan(self, text: Buffer, offset: int, out: NDArray[uint16], first: int = 0) -> tuple[int, int]: ...

def fill_sources(moves: NDArray[uint16], where: NDArray[uint16]) -> None: ...
