"""Files that no system could hold are read where they are asked for."""

import io

import pytest
from contents import naive

import hanoi_fast as hf


def test_64_discs_as_text_are_read_near_their_end():
    solution = hf.solve(64)
    with solution.open() as file:
        assert file.size == file.seek(0, io.SEEK_END) == 73786976294838206460
        assert file.read(10) == b""
        assert file.seek(-4 * 1000, io.SEEK_END) == 73786976294838202460
        assert file.read() == naive(solution[-1000:])
        assert file.tell() == file.size
        assert file.seek(4 * 10**18) == 4 * 10**18
        assert file.read(400) == naive(solution[10**18 : 10**18 + 100])


@pytest.mark.parametrize(("name", "footer"), [("csv", b""), ("json", b"]\n")])
def test_a_thousand_discs_have_a_footer(name, footer):
    solution = hf.solve(1000)
    file = solution.open(name)
    tail = naive(solution[-20:], name)[-100:]
    file.seek(-100, io.SEEK_END)
    assert file.read() == tail
    assert tail.endswith(footer)


def test_the_moves_of_a_slice_far_inside_are_a_file_too():
    part = hf.solve(1000)[10**300 : 10**300 + 10**18]
    with part.open("full") as file:
        assert file.read(60) == naive(part[:20], "full")[:60]
        file.seek(-60, io.SEEK_END)
        assert file.read() == naive(part[-20:], "full")[-60:]


@pytest.mark.parametrize(
    "read", [lambda file: file.read(), lambda file: file.read(10**20), lambda file: file.readall()]
)
def test_the_whole_of_a_file_larger_than_memory_is_refused_with_its_bytes(read):
    with pytest.raises(
        MemoryError,
        match=r"^such a read needs 73786976294838206460 bytes, this machine has \d+; read in pieces with readinto\(\)$",
    ):
        read(hf.solve(64).open())
