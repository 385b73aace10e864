import Analysis
import Recordings
import Testing
import Units

/// The present level of commits, the last of which is the reference.
private func level(
  _ values: [Double], followsChange: Bool = false, repeats: [[Double]] = [],
  of metric: Metric = MadeSides.time
) -> ComparisonContext {
  let commits = values.indices.map { "c\($0)" }
  let level = PresentLevel(
    values: values, commits: commits, followsChange: followsChange, repeats: repeats)
  return ComparisonContext(areCommitsOfOneStage: true, levels: [metric.id: .known(level)])
}

@Suite("Comparison with the earlier commits")
struct ComparisonHistoryTests {
  /// Twelve points, one of them an outlier, which neither shifts nor widens the interval.
  private let past = [10, 10.1, 9.95, 10.04, 9.98, 10.09, 10.02, 9.91, 11.5, 10.03, 9.99, 10.06]
  private let reference = MadeSides.side("a", [10, 10.06, 10.1], session: "a", commit: "c11")

  // Computed with NumPy and SciPy by the formula of the interval, on logarithms. The candidate's point is the median of
  // the medians of its two sessions, 10.4 and 10.2.
  @Test("a commit is compared with the prediction from the earlier ones")
  func history() throws {
    let candidate = ComparedSide(
      name: "b",
      runs: [10.3, 10.5, 10.4].map { MadeSides.run($0, session: "b", commit: "new") }
        + [MadeSides.run(10.2, session: "c", commit: "new")])
    let found = MadeSides.judge(candidate, against: reference, context: level(past))
    let evidence = try #require(found.evidence.value)
    #expect(evidence.mode == .history(commits: 12, first: "c0", last: "c11"))
    #expect(evidence.degreesOfFreedom == 11)
    #expect(abs((evidence.pValue ?? 1) - 0.008_368_070_974_868) < 1e-12)
    #expect(abs(evidence.effect - 0.027_431_549_235_590_7) < 1e-12)
    #expect(abs((found.judgment?.interval.lowerBound ?? 0) - 0.008_330_160_080_200_2) < 1e-12)
    #expect(abs((found.judgment?.interval.upperBound ?? 0) - 0.045_649_739_000_363_8) < 1e-12)
    #expect(found.verdict == .regressed)
    #expect(evidence.warnings.isEmpty)
  }

  @Test("of many earlier commits, the last thirty count and are named")
  func lastThirty() throws {
    let many = (0..<45).map { 10 + Double($0 * 7 % 11) / 100 }
    let found = MadeSides.judge(
      MadeSides.side("b", [10.05]), against: MadeSides.side("a", [10.05]), context: level(many))
    let evidence = try #require(found.evidence.value)
    #expect(evidence.mode == .history(commits: 30, first: "c15", last: "c44"))
  }

  @Test("eight commits with one run per side are enough; with seven commits the reason is given")
  func tooFew() throws {
    let sides = (MadeSides.side("b", [10, 10.1]), MadeSides.side("a", [10.05, 9.9]))
    let eight = MadeSides.judge(
      MadeSides.side("b", [12]), against: MadeSides.side("a", [10]),
      context: level(Array(past.prefix(8))))
    #expect(
      try #require(eight.evidence.value).mode == .history(commits: 8, first: "c0", last: "c7"))
    #expect(eight.verdict == .regressed)
    for (followsChange, reason) in [
      (
        false, "7 measured commits up to the reference; at least 8 are needed to estimate the noise"
      ),
      (
        true,
        "7 measured commits since the last change of level; at least 8 are needed to estimate the noise"
      ),
    ] {
      let found = MadeSides.judge(
        sides.0, against: sides.1,
        context: level(Array(past.prefix(7)), followsChange: followsChange))
      let evidence = try #require(found.evidence.value)
      #expect(evidence.mode == .separate)
      #expect(evidence.noHistory == reason)
    }
  }

