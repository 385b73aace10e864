import Analysis
import Foundation
import Recordings
import TestSupport
import Testing
import Units

@Suite("Accepted regressions")
struct AcceptanceTests {
  private static let line = "app/scroll/made.time commit=commit-25 until=never reason=New fonts"

  private func words(_ lines: String, date: String? = nil) throws -> [String] {
    MadeCheck.words(
      try MadeCheck.outcome(MadeCheck.step(at: 25), accepting: lines, date: date))
  }

  @Test(
    "a pattern of the series and a commit of the change accept it",
    arguments: [
      line, "app/*/made.* commit=commit-25 until=2026-01-02 reason=x",
      "app/s?roll/* until=never commit=commit-25 reason=x",
      "* commit=commit-25 level=11.05ms until=never reason=x",
    ])
  func accepted(line: String) throws {
    let outcome = try MadeCheck.outcome(
      MadeCheck.step(at: 25), accepting: "# a remark\n\n\(line)\r\n",
      date: "2026-01-02T23:00:00+05:00")
    #expect(MadeCheck.words(outcome) == ["change accepted"] && outcome.decision == .passed)
    #expect(outcome.idle.isEmpty)
  }

  @Test("other findings are not accepted, and an acceptance without effect is reported")
  func notAccepted() throws {
    let other = try MadeCheck.outcome(
      MadeCheck.step(at: 25),
      accepting: """
        app/scroll/made.tim commit=commit-25 until=never reason=x
        app/scroll/made.time commit=commit-24 until=never reason=x
        app/scroll/made.time commit=deadbeef until=never reason=x
        """)
    #expect(MadeCheck.words(other) == ["change open"])
    #expect(other.idle.map(\.reason) == [.noSeries, .nothingWorse, .noCommit])
    #expect(other.idle.map(\.acceptance.place.line) == [1, 2, 3])
  }

  @Test("it applies until its last day, by the date of the newest commit, or forever without one")
  func expiry() throws {
    let line = Self.line.replacing("never", with: "2026-03-01")
    #expect(try words(line, date: "2026-03-01T23:59:59+14:00") == ["change accepted"])
    #expect(try words(line, date: "2026-03-02T00:00:00-12:00") == ["change open"])
    let outcome = try MadeCheck.outcome(MadeCheck.step(at: 25), accepting: line)
    #expect(MadeCheck.words(outcome) == ["change accepted"] && outcome.warnings == [.noDate])
    let ended = try MadeCheck.outcome(
      MadeCheck.step(at: 25), accepting: line, date: "2027-01-01")
    guard case .ended = ended.findings[0].items[0].standing else {
      Issue.record("the acceptance is not reported as ended")
      return
    }
  }

  // The level after the step is 11 ± 0.1%, and the noise floor is 1%.
  @Test(
    "a finding that gets worse than accepted by more than the noise floor is reported again",
    arguments: [
      ("10.95ms", "accepted"), ("10.8ms", "open"), ("12ms", "accepted"),
      ("0.0108s", "open"),
    ])
  func worse(level: String, state: String) throws {
    let line = Self.line.replacing("reason", with: "level=\(level) reason")
    #expect(try words(line) == ["change \(state)"])
  }

  @Test("without a level, the accepted level is the one measured at the commit")
  func measuredLevel() throws {
    let runs = (0..<40).map { commit in
      MadeTrend.run(commit, MadeTrend.noisy(commit < 25 ? 10 : commit < 27 ? 11 : 11.5, commit))
    }
    let outcome = try MadeCheck.outcome(
      runs, accepting: "* commit=commit-25 until=never reason=x")
    let finding = try #require(outcome.findings.first)
    #expect(finding.state == .open)
    guard case .worse(_, let accepted) = finding.items[0].standing else {
      Issue.record("the finding is not reported as worse")
      return
    }
    #expect(accepted == MadeTrend.noisy(11, 25))
  }

  @Test("an acceptance at a commit also covers findings at later commits, until they get worse")
  func tip() throws {
    func words(_ value: Double) throws -> [String] {
      let runs =
        MadeCheck.tip([[10.5], [10.5]]) + [
          MadeTrend.run(13, value, session: "a"), MadeTrend.run(13, value, session: "b"),
        ]
      return MadeCheck.words(
        try MadeCheck.outcome(
          runs, accepting: "* commit=commit-12 level=10.5ms until=never reason=x"))
    }
    #expect(try words(10.5) == ["change accepted"])
    #expect(try words(11) == ["change open"])
  }

  @Test("an exceeded limit is accepted in the same way")
  func limit() throws {
    let runs = (0..<30).map { MadeTrend.run($0, MadeTrend.noisy(10, $0)) }
    func words(_ level: String) throws -> [String] {
      MadeCheck.words(
        try MadeCheck.outcome(
          runs, "made.time <= 9 ms",
          accepting: "app/scroll/made.time commit=commit-3 level=\(level) until=never reason=x"))
    }
    #expect(try words("10.1ms") == ["limit accepted"])
    #expect(try words("9.5ms") == ["limit open"])
  }

