"""Arrow streams: in files and through pipes, and what has no bytes without pyarrow is refused."""

import os
from io import BytesIO

import numpy as np
import pytest

import hanoi_fast as hf
from hanoi_fast.face.solution import span_of
from hanoi_fast.files.formats import document_of, format_named
from hanoi_fast.files.saving import part_of

pa = pytest.importorskip("pyarrow", reason="Arrow needs it")

SOLUTION = hf.solve(21)[5:]
NAME = "arrows-stream"


def rows_of(source):
    return np.column_stack(pa.ipc.open_stream(source).read_all().columns)


def test_a_stream_is_written_to_any_object():
    file = BytesIO()
    assert SOLUTION.write(file, NAME) == len(file.getvalue())
    assert np.array_equal(rows_of(file.getvalue()), SOLUTION.array("moves"))


@pytest.mark.parametrize("solution", [SOLUTION, hf.solve(0), hf.solve(30, pegs=5)])
def test_a_file_of_that_name_is_a_stream(tmp_path, solution):
    path = tmp_path / "a.arrows"
    solution.save(path)
    assert np.array_equal(rows_of(path.read_bytes()).reshape(-1, 3), solution.array("moves"))
    array, loaded = hf.load(path)
    assert loaded == solution
    assert np.array_equal(array, solution.array("moves"))
    assert b'"container": "arrows-stream"' in pa.ipc.open_stream(path.read_bytes()).schema.metadata[b"hanoi_fast"]


def test_batches_come_one_by_one_and_stay_as_they_are():
    form = format_named(NAME)
    document = document_of(span_of(SOLUTION), form)
    chunks = list(form.container.chunks(document, None))
    assert len(chunks) == 3
    assert all(chunk.readonly for chunk in chunks)
    assert np.array_equal(rows_of(b"".join(chunks)), SOLUTION.array("moves"))


def test_a_pipe_is_given_the_stream(called, tmp_path):
    assert called("moves", "12", "--format", NAME, "-o", str(tmp_path / "a"))[0] == 0
    assert np.array_equal(rows_of((tmp_path / "a").read_bytes()), hf.solve(12).array("moves"))
    read, write = os.pipe()
    hf.solve(10).write(write, NAME)
    os.close(write)
    with os.fdopen(read, "rb") as file:
        assert np.array_equal(rows_of(file), hf.solve(10).array("moves"))


def test_an_unfinished_stream_is_gone_on_with(tmp_path):
    path = tmp_path / "a.arrows"
    SOLUTION.save(path)
    content = path.read_bytes()
    path.unlink()
    part_of(path).write_bytes(content[: len(content) // 2])
    SOLUTION.save(path, resume=True)
    assert path.read_bytes() == content


def test_a_damaged_stream_is_found_out(tmp_path):
    path = tmp_path / "a.arrows"
    SOLUTION.save(path)
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    with pytest.raises(ValueError, match="is not what its description says"):
        hf.load(path)


@pytest.mark.parametrize("call", [hf.Solution.open, hf.Solution.nbytes, hf.Solution.crc32])
def test_bytes_that_only_pyarrow_makes_are_not_told(call):
    with pytest.raises(ValueError, match=r"pyarrow makes the bytes of 'arrows-stream': use write\(\) or save\(\)"):
        call(SOLUTION, NAME)


@pytest.mark.parametrize("name", ["a.arrow", "a.bin", "a.txt", "a.npy"])
def test_another_file_is_no_stream(tmp_path, name):
    with pytest.raises(ValueError, match=f"'{name}' is not named as an Arrow stream: end it in .arrows"):
        SOLUTION.save(tmp_path / name, NAME)
    assert list(tmp_path.iterdir()) == []


def test_other_suffixes_of_the_same(tmp_path):
    SOLUTION.save(tmp_path / "a.feather")
    assert np.array_equal(
        np.column_stack(pa.ipc.open_file(tmp_path / "a.feather").read_all().columns), SOLUTION.array("moves")
    )
    hf.solve(4).save(tmp_path / "a.tsv")
    hf.solve(4).save(tmp_path / "a.csv")
    assert (tmp_path / "a.tsv").read_text() == (tmp_path / "a.csv").read_text().replace(",", "\t")
    hf.solve(4).save(tmp_path / "a.ndjson")
    hf.solve(4).save(tmp_path / "a.jsonl")
    assert (tmp_path / "a.ndjson").read_bytes() == (tmp_path / "a.jsonl").read_bytes()
