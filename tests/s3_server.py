"""A server of S3 for a process of its own, by moto, that notes every request; run with a port and a file for the notes.

With HANOI_FAST_NO_COPIES it is one of those that cannot copy parts.
"""

import json
import os
import sys
from pathlib import Path

NO_COPIES = b"<Error><Code>NotImplemented</Code><Message>no copies here</Message></Error>"


def noted(inner, notes):
    def answer(environ, start_response):
        headers = {name[5:].lower(): value for name, value in environ.items() if name.startswith("HTTP_X_AMZ_")}
        note = {
            "method": environ["REQUEST_METHOD"],
            "path": environ["PATH_INFO"],
            "query": environ["QUERY_STRING"],
            "bytes": int(environ.get("CONTENT_LENGTH") or 0),
            "headers": headers,
        }
        with Path(notes).open("a") as file:
            file.write(json.dumps(note) + "\n")
        if "x_amz_copy_source" in headers and os.environ.get("HANOI_FAST_NO_COPIES"):
            start_response("501 Not Implemented", [("Content-Type", "application/xml")])
            return [NO_COPIES]
        return inner(environ, start_response)

    return answer


if __name__ == "__main__":
    from moto.server import DomainDispatcherApplication, MotoRequestHandler, create_backend_app
    from werkzeug.serving import run_simple

    app = noted(DomainDispatcherApplication(create_backend_app), sys.argv[2])
    run_simple("127.0.0.1", int(sys.argv[1]), app, threaded=True, request_handler=MotoRequestHandler)
