import Analysis
import Recordings
import Statistics
import Testing

/// Draws experiments of every method, with known noise and a known change.
private struct Experiments {
  /// A design of an experiment: how to draw both sides, and the runs that show noise besides.
  struct Design: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The number of repetitions, runs or sessions, per side or of the candidate.
    let count: Int
    let compare: @Sendable (inout Experiments, _ count: Int, _ change: Double) -> MetricComparison
  }

  private var generator: SplitMix64

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  mutating func normal() -> Double {
    Normal.quantile((Double(generator.next() >> 11) + 0.5) / 0x1p53)
  }

  /// Values around 10 whose logarithms vary by `noise`.
  mutating func values(_ count: Int, noise: Double = 0.02, change: Double = 0) -> [Double] {
    (0..<count).map { _ in 10 * (1 + change) * (1 + noise * normal()) }
  }

  /// Sessions whose levels vary by 2%, each of three runs that vary by 1%.
  mutating func sessions(_ count: Int, named name: String, change: Double = 0) -> [RunSummary] {
    (0..<count).flatMap { index -> [RunSummary] in
      let level = 10 * (1 + change) * (1 + 0.02 * normal())
      return (0..<3).map { _ in
        MadeSides.run(level * (1 + 0.01 * normal()), session: "\(name) \(index)")
      }
    }
  }

  static let all = [
    Design(testDescription: "same session", count: 8) { made, count, change in
      MadeSides.judge(
        MadeSides.side("b", made.values(count, change: change), session: "s"),
        against: MadeSides.side("a", made.values(count), session: "s"))
    },
    Design(testDescription: "moderated", count: 5) { made, count, change in
      let history = (0..<4).map { index in
        made.values(5).map { MadeSides.run($0, session: "old \(index)") }
      }
      return MadeSides.judge(
        MadeSides.side("b", made.values(count, change: change), session: "s"),
        against: MadeSides.side("a", made.values(count), session: "s"),
        context: ComparisonContext(sessions: history))
    },
    Design(testDescription: "paired", count: 8) { made, count, change in
      let before = made.values(count, noise: 0.1)
      let after = before.map { $0 * (1 + change) * (1 + 0.02 * made.normal()) }
      func side(_ name: String, _ values: [Double]) -> ComparedSide {
        ComparedSide(
          name: name, runs: values.enumerated().map { MadeSides.run($1, session: "\($0)") })
      }
      return MadeSides.judge(side("b", after), against: side("a", before))
    },
    Design(testDescription: "prediction", count: 1) { made, count, change in
      let past = made.values(20)
      let level = PresentLevel(values: past, commits: past.indices.map { "\($0)" })
      // One session per repetition; the point is the median of all.
      let after = made.values(count, change: change).sorted()[count / 2]
      return MadeSides.judge(
        MadeSides.side("b", [after], session: "b"),
        against: MadeSides.side("a", [past[19]], session: "a"),
        context: ComparisonContext(
          areCommitsOfOneStage: true, levels: [MadeSides.time.id: .known(level)]))
    },
    Design(testDescription: "suite", count: 3) { made, count, change in
      let others = (0..<8).map { _ in made.values(3).map { MadeSides.run($0) } }
      return MadeSides.judge(
        MadeSides.side("b", made.values(count, change: change)),
        against: MadeSides.side("a", made.values(count)), context: ComparisonContext(suite: others))
    },
    Design(testDescription: "sessions", count: 6) { made, count, change in
      MadeSides.judge(
        ComparedSide(name: "b", runs: made.sessions(count, named: "b", change: change)),
        against: ComparedSide(name: "a", runs: made.sessions(count, named: "a")))
    },
    Design(testDescription: "earlier sessions", count: 1) { made, count, change in
      MadeSides.judge(
        ComparedSide(name: "b", runs: made.sessions(count, named: "b", change: change)),
        against: ComparedSide(name: "a", runs: made.sessions(count, named: "a")),
        context: ComparisonContext(earlier: [made.sessions(20, named: "old")]))
    },
  ]
}

@Suite("Promises of 80%")
struct PromiseTests {
  private static let trials = 600

  /// The share of experiments that prove a change, in percent.
  private func power(
    of design: Experiments.Design, count: Int, change: Double, seed: UInt64
  ) -> Double {
    var made = Experiments(seed: seed)
    let proved = (0..<Self.trials).count { _ in
      design.compare(&made, count, change).verdict == .regressed
    }
    return 100 * Double(proved) / Double(Self.trials)
  }

