import Analysis
import Recordings
import Testing

@Suite("The newest point")
struct TrendTipTests {
  private func near(_ value: Double, _ expected: Double) -> Bool {
    abs(value - expected) <= 1e-9 * abs(expected)
  }

  private func tip(_ values: [Double], commits: Int = 60) throws -> TrendTip {
    let runs = values.enumerated().map { MadeTrend.run($0, $1) }
    let series = try #require(MadeTrend.trend(runs, commits: commits).series.first)
    return try #require(series.tip.value, "\(series.tip.reason ?? "")")
  }

  private func reason(_ values: [Double]) -> String? {
    MadeTrend.trend(values.enumerated().map { MadeTrend.run($0, $1) }).series[0].tip.reason
  }

  // Computed from winsorized logarithms with scipy.stats.t of SciPy 1.17.1: sf, and ppf(0.99).
  @Test("it is compared with the robust prediction interval of the earlier points")
  func prediction() throws {
    let history = [10, 10.1, 9.95, 10.04, 9.98, 10.09, 10.02, 9.91, 11.5, 10.03, 9.99, 10.06]
    let tip = try tip(history + [10.5])
    #expect(near(tip.expected, 10.030965327273725) && tip.history == 12)
    #expect(near(try #require(tip.probability), 8.832399925414751e-05))
    #expect(
      near(tip.bounds.lowerBound, 9.808371932137346)
        && near(tip.bounds.upperBound, 10.25861030690355))
    #expect(near(tip.change, 0.04675867749746798) && tip.isRelative)
    #expect(tip.isOutside && tip.isBeyondNoiseFloor && tip.direction == .worse && tip.commit == 12)
  }

  @Test("only the points since the last change count")
  func presentRegime() throws {
    let values = (0..<30).map { MadeTrend.noisy($0 < 20 ? 10 : 11, $0) }
    let tip = try tip(values + [11.0])
    #expect(tip.history == 10 && !tip.isOutside && tip.expected > 10.9)
    let reason = reason((0..<40).map { MadeTrend.noisy($0 < 33 ? 10 : 12, $0) })
    #expect(
      reason
        == "the series has only 6 points between its last change and its newest point; "
        + "a judgment of the newest point needs at least 8"
    )
  }

  @Test("after equal points, any difference of at least the noise floor is an outlier")
  func constantHistory() throws {
    let same = [Double](repeating: 4, count: 9)
    let outlier = try tip(same + [4.2])
    #expect(outlier.probability == nil && outlier.isOutside && outlier.direction == .worse)
    #expect(abs(outlier.change - 0.05) < 1e-12 && outlier.expected == 4)
    let small = try tip(same + [4.01])
    #expect(!small.isOutside && !small.isBeyondNoiseFloor)
    let equal = try tip(same + [4])
    #expect(!equal.isOutside && equal.direction == .neither && equal.change == 0)
  }

  @Test("after equal points, an older point that does not count any more predicts nothing")
  func constantNewestHistory() throws {
    for oldest in [2.0, 5] {
      let values = [oldest] + [Double](repeating: 3, count: 45)
      let steady = try tip(values)
      #expect(steady.history == 30 && steady.expected == 3 && steady.change == 0)
      #expect(!steady.isOutside && steady.direction == .neither)
      let higher = try tip(values + [3.3])
      #expect(higher.bounds == 3...3 && higher.isOutside && abs(higher.change - 0.1) < 1e-12)
    }
  }

  @Test("after points of 0, any other value is an outlier")
  func zeroHistory() throws {
    let zeros = [Double](repeating: 0, count: 9)
    let tip = try tip(zeros + [3])
    #expect(tip.isOutside && !tip.isRelative && tip.change == 3 && tip.bounds == 0...0)
  }

  @Test("a point without an earlier one is not judged; with a few, much noise is assumed")
  func few() throws {
    #expect(reason([1]) == "the series has no point before its newest one")
    #expect(try !tip([1, 1.02, 1.1]).isOutside)
    #expect(try tip([1, 1.02, 2]).isOutside)
  }

  @Test("a series that ended before the newest commit has no tip there")
  func ended() {
    let runs = (0..<30).flatMap { commit in
      [MadeTrend.run(commit, MadeTrend.noisy(10, commit))]
        + (commit < 20
          ? [MadeTrend.run(commit, stage: "old", [(MadeTrend.metric, MadeTrend.noisy(5, commit))])]
          : [])
    }
    let trend = MadeTrend.trend(runs)
    #expect(trend.newest == 29 && trend.series.count == 2)
    #expect(trend.tips.map(\.series.title) == ["app/scroll"])
    #expect(trend.unjudged.isEmpty)
  }
}
