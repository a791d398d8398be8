from collections.abc import Iterator, Sequence
from typing import Any

from typing_extensions import Buffer, disjoint_base

@disjoint_base
class Column:
    def __new__(cls, memory: Buffer) -> Column: ...

@disjoint_base
class Source: ...

def capsule(names: Sequence[str], formats: Sequence[str], batches: Iterator[tuple[int, tuple[Column, ...]]]) -> Any: ...
def formats_asked(schema: Any) -> list[tuple[str, str]]: ...
