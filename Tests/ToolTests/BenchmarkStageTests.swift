import Foundation
import TestSupport
import Testing

/// Result files with several benchmarks: each benchmark is a stage, and each iteration a run.
@Suite("Benchmarks of a file")
struct BenchmarkStageTests {
  /// Two benchmarks: three iterations that scroll, and two longer iterations that fling.
  private static func results(scroll: Double, fling: Double) -> String {
    func samples(_ base: Double, frames: Int, iterations: Int) -> String {
      let runs = (0..<iterations).map { iteration in
        let times = (0..<frames + iteration).map { "\(base + Double($0 % 5) * 0.1)" }
        return "[\(times.joined(separator: ","))]"
      }
      return "{\"frameDurationCpuMs\":{\"runs\":[\(runs.joined(separator: ","))]}}"
    }
    return """
      {"context":{"build":{"model":"Phone"},"cpuLocked":true},"benchmarks":[
      {"name":"scroll","className":"com.example.Feed","metrics":{},
       "sampledMetrics":\(samples(scroll, frames: 100, iterations: 3))},
      {"name":"fling","className":"com.example.Feed","metrics":{},
       "sampledMetrics":\(samples(fling, frames: 300, iterations: 2))}]}
      """
  }

  private static func withFiles(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "benchmarks-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in [
      ("before", results(scroll: 10, fling: 20)), ("after", results(scroll: 10, fling: 26)),
    ] {
      try text.write(to: folder.appending(path: "\(name).json"), atomically: true, encoding: .utf8)
    }
    try body(folder)
  }

  @Test("analyze reads the iteration with the most frames")
  func analyze() throws {
    try Self.withFiles { folder in
      let outcome = try Tool.run(["analyze", "before.json", "--format", "json"], in: folder)
      let runs = try #require(try JSON(text: outcome.output)["runs"]?.items)
      #expect(runs.first?["stream"]?.text == "fling #2")
      let pooled = try Tool.run(
        ["analyze", "before.json", "--as", "macrobenchmark", "--format", "json"], in: folder)
      let printed = try #require(try JSON(text: pooled.output)["runs"]?.items.first)
      #expect(printed["printed"]?["frameDurationCpuMs P50"]?.text == "20.2")
    }
  }

  @Test("compare treats each benchmark as a stage and each iteration as a run")
  func compare() throws {
    try Self.withFiles { folder in
      let outcome = try Tool.run(
        [
          "compare", "before.json", "after.json", "--metrics", "frame.cpu.p50", "--format", "json",
        ], in: folder)
      try #require(outcome.status == 0, "\(outcome.errors)")
      let comparisons = try #require(try JSON(text: outcome.output)["comparisons"]?.items)
      #expect(comparisons.compactMap { $0["stage"]?.text }.sorted() == ["fling", "scroll"])
      let one = try Tool.run(
        [
          "compare", "before.json", "after.json", "--metrics", "frame.cpu.p50", "--stage", "fling",
          "--format", "csv",
        ], in: folder)
      #expect(one.status == 0 && !one.output.contains("scroll"), "\(one.output)\(one.errors)")
      let wrong = try Tool.run(
        ["compare", "before.json", "after.json", "--stage", "swipe"], in: folder)
      #expect(
        wrong.errors.contains("the streams of frames in the file are “fling”, “scroll”"),
        "\(wrong.errors)")
    }
  }

  @Test("by default, compare shows the metrics that the files have")
  func rows() throws {
    try Self.withFiles { folder in
      let outcome = try Tool.run(["compare", "before.json", "after.json"], in: folder)
      #expect(outcome.output.contains("CPU time of a frame (p50"), "\(outcome.output)")
      #expect(!outcome.output.contains("FPS stability"))
    }
  }

  @Test("ingest makes a stage of each benchmark, and refuses --stage for several benchmarks")
  func ingest() throws {
    try Self.withFiles { folder in
      let outcome = try Tool.run(
        ["ingest", "before.json", "--store", "a.db", "--suite", "feed"], in: folder)
      try #require(outcome.status == 0, "\(outcome.errors)")
      let rows = try Tool.run(
        [
          "sql", "--store", "a.db",
          "SELECT stage || ':' || name FROM run ORDER BY stage, name",
        ], in: folder)
      for place in ["fling:before #1", "fling:before #2", "scroll:before #1", "scroll:before #3"] {
        #expect(rows.output.contains(place), "\(rows.output)\(rows.errors)")
      }
      let against = try Tool.run(
        [
          "compare", "feed/fling", "after.json", "--stage", "fling", "--store", "a.db",
          "--metrics", "frame.cpu.p50",
        ], in: folder)
      #expect(against.status == 0, "\(against.errors)")
      let refused = try Tool.run(
        ["ingest", "before.json", "--store", "b.db", "--stage", "all"], in: folder)
      #expect(refused.status != 0)
      #expect(
        refused.errors.contains("all benchmarks of the file, “fling”, “scroll”, were assigned"),
        "\(refused.errors)")
    }
  }

  @Test("a run folder has a run for each iteration")
  func folders() throws {
    try Self.withFiles { folder in
      let run = folder.appending(path: "run")
      try FileManager.default.createDirectory(at: run, withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        at: folder.appending(path: "before.json"), to: run.appending(path: "results.json"))
      try "{\"labels\": {\"build\": \"release\"}}".write(
        to: run.appending(path: "run.json"), atomically: true, encoding: .utf8)
      let outcome = try Tool.run(["ingest", "run", "--store", "c.db"], in: folder)
      #expect(outcome.output.contains("5 runs added"), "\(outcome.output)\(outcome.errors)")
    }
  }
}
