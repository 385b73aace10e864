import Foundation
import TestSupport
import Testing

/// How the tool handles its input and output streams.
@Suite("Streams")
struct StreamTests {
  private let folder = TemporaryFolder()

  init() throws {
    try NativeTrace(1).write(into: folder)
    let made = try Tool.run(["ingest", "1.csv", "--store", "s.db"], in: folder.url)
    try #require(made.status == 0, "\(made.errors)")
  }

  /// Each command that writes data.
  static let writing = [
    "analyze 1.csv", "runs list --store s.db", "runs show 1 --store s.db",
    "export frames --store s.db", "export metrics --store s.db", "verify --store s.db",
    "sql 'SELECT 1' --store s.db", "metrics", "formats", "completions bash", "--help", "--version",
  ]

  @Test(
    "output that cannot be written ends with exit code 2 and a message",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full"),
    arguments: writing)
  func full(command: String) throws {
    let outcome = try Tool.shell("\"$HITCHMARK\" \(command) > /dev/full", in: folder.url)
    #expect(outcome.status == 2)
    let sentence = "standard output: the output cannot be written: no space left on device"
    #expect(outcome.errors == sentence + "\n")
  }

  @Test("a closed standard output ends with exit code 2 and a message", arguments: writing)
  func closed(command: String) throws {
    let outcome = try Tool.shell("\"$HITCHMARK\" \(command) >&-", in: folder.url)
    #expect(outcome.status == 2)
    #expect(
      outcome.errors == "standard output: the output cannot be written: bad file descriptor\n")
  }

  @Test(
    "error messages that cannot be written do not change the exit code",
    arguments: [(1, "1.csv", 0), (2, "no.csv", 2)])
  func silenced(number: Int, path: String, status: Int32) throws {
    let outcome = try Tool.shell("\"$HITCHMARK\" analyze \(path) 2>&-", in: folder.url)
    #expect(outcome.status == status)
  }

  @Test("a reader that closes the pipe early ends the output without a message")
  func head() throws {
    for number in 2..<60 { try NativeTrace(number).write(into: folder, "more/") }
    let made = try Tool.run(["ingest", "more", "--store", "s.db"], in: folder.url)
    try #require(made.status == 0)
    let script = "\"$HITCHMARK\" export frames --store s.db | head -n 1; echo ${PIPESTATUS[0]}"
    let outcome = try Tool.shell(script, in: folder.url)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("suite,stage,run,idx,time_ns") == true)
    #expect(["0", "141"].contains(lines.last))
    #expect(outcome.errors == "")
  }

  @Test("standard input is read like any other trace, compressed or not")
  func input() throws {
    let text = Data(NativeTrace(1).text.utf8)
    let plain = try Tool.run(["analyze", "-", "--format", "json"], input: text)
    #expect(plain.status == 0)
    let run = try BadTraceTests.onlyRun(in: plain.output)
    #expect(run["source"]?.text == "-")
    #expect(run["frames"]?.number == Double(NativeTrace(1).frameCount))
    let script = "gzip -c 1.csv | \"$HITCHMARK\" analyze - --format json"
    #expect(try Tool.shell(script, in: folder.url).output == plain.output)
  }

  @Test("a run read from a pipe is the same run as the file")
  func pipe() throws {
    let text = Data(NativeTrace(1).text.utf8)
    let outcome = try Tool.run(["ingest", "-", "--store", "s.db"], input: text, in: folder.url)
    #expect(outcome.output == "s.db: 0 runs added, 1 already stored, 0 refused\n")
  }

  @Test("an empty or closed standard input is refused as “standard input”")
  func noInput() throws {
    let empty = try Tool.run(["analyze", "-"])
    #expect(empty.status == 2)
    #expect(empty.errors == "standard input: the file is empty\n")
    let closed = try Tool.shell("\"$HITCHMARK\" analyze - <&-")
    #expect(closed.status == 2)
    #expect(closed.errors == "standard input: the file cannot be read: bad file descriptor\n")
  }

  @Test(
    "devices are refused",
    arguments: ["/dev/null", "/dev/zero"])
  func devices(path: String) throws {
    let outcome = try Tool.run(["analyze", path])
    #expect(outcome.status == 2)
    let reason = "it is a pipe, a socket or a device; only a pipe that you name as a trace is read"
    #expect(outcome.errors.hasPrefix("\(path): the file cannot be read: \(reason)"))
  }

  @Test("a folder without traces is refused with the reason")
  func folders() throws {
    let others = TemporaryFolder()
    try others.file("empty/.keep", text: "")
    try others.file("prose/readme.txt", text: "hello\n")
    let formats = "“hitchmark formats” lists the trace formats"
    for (path, sentence) in [
      ("empty", "this folder has no trace; \(formats)"),
      ("prose", "found neither a trace nor a folder with traces; \(formats)"),
      ("none", "no such file or folder"),
    ] {
      for command in [["analyze", path], ["ingest", path, "--store", "s.db"]] {
        let outcome = try Tool.run(command, in: others.url)
        #expect(outcome.status == 2, "\(command)")
        #expect(outcome.errors == "\(path): \(sentence)\n", "\(command)")
        #expect(outcome.output == "", "\(command)")
      }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: others.url.path).count == 2)
  }

  @Test(
    "files of a folder that are not traces are named, once per reason",
    arguments: [["analyze", "mixed"], ["compare", "mixed", "other"], ["why", "mixed", "other"]])
  func skippedFiles(command: [String]) throws {
    let folder = TemporaryFolder()
    for name in ["mixed", "other"] { try folder.file("\(name)/1.csv", text: NativeTrace(1).text) }
    try folder.file("mixed/a.txt", text: "hello\n")
    try folder.file("mixed/b.txt", text: "hello\n")
    let outcome = try Tool.run(command, in: folder.url)
    #expect(
      outcome.errors
        == "skipped mixed/a.txt and 1 more: unknown trace format; the file begins with “hello”\n")
  }

  // MARK: - Length

  @Test("a line of half a gigabyte is skipped in little memory")
  func longLine() throws {
    let file = try folder.file("long.csv", text: "timestamp_ms\n0\n16\n")
    let handle = try FileHandle(forWritingTo: file)
    try handle.seek(toOffset: 512 << 20)
    try handle.write(contentsOf: Data("\n33\n50\n".utf8))
    try handle.close()
    let json = try Tool.shell(
      Tool.littleMemory + "exec \"$HITCHMARK\" analyze long.csv --format json", in: folder.url)
    #expect(json.status == 0, "\(json.errors)")
    let run = try BadTraceTests.onlyRun(in: json.output)
    #expect(run["frames"]?.number == 3)
    #expect(BadTraceTests.issues(of: run) == ["4 long-line"])
  }

  @Test("a file without any newline, also in an archive, is refused in little memory")
  func noNewline() throws {
    let zeros = "head -c \(128 << 20) /dev/zero"
    for source in [zeros, "\(zeros) | tr '\\0' a", "\(zeros) | tr '\\0' a | gzip -1"] {
      let outcome = try Tool.shell(
        "\(source) | (\(Tool.littleMemory) exec \"$HITCHMARK\" analyze -)")
      #expect(outcome.status == 2, "\(source)")
      let start =
        source == zeros ? "the file is not text and not in a known trace" : "unknown trace"
      #expect(outcome.errors.hasPrefix("standard input: \(start) format"), "\(outcome.errors)")
      #expect(outcome.errors.filter { $0 == "\n" }.count == 1, "\(source)")
    }
  }

  @Test("a limit of few open files is an error, and not a trap of the system's libraries")
  func fewFiles() throws {
    for limit in 8...15 {
      let outcome = try Tool.shell(#"ulimit -n \#(limit); "$HITCHMARK" analyze -"#)
      #expect(outcome.status == 2 && outcome.errors.contains("open files"), "\(outcome)")
    }
  }
}
