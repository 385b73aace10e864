import Foundation
import TestSupport
import Testing

/// `hitchmark compare` on captures that belong to no suite and no store.
@Suite("compare of captures")
struct CompareCapturesTests {
  private let folder = TemporaryFolder()

  /// A capture of frames of this length; every tenth takes three times as long.
  private func capture(_ path: String, _ frameTime: Double, frames: Int = 200) throws {
    let rows = (0..<frames).map { "\($0 % 10 == 9 ? 3 * frameTime : frameTime)\n" }
    try folder.file(path, text: "frame_time_ms\n" + rows.joined())
  }

  private func compare(_ words: String...) throws -> Tool.Outcome {
    try Tool.run(["compare", "--store", "none.db"] + words, in: folder.url)
  }

  private func metrics(_ words: String...) throws -> [JSON] {
    let outcome = try Tool.run(
      ["compare", "--store", "none.db", "--format", "json"] + words, in: folder.url)
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try JSON(text: outcome.output)["comparisons"]?.items[0]["metrics"]?.items ?? []
  }

  @Test(
    "one capture per side shows the difference, without a verdict",
    arguments: ["text", "md", "html", "csv", "json", "latex"], [[], ["--as", "capframex"]])
  func oneRun(format: String, tool: [String]) throws {
    try capture("a.csv", 10)
    try capture("b.csv", 12.5)
    let words = ["compare", "a.csv", "b.csv", "--store", "none.db", "--format", format] + tool
    let outcome = try Tool.run(words, in: folder.url)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let text = outcome.output.lowercased()
    #expect(text.contains("each side of the comparison has one run"))
    // The title says it once.
    #expect(format == "json" || !text.contains("not judged"))
    // Twenty percent fewer frames per second.
    let isThere = outcome.output.contains(format == "json" ? "\"effect\": -0.2" : "20.0")
    #expect(isThere, "\(outcome.output)")
  }