  @Test(
    "the smallest detectable change is proved in 80% of experiments", arguments: Experiments.all)
  private func detectable(design: Experiments.Design) throws {
    var made = Experiments(seed: 7_001)
    // The mean square is the promise for the true noise: the square of an estimated noise is right on average.
    var squares = 0.0
    for _ in 0..<200 {
      let judgment = try #require(design.compare(&made, design.count, 0).judgment)
      let promise = try #require(judgment.smallestDetectableEffect)
      squares += promise * promise / 200
    }
    let found = power(of: design, count: design.count, change: squares.squareRoot(), seed: 7_002)
    #expect((75...85).contains(found), "\(found)%")
  }

  @Test(
    "as many runs or sessions as needed prove a change of the noise floor in 80% of experiments",
    arguments: Experiments.all.filter {
      ["same session", "paired", "moderated", "suite"].contains($0.testDescription)
    })
  private func needed(design: Experiments.Design) throws {
    var made = Experiments(seed: 7_003)
    var needed: [Int] = []
    for _ in 0..<60 {
      let judgment = try #require(design.compare(&made, 20, 0).judgment)
      needed.append(try #require(judgment.repetitionsNeeded))
    }
    let count = needed.sorted()[needed.count / 2]
    let found = power(of: design, count: count, change: 0.01, seed: 7_004)
    #expect((75...85).contains(found), "\(count): \(found)%")
  }

  // The case in which the estimate was compared with the floor, so that at most half of the changes were found.
  @Test(
    "a change of exactly the noise floor is proved as often as the noise allows, not in half of the cases"
  )
  func atTheFloor() {
    var made = Experiments(seed: 7_005)
    let proved = (0..<Self.trials).count { _ in
      MadeSides.judge(
        MadeSides.side("b", made.values(20, noise: 0.005, change: 0.01), session: "s"),
        against: MadeSides.side("a", made.values(20, noise: 0.005), session: "s")
      ).verdict == .regressed
    }
    #expect(Double(proved) / Double(Self.trials) > 0.9)
  }

  @Test("changes below a floor that the noise would show are unchanged, and the promise says so")
  func belowTheFloor() throws {
    var made = Experiments(seed: 7_006)
    let found = MadeSides.judge(
      MadeSides.side("b", made.values(20, noise: 0.001, change: 0.005), session: "s"),
      against: MadeSides.side("a", made.values(20, noise: 0.001), session: "s"))
    #expect(found.verdict == .unchanged)
    let least = try #require(found.judgment?.smallestDetectableEffect)
    #expect(least > 0.009 && least < 0.0105)
  }
}

@Suite("The rule of verdicts")
struct ChangeRuleTests {
  private func answer(_ low: Double, _ high: Double) -> ChangeAnswer {
    ChangeAnswer(
      of: ConfidenceInterval(lower: low, upper: high, confidence: 0.95), negligible: -0.01...0.01)
  }

  @Test("only the interval and the noise floor decide")
  func rule() {
    #expect(answer(-0.005, 0.009) == .unchanged)
    #expect(answer(0.001, 0.009) == .unchanged)
    #expect(answer(0.001, 0.011) == .changed)
    #expect(answer(-0.02, -0.001) == .changed)
    #expect(answer(-0.001, 0.011) == .undecided)
  }

  @Test(
    "an interval at the level of its family excludes 0 exactly if the adjusted p-value is small")
  func family() throws {
    let pValues = [0.001, 0.2, 0.012, 0.03, 0.031, 0.9, 0.04, 0.012]
    let family = try TestFamily(pValues)
    for index in pValues.indices {
      let level = family.level(of: index, error: 0.05)
      #expect((pValues[index] <= level) == (family.adjusted[index] <= 0.05), "\(index)")
      #expect(level <= 0.05)
    }
    // All others that were rejected, and this test.
    #expect(abs(family.detectionLevel(of: 1, error: 0.05) - 0.05 * 6 / 8) < 1e-12)
    #expect(try TestFamily([0.3]).level(of: 0, error: 0.05) == 0.05)
  }

  @Test("of many metrics, the rows say what their intervals say")
  func rows() {
    var generator = SplitMix64(seed: 11)
    func normal() -> Double { Normal.quantile((Double(generator.next() >> 11) + 0.5) / 0x1p53) }
    let metrics = (0..<12).map { MadeSides.metric("made.\($0)", noiseFloor: .relative(0.001)) }
    for _ in 0..<20 {
      func side(_ name: String, _ change: Double) -> ComparedSide {
        ComparedSide(
          name: name,
          runs: (0..<4).map { _ in
            MadeSides.run(
              metrics.map { ($0, 10 * (1 + change) * (1 + 0.02 * normal())) }, session: "s")
          })
      }
      let found = MadeSides.compare(side("b", 0.025), against: side("a", 0), by: metrics)
      for metric in found.metrics {
        let excludes = metric.judgment.map { !$0.interval.contains(0) } ?? false
        #expect(metric.isProved == excludes)
        #expect(metric.isProved == ((metric.adjustedPValue ?? 1) <= 0.05))
      }
    }
  }
}

@Suite("Suspect changes")
struct SuspectTests {
  private func times(_ order: String) -> (
    reference: [SessionDesign.RunTime], candidate: [SessionDesign.RunTime]
  ) {
    let all = order.enumerated().map { ($1, SessionDesign.RunTime.known(Int64($0))) }
    return (all.filter { $0.0 == "a" }.map(\.1), all.filter { $0.0 == "b" }.map(\.1))
  }

