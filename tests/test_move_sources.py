"""Moves to verify come from arrays, iterables, solutions and files of any format; what is none of these is refused."""

import gzip
import io
import itertools
import re
import sys

import numpy as np
import pytest

import hanoi_fast as hf
from hanoi_fast.lists import sources as movesources

SOLVED = [(0, 2), (0, 1), (2, 1), (0, 2), (1, 0), (1, 2), (0, 2)]


def refuse(message, *arguments, error=ValueError, **options):
    """The call must fail with just this message."""
    with pytest.raises(error, match=f"^{re.escape(message)}$"):
        hf.verify(*arguments, **options)


@pytest.mark.parametrize("layout", ["pairs", "moves", "packed"])
def test_arrays_of_every_layout_are_recognised(layout):
    moves = hf.solve(9).array(layout)
    assert hf.verify(moves, 9).optimal
    moves[300] = moves[301]
    assert hf.verify(moves, 9).first_error.index <= 301


@pytest.mark.parametrize("dtype", ["u1", "u2", "i2", "u4", "i8", ">u2", ">i8"])
@pytest.mark.parametrize("layout", ["pairs", "moves"])
def test_arrays_of_all_ints_are_taken_as_they_are(layout, dtype):
    moves = hf.solve(9).array(layout).astype(dtype)
    assert hf.verify(moves, 9).optimal
    assert hf.verify(moves[:, ::-1][:, ::-1], 9).optimal
    assert hf.verify(np.asfortranarray(moves), 9).optimal
    if np.dtype(dtype).kind == "i":
        moves[5, 1] = -3
        assert hf.verify(moves, 9).first_error.move[-2 if layout == "moves" else -1] == -3


MANY = {
    "list of tuples": list,
    "list of lists": lambda moves: [list(move) for move in moves],
    "iterator of moves": iter,
    "generator of pairs": lambda moves: (move[1:] for move in moves),
    "solution": lambda moves: moves,
    "slice": lambda moves: moves[:],
    "rows of an array": lambda moves: list(moves.array()),
    "numpy numbers": lambda moves: [tuple(row) for row in moves.array("moves")],
}


@pytest.mark.parametrize("make", MANY.values(), ids=MANY)
@pytest.mark.parametrize("batch", [1, 5, 4096])
def test_moves_may_come_from_anything_that_yields_them(make, batch, monkeypatch):
    monkeypatch.setattr(movesources, "BATCH", batch)
    monkeypatch.setattr(movesources, "BLOCK", batch)
    assert str(hf.verify(make(hf.solve(6)), 6)) == "Legal, complete and optimal: 63 moves."


def test_a_list_without_end_is_read_no_further_than_its_first_error():
    moves = itertools.chain([(0, 2)], itertools.repeat((0, 2)))
    assert hf.verify(moves, 3).first_error.index == 1


def test_a_solution_of_more_moves_than_fit_anywhere_is_checked_from_its_first_error():
    report = hf.verify(hf.solve(10**5), 5)
    assert (report.first_error.index, report.first_error.reason) == (31, "peg 0 is empty")
    report = hf.verify(hf.solve(60)[2**59 - 1 :], 3)
    assert (report.first_error.index, report.first_error.reason) == (0, "there is no disc 60, only 1 to 3")


FILES = [
    "bin",
    "npy",
    "txt",
    "csv",
    "jsonl",
    "json",
    "txt.gz",
    "csv.gz",
    "bin.gz",
    "npy.gz",
    "json.gz",
    "arrow",
    "parquet",
]
FILES += ["txt.zst", "npy.zst"]


def saved(tmp_path, suffix, *form, discs=8):
    if suffix.endswith(".zst"):
        pytest.importorskip("compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd")
    if suffix in ("arrow", "parquet"):
        pytest.importorskip("pyarrow")
    path = tmp_path / f"moves.{suffix}"
    hf.solve(discs).save(path, *form)
    return path


def unfinished(path):
    """Let the description of a file say that it is not complete: so the file is read, not just compared."""
    sidecar = path.with_name(f".{path.name}.info")
    sidecar.write_text(sidecar.read_text().replace('"complete": true', '"complete": false'))
    return path


@pytest.mark.parametrize("suffix", FILES)
def test_our_own_files_are_read(suffix, tmp_path):
    path = unfinished(saved(tmp_path, suffix))
    report = hf.verify(path, 8)
    assert (report.optimal, report.moves) == (True, 255)
    assert hf.verify(str(path), 8, 1).complete is False