  @Test(
    "traces without a suite are compared by the metrics that both sides have, and by their slowest frames"
  )
  func rows() throws {
    try capture("a.csv", 10)
    try capture("b.csv", 12.5, frames: 400)
    let ids = try metrics("a.csv", "b.csv").compactMap { $0["id"]?.text }
    #expect(
      ids == ["fps.avg", "fps.low1.average", "fps.stability", "frametime.p99"],
      "\(ids)")
  }

  @Test(
    "the duration of captures that were stopped by hand is compared only on request, and is never better"
  )
  func length() throws {
    for run in 0..<6 {
      try capture("a/\(run).csv", 10 + 0.01 * Double(run), frames: 200 + run)
      try capture("b/\(run).csv", 10 + 0.01 * Double(run), frames: 900 + run)
    }
    let found = try metrics("a", "b")
    #expect(!found.contains { $0["id"]?.text == "duration" })
    let duration = try metrics("a", "b", "--metrics", "duration")[0]
    #expect(["changed", "suspect", "inconclusive"].contains(duration["verdict"]?.text))
    #expect(duration["better"]?.text == "neither")
    #expect(found.contains { $0["verdict"] != .null })
  }

  @Test("a comparison of a file with itself or with a copy gives a warning")
  func itself() throws {
    try capture("a.csv", 10)
    try capture("d/b.csv", 10)
    let warning = "Both sides have the same values in every metric"
    for other in ["a.csv", "./a.csv", "d/../a.csv", "d/b.csv"] {
      let outcome = try compare("a.csv", other)
      #expect(outcome.status == 0 && outcome.output.contains(warning), "\(outcome.output)")
    }
    try capture("d/c.csv", 11)
    #expect(try !compare("a.csv", "d/c.csv").output.contains(warning))
    let within = try compare("d", "d/b.csv")
    #expect(within.status == 2)
    #expect(
      within.errors.contains("1 run would be on both sides of the comparison"), "\(within.errors)")
  }

  @Test("a file is one run of its side, whichever of its streams are compared")
  func streams() throws {
    let trace = SharedMaterial.project.appending(
      path: "Tests/Fixtures/traces/presentmon/good-1.2-two-streams.csv")
    for name in ["a.csv", "b.csv"] {
      try FileManager.default.copyItem(
        at: trace, to: folder.url.appending(path: name))
    }
    func runs(_ words: String...) throws -> Double? {
      let outcome = try Tool.run(
        ["compare", "a.csv", "b.csv", "--store", "none.db", "--format", "json"] + words,
        in: folder.url)
      try #require(outcome.status == 0, "\(outcome.errors)")
      return try JSON(text: outcome.output)["comparisons"]?.items[0]["reference"]?["runs"]?.number
    }
    #expect(try runs() == 1)
    // The streams of one capture are no independent runs.
    #expect(try runs("--stream", "all") == 1)
    let unknown = try compare("a.csv", "b.csv", "--stream", "nothing.exe")
    #expect(unknown.status == 2)
  }

  @Test("a noise floor of the command line replaces the default, and may be 0")
  func noiseFloor() throws {
    for run in 0..<4 {
      let noise = 0.002 * Double(run * run % 5)
      try folder.file("a/\(run)/run.json", text: #"{"session": "s"}"#)
      try folder.file("b/\(run)/run.json", text: #"{"session": "s"}"#)
      try capture("a/\(run)/t.csv", 10 + noise)
      try capture("b/\(run)/t.csv", 10.05 + noise)
    }
    func verdict(_ words: String...) throws -> String? {
      let outcome = try Tool.run(
        ["compare", "a", "b", "--store", "none.db", "--format", "json", "--metrics", "fps.avg"]
          + words, in: folder.url)
      try #require(outcome.status == 0, "\(outcome.errors)")
      let metrics = try JSON(text: outcome.output)["comparisons"]?.items[0]["metrics"]?.items
      return metrics?.first?["verdict"]?.text
    }
    #expect(try verdict() == "unchanged")
    #expect(try verdict("--noise-floor", "fps.avg=0") == "regressed")
    #expect(try verdict("--noise-floor", "fps.avg=0.2%") == "regressed")
    let wrong = try compare("a", "b", "--noise-floor", "fps.avg")
    #expect(wrong.status == 2)
  }

  @Test("sides without a metric in common are one sentence instead of a table of dashes")
  func nothingInCommon() throws {
    let sampled = SharedMaterial.project.appending(
      path: "Tests/Fixtures/traces/vrapi/good-threadtime.log")
    try folder.file("sampled.log", text: try String(contentsOf: sampled, encoding: .utf8))
    try folder.file("frames.txt", text: NativeTrace(1).text)
    let outcome = try compare("frames.txt", "sampled.log")
    #expect(
      outcome.output.hasPrefix("sampled.log and frames.txt have no compared metric in common\n"))
    #expect(outcome.status == 0 && !outcome.output.contains("Metric"))
    let whole = try compare("frames.txt", "sampled.log", "--details")
    #expect(whole.output.contains("CPU usage"))
  }

  @Test("traces without a frame rate are compared by the metrics that they have")
  func withoutFrameRate() throws {
    let fixtures = SharedMaterial.project.appending(path: "Tests/Fixtures/traces")
    for (name, path) in [
      ("g", "gfxinfo/good-summary.txt"), ("m", "metrickit/good.json"),
    ] {
      for side in ["a", "b"] {
        let text = try String(contentsOf: fixtures.appending(path: path), encoding: .utf8)
        try folder.file("\(name)\(side)", text: text)
      }
    }
    for (a, b) in [("ga", "gb"), ("ma", "mb")] {
      let found = try metrics(a, b)
      #expect(!found.isEmpty)
      for metric in found { #expect(metric["change"] != nil, "\(a): \(metric)") }
    }
  }
}

/// `hitchmark compare` and `hitchmark check --compare` print changes identically.
@Suite("compare and check --compare")
struct CompareAndCheckTests {
  private let folder = TemporaryFolder()

  /// Stores a suite of two stages, with three runs each in one session.
  private func store(_ values: [[Double]], unit: String) throws {
    try folder.file(
      "app/suite.json", text: #"{"stages": [{"id": "x"}, {"id": "y"}], "metrics": ["boot"]}"#)
    for (stage, values) in zip(["x", "y"], values) {
      for (run, value) in values.enumerated() {
        try folder.file(
          "app/\(stage)/\(run)/run.json",
          text: """
            {"session": "one", "commit": "c1", "scalars": {"boot": {"value": \(value), "unit": "\(unit)", \
            "better": "lower"}}}
            """)
      }
    }
    let ingest = try Tool.run(["ingest", "app", "--store", "s.db"], in: folder.url)
    try #require(ingest.status == 0, "\(ingest.errors)")
  }

  private func both() throws -> (compare: String, check: String) {
    let compare = try Tool.run(["compare", "x", "y", "--store", "s.db"], in: folder.url)
    try #require(compare.status == 0, "\(compare.errors)")
    try folder.file("order.txt", text: "c1\n")
    let check = try Tool.run(
      ["check", "--compare", "x..y", "--order", "order.txt", "--store", "s.db"], in: folder.url)
    try #require(check.errors.isEmpty, "\(check.errors)")
    return (compare.output, check.output)
  }

  @Test("levels have the same digits and units")
  func digits() throws {
    try store([[0.0999, 0.1, 0.1001], [0.1251, 0.1252, 0.125]], unit: "s")
    let outputs = try both()
    for text in ["100 ms", "125.1 ms", "+25.1%"] {
      #expect(outputs.compare.contains(text), "\(outputs.compare)")
      #expect(outputs.check.contains(text), "\(outputs.check)")
    }
  }

  @Test("an inconclusive change has no mark for better or worse")
  func inconclusive() throws {
    try store([[10, 14, 12], [9, 13, 12.5]], unit: "s")
    let outputs = try both()
    #expect(outputs.compare.contains("unclear"))
    // The title of the check says that it passed.
    let check = outputs.check.split(separator: "\n").dropFirst().joined(separator: "\n")
    for output in [outputs.compare, check] {
      #expect(!output.contains("✓") && !output.contains("✗"), "\(output)")
    }
  }

  @Test("a difference of percentages is in points, with its unit")
  func points() throws {
    try store([[0.2, 0.201, 0.199], [0.3, 0.301, 0.299]], unit: "fraction")
    let outputs = try both()
    for output in [outputs.compare, outputs.check] {
      #expect(output.contains("+10.0 pp"), "\(output)")
      #expect(!output.contains("+10.0%"))
    }
  }
}
