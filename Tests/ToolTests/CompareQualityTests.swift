import Foundation
import TestSupport
import Testing

@Suite("Data quality in comparisons")
struct CompareQualityTests {
  /// A store with two stages of one run of 120 frames each; the second run has a row that is not a number.
  private static func store() throws -> String {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "compared-\(UUID().uuidString)")
    let frames = "timestamp_ms\n" + (0...120).map { "\($0 * 16 + $0 % 3)\n" }.joined()
    let files = [
      "runs/pair/suite.json":
        #"{"title": "Pair", "stages": [{"id": "a", "title": "A"}, {"id": "b", "title": "B"}]}"#,
      "runs/pair/a/1/run.json": "{}", "runs/pair/a/1/frames.csv": frames,
      "runs/pair/b/1/run.json": "{}", "runs/pair/b/1/frames.csv": frames + "oops\n3000\n",
    ]
    for (name, text) in files {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let path = folder.appending(path: "pair.db").path
    let outcome = try Tool.run(["ingest", folder.appending(path: "runs").path, "--store", path])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return path
  }

  @Test func storedRunsSayWhatIsWrongWithThem() throws {
    let store = try Self.store()
    defer { try? FileManager.default.removeItem(atPath: String(store.dropLast("/pair.db".count))) }
    let outcome = try Tool.run(["compare", "pair/a", "pair/b", "--store", store])
    try #require(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("b: line 123: a field is not a number"), "\(outcome.output)")
  }
}

@Suite(
  "Pooled iterations in comparisons",
  .enabled(if: SharedMaterial.isThere, Comment(rawValue: SharedMaterial.absence)))
struct ComparePoolingTests {
  /// The file reports 7.8 as the 50th percentile of the work of all iterations of its first benchmark.
  @Test func iterationsAreOneRun() throws {
    let path = SharedMaterial.path("traces/macrobenchmark/compose_1.1.0_oneplus_be2029.json")
    let outcome = try Tool.run(
      ["compare", path, path, "--as", "macrobenchmark", "--format", "csv"])
    try #require(outcome.status == 0, "\(outcome.errors)")
    let rows = outcome.output.split(separator: "\n")
    #expect(
      rows.contains { $0.contains("frameDurationCpuMs P50") && $0.contains(",7.8 ms,7.817031,ms") },
      "\(outcome.output)")
  }
}
