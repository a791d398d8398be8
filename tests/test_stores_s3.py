"""Objects of S3, on a server in a process of its own: whole or not there, nothing left, errors of one line."""

from base64 import b64encode

import pytest
from buckets import KEY, SECRET, served

import hanoi_fast as hf
from hanoi_fast.files.stores import PART

pytest.importorskip("fsspec", reason="URLs need it")

SOLUTION = hf.solve(18)


class Crash(Exception):
    pass


def crash(size):
    raise Crash


def test_s3_holds_what_is_saved(s3):
    solution = hf.solve(25)
    solution.save("s3://moves/a.bin", storage_options=s3.options)
    assert s3.names() == [".a.bin.info", "a.bin"]
    body = s3.client.get_object(Bucket="moves", Key="a.bin")["Body"]
    assert body.read() == solution.array().tobytes()
    body.close()
    assert hf.load("s3://moves/a.bin", storage_options=s3.options)[1] == solution
    assert s3.uploads() == []
    solution.save("s3://moves/a.bin", resume=True, progress=crash, storage_options=s3.options)


def test_large_parts_are_put_one_after_the_other(s3):
    solution = hf.solve(24)
    solution.save("s3://moves/a.csv", storage_options=s3.options)
    parts = [note for note in s3.asked("a.csv") if "partNumber" in note["query"]]
    assert [note["bytes"] for note in parts[:-1]] == [PART] * (len(parts) - 1)
    assert sum(note["bytes"] for note in parts) == solution.nbytes("csv")
    assert s3.crc32("a.csv") == solution.crc32("csv")


def test_small_and_empty_objects(s3):
    for discs in (0, 3):
        hf.solve(discs).save(f"s3://moves/{discs}.bin", storage_options=s3.options)
        head = s3.client.head_object(Bucket="moves", Key=f"{discs}.bin")
        assert head["ContentLength"] == hf.solve(discs).nbytes("bin")


@pytest.mark.parametrize(("discs", "name"), [(27, "a.bin"), (24, "a.csv")], ids=["copied", "put"])
def test_an_upload_that_is_cut_leaves_nothing(s3, discs, name):
    done = 0

    def stop(size):
        nonlocal done
        done += size
        if done > 70 << 20:
            raise Crash

    with pytest.raises(Crash):
        hf.solve(discs).save(f"s3://moves/{name}", progress=stop, storage_options=s3.options)
    assert s3.names() == []
    assert s3.uploads() == []


def test_what_a_killed_process_has_left_is_aborted_by_the_next(s3):
    for key in ("a.bin", "a.bin.gz"):
        s3.client.create_multipart_upload(Bucket="moves", Key=key)
    SOLUTION.save("s3://moves/a.bin", storage_options=s3.options)
    assert [upload["Key"] for upload in s3.uploads()] == ["a.bin.gz"]


def test_a_missing_bucket_is_an_error_of_one_line(s3):
    with pytest.raises(OSError, match="bucket does not exist") as caught:
        SOLUTION.save("s3://elsewhere/a.bin", storage_options=s3.options)
    assert SECRET not in str(caught.value)
    assert "\n" not in str(caught.value)
    with pytest.raises(FileNotFoundError, match="there is no description"):
        hf.load("s3://elsewhere/a.bin", storage_options=s3.options)


def test_a_server_that_is_not_there_is_an_error_of_one_line(s3):
    nobody = {"endpoint_url": "http://127.0.0.1:9"}
    options = {**s3.options, "client_kwargs": nobody, "config_kwargs": {"retries": {"max_attempts": 0}}}
    with pytest.raises(OSError, match="connect") as caught:
        SOLUTION.save("s3://moves/a.bin", storage_options=options)
    assert "\n" not in str(caught.value)


def test_wrong_keys_are_an_error_without_them(tmp_path):
    with (
        served(tmp_path, INITIAL_NO_AUTH_ACTION_COUNT="0") as server,
        pytest.raises(OSError, match="Access Key Id you provided does not exist") as caught,
    ):
        SOLUTION.save("s3://moves/a.bin", storage_options=server.options)
    assert SECRET not in str(caught.value)
    assert KEY not in str(caught.value)
    assert "\n" not in str(caught.value)


# ---- the checksum of the whole object, which the store is told beforehand ----

# moto takes these words and computes a checksum of its own, but does not compare the two, as S3 does.


def told(crc32):
    return b64encode(crc32.to_bytes(4, "big")).decode()


@pytest.mark.parametrize(("discs", "name", "form"), [(27, "a.bin", "bin"), (24, "a.csv", "csv")], ids=["copied", "put"])
def test_the_store_is_told_the_checksum_of_the_whole(s3, discs, name, form):
    solution = hf.solve(discs)
    solution.save(f"s3://moves/{name}", storage_options=s3.options)
    begun, ended = (note["headers"] for note in s3.asked(name) if note["method"] == "POST")
    assert begun["x_amz_checksum_algorithm"] == "CRC32"
    assert begun["x_amz_checksum_type"] == ended["x_amz_checksum_type"] == "FULL_OBJECT"
    assert ended["x_amz_checksum_crc32"] == told(solution.crc32(form))
    computed = s3.client.head_object(Bucket="moves", Key=name, ChecksumMode="ENABLED")
    assert computed["ChecksumCRC32"] == told(solution.crc32(form))


def test_a_small_object_is_put_with_its_checksum(s3):
    SOLUTION.save("s3://moves/a.txt", storage_options=s3.options)
    (put,) = (note for note in s3.asked("a.txt") if note["method"] == "PUT")
    assert put["headers"]["x_amz_checksum_crc32"] == told(SOLUTION.crc32("text"))


def test_of_what_is_compressed_no_checksum_is_known(s3):
    hf.solve(300, pegs=4)[: 1 << 23].save("s3://moves/a.bin.gz", storage_options=s3.options)
    assert s3.names() == [".a.bin.gz.info", "a.bin.gz"]
    assert not [note for note in s3.asked("a.bin.gz") if "x_amz_checksum_type" in note["headers"]]


@pytest.mark.parametrize("discs", [18, 26])
def test_a_client_that_is_told_to_send_no_checksums_sends_none(s3, discs):
    quiet = {**s3.options, "config_kwargs": {"request_checksum_calculation": "when_required"}}
    hf.solve(discs).save("s3://moves/a.bin", storage_options=quiet)
    assert s3.crc32("a.bin") == hf.solve(discs).crc32("pairs")
    written = [note for note in s3.asked("a.bin") if note["method"] != "GET"]
    assert not [name for note in written for name in note["headers"] if "x_amz_checksum" in name]


# ---- folders of shards ----


def test_workers_write_shards_to_a_store(s3):
    distributed = pytest.importorskip("distributed", reason="clusters need dask.distributed")
    solution = hf.solve(16)
    with distributed.Client(processes=False, n_workers=1, threads_per_worker=2, dashboard_address=None) as client:
        solution.save_shards("s3://moves/out", 4, client=client, storage_options=s3.options)
    names = [f"out/part-0000{which}-of-00004.bin" for which in range(4)]
    assert [key for key in s3.names() if "/." not in key] == ["out/_manifest.json", *names]
    bodies = [s3.client.get_object(Bucket="moves", Key=name)["Body"] for name in names]
    assert b"".join(body.read() for body in bodies) == solution.array().tobytes()
    for body in bodies:
        body.close()
