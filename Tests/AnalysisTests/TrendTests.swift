import Analysis
import Recordings
import Testing
import Units

/// Runs with given values of one metric, placed along commits `commit-0`, `commit-1`, ….
private enum Made {
  static let metric = Metric(
    id: "made.time", title: "Made time", unit: .milliseconds, polarity: .lowerIsBetter,
    noiseFloor: .relative(0.01), help: "Made up.", formula: "none", source: "this test"
  ) { _ throws(Withheld) in throw Withheld("not computed here") }

  static func run(
    _ commit: Int?, _ value: Double?, session: String? = nil, device: String? = nil,
    parameters: String = "", revision: Int = 1
  ) -> TrendRun {
    var description = RunDescription()
    description.commit = commit.map { "commit-\($0)" }
    description.session = session
    description.device.os = device
    let known: Known<Double> = value.map { .known($0) } ?? .withheld(because: "this run is silent")
    return TrendRun(
      suite: "app", stage: "scroll", description: description,
      values: [
        .init(metric: metric.id, revision: revision, parameters: parameters, value: known)
      ])
  }

  /// A level with even noise of up to 1% that is not correlated: SplitMix64's mixing of the index.
  static func noisy(_ level: Double, _ index: Int) -> Double {
    var bits = UInt64(index + 1) &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits ^= bits >> 27
    return level * (1 + (Double(bits >> 11) / 0x1p53 - 0.5) * 0.02)
  }

  static func trend(_ runs: [TrendRun], commits: Int = 40, start: Int = 0) -> Trend {
    let history = CommitHistory(
      name: "main", commits: (0..<commits).map { "commit-\($0)" }, start: start)
    return Trend(of: runs, metrics: [metric], along: history)
  }

  static func omissions(_ trend: Trend) -> [String] {
    trend.omissions.map { "\($0.omission.reason) \($0.omission.subject) \($0.count)" }
  }
}

@Suite("Trend")
struct TrendTests {
  @Test("a point is the median over sessions of the median over their runs")
  func medianOfMedians() {
    let runs =
      [1.0, 2, 9].map { Made.run(3, $0, session: "a") } + [Made.run(3, 20, session: "b")]
      + [30.0, 40].map { Made.run(3, $0, session: "c") }
    // Medians of the sessions: 2, 20, 35.
    let points = Made.trend(runs).series[0].points
    #expect(points == Made.trend(runs.reversed()).series[0].points)
    #expect(points.map(\.value) == [20] && points.map(\.runs) == [6])
  }

  @Test("runs without a session are one session")
  func unnamedSession() {
    let runs = [1.0, 2, 3].map { Made.run(0, $0) } + [Made.run(0, 10, session: "a")]
    #expect(Made.trend(runs).series[0].points.map(\.value) == [6])
  }

  @Test("a step is found between its commits, across commits that were not measured")
  func stepAcrossGap() throws {
    let runs = (0..<40).filter { !(18..<22).contains($0) }.map {
      Made.run($0, Made.noisy($0 < 20 ? 10 : 11, $0))
    }
    let trend = Made.trend(runs.reversed())
    let (series, change) = try #require(trend.changes.first)
    #expect(trend.changes.count == 1 && series.gaps == 4)
    #expect(change.good == 17 && change.bad == 22 && change.state == .confirmed)
    #expect(change.countBefore == 18 && change.countAfter == 18)
    let interval = try #require(change.interval)
    #expect(change.isRelative && interval.contains(0.1), "\(interval)")
  }

  @Test("a level that came back is recovered, and stands behind what did not")
  func recovery() {
    let levels = (0..<40).map { (15..<25).contains($0) ? 12.0 : 10 }
    let trend = Made.trend(levels.enumerated().map { Made.run($0, Made.noisy($1, $0)) })
    #expect(trend.changes.map(\.change.state) == [.recovered, .confirmed])
    #expect(trend.changes.map(\.change.bad) == [15, 25])
  }

  @Test("a new environment is a new series, and its first commit a break")
  func environmentBreak() throws {
    let runs = (0..<20).map { Made.run($0, 10 + Double($0 % 3), device: $0 < 12 ? "A" : "B") }
    let trend = Made.trend(runs.reversed())
    #expect(trend.series.map(\.environment) == ["A", "B"])
    #expect(trend.series.map(\.points.count) == [12, 8])
    #expect(trend.changes.isEmpty)
    let found = try #require(trend.breaks.first)
    #expect(trend.breaks.count == 1 && found.commit == 12)
    #expect(found.differences.map { [$0.fact, $0.before, $0.after] } == [["system", "A", "B"]])
  }

  @Test("environments side by side are no break")
  func sideBySide() {
    let runs = (0..<6).flatMap { [Made.run($0, 1, device: "A"), Made.run($0, 2, device: "B")] }
    #expect(Made.trend(runs).breaks.isEmpty)
    #expect(Made.trend(runs).series.count == 2)
  }

  @Test("what is too short, constant or silent is not judged, and the reason is told")
  func census() {
    func reason(_ runs: [TrendRun]) -> String? { Made.trend(runs).series[0].findings.reason }
    #expect(reason((0..<7).map { Made.run($0, Double($0)) }) == "7 points, and 10 are needed")
    #expect(reason((0..<20).map { Made.run($0, 5) }) == "all values are equal")
    #expect(reason((0..<20).map { Made.run($0, nil) }) == "this run is silent")
  }

  @Test("runs that have no place, and values that are not comparable, are counted by reason")
  func omissions() {
    let runs = [
      Made.run(nil, 1), Made.run(50, 1), Made.run(50, 2), Made.run(2, 1), Made.run(10, 1),
      Made.run(11, 1, revision: 0), Made.run(12, 1, parameters: "new"),
    ]
    let trend = Made.trend(runs, start: 5)
    #expect(
      Made.omissions(trend) == [
        "noCommit  1", "otherHistory commit-50 2", "beforeStart commit-2 1",
        "earlierRevision made.time 1", "otherParameters made.time 1",
      ])
    #expect(trend.series[0].points.map(\.commit) == [12])
  }

  @Test("a commit is found by a beginning that only it has")
  func abbreviations() {
    let history = CommitHistory(name: "main", commits: ["abcdef0123", "abcdef0199", "abc1234567"])
    #expect(history.position(of: "abc1234") == 2)
    #expect(history.position(of: "abcdef01") == nil)
    #expect(history.position(of: "abc123") == nil)
    #expect(history.position(of: "abcdef0199") == 1)
  }
}
