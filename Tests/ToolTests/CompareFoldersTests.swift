import Foundation
import TestSupport
import Testing

/// `hitchmark compare` on folders that contain suites, without a store.
@Suite("compare of folders")
struct CompareFoldersTests {
  private let folder = TemporaryFolder()

  /// A suite of two stages whose runs take longer by a factor; `suite.json` contains further text.
  private func suite(
    _ path: String, slower factor: Double = 1, stages: [String] = ["list", "map"],
    saying more: String
  ) throws {
    let listed = stages.map { "{\"id\": \"\($0)\"}" }.joined(separator: ", ")
    try folder.file("\(path)/suite.json", text: "{\"stages\": [\(listed)], \(more)}")
    for (number, stage) in stages.enumerated() {
      for run in 0..<4 {
        let frames = (0..<8).map { _ in "\(factor * (10 + Double(number + run) / 100))\n" }
        try folder.file(
          "\(path)/\(stage)/\(run)/frames.csv", text: "frame_time_ms\n" + frames.joined())
        try folder.file("\(path)/\(stage)/\(run)/run.json", text: #"{"session": "one"}"#)
      }
    }
  }

  private func compare(_ words: String...) throws -> Tool.Outcome {
    try Tool.run(["compare", "--store", "none.db"] + words, in: folder.url)
  }

  /// The ids of the metrics of the first comparison, and the noise floor of the first metric.
  private func judged(_ words: String...) throws -> (metrics: [String], floor: Double?) {
    let outcome = try Tool.run(
      ["compare", "--store", "none.db", "--format", "json"] + words, in: folder.url)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let metrics = try JSON(text: outcome.output)["comparisons"]?.items[0]["metrics"]?.items ?? []
    return (
      metrics.compactMap { $0["id"]?.text }, metrics.first?["evidence"]?["noise_floor"]?.number
    )
  }

  private static let own = """
    "metrics": ["frametime.p50", "frames"], "thresholds": {"noise_floors": {"frametime.p50": "7%"}}
    """

  @Test("folders of one suite are compared by its metrics and noise floors, whatever their names")
  func oneSuite() throws {
    try suite("before", saying: Self.own)
    try suite("after", slower: 1.04, saying: Self.own)
    let whole = try judged("before", "after")
    #expect(whole.metrics == ["frametime.p50", "frames"])
    #expect(whole.floor == 0.07)
    let stages = try judged("before/list", "after/list")
    #expect(stages.metrics == whole.metrics && stages.floor == 0.07)
    let within = try judged("before/list", "before/map")
    #expect(within.metrics == whole.metrics && within.floor == 0.07)
    let table = try compare("before", "after")
    #expect(table.errors.isEmpty && table.output.contains("list "), "\(table.output)")
  }

  @Test("if the suite changed between two folders, the candidate's suite.json applies")
  func changedSuite() throws {
    try suite("old/app", saying: Self.own)
    try suite("new/app", saying: #""metrics": ["frametime.p95"]"#)
    let changed = try judged("old/app", "new/app")
    #expect(changed.metrics == ["frametime.p95"])
    #expect(try judged("new/app", "old/app").metrics == ["frametime.p50", "frames"])
  }

  @Test("folders of different suites are compared by the defaults, with a warning")
  func differentSuites() throws {
    try suite("one", saying: Self.own)
    try suite("other", saying: #""metrics": ["frametime.p95"]"#)
    let outcome = try compare("one", "other", "--format", "csv")
    #expect(outcome.status == 0)
    #expect(
      outcome.errors
        == "suites “one” and “other”: the suites declare different metrics for their tables, or different noise floors; "
        + "the comparison uses the default metrics and noise floors; "
        + "select the metrics with --metrics\n")
    #expect(outcome.output.contains(",list,FPS (avg),one,"), "\(outcome.output)")
    #expect(try judged("one", "other", "--metrics", "frametime.p50").floor == 0.01)
  }

  @Test("an invalid noise floor is an error with its position")
  func badFloor() throws {
    let bad = #""thresholds": {"noise_floors": {"frametime.p50": "7 Hz"}}"#
    try suite("before", saying: bad)
    let outcome = try compare("before/list", "before/map", "--metrics", "frametime.p50")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.hasPrefix("before/map/../suite.json:1:77: the unit"), "\(outcome.errors)")
  }

  @Test("noise is borrowed from the other stages of the suite's folder, as with a store")
  func siblings() throws {
    let stages = ["list", "map", "open", "close"]
    try suite("app", stages: stages, saying: #""metrics": ["frametime.p50"]"#)
    for (number, stage) in stages.enumerated() {
      for run in 0..<4 {
        let level = 10 + 0.37 * Double(number) + 0.013 * Double(run * run)
        let frames = (0..<8).map { _ in "\(level)\n" }
        try folder.file(
          "app/\(stage)/\(run)/frames.csv", text: "frame_time_ms\n" + frames.joined())
        try folder.file(
          "app/\(stage)/\(run)/run.json", text: "{\"session\": \"\(number * 4 + run)\"}")
      }
    }
    try folder.file("app/close/0/frames.csv", text: "frame_time_ms\nnone\n")
    let words = ["--format", "json", "--store"]
    let folders = try Tool.run(
      ["compare", "app/list", "app/map/../map"] + words + ["none.db"], in: folder.url)
    let ingest = try Tool.run(["ingest", "app", "--store", "s.db"], in: folder.url)
    #expect(ingest.output.contains("15 runs added"), "\(ingest.output)\(ingest.errors)")
    let stored = try Tool.run(["compare", "list", "map"] + words + ["s.db"], in: folder.url)
    func evidence(_ outcome: Tool.Outcome) throws -> JSON? {
      try JSON(text: outcome.output)["comparisons"]?.items[0]["metrics"]?.items[0]["evidence"]
    }
    #expect(try evidence(folders)?["mode"] == .string("suite"), "\(folders.errors)")
    #expect(try evidence(folders) == evidence(stored))
  }

  @Test("sides with several devices are compared device by device, and the devices are counted")
  func devices() throws {
    for (side, level) in [("old", 10.0), ("new", 11.0)] {
      for (index, device) in ["A", "B", "C"].enumerated() {
        for run in 0..<2 {
          let frames = (0..<20).map { "\(level * Double(index + 1) + 0.01 * Double($0 + run))\n" }
          try folder.file(
            "app/\(side)/\(device)\(run)/frames.csv", text: "frame_time_ms\n" + frames.joined())
          try folder.file(
            "app/\(side)/\(device)\(run)/run.json", text: "{\"device\": {\"name\": \"\(device)\"}}")
        }
      }
    }
    // A device that measured one side only.
    try folder.file("app/new/D/frames.csv", text: "frame_time_ms\n10\n10\n10\n")
    try folder.file("app/new/D/run.json", text: "{\"device\": {\"name\": \"D\"}}")
    try folder.file("app/suite.json", text: #"{"stages": [{"id": "old"}, {"id": "new"}]}"#)
    let ingest = try Tool.run(["ingest", "app", "--store", "s.db"], in: folder.url)
    #expect(ingest.status == 0, "\(ingest.errors)")
    for words in [
      ["app/old", "app/new", "--store", "none.db"], ["old", "new", "--store", "s.db"],
    ] {
      let text = try Tool.run(["compare"] + words, in: folder.url)
      #expect(text.output.contains("slower on 3 of 3 devices"), "\(text.output)\(text.errors)")
      #expect(
        text.output.contains("only new was measured on D, so these runs are left out"),
        "\(text.output)")
      let json = try JSON(
        text: Tool.run(["compare"] + words + ["--format", "json"], in: folder.url).output)
      let comparisons = json["comparisons"]?.items ?? []
      #expect(comparisons.compactMap { $0["device"]?.text } == ["A", "B", "C"])
      #expect(comparisons.first?["unpaired_devices"]?["candidate"]?.items == [.string("D")])
    }
  }

  @Test("with one run per side, columns without values are left out")
  func oneRun() throws {
    try suite("before", stages: ["list"], saying: Self.own)
    let outcome = try compare("before/list/0", "before/list/1")
    #expect(outcome.status == 0 && outcome.output.contains("Change"), "\(outcome.errors)")
    #expect(outcome.output.contains("Each side of the comparison has one run"))
    #expect(!outcome.output.contains("Verdict") && !outcome.output.contains("Needed"))
  }

  @Test("a missing path with .. is not read as a range of commits")
  func missingFolderAbove() throws {
    try suite("before", saying: Self.own)
    for missing in ["../nope", "before/../nope"] {
      let outcome = try compare("before/list", missing)
      #expect(outcome.status == 2)
      #expect(
        outcome.errors.hasPrefix(
          "\(missing): this argument names neither a trace, nor a stage, nor a commit with runs; "),
        "\(outcome.errors)")
    }
  }

  @Test("two suites without a common stage are refused, with a list of their stages")
  func nothingInCommon() throws {
    try suite("one", saying: Self.own)
    try suite("other", stages: ["draw", "type"], saying: Self.own)
    let outcome = try compare("one", "other")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors
        == "hitchmark: the two sides of the comparison have no tested stage in common; the reference has the stages "
        + "“one/list”, “one/map”, "
        + "and the candidate has the stages “other/draw”, “other/type”; name a stage on each side of the comparison\n"
    )
  }
}
