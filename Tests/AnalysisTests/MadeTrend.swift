import Analysis
import Recordings
import Units

/// Runs with given values, placed along commits `commit-0`, `commit-1`, ….
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

  /// A run before it is numbered.
  struct Run {
    var commit: Int?
    var stage = "scroll"
    var session: String?
    var device = Device()
    var facts: [String: String] = [:]
    /// By metric, where it comes from, and the number if there is one.
    var values: [Metric.ID: (origin: TrendColumn.Origin, value: Double?)] = [:]
  }

  /// A run with a value of the one metric, or without.
  static func run(
    _ commit: Int?, _ value: Double?, session: String? = nil, device: String? = nil,
    parameters: String = "", revision: Int = 1
  ) -> Run {
    var run = Run(commit: commit, session: session)
    run.device.os = device
    run.values[metric.id] =
      value == nil
      ? (.withheld(because: "this run is silent"), nil)
      : (.computed(revision: revision, parameters: parameters), value)
    return run
  }

  /// A run of a stage with a value of each of some metrics, and what else is known of it.
  static func run(
    _ commit: Int, stage: String = "scroll", _ values: [(Metric, Double)],
    facts: [String: String] = [:], device: String? = nil
  ) -> Run {
    var run = Run(commit: commit, stage: stage, facts: facts)
    run.device.name = device
    for (metric, value) in values {
      run.values[metric.id] = (.computed(revision: 1, parameters: ""), value)
    }
    return run
  }

  /// A level with even noise of up to 1% that is not correlated: SplitMix64's mixing of the index.
  static func noisy(_ level: Double, _ index: Int) -> Double {
    var bits = UInt64(index + 1) &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits ^= bits >> 27
    return level * (1 + (Double(bits >> 11) / 0x1p53 - 0.5) * 0.02)
  }

  static func trend(_ runs: [Run], commits: Int = 40, start: Int = 0) -> Trend {
    let history = CommitHistory(
      name: "main", commits: (0..<commits).map { "commit-\($0)" }, start: start)
    var gathering = TrendGathering(numbered(runs), along: history)
    for metric in [metric, rate, size]
    where runs.contains(where: { $0.values[metric.id] != nil }) {
      gathering.add(column(of: metric, runs))
    }
    let drafts = gathering.series
    let families = TrendFamilies(of: drafts, estimates: drafts.map(\.autocorrelation))
    let series = drafts.map { $0.judged(among: families) }
    let wanted = gathering.runs(beside: series)
    return Trend(
      of: series, from: gathering,
      circumstances: Dictionary(uniqueKeysWithValues: wanted.map { ($0, runs[$0].facts) }))
  }

  private static func numbered(_ runs: [Run]) -> TrendRuns {
    func places(_ stage: String) -> [TrendRuns.Place] {
      runs.filter { $0.stage == stage }.map {
        TrendRuns.Place(suite: "app", stage: stage, environment: TrendEnvironment($0.device))
      }
    }
    let all = Set(runs.map(\.stage)).sorted().flatMap { Array(Set(places($0))) }
    let sessions = runs.compactMap(\.session)
    return TrendRuns(
      places: all, commits: runs.map { "commit-\($0.commit ?? 0)" },
      runs: runs.indices.map { index in
        let run = runs[index]
        let place = TrendRuns.Place(
          suite: "app", stage: run.stage, environment: TrendEnvironment(run.device))
        return TrendRuns.Run(
          place: all.firstIndex(of: place) ?? 0, commit: run.commit == nil ? nil : index,
          session: run.session.flatMap(sessions.firstIndex))
      })
  }

  /// The runs' values of a metric; runs that do not mention it are silent of it.
  private static func column(of metric: Metric, _ runs: [Run]) -> TrendColumn {
    let values = runs.map {
      $0.values[metric.id] ?? (.withheld(because: "not measured here"), nil)
    }
    let origins = Array(Set(values.map(\.origin)))
    return TrendColumn(
      metric: metric, values: values.map(\.value),
      sources: values.map { origins.firstIndex(of: $0.origin) ?? 0 }, origins: origins)
  }

  static func omissions(_ trend: Trend) -> [String] {
    trend.omissions.map { "\($0.omission.reason) \($0.omission.subject) \($0.count)" }
  }
}
