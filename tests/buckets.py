"""S3 on a server in a process of its own: its address, what is in it, and what was asked of it."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest

KEY, SECRET = "AKIAEXAMPLE12", "wJalrXUtnFEMI-secret"


class Server:
    """A server that is running."""

    def __init__(self, address, notes):
        self.address = address
        self.notes = notes
        self.options = {"key": KEY, "secret": SECRET, "client_kwargs": {"endpoint_url": address}}
        self.client = pytest.importorskip("boto3").client(
            "s3", endpoint_url=address, region_name="us-east-1", aws_access_key_id="a", aws_secret_access_key="b"
        )

    def asked(self, path):
        """Return the requests for an object so far."""
        lines = self.notes.read_text().splitlines()
        return [note for note in map(json.loads, lines) if note["path"] == f"/moves/{path}"]

    def names(self):
        return sorted(each["Key"] for each in self.client.list_objects_v2(Bucket="moves").get("Contents", []))

    def uploads(self):
        return self.client.list_multipart_uploads(Bucket="moves").get("Uploads", [])

    def crc32(self, key):
        """Return the CRC-32 of all the bytes of an object, as they are read."""
        from zlib import crc32

        found = 0
        body = self.client.get_object(Bucket="moves", Key=key)["Body"]
        for chunk in body.iter_chunks(1 << 20):
            found = crc32(chunk, found)
        body.close()
        return found

    def empty(self):
        for upload in self.uploads():
            self.client.abort_multipart_upload(Bucket="moves", Key=upload["Key"], UploadId=upload["UploadId"])
        for key in self.names():
            self.client.delete_object(Bucket="moves", Key=key)
        self.notes.write_text("")


@contextmanager
def served(folder, **environment):
    """Serve S3 by a process of its own."""
    for package in ("s3fs", "moto", "flask", "boto3"):
        pytest.importorskip(package, reason="a server of S3 needs it")
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    notes = folder / f"requests-{port}"
    notes.write_text("")
    words = [sys.executable, str(Path(__file__).with_name("s3_server.py")), str(port), str(notes)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    address = f"http://127.0.0.1:{port}"
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
            server = Server(address, notes)
            yield server
            server.client.close()
        finally:
            process.terminate()
