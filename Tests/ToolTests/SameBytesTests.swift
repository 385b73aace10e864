import Foundation
import TestSupport
import Testing

/// Equal data gives equal bytes, however it was ingested.
@Suite("Same data, same bytes")
struct SameBytesTests {
  private let folder = TemporaryFolder()

  init() throws {
    for stage in ["a", "b"] {
      for number in 1...3 {
        let trace = NativeTrace(number + (stage == "a" ? 0 : 10))
        try folder.file("runs/mine/\(stage)/\(number)/frames.csv", text: trace.text)
      }
    }
    try folder.file(
      "runs/mine/suite.json",
      text: """
        {"title": "Mine", "parameters": {"points": "frame"}, "best": "b", "worst": "a",
         "end_result": "b", "stages": [{"id": "a", "title": "A"},
           {"id": "b", "title": "B", "baseline": "a"}]}
        """)
  }

  /// All that the tool prints of a store, as text.
  private func prints(_ store: String) throws -> [String: String] {
    let commands =
      ["md", "html", "csv", "json", "latex", "text"].map { ["report", "mine", "--format", $0] }
      + ["frames", "samples", "metrics"].map { ["export", $0] }
    return try Dictionary(
      uniqueKeysWithValues: commands.map { command in
        let outcome = try Tool.run(command + ["--store", store], in: folder.url)
        #expect(outcome.status == 0, "\(command): \(outcome.errors)")
        return (command.joined(separator: " "), outcome.output)
      })
  }

  private func ingest(_ arguments: [String], into store: String) throws -> String {
    let outcome = try Tool.run(["ingest", "--store", store] + arguments, in: folder.url)
    try #require(outcome.status == 0, "\(outcome.errors)")
    return outcome.output
  }

  @Test("the order of ingestion does not change the output")
  func order() throws {
    let (a, b) = ("runs/mine/a", "runs/mine/b")
    _ = try ingest(["runs"], into: "s.db")
    let expected = try prints("s.db")
    for (index, paths) in [[a, b], [b, a], ["\(b)/3", "\(a)/2", "runs"]].enumerated() {
      let store = "order\(index).db"
      for path in paths { _ = try ingest([path], into: store) }
      #expect(try prints(store) == expected, "\(paths)")
    }
  }

  @Test(
    "the number of jobs changes neither the output nor the store's bytes", arguments: [2, 8, 256])
  func jobs(count: Int) throws {
    let one = try ingest(["runs", "--jobs", "1"], into: "s.db")
    let store = try Data(contentsOf: folder.url.appending(path: "s.db"))
    try FileManager.default.removeItem(atPath: folder.path("s.db"))
    #expect(try ingest(["runs", "--jobs", "\(count)"], into: "s.db") == one)
    #expect(try Data(contentsOf: folder.url.appending(path: "s.db")) == store)
  }

  @Test("neither working directory, language nor time zone change the output")
  func place() throws {
    _ = try ingest(["runs"], into: "s.db")
    let report = ["report", "mine", "--store", folder.path("s.db"), "--format", "html"]
    let plain = try Tool.run(report)
    for environment in [
      ["LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"], ["TZ": "Pacific/Kiritimati"],
      ["LC_ALL": "C"],
    ] {
      let outcome = try Tool.run(report, in: folder.url, environment: environment)
      #expect(outcome.output == plain.output, "\(environment)")
    }
  }

  @Test("the recorded suites give equal reports from a second store")
  func recorded() throws {
    let outcome = try Tool.run([
      "ingest", "runs", "--store", folder.path("again.db"), "--jobs", "3",
    ])
    try #require(outcome.status == 0, "\(outcome.errors)")
    for suite in ["thesis", "thesis-reconstructed", "glmark2"] {
      let report = try Tool.run(
        ["report", suite, "--store", folder.path("again.db"), "--format", "json"])
      #expect(report.output == (try RecordedRuns.report(suite, "json")), "\(suite)")
    }
  }
}
