import Analysis
import Recordings
import Testing

/// Which findings fail the gate, and which do not.
@Suite("The gate")
struct CheckOutcomeTests {
  private func near(_ value: Double, _ expected: Double) -> Bool {
    abs(value - expected) <= 1e-9 * abs(expected)
  }

  @Test("a confirmed change for the worse within the newest 20 commits fails the check")
  func confirmedChange() throws {
    let outcome = try MadeCheck.outcome(MadeCheck.step(at: 25))
    #expect(MadeCheck.words(outcome) == ["change open"])
    #expect(outcome.decision == .regressed)
    let commits = try #require(outcome.findings[0].commits)
    #expect([commits.good, commits.bad, commits.likeliest] == [24, 25, 25])
  }

  @Test("an improvement is reported, unless it is old; a change that was reverted counts as fixed")
  func otherChanges() throws {
    let better = try MadeCheck.outcome(MadeCheck.step(at: 25, 0.9))
    #expect(MadeCheck.words(better) == ["change improved"] && better.decision == .passed)
    #expect(MadeCheck.words(try MadeCheck.outcome(MadeCheck.step(at: 19, 0.9))) == [])
    #expect(MadeCheck.words(try MadeCheck.outcome(MadeCheck.step(at: 20))) == ["change open"])
    let back = (0..<40).map { commit in
      MadeTrend.run(commit, MadeTrend.noisy((24..<31).contains(commit) ? 11 : 10, commit))
    }
    #expect(MadeCheck.words(try MadeCheck.outcome(back)) == ["change fixed", "change improved"])
  }

  @Test("if a series is not measured at every commit, its own newest 20 points count")
  func sparse() throws {
    let dense = (0..<200).map {
      MadeTrend.run($0, stage: "open", [(MadeTrend.metric, MadeTrend.noisy(10, $0))])
    }
    let sparse = (0..<20).map { index in
      MadeTrend.run(
        index * 10 + 9, [(MadeTrend.metric, MadeTrend.noisy(index < 10 ? 10 : 12, 500 + index))])
    }
    let outcome = try MadeCheck.outcome(dense + sparse)
    #expect(MadeCheck.words(outcome) == ["change open"])
    #expect(outcome.findings[0].items.map(\.name) == ["app/scroll/made.time"])
  }

  @Test("a regression that the base already has is inherited, and does not fail the check")
  func inherited() throws {
    func words(_ inherited: Int?) throws -> [String] {
      MadeCheck.words(
        try MadeCheck.outcome(MadeCheck.step(at: 25)) { $0.inherited = inherited })
    }
    #expect(try words(39) == ["change inherited"])
    #expect(try words(26) == ["change inherited"])
    #expect(try words(25) == ["change open"])
    let same = try MadeCheck.outcome(MadeCheck.step(at: 25)) { $0.inherited = 40 }
    #expect(same.warnings == [.baseIsTip] && same.decision == .regressed)
  }

  @Test("a single session of the newest commit is only suspect, up to the trip-wire")
  func suspectTip() throws {
    let outcome = try MadeCheck.outcome(MadeCheck.tip([[11.9, 12, 12.1]]))
    #expect(MadeCheck.words(outcome) == ["tip suspect"] && outcome.decision == .passed)
    let asked = try MadeCheck.outcome(MadeCheck.tip([[12]])) { $0.failOn = [.finding(.suspect)] }
    #expect(asked.decision == .undecided)
  }

  // The p-values of the sessions are those of scipy.stats.t.sf, SciPy 1.17.1.
  @Test("a second session confirms or dismisses the suspicion, in any order")
  func answers() throws {
    func outcome(_ sessions: Double...) throws -> CheckOutcome {
      try MadeCheck.outcome(MadeCheck.tip(sessions.map { [$0] }))
    }
    let confirmed = try outcome(10.4, 10.5)
    #expect(MadeCheck.words(confirmed) == ["tip open"])
    guard case .tip(let tip) = confirmed.findings[0].items[0].evidence else {
      Issue.record("no tip")
      return
    }
    #expect(tip.sessions.map(\.value) == [10.5, 10.4] && tip.answer == .confirmed)
    #expect(near(try #require(tip.sessions[0].pValue), 8.832399925414751e-05))
    #expect(near(try #require(tip.sessions[1].pValue), 0.0005531573811330368))
    // 10.12 is 0.9% higher, more than half the noise floor of 1%, with p = 0.15; 10.05 is 0.2% higher.
    for sessions in [[10.5, 10.12], [10.12, 10.5], [10.5, 10.05]] {
      #expect(MadeCheck.words(try outcome(sessions[0], sessions[1])) == ["tip dismissed"])
    }
    // Of three sessions, the other two count together: their median is 10.26 or 10.05.
    #expect(MadeCheck.words(try outcome(10.5, 10.4, 10.12)) == ["tip open"])
    #expect(MadeCheck.words(try outcome(10.5, 10.05, 10.05)) == ["tip dismissed"])
    #expect(try outcome(10.05, 10.0).findings.isEmpty)
  }

  @Test(
    "an improvement at the newest commit is no finding, and neither is a metric without direction")
  func goodTip() throws {
    #expect(try MadeCheck.outcome(MadeCheck.tip([[9], [9]])).findings.isEmpty)
    let runs = MadeCheck.history.enumerated().map { index, value in
      MadeTrend.run(index, [(MadeTrend.size, value)])
    }
    let tip = MadeTrend.run(12, [(MadeTrend.size, 20)])
    #expect(try MadeCheck.outcome(runs + [tip]).findings.isEmpty)
  }