  @Test("a finding of several series is accepted only if all are")
  func group() throws {
    let runs = (0..<40).map { commit in
      let (time, rate) = commit < 25 ? (10.0, 50.0) : (11.0, 46.0)
      return MadeTrend.run(
        commit,
        [
          (MadeTrend.metric, MadeTrend.noisy(time, commit)),
          (MadeTrend.rate, MadeTrend.noisy(rate, 100 + commit)),
        ])
    }
    let one = try MadeCheck.outcome(runs, accepting: Self.line)
    #expect(MadeCheck.words(one) == ["change open"])
    #expect(one.findings[0].openItems.map(\.metric.id) == ["made.rate"])
    let both = try MadeCheck.outcome(
      runs, accepting: Self.line + "\n" + Self.line.replacing("time", with: "rate"))
    #expect(MadeCheck.words(both) == ["change accepted"])
    #expect(both.findings[0].openItems.isEmpty)
  }

  @Test("docs/ci-history.md shows lines that can be parsed")
  func described() throws {
    let page = try String(
      contentsOf: SharedMaterial.project.appending(path: "docs/ci-history.md"), encoding: .utf8)
    let lines = try #require(page.firstMatch(of: /```text\n((?s:.*?))```/)?.1)
    let acceptances = try AcceptanceFile.acceptances(in: String(lines))
    #expect(acceptances.map(\.until) == ["2027-06-30", nil])
    #expect(acceptances.map(\.level) == ["11.5ms", nil])
    #expect(acceptances[1].series.matches("app/map/fps.avg"))
  }

  @Test(
    "a typo is reported with its position",
    arguments: [
      ("a comit=x", 1, 3, .unknownKey("comit", known: ["commit", "until", "level", "reason"])),
      ("\n  a never", 2, 5, .noKey("never")), ("a", 1, 1, .missingKey("commit")),
      ("a commit=x reason=y", 1, 1, .missingKey("until")),
      ("a commit=x until=never reason=  ", 1, 24, .missingKey("reason")),
      ("a commit=x commit=y", 1, 12, .repeatedKey("commit")),
      ("a commit=x until=2026-02-29 reason=y", 1, 12, .badDay("2026-02-29")),
      ("a commit=x until=soon reason=y", 1, 12, .badDay("soon")),
    ] as [(String, Int, Int, AcceptanceFault)])
  func typos(text: String, line: Int, column: Int, fault: AcceptanceFault) {
    let error = #expect(throws: AcceptanceProblem.self) {
      try AcceptanceFile.acceptances(in: text)
    }
    #expect(error?.fault == fault)
    #expect(error?.place == TextPlace(line: line, column: column))
  }

  @Test("a level in an unsuitable unit is reported with its position")
  func badLevel() throws {
    let line = Self.line.replacing("reason", with: "level=5fps reason")
    let error = #expect(throws: AcceptanceProblem.self) {
      try MadeCheck.outcome(MadeCheck.step(at: 25), accepting: line)
    }
    #expect(error?.place == TextPlace(line: 1, column: 51))
    guard case .badLevel("made.time", .otherUnit("fps", _)) = error?.fault else {
      Issue.record("\(String(describing: error?.fault))")
      return
    }
  }

  @Test(
    "a written line reads back, whatever the names are",
    arguments: [
      "app/scroll/fps.avg", "my suite/a stage/x@Bench 2, Demo G2", "#1", "a*b?c\\d", "ä=ö \"q\"",
      "app/scroll/fps.avg@Pixel\u{A0}7",
    ])
  func written(name: String) throws {
    let line = AcceptanceFile.line(
      series: name, commit: "c 1", until: "2026-12-31", level: "17.3 ms",
      reason: "because # of\nthat")
    #expect(!line.contains("\n"))
    let acceptance = try #require(try AcceptanceFile.acceptances(in: line).first)
    #expect(acceptance.series.matches(name) && !acceptance.series.matches(name + "x"))
    #expect(acceptance.commit == "c 1" && acceptance.until == "2026-12-31")
    #expect(acceptance.level == "17.3ms" && acceptance.reason == "because # of that")
  }

  @Test(
    "a pattern matches whole names",
    arguments: [
      ("*", "", true), ("a*", "abc", true), ("*c", "abc", true), ("a*b*c", "aXbYbZc", true),
      ("a?c", "abc", true), ("a?c", "ac", false), ("*b", "abc", false), ("a\\*", "a*", true),
      ("a\\*", "ab", false), ("**a**", "a", true),
      ("*a*a*a*b", String(repeating: "a", count: 200), false),
    ])
  func patterns(pattern: String, name: String, matches: Bool) throws {
    let line = "\(pattern) commit=c until=never reason=r"
    let acceptance = try #require(try AcceptanceFile.acceptances(in: line).first)
    #expect(acceptance.series.matches(name) == matches)
  }
}
