"""A stream of batches is read by Arrow's own library as the columns that went in, and everything is given back."""

import gc
import threading
import weakref

import numpy as np
import pytest

from hanoi_fast.kernels.arrow_stream import Column, capsule, formats_asked

pa = pytest.importorskip("pyarrow", reason="the stream is read by pyarrow")

FORMATS = {"C": np.uint8, "S": np.uint16, "I": np.uint32, "L": np.uint64}


class Streamed:
    """What a consumer is given."""

    def __init__(self, *given):
        self.given = given

    def __arrow_c_stream__(self, requested_schema=None):
        return capsule(*self.given)


class Watched(np.ndarray):
    """An array that can be watched."""


def column(values, dtype=np.uint8):
    return Column(np.array(values, dtype).view(np.uint8).data)


@pytest.mark.parametrize(("form", "dtype"), FORMATS.items())
def test_each_type_of_column_is_read_as_it_is(form, dtype):
    values = [0, 1, np.iinfo(dtype).max]
    table = pa.table(Streamed(["x"], [form], iter([(3, (column(values, dtype),))])))
    assert table.schema == pa.schema([pa.field("x", pa.from_numpy_dtype(dtype), nullable=False)])
    assert table["x"].to_pylist() == values


def test_batches_follow_each_other_and_may_share_their_columns():
    a, b = column([1, 2]), column([3, 4])
    given = iter([(2, (a, b)), (1, (b, a)), (2, (a, a))])
    reader = pa.RecordBatchReader.from_stream(Streamed(["x", "y"], ["C", "C"], given))
    batches = [batch.to_pydict() for batch in reader]
    assert batches == [{"x": [1, 2], "y": [3, 4]}, {"x": [3], "y": [1]}, {"x": [1, 2], "y": [1, 2]}]


@pytest.mark.parametrize("batches", [[], [(0, (column([]),))]])
def test_no_rows_are_an_empty_table(batches):
    table = pa.table(Streamed(["x"], ["C"], iter(batches)))
    assert (table.num_rows, table.column_names) == (0, ["x"])


def test_batches_are_asked_for_one_at_a_time_on_any_thread():
    asked = []

    def batches():
        for _ in range(3):
            asked.append(threading.current_thread().name)
            yield 1, (column([7]),)

    reader = pa.RecordBatchReader.from_stream(Streamed(["x"], ["C"], batches()))
    assert asked == []
    reader.read_next_batch()
    assert len(asked) == 1
    thread = threading.Thread(target=reader.read_all, name="other")
    thread.start()
    thread.join()
    assert asked[1:] == ["other", "other"]


@pytest.mark.parametrize("error", [ValueError("no"), KeyboardInterrupt("stopped")])
def test_an_error_in_the_iterator_is_told_to_the_consumer(error):
    def batches():
        yield 1, (column([7]),)
        raise error

    reader = pa.RecordBatchReader.from_stream(Streamed(["x"], ["C"], batches()))
    assert reader.read_next_batch().num_rows == 1
    with pytest.raises(OSError, match=f"{type(error).__name__}: {error}"):
        reader.read_next_batch()


@pytest.mark.parametrize("batch", [None.__class__, (1,), (1, [column([7])]), (1, ("x",)), ("1", (column([7]),))])
def test_what_is_no_batch_is_told_and_leaves_nothing_half_made(batch):
    with pytest.raises(OSError, match="Error: "):
        pa.table(Streamed(["x"], ["C"], iter([batch])))


def test_everything_is_freed_when_the_last_consumer_lets_go():
    array = np.arange(3, dtype=np.uint8).view(Watched)
    watch = weakref.ref(array)
    shared = Column(array.data)
    del array
    table = pa.table(Streamed(["x", "y"], ["C", "C"], iter([(3, (shared, shared))] * 5)))
    del shared
    part = table["y"].chunk(3)
    del table
    gc.collect()
    assert watch() is not None
    assert part.to_pylist() == [0, 1, 2]
    del part
    gc.collect()
    assert watch() is None


def test_a_stream_that_nobody_takes_is_freed_too():
    array = np.arange(3, dtype=np.uint8).view(Watched)
    watch = weakref.ref(array)
    unused = capsule(["x"], ["C"], iter([(3, (Column(array.data),))]))
    del array
    assert watch() is not None
    del unused
    gc.collect()
    assert watch() is None


def test_a_schema_that_is_asked_for_can_be_read():
    asked = pa.schema([("step", pa.uint64()), ("source", pa.uint16())])
    assert formats_asked(asked.__arrow_c_schema__()) == [("step", "L"), ("source", "S")]
