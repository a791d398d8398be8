"""The bits of a word are counted alike with the compiler's instructions and without."""

import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

COMPILER = (sysconfig.get_config_var("CC") or "cc").split()[0]
HEADER = Path(__file__).parents[1] / "src" / "hanoi_fast" / "kernels" / "bits.h"
WORDS = [2**64 - 1, 0xF0F0_0000_0000_0000, *(3**k for k in range(41)), *(2**k for k in range(64))]
PROGRAM = """
#include <stdint.h>
#include <stdio.h>
#ifdef OTHER_COMPILER
#undef __GNUC__
#endif
#include "bits.h"
int main(void)
{
    unsigned long long word;
    while (scanf("%llu", &word) == 1)
        printf("%d %d\\n", ones_of(word), lowest_of(word));
    return 0;
}
"""


@pytest.mark.skipif(shutil.which(COMPILER) is None or not HEADER.exists(), reason="needs a C compiler and the sources")
@pytest.mark.parametrize("options", [[], ["-DOTHER_COMPILER"]], ids=["instructions", "C"])
def test_the_ones_and_the_lowest_one_are_those_of_python(tmp_path, options):
    (tmp_path / "bits.c").write_text(PROGRAM)
    command = [COMPILER, f"-I{HEADER.parent}", *options, "bits.c", "-o", "bits"]
    subprocess.run(command, cwd=tmp_path, check=True)
    given = "\n".join(map(str, WORDS))
    done = subprocess.run([tmp_path / "bits"], input=given, capture_output=True, text=True, check=True)
    found = [tuple(map(int, line.split())) for line in done.stdout.splitlines()]
    assert found == [(word.bit_count(), (word & -word).bit_length() - 1) for word in WORDS]
