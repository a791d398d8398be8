from typing_extensions import Buffer

AVX2: bool

def fill_pairs(out: Buffer, step: int, even: bool, wide: bool = ...) -> None: ...
