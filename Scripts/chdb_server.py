"""Answers HTTP requests like a node of ClickHouse, with the engine of chdb, a current ClickHouse as a Python package.

    .build/chdb/bin/python Scripts/chdb_server.py PORT FOLDER      runs until it is stopped; FOLDER has the data

Scripts/check-cluster starts it, because Debian has only an old ClickHouse. Every setting of a request is given to the
engine, which refuses settings that it does not know. Requests are answered one after the other, without passwords.
"""

from __future__ import annotations

import sys
import tempfile
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

from chdb.session import Session


def quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


class Engine:
    """A session of chdb."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.session = Session(str(folder / "data"))

    def answer(self, statement: str, rows: bytes | None, settings: list[tuple[str, str]]) -> bytes:
        """Runs a statement, or an INSERT of rows in the format RowBinary."""
        for name, value in settings:
            self.session.query(f"SET {name} = {quoted(value)}")
        if rows is not None:
            with tempfile.NamedTemporaryFile(dir=self.folder, suffix=".rows") as file:
                file.write(rows)
                file.flush()
                head = statement.removesuffix(" FORMAT RowBinary")
                self.session.query(f"{head} FROM INFILE {quoted(file.name)} FORMAT RowBinary")
            return b""
        if statement.endswith(" FORMAT RowBinary"):
            return self.session.query(statement.removesuffix(" FORMAT RowBinary"), "RowBinary").bytes() or b""
        return self.session.query(statement, "TabSeparated").bytes() or b""


class Handler(BaseHTTPRequestHandler):
    """One connection."""

    protocol_version = "HTTP/1.1"
    engine: Engine

    def do_GET(self) -> None:  # noqa: N802
        self.reply(200, b"Ok.\n")

    def do_POST(self) -> None:  # noqa: N802
        body = self.rfile.read(int(self.headers["Content-Length"]))
        settings = parse_qsl(urlsplit(self.path).query, keep_blank_values=True)
        query = next((value for name, value in settings if name == "query"), None)
        # These two belong to HTTP, not to the engine.
        settings = [pair for pair in settings if pair[0] not in ("query", "wait_end_of_query", "buffer_size")]
        try:
            if query is None:
                self.reply(200, self.engine.answer(body.decode(), None, settings))
            else:
                self.reply(200, self.engine.answer(query, body, settings))
        except RuntimeError as error:
            self.reply(500, str(error).encode())

    def reply(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Says nothing."""


def main() -> None:
    Handler.engine = Engine(Path(sys.argv[2]))
    HTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()


if __name__ == "__main__":
    main()