  @Test("earlier commits with equal values allow no prediction")
  func noSpread() throws {
    let found = MadeSides.judge(
      MadeSides.side("b", [10, 10.1]), against: MadeSides.side("a", [10.05, 9.9]),
      context: level(Array(repeating: 10, count: 12)))
    #expect(
      found.evidence.value?.noHistory == "all earlier commits have equal values of the metric")
  }

  // SciPy gives the reference itself a p-value of 0.004 among the eleven commits before it.
  @Test("if the reference differs from the earlier commits, the change may be older")
  func referenceOff() throws {
    let off = Array(past.dropLast()) + [10.35]
    let worse = MadeSides.judge(
      MadeSides.side("b", [10.4]), against: reference, context: level(off))
    #expect((worse.adjustedPValue ?? 1) < 0.05)
    #expect(worse.evidence.value?.isDoubtful == true)
    #expect(worse.verdict == .suspect)
    #expect(
      worse.warnings.contains { $0.hasPrefix("the reference also differs from") })
    // A change in the other direction cannot be older than the reference.
    let better = MadeSides.judge(
      MadeSides.side("b", [9.6]), against: reference, context: level(off))
    #expect(better.verdict == .improved)
    #expect(better.warnings.isEmpty)
  }

  @Test("sides of one session are not compared with other sessions")
  func interleaved() throws {
    let found = MadeSides.judge(
      MadeSides.side("b", [10, 10.1, 10.2], session: "s"),
      against: MadeSides.side("a", [10.05, 9.9, 10], session: "s"), context: level(past))
    #expect(try #require(found.evidence.value).mode == .sameSession)
  }

  @Test("the number of sessions needed is given, if any number would show the change")
  func repetitions() throws {
    let found = MadeSides.judge(
      MadeSides.side("b", [10.1]), against: reference, context: level(past))
    let evidence = try #require(found.evidence.value)
    #expect(evidence.mode.repetition == .sessions)
    // SciPy's noncentral t, with an error of s √(1/n + 1/12) and eleven degrees of freedom.
    #expect(found.judgment?.repetitionsNeeded == 13)
    // The error is at least s ÷ √12, which is too large to detect 1% with three times the s.
    let noisy = MadeSides.judge(
      MadeSides.side("b", [10.1]), against: reference, context: level(past.map { 3 * $0 - 20 }))
    #expect(noisy.judgment?.repetitionsNeeded == nil)
    let steady = MadeSides.judge(
      MadeSides.side("b", [10.1]), against: reference,
      context: level((0..<30).map { 10 + Double($0 * 7 % 11) / 200 }))
    #expect(try #require(steady.judgment?.repetitionsNeeded) <= 3)
  }
}

@Suite("Comparison with suitable noise")
struct FittingNoiseTests {
  private let stages = [
    [10, 10.01, 10.02, 9.99], [10.5, 10.51, 10.52, 10.49], [20, 20.02, 20.03, 19.99],
  ]

  private var suite: [[RunSummary]] { stages.map { $0.map { MadeSides.run($0) } } }

  @Test("the noise between runs of a suite does not show how sessions of several runs differ")
  func otherSessions() throws {
    let apart = MadeSides.judge(
      MadeSides.side("b", stages[1], session: "y"),
      against: MadeSides.side("a", stages[0], session: "x"),
      context: .init(suite: suite))
    #expect(try #require(apart.evidence.value).mode == .separate)
    #expect(apart.verdict == .suspect)
    let ofOne = MadeSides.judge(
      MadeSides.side("b", stages[1], session: "x"),
      against: MadeSides.side("a", stages[0], session: "x"),
      context: .init(suite: suite))
    #expect(try #require(ofOne.evidence.value).mode == .suite)
  }

  @Test("the noise between runs does not show how two commits of one stage without sessions differ")
  func commits() throws {
    let sides = (
      MadeSides.side("b", stages[1], commit: "2"), MadeSides.side("a", stages[0], commit: "1")
    )
    let commits = MadeSides.judge(
      sides.0, against: sides.1, context: .init(suite: suite, areCommitsOfOneStage: true))
    #expect(try #require(commits.evidence.value).mode == .separate)
    let stages = MadeSides.judge(sides.0, against: sides.1, context: .init(suite: suite))
    #expect(try #require(stages.evidence.value).mode == .suite)
  }

  @Test(
    "without shared sessions, nothing is promised, because the noise between sessions is unknown")
  func separatePromisesNothing() throws {
    let many = (0..<20).map { 10 + Double($0 % 5) / 1000 }
    let found = MadeSides.judge(MadeSides.side("b", many), against: MadeSides.side("a", many))
    #expect(try #require(found.evidence.value).mode == .separate)
    let judgment = try #require(found.judgment)
    #expect(judgment.smallestDetectableEffect == nil && judgment.repetitionsNeeded == nil)
    #expect(judgment.coverage == .runs)
  }

