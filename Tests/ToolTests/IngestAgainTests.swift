import Foundation
import TestSupport
import Testing

/// What `hitchmark ingest` does with runs that the store already has in another form.
@Suite("Ingest of changed files")
struct IngestAgainTests {
  private let folder = TemporaryFolder()

  init() throws {
    try NativeTrace(1).write(into: folder, "runs/a/")
    try describe(
      "a", #"{"date": "2026-11-20", "device": {"name": "phone", "refresh_rate_hz": 60}}"#)
    try NativeTrace(2).write(into: folder, "runs/b/")
    try describe("b", "{}")
    #expect(try ingest() == "t.db: 2 runs added, 0 already stored, 0 refused")
  }

  private func describe(_ run: String, _ json: String) throws {
    try folder.file("runs/\(run)/run.json", text: json)
  }

  /// The output of an ingest without the lines of suites.
  private func ingest(_ options: String...) throws -> String {
    let outcome = try Tool.run(
      ["ingest", "runs/a", "runs/b", "--store", "t.db"] + options, in: folder.url)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n").filter { !$0.hasPrefix("without suite") }
    return lines.joined(separator: "\n")
  }

  private func rows(_ query: String) throws -> [String] {
    let outcome = try Tool.run(
      ["sql", query, "--format", "csv", "--store", "t.db"], in: folder.url)
    return outcome.output.split(separator: "\n").dropFirst().map(String.init)
  }

  @Test(
    "a changed description of a run is reported, and stored with --replace",
    arguments: [
      (
        #"{"device": {"name": "phone", "refresh_rate_hz": 120}}"#,
        "refresh rate: 60.0 Hz → 120.0 Hz"
      ),
      (#"{"labels": {"build": "debug"}}"#, "label build: none → debug"),
      (#"{"commit": "c0ffee1"}"#, "commit: none → c0ffee1"),
      (#"{"session": "monday"}"#, "session: none → monday"),
      (#"{"duration_s": 2}"#, "duration of the test: none → 2000000000 ns"),
      (#"{"activity": [{"name": "lap", "start_s": 0, "end_s": 0.2}]}"#, "markers: none → 1"),
      (
        #"{"threads": {"list": [{"name": "main", "main": true, "cpu_s": 1}]}}"#, "threads: none → 1"
      ),
      (#"{"scalars": {"start": {"value": 3, "unit": "ms"}}}"#, "start: none → 3.0 ms"),
    ])
  func toldOtherwise(json: String, difference: String) throws {
    try describe("a", json)
    let line =
      "the new description of run 1 (\(difference)) was not stored; --replace stores "
      + "it"
    #expect(try ingest() == line + "\nt.db: 0 runs added, 2 already stored, 0 refused")
    #expect(
      try ingest("--replace") == "t.db: 1 run added, 1 removed, 1 already stored, 0 refused")
    #expect(try ingest() == "t.db: 0 runs added, 2 already stored, 0 refused")
    #expect(try rows("SELECT name FROM run ORDER BY name") == ["a", "b"])
  }

  @Test("a property that is no longer given is not a contradiction")
  func silence() throws {
    try describe("a", "{}")
    #expect(try ingest() == "t.db: 0 runs added, 2 already stored, 0 refused")
  }

  @Test("a file with new contents becomes a second run, and --replace removes the earlier one")
  func otherBytes() throws {
    try folder.file("runs/a/1.csv", text: NativeTrace(3).text)
    let line =
      "the store still has run 1, which was read from earlier contents of the same file; --replace removes it"
    #expect(try ingest() == line + "\nt.db: 1 run added, 1 already stored, 0 refused")
    #expect(try ingest() == line + "\nt.db: 0 runs added, 2 already stored, 0 refused")
    #expect(
      try ingest("--replace") == "t.db: 0 runs added, 1 removed, 2 already stored, 0 refused")
    #expect(try rows("SELECT id FROM run ORDER BY id") == ["2", "3"])
  }

  @Test("a file rewritten for another commit or session is not a changed file")
  func writtenAnew() throws {
    for (index, option) in ["--commit", "--session"].enumerated() {
      try folder.file("new.csv", text: NativeTrace(10 + index).text)
      let outcome = try Tool.run(
        ["ingest", "new.csv", option, "c\(index)", "--store", "t.db", "--replace"],
        in: folder.url)
      #expect(
        outcome.output
          == "without suite: 1 run added\nt.db: 1 run added, 0 already stored, 0 refused\n")
    }
  }
}
