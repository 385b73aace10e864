import Foundation
import TestSupport
import Testing

/// How `hitchmark compare` resolves its arguments, and its messages for arguments that it cannot resolve.
@Suite("sides of compare")
struct CompareSidesTests {
  private let history: MeasuredHistory
  private let store: String

  init() throws { (history, store) = try MeasuredHistory.shared.get() }

  @Test("a range compares its two ends; a missing end means HEAD")
  func ranges() throws {
    let two = try history.compare("HEAD~3", "HEAD", store: store)
    #expect(two.status == 0, "\(two.errors)")
    for range in ["HEAD~3..HEAD", "HEAD~3..", "main~3..main"] {
      let outcome = try history.compare(range, store: store)
      let names = outcome.output.replacing("main", with: "HEAD")
      #expect(names == two.output, "\(range): \(outcome.errors)")
    }
    let backwards = try history.compare("..HEAD~3", store: store)
    #expect(backwards.output.hasPrefix("HEAD~3 is faster than HEAD: "), "\(backwards.errors)")
  }

  @Test(
    "an invalid range is refused with a correction",
    arguments: [
      (
        ["HEAD~3...HEAD"],
        "HEAD~3...HEAD: “...” selects the commits that only one of the two ends of the range contains, which cannot be compared; "
          + "write HEAD~3..HEAD\n"
      ),
      (
        ["HEAD~3..HEAD", "HEAD"],
        "HEAD~3..HEAD: the range of commits names both sides of the comparison already; leave out the argument after the range\n"
      ),
      (
        ["HEAD"],
        "HEAD: the second side of the comparison is missing; "
          + "name it, or pass a range such as v1.0..HEAD\n"
      ),
      (
        ["HEAD", "HEAD"],
        "hitchmark: both sides of the comparison are the same runs; "
          + "name other runs for one side\n"
      ),
      (
        ["app/type", "HEAD"],
        "hitchmark: 3 runs would be on both sides of the comparison; "
          + "name other runs for one side\n"
      ),
      (
        ["session:job 3", "session:none"],
        "session:none: no run in STORE matches this side of the comparison; "
          + "the command “hitchmark runs list --store STORE” lists all runs\n"
      ),
      (
        ["HEAD~3", "HEAD", "--stage", "fling"],
        "HEAD~3: no run of “fling” in STORE matches this side of the comparison; "
          + "the command “hitchmark runs list --store STORE” lists all runs\n"
      ),
    ])
  func refusals(words: [String], message: String) throws {
    let outcome = try Tool.run(
      ["compare"] + words + ["--store", store], in: history.repository.folder.url)
    #expect(outcome.status == 2)
    #expect(outcome.errors == message.replacing("STORE", with: store))
  }

