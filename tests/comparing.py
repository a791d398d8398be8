"""A file compared with what it should hold, by the function and by the command."""

from hanoi_fast.face.loading import described
from hanoi_fast.files.contents import compare


def compared(path):
    found = described(path)
    return compare(path, found.document, found.form)


def verdict(called, path):
    status, out, err = called("verify", str(path))
    assert err == ""
    return status, out
