internal import Recordings

/// An explanation of why two compared sides differ in hitch time: the changes of all causes of late frames, whose sum
/// is the difference.
public struct Explanation: Sendable {
  /// The comparison of the two sides in the hitch time ratio (hitch time per second) and in the part of each cause in
  /// this ratio.
  public let comparison: Comparison
  /// The compared causes of late frames, in the order of the comparison's metrics, of which the first is the whole
  /// hitch time ratio.
  public let causes: [Cause]

  /// The comparison of the two sides in the whole hitch time ratio; each cause of late frames explains a part of it.
  public var total: MetricComparison { comparison.metrics[0] }

  /// The causes of late frames with their comparisons, the largest change first; the sum of small causes and the
  /// unexplained part come last.
  public var rows: [(cause: Cause, change: MetricComparison)] {
    Array(zip(causes, comparison.metrics.dropFirst()))
  }

  /// The name of the side of the comparison whose causes of late frames are unknown, with the reason; `nil` if the
  /// causes are known on both sides.
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
  /// The metrics that an explanation of late frames needs: the hitch time ratio, and the average frame rate, which
  /// reveals outlier runs.
  public static let metrics = total + Metric.all.filter { $0.id == "fps.avg" }

  /// Explains for each pair of compared sides why their hitch times differ; the pair with the largest proved regression
  /// comes first.
  ///
  /// The size of a regression, of the hitch time or of one cause, is a multiple of the noise floor, the smallest change
  /// that matters. Pairs without a proved regression come last, in the given order.
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

extension Comparison {
  /// The function or section inside which a cause of late frames usually occurs, on the candidate side or else on the
  /// reference side; `nil` if there is none.
  public func container(of cause: Cause) -> String? {
    candidate.container(of: cause) ?? reference.container(of: cause)
  }
}

extension ComparedSide {
  /// The slowest late frames in all runs of one compared side, with the names of their runs, beginning with the frame
  /// that was late by the most.
  ///
  /// - Parameter count: how many at most.
  public func slowestFrames(_ count: Int) -> [(run: String, frame: LateFrame)] {
    let all = runs.flatMap { run in
      (run.causes?.value?.slowest ?? []).map { (run: run.name, frame: $0) }
    }
    return Array(all.sorted { $0.frame.excess > $1.frame.excess }.prefix(count))
  }

  /// The number of late frames to which a cause contributes, and the number of all late frames, over the runs of one
  /// compared side.
  public func lateFrames(with cause: Cause) -> (count: Int, all: Int) {
    let known = runs.compactMap { $0.causes?.value }
    return (
      known.reduce(0) { $0 + ($1.shares[cause]?.frames ?? 0) },
      known.reduce(0) { $0 + $1.lateFrameCount }
    )
  }

  /// The median duration of a cause in frames that are not late, in milliseconds: the mean over the side's runs with
  /// the cause; 0 if none has it.
  public func usualDuration(of cause: Cause) -> Double {
    mean(runs.compactMap { $0.causes?.value?.usualDurations[cause] })
  }

  /// The mean duration of a cause in late frames, in milliseconds, over the side's runs that have late frames.
  public func durationInLateFrames(of cause: Cause) -> Double {
    mean(
      runs.compactMap { $0.causes?.value }.filter { $0.lateFrameCount > 0 }.map {
        $0.durationsInLateFrames[cause] ?? 0
      })
  }

  /// The function or section inside which a cause of late frames usually occurs, from the first run that has one; `nil`
  /// if there is none.
  public func container(of cause: Cause) -> String? {
    runs.lazy.compactMap { $0.causes?.value?.containers[cause] }.first
  }

  private func mean(_ values: [Double]) -> Double {
    values.reduce(0, +) / Double(max(values.count, 1))
  }
}
