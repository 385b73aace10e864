internal import Recordings

/// Why the hitch time of two sides differs: the change of each cause, which together sum to the whole change.
public struct Explanation: Sendable {
  /// The comparison of the hitch time ratio and of its causes.
  public let comparison: Comparison
  /// The causes in the order of the comparison's metrics, which are the hitch time ratio and then these.
  public let causes: [Cause]

  /// The comparison of the hitch time ratio.
  public var total: MetricComparison { comparison.metrics[0] }

  /// The causes and their comparisons, the largest change first; the rest and what is not explained come last.
  public var rows: [(cause: Cause, change: MetricComparison)] {
    Array(zip(causes, comparison.metrics.dropFirst()))
  }

  /// Why there are no causes, if a side has none; `nil` if both sides have causes.
  public var missing: (side: String, reason: String)? {
    for side in [comparison.reference, comparison.candidate] {
      guard !side.runs.contains(where: { $0.causes?.value != nil }) else { continue }
      return (side.name, side.runs.compactMap { $0.causes?.reason }.first ?? "")
    }
    return nil
  }

  private init(_ comparison: Comparison) {
    self.comparison = comparison
    causes = comparison.metrics.dropFirst().compactMap { Cause(id: $0.metric.id) }
  }

  /// What is explained: the hitch time ratio.
  static let total = Metric.hitches.filter { $0.id == "hitch.ratio" }
  /// The metrics that must be computed for an explanation: what it explains, and what shows odd runs.
  public static let metrics = total + Metric.all.filter { $0.id == "fps.avg" }

  /// Explains the differences of pairs of sides, the worst first.
  ///
  /// Noise comes from the runs of the two sides only, because other stages of a suite have other causes. p-values are
  /// adjusted over all pairs.
  ///
  /// - Parameter pairs: sides whose runs have causes, with a title that is empty if there is only one pair.
  public static func explanations(
    of pairs: [(title: String, reference: ComparedSide, candidate: ComparedSide)]
  ) -> [Explanation] {
    var comparisons = pairs.map { title, reference, candidate in
      let rows = CauseRows(reference.runs, candidate.runs)
      return Comparison(
        stage: title, candidate.folded(keeping: rows.kept),
        against: reference.folded(keeping: rows.kept), metrics: rows.metrics)
    }
    Comparison.adjust(&comparisons)
    return comparisons.worstFirst.map(Explanation.init)
  }
}

extension ComparedSide {
  /// The slowest frames of the side's runs, the one that was late by the most first.
  ///
  /// - Parameter count: how many at most.
  public func slowestFrames(_ count: Int) -> [(run: String, frame: LateFrame)] {
    let all = runs.flatMap { run in
      (run.causes?.value?.slowest ?? []).map { (run: run.name, frame: $0) }
    }
    return Array(all.sorted { $0.frame.excess > $1.frame.excess }.prefix(count))
  }

  /// The number of late frames with a cause, and of all late frames, over the side's runs.
  public func lateFrames(with cause: Cause) -> (count: Int, all: Int) {
    let known = runs.compactMap { $0.causes?.value }
    return (
      known.reduce(0) { $0 + ($1.shares[cause]?.frames ?? 0) },
      known.reduce(0) { $0 + $1.lateFrameCount }
    )
  }
}
