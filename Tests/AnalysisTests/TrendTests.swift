import Analysis
import Recordings
import Testing

@Suite("Trend")
struct TrendTests {
  @Test("a point is the median over sessions of the median over their runs")
  func medianOfMedians() {
    let runs =
      [1.0, 2, 9].map { MadeTrend.run(3, $0, session: "a") } + [MadeTrend.run(3, 20, session: "b")]
      + [30.0, 40].map { MadeTrend.run(3, $0, session: "c") }
    // The medians of the sessions are 2, 20 and 35.
    let points = MadeTrend.trend(runs).series[0].points
    #expect(points == MadeTrend.trend(runs.reversed()).series[0].points)
    #expect(points.map(\.value) == [20] && points.map(\.runs) == [6])
  }

  @Test("runs without a session are one session")
  func unnamedSession() {
    let runs = [1.0, 2, 3].map { MadeTrend.run(0, $0) } + [MadeTrend.run(0, 10, session: "a")]
    #expect(MadeTrend.trend(runs).series[0].points.map(\.value) == [6])
  }

  @Test(
    "sessions that measured commits again, side by side, tell how these differ, and move no point")
  func comparingSessions() {
    let own = [MadeTrend.run(0, 10, session: "a"), MadeTrend.run(1, 12, session: "b")]
    let again = (0..<3).flatMap { index in
      [0, 1].map { MadeTrend.run($0, 20 + Double($0), session: "again \(index)") }
    }
    func points(_ runs: [TrendRun]) -> [Double] {
      MadeTrend.trend(runs).series[0].points.map(\.value)
    }
    #expect(points(own + again) == [10, 12])
    // A session of many commits is the only one of some, so that they are compared within it.
    #expect(points([own[0]] + again) == [20, 21])
    #expect(
      points(own + [2, 0, 1].map { MadeTrend.run($0, 20, session: "night") }) == [15, 16, 20])
    // A session whose metric has no value is none.
    let silent = [MadeTrend.run(0, nil, session: "a"), own[1]]
    #expect(points(silent + again) == [20, 12])
  }

  @Test("a step is found between its commits, also across commits that were not measured")
  func stepAcrossGap() throws {
    let runs = (0..<40).filter { !(18..<22).contains($0) }.map {
      MadeTrend.run($0, MadeTrend.noisy($0 < 20 ? 10 : 11, $0))
    }
    let trend = MadeTrend.trend(runs.reversed())
    let member = try #require(trend.changes.first)
    let (series, change) = (member.series, member.change)
    #expect(trend.changes.count == 1 && series.gaps == 4)
    #expect(change.good == 17 && change.bad == 22 && change.state == .confirmed)
    #expect(change.countBefore == 18 && change.countAfter == 18)
    let interval = try #require(change.interval)
    #expect(change.isRelative && interval.contains(0.1), "\(interval)")
  }

  @Test("a level that returned is recovered, and sorted after those that did not")
  func recovery() {
    let levels = (0..<40).map { (15..<25).contains($0) ? 12.0 : 10 }
    let trend = MadeTrend.trend(
      levels.enumerated().map { MadeTrend.run($0, MadeTrend.noisy($1, $0)) })
    #expect(trend.changes.map(\.change.state) == [.recovered, .confirmed])
    #expect(trend.changes.map(\.change.bad) == [15, 25])
  }

  @Test("a new environment starts a new series, and its first commit is a break")
  func environmentBreak() throws {
    let runs = (0..<20).map { MadeTrend.run($0, 10 + Double($0 % 3), device: $0 < 12 ? "A" : "B") }
    let trend = MadeTrend.trend(runs.reversed())
    #expect(trend.series.map(\.environmentTitle) == ["A", "B"])
    #expect(trend.series.map(\.points.count) == [12, 8])
    #expect(trend.changes.isEmpty)
    let found = try #require(trend.breaks.first)
    #expect(trend.breaks.count == 1 && found.commit == 12)
    #expect(found.differences.map { [$0.fact, $0.before, $0.after] } == [["system", "A", "B"]])
  }

  @Test("parallel environments are not a break")
  func sideBySide() {
    let runs = (0..<6).flatMap {
      [MadeTrend.run($0, 1, device: "A"), MadeTrend.run($0, 2, device: "B")]
    }
    #expect(MadeTrend.trend(runs).breaks.isEmpty)
    #expect(MadeTrend.trend(runs).series.count == 2)
  }

  @Test("a series that is too short, constant or without values is not judged, with the reason")
  func census() {
    func reason(_ runs: [TrendRun]) -> String? { MadeTrend.trend(runs).series[0].judgment.reason }
    #expect(
      reason((0..<7).map { MadeTrend.run($0, Double($0)) })
        == "the series has 7 points; a judgment needs at least 10")
    #expect(reason((0..<20).map { MadeTrend.run($0, 5) }) == "all values of the series are equal")
    #expect(reason((0..<20).map { MadeTrend.run($0, nil) }) == "this run is silent")
  }

  @Test(
    "runs without a commit of the order and values that are not comparable are counted by reason")
  func omissions() {
    let runs = [
      MadeTrend.run(nil, 1), MadeTrend.run(50, 1), MadeTrend.run(50, 2), MadeTrend.run(2, 1),
      MadeTrend.run(10, 1),
      MadeTrend.run(11, 1, revision: 0), MadeTrend.run(12, 1, parameters: "new"),
    ]
    let trend = MadeTrend.trend(runs, start: 5)
    #expect(
      MadeTrend.omissions(trend) == [
        "noCommit  1", "otherHistory commit-50 2", "beforeStart commit-2 1",
        "earlierRevision made.time 1", "otherParameters made.time 1",
      ])
    #expect(trend.series[0].points.map(\.commit) == [12])
  }

  @Test("a commit is found by a prefix that is unique")
  func abbreviations() {
    let history = CommitHistory(name: "main", commits: ["abcdef0123", "abcdef0199", "abc1234567"])
    #expect(history.position(of: "abc1234") == 2)
    #expect(history.position(of: "abcdef01") == nil)
    #expect(history.position(of: "abc123") == nil)
    #expect(history.position(of: "abcdef0199") == 1)
  }
}
