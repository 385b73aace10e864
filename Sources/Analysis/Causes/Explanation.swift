internal import Recordings

/// An explanation of why two compared groups of runs differ in hitch time: the change of each cause of late frames;
/// these changes add up to the difference.
public struct Explanation: Sendable {
  /// The comparison of reference and candidate in the hitch time ratio (hitch time per second) and in the part of this
  /// ratio that each cause of late frames explains.
  public let comparison: Comparison
  /// The compared causes of late frames, in the order of their rows in the comparison; the row before them is the whole
  /// hitch time ratio (hitch time per second).
  public let causes: [Cause]

  /// The comparison of reference and candidate in the whole hitch time ratio (hitch time per second), of which each
  /// cause of late frames explains a part.
  public var total: MetricComparison { comparison.metrics[0] }

  /// The causes of late frames, each with the comparison of its hitch time, the largest change first; the sum of small
  /// causes and the unexplained part come last.
  public var rows: [(cause: Cause, change: MetricComparison)] {
    Array(zip(causes, comparison.metrics.dropFirst()))
  }

  /// The name of the side of the comparison, reference or candidate, whose causes of late frames are unknown, with the
  /// reason; `nil` if both are known.
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

  /// Explains for each pair of reference and candidate why their hitch times differ; the pair with the largest proved
  /// regression comes first.
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
  /// The function or section of the program inside which a cause of late frames usually occurs, from the candidate's
  /// runs or else the reference's; `nil` if unknown.
  public func container(of cause: Cause) -> String? {
    candidate.container(of: cause) ?? reference.container(of: cause)
  }
}

extension ComparedSide {
  /// The late frames with the longest lateness in all runs on one side of a comparison, each with the name of its run,
  /// the worst first.
  ///
  /// - Parameter count: how many at most.
  public func slowestFrames(_ count: Int) -> [(run: String, frame: LateFrame)] {
    let all = runs.flatMap { run in
      (run.causes?.value?.slowest ?? []).map { (run: run.name, frame: $0) }
    }
    return Array(all.sorted { $0.frame.excess > $1.frame.excess }.prefix(count))
  }

  /// The number of late frames to which a cause contributes, and the number of all late frames, over the runs on one
  /// side of a comparison.
  public func lateFrames(with cause: Cause) -> (count: Int, all: Int) {
    let known = runs.compactMap { $0.causes?.value }
    return (
      known.reduce(0) { $0 + ($1.shares[cause]?.frames ?? 0) },
      known.reduce(0) { $0 + $1.lateFrameCount }
    )
  }

  /// The usual duration of a cause in milliseconds: its median in a run's frames that are not late, averaged over the
  /// runs that have the cause; 0 without such runs.
  ///
  /// `RunCauses.usualDurations` describes the median of a run in which nearly all frames are late.
  public func usualDuration(of cause: Cause) -> Double {
    mean(runs.compactMap { $0.causes?.value?.usualDurations[cause] })
  }

  /// The mean duration of a cause over all late frames of a run, 0 in those without the cause, averaged over the runs
  /// that have late frames; in milliseconds.
  public func durationInLateFrames(of cause: Cause) -> Double {
    mean(
      runs.compactMap { $0.causes?.value }.filter { $0.lateFrameCount > 0 }.map {
        $0.durationsInLateFrames[cause] ?? 0
      })
  }

  /// The function or section inside which a given cause of late frames usually occurs, from the first run that names
  /// such a function or section; `nil` if no run does.
  public func container(of cause: Cause) -> String? {
    runs.lazy.compactMap { $0.causes?.value?.containers[cause] }.first
  }

  private func mean(_ values: [Double]) -> Double {
    values.reduce(0, +) / Double(max(values.count, 1))
  }
}
