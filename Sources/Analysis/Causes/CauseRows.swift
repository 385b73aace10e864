internal import Recordings
internal import Units

/// Chooses the causes that a table of two sides shows, the largest change first.
///
/// Small causes are added up in one row, so that all rows together still sum to the change of the hitch time ratio.
struct CauseRows {
  /// A cause with less than this fraction of the largest total of a side, on both sides, has no row of its own.
  private static let leastShare = 0.02
  /// The maximum number of causes with a row of their own.
  private static let mostRows = 20

  /// The causes with a row of their own.
  let kept: Set<Cause>
  /// The metrics of the table: the hitch time ratio, then the causes, then the rest and what is not explained.
  let metrics: [Metric]

  init(_ reference: [RunSummary], _ candidate: [RunSummary]) {
    let before = Self.means(of: reference)
    let after = Self.means(of: candidate)
    let total = max(before.values.sorted().reduce(0, +), after.values.sorted().reduce(0, +))
    let causes = Set(before.keys).union(after.keys).subtracting([.unexplained])
    func change(_ cause: Cause) -> Double {
      (after[cause, default: 0] - before[cause, default: 0]).magnitude
    }
    let large = causes.filter {
      max(before[$0, default: 0], after[$0, default: 0]) >= Self.leastShare * total && total > 0
    }.sorted { (change($1), $0) < (change($0), $1) }.prefix(Self.mostRows)
    kept = Set(large)
    let isFolded = large.count < causes.count
    metrics =
      Explanation.total.map(\.additive)
      + (large + (isFolded ? [.rest] : []) + [.unexplained]).map(Metric.cause)
  }

  /// The mean hitch time of each cause per second, over the runs that have causes.
  private static func means(of runs: [RunSummary]) -> [Cause: Double] {
    let known = runs.compactMap { $0.causes?.value }
    var sums: [Cause: Double] = [:]
    for run in known { for cause in run.shares.keys { sums[cause, default: 0] += run[cause] } }
    return sums.mapValues { $0 / Double(known.count) }
  }
}

extension ComparedSide {
  /// The side with its small causes added up.
  ///
  /// Runs without causes have no values, so that the causes sum to the hitch time ratio of the other runs.
  func folded(keeping kept: Set<Cause>) -> ComparedSide {
    ComparedSide(name: name, runs: runs.map { RunSummary($0, keepingCauses: kept) })
  }
}

extension Metric {
  /// The hitch time of a cause per second.
  static func cause(_ cause: Cause) -> Metric {
    Metric(
      id: cause.id, title: cause.name, unit: .millisecondsPerSecond, polarity: .lowerIsBetter,
      parameters: [.refreshRate, .refreshRateSource, .frames],
      help: "The part of the hitch time that this cause of late frames accounts for.",
      formula: "see docs/why.md", source: "Hitchmark"
    ) { figures throws(Withheld) in
      try RunCauses(figures)[cause]
    }.additive
  }
}
