import Foundation
import TestSupport
import Testing

@Suite("Notes on odd runs")
struct OddRunNotesTests {
  private let folder = TemporaryFolder()

  /// Seven runs per side at 10 ms per frame; the last run of `after` takes twice as long.
  private func sides() throws {
    for side in ["before", "after"] {
      for number in 1...7 {
        // All runs differ, because the store accepts each file only once.
        let own = Double(number) / 100 + (side == "after" ? 0.005 : 0)
        let duration = (side == "after" && number == 7 ? 20 : 10) + own
        let rows = Array(repeating: "\(duration),5\n", count: 99).joined()
        try folder.file(
          "s/\(side)/\(number)/frames.csv",
          text: "frame_time_ms,cpu_ms\n\(rows)\(3 * duration),40\n")
        try folder.file("s/\(side)/\(number)/run.json", text: #"{"session": "one"}"#)
      }
    }
    try folder.file(
      "s/suite.json",
      text:
        #"{"title": "S", "metrics": ["fps.avg"], "stages": [{"id": "before"}, {"id": "after"}]}"#)
  }

  private func run(_ words: String...) throws -> String {
    let outcome = try Tool.run(words, in: folder.url)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static let note =
    "far from its siblings (the median of 7 runs is 97.6 FPS); without this run, the average is "
    + "97.65 FPS instead of 90.68 FPS; not left out (note)"

  @Test("report, compare and why name the run, and the average without it")
  func notes() throws {
    try sides()
    _ = try run("ingest", "s", "--store", "s.db")
    let outputs = [
      ("after #7:", try run("report", "s", "--store", "s.db")),
      ("after/7:", try run("compare", "s/before", "s/after")),
      ("after/7:", try run("why", "s/before", "s/after", "--refresh-rate", "100")),
      ("after/7:", try run("why", "s/after", "--refresh-rate", "100")),
      ("after, run 7:", try run("compare", "before", "after", "--store", "s.db")),
    ]
    for (name, output) in outputs {
      #expect(output.contains("\(name) FPS (avg) 48.84 FPS, \(Self.note)"), "\(output)")
      #expect(output.components(separatedBy: "far from its siblings").count == 2)
    }
  }

  @Test("JSON has the run, and the averages with and without it")
  func json() throws {
    try sides()
    let schema = try JSONSchema(
      contentsOf: SharedMaterial.project.appending(path: "schemas/comparison.schema.json"))
    let outcome = try Tool.run(
      ["compare", "s/before", "s/after", "--format", "json"], in: folder.url)
    let json = try JSON(text: outcome.output)
    #expect(schema.complaints(about: json) == [])
    let comparison = try #require(json["comparisons"]?.items.first)
    #expect(comparison["reference"]?["odd_runs"] == nil)
    let odd = try #require(comparison["candidate"]?["odd_runs"]?.items.first)
    #expect(odd["runs"]?.items == [.string("after/7")])
    #expect(odd["metric"] == .string("fps.avg") && odd["siblings"] == .number(6))
    let without = try #require(odd["mean_without"]?.number)
    #expect(abs(without - 97.65) < 0.01, "\(without)")
  }
}
