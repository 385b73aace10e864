import Foundation
import TestSupport
import Testing

/// Runs `Recorders/web/receive.py` and sends it requests with Python.
@Suite("The receiver of recordings in web pages")
struct ReceiverTests {
  private let folder = TemporaryFolder()

  /// Runs Python lines that may call `post(query, body, headers)`, which returns the status of the answer.
  private func run(_ lines: String, origin: String? = nil) throws -> Tool.Outcome {
    try folder.file(
      "test.py",
      text: """
        import http.client, re, socket, subprocess, sys
        options = ["--origin", sys.argv[2]] if len(sys.argv) > 2 else []
        receiver = subprocess.Popen([sys.executable, sys.argv[1], "runs", "--port", "0", *options],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        port = int(re.search(r":([0-9]+)/", receiver.stdout.readline())[1])
        def post(query, body="x", **headers):
            connection = http.client.HTTPConnection("127.0.0.1", port)
            connection.request("POST", "/?" + query, body, headers)
            return connection.getresponse().status
        try:
        \(lines.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n"))
        finally:
            receiver.kill()
        """)
    let script = SharedMaterial.project.appending(path: "Recorders/web/receive.py").path
    return try Tool.shell(
      "timeout 60 python3 test.py '\(script)' \(origin ?? "")", in: folder.url)
  }

  private func text(_ name: String) -> String? {
    try? String(contentsOfFile: folder.path("runs/\(name)"), encoding: .utf8)
  }

  @Test("writes the parts of a recording, and overwrites neither it nor what was there before")
  func parts() throws {
    try folder.file("runs/old/frames.csv", text: "precious")
    let outcome = try run(
      """
      for run in ["old", "new"]:
          print([post(f"run={run}&file=frames.csv&from={start}", text)
                 for start, text in [(0, "abc"), (3, "de"), (2, "X"), (0, "second")]])
          print([post(f"run={run}&file=run.json&from=0", text) for text in ["1", "2"]])
      print(post("run=unknown&file=frames.csv&from=7"))
      """)
    #expect(
      outcome.output == String(repeating: "[204, 204, 409, 204]\n[204, 204]\n", count: 2) + "409\n",
      "\(outcome.output)\(outcome.errors)")
    #expect(text("old/frames.csv") == "precious" && text("old-2/frames.csv") == "abcde")
    #expect(text("old-3/frames.csv") == "second" && text("old-3/run.json") == "2")
    #expect(text("new/frames.csv") == "abcde" && text("new-2/run.json") == "2")
  }

  @Test("refuses other sites, host names that could lead anywhere, and names that are paths")
  func refuses() throws {
    let lines = """
      file = "run=a&file=frames.csv&from=0"
      print([post(file, Origin=origin) for origin in ["https://evil.example", "null", "http://evil.example:8600"]])
      print(post(file, Host="evil.example"))
      print([post(f"run={run}&file=frames.csv&from=0") for run in ["..", "a/b", "%2Fa", ".a"]])
      print([post(f"run={run}&file=frames.csv&from=0", Origin=origin)
             for run, origin in enumerate(["http://localhost:3000", "http://127.0.0.1:1", "https://app.example"])])
      """
    let outcome = try run(lines)
    #expect(
      outcome.output == "[403, 403, 403]\n403\n[400, 400, 400, 400]\n[204, 204, 403]\n",
      "\(outcome.output)\(outcome.errors)")
    #expect(try run(lines, origin: "https://app.example").output.hasSuffix("[204, 204, 204]\n"))
  }

  @Test("serves a limited number of connections, and others wait")
  func connections() throws {
    let outcome = try run(
      """
      held = [socket.create_connection(("127.0.0.1", port)) for _ in range(200)]
      threads = open(f"/proc/{receiver.pid}/status").read()
      # A thread and the timer of its limit for each of 32 connections, and those of the receiver.
      print(int(re.search(r"Threads:\\s+([0-9]+)", threads)[1]) < 70)
      for connection in held: connection.close()
      print(post("run=a&file=frames.csv&from=0"))
      """)
    #expect(outcome.output == "True\n204\n", "\(outcome.output)\(outcome.errors)")
  }

  @Test("answers requests that it cannot serve, and follows no link in a recording")
  func unusual() throws {
    try folder.file("victim.csv", text: "precious")
    let outcome = try run(
      #"""
      import os, urllib.parse
      file = "run=a&file=frames.csv&from="
      print([post(file + "0", **headers) for headers in [{"Host": "[::1"}, {"Origin": "http://[x"}]])
      print([post(f"run={urllib.parse.quote(name)}&file=frames.csv&from=0") for name in ["𝒳" * 100, "é" * 100]])
      print(post(file + "0"))
      os.remove("runs/a/frames.csv"); os.symlink("../../victim.csv", "runs/a/frames.csv")
      print(post(file + "1"))
      """#)
    #expect(outcome.output == "[403, 403]\n[400, 204]\n204\n500\n", "\(outcome)")
    #expect(
      try String(contentsOfFile: folder.path("victim.csv"), encoding: .utf8) == "precious")
  }

  @Test("ends a connection that sends on without end")
  func drip() throws {
    let outcome = try run(
      """
      import os, time
      code = ("import sys; sys.dont_write_bytecode = True; sys.path.insert(0, sys.argv.pop(1)); import receive; "
              "receive.LONGEST_REQUEST = 1; receive.main()")
      receiver.kill()
      receiver = subprocess.Popen([sys.executable, "-c", code, os.path.dirname(sys.argv[1]), "runs", "--port", "0"],
          stdout=subprocess.PIPE, text=True)
      port = int(re.search(r":([0-9]+)/", receiver.stdout.readline())[1])
      connection = socket.create_connection(("127.0.0.1", port))
      connection.sendall(b"GET / HTTP/1.0\\r\\nX: ")
      start = time.monotonic()
      try:
          while time.monotonic() - start < 30:
              connection.sendall(b"a")
              time.sleep(0.1)
          print("it still takes bytes")
      except OSError:
          print("ended")
      """)
    #expect(outcome.output == "ended\n", "\(outcome)")
  }
}
