import Analysis
import Recordings
import Testing

/// The states of a regression over time: open, fixed, partly fixed, dismissed.
@Suite("The life of a finding")
struct RegressionLifeTests {
  /// Runs with the given levels, each from its first commit on, and noise of up to 1%.
  private func runs(_ levels: [(from: Int, level: Double)], commits: Int) -> [TrendRun] {
    (0..<commits).map { commit in
      let level = levels.last { $0.from <= commit }?.level ?? 10
      return MadeTrend.run(commit, MadeTrend.noisy(level, commit), session: "night \(commit)")
    }
  }

  private func again(_ commit: Int, _ value: Double) -> TrendRun {
    MadeTrend.run(commit, value, session: "again \(commit)")
  }

  private func regression(_ outcome: CheckOutcome) throws -> Regression {
    let found = outcome.findings.lazy.flatMap(\.items).compactMap { item -> Regression? in
      if case .regression(let regression) = item.evidence { regression } else { nil }
    }.first
    return try #require(found)
  }

  // MARK: - Fixes

  @Test("after a fix to a better level than before, the check passes and reports the new level")
  func overComplete() throws {
    for commits in 51...60 {
      let outcome = try MadeCheck.outcome(
        runs([(0, 10), (40, 10.6), (48, 9.5)], commits: commits))
      #expect(outcome.decision == .passed, "\(commits): \(MadeCheck.words(outcome))")
      let found = try regression(outcome)
      #expect(found.state == .fixed)
      #expect(abs(found.before - 10) < 0.1)
      #expect(abs(found.worst - 10.6) < 0.1)
      #expect(abs(found.now - 9.5) < 0.1)
    }
  }

  @Test("after an exact revert the check passes, and the finding names the commit that fixed it")
  func revert() throws {
    for commits in 51...60 {
      let outcome = try MadeCheck.outcome(runs([(0, 10), (40, 10.6), (48, 10)], commits: commits))
      #expect(outcome.decision == .passed, "\(commits): \(MadeCheck.words(outcome))")
      let fixed = try #require(outcome.findings.first { $0.state == .fixed })
      #expect((48...52).contains(fixed.entered ?? 0))
    }
  }

  /// Noise of 1.5%, a regression of 6% at commit 45 and its revert at commit 53.
  private let noisyRevert = [
    9.92, 10.24, 10.10, 9.86, 9.86, 9.82, 10.22, 9.90, 9.71, 10.00, 10.15, 10.02, 10.35, 9.83,
    9.66, 9.89, 9.93, 9.99, 9.90, 9.95, 9.87, 10.00, 10.23, 9.94, 9.99, 10.18, 10.03, 10.05,
    9.83, 9.94, 10.27, 10.02, 10.27, 10.13, 9.96, 10.02, 10.03, 9.80, 10.09, 10.05, 10.11,
    10.24, 10.32, 9.92, 9.98, 10.49, 10.79, 10.36, 10.57, 10.47, 10.68, 10.67, 10.86, 9.96,
    10.21, 10.24, 10.06, 10.02, 10.19, 9.84, 9.80, 9.96, 9.86, 9.76,
  ]

  @Test("a finding that counts as fixed stays fixed while the level stays near the old one")
  func staysFixed() throws {
    let runs = noisyRevert.enumerated().map { MadeTrend.run($0, $1, session: "night \($0)") }
    let decisions = try (53...runs.count).map { count in
      try MadeCheck.outcome(Array(runs[..<count])).decision
    }
    let fixed = try #require(decisions.firstIndex(of: .passed))
    #expect((1...4).contains(fixed))
    #expect(decisions[fixed...].allSatisfy { $0 == .passed })
  }

  @Test("the rest of a partly fixed regression fails the check, and its size is given")
  func partial() throws {
    let outcome = try MadeCheck.outcome(runs([(0, 10), (40, 11), (48, 10.5)], commits: 60))
    #expect(MadeCheck.words(outcome) == ["change partly-fixed"])
    #expect(outcome.decision == .regressed)
    let found = try regression(outcome)
    #expect(abs(found.change - 0.05) < 0.01)
    #expect(abs(found.worst / found.before - 1.1) < 0.01)
  }

  @Test("a new change after a fix is a new finding")
  func again() throws {
    let outcome = try MadeCheck.outcome(
      runs([(0, 10), (30, 10.6), (40, 9.5), (50, 10.1)], commits: 60))
    #expect(MadeCheck.words(outcome).contains("change open"))
    let open = try #require(outcome.findings.first { $0.state == .open })
    #expect(open.commits?.likeliest == 50)
    #expect(outcome.findings.contains { $0.state == .fixed })
  }

  // MARK: - What is open stays open

