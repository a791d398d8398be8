from typing import Any

from numpy import intp, uint8
from numpy.typing import NDArray

def replay(
    moves: NDArray[Any],
    state: NDArray[uint8],
    below: NDArray[intp],
    pegs: int,
    joined: NDArray[uint8] | None = None,
) -> tuple[int, int]: ...
