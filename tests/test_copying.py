"""Equal parts of an object are uploaded once: which they are, by their bytes, and on a server that counts requests."""

from zlib import crc32

import pytest

import hanoi_fast as hf
from hanoi_fast.face.arrays import span_of
from hanoi_fast.files import copying
from hanoi_fast.files.copying import LEAST, MOST_COPIED, PUT, plan_of
from hanoi_fast.files.formats import document_of, format_named
from hanoi_fast.files.stores import PART

MIB = 1 << 20
SOLUTIONS = [
    hf.solve(21),
    hf.solve(22)[12_345:-54_321],
    hf.solve([0] * 23, [1] * 20 + [2, 1, 2]),
    hf.solve(80)[2**79 - 2**20 : 2**79 + 2**20],
]


class Crash(Exception):
    pass


@pytest.fixture
def small(monkeypatch):
    """Let parts be small, so that small objects have many."""
    monkeypatch.setattr(copying, "LEAST", 1 << 16)
    monkeypatch.setattr(copying, "PIECE_SQUARED", 1 << 12)


def document(solution, form):
    return document_of(span_of(solution), format_named(form))


# ---- which parts are like which ----


@pytest.mark.parametrize("form", ["pairs", "npy", "moves", "text", "packed"])
@pytest.mark.parametrize("solution", SOLUTIONS, ids=repr)
def test_the_parts_are_the_object_one_after_the_other(small, solution, form):
    whole = document(solution, form)
    plan = plan_of(whole)
    pieces = b"".join(whole.read(low, high - low) for low, high, _ in plan.pieces)
    at = 0
    for low, high, source in plan.parts:
        assert low == at
        assert source == PUT or pieces[source : source + high - low] == whole.read(low, high - low)
        at = high
    assert at == whole.nbytes
    assert plan.put == len(pieces) + sum(high - low for low, high, source in plan.parts if source == PUT)
    assert plan.put <= whole.nbytes // 2


@pytest.mark.parametrize("discs", [27, 28, 35, 40, 42])
@pytest.mark.parametrize("form", ["pairs", "npy", "moves", "text"])
def test_parts_are_within_the_limits_of_s3(discs, form):
    plan = plan_of(document(hf.solve(discs), form))
    sizes = [high - low for low, high, _ in plan.parts]
    assert len(sizes) < 10_000
    assert min(sizes[:-1]) >= LEAST
    assert max(sizes) <= MOST_COPIED


@pytest.mark.parametrize(("discs", "put", "copies"), [(28, 56 * MIB - 2, 63), (40, 7 * 512 * MIB - 2, 4095)])
def test_six_pieces_and_the_end_are_uploaded_of_a_tower(discs, put, copies):
    plan = plan_of(document(hf.solve(discs), "pairs"))
    assert len(plan.pieces) == 6
    assert plan.put == put
    assert sum(source != PUT for _, _, source in plan.parts) == copies


@pytest.mark.parametrize("form", ["csv", "json"])
def test_where_moves_differ_in_length_nothing_is_copied(form):
    assert plan_of(document(hf.solve(30), form)) is None


def test_where_little_repeats_nothing_is_copied():
    assert plan_of(document(hf.solve(22), "pairs")) is None
    assert plan_of(document(hf.solve(300, pegs=4)[: 1 << 28], "pairs")) is None


def test_what_is_put_between_copies_is_cut_evenly():
    parts = list(copying.put_parts(100, 100 + 2 * PART + 1, 4 * PART))
    assert [low for low, _, _ in parts] == [100, *(high for _, high, _ in parts[:-1])]
    sizes = [high - low for low, high, _ in parts]
    assert len(sizes) == 3
    assert max(sizes) - min(sizes) <= 1
    assert list(copying.put_parts(5, 5, 10)) == []


# ---- on a server ----


def requests_for(s3, key):
    """Return the bytes of the parts that were put, and how many were copied."""
    parts = [note for note in s3.asked(key) if "partNumber" in note["query"]]
    copied = [note for note in parts if "x_amz_copy_source" in note["headers"]]
    return [note["bytes"] for note in parts if note not in copied], len(copied)


def test_equal_parts_are_uploaded_once(s3):
    solution, done = hf.solve(27), []
    solution.save("s3://moves/a.bin", storage_options=s3.options, progress=done.append)
    assert sum(done) == solution.nbytes("bin") == 256 * MIB - 2
    assert requests_for(s3, "a.bin") == ([8 * MIB - 2], 31)
    (pieces,) = (note for note in s3.asked(".a.bin.pieces") if note["method"] == "PUT")
    assert pieces["bytes"] == 48 * MIB
    assert s3.crc32("a.bin") == solution.crc32("pairs")
    assert s3.names() == [".a.bin.info", "a.bin"]
    assert s3.uploads() == []


@pytest.mark.parametrize("name", ["a.npy", "a.txt"])
@pytest.mark.parametrize("solution", SOLUTIONS, ids=repr)
def test_objects_that_are_copied_have_the_bytes_of_a_file(small, small_parts, solution, name):
    solution.save(f"s3://moves/{name}", storage_options=small_parts.options)
    assert requests_for(small_parts, name)[1] > 16
    solution.save(small_parts.notes.with_name(name))
    assert small_parts.crc32(name) == crc32(small_parts.notes.with_name(name).read_bytes())


@pytest.fixture(scope="module")
def small_parts(tmp_path_factory):
    from buckets import served

    with served(tmp_path_factory.mktemp("s3"), S3_UPLOAD_PART_MIN_SIZE="65536") as server:
        server.client.create_bucket(Bucket="moves")
        yield server


def test_copies_that_are_cut_leave_nothing(small, small_parts):
    small_parts.empty()
    done = []

    def stop(size):
        done.append(size)
        if len(done) > 20:
            raise Crash

    with pytest.raises(Crash):
        hf.solve(21).save("s3://moves/b.bin", progress=stop, storage_options=small_parts.options)
    assert small_parts.names() == []
    assert small_parts.uploads() == []


def test_pieces_that_a_killed_process_has_left_are_removed_by_the_next(small, small_parts):
    small_parts.empty()
    small_parts.client.put_object(Bucket="moves", Key=".b.bin.pieces", Body=b"left")
    hf.solve(21).save("s3://moves/b.bin", storage_options=small_parts.options)
    assert small_parts.names() == [".b.bin.info", "b.bin"]


def test_a_store_that_does_not_copy_gets_all_of_it(small, tmp_path):
    from buckets import served

    with served(tmp_path, HANOI_FAST_NO_COPIES="1", S3_UPLOAD_PART_MIN_SIZE="65536") as server:
        server.client.create_bucket(Bucket="moves")
        done = []
        hf.solve(21).save("s3://moves/a.bin", storage_options=server.options, progress=done.append)
        put, asked = requests_for(server, "a.bin")
        assert (sum(put), asked) == (hf.solve(21).nbytes("bin"), 1)
        assert sum(done) == hf.solve(21).nbytes("bin")
        assert server.crc32("a.bin") == hf.solve(21).crc32("pairs")
        assert server.names() == [".a.bin.info", "a.bin"]