  @Test("an unmeasured commit is an error that names the nearest commits with runs")
  func unmeasured() throws {
    let short = history.commits.map { $0.prefix(12) }
    for words in [["HEAD~1..HEAD"], ["HEAD~1", "HEAD"], ["HEAD~3", "HEAD~1"]] {
      let outcome = try Tool.run(
        ["compare"] + words + ["--store", store], in: history.repository.folder.url)
      #expect(outcome.status == 2)
      #expect(
        outcome.errors
          == "HEAD~1: no run measured commit \(short[12]); the nearest commits with runs are \(short[11]), "
          + "1 commit before; \(short[13]), 1 commit after; measure this commit, or compare another commit\n"
      )
    }
    let unknown = try history.compare("HEAD~2..v9", store: store)
    #expect(unknown.errors.contains("Git finds no commit “v9”"), "\(unknown.errors)")
  }

  @Test("a commit may be abbreviated, also if only the store knows it")
  func abbreviated() throws {
    let folder = TemporaryFolder()
    let commit = history.commits[3]
    for (name, written) in [("a", String(commit.prefix(8))), ("b", history.commits[5])] {
      for run in 0..<2 {
        try folder.file(
          "\(name)\(run)/run.json",
          text: #"{"commit": "\#(written)", "reported": {"fps.avg": \#(50 + run)}}"#)
      }
    }
    let paths = ["a0", "a1", "b0", "b1"].map { folder.path($0) }
    let own = folder.path("own.db")
    #expect(try Tool.run(["ingest"] + paths + ["--store", own]).status == 0)
    let outcome = try Tool.run(
      ["compare", commit, "HEAD~8", "--metrics", "fps.avg", "--store", own],
      in: history.repository.folder.url)
    #expect(outcome.status == 0 && outcome.output.contains("2 + 2"), "\(outcome.errors)")
  }

  @Test("a trace and a side with several stages require --stage")
  func traceAndStages() throws {
    let folder = TemporaryFolder()
    let trace = try folder.file("t.csv", text: "frame_time_ms\n20\n21\n20\n").path
    let several = try history.compare(trace, "HEAD", store: store)
    #expect(several.status == 2)
    #expect(
      several.errors
        == "\(trace): the traces belong to no stage, but the other side, HEAD, has runs of 2 stages; "
        + "name it with --stage: “app/scroll”, “app/type”\n"
    )
    let one = try history.compare(trace, "HEAD", "--stage", "type", "--format", "csv", store: store)
    #expect(one.status == 0, "\(one.errors)")
    #expect(one.output.contains("A side of the comparison has 1 run"))
  }

  @Test("folders of whole suites are compared stage by stage")
  func suites() throws {
    let folder = TemporaryFolder()
    for (side, base) in [("before", 50.0), ("after", 40.0)] {
      try folder.file("\(side)/app/suite.json", text: #"{"stages": [{"id": "1"}, {"id": "2"}]}"#)
      for stage in ["1", "2"] {
        for run in 0..<5 {
          let rate = stage == "1" ? 60 + Double(run) / 10 : base + Double(run) / 10
          try folder.file(
            "\(side)/app/\(stage)/\(run)/run.json", text: #"{"reported": {"fps.avg": \#(rate)}}"#)
        }
      }
    }
    let outcome = try Tool.run(
      [
        "compare", "before/app", "after/app", "--metrics", "fps.avg", "--format", "md", "--store",
        "none.db",
      ], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let captions = outcome.output.split(separator: "\n").filter { $0.hasPrefix("**app/") }
    #expect(captions == ["**app/2**", "**app/1**"])
    let cells = PrintedCells(markdown: outcome.output)
    let row = "FPS (avg) <sup>a</sup>"
    #expect(cells["How sure the verdicts on app/2 are", row, "Runs"] == "5 + 5")
  }

  @Test("if sides have no stage in common, the error lists the stages of each")
  func nothingInCommon() throws {
    let outcome = try Tool.run(
      ["compare", "session:job 3", "label:build=new", "--store", try other()],
      in: history.repository.folder.url)
    #expect(
      outcome.errors
        == "hitchmark: the two sides of the comparison have no tested stage in common; the reference has the stages "
        + "“app/scroll”, “app/type”, "
        + "and the candidate has the stages “app/fling”; name a stage on each side of the comparison\n"
    )
  }

  /// A store in which an additional stage has runs with a label.
  private func other() throws -> String {
    let store = try history.ingest([3], into: "other.db")
    let folder = TemporaryFolder()
    let trace = try folder.file("t.csv", text: "frame_time_ms\n20\n21\n20\n").path
    let outcome = try Tool.run(
      [
        "ingest", trace, "--suite", "app", "--stage", "fling", "--label", "build=new", "--store",
        store,
      ])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return store
  }

  @Test("options apply although the store has values computed with other options")
  func parameters() throws {
    let folder = TemporaryFolder()
    let options = ["--stability-tolerance", "0.05", "--points", "frame"]
    let own = folder.path("own.db")
    var means: [Double] = []
    for (name, frames) in [("a", [10, 10, 11, 10]), ("b", [10, 12, 10, 10])] {
      let text = "frame_time_ms\n" + frames.map { "\($0)\n" }.joined()
      let trace = try folder.file("\(name).csv", text: text).path
      let ingested = try Tool.run(
        ["ingest", trace, "--suite", "s", "--stage", name, "--store", own])
      #expect(ingested.status == 0, "\(ingested.errors)")
      let analyzed = try Tool.run(
        ["analyze", trace, "--metrics", "fps.stability", "--format", "json"] + options)
      let run = try #require(try JSON(text: analyzed.output)["runs"]?.items.first)
      means.append(try #require(run["metrics"]?["fps.stability"]?.number))
    }
    func compared(_ options: [String]) throws -> [Double?] {
      let outcome = try Tool.run(
        ["compare", "a", "b", "--metrics", "fps.stability", "--store", own, "--format", "json"]
          + options)
      let metric = try JSON(text: outcome.output)["comparisons"]?.items[0]["metrics"]?.items[0]
      return ["reference", "candidate"].map { metric?[$0]?["mean"]?.number }
    }
    #expect(try compared(options) == means)
    #expect(try compared([]) != means)
  }

  /// A suite of two stages with runs of fixed traces; `more` is added to `suite.json`.
  private func suite(_ folder: TemporaryFolder, saying more: String) throws {
    try folder.file(
      "runs/s/suite.json", text: "{\"stages\": [{\"id\": \"a\"}, {\"id\": \"b\"}]\(more)}")
    for (stage, slow) in [("a", 11.0), ("b", 12.0)] {
      for run in 0..<4 {
        let frames = [10, 10, slow, 10 + Double(run) / 100].map { "\($0)\n" }.joined()
        try folder.file("runs/s/\(stage)/\(run).csv", text: "frame_time_ms\n\(frames)")
      }
    }
    let outcome = try Tool.run(["ingest", "runs", "--store", "s.db"], in: folder.url)
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  private func metric(
    _ id: String, in folder: TemporaryFolder, _ options: String...
  ) throws -> JSON {
    let outcome = try Tool.run(
      ["compare", "a", "b", "--metrics", id, "--store", "s.db", "--format", "json"] + options,
      in: folder.url)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let comparison = try JSON(text: outcome.output)["comparisons"]?.items.first
    return try #require(comparison?["metrics"]?.items.first)
  }

  @Test(
    "a changed parameter of a suite applies, although the store has values computed with the old one"
  )
  func changedParameter() throws {
    let folder = TemporaryFolder()
    try suite(folder, saying: ", \"parameters\": {\"points\": \"frame\"}")
    let wide = try metric("fps.stability", in: folder)
    try suite(
      folder,
      saying: ", \"parameters\": {\"points\": \"frame\", \"stability_tolerance\": \"0.05\"}")
    let narrow = try metric("fps.stability", in: folder)
    #expect(wide["reference"]?["mean"] == .number(1))
    #expect(narrow["reference"]?["mean"] == .number(0.75))
    // An option with the old value restores the old result.
    #expect(try metric("fps.stability", in: folder, "--stability-tolerance", "0.2") == wide)
  }

  @Test("the suite's noise floor replaces the default")
  func noiseFloor() throws {
    let folder = TemporaryFolder()
    try suite(folder, saying: "")
    let own = try metric("frametime.mean", in: folder)
    #expect(own["verdict"] == .string("regressed"))
    #expect(own["evidence"]?["noise_floor"] == .number(0.01))
    try suite(
      folder, saying: ", \"thresholds\": {\"noise_floors\": {\"frametime.mean\": \"5%\"}}")
    let wide = try metric("frametime.mean", in: folder)
    #expect(wide["evidence"]?["noise_floor"] == .number(0.05))
    #expect(wide["verdict"] == .string("unchanged"))
  }
}
