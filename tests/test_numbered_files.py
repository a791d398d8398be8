"""Files that carry the number of each step: read back, verified, and by other libraries."""

import numpy as np
import pytest
from numbered import assert_steps, written

import hanoi_fast as hf


@pytest.mark.parametrize("name", ["a.bin", "a.npy", "a.bin.gz", "a.arrow", "a.arrows", "a.parquet"])
def test_files_of_steps_are_read_back(tmp_path, name, called):
    if name.endswith(("arrow", "arrows", "parquet")):
        pytest.importorskip("pyarrow")
    solution = hf.solve(14)[3:]
    solution.save(tmp_path / name, columns=("step", "disc", "source", "target"))
    array, found = hf.load(tmp_path / name)
    assert found == solution
    assert_steps(array, solution)
    status, out, err = called("verify", str(tmp_path / name))
    assert (status, err) == (0, "")
    assert "as it should be" in out or "as they should be" in out


@pytest.mark.parametrize("name", ["a.csv", "a.tsv", "a.jsonl", "a.csv.gz"])
def test_texts_of_steps_are_read_back(tmp_path, name, called):
    solution = hf.solve(14)[3:]
    solution.save(tmp_path / name, columns=["step", "disc", "source", "target"])
    array, found = hf.load(tmp_path / name)
    assert found == solution
    assert np.array_equal(array, solution.array("moves"))
    status, _, err = called("verify", str(tmp_path / name))
    assert (status, err) == (0, "")
    if name == "a.csv":
        assert (tmp_path / name).read_bytes() == written(solution, "steps-csv")


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"columns": ("step",)}, "columns of 'a.parquet' must be source, target; disc, source, target; packed; disc"),
        ({"columns": ("step", "disc"), "format": "moves"}, "give a format or columns, not both"),
    ],
)
def test_other_columns_are_refused(tmp_path, given, text):
    with pytest.raises(ValueError, match=text):
        hf.solve(3).save(tmp_path / "a.parquet", **given)


def test_large_parquet_files_carry_the_step(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    solution = hf.solve(23)[5:]
    solution.save(tmp_path / "a.parquet", "steps")
    table = parquet.read_table(tmp_path / "a.parquet")
    assert np.array_equal(table["step"].to_numpy(), np.arange(5, 2**23 - 1, dtype=np.uint64))
    discs = solution.array("discs")
    assert np.array_equal(table["disc"].to_numpy(), discs)
    assert (tmp_path / "a.parquet").stat().st_size < 2 << 20


def test_steps_are_written_to_a_pipe_and_by_the_command_line(called):
    status, out, err = called("moves", "3", "--format", "steps-csv")
    assert (status, err) == (0, "")
    assert out.encode() == written(hf.solve(3), "steps-csv")
    status, out, err = called("moves", "3", "--start", "2", "--template", r"{step}: {source}\n")
    assert (status, err) == (0, "")
    assert out == "".join(f"{step}: {move.source}\n" for step, move in enumerate(hf.solve(3)) if step >= 2)


def test_rows_of_steps_are_compared_with_their_description_only(tmp_path):
    hf.solve(9).save(tmp_path / "a.bin", "steps")
    assert hf.verify(tmp_path / "a.bin", 9).optimal
    with pytest.raises(ValueError, match="layout 'steps' is compared with its description: leave the discs out"):
        hf.verify(tmp_path / "a.bin", 8)


@pytest.mark.parametrize("name", ["a.csv", "a.tsv", "a.jsonl", "a.arrow", "a.parquet"])
def test_a_list_with_steps_is_judged_without_its_description(tmp_path, name):
    if name.endswith(("arrow", "parquet")):
        pytest.importorskip("pyarrow")
    hf.solve(9).save(tmp_path / name, columns=("step", "disc", "source", "target"))
    (tmp_path / f".{name}.info").unlink()
    assert hf.verify(tmp_path / name, 9).optimal
    report = hf.verify(tmp_path / name, 10)
    assert report.legal
    assert not report.complete
