from typing import Any, final

from numpy import intp, uint8
from numpy.typing import NDArray

def replay(
    moves: NDArray[Any],
    state: NDArray[uint8],
    below: NDArray[intp],
    pegs: int,
    joined: NDArray[uint8] | None = None,
) -> tuple[int, int]: ...

@final
class Stacks:
    def __init__(self, state: NDArray[uint8], below: NDArray[intp]) -> None: ...
    def make(self, moves: NDArray[Any], pegs: int, joined: NDArray[uint8] | None = None) -> tuple[int, int]: ...
    def fill_state(self, state: NDArray[uint8]) -> None: ...
