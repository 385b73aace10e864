import Analysis
import Recordings
import Testing
import Units

@Suite("Limits of the gate")
struct CheckLimitTests {
  private func near(_ value: Double?, _ expected: Double) -> Bool {
    value.map { abs($0 - expected) <= 1e-9 * abs(expected) } ?? false
  }

  private func level(_ runs: [TrendRun]) throws -> TipLevel {
    try #require(try MadeCheck.outcome(runs).series[0].level.value)
  }

  // exp(ln x ∓ t·s·k) with s = 1.03 × the winsorized standard deviation of the logarithms, t = scipy.stats.t.ppf(.975,
  // 11) of SciPy 1.17.1, and k = 1, √½ and √(π/6) for 1, 2 and 3 sessions.
  @Test(
    "the interval of a level is computed from the earlier commits, and shrinks with more sessions")
  func historyInterval() throws {
    let one = try level(MadeCheck.tip([[10.4, 10.5, 10.6]]))
    #expect(near(one.interval?.lowerBound, 10.318276523495939))
    #expect(near(one.interval?.upperBound, 10.684923954979078))
    #expect(one.noise == .history(points: 12) && one.runs == 3 && one.value == 10.5)
    let two = try level(MadeCheck.tip([[10.4], [10.6]]))
    #expect(near(two.interval?.lowerBound, 10.37117395939712))
    let three = try level(MadeCheck.tip([[10.4], [10.5], [10.6]]))
    #expect(near(three.interval?.upperBound, 10.633487933592923))
  }

  // The t interval of three logarithms by SciPy 1.17.1.
  @Test("with too few commits, the interval comes from sessions or runs; a single run has none")
  func otherIntervals() throws {
    let runs = [10.2, 10.5, 10.6].map { MadeTrend.run(0, $0) }
    let ofRuns = try level(runs)
    #expect(ofRuns.noise == .runs(3) && near(ofRuns.interval?.lowerBound, 9.92531396962404))
    #expect(near(ofRuns.interval?.upperBound, 10.964427753987987))
    let sessions = [10.2, 10.5, 10.6].enumerated().map { MadeTrend.run(0, $1, session: "\($0)") }
    #expect(try level(sessions).noise == .sessions(3))
    #expect(try level(sessions).interval == ofRuns.interval)
    let single = try level([MadeTrend.run(0, 10)])
    #expect(single.interval == nil && single.noise == nil)
    let same = try level((0..<12).map { MadeTrend.run($0, 4) })
    #expect(same.interval == 4...4 && same.noise == TipLevel.Noise.none)
  }

  // The interval is 10.318 … 10.685.
  @Test(
    "a limit fails if the whole interval exceeds it, not only the level",
    arguments: [
      ("made.time <= 10.3 ms", ["limit open"]), ("made.time ≤ 0.0103s", ["limit open"]),
      ("made.time <= 10.4 ms", ["limit inconclusive"]), ("made.time<=10.5ms", []),
      ("made.time >= 10.7 ms", ["limit open"]), ("made.time>=10.6 ms", ["limit inconclusive"]),
      ("scroll/made.time <= 10.3 ms", ["limit open"]),
      ("app/scroll/made.time <= 10.3 ms", ["limit open"]),
      ("app/made.time <= 10.3 ms", ["limit open"]),
    ])
  func bound(limit: String, words: [String]) throws {
    let runs = MadeCheck.tip([[10.5], [10.5]])
    let without = MadeCheck.words(try MadeCheck.outcome(runs))
    #expect(without == ["tip open"])
    let one = try MadeCheck.outcome(MadeCheck.tip([[10.5]]), limit)
    #expect(MadeCheck.words(one).filter { $0.hasPrefix("limit") } == words)
  }

  @Test("one run cannot violate a limit, and a limit without any value is missing")
  func unproved() throws {
    let one = try MadeCheck.outcome([MadeTrend.run(0, 99)], "made.time <= 1 ms")
    #expect(MadeCheck.words(one) == ["limit inconclusive"] && one.warnings.isEmpty)
    let none = try MadeCheck.outcome(
      (0..<12).map { MadeTrend.run($0, nil) }, "made.time <= 1 ms")
    #expect(MadeCheck.words(none) == ["missing missing"])
  }

