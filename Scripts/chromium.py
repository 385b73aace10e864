"""Controls a headless Chromium through its DevTools pipe: JSON messages, each followed by a zero byte.

    with Chromium() as browser:
        browser.visit("file:///tmp/page.html")
        browser.run("document.title")
"""

import base64
import gzip
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

NAMES = ["chromium", "chromium-browser", "google-chrome"]
PATIENCE = 120


def executable():
    """The path of the browser; None if it is not installed."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


class Chromium:
    """A browser with one page; stores the page's console messages and requests."""

    def __init__(self, flags=(), prefix=()):
        """`flags` are further options of the browser; `prefix` is a command to start it with, such as taskset."""
        self.profile = tempfile.mkdtemp()
        self.command = [
            *prefix, executable(), "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu",
            "--disable-dev-shm-usage", "--no-first-run", "--hide-scrollbars", "--disable-background-networking",
            "--disable-component-update", "--force-color-profile=srgb", f"--user-data-dir={self.profile}", *flags]
        ours_to_read, its_to_write = os.pipe()
        its_to_read, ours_to_write = os.pipe()
        self.process = self._start(its_to_read, its_to_write)
        os.close(its_to_read)
        os.close(its_to_write)
        self.input, self.output = ours_to_write, ours_to_read
        self.pending, self.events, self.number, self.session = b"", [], 0, None
        self.target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network"]:
            self.call(f"{domain}.enable")

    def _start(self, its_to_read, its_to_write):
        def place_pipes():
            # The browser reads descriptor 3 and writes 4. The copies prevent that one pipe overwrites the other.
            read, write = os.dup(its_to_read), os.dup(its_to_write)
            high_read, high_write = os.dup2(read, 103), os.dup2(write, 104)
            os.dup2(high_read, 3)
            os.dup2(high_write, 4)

        return subprocess.Popen(
            self.command, preexec_fn=place_pipes, close_fds=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.input)
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.output)
        shutil.rmtree(self.profile, ignore_errors=True)

    # Messages

    def call(self, method, **parameters):
        """Calls a method of the page, and waits for the answer."""
        return self._call(self.session, method, parameters)

    def call_browser(self, method, **parameters):
        """Calls a method of the browser itself, and waits for the answer."""
        return self._call(None, method, parameters)

    def _call(self, session, method, parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        remaining = json.dumps(message).encode() + b"\0"
        while remaining:
            remaining = remaining[os.write(self.input, remaining):]
        while True:
            answer = self._message(PATIENCE)
            if answer is None:
                raise TimeoutError(f"no answer to {method}")
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def _message(self, patience):
        end = time.monotonic() + patience
        while b"\0" not in self.pending:
            if not select.select([self.output], [], [], max(0, end - time.monotonic()))[0]:
                return None
            more = os.read(self.output, 1 << 20)
            if not more:
                raise EOFError("the browser has exited")
            self.pending += more
        message, self.pending = self.pending.split(b"\0", 1)
        return json.loads(message)

    def wait_for(self, method):
        """Waits for an event since the last visit, and returns its parameters."""
        while True:
            for event in self.events:
                if event.get("method") == method:
                    return event["params"]
            event = self._message(PATIENCE)
            if event is None:
                raise TimeoutError(f"no {method}")
            self.events.append(event)

    # Pages

    def open(self, path, width, height, scheme="light", medium="screen", runs_scripts=True):
        """Opens a file in a window of the given size, in CSS pixels."""
        self.call("Emulation.setScriptExecutionDisabled", value=not runs_scripts)
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=width < 500)
        self.call("Emulation.setEmulatedMedia", media="" if medium == "screen" else medium,
                  features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.visit("file://" + os.path.abspath(path))

    def visit(self, address):
        """Opens an address, and waits until the page is loaded."""
        self.events = []
        self.address = address
        self.call("Page.navigate", url=address)
        self.wait_for("Page.loadEventFired")

    def run(self, script, in_page=True):
        """Runs a script and returns its value.

        With `in_page=False`, the script runs in an isolated world: it sees the same layout, and runs even if the
        scripts of the page are disabled.
        """
        where = {}
        if not in_page:
            frame = self.call("Page.getFrameTree")["frameTree"]["frame"]["id"]
            where["contextId"] = self.call("Page.createIsolatedWorld", frameId=frame)["executionContextId"]
        result = self.call("Runtime.evaluate", expression=script, awaitPromise=True,
                           returnByValue=True, **where)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"].get("exception", {}).get("description", "script failed"))
        return result["result"].get("value")

    def trace(self, categories, work):
        """Traces the browser during some work; returns the result of the work and the trace's events."""
        self.call_browser("Tracing.start", transferMode="ReturnAsStream", streamFormat="json", streamCompression="gzip",
                          traceConfig={"recordMode": "recordAsMuchAsPossible", "includedCategories": categories,
                                       "excludedCategories": ["*"]})
        result = work()
        self.call_browser("Tracing.end")
        ended = self.wait_for("Tracing.tracingComplete")
        if ended.get("dataLossOccurred"):
            raise RuntimeError("the trace lost events")
        parts = []
        while not parts or not part["eof"]:
            part = self.call_browser("IO.read", handle=ended["stream"], size=1 << 20)
            parts.append(base64.b64decode(part["data"]) if part.get("base64Encoded") else part["data"].encode())
        return result, json.loads(gzip.decompress(b"".join(parts)))["traceEvents"]

    def said(self):
        """The console messages of the page, its exceptions, and the messages of the browser about it."""
        texts = []
        for event in self.events:
            details = event.get("params", {})
            if event.get("method") == "Runtime.consoleAPICalled":
                texts.append(" ".join(str(value.get("value", value.get("description"))) for value in details["args"]))
            elif event.get("method") == "Runtime.exceptionThrown":
                texts.append(details["exceptionDetails"].get("exception", {}).get("description", "exception"))
            elif event.get("method") == "Log.entryAdded":
                texts.append(details["entry"]["text"])
        return texts

    def requests(self):
        """The addresses that the page requested, without its own address and data addresses."""
        asked = [event["params"]["request"]["url"] for event in self.events
                 if event.get("method") == "Network.requestWillBeSent"]
        return [url for url in asked if url.split("#")[0] != self.address and not url.startswith("data:")]

    def screenshot(self, path, whole=True):
        """Writes a PNG of the whole page, or of its visible part."""
        data = self.call("Page.captureScreenshot", captureBeyondViewport=whole)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def pdf(self):
        """The page on A4 paper: the bytes of a PDF."""
        data = self.call("Page.printToPDF", paperWidth=8.27, paperHeight=11.69, printBackground=False)["data"]
        return base64.b64decode(data)
