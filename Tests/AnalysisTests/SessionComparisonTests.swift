import Analysis
import Recordings
import Statistics
import Testing
import Units

/// Sides of several sessions, of one level per session.
private func side(
  _ name: String, _ levels: [Double], runs: Int = 5, commit: String? = nil
) -> ComparedSide {
  ComparedSide(
    name: name,
    runs: levels.enumerated().flatMap { index, level in
      (0..<runs).map { run in
        MadeSides.run(
          level * (1 + 0.001 * Double(run - runs / 2)), session: "\(name) \(index)", commit: commit)
      }
    })
}

@Suite("Comparison by sessions")
struct SessionComparisonTests {
  @Test("three sessions per side are compared by their medians")
  func medians() throws {
    let found = MadeSides.judge(
      side("b", [10.6, 10.5, 10.4]), against: side("a", [10.1, 10, 9.9]))
    let evidence = try #require(found.evidence.value)
    #expect(evidence.mode == .sessions(reference: 3, candidate: 3))
    #expect(evidence.degreesOfFreedom == 4)
    #expect(evidence.mode.repetition == .sessions)
    // The fixed rule would not accept a change of 5%.
    #expect(found.verdict == .regressed)
  }

  @Test("sessions that vary as much as the sides differ prove nothing, however many runs they have")
  func noisySessions() {
    let found = MadeSides.judge(
      side("b", [10, 11, 12], runs: 20), against: side("a", [9.5, 10.5, 11.5], runs: 20))
    #expect(found.verdict == .inconclusive)
  }

  @Test("fewer sessions borrow the noise between sessions of other commits and stages")
  func earlier() throws {
    let stage = side("old", (0..<16).map { 20 + Double($0 * 7 % 11) / 50 }).runs
    let context = ComparisonContext(earlier: [stage])
    let found = MadeSides.judge(side("b", [10.5]), against: side("a", [10]), context: context)
    let evidence = try #require(found.evidence.value)
    #expect(evidence.mode == .earlierSessions(16))
    #expect(found.verdict == .regressed)
    // One run per side is enough, because the noise is known.
    let single = MadeSides.judge(
      side("b", [10.5], runs: 1), against: side("a", [10], runs: 1), context: context)
    #expect(single.evidence.value?.mode == .earlierSessions(16))
    let few = MadeSides.judge(
      side("b", [10.5]), against: side("a", [10]),
      context: ComparisonContext(earlier: [Array(stage.prefix(7 * 5))]))
    #expect(few.evidence.value?.mode == .separate)
    #expect(
      few.evidence.value?.noHistory
        == "only 7 earlier sessions exist, but at least 8 are needed to estimate the noise between sessions"
    )
    #expect(few.verdict == .suspect)
  }

  @Test("a level change between commits is not counted as noise between sessions")
  func commits() throws {
    func commit(_ level: Double, _ name: String) -> [RunSummary] {
      side(name, [level, level * 1.002, level * 0.998, level * 1.001], commit: name).runs
    }
    let context = ComparisonContext(earlier: [commit(10, "1") + commit(20, "2")])
    let found = MadeSides.judge(side("b", [10.5]), against: side("a", [10]), context: context)
    #expect(found.evidence.value?.mode == .earlierSessions(8))
    #expect(found.verdict == .regressed)
  }

  @Test(
    "without history, the fixed rule grows with the noise of the runs, and a warning shows the range"
  )
  func fixedRule() throws {
    func noisy(_ name: String, _ level: Double) -> ComparedSide {
      MadeSides.side(name, (0..<10).map { level * (1 + 0.04 * Double($0 - 5) / 3) }, session: name)
    }
    let found = MadeSides.judge(noisy("b", 12), against: noisy("a", 10))
    let evidence = try #require(found.evidence.value)
    #expect(evidence.mode == .separate)
    #expect(
      evidence.noHistory
        == "there are no earlier sessions, but at least 8 are needed to estimate the noise between sessions"
    )
    #expect((found.adjustedPValue ?? 1) < 0.01 && evidence.effect > 0.1)
    #expect(found.verdict == .suspect)
    #expect(found.warnings.contains { $0.hasPrefix("two sessions may differ by −") })
    #expect(MadeSides.judge(noisy("b", 20), against: noisy("a", 10)).verdict == .regressed)
  }

  @Test("sessions that vary by 8%, twice as much as their runs, raise few false alarms")
  func falseAlarms() {
    var generator = SplitMix64(seed: 6_021)
    func normal() -> Double { Normal.quantile((Double(generator.next() >> 11) + 0.5) / 0x1p53) }
    func session(_ name: String) -> ComparedSide {
      let level = 20 * (1 + 0.08 * normal())
      return MadeSides.side(
        name, (0..<10).map { _ in level * (1 + 0.04 * normal()) }, session: name)
    }
    let verdicts = (0..<200).map { _ in MadeSides.judge(session("b"), against: session("a")).verdict
    }
    #expect(verdicts.count { $0 == .improved || $0 == .regressed } <= 10)
  }

  @Test("the reference of a prediction is the level before the change")
  func levels() throws {
    let past = [10, 10.1, 9.9, 10.05, 9.95, 10.02, 9.98, 10.08]
    let level = PresentLevel(values: past, commits: past.indices.map { "c\($0)" })
    let found = MadeSides.judge(
      MadeSides.side("b", [11]), against: MadeSides.side("a", [10.08]),
      context: .init(areCommitsOfOneStage: true, levels: [MadeSides.time.id: .known(level)]))
    let evidence = try #require(found.evidence.value)
    let levels = try #require(evidence.levels)
    #expect(levels.candidate == 11)
    #expect(abs(levels.candidate / levels.reference - 1 - evidence.effect) < 0.001)
  }
}