  @Test(
    "a limit of the command line replaces the suite's, and one for a stage replaces the general one"
  )
  func closeness() throws {
    var suite = SuiteDescription(id: "app")
    suite.stages = [.init(id: "scroll", title: "")]
    suite.thresholds.limits = [
      .init(metric: "made.time", bound: "<= 20 ms"),
      .init(metric: "made.time", bound: "<= 12 ms", stage: "scroll"),
    ]
    func limit(_ options: String...) throws -> [String] {
      let outcome = try MadeCheck.outcome([MadeTrend.run(0, 1)]) {
        $0.limits = try CheckLimits(
          options: options, suites: [suite], named: MadeCheck.named, titles: ["app/scroll"])
      }
      return outcome.series[0].limits.map(\.bound)
    }
    #expect(try limit() == ["<= 12 ms"])
    #expect(try limit("scroll/made.time <= 13 ms") == ["<= 13 ms"])
    // This also holds if the suite's limit is for one stage, and that of the command line for all.
    #expect(try limit("made.time <= 14 ms") == ["<= 14 ms"])
    #expect(try limit("made.time <= 14 ms", "scroll/made.time <= 13 ms") == ["<= 13 ms"])
    #expect(try limit("made.time <= 14 ms", "app/made.time <= 13 ms") == ["<= 13 ms"])
    #expect(try limit("made.time >= 2 ms") == ["<= 12 ms", ">= 2 ms"])
  }

  @Test("a suite's limit does not apply to another suite's stage that has the name of the suite")
  func otherSuite() throws {
    var suite = SuiteDescription(id: "scroll")
    suite.thresholds.limits = [.init(metric: "made.time", bound: "<= 5 ms")]
    let outcome = try MadeCheck.outcome([MadeTrend.run(0, 10)]) {
      $0.limits = try CheckLimits(
        options: [], suites: [suite], named: MadeCheck.named, titles: ["app/scroll", "scroll/a"])
    }
    #expect(outcome.series.map(\.limits.count) == [0] && outcome.findings.isEmpty)
  }

