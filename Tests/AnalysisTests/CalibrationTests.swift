import Recordings
import Statistics
import Testing
import Units

@testable import Analysis

/// Calibration of the detector on generated histories.
@Suite("Calibration")
struct CalibrationTests {
  /// Uniform noise from −0.5 to 0.5, with a long period; its standard deviation is 0.29.
  private static func noise(_ index: Int) -> Double {
    var bits = UInt64(index + 1) &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((bits ^ (bits >> 31)) >> 11) / 0x1p53 - 0.5
  }

  private static let count = 24

  /// Runs of a scalar with noise of `between` between commits, and of `within` between the runs of a commit.
  private static func runs(
    _ number: Int, between: Double, within: Double, name: String = "load", stage: String = "s"
  ) -> [TrendRun] {
    (0..<count).flatMap { commit in
      (0..<number).map { run in
        let value =
          100 * (1 + between * noise(commit) + within * noise(1000 + 50 * commit + run))
        var description = RunDescription()
        description.commit = "commit\(commit)"
        return TrendRun(
          suite: "a", stage: stage, description: description,
          values: [
            StoredMetric(metric: name, revision: 1, parameters: "", value: .known(value))
          ])
      }
    }
  }

  private static func metric(lowerIsBetter: Bool? = true) throws -> Metric {
    try #require(
      Metric.named(
        "load",
        amongThoseOf: [
          OwnMeasure(name: "load", unit: .milliseconds, lowerIsBetter: lowerIsBetter)
        ]))
  }

  private static func calibration(
    of runs: [TrendRun], metric: Metric, shuffles: Int = 20, backwards: Bool = false
  ) -> Calibration {
    let history = CommitHistory(name: "main", commits: (0..<count).map { "commit\($0)" })
    let (gathering, columns) = TrendGathering.gathered(of: runs, metrics: [metric], along: history)
    return Calibration(of: gathering, columns: columns, shuffles: shuffles) { count, part in
      for index in 0..<count { part(backwards ? count - 1 - index : index) }
    }
  }

  @Test(
    "each series has its noise, false alarms and visible steps, in any order of work")
  func series() throws {
    let runs = Self.runs(1, between: 0.07, within: 0)
    let metric = try Self.metric()
    let found = Self.calibration(of: runs, metric: metric)
    let series = try #require(found.series.first)
    #expect(found.series.count == 1 && found.unjudged.isEmpty)
    #expect(series.count == Self.count && series.runs == 1 && series.isRelative)
    // Uniform noise with a range of 7% has a standard deviation of 2%.
    #expect(abs(series.noise - 0.02) < 0.008, "\(series.noise)")
    #expect(series.falseAlarms.shuffles == 20 && series.falseAlarms.alarms <= 1)
    let middle = try #require(series.middle)
    let recent = try #require(series.recent)
    #expect(middle > series.noise && recent > middle && recent < 0.15, "\(middle), \(recent)")
    let other = Self.calibration(of: runs, metric: metric, backwards: true)
    #expect(other.series.first?.middle == middle && other.series.first?.recent == recent)
    #expect(found.total == series.falseAlarms && found.byMetric.map(\.series) == [1])
  }

  @Test("if higher is better, the smallest detectable regression is negative")
  func direction() throws {
    let runs = Self.runs(1, between: 0.07, within: 0)
    let found = Self.calibration(of: runs, metric: try Self.metric(lowerIsBetter: false))
    let middle = try #require(found.series.first?.middle)
    #expect(middle < 0 && middle > -0.15)
  }

  @Test("one run per commit does not show what more runs would detect")
  func oneRun() throws {
    let found = Self.calibration(
      of: Self.runs(1, between: 0.07, within: 0), metric: try Self.metric())
    #expect(found.series.first?.advice == .repeatSome)
  }

  @Test("noise between the runs of a commit gives the advice to measure more runs")
  func moreRuns() throws {
    let found = Self.calibration(
      of: Self.runs(2, between: 0, within: 0.07), metric: try Self.metric())
    guard case .moreRuns(let runs, let now)? = found.series.first?.advice else {
      Issue.record("\(String(describing: found.series.first?.advice))")
      return
    }
    // Points with 1.4% of noise show about 2.5%. The floor of 1% allows a sixth of that variance, so about six times as
    // many runs are needed, or somewhat more, because a median of many is less efficient than one of two.
    #expect(now == 2 && (8...30).contains(runs), "\(runs)")
  }

  @Test(
    "noise between commits gives the advice to measure more steadily, because runs do not reduce it"
  )
  func steadier() throws {
    let found = Self.calibration(
      of: Self.runs(3, between: 0.1, within: 0.01), metric: try Self.metric())
    let series = try #require(found.series.first)
    guard case .steadier(let visible, let runs) = series.advice else {
      Issue.record("\(series.advice)")
      return
    }
    let middle = try #require(series.middle)
    #expect(runs == 3 && visible <= middle && visible > 0.95 * middle)
  }

  @Test("if the noise hides nothing worth reporting, there is no advice")
  func nothing() throws {
    let found = Self.calibration(
      of: Self.runs(1, between: 0.001, within: 0), metric: try Self.metric())
    #expect(found.series.first?.advice == .nothing)
  }

  @Test("series that cannot be judged are listed with the reason")
  func unjudged() throws {
    let found = Self.calibration(
      of: Self.runs(1, between: 0, within: 0), metric: try Self.metric())
    #expect(found.series.isEmpty && found.total == nil && found.byMetric.isEmpty)
    #expect(found.unjudged.map(\.reason) == ["all values of the series are equal"])
  }

  @Test("the spread within sessions is pooled, and more runs reduce only its share of the noise")
  func spread() throws {
    // Sums of squares within sessions: 2, 0.5 and 0.5, with three degrees of freedom; a single run has none.
    let spread = RunSpread(of: [[[1, 3], [5, 6]], [[9], [4, 5]]], on: .linear)
    #expect(abs((spread.variance ?? 0) - 1) < 1e-12 && spread.runs == 2 && spread.sessions == 2)
    // The runs' part is v(2) · v(2) · 1 = 0.25; with unlimited runs, 0.75 of a variance of 1 remain.
    func share(_ runs: Int?, _ variance: Double, _ count: Int) throws -> Double {
      try #require(spread.deviationShare(withRuns: runs, ofVariance: variance, of: count))
    }
    #expect(abs(try share(nil, 1, 100) - 0.75.squareRoot()) < 1e-12)
    #expect(abs(try share(1, 1, 100) - 1.25.squareRoot()) < 1e-12)
    #expect(abs(try share(2, 1, 100) - 1) < 1e-12)
    // A variance of 0.3 is compatible with 0.25 by chance for 20 points, but not for 1000.
    #expect(try share(nil, 0.3, 20) == 0)
    #expect(abs(try share(nil, 0.3, 1000) - (0.05 / 0.3).squareRoot()) < 1e-12)
    let single = RunSpread(of: [[[1]]], on: .linear)
    #expect(single.deviationShare(withRuns: 5, ofVariance: 1, of: 100) == nil)
  }
}
