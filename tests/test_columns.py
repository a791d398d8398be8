"""Moves in columns and in arrays of objects: their names say what they hold, and pegs may be names."""

import re

import numpy as np
import pytest

import hanoi_fast as hf


def refuse(message, *arguments, error=ValueError, **options):
    """The call must fail with just this message."""
    with pytest.raises(error, match=f"^{re.escape(message)}$"):
        hf.verify(*arguments, **options)


def test_an_array_of_objects_may_hold_names():
    assert hf.verify(np.array([["A", "C"]], object), 1).optimal
    assert hf.verify(np.array([[1, "l", "r"]], object), 1, labels="lmr").optimal
    assert hf.verify(np.array([[0, 2]], object), 1).optimal
    refuse("pegs must be all names or all ints, not [0, 'C']", np.array([[0, "C"]], object), 1, error=TypeError)
    shape = "an array of moves must have the shape (N, 2) or (N, 3), not (1, 4)"
    refuse(shape, np.array([["A", "B", "C", "D"]], object), 1)


COLUMNS = [
    ({"from": [0, 0, 2], "to": [2, 1, 1]}, {}),
    ({"from_peg": [1, 1, 3], "to_peg": [3, 2, 2]}, {"first_peg": 1}),
    ({"target": [2, 1, 1], "step": [1, 2, 3], "source": [0, 0, 2], "disk": [1, 2, 1]}, {}),
    ({"disc": [1, 2, 1], "source": ["A", "A", "C"], "target": ["C", "B", "B"]}, {}),
    ({"source": ["x", "x", "z"], "target": ["z", "y", "y"]}, {"labels": ["x", "y", "z"]}),
]


@pytest.mark.parametrize(("columns", "options"), COLUMNS)
def test_columns_say_what_they_hold(columns, options, tmp_path):
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    parquet.write_table(arrow.table(columns), tmp_path / "a.parquet")
    assert hf.verify(tmp_path / "a.parquet", 2, 1, **options).optimal


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"source": [1.7, 0.7], "target": [2, 1]}, "column source must hold whole numbers or text, not double"),
        ({"source": [0, None], "target": [2, 1]}, "row 1 has nothing in column source"),
        ({"source": [0, 0], "target": ["C", "B"]}, "discs must be numbers, and pegs all numbers or all names"),
        ({"source": [0], "from": [0], "target": [2]}, "two columns may be the source: source and from"),
        ({"a": [0], "b": [2]}, "it must have the columns source and target, not a, b"),
    ],
)
def test_columns_that_are_no_moves_are_refused(columns, message, tmp_path):
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    parquet.write_table(arrow.table(columns), tmp_path / "a.parquet")
    refuse(f"{tmp_path / 'a.parquet'}: {message}", tmp_path / "a.parquet", 2)


def test_what_a_parser_makes_of_rubbish_is_one_error(tmp_path):
    (tmp_path / "t.npy").write_bytes(b"\x93NUMPY\x01\x00\x02\x00{\n")
    with pytest.raises(ValueError, match=r"t\.npy: its npy header cannot be read: "):
        hf.verify(tmp_path / "t.npy", 1)