  @Test("the number of runs for the noise floor follows from the pooled t-test")
  func repetitions() throws {
    // The standard deviation of the logarithms is 0.02 with 12 degrees of freedom. By SciPy's noncentral t, 76 runs
    // detect ln 1.01 with a power of 0.8036, and 75 runs with 0.7985.
    let pair = [10.0, 10.0 * 1.028_688_108_1]
    let groups = (0..<12).map { index in pair.map { $0 * Double(index + 1) } }
    let found = MadeSides.judge(
      MadeSides.side("b", groups[0]), against: MadeSides.side("a", groups[0]),
      context: .init(suite: groups.map { $0.map { MadeSides.run($0) } }))
    let evidence = try #require(found.evidence.value)
    #expect(evidence.degreesOfFreedom == 12)
    #expect(evidence.mode.repetition == .runs)
    #expect(found.judgment?.repetitionsNeeded == 76)
  }

  @Test("every property in which devices differ is named")
  func differences() {
    func side(_ name: String, _ properties: [String: String]) -> ComparedSide {
      ComparedSide(
        name: name,
        runs: [MadeSides.run([(MadeSides.time, 1)], refreshRate: 60, properties: properties)])
    }
    let comparison = MadeSides.compare(
      side("b", ["kernel": "6.14", "driver": "1"]),
      against: side("a", ["kernel": "6.8", "driver": "1"]))
    #expect(comparison.differences.map(\.fact) == ["kernel"])
    #expect(comparison.differences.map(\.candidate) == ["6.14"])
  }
}

@Suite("Comparison of counts without noise")
struct ExactComparisonTests {
  private let count = MadeSides.metric("draws", unit: .count, isExact: true)

  private func judge(
    _ candidate: [Double], against reference: [Double], by metric: Metric,
    repeats: [[Double]] = []
  ) -> MetricComparison {
    func side(_ name: String, _ values: [Double]) -> ComparedSide {
      ComparedSide(name: name, runs: values.map { MadeSides.run([(metric, $0)]) })
    }
    let context = level([1, 2, 3], repeats: repeats, of: metric)
    return MadeSides.compare(
      side("b", candidate), against: side("a", reference), by: [metric],
      context: repeats.isEmpty ? .init() : context
    ).metrics[0]
  }

  @Test("any difference is a change, and equal values are unchanged")
  func any() throws {
    let more = judge([1001, 1001], against: [1000, 1000], by: count)
    let evidence = try #require(more.evidence.value)
    #expect(evidence.mode == .exact)
    #expect(evidence.pValue == nil && more.adjustedPValue == nil)
    #expect(evidence.effect == 0.001)
    // The change is below the noise floor of 1%, which does not apply to exact counts.
    #expect(more.verdict == .regressed)
    #expect(judge([999, 999], against: [1000, 1000], by: count).verdict == .improved)
    #expect(judge([7, 7], against: [7, 7, 7], by: count).verdict == .unchanged)
  }

  @Test("if the reference is 0, the change is absolute and has no noise floor")
  func fromZero() throws {
    let found = judge([3, 3], against: [0, 0], by: count)
    #expect(found.evidence.value?.effect == 3)
    #expect(found.evidence.value?.isRelative == false)
    #expect(found.verdict == .regressed)
  }

  @Test("a count that varies within a side, or did before, is not exact")
  func noise() {
    #expect(judge([12, 13], against: [10, 10], by: count).evidence.value?.mode == .separate)
    let before = judge([12, 12], against: [10, 10], by: count, repeats: [[9, 10], [10, 10]])
    #expect(before.evidence.value == nil)
    let never = judge([12, 12], against: [10, 10], by: count, repeats: [[9, 9], [10, 10]])
    #expect(never.evidence.value?.mode == .exact)
  }

