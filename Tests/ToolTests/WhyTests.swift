import Foundation
import TestSupport
import Testing

@Suite("hitchmark why")
struct WhyTests {
  private let folder = TemporaryFolder()

  /// Five runs at 60 Hz with a slow GPU in some frames; if `isSlow`, also with a slow CPU in others.
  private func side(_ name: String, isSlow: Bool) throws {
    for run in 0..<5 {
      let rows = (0..<400).map { frame in
        let gpu = frame % 40 == run ? 30.0 : 8 + Double((frame * 7 + run) % 5) / 10
        let isLate = isSlow && frame % (9 + run) == 5
        let cpu = isLate ? 25.0 + Double(run) / 10 : 6 + Double(frame % 3) / 10
        return "\(max(gpu, cpu) > 16 ? 33.4 : 16.7),\(cpu),\(gpu)\n"
      }
      try folder.file("\(name)/\(run).csv", text: "frame_time_ms,cpu_ms,gpu_ms\n" + rows.joined())
    }
  }

  private func both() throws {
    try side("before", isSlow: false)
    try side("after", isSlow: true)
  }

  private func run(_ words: String...) throws -> Tool.Outcome { try run(words) }

  private func run(_ words: [String]) throws -> Tool.Outcome {
    try Tool.run(words + ["--store", "h.db", "--refresh-rate", "60"], in: folder.url)
  }

  private func checked(_ outcome: Tool.Outcome) throws -> JSON {
    let schema = try JSONSchema(
      contentsOf: SharedMaterial.project.appending(path: "schemas/why.schema.json"))
    let json = try JSON(text: outcome.output)
    #expect(schema.complaints(about: json) == [])
    return json
  }

