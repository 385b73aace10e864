#!/usr/bin/env python3
"""Receives the files that frame-recorder.js posts, and serves the module to pages.

    Recorders/web/receive.py FOLDER [--port 8600] [--host 127.0.0.1]

Each run gets a folder FOLDER/<name of the run> with frames.csv, resources.csv, markers.csv and run.json. In the page:

    import { FrameRecorder } from "http://localhost:8600/frame-recorder.js";
    new FrameRecorder({ url: "http://localhost:8600/", name: "1" }).start();
"""

import argparse
import http.server
import pathlib
import re
import urllib.parse

MODULE = pathlib.Path(__file__).with_name("frame-recorder.js")
FILES = {"frames.csv", "resources.csv", "markers.csv", "run.json"}
LARGEST_PART = 1 << 24
LARGEST_FILE = 1 << 30


class Receiver(http.server.BaseHTTPRequestHandler):
    """A subclass sets `folder`."""

    folder = pathlib.Path(".")

    def do_GET(self):
        if urllib.parse.urlsplit(self.path).path == "/frame-recorder.js":
            self.answer(200, MODULE.read_bytes(), "text/javascript")
        else:
            self.answer(404)

    def do_POST(self):
        query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.path).query))
        run, file, start = query.get("run", ""), query.get("file", ""), query.get("from", "")
        length = self.headers.get("Content-Length", "")
        # The names become paths, so they are restricted.
        if not re.fullmatch(r"\w[\w .-]{0,99}", run) or file not in FILES or not re.fullmatch(r"[0-9]{1,10}", start):
            return self.answer(400)
        if not re.fullmatch(r"[0-9]{1,9}", length) or int(length) > LARGEST_PART or int(start) > LARGEST_FILE:
            return self.answer(413)
        self.store(self.folder / run / file, int(start), self.rfile.read(int(length)))
        self.answer(204)

    @staticmethod
    def store(path, start, text):
        """Writes a part at its position; the first part truncates the file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "wb" if start == 0 else "r+b" if path.exists() else "w+b") as file:
            file.seek(start)
            file.write(text)

    def answer(self, status, body=b"", content_type="text/plain"):
        self.send_response(status)
        self.send_header("Access-Control-Allow-Origin", "*")
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=pathlib.Path, help="folder for the folders of runs, such as a stage of a suite")
    parser.add_argument("--port", type=int, default=8600)
    parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 to receive from phones on the network")
    options = parser.parse_args()
    Receiver.folder = options.folder
    with http.server.ThreadingHTTPServer((options.host, options.port), Receiver) as server:
        print(f"receive.py: http://{options.host}:{server.server_address[1]}/, runs in {options.folder}", flush=True)
        server.serve_forever()


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
