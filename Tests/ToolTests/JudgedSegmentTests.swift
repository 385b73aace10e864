import Foundation
import TestSupport
import Testing

@Suite("Segments in comparisons, trends and checks")
struct JudgedSegmentTests {
  private let folder = TemporaryFolder()

  /// A run whose frames take 10 ms in the segment “down” and `up` ms in “up”, with 1.5 s between the two.
  private func run(
    _ place: String, up: Double, noise: Int, lastName: String = "up", described: String = "{}"
  ) throws {
    var time = 0.0
    var (rows, markers) = ("timestamp_ms\n0\n", "timestamp_ms,end_ms,name,activity\n")
    for (name, duration) in [("down", 10), (lastName, up)] {
      let start = time
      for frame in 0..<80 {
        time += duration * (1 + 0.003 * sin(Double(noise * 7 + frame * frame)) + level(noise))
        rows += "\(time)\n"
      }
      markers += "\(start),\(time),\(name),1\n"
      time += 1500
      rows += "\(time)\n"
    }
    try folder.file("\(place)/frames.csv", text: rows)
    try folder.file("\(place)/markers.csv", text: markers)
    try folder.file("\(place)/run.json", text: described)
  }

  /// The noise of a run, for its number.
  private func level(_ noise: Int) -> Double { 0.002 * sin(Double(noise * noise)) }

  private func tool(_ words: String...) throws -> Tool.Outcome {
    let outcome = try Tool.run(words, in: folder.url)
    try #require(outcome.errors.isEmpty, "\(outcome.errors)")
    return outcome
  }

  private func checked(_ outcome: Tool.Outcome, by schema: String) throws -> JSON {
    let schema = try JSONSchema(
      contentsOf: SharedMaterial.project.appending(path: "schemas/\(schema).schema.json"))
    let json = try JSON(text: outcome.output)
    #expect(schema.complaints(about: json) == [])
    return json
  }

  // MARK: - compare

  /// Five runs per side, in one session; `after` is 8% slower in the segment “up”.
  private func sides(lastName: String = "up") throws {
    for number in 1...5 {
      let described = #"{"session": "s"}"#
      try run("before/\(number)", up: 12, noise: number, described: described)
      try run(
        "after/\(number)", up: 13, noise: number + 5, lastName: lastName, described: described)
    }
  }

  private static let metrics = ["--metrics", "frametime.p50,fps.avg"]

  @Test("compare judges each segment, and adjusts p-values over all of them")
  func comparison() throws {
    try sides()
    let words = ["compare", "before", "after", "--metrics", "frametime.p95", "--format", "json"]
    let json = try checked(Tool.run(words + ["--segments"], in: folder.url), by: "comparison")
    let comparisons = try #require(json["comparisons"]?.items)
    #expect(comparisons.map { $0["segment"]?.text } == [nil, "down", "up"])
    #expect(comparisons.allSatisfy { $0["stage"] == .null })
    let metrics = comparisons.compactMap { $0["metrics"]?.items.first }
    #expect(metrics.map { $0["verdict"]?.text }.dropFirst() == ["unchanged", "regressed"])
    let p = metrics.compactMap { $0["evidence"]?["p"]?.number }
    let adjusted = metrics.compactMap { $0["evidence"]?["p_adjusted"]?.number }
    // Benjamini-Hochberg: the largest p-value is unchanged, and the middle one is multiplied by at most 1.5.
    #expect(p.count == 3 && adjusted.count == 3)
    let ranked = zip(p, adjusted).sorted { $0.0 < $1.0 }
    #expect(abs(ranked[2].1 - ranked[2].0) < 1e-12)
    #expect(abs(ranked[1].1 - min(ranked[1].0 * 1.5, ranked[2].0)) < 1e-12)
    let plain = try checked(Tool.run(words, in: folder.url), by: "comparison")
    #expect(plain["comparisons"]?.items.count == 1)
  }

