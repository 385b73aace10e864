import Analysis
import Recordings
import Testing
import Units

@Suite("Variants case by case")
struct CaseGridTests {
  private static let layout = OwnMeasure(
    name: "layout", title: "Layout", unit: .milliseconds, lowerIsBetter: true, digits: 1,
    budget: .refresh)

  private func run(_ values: [String: Double], refreshRate: Double? = 60) -> RunSummary {
    var recording = Recording.without(frames: "none were recorded")
    recording.description.measures = [Self.layout]
    recording.description.device.refreshRate = refreshRate
    recording.description.scalars = values.sorted { $0.key < $1.key }.map {
      Scalar(name: $0.key, value: $0.value, unit: .milliseconds, lowerIsBetter: true)
    }
    return RunSummary(of: recording, name: "1")
  }

  /// A suite of two cases and three variants; the last case lacks the last variant.
  private func suite(
    _ runs: [String: [RunSummary]], provenance: String? = "Published."
  ) throws -> SuiteSummary {
    var description = SuiteDescription(id: "s")
    description.provenance = provenance
    for (testCase, variant) in [("x", "a"), ("x", "b"), ("x", "c"), ("y", "a"), ("y", "b")] {
      var stage = SuiteDescription.Stage(id: testCase + variant, title: "")
      stage.testCase = testCase
      stage.variant = variant
      description.stages.append(stage)
    }
    description.stages.append(.init(id: "other", title: "of no case"))
    description.measures = [Self.layout]
    description.metrics = ["layout"]
    return try SuiteSummary(description, runs: runs)
  }

  @Test("cases and variants have the order in which stages first name them")
  func order() throws {
    let grid = try #require(try suite([:]).cases)
    #expect(grid.cases == ["x", "y"])
    #expect(grid.variants == ["a", "b", "c"])
    #expect(grid.stage("y", "b")?.stage.id == "yb")
    #expect(grid.stage("y", "c") == nil)
  }

  @Test("a suite without cases has no grid")
  func none() throws {
    var description = SuiteDescription(id: "s")
    description.stages = [.init(id: "1", title: "one")]
    #expect(try SuiteSummary(description, runs: [:]).cases == nil)
  }