@Suite("Rows of a comparison")
struct ComparisonRowsTests {
  private func rows(
    _ isSuite: Bool, _ both: Set<String>, one: Set<String> = [], own: [OwnMeasure] = []
  ) -> [String] {
    ComparisonRows(isSuite: isSuite, measures: own).shown { id in
      both.contains(id) ? 2 : one.contains(id) ? 1 : 0
    }
  }

  @Test(
    "traces without a suite have the slowest frames and hitches, and only metrics of both sides")
  func traces() {
    let both: Set = [
      "duration", "fps.avg", "fps.low1.average", "frametime.p99", "hitch.ratio", "frame.cpu.p50",
    ]
    #expect(
      rows(false, both, one: ["gpu.avg"])
        == ["duration", "fps.avg", "fps.low1.average", "frametime.p99", "hitch.ratio"])
  }

  @Test("without a frame rate, the work on frames and measures of the runs are compared")
  func work() {
    let own = [OwnMeasure(name: "start", unit: .milliseconds, lowerIsBetter: true)]
    #expect(
      rows(false, ["frame.cpu.p50", "frame.cpu.p99", "start"], own: own)
        == ["frame.cpu.p50", "frame.cpu.p99", "start"])
    #expect(rows(true, ["start"], own: own) == ["start"])
  }

  @Test("a suite keeps a row that only one side has, and drops rows that neither side has")
  func suite() {
    #expect(
      rows(true, ["fps.avg", "duration"], one: ["gpu.avg"]) == ["duration", "fps.avg", "gpu.avg"])
    #expect(rows(true, []) == ThesisConventions.rows)
  }

  @Test("the duration of a capture is not judged")
  func length() {
    let duration = Metric.all.first { $0.id == "duration" }
    #expect(duration?.polarity == .lowerIsBetter)
    #expect(duration?.ofBareCaptures.polarity == .neither)
    #expect(MadeSides.time.ofBareCaptures.polarity == .lowerIsBetter)
  }
}