  @Test(
    "every format has the tables of segments", arguments: ["text", "md", "html", "csv", "latex"])
  func formats(format: String) throws {
    try sides()
    let outcome = try tool("compare", "before", "after", "--segments", "--format", format)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("segment up") && outcome.output.contains("segment down"))
  }

  @Test("a segment that only one side has is named")
  func unpaired() throws {
    try sides(lastName: "side")
    let text = try tool("compare", "before", "after", "--segments").output
    #expect(text.contains("only the runs of before have the segment up"), "\(text)")
    #expect(text.contains("only the runs of after have the segment side"), "\(text)")
    #expect(!text.contains("\nsegment up ") && text.contains("\nsegment down "))
    let json = try checked(
      tool("compare", "before", "after", "--segments", "--format", "json"), by: "comparison")
    let whole = try #require(json["comparisons"]?.items.first)
    #expect(whole["unpaired_segments"]?["reference"]?.items == [.string("up")])
    #expect(whole["unpaired_segments"]?["candidate"]?.items == [.string("side")])
  }

  @Test("sides without markers are compared as a whole, and the report shows the reason")
  func noMarkers() throws {
    for side in ["a", "b"] {
      try folder.file("\(side).csv", text: "frame_time_ms\n10\n11\n12\n")
    }
    let text = try tool("compare", "a.csv", "b.csv", "--segments").output
    #expect(text.contains("No run has markers, so there are no segments"), "\(text)")
  }

  @Test("a metric that is undefined for a segment shows the reason")
  func withheld() throws {
    for number in 1...3 {
      let described = #"{"session": "s", "duration_s": \#(4 + number)}"#
      try run("before/\(number)", up: 12, noise: number, described: described)
      try run("after/\(number)", up: 12, noise: number + 3, described: described)
    }
    let text = try tool(
      "compare", "before", "after", "--segments", "--metrics", "cpu.avg,duration", "--format",
      "json")
    let comparisons = try checked(text, by: "comparison")["comparisons"]?.items ?? []
    let metrics = comparisons.map { $0["metrics"]?.items ?? [] }
    #expect(metrics.last?.first?["withheld"] == .string("no CPU samples in this trace"))
    let durations = metrics.compactMap { $0.last?["reference"]?["mean"]?.number }
    #expect(durations.first == 6 && (durations.last ?? 6) < 1.1, "\(durations)")
  }

  // MARK: - trend and check

  /// 16 commits of three runs each; the segment “up” is 10% slower from the tenth commit on.
  private func history() throws {
    var order = ""
    for commit in 0..<16 {
      let id = String(repeating: "abcdef0123456789".dropFirst(commit).first ?? "a", count: 40)
      order += "\(id)\n"
      for number in 0..<3 {
        try run(
          "app/list/\(commit)-\(number)", up: commit < 9 ? 12 : 13.2, noise: commit * 3 + number,
          described: #"{"commit": "\#(id)", "session": "s\#(commit)"}"#)
      }
    }
    try folder.file("order.txt", text: order)
    try folder.file(
      "app/suite.json",
      text: #"""
        {
          "title": "App", "metrics": ["frametime.p95"], "stages": [{"id": "list", "title": "List"}],
          "thresholds": {"limits": [{"metric": "frametime.p95", "limit": "<= 30 ms"}]}
        }
        """#)
    try #require(try Tool.run(["ingest", "app", "--store", "s.db"], in: folder.url).status == 0)
  }

  private func asked(_ command: String, _ words: String...) throws -> Tool.Outcome {
    try Tool.run(
      [command, "--store", "s.db", "--order", "order.txt"] + words, in: folder.url)
  }

  /// The tenth commit, which caused the change.
  private static let cause = String(repeating: "3", count: 40)

  @Test("trend has one series per segment, after the series of the whole stage")
  func trend() throws {
    try history()
    let json = try checked(asked("trend", "--segments", "--format", "json"), by: "trend")
    let series = try #require(json["series"]?.items)
    #expect(series.map { $0["segment"]?.text } == [nil, "down", "up"])
    #expect(series.map { $0["points"]?.items.count } == [16, 16, 16])
    let changes = series.map { $0["judgement"]?["changes"]?.items.count ?? 0 }
    #expect(changes == [1, 0, 1])
    #expect(
      series[2]["id"]?.text?.hasPrefix("app/list, segment up/frametime.p95/") == true)
    let value = series[1]["points"]?.items.first?["value"]?.number ?? 0
    #expect(abs(value - 10) < 0.1, "\(value)")
    for format in ["text", "md", "html", "csv", "latex"] {
      let output = try asked("trend", "--segments", "--format", format).output
      #expect(output.contains("segment up"), "\(format)")
    }
    let plain = try JSON(text: asked("trend", "--format", "json").output)
    #expect(plain["series"]?.items == [series[0]], "whole runs are judged as without --segments")
  }

  @Test("check names the segment, and has no limits for segments")
  func check() throws {
    try history()
    let text = try asked("check", "--segments")
    #expect(text.status == 1)
    #expect(text.output.contains("list, segment up"), "\(text.output)")
    let json = try checked(asked("check", "--segments", "--format", "json"), by: "check")
    let series = try #require(json["series"]?.items)
    #expect(series.map { $0["segment"]?.text } == [nil, "down", "up"])
    #expect(series.map { $0["limits"]?.items.count } == [1, 0, 0])
    let finding = try #require(json["findings"]?.items.first)
    #expect(Set(finding["items"]?.items.map { $0["segment"]?.text } ?? []) == [nil, "up"])
    let plain = try JSON(text: asked("check", "--format", "json").output)
    #expect(plain["findings"]?.items.first?["id"] == finding["id"], "it is the same step")
    for format in ["md", "junit"] {
      let output = try asked("check", "--segments", "--format", format).output
      #expect(output.contains("segment up"), "\(format)")
    }
  }

  @Test(
    "an acceptance names one segment, or the stage with all its segments",
    arguments: [
      ("app/list/frametime.p95", true), ("app/list,\\ segment\\ up/frametime.p95", false),
      ("app/list,\\ segment\\ down/frametime.p95", false), ("app/*", true),
    ])
  func acceptance(series: String, accepts: Bool) throws {
    try history()
    try folder.file(
      "accepted.txt", text: "\(series) commit=\(Self.cause) until=never reason=New fonts\n")
    let outcome = try asked("check", "--segments", "--accepted", "accepted.txt")
    #expect(outcome.status == (accepts ? 0 : 1), "\(outcome.output)")
  }

  @Test("the lines of --accept accept the finding")
  func accepting() throws {
    try history()
    let json = try JSON(text: asked("check", "--segments", "--format", "json").output)
    let id = try #require(json["findings"]?.items.first?["id"]?.text)
    try folder.file("accepted.txt", text: "")
    let added = try asked(
      "check", "--segments", "--accepted", "accepted.txt", "--accept", id, "--reason", "x")
    #expect(added.output.contains("app/list,\\ segment\\ up/frametime.p95 "), "\(added.output)")
    #expect(try asked("check", "--segments", "--accepted", "accepted.txt").status == 0)
  }
}