@pytest.mark.parametrize("format", ["discs", "sums", "moves", "{source}{target}"])
def test_a_file_of_ours_that_is_just_what_it_says_needs_no_reading(format, tmp_path):
    path = saved(tmp_path, "x", format)
    assert str(hf.verify(path, 8)) == "Legal, complete and optimal: 255 moves."
    assert hf.verify(path, 8, 1).complete is False
    assert hf.verify(path, hf.solve(8).start, 2).optimal


def test_a_file_of_ours_is_read_where_it_is_not_what_it_says(tmp_path):
    path = saved(tmp_path, "bin")
    content = bytearray(path.read_bytes())
    content[100:102] = content[98:100]
    path.write_bytes(content)
    assert hf.verify(path, 8).first_error.index == 50
    assert hf.verify(path, 7).first_error.index == 50
    assert hf.verify(saved(tmp_path, "bin"), 7).first_error.index == 127
    path = saved(tmp_path, "txt")
    assert hf.verify(path, 8, first_peg=1).first_error.reason == "there is no peg 0, only 1 to 3"
    assert hf.verify(unfinished(path), 8).notes == ("Its pegs are taken to count from 0, since peg 0 occurs.",)


@pytest.mark.parametrize(
    ("suffix", "layout"),
    [
        *itertools.product(["bin", "npy", "bin.gz"], ["pairs", "moves", "packed"]),
        ("arrow", "pairs"),
        ("arrow", "moves"),
    ],
)
def test_our_own_files_of_any_layout_with_pegs_are_read(suffix, layout, tmp_path):
    assert hf.verify(unfinished(saved(tmp_path, suffix, layout)), 8).optimal


@pytest.mark.parametrize(
    "suffix", ["bin", "npy", "txt", "json", "jsonl", "txt.gz", "bin.gz", "npy.zst", "arrow", "parquet"]
)
def test_a_cut_file_is_refused(suffix, tmp_path):
    path = saved(tmp_path, suffix)
    path.write_bytes(path.read_bytes()[:-3])
    with pytest.raises(ValueError, match=rf"^{re.escape(str(path))}: .*(cut|ends|no arrow file|no parquet file)"):
        hf.verify(path, 8)


def test_what_binary_files_cannot_be_is_said(tmp_path):
    path = tmp_path / "a.npy"
    for array, message in [
        (np.zeros((4, 2)), "moves must be an array of ints, not of float64"),
        (np.zeros((4, 4), int), "an array of moves must have the shape (N, 2) for pairs, (N, 3) for moves or (N,) for "
         "packed, not (4, 4)"),
    ]:  # fmt: skip
        np.save(path, array)
        refuse(f"{path}: {message}", path, 3, error=ValueError)
    np.save(path, np.array([[0, 1], [1, 0]] * 2, np.uint8))
    path.write_bytes(path.read_bytes()[:-2])
    refuse(f"{path}: the file has 3 moves, not the 4 of its header: is it cut?", path, 3)
    (tmp_path / "b.bin").write_bytes(b"\0\2\0")
    message = f"{tmp_path / 'b.bin'}: the file is cut in the middle of a move: 1 of 2 bytes are whole"
    refuse(message, tmp_path / "b.bin", 3)
    for name in ("c.bin", "c.npy", "c.txt"):
        (tmp_path / name).touch()
        refuse(f"{tmp_path / name}: the file is empty", tmp_path / name, 3)
    (tmp_path / "c.gz").write_bytes(b"\x1f\x8bxyz")
    refuse(f"{tmp_path / 'c.gz'}: what is compressed in it is cut or damaged", tmp_path / "c.gz", 3)
    (tmp_path / "c.gz").write_bytes(gzip.compress(b"hello"))
    message = "line 1 cannot be read as a move: 'hello', where the file ends"
    refuse(f"{tmp_path / 'c.gz'}: {message}", tmp_path / "c.gz", 3)
    path = saved(tmp_path, "bin", "discs")
    path.write_bytes(path.read_bytes()[::-1][1:])
    refuse(f"{path}: layout 'discs' does not say which pegs a disc leaves and reaches", path, 8)


@pytest.mark.parametrize("layout", ["pairs", "moves"])
@pytest.mark.parametrize("dtype", ["u1", "i8"])
def test_an_array_in_fortran_order_is_read(layout, dtype, tmp_path):
    np.save(tmp_path / "a.npy", np.asfortranarray(hf.solve(6).array(layout).astype(dtype)))
    assert hf.verify(tmp_path / "a.npy", 6).optimal


@pytest.mark.parametrize("name", ["a.txt", "a.csv", "a.json", "a.bin", "a.npy", "a.txt.gz"])
def test_an_empty_file_is_right_where_no_move_is_needed(name, tmp_path):
    (tmp_path / name).touch()
    assert str(hf.verify(tmp_path / name, [2, 2])) == "Legal, complete and optimal: 0 moves."
    refuse(f"{tmp_path / name}: the file is empty", tmp_path / name, 1)


