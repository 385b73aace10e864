import Foundation
import TestSupport
import Testing

@Suite("--watch")
struct WatchTests {
  private let folder = TemporaryFolder()

  /// Waits until a process has written a text `times` times.
  private func wait(for text: String, times: Int = 1, from process: Running) throws {
    let isThere = { process.output.components(separatedBy: text).count > times }
    for _ in 0..<600 where !isThere() { usleep(50_000) }
    try #require(isThere(), "\(process.output)")
  }

  @Test("loads new captures, reports a bad one once, refreshes the pages, and Ctrl-C ends with 0")
  func whole() throws {
    try NativeTrace(1).write(into: folder, "captures/")
    let ingest = try Tool.start(
      ["ingest", "captures", "--store", "s.db", "--watch"], in: folder.url)
    try wait(for: "s.db: 1 run added", from: ingest)
    let site = try Tool.start(
      ["report", "--site", "public", "--store", "s.db", "--watch"], in: folder.url)
    try wait(for: "public: the pages of the website were written", from: site)
    let pages = { try FileManager.default.subpathsOfDirectory(atPath: folder.path("public")).count }
    let before = try pages()
    try folder.file("captures/empty.csv", text: "")
    try wait(for: "s.db: 0 runs added, 0 already stored, 1 refused", from: ingest)
    try NativeTrace(2).write(into: folder, "captures/")
    try wait(for: "s.db: 1 run added", times: 2, from: ingest)
    var now = try pages()
    for _ in 0..<600 where now == before {
      usleep(50_000)
      now = try pages()
    }
    #expect(now > before)
    for process in [ingest, site] { process.interrupt() }
    let outcome = try ingest.finish()
    #expect(outcome.status == 0)
    let complaints = outcome.errors.components(separatedBy: "the file is empty").count - 1
    #expect(complaints == 1, "\(outcome.errors)")
    #expect(
      outcome.errors.hasPrefix("watching captures for changes; press Ctrl-C to stop\n"),
      "\(outcome.errors)")
    #expect(try site.finish().status == 0)
  }

  @Test(
    "is refused where it makes no sense",
    arguments: [
      (
        ["ingest", "-", "--watch"],
        "--watch: standard input cannot be watched for changes; name files or"
      ),
      (["ingest", "nowhere", "--watch"], "nowhere: no such file or folder"),
      (
        ["report", "app", "--watch"],
        "--watch: the option updates only a website; "
          + "pass"
      ),
    ])
  func refused(words: [String], start: String) throws {
    let outcome = try Tool.run(words, in: folder.url)
    #expect(outcome.status == 2 && outcome.errors.hasPrefix(start), "\(outcome.errors)")
  }
}