  @Test(
    "a regression that is never fixed fails the check, also after it has left the newest commits")
  func neverFixed() throws {
    for commits in [50, 61, 90, 140] {
      let outcome = try MadeCheck.outcome(runs([(0, 10), (40, 10.6)], commits: commits))
      #expect(MadeCheck.words(outcome) == ["change open"] && outcome.decision == .regressed)
      #expect(outcome.findings[0].isOlder == (commits > 60))
      #expect(try regression(outcome).proof == .laterCommits)
    }
    let wide = try MadeCheck.outcome(runs([(0, 10), (40, 10.6)], commits: 90)) { $0.window = 60 }
    #expect(wide.findings.map(\.isOlder) == [false])
  }

  @Test("a regression proved by two sessions stays open at the next commits, and keeps its commit")
  func remembered() throws {
    let base = runs([(0, 10), (40, 10.6)], commits: 47)
    for commits in 41...47 {
      let measured = Array(base[..<commits]) + [again(40, 10.58)]
      let outcome = try MadeCheck.outcome(measured)
      #expect(outcome.decision == .regressed, "\(commits)")
      let open = try #require(outcome.findings.first { $0.state == .open })
      #expect((38...42).contains(open.commits?.likeliest ?? 0) && open.entered == 40)
    }
  }

  @Test("a proved finding is fixed after two commits at the old level")
  func fixedSoon() throws {
    func words(_ commits: Int) throws -> [String] {
      let measured = runs([(0, 10), (40, 10.6), (41, 10)], commits: commits)
      return MadeCheck.words(try MadeCheck.outcome(measured + [again(40, 10.6)]))
    }
    #expect(try words(41) == ["tip open"])
    #expect(try words(44) == ["change fixed"])
  }

  @Test("a suspect that a second session did not confirm stays dismissed at later commits")
  func dismissed() throws {
    let measured = runs([(0, 10), (40, 10.6), (41, 10)], commits: 60)
    for commits in 41...60 {
      let outcome = try MadeCheck.outcome(Array(measured[..<commits]) + [again(40, 10)])
      #expect(outcome.decision == .passed && !outcome.findings.contains { $0.state == .suspect })
    }
  }

  // MARK: - The trip-wire

  private func tip(_ value: Double, after values: [Double], wire: TripWire = .standard) throws
    -> [String]
  {
    let runs = (values + [value]).enumerated().map { MadeTrend.run($0, $1) }
    let history = CommitHistory(name: "main", commits: runs.indices.map { "commit-\($0)" })
    let trend = Trend(
      of: runs, metrics: [MadeTrend.metric], along: history, tripWires: TripWires(option: wire))
    return MadeCheck.words(try CheckOutcome(of: CheckQuestion(about: trend)))
  }

  private let steady = (0..<30).map { MadeTrend.noisy(10, $0) }

  private let long = (0..<100).map { MadeTrend.noisy(10, $0) }

  @Test(
    "one session that is far beyond all earlier ones fails at once, unless an option forbids it")
  func tripped() throws {
    #expect(try tip(12.7, after: long) == ["tip open"])
    #expect(try tip(11, after: long) == ["tip suspect"])
    #expect(try tip(30, after: long, wire: .off) == ["tip suspect"])
    #expect(try tip(12.7, after: long, wire: TripWire(share: 0.4)) == ["tip suspect"])
    #expect(try tip(13.2, after: steady) == ["tip open"])
    #expect(try tip(5, after: steady) == [])
  }

  @Test("a session among the first seven is at most suspect, however bad it is")
  func young() throws {
    for count in 1...6 {
      #expect(try tip(16, after: Array(steady[..<count])) == ["tip suspect"], "\(count)")
      #expect(try tip(10.05, after: Array(steady[..<count])) == [], "\(count)")
    }
    #expect(try tip(16, after: Array(steady[..<7])) == ["tip open"])
    #expect(try tip(16, after: []) == [])
  }

  @Test("an outlier as large as an earlier one does not trigger the trip-wire")
  func spikes() throws {
    var spiky = steady
    for index in [7, 19] { spiky[index] = 13.1 }
    #expect(try tip(13.2, after: spiky) == ["tip suspect"])
    #expect(try tip(40, after: spiky) == ["tip open"])
  }

  @Test("a triggered trip-wire is fixed by one commit at the old level, and fails until then")
  func afterTrip() throws {
    let measured = runs([(0, 10), (40, 30)], commits: 46)
    for commits in 41...46 {
      #expect(try MadeCheck.outcome(Array(measured[..<commits])).decision == .regressed)
    }
    let fixed = runs([(0, 10), (40, 30), (41, 10)], commits: 42)
    #expect(MadeCheck.words(try MadeCheck.outcome(fixed)) == ["change fixed"])
  }