@pytest.mark.parametrize("suffix", ["txt", "csv", "json", "jsonl", "bin", "npy", "txt.gz", "arrow", "parquet"])
def test_a_file_of_ours_without_moves_is_right_where_none_is_needed(suffix, tmp_path):
    assert hf.verify(saved(tmp_path, suffix, discs=0), 0).optimal


def test_labels_of_an_open_file_must_be_as_many_as_the_pegs():
    refuse("labels must be 3, one a peg, not 1 (['A'])", io.BytesIO(b"A C\n"), 2, labels=["A"])
    refuse("labels must differ, 'AAB' do not", io.BytesIO(b"A C\n"), 2, labels="AAB")


def test_an_open_file_may_give_str():
    assert hf.verify(io.StringIO("A C"), 1).optimal


def test_an_arrow_file_needs_columns_with_pegs(tmp_path):
    path = saved(tmp_path, "arrow", "packed")
    refuse(f"{path}: it must have the columns source and target, not packed", unfinished(path), 8)


# What is refused


@pytest.mark.parametrize(
    ("error", "message", "arguments", "options"),
    [
        (ValueError, "pegs must be between 2 and 256, not 1", ([], 3), {"pegs": 1}),
        (TypeError, "start must be an int, not 2.0 (float)", ([], 2.0), {}),
        (ValueError, "start must be at least 0, not -1", ([], -1), {}),
        (ValueError, "the peg of disc 2 in start must be between 0 and 2, not 3", ([], [0, 3]), {}),
        (ValueError, "target must be between 0 and 2, not 3", ([], 3, 3), {}),
        (ValueError, "target must have as many discs as the start, 3, not 2", ([], 3, [0, 0]), {}),
        (ValueError, "first_peg and labels are for lists in text", ([], 3), {"first_peg": 1}),
        (ValueError, "first_peg and labels are for lists in text", ([], 3), {"labels": "ABC"}),
        (ValueError, "the solution is for 4 pegs, not 3", (hf.solve(3, pegs=4), 3), {}),
        (TypeError, "moves must be an array, an iterable of moves or a path, not 7 (int)", (7, 3), {}),
        (TypeError, "move 0 must be (source, target) or (disc, source, target), not 7 (int)", ([7], 3), {}),
        (
            TypeError,
            "move 1 must be (source, target) or (disc, source, target), not '02' (str)",
            ([(0, 2), "02"], 3),
            {},
        ),
        (TypeError, "move 0 must be of ints, not (0, 2.0)", ([(0, 2.0)], 3), {}),
        (TypeError, "move 1 must be of ints, not (True, 2)", ([(0, 2), (True, 2)], 3), {}),
        (
            ValueError,
            "a move must be (source, target) or (disc, source, target), not (1, 2, 3, 4)",
            ([(1, 2, 3, 4)], 3),
            {},
        ),
        (ValueError, "move 1 has 3 numbers, those before it have 2: (1, 0, 2)", ([(0, 2), (1, 0, 2)], 3), {}),
        (TypeError, "moves must be an array of ints, not of float64", (np.zeros((2, 2)), 3), {}),
        (TypeError, "moves must be an array of ints, not of bool", (np.zeros((2, 2), bool), 3), {}),
        (
            ValueError,
            "an array of one dimension must be uint8, layout 'packed', not uint16",
            (np.zeros(2, np.uint16), 3),
            {},
        ),
        (
            ValueError,
            "an array of moves must have the shape (N, 2) for pairs, (N, 3) for moves or (N,) for packed, not (2, 4)",
            (np.zeros((2, 4), np.uint8), 3),
            {},
        ),
        (
            ValueError,
            "moves with their discs can be checked for less than 65535 discs, not 65535",
            ([(1, 0, 2)], 65535),
            {},
        ),
    ],
)
def test_what_makes_no_sense_is_refused(error, message, arguments, options):
    refuse(message, *arguments, error=error, **options)


def test_a_file_that_is_not_there_is_the_systems_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        hf.verify(tmp_path / "nothing.txt", 3)


def test_too_many_discs_for_the_memory_are_refused():
    with pytest.raises(MemoryError, match=r"^a state needs \d+ bytes, this machine has \d+; take fewer discs$"):
        hf.verify([], 10**15)


def test_start_is_left_as_it_was():
    start = np.zeros(3, np.uint8)
    hf.verify(SOLVED, start)
    assert not start.any()
