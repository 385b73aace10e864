import Analysis
import Recordings
import Testing
import Units

@Suite("Stages and suites")
struct SuiteSummaryTests {
  private let average = ThesisConventions.verdictRule.metrics[0]

  private func run(
    _ name: String, _ reported: [String: Double], session: String? = nil
  ) -> RunSummary {
    var recording = Recording.without(frames: "no trace")
    recording.description.session = session
    recording.description.reported = reported
    return RunSummary(of: recording, name: name)
  }

  private func stage(_ values: Double?...) throws -> StageFigure {
    let runs = values.enumerated().map { index, value in
      run("#\(index + 1)", value.map { ["fps.avg": $0] } ?? [:])
    }
    let metric = try #require(Metric.all.first { $0.id == average })
    return StageSummary(.init(id: "1", title: "one"), runs: runs)[metric]
  }

  @Test func runsThatCannotSayAreLeftOutAndNamed() throws {
    let figure = try stage(60, nil, 50)
    #expect(figure.mean == .known(55))
    #expect(figure.count == 2)
    #expect(figure.leftOut.map(\.run) == ["#2"])
    #expect(figure.leftOut.map(\.reason) == ["no trace"])
    #expect(figure.basis == .reported)
  }

  @Test func twoRunsHaveNoInterval() throws {
    #expect(try stage(53.5, 53.2).interval == nil)
    #expect(try stage(53.5, 53.2, nil).interval == nil)
  }

  @Test func threeRunsHaveTheIntervalOfStudentsT() throws {
    let interval = try #require(try stage(53.5, 53.2, 54.1).interval)
    #expect(abs(interval.lowerBound - 52.46162508992097) < 1e-9)
    #expect(abs(interval.upperBound - 54.73837491007903) < 1e-9)
  }

  @Test func aStageThatNoRunCanSayGivesTheReason() throws {
    #expect(try stage(nil, nil).mean == .withheld(because: "no trace"))
    #expect(
      try stage().mean == .withheld(because: "this stage has no runs"))
  }

  @Test("figures too large to print are withheld", arguments: [1e308, -1e308, .infinity])
  func figuresTooLarge(value: Double) throws {
    let reason = "the values are too large to compute the metric"
    #expect(try stage(value, value).mean == .withheld(because: reason))
    #expect(run("#1", ["fps.avg": value])["fps.avg"]?.value == .withheld(because: reason))
    let metric = try #require(Metric.all.first { $0.id == average })
    let change = MetricChange(metric, stage: .known(1e300), reference: .known(1e-8))
    #expect(change.relative == .withheld(because: reason))
    #expect(try stage(1.7e306, -1.7e306, 1e306).interval == nil)
  }

  private func suite(
    _ stages: [SuiteDescription.Stage], _ change: (inout SuiteDescription) -> Void = { _ in }
  ) throws -> SuiteSummary {
    var description = SuiteDescription(id: "made")
    description.stages = stages
    change(&description)
    return try SuiteSummary(description, runs: [:])
  }

  @Test func aStageThatIsNotThereIsAnError() {
    let stages = [SuiteDescription.Stage(id: "1", title: "one", baseline: "0")]
    #expect(throws: SuiteError.unknownStage("0", namedAs: .baseline(of: "1"))) {
      try suite(stages)
    }
    #expect(throws: SuiteError.unknownStage("9", namedAs: .worst)) {
      try suite([]) { $0.worst = "9" }
    }
  }

  @Test func aStageMayAppearOnce() {
    let stage = SuiteDescription.Stage(id: "1", title: "one")
    #expect(throws: SuiteError.duplicateStage("1")) { try suite([stage, stage]) }
  }

  @Test func aRowThatIsNoMetricIsAnError() {
    #expect(throws: SuiteError.unknownMetric("fps.average")) {
      try suite([]) { $0.metrics = ["fps.avg", "fps.average"] }
    }
  }

  @Test(
    "the thesis' rule keeps a stage that improves frame rate, stability or both",
    arguments: [
      (61.0, 0.8, Verdict.kept), (59, 0.91, .kept), (61, 0.91, .kept), (60, 0.9, .rejected),
      (59, 0.9, .rejected), (59, 0.8, .rejected),
    ])
  func verdict(rate: Double, stability: Double, expected: Verdict) throws {
    #expect(try verdict(["fps.avg": rate, "fps.stability": stability]) == expected)
  }

  @Test func halfTheKnowledgeMayDo() throws {
    #expect(try verdict(["fps.avg": 61]) == .kept)
    #expect(try verdict(["fps.avg": 59]) == .undecided(because: "no trace"))
  }

  @Test(
    "a measured stage is kept, rejected or neither, and its change is marked, as compare judges it",
    arguments: [
      (66.0, Verdict.kept, ChangeDirection.better), (54, .rejected, .worse),
      (60.4, .unclear, .neither),
    ])
  func measured(rate: Double, expected: Verdict, direction: ChangeDirection) throws {
    var description = SuiteDescription(id: "made")
    description.metrics = ["fps.avg"]
    description.stages = [.init(id: "a", title: "A"), .init(id: "b", title: "B", baseline: "a")]
    let noise = [-0.6, 0.2, 0.5, -0.1]
    func runs(_ level: Double) -> [RunSummary] {
      noise.enumerated().map { index, noise in
        run("#\(index)", ["fps.avg": level + noise], session: "one")
      }
    }
    let suite = try SuiteSummary(description, runs: ["a": runs(60), "b": runs(rate)])
    #expect(suite.verdict(on: suite.stages[1]) == expected)
    func change(_ suite: SuiteSummary) -> MetricChange {
      suite.changes(of: suite.stages[1], from: suite.stages[0])[suite.rows[0]]
    }
    #expect(change(suite).direction == direction)
    // One run per stage shows nothing, however large the change.
    let few = try SuiteSummary(
      description, runs: ["a": [run("#1", ["fps.avg": 60])], "b": [run("#1", ["fps.avg": 90])]])
    #expect(change(few).relative == .known(0.5) && change(few).direction == .neither)
    guard case .undecided = few.verdict(on: few.stages[1]) else {
      Issue.record("decided")
      return
    }
  }

  private func verdict(_ reported: [String: Double]) throws -> Verdict? {
    var description = SuiteDescription(id: "made")
    description.provenance = "Published."
    description.stages = [.init(id: "a", title: "A"), .init(id: "b", title: "B", baseline: "a")]
    let before = run("#1", ["fps.avg": 60, "fps.stability": 0.9])
    let suite = try SuiteSummary(description, runs: ["a": [before], "b": [run("#1", reported)]])
    #expect(suite.verdict(on: suite.stages[0]) == nil)
    return suite.verdict(on: suite.stages[1])
  }

  @Test func whatHasNoQuotientSaysWhy() throws {
    let metric = try #require(Metric.all.first { $0.id == "jank.count" })
    let change = MetricChange(metric, stage: .known(2), reference: .known(0))
    #expect(change.absolute == .known(2))
    #expect(change.relative == .withheld(because: "the reference's value of the metric is 0"))
    let standing = Standing(metric, stage: .known(2), worst: .known(0), best: .known(0))
    #expect(
      standing.position == .withheld(because: "the best and the worst case have equal values"))
    #expect(standing.shareOfBest == .withheld(because: "the metric's value for the best case is 0"))
    let half = MetricChange(metric, stage: .withheld(because: "no runs"), reference: .known(1))
    #expect(half.relative == .withheld(because: "no runs"))
  }
}