  private func problem(
    _ options: [String], _ limits: [Thresholds.Limit] = []
  ) -> LimitProblem? {
    var suite = SuiteDescription(id: "app")
    suite.thresholds.limits = limits
    do throws(LimitProblem) {
      _ = try CheckLimits(
        options: options, suites: [suite], named: MadeCheck.named,
        titles: ["app/scroll", "app/open"])
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "invalid limits are refused, with their source",
    arguments: [
      (["made.time"], .noDirection("made.time")),
      (["made.time < 5 ms"], .noDirection("made.time < 5 ms")),
      (["made.tim <= 5 ms"], .unknownMetric("made.tim")),
      (["scrol/made.time <= 5 ms"], .unknownStage("scrol", known: ["app/scroll", "app/open"])),
      (
        ["made.time <= 5 fps"],
        .badValue(
          metric: "made.time", .otherUnit("fps", wanted: ["ns", "us", "µs", "ms", "s", "min"]))
      ),
      (["made.time <= 5 ms", "made.time <= 6 ms"], .second(metric: "made.time")),
      (
        ["made.time <= 10 ms", "made.time >= 20 ms"],
        .contradiction(
          metric: "made.time", atMost: "<= 10 ms", atLeast: ">= 20 ms")
      ),
      (
        ["made.time <= 10 ms", "open/made.time >= 0.02 s"],
        .contradiction(
          metric: "made.time", atMost: "<= 10 ms", atLeast: ">= 20 ms")
      ),
    ] as [([String], LimitFault)])
  func refused(options: [String], fault: LimitFault) {
    let problem = problem(options)
    #expect(problem?.fault == fault)
    #expect(problem?.origin == options.last.map { .option($0) })
  }

  @Test(
    "limits that one value can meet do not contradict each other, nor do limits of different stages"
  )
  func allowed() {
    #expect(problem(["made.time <= 20 ms", "made.time >= 20 ms"]) == nil)
    #expect(problem(["scroll/made.time <= 10 ms", "open/made.time >= 20 ms"]) == nil)
    #expect(problem(["thread.main.cpu <= 5%"]) == nil)
  }

  @Test("invalid limits of a suite are refused with their key")
  func suiteKeys() {
    let both = problem(
      [],
      [
        .init(metric: "made.time", bound: "<= 10 ms"),
        .init(metric: "made.time", bound: ">= 20 ms", stage: "scroll"),
      ])
    #expect(both?.origin == .suite("app", key: "thresholds.limits[1].limit"))
    let unknown = problem([], [.init(metric: "no.such", bound: "<= 10 ms")])
    #expect(unknown?.origin == .suite("app", key: "thresholds.limits[0].metric"))
  }

  @Test("noise floors are parsed, and invalid ones are refused with their key")
  func floors() throws {
    var suite = SuiteDescription(id: "app")
    suite.thresholds.noiseFloors = ["made.time": "2%", "made.rate": "0.5 ms", "gpu.avg": "3%"]
    let metrics = try Metric.withNoiseFloors(of: suite, named: MadeCheck.named)
    #expect(metrics.map(\.id) == ["gpu.avg", "made.rate", "made.time"])
    #expect(metrics.map(\.noiseFloor) == [.absolute(0.03), .absolute(0.5), .relative(0.02)])
    suite.thresholds.noiseFloors = ["made.time": "0%"]
    #expect(
      try Metric.withNoiseFloors(of: suite, named: MadeCheck.named).map(\.noiseFloor)
        == [.relative(0)])
    suite.thresholds.noiseFloors = ["made.time": "-1%"]
    let error = #expect(throws: LimitProblem.self) {
      try Metric.withNoiseFloors(of: suite, named: MadeCheck.named)
    }
    #expect(error?.fault == .noFloor(metric: "made.time", "-1%"))
    #expect(error?.origin == .suite("app", key: "thresholds.noise_floors.made.time"))
  }

  @Test("a noise floor of the suite decides what is a regression")
  func floorDecides() throws {
    let runs = MadeCheck.step(at: 25, 1.04)
    #expect(MadeCheck.words(try MadeCheck.outcome(runs)) == ["change open"])
    var suite = SuiteDescription(id: "app")
    suite.thresholds.noiseFloors = ["made.time": "10%"]
    let replaced = try Metric.withNoiseFloors(of: suite, named: MadeCheck.named)
    let history = CommitHistory(name: "main", commits: (0..<40).map { "commit-\($0)" })
    let trend = Trend(
      of: runs, metrics: [MadeTrend.metric], along: history, replaced: ["app": replaced])
    #expect(try CheckOutcome(of: CheckQuestion(about: trend)).findings.isEmpty)
  }

  @Test("the ratchet proposes limits that the level allows, and only tighter ones")
  func ratchet() throws {
    let runs = (0..<30).map { MadeTrend.run($0, MadeTrend.noisy(10, $0)) }
    let outcome = try MadeCheck.outcome(runs, "made.time <= 20 ms")
    let step = try #require(outcome.ratchet.first)
    // The noise is uniform, up to 1% around 10, so 95% of single commits are within about 1.2%.
    #expect(step.bound == "<= 10.2 ms" && step.present?.bound == "<= 20 ms")
    #expect(step.stage == "scroll" && step.suite == "app")
    #expect(try MadeCheck.outcome(runs, "made.time <= 10.2 ms").ratchet.isEmpty)
    #expect(try MadeCheck.outcome(runs).ratchet.isEmpty)
    let improved = try MadeCheck.outcome(MadeCheck.step(at: 25, 0.9))
    #expect(improved.ratchet.map(\.bound) == ["<= 9.11 ms"])
  }
}
