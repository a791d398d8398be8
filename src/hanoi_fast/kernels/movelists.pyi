from numpy import uint16
from numpy.typing import NDArray
from typing_extensions import Buffer

def scan(text: Buffer, offset: int, pattern: Buffer, out: NDArray[uint16]) -> tuple[int, int]: ...
