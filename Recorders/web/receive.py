#!/usr/bin/env python3
"""Receives the files that frame-recorder.js posts, and serves the module to pages.

    Recorders/web/receive.py FOLDER [--port 8600] [--host 127.0.0.1] [--origin https://app.example]

Each recording gets a folder FOLDER/<name of the run> with frames.csv, resources.csv, markers.csv and run.json. Nothing
that exists is overwritten: a second recording of the same name goes to "<name>-2". In the page:

    import { FrameRecorder } from "http://localhost:8600/frame-recorder.js";
    new FrameRecorder({ url: "http://localhost:8600/", name: "1" }).start();

Pages of this computer may post. A page of another site may post only if --origin names the site.
"""

import argparse
import http.server
import ipaddress
import os
import pathlib
import re
import socket
import sys
import threading
import urllib.parse

MODULE = pathlib.Path(__file__).with_name("frame-recorder.js")
FILES = {"frames.csv", "resources.csv", "markers.csv", "run.json"}
LARGEST_PART = 1 << 24
LARGEST_FILE = 1 << 30
MOST_CONNECTIONS = 32
LONGEST_NAME = 200
"""Bytes, so that the name of a folder may end in a number."""
LONGEST_REQUEST = 30
"""Seconds that a connection may take, however much it sends."""


class Recording:
    """The folder of one recording, and the ranges of bytes that its files have."""

    def __init__(self, folder):
        self.folder = folder
        self.ranges = {}

    def has(self, file, start, end):
        return any(start < known_end and known_start < max(end, start + 1)
                   for known_start, known_end in self.ranges.get(file, []))

    def write(self, file, start, text):
        path = self.folder / file
        if file == "run.json":  # Sent again whenever the description changes.
            part = path.with_name(".run.json.part")
            part.write_bytes(text)
            part.replace(path)
            return
        with open(path, "r+b" if file in self.ranges else "xb", opener=open_no_link) as output:
            output.seek(start)
            output.write(text)
        self.ranges.setdefault(file, []).append((start, start + len(text)))


def open_no_link(path, flags):
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0), 0o666)


class Recordings:
    """The recordings below a folder, by the names of their runs."""

    def __init__(self, folder):
        self.folder = folder
        self.open = {}
        self.lock = threading.Lock()

    def store(self, run, file, start, text):
        """Writes a part of a file. Returns whether it belongs to a recording and overwrites nothing."""
        with self.lock:
            recording = self.open.get(run)
            is_repeated = recording and file != "run.json" and recording.has(file, start, start + len(text))
            if is_repeated and start > 0:
                return False
            if not recording or is_repeated:
                if start > 0:
                    return False
                recording = self.open[run] = Recording(self.new_folder(run))
            recording.write(file, start, text)
            return True

    def new_folder(self, run):
        self.folder.mkdir(parents=True, exist_ok=True)
        for number in range(1, 100_000):
            folder = self.folder / (run if number == 1 else f"{run}-{number}")
            try:
                folder.mkdir()
                return folder
            except FileExistsError:
                pass
        raise OSError(f"{self.folder} has too many runs with the name {run}")


class Receiver(http.server.BaseHTTPRequestHandler):
    """A subclass sets `recordings`, and may set `origins`."""

    recordings = None
    origins = frozenset()
    timeout = 10  # Seconds that one read may take.

    def do_GET(self):
        if not self.is_for_this_host():
            self.answer(403)
        elif self.path.partition("?")[0] == "/frame-recorder.js":
            self.answer(200, MODULE.read_bytes(), "text/javascript")
        else:
            self.answer(404)

    def do_POST(self):
        if not self.is_for_this_host() or not self.is_from_allowed_page():
            return self.answer(403)
        query = dict(urllib.parse.parse_qsl(self.path.partition("?")[2]))
        run, file, start = query.get("run", ""), query.get("file", ""), query.get("from", "")
        length = self.headers.get("Content-Length", "")
        # The names become paths, so they are restricted.
        is_name = re.fullmatch(r"\w[\w .-]{0,99}", run) and len(run.encode()) <= LONGEST_NAME
        if not is_name or file not in FILES or not re.fullmatch(r"[0-9]{1,10}", start):
            return self.answer(400)
        if not re.fullmatch(r"[0-9]{1,9}", length) or int(length) > LARGEST_PART or int(start) > LARGEST_FILE:
            return self.answer(413)
        text = self.rfile.read(int(length))
        if len(text) < int(length):
            return self.answer(408)
        try:
            self.answer(204 if self.recordings.store(run, file, int(start), text) else 409)
        except OSError as error:
            print(f"receive.py: {error}", file=sys.stderr, flush=True)
            self.answer(500)

    def is_for_this_host(self):
        """Whether the page used a number or `localhost`: a name of its own could lead anywhere, also here."""
        host = parts(f"//{self.headers.get('Host', '')}").hostname or ""
        return host == "localhost" or is_number(host)

    def is_from_allowed_page(self):
        """Whether the page is on this computer, from this server, or of a site that the user named.

        Programs other than browsers send no origin.
        """
        origin = self.headers.get("Origin")
        if origin is None or origin in self.origins:
            return True
        page = parts(origin)
        is_here = page.hostname == "localhost" or (is_number(page.hostname or "") and ipaddress.ip_address(page.hostname).is_loopback)
        if page.scheme in ("http", "https") and (is_here or page.netloc == self.headers.get("Host")):
            return True
        print(f"receive.py: refused a page of {origin[:100]!r}; --origin {origin[:100]!r} allows it", file=sys.stderr, flush=True)
        return False

    def answer(self, status, body=b"", content_type="text/plain"):
        self.send_response(status)
        if status not in (403, 408):
            self.send_header("Access-Control-Allow-Origin", self.headers.get("Origin") or "*")
            self.send_header("Vary", "Origin")
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def parts(address):
    """The parts of an address; those of an empty one if it has a broken number, such as `http://[1`."""
    try:
        return urllib.parse.urlsplit(address)
    except ValueError:
        return urllib.parse.urlsplit("")


def is_number(host):
    try:
        ipaddress.ip_address(host)
        return True
    except ValueError:
        return False


class Server(http.server.ThreadingHTTPServer):
    """A server that serves a limited number of connections at a time."""

    def __init__(self, *arguments):
        self.free = threading.BoundedSemaphore(MOST_CONNECTIONS)
        super().__init__(*arguments)

    def process_request(self, request, address):
        if self.free.acquire(timeout=5):
            super().process_request(request, address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request, address):
        end = threading.Timer(LONGEST_REQUEST, shut_down, [request])
        end.start()
        try:
            super().process_request_thread(request, address)
        finally:
            end.cancel()
            self.free.release()

    def handle_error(self, request, address):
        pass  # A connection that ended early.


def shut_down(request):
    try:
        request.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass  # It is closed already.


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=pathlib.Path, help="folder for the folders of runs, such as a stage of a suite")
    parser.add_argument("--port", type=int, default=8600)
    parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 to receive from phones on the network")
    parser.add_argument("--origin", action="append", default=[], help="another site whose pages may post, such as https://app.example")
    options = parser.parse_args()
    Receiver.recordings, Receiver.origins = Recordings(options.folder), frozenset(options.origin)
    with Server((options.host, options.port), Receiver) as server:
        print(f"receive.py: http://{options.host}:{server.server_address[1]}/, runs in {options.folder}", flush=True)
        server.serve_forever()


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