  @Test("a second session without the change dismisses a triggered trip-wire")
  func refutedTrip() throws {
    let measured = runs([(0, 10), (40, 30)], commits: 41) + [again(40, 10)]
    #expect(MadeCheck.words(try MadeCheck.outcome(measured)) == ["tip dismissed"])
  }

  // MARK: - Young histories

  @Test(
    "a step is suspect at its first commit, fails from the second on, and keeps its commit and id",
    arguments: [7, 9, 15, 30])
  func young(start: Int) throws {
    let all = runs([(0, 10), (start, 10.9)], commits: start + 12)
    var ids: Set<String> = []
    for commits in (start + 1)...all.count {
      let outcome = try MadeCheck.outcome(Array(all[..<commits]))
      let finding = try #require(outcome.findings.first, "\(commits)")
      #expect(finding.commits?.likeliest == start, "\(commits)")
      #expect(outcome.decision == (commits == start + 1 ? .passed : .regressed), "\(commits)")
      ids.insert(finding.id)
    }
    #expect(ids.count == 1)
  }

  @Test(
    "a step among the first commits stays suspect, keeps its commit and id, and fails after seven slow ones",
    arguments: 2...6)
  func first(start: Int) throws {
    let all = runs([(0, 10), (start, 14)], commits: start + 14)
    var ids: Set<String> = []
    for slow in 1...14 {
      let outcome = try MadeCheck.outcome(Array(all[..<(start + slow)]))
      let finding = try #require(outcome.findings.first, "\(slow)")
      #expect(finding.commits?.likeliest == start, "\(slow)")
      if slow < 4 { #expect(finding.state == .suspect, "\(slow)") }
      if slow >= 7 { #expect(finding.state == .open, "\(slow)") }
      ids.insert(finding.id)
    }
    #expect(ids.count == 1)
  }

  @Test("a better first session is a suspicion that later ones end, not a regression")
  func firstSession() throws {
    let all = runs([(0, 10), (1, 14)], commits: 20)
    for commits in 2...20 {
      let outcome = try MadeCheck.outcome(Array(all[..<commits]))
      #expect(outcome.decision == .passed, "\(commits)")
      #expect(outcome.findings.isEmpty == (commits > 13), "\(commits)")
    }
  }

  @Test("sessions are said to be unjudged before the eighth, and can make the check undecided")
  func unjudged() throws {
    let few = try MadeCheck.outcome(runs([(0, 10)], commits: 3)) { $0.failOn = [.unjudged] }
    #expect(few.series.map(\.reason) == ["judged from the 8th session on; this is the 3rd"])
    #expect(few.decision == .undecided)
    let enough = try MadeCheck.outcome(runs([(0, 10)], commits: 8)) { $0.failOn = [.unjudged] }
    #expect(enough.series.map(\.reason) == [nil] && enough.decision == .passed)
  }

  @Test("equal earlier values hide the noise, so only the third different session proves a step")
  func withoutNoise() throws {
    let values = Array(repeating: 10.0, count: 9)
    func decision(_ later: Double...) throws -> CheckOutcome.Decision {
      try MadeCheck.outcome((values + later).enumerated().map { MadeTrend.run($0, $1) }).decision
    }
    #expect(try decision(11) == .passed)
    #expect(try decision(11, 11) == .passed)
    #expect(try decision(11, 11, 11) == .regressed)
  }

  @Test("the interval of a regression contains its size, also after a partial fix")
  func interval() throws {
    for levels in [[(0, 10), (40, 11)], [(0, 10), (40, 11), (48, 10.5)], [(0, 10), (58, 11)]] {
      let found = try regression(
        MadeCheck.outcome(runs(levels.map { (from: $0.0, level: $0.1) }, commits: 60)))
      let interval = try #require(found.interval)
      #expect(interval.contains(found.change))
    }
  }

  @Test("a baseline accepts everything that began up to its commit, and nothing after it")
  func baseline() throws {
    let lines = AcceptanceFile.baseline(commit: "commit-59", until: nil, reason: "Imported")
    #expect(lines == "* commit=..commit-59 until=never reason=Imported")
    let known = runs([(0, 10), (30, 10.6)], commits: 60)
    #expect(try MadeCheck.outcome(known).decision == .regressed)
    let accepted = try MadeCheck.outcome(known, accepting: lines)
    #expect(MadeCheck.words(accepted) == ["change accepted"] && accepted.decision == .passed)
    let later = runs([(0, 10), (30, 10.6), (62, 11.5)], commits: 72)
    let again = try MadeCheck.outcome(later, accepting: lines)
    #expect(again.decision == .regressed)
    #expect(again.findings.filter { $0.state == .open }.map { $0.commits?.likeliest } == [62])
  }
}