  @Test("one run per side is not exact, and neither are equal times")
  func neverTimes() {
    #expect(judge([12], against: [10], by: count).evidence.value == nil)
    #expect(judge([12, 12], against: [10, 10], by: MadeSides.time).evidence.value == nil)
    let measures = [
      OwnMeasure(name: "draws", unit: .count, lowerIsBetter: true),
      OwnMeasure(name: "boot", unit: .seconds, lowerIsBetter: true),
    ]
    #expect(Metric.named("draws", amongThoseOf: measures)?.isExact == true)
    #expect(Metric.named("boot", amongThoseOf: measures)?.isExact == false)
    // Counts of frames depend on time, too.
    #expect(Metric.all.allSatisfy { !$0.isExact })
  }
}

@Suite("Steps of one refresh")
struct RefreshStepTests {
  private let tail = MadeSides.metric(
    "tail", refreshSteps: RefreshSteps(.frameTime, borneOutBy: "late"))
  private let rate = MadeSides.metric(
    "rate", unit: .framesPerSecond, refreshSteps: RefreshSteps(.frameRate, borneOutBy: "late"))
  private let late = MadeSides.metric("late", unit: .fraction)

  private func compare(
    _ candidate: [(Double, Double)], against reference: [(Double, Double)], by metric: Metric,
    refreshRate: Double? = 60
  ) -> Comparison {
    func side(_ name: String, _ values: [(Double, Double)]) -> ComparedSide {
      ComparedSide(
        name: name,
        runs: values.map { value, share in
          MadeSides.run([(metric, value), (late, share)], session: "s", refreshRate: refreshRate)
        })
    }
    return MadeSides.compare(
      side("b", candidate), against: side("a", reference), by: [metric, late])
  }

  private let before = [(16.6, 0.009), (16.7, 0.0095), (16.65, 0.0092), (16.7, 0.0094)]
  private let flipped = [(33.3, 0.0101), (33.4, 0.0108), (33.35, 0.0104), (33.3, 0.0102)]

  @Test("a change from one refresh to two is inconclusive if the share of late frames is unchanged")
  func flip() {
    let comparison = compare(flipped, against: before, by: tail)
    let found = comparison.metrics[0]
    #expect((found.adjustedPValue ?? 1) < 0.001)
    #expect(found.isRefreshStep)
    #expect(found.verdict == .inconclusive)
    #expect(found.warnings.contains { $0.contains("only if the metric late also changed") })
    #expect(comparison.metrics[1].verdict == .unchanged)
  }

  @Test("it is a regression if the share of late frames confirms it")
  func borneOut() {
    let many = flipped.map { ($0.0, $0.1 + 0.05) }
    let comparison = compare(many, against: before, by: tail)
    #expect(comparison.metrics.map(\.verdict) == [.regressed, .regressed])
    #expect(comparison.metrics[0].warnings.isEmpty)
    // In the other direction, both decrease, which is an improvement.
    let fewer = compare(before.map { ($0.0, $0.1 - 0.009) }, against: many, by: tail)
    #expect(fewer.metrics.map(\.verdict) == [.improved, .improved])
  }

  @Test("jitter around one refresh is also inconclusive")
  func jitter() {
    let late = before.map { ($0.0 + 0.5, $0.1) }
    #expect(compare(late, against: before, by: tail).metrics[0].verdict == .inconclusive)
  }

  @Test("the same applies to frame rates, from 60 to 30")
  func frameRates() {
    func rates(_ values: [(Double, Double)]) -> [(Double, Double)] {
      values.map { (1000 / $0.0, $0.1) }
    }
    let found = compare(rates(flipped), against: rates(before), by: rate).metrics[0]
    #expect(found.isRefreshStep)
    #expect(found.verdict == .inconclusive)
  }

  @Test("steps of two refreshes, without a display, or of unsynchronized frames are regressions")
  func others() {
    let two = before.map { ($0.0 * 3, $0.1) }
    #expect(compare(two, against: before, by: tail).metrics[0].verdict == .regressed)
    #expect(
      compare(flipped, against: before, by: tail, refreshRate: nil).metrics[0].verdict == .regressed
    )
    let free = [(11.1, 0.009), (11.2, 0.009), (11.0, 0.009), (11.1, 0.009)]
    let slower = free.map { ($0.0 + 1, $0.1) }
    #expect(compare(slower, against: free, by: tail).metrics[0].verdict == .regressed)
  }

  @Test("in the catalog, the tail metrics step by refreshes and name an existing share")
  func catalog() {
    let steps = Metric.all.filter { $0.refreshSteps != nil }
    #expect(
      steps.map(\.id) == [
        "fps.p1", "fps.p0.1", "fps.low1.integral", "fps.low0.1.integral", "frametime.p90",
        "frametime.p95", "frametime.p99", "frametime.p99.9", "frametime.max", "fps.floor95",
        "screen.frametime.p99",
      ])
    for metric in steps {
      #expect(Metric.all.contains { $0.id == metric.refreshSteps?.share })
    }
  }
}