  private func design(
    _ order: String, session: (String?, String?) = (nil, nil), isStated: Bool = false
  ) -> SessionDesign {
    let times = times(order)
    var known: [String: SessionDesign.RunTime] = [:]
    func side(_ name: String, _ times: [SessionDesign.RunTime], _ session: String?) -> ComparedSide
    {
      let runs = times.enumerated().map { index, time -> RunSummary in
        let commit = "\(name)\(index)"
        known[commit] = time
        return MadeSides.run(10, session: session, commit: commit)
      }
      return ComparedSide(name: name, runs: runs)
    }
    let (a, b) = (side("a", times.reference, session.0), side("b", times.candidate, session.1))
    return SessionDesign(b, against: a, isStated: isStated) {
      known[$0.description.commit ?? ""] ?? .unknown
    }
  }

  @Test("times tell alternating sides from one block after the other, also in one session")
  func designs() {
    #expect(design("ababab") == .alternating)
    #expect(design("aaabbb") == .blocks)
    #expect(design("ababab", session: ("s", "s")) == .named(1))
    #expect(design("aaabbb", session: ("s", "s")) == .blocks)
    #expect(design("ababab", session: ("s", "t")) == .different)
    #expect(design("aaabbb", isStated: true) == .stated)
  }

  @Test("unknown, equal and impossible times leave the names of sessions")
  func unknown() {
    let sides = ["a", "b"].map { MadeSides.side($0, [1, 2, 3]) }
    #expect(SessionDesign(sides[1], against: sides[0]) == .unknown(because: nil))
    #expect(
      SessionDesign(sides[1], against: sides[0]) { _ in .known(5) }
        == .unknown(because: "runs of both sides have the same time"))
    #expect(
      SessionDesign(sides[1], against: sides[0]) { _ in .impossible("2026-13-45") }
        == .unknown(because: "“2026-13-45” is no date"))
    let named = ["a", "b"].map { MadeSides.side($0, [1, 2, 3], session: "s") }
    #expect(SessionDesign(named[1], against: named[0]) { _ in .impossible("x") } == .named(1))
  }

  private let before = [96.2, 97.5, 95.1, 96.8, 94.9]
  private let after = [88.0, 87.1, 89.2, 86.5, 88.4]

  private func judge(_ design: SessionDesign?, polarity: Metric.Polarity = .lowerIsBetter)
    -> MetricComparison
  {
    let metric = polarity == .neither ? MadeSides.time.withoutDirection : MadeSides.time
    func side(_ name: String, _ values: [Double]) -> ComparedSide {
      ComparedSide(name: name, runs: values.map { MadeSides.run([(metric, $0)]) })
    }
    return MadeSides.compare(
      side("b", after), against: side("a", before), by: [metric],
      context: ComparisonContext(design: design)
    ).metrics[0]
  }

  @Test("a clear difference of runs is suspect, and shared sessions prove it")
  func suspect() throws {
    let found = judge(nil)
    #expect(found.verdict == .suspect && found.direction == .improved)
    #expect(found.judgment?.coverage == .runs)
    #expect(try #require(found.judgment).smallestDetectableEffect == nil)
    #expect(judge(.blocks).verdict == .suspect)
    #expect(judge(.alternating).verdict == .improved)
    #expect(judge(.stated).verdict == .improved)
    #expect(judge(.stated, polarity: .neither).verdict == .changed)
  }

  @Test("runs that are all equal are suspect or proved, if there are three per side")
  func equal() {
    func judge(_ a: [Double], _ b: [Double], session: String? = nil) -> MetricComparison {
      MadeSides.judge(
        MadeSides.side("b", b, session: session), against: MadeSides.side("a", a, session: session))
    }
    let (slow, fast) = ([33.3, 33.3, 33.3], [16.7, 16.7, 16.7])
    #expect(judge(slow, fast).verdict == .suspect)
    #expect(judge(slow, fast, session: "s").verdict == .improved)
    #expect(
      judge(slow, fast, session: "s").evidence.value?.mode == .equalRuns(sharesSessions: true))
    #expect(judge(fast, fast, session: "s").verdict == .unchanged)
    #expect(judge(fast, fast).verdict == .inconclusive)
    #expect(judge(slow, [16.7, 16.7]).verdict == nil)
  }
}