  @Test("a change is relative to the first variant, and withheld if a side is missing")
  func changes() throws {
    let suite = try suite(["xa": [run(["layout": 10])], "xb": [run(["layout": 8])]])
    let (grid, metric) = (try #require(suite.cases), suite.rows[0])
    let change = grid.change(of: metric, in: "x", to: "b")
    #expect(change.absolute == .known(-2))
    #expect(change.relative == .known(-0.2))
    #expect(
      grid.change(of: metric, in: "x", to: "c").absolute.reason
        == "this stage has no runs")
    #expect(
      grid.change(of: metric, in: "y", to: "c").absolute.reason
        == "the suite has no stage with this case and variant")
  }

  @Test("a variant is best if no other is better by more than the noise floor of 1%")
  func best() throws {
    let suite = try suite([
      "xa": [run(["layout": 10])], "xb": [run(["layout": 9.95])], "xc": [run(["layout": 12])],
      "ya": [run(["layout": 10])],
    ])
    let (grid, metric) = (try #require(suite.cases), suite.rows[0])
    #expect(grid.best(by: metric, in: "x") == ["a", "b"])
    #expect(grid.best(by: metric, in: "y").isEmpty)
    #expect(
      grid.tally(of: "b", by: [metric])
        == made(alike: 1, unknown: 1))
    #expect(grid.tally(of: "c", by: [metric]) == made(worse: 1, unknown: 1))
  }

  private func made(worse: Int = 0, alike: Int = 0, unknown: Int = 0) -> [String: Int] {
    ["better": 0, "worse": worse, "alike": alike, "unknown": unknown]
  }

  @Test("of measured variants, one is best or worse only if the runs prove it")
  func measured() throws {
    func runs(_ values: Double...) -> [RunSummary] { values.map { run(["layout": $0]) } }
    let suite = try suite(
      [
        "xa": runs(10, 10.1, 9.9, 10.05), "xb": runs(8, 8.1, 7.9, 8.05),
        "xc": runs(9, 11.5, 10.9, 10.2), "ya": runs(10), "yb": runs(9.8),
      ], provenance: nil)
    let (grid, metric) = (try #require(suite.cases), suite.rows[0])
    #expect(grid.change(of: metric, in: "x", to: "b").direction == .better)
    #expect(grid.change(of: metric, in: "x", to: "c").direction == .neither)
    #expect(grid.best(by: metric, in: "x") == ["b"])
    #expect(grid.best(by: metric, in: "y") == ["a", "b"])
    #expect(grid.tally(of: "c", by: [metric]) == made(alike: 1, unknown: 1))
  }

  @Test("a variant that is proved worse than another is not best, whoever has the best mean")
  func beaten() throws {
    func runs(around level: Double) -> [RunSummary] {
      [1, 1.06, 0.94, 1.04, 0.96, 1.03, 0.97, 1].map { run(["layout": level * $0]) }
    }
    // One run proves nothing beside eight.
    let suite = try suite(
      ["xa": runs(around: 10), "xb": runs(around: 9.2), "xc": [run(["layout": 9.15])]],
      provenance: nil)
    let (grid, metric) = (try #require(suite.cases), suite.rows[0])
    #expect(grid.best(by: metric, in: "x") == ["b", "c"])
  }

  @Test("more than eight variants are compared with the first one, and not ranked")
  func many() throws {
    var description = SuiteDescription(id: "s")
    description.provenance = "Published."
    description.measures = [Self.layout]
    description.metrics = ["layout"]
    var runs: [String: [RunSummary]] = [:]
    for index in 0..<9 {
      var stage = SuiteDescription.Stage(id: "\(index)", title: "")
      (stage.testCase, stage.variant) = ("x", "v\(index)")
      description.stages.append(stage)
      runs[stage.id] = [run(["layout": 10 - Double(index)])]
    }
    let suite = try SuiteSummary(description, runs: runs)
    let (grid, metric) = (try #require(suite.cases), suite.rows[0])
    #expect(!grid.ranks(by: metric) && grid.best(by: metric, in: "x").isEmpty)
    #expect(grid.change(of: metric, in: "x", to: "v8").direction == .better)
  }

  @Test("if the reference is 0, any change exceeds the noise")
  func zero() throws {
    let suite = try suite(["xa": [run(["layout": 0])], "xb": [run(["layout": 5])]])
    let (grid, metric) = (try #require(suite.cases), suite.rows[0])
    #expect(grid.best(by: metric, in: "x") == ["a"])
  }

  @Test("a budget of one refresh is 1000 / 60 ms, and unknown if runs have different rates")
  func budget() throws {
    let one = try suite(["xa": [run(["layout": 10])]])
    #expect(one.budget(of: one.rows[0]) == .known(1000 / 60))
    let two = try suite(["xa": [run([:])], "xb": [run([:], refreshRate: 120)]])
    #expect(two.budget(of: two.rows[0])?.reason == "the runs have different refresh rates")
    let none = try suite(["xa": [run([:], refreshRate: nil)]])
    #expect(
      none.budget(of: none.rows[0])?.reason
        == "the refresh rate of the display is unknown; pass --refresh-rate")
  }

  @Test(
    "a reported value of a declared measure becomes a value of its metric, and is marked as reported"
  )
  func reported() throws {
    var recording = Recording.without(frames: "none were recorded")
    recording.description.measures = [Self.layout]
    recording.description.reported = ["layout": 3]
    let value = try #require(RunSummary(of: recording)["layout"])
    #expect(value == MetricValue(.known(3), basis: .reported))
  }

  @Test(
    "a measure is the mean of the samples of its name, in its declared unit",
    arguments: [("layout", Unit.milliseconds, 15.0), ("layout_s", .seconds, 15_000)])
  func samples(name: String, unit: Unit, expected: Double) throws {
    var recording = Recording.without(
      frames: "none",
      counters: [
        Counter(
          role: .other, name: name, unit: unit,
          samples: SampleColumn(times: [0, 1], values: [10, 20]))
      ])
    recording.description.measures = [Self.layout]
    #expect(try recording.value("layout") == expected)
  }

  @Test("samples in a unit of another kind give no value")
  func otherSamples() throws {
    var recording = Recording.without(
      frames: "none",
      counters: [
        Counter(
          role: .other, name: "layout", unit: .bytes,
          samples: SampleColumn(times: [0], values: [10]))
      ])
    recording.description.measures = [Self.layout]
    #expect(
      try recording.reason("layout")
        == "the samples of layout have the unit B; expected the unit ms")
  }
}

/// Compares the counts by name with a dictionary literal.
private func == (tally: CaseGrid.Tally, counts: [String: Int]) -> Bool {
  counts == [
    "better": tally.better, "worse": tally.worse, "alike": tally.alike, "unknown": tally.unknown,
  ]
}