@Suite("Runs far from the others")
struct OutlyingRunTests {
  @Test("outliers are not removed, and a warning has their number")
  func marked() throws {
    let steady = [10, 10.1, 9.9, 10.05, 9.95]
    let found = MadeSides.judge(
      MadeSides.side("b", [10, 10.1, 14, 10.05, 9.95]), against: MadeSides.side("a", steady))
    #expect(
      found.warnings.contains("the candidate's run #3 is an outlier, but was not removed"))
    #expect(found.candidate.count == 5)
    let none = MadeSides.judge(MadeSides.side("b", steady), against: MadeSides.side("a", steady))
    #expect(!none.warnings.contains { $0.contains("outlier") })
  }

  @Test("outliers among the earlier commits are clipped, without a warning")
  func history() {
    let past = [10, 10.1, 9.95, 10.04, 9.98, 10.09, 10.02, 9.91, 15, 10.03, 9.99, 10.06]
    let found = MadeSides.judge(
      MadeSides.side("b", [10]), against: MadeSides.side("a", [10.06]), context: level(past))
    #expect(found.warnings.isEmpty)
    let two = (0..<24).map { index -> Double in
      let noise = Double(index * 7 % 11) / 200
      return index.isMultiple(of: 2) ? 10 + noise : 12 + noise
    }
    let bimodal = MadeSides.judge(
      MadeSides.side("b", [10]), against: MadeSides.side("a", [12]), context: level(two))
    #expect(
      bimodal.warnings.contains(
        "the commits before the candidate commit have values in two separate groups"))
  }
}

@Suite("Comparison of the runs of an experiment")
struct ComparisonOfExperimentTests {
  private let base = [16, 16.1, 15.9, 16.05]
  private let head = [16.5, 16.9, 16.2, 16.4]

  private func comparison(blocks: Int) -> Comparison {
    MadeSides.compare(
      MadeSides.side("b", Array(head.prefix(blocks)), session: "s"),
      against: MadeSides.side("a", Array(base.prefix(blocks)), session: "s"))
  }

  private func answer(blocks: Int, of planned: Int) throws -> BlockComparison {
    try #require(
      BlockComparison(
        MadeSides.time, Array(head.prefix(blocks)), against: Array(base.prefix(blocks)),
        in: BlockDesign(blocks: planned, questions: 1)))
  }

  @Test("the table has the answer of the experiment where a single test would differ")
  func undecided() throws {
    var comparison = comparison(blocks: 4)
    #expect(comparison.metrics[0].verdict == .regressed)
    let answer = try answer(blocks: 4, of: 20)
    #expect(answer.answer == .undecided)
    comparison.accept(answer)
    let found = comparison.metrics[0]
    #expect(found.verdict == .inconclusive)
    #expect(found.judgment?.interval == answer.interval)
    #expect(found.evidence.value?.mode == .blocks(4))
    #expect(found.evidence.value?.effect == answer.effect)
    #expect(found.adjustedPValue == nil)
  }

  @Test("before the first look there is no verdict")
  func early() throws {
    var comparison = comparison(blocks: 2)
    comparison.accept(try answer(blocks: 2, of: 20))
    #expect(comparison.metrics[0].verdict == nil)
    #expect(
      comparison.metrics[0].evidence.reason == "not judged: the experiment ended before block 3")
  }

  @Test("an answer about another metric changes nothing")
  func other() throws {
    var comparison = comparison(blocks: 4)
    comparison.accept(
      try #require(
        BlockComparison(
          MadeSides.metric("other"), head, against: base,
          in: BlockDesign(blocks: 20, questions: 1))))
    #expect(comparison.metrics[0].verdict == .regressed)
  }
}
