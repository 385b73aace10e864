import Analysis
import Recordings
import Units

/// Runs with given values at commits `commit-0`, `commit-1`, ….
enum MadeTrend {
  static let metric = made("made.time", .lowerIsBetter)
  static let rate = made("made.rate", .higherIsBetter)
  static let size = made("made.size", .neither)

  private static func made(_ id: String, _ polarity: Metric.Polarity) -> Metric {
    Metric(
      id: id, title: id, unit: .milliseconds, polarity: polarity, noiseFloor: .relative(0.01),
      help: "Made up.", formula: "none", source: "this test"
    ) { _ throws(Withheld) in throw Withheld("not computed here") }
  }

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

  /// A run of a stage with metric values and a description.
  static func run(
    _ commit: Int, stage: String = "scroll", _ values: [(Metric, Double)],
    facts: [String: String] = [:], device: String? = nil
  ) -> TrendRun {
    var description = RunDescription()
    description.commit = "commit-\(commit)"
    description.device.name = device
    description.labels = facts
    return TrendRun(
      suite: "app", stage: stage, description: description,
      values: values.map {
        .init(metric: $0.0.id, revision: 1, parameters: "", value: .known($0.1))
      })
  }

  /// A level with uniform, uncorrelated noise of up to 1%, from SplitMix64's mixing function.
  static func noisy(_ level: Double, _ index: Int) -> Double {
    var bits = UInt64(index + 1) &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits ^= bits >> 27
    return level * (1 + (Double(bits >> 11) / 0x1p53 - 0.5) * 0.02)
  }

  static func trend(_ runs: [TrendRun], commits: Int = 40, start: Int = 0) -> Trend {
    let history = CommitHistory(
      name: "main", commits: (0..<commits).map { "commit-\($0)" }, start: start)
    return Trend(of: runs, metrics: [metric, rate, size], along: history)
  }

  static func omissions(_ trend: Trend) -> [String] {
    trend.omissions.map { "\($0.omission.reason) \($0.omission.subject) \($0.count)" }
  }
}