  @Test("the changed cause is named first, and the rows sum to the total")
  func twoSides() throws {
    try both()
    let text = try run("why", "before", "after")
    #expect(text.status == 0 && text.errors.isEmpty, "\(text.errors)")
    #expect(text.output.hasPrefix("Hitch time"))
    #expect(text.output.split(separator: "\n").first?.contains(": CPU +") == true)
    let json = try checked(run("why", "before", "after", "--format", "json"))
    let explanation = try #require(json["explanations"]?.items.first)
    let causes = try #require(explanation["causes"]?.items)
    #expect(
      causes.map { $0["name"] } == [.string("CPU"), .string("GPU"), .string("not explained")])
    #expect(causes[0]["verdict"] == .string("regressed"))
    for key in ["before", "after", "change"] {
      let sum = causes.compactMap { $0[key]?.number }.reduce(0, +)
      #expect(abs(sum - (explanation[key]?.number ?? .nan)) < 1e-9, "\(key)")
    }
    #expect(causes[0]["frames"]?.items.first == .number(0))
    #expect((causes[0]["frames"]?.items.last?.number ?? 0) > 150)
  }

  @Test("every format has the causes", arguments: ["text", "md", "html", "csv", "latex"])
  func formats(format: String) throws {
    try both()
    let outcome = try run("why", "before", "after", "--format", format)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("CPU") && outcome.output.contains("not explained"))
  }

  @Test("one side can be explained alone, and a range requires commits")
  func oneSide() throws {
    try both()
    let text = try run("why", "after")
    #expect(text.status == 0, "\(text.errors)")
    #expect(text.output.contains("late, by"), "\(text.output)")
    #expect(text.output.contains("% from CPU"), "\(text.output)")
    let json = try checked(run("why", "after", "--format", "json"))
    #expect(json["reference"] == nil && json["explanations"]?.items.first?["runs"] == .number(5))
    #expect(try run("why", "nowhere").status == 2)
    #expect(try run("why", "v1..v2").status == 2)
  }

  @Test("the store gives the same causes as the files")
  func stored() throws {
    try side("s/before", isSlow: false)
    try side("s/after", isSlow: true)
    try folder.file(
      "s/suite.json",
      text: """
        {"title": "S", "stages": [{"id": "before"}, {"id": "after"}]}
        """)
    let ingested = try Tool.run(["ingest", "s", "--store", "h.db"], in: folder.url)
    #expect(ingested.status == 0, "\(ingested.errors)")
    let stored = try checked(run("why", "before", "after", "--format", "json"))
    let files = try checked(run("why", "s/before", "s/after", "--format", "json"))
    let causes = [stored, files].map { json in
      json["explanations"]?.items.first?["causes"]?.items.map {
        [$0["name"], $0["before"], $0["after"]]
      }
    }
    #expect(causes[0] == causes[1] && causes[0] != nil)
  }

  @Test("compare --why adds the causes to the comparison")
  func compared() throws {
    try both()
    let outcome = try run("compare", "before", "after", "--why")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("Why frames are late"))
    let json = try JSON(text: run("compare", "before", "after", "--why", "--format", "json").output)
    let schema = try JSONSchema(
      contentsOf: SharedMaterial.project.appending(path: "schemas/comparison.schema.json"))
    #expect(schema.complaints(about: json) == [])
    #expect(json["why"]?["schema"] == .string("hitchmark.why/2"))
    let plain = try JSON(text: run("compare", "before", "after", "--format", "json").output)
    #expect(plain["why"] == nil)
  }

  @Test("a report shows why a stage got worse, and nothing for runs without causes")
  func reported() throws {
    try side("s/before", isSlow: false)
    try side("s/after", isSlow: true)
    let stages = #"[{"id": "before"}, {"id": "after", "baseline": "before"}]"#
    try folder.file("s/suite.json", text: #"{"title": "S", "stages": \#(stages)}"#)
    try #require(Tool.run(["ingest", "s", "--store", "h.db"], in: folder.url).status == 0)
    for format in ["text", "md", "html", "json"] {
      let outcome = try run("report", "s", "--format", format)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.output.contains("Why, after against before"), "\(outcome.output)")
      #expect(outcome.output.contains(" ms/s, caused by CPU +"), "\(format)")
    }
    #expect(try !run("report", "s", "--brief").output.contains("Why"))
    // With the sides swapped, the hitch time decreased.
    let reversed = #"[{"id": "after"}, {"id": "before", "baseline": "after"}]"#
    try folder.file("s/suite.json", text: #"{"title": "S", "stages": \#(reversed)}"#)
    try #require(Tool.run(["ingest", "s", "--store", "h.db"], in: folder.url).status == 0)
    #expect(try !run("report", "s").output.contains("Why"))
  }

  @Test("without baselines, a report explains the worst stage against the best")
  func reportedEnds() throws {
    try side("s/before", isSlow: false)
    try side("s/after", isSlow: true)
    let stages = #"[{"id": "before"}, {"id": "after"}], "best": "before", "worst": "after""#
    try folder.file("s/suite.json", text: #"{"title": "S", "stages": \#(stages)}"#)
    try #require(Tool.run(["ingest", "s", "--store", "h.db"], in: folder.url).status == 0)
    #expect(try run("report", "s").output.contains("Why, after against before"))
  }

  @Test("a check that fails names the causes of the change in all its formats")
  func checked() throws {
    try side("old", isSlow: false)
    try side("new", isSlow: true)
    try folder.file(
      "s/suite.json",
      text: #"{"title": "S", "stages": [{"id": "list"}], "parameters": {"refresh_rate_hz": 60}}"#)
    let commits = (0..<10).map { "c\($0)" }
    try folder.file("order.txt", text: commits.joined(separator: "\n") + "\n")
    for (number, commit) in commits.enumerated() {
      let path = folder.path("\(number < 5 ? "old" : "new")/\(number % 5).csv")
      let frames = try String(contentsOfFile: path, encoding: .utf8)
      try folder.file("s/list/\(commit)/frames.csv", text: frames)
      try folder.file("s/list/\(commit)/run.json", text: #"{"commit": "\#(commit)"}"#)
    }
    let added = try Tool.run(["ingest", "s", "--store", "h.db"], in: folder.url)
    try #require(added.status == 0, "\(added.errors)")
    let words = ["check", "--order", "order.txt", "--metrics", "hitch.ratio"]
    for format in ["text", "md"] {
      let outcome = try Tool.run(words + ["--store", "h.db", "--format", format], in: folder.url)
      #expect(outcome.status == 1, "\(outcome.errors)")
      #expect(outcome.output.contains("caused by CPU +"), "\(outcome.output)")
    }
    let json = try JSON(
      text: Tool.run(words + ["--store", "h.db", "--format", "json"], in: folder.url).output)
    let finding = try #require(json["findings"]?.items.first { $0["causes"] != nil })
    #expect(finding["causes"]?.items.first?["name"] == .string("CPU"))
  }

  @Test(
    "for traces without causes, late frames or a refresh rate, a sentence gives the reason")
  func nothing() throws {
    let rows = Array(repeating: "16.7\n", count: 100).joined()
    try folder.file("bare.csv", text: "frame_time_ms\n" + rows + "50\n")
    let bare = try run("why", "bare.csv")
    #expect(bare.status == 0)
    #expect(bare.output.contains("The traces do not show the causes of late frames"))
    #expect(bare.output.contains("the trace does not show what frames spent"))
    let json = try checked(run("why", "bare.csv", "--format", "json"))
    #expect(
      json["explanations"]?.items.first?["withheld"]
        == .string(
          "the trace does not show what frames spent their time on; docs/why.md lists traces that do"
        ))
    let smooth = Array(repeating: "16.7,5\n", count: 100).joined()
    try folder.file("smooth.csv", text: "frame_time_ms,cpu_ms\n" + smooth)
    #expect(try run("why", "smooth.csv").output.hasPrefix("No frame was late"))
    let both = try run("why", "bare.csv", "smooth.csv")
    #expect(
      both.status == 0
        && both.output.contains("The causes of late frames of bare.csv are not known: the trace"))
    _ = try checked(run("why", "bare.csv", "smooth.csv", "--format", "json"))
  }
}
