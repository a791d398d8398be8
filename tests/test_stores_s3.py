"""Objects of S3, on a server in a process of its own: whole or not there, nothing left, errors of one line."""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import contextmanager

import pytest

import hanoi_fast as hf

pytest.importorskip("fsspec", reason="URLs need it")

SOLUTION = hf.solve(18)
SECRET = "wJalrXUtnFEMI-secret"


@contextmanager
def served(**environment):
    """Serve S3 by a process of its own, and yield its address."""
    for package in ("s3fs", "moto", "flask", "boto3"):
        pytest.importorskip(package, reason="a server of S3 needs it")
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    words = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(words, env={**os.environ, **environment}, **quiet) as process:
        try:
            for _ in range(300):
                try:
                    with urllib.request.urlopen(address, timeout=5):
                        break
                except urllib.error.HTTPError:
                    break  # it is there, and asks for keys
                except OSError:
                    time.sleep(0.1)
            else:
                pytest.skip("the server does not answer")
            yield address
        finally:
            process.terminate()


@pytest.fixture(scope="module")
def server():
    with served() as address:
        yield address


@pytest.fixture
def options(server):
    return {"key": "AKIAEXAMPLE12", "secret": SECRET, "client_kwargs": {"endpoint_url": server}}


@pytest.fixture
def client(server):
    boto3 = pytest.importorskip("boto3")
    found = boto3.client(
        "s3", endpoint_url=server, region_name="us-east-1", aws_access_key_id="a", aws_secret_access_key="b"
    )
    found.create_bucket(Bucket="moves")
    yield found
    for upload in found.list_multipart_uploads(Bucket="moves").get("Uploads", []):
        found.abort_multipart_upload(Bucket="moves", Key=upload["Key"], UploadId=upload["UploadId"])
    for each in found.list_objects_v2(Bucket="moves").get("Contents", []):
        found.delete_object(Bucket="moves", Key=each["Key"])
    found.close()


def keys_of(client):
    return sorted(each["Key"] for each in client.list_objects_v2(Bucket="moves").get("Contents", []))


def uploads_of(client):
    return client.list_multipart_uploads(Bucket="moves").get("Uploads", [])


class Crash(Exception):
    pass


def crash(size):
    raise Crash


def test_s3_holds_what_is_saved(client, options):
    solution = hf.solve(25)
    solution.save("s3://moves/a.bin", storage_options=options)
    assert keys_of(client) == [".a.bin.info", "a.bin"]
    body = client.get_object(Bucket="moves", Key="a.bin")["Body"]
    assert body.read() == solution.array().tobytes()
    body.close()
    assert hf.load("s3://moves/a.bin", storage_options=options)[1] == solution
    assert uploads_of(client) == []
    solution.save("s3://moves/a.bin", resume=True, progress=crash, storage_options=options)


def test_small_and_empty_objects(client, options):
    for discs in (0, 3):
        hf.solve(discs).save(f"s3://moves/{discs}.bin", storage_options=options)
        head = client.head_object(Bucket="moves", Key=f"{discs}.bin")
        assert head["ContentLength"] == hf.solve(discs).nbytes("bin")


def test_an_upload_that_is_cut_leaves_nothing(client, options):
    done = 0

    def stop(size):
        nonlocal done
        done += size
        if done > 100 << 20:
            raise Crash

    with pytest.raises(Crash):
        hf.solve(27).save("s3://moves/a.bin", progress=stop, storage_options=options)
    assert keys_of(client) == []
    assert uploads_of(client) == []


def test_what_a_killed_process_has_left_is_aborted_by_the_next(client, options):
    for key in ("a.bin", "a.bin.gz"):
        client.create_multipart_upload(Bucket="moves", Key=key)
    SOLUTION.save("s3://moves/a.bin", storage_options=options)
    assert [upload["Key"] for upload in uploads_of(client)] == ["a.bin.gz"]


def test_a_missing_bucket_is_an_error_of_one_line(client, options):
    with pytest.raises(OSError, match="bucket does not exist") as caught:
        SOLUTION.save("s3://elsewhere/a.bin", storage_options=options)
    assert SECRET not in str(caught.value)
    assert "\n" not in str(caught.value)
    with pytest.raises(FileNotFoundError, match="there is no description"):
        hf.load("s3://elsewhere/a.bin", storage_options=options)


def test_a_server_that_is_not_there_is_an_error_of_one_line(server, options):
    words = {"endpoint_url": "http://127.0.0.1:9", "config": {"retries": {"max_attempts": 0}}}
    options = {**options, "client_kwargs": {"endpoint_url": words["endpoint_url"]}, "config_kwargs": words["config"]}
    with pytest.raises(OSError, match="connect") as caught:
        SOLUTION.save("s3://moves/a.bin", storage_options=options)
    assert "\n" not in str(caught.value)


def test_wrong_keys_are_an_error_without_them(options):
    with served(INITIAL_NO_AUTH_ACTION_COUNT="0") as address:
        options = {**options, "client_kwargs": {"endpoint_url": address}}
        with pytest.raises(OSError, match="Access Key Id you provided does not exist") as caught:
            SOLUTION.save("s3://moves/a.bin", storage_options=options)
    assert SECRET not in str(caught.value)
    assert "AKIAEXAMPLE12" not in str(caught.value)
    assert "\n" not in str(caught.value)
