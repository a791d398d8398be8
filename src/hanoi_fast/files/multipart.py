"""Objects of S3 in parts, which are put, or copied by the store from other objects; there when all of them are.

Where the CRC-32 of the whole object is known beforehand the store is told, and refuses an object with another one.
"""

from __future__ import annotations

from base64 import b64encode
from typing import Any


class Multipart:
    """An object of S3 to be written, as a file object that is there when it is committed.

    What is written is put in parts of `size` bytes; an object that is no larger is put at once.
    """

    def __init__(self, system: Any, name: str, size: int, crc32: int | None = None) -> None:
        self.system = system
        self.bucket, self.key, _ = system.split_path(name)
        self.size = size
        self.waiting = bytearray()
        self.upload: str | None = None
        self.tags: dict[int, str] = {}
        self.checksum = {} if crc32 is None or not wanted(system) else full_object(crc32)

    def call(self, method: str, **words: Any) -> Any:
        """Ask the store something about the object."""
        return self.system.call_s3(method, Bucket=self.bucket, Key=self.key, **words)

    def begin(self) -> None:
        """Begin the upload, if it has not begun."""
        if self.upload is None:
            kind = {"ChecksumAlgorithm": "CRC32", "ChecksumType": "FULL_OBJECT"} if self.checksum else {}
            self.upload = self.call("create_multipart_upload", **kind)["UploadId"]

    def write(self, chunk: memoryview) -> None:
        """Take a chunk of what follows."""
        while len(chunk):
            taken = chunk[: self.size - len(self.waiting)]
            self.waiting += taken
            chunk = chunk[len(taken) :]
            if len(self.waiting) == self.size:
                self.put_waiting()

    def put_waiting(self) -> None:
        """Put what was written as the next part."""
        self.put(len(self.tags) + 1, bytes(self.waiting))
        self.waiting.clear()

    def put(self, number: int, content: bytes) -> None:
        """Put a part; parts are numbered from 1."""
        self.begin()
        self.tags[number] = self.call("upload_part", PartNumber=number, UploadId=self.upload, Body=content)["ETag"]

    def copy(self, number: int, source: str, low: int, high: int) -> None:
        """Let a part be as the bytes from one place to another of an object."""
        bucket, key, _ = self.system.split_path(source)
        done = self.call(
            "upload_part_copy",
            PartNumber=number,
            UploadId=self.upload,
            CopySource={"Bucket": bucket, "Key": key},
            CopySourceRange=f"bytes={low}-{high - 1}",
        )
        self.tags[number] = done["CopyPartResult"]["ETag"]

    def close(self) -> None:
        """Put what is left, unless it is all there is."""
        if self.waiting and self.upload is not None:
            self.put_waiting()

    def commit(self) -> None:
        """Let the object be there."""
        if self.upload is None:
            self.call("put_object", Body=bytes(self.waiting), **self.checksum)
            return
        parts = [{"PartNumber": number, "ETag": tag} for number, tag in sorted(self.tags.items())]
        self.call("complete_multipart_upload", UploadId=self.upload, MultipartUpload={"Parts": parts}, **self.checksum)

    def discard(self) -> None:
        """Abort the upload."""
        if self.upload is not None:
            self.call("abort_multipart_upload", UploadId=self.upload)


def full_object(crc32: int) -> dict[str, str]:
    """Return the words that say the CRC-32 of a whole object."""
    return {"ChecksumType": "FULL_OBJECT", "ChecksumCRC32": b64encode(crc32.to_bytes(4, "big")).decode()}


def wanted(system: Any) -> bool:
    """Return whether the client of a store sends checksums: those of old servers are told not to."""
    return system.s3.meta.config.request_checksum_calculation == "when_supported"


def abort_left(system: Any, name: str) -> None:
    """Abort the uploads that killed processes have left to an object: they would be paid for."""
    bucket, key, _ = system.split_path(name)
    for upload in system.call_s3("list_multipart_uploads", Bucket=bucket, Prefix=key).get("Uploads", []):
        if upload["Key"] == key:
            system.call_s3("abort_multipart_upload", Bucket=bucket, Key=key, UploadId=upload["UploadId"])