  @Test("if earlier values had no noise, a different value is suspect, and fails if it is repeated")
  func withoutNoise() throws {
    let same = (0..<12).map { MadeTrend.run($0, 4) }
    func words(_ values: Double...) throws -> [String] {
      let tip = values.enumerated().map { MadeTrend.run(12, $1, session: "\($0)") }
      return MadeCheck.words(try MadeCheck.outcome(same + tip))
    }
    #expect(try words(5) == ["tip suspect"])
    #expect(try words(5, 5) == ["tip open"])
    #expect(try words(5, 4) == ["tip dismissed"])
    #expect(try words(4, 4).isEmpty)
    #expect(try words(4.01).isEmpty)
  }

  @Test("a step at a change of the environment never fails the check by itself")
  func environment() throws {
    let runs = (0..<40).map { commit in
      MadeTrend.run(
        commit, [(MadeTrend.metric, MadeTrend.noisy(commit < 25 ? 10 : 11, commit))],
        facts: ["kernel": commit < 25 ? "6.8" : "6.14"])
    }
    let outcome = try MadeCheck.outcome(runs)
    #expect(MadeCheck.words(outcome) == ["change environment"] && outcome.decision == .passed)
    #expect(outcome.findings[0].environmentChanges.map(\.fact) == ["kernel"])
    let asked = try MadeCheck.outcome(runs) { $0.failOn = [.finding(.environment)] }
    #expect(asked.decision == .undecided)
  }

  @Test("a change of the environment at the newest commit does not fail it either")
  func environmentAtTip() throws {
    func runs(_ kernel: String) -> [TrendRun] {
      MadeCheck.history.enumerated().map { index, value in
        MadeTrend.run(index, [(MadeTrend.metric, value)], facts: ["kernel": "6.8"])
      } + [
        MadeTrend.run(12, [(MadeTrend.metric, 11)], facts: ["kernel": kernel]),
        MadeTrend.run(12, 11, session: "another"),
      ]
    }
    #expect(MadeCheck.words(try MadeCheck.outcome(runs("6.8"))) == ["tip open"])
    #expect(MadeCheck.words(try MadeCheck.outcome(runs("6.14"))) == ["tip environment"])
  }

  @Test("a commit without runs is reported as missing")
  func missing() throws {
    let runs = MadeCheck.step(at: 99)
    let outcome = try MadeCheck.outcome(runs, commits: 41)
    #expect(MadeCheck.words(outcome) == ["missing missing"] && outcome.decision == .passed)
    guard case .missing(let last) = outcome.findings[0].items[0].evidence else {
      Issue.record("not missing")
      return
    }
    #expect(last == 39)
    let asked = try MadeCheck.outcome(runs, commits: 41) { $0.failOn = [.finding(.missing)] }
    #expect(asked.decision == .undecided)
    #expect(MadeCheck.words(try MadeCheck.outcome(runs)) == [])
  }

  @Test("an environment replaced by another is not missing; one of two parallel environments is")
  func replaced() throws {
    func run(_ commit: Int, _ device: String) -> TrendRun {
      MadeTrend.run(commit, MadeTrend.noisy(10, commit), device: device)
    }
    let moved = (0..<30).map { run($0, $0 < 15 ? "A" : "B") }
    let outcome = try MadeCheck.outcome(moved)
    #expect(outcome.findings.isEmpty)
    #expect(
      outcome.series.map(\.reason) == [
        "the tested stage is now measured in another environment", nil,
      ])
    let lost = (0..<30).flatMap { [run($0, "A")] + ($0 < 29 ? [run($0, "B")] : []) }
    #expect(MadeCheck.words(try MadeCheck.outcome(lost)) == ["missing missing"])
  }

  @Test("one run and NaN are not judged, for different reasons; equal values are")
  func census() throws {
    func reasons(_ runs: [TrendRun]) throws -> (String?, [CheckOutcome.Warning]) {
      let outcome = try MadeCheck.outcome(runs)
      return (outcome.series[0].reason, outcome.warnings)
    }
    let one = try reasons([MadeTrend.run(0, 5)])
    #expect(one.0 == "judged from the 8th session on; this is the 1st")
    #expect(one.1 == [.nothingJudged])
    let same = try reasons((0..<30).map { MadeTrend.run($0, 5) })
    #expect(same.0 == nil && same.1.isEmpty)
    let odd = try reasons((0..<30).map { MadeTrend.run($0, $0 == 29 ? .nan : Double($0)) })
    #expect(odd.0 != nil)
    let limited = try MadeCheck.outcome(
      (0..<30).map { MadeTrend.run($0, $0 == 29 ? .nan : 5) }, "made.time <= 1 ms")
    #expect(MadeCheck.words(limited) == ["missing missing"])
  }

  @Test("the id of a finding is stable, and findings of one commit have different ids")
  func ids() throws {
    let outcome = try MadeCheck.outcome(MadeCheck.tip([[12]]), "made.time <= 11.9 ms")
    #expect(MadeCheck.words(outcome) == ["tip suspect", "limit inconclusive"])
    #expect(Set(outcome.findings.map(\.id)).count == 2)
    let again = try MadeCheck.outcome(
      MadeCheck.tip([[12]]).reversed(), "made.time <= 11.9 ms")
    #expect(again.findings.map(\.id) == outcome.findings.map(\.id))
    #expect(again.findings.allSatisfy { $0.id.count == 16 })
  }
}
